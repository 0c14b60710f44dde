"""DuckDB keeps to its memory on machines with many processors too."""

from pipeline.storage import queries


def test_many_processors_do_not_share_a_little_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(queries, "available_cpus", lambda: 64)
    with queries.bounded("256MB", tmp_path / "spill") as db:
        said = "select current_setting('threads'), current_setting('temp_directory')"
        assert db.execute(said).fetchone() == (4, str(tmp_path / "spill"))
