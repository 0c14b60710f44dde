"""Ingest's first pass goes on where it was cut off, and leaves the same tables."""

import pytest

from pipeline.sources import duplicates, staging
from pipeline.stages import ingest
from pipeline.stages.ingest import IngestConfig, run_ingest
from schemas.errors import WorkFailed
from tests.artifacts import read_manifest


def inputs(folder):
    """Two files with repeats, blank lines and lines that are too long."""
    lines = [f"Sentence {i % 17} of the first file." if i % 5 else "" for i in range(40)]
    lines[7] = "word " * 40
    (folder / "a.txt").write_text("\n".join(lines))
    records = [f'{{"text": "Record {i % 11} here."}}' for i in range(23)] + ["{"]
    (folder / "b.jsonl").write_text("\n".join(records))
    return [str(folder / "a.txt"), str(folder / "b.jsonl")]


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


@pytest.mark.parametrize(
    ("at", "scratch"), [(1, False), (2, True), (3, False), (8, True), (13, False)]
)
def test_a_pass_cut_off_anywhere_leaves_the_same_bytes(tmp_path, monkeypatch, at, scratch):
    names, config = inputs(tmp_path), IngestConfig(max_words=20, shard_rows=10)
    place = tmp_path / "scratch" if scratch else None
    run_ingest(names, tmp_path / "whole", config)
    monkeypatch.setattr(staging, "STAGING_ROWS", 4)
    monkeypatch.setattr(duplicates, "STAGING_ROWS", 3)
    calls = 0

    def interrupted(function):
        # Before and after each of the writes of the first pass.
        def call(*arguments):
            nonlocal calls
            calls += 1
            if calls == at:
                raise KeyboardInterrupt
            function(*arguments)

        return call

    with monkeypatch.context() as patch:
        patch.setattr(staging, "write_json", interrupted(staging.write_json))
        patch.setattr(staging, "_flush", interrupted(staging._flush))
        with pytest.raises(KeyboardInterrupt):
            run_ingest(names, tmp_path / "cut", config, scratch=place)
    run_ingest(names, tmp_path / "cut", config, scratch=place)
    assert contents(tmp_path / "cut") == contents(tmp_path / "whole")
    assert not list(tmp_path.rglob("clean-*.parquet"))


def test_what_was_cleaned_is_not_cleaned_again(tmp_path, monkeypatch):
    names, config = inputs(tmp_path), IngestConfig(max_words=20)
    monkeypatch.setattr(staging, "STAGING_ROWS", 10)
    cleaned = []

    def counting(text):
        cleaned.append(text)
        if len(cleaned) == 50:
            raise KeyboardInterrupt
        return text.strip()

    monkeypatch.setattr(staging, "normalise", counting)
    with pytest.raises(KeyboardInterrupt):
        run_ingest(names, tmp_path / "out", config)
    run_ingest(names, tmp_path / "out", config)
    lines = 40 + 24
    assert len(cleaned) < lines + 10 + 5


def test_other_settings_begin_anew(tmp_path, monkeypatch):
    names = inputs(tmp_path)
    monkeypatch.setattr(staging, "STAGING_ROWS", 4)
    with monkeypatch.context() as patch:
        patch.setattr(ingest, "first_occurrences", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            run_ingest(names, tmp_path / "out", IngestConfig(max_words=3))
    run_ingest(names, tmp_path / "out", IngestConfig(max_words=20))
    found = read_manifest(tmp_path / "out" / "sentences")
    assert found is not None
    assert found.dropped["over_long"] == 1


def test_marks_without_end_are_left_out_before_they_are_composed(tmp_path):
    """To compose so many would take an hour, and no test may take so long."""
    path = tmp_path / "in.txt"
    path.write_text("A line.\na" + "\u0301\u0323" * 1_000_000 + "\n", encoding="utf-8")
    made = run_ingest([str(path)], tmp_path / "out", IngestConfig())
    assert (made.rows, made.dropped) == (1, {"over_long": 1})


def test_a_folder_is_not_taken_for_a_pattern(tmp_path):
    (tmp_path / "in.txt").write_text("One.\nTwo.\nOne.")
    (tmp_path / "run1").mkdir()
    made = run_ingest([str(tmp_path / "in.txt")], tmp_path / "run[12]", IngestConfig())
    assert (made.rows, made.dropped) == (2, {"duplicate": 1})


@pytest.mark.parametrize("damage", ["row", "counter", "cut", "nested", "gone"])
def test_damaged_staging_is_made_again(tmp_path, monkeypatch, damage):
    names, config = inputs(tmp_path), IngestConfig(max_words=20)
    run_ingest(names, tmp_path / "whole", config)
    monkeypatch.setattr(staging, "STAGING_ROWS", 4)
    with monkeypatch.context() as patch:
        patch.setattr(ingest, "first_occurrences", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            run_ingest(names, tmp_path / "cut", config)
    folder = tmp_path / "cut" / "sentences" / ".staging"
    state, first = folder / "staged.json", folder / "clean-000000000000.parquet"
    if damage == "row":
        first.write_bytes(first.read_bytes().replace(b"Sentence 1", b"Sentence 7"))
    elif damage == "counter":
        state.write_text(state.read_text().replace('"lines": 64', '"lines": 65'))
    elif damage == "cut":
        state.write_text(state.read_text()[:-40])
    elif damage == "nested":
        state.write_text("[" * 2000)
    else:
        first.unlink()
    run_ingest(names, tmp_path / "cut", config)
    whole, cut = (read_manifest(tmp_path / name / "sentences") for name in ("whole", "cut"))
    assert whole == cut


def test_an_input_that_changes_while_it_is_read_is_refused(tmp_path, monkeypatch):
    names = inputs(tmp_path)
    with monkeypatch.context() as patch:

        def meddling(*arguments):
            found = staging.stage_lines(*arguments)
            (tmp_path / "a.txt").write_text("Something else.")
            return found

        patch.setattr(ingest, "stage_lines", meddling)
        with pytest.raises(WorkFailed, match=r"a\.txt changed while it was being read"):
            run_ingest(names, tmp_path / "out", IngestConfig())
    run_ingest(names, tmp_path / "out", IngestConfig())
    run_ingest(names, tmp_path / "afresh", IngestConfig())
    found, fresh = (read_manifest(tmp_path / name / "sentences") for name in ("out", "afresh"))
    assert found == fresh


def test_no_room_for_the_search_for_duplicates_is_told(tmp_path, monkeypatch):
    resource = pytest.importorskip("resource")
    names, config = inputs(tmp_path), IngestConfig(max_words=20)

    def without_room(*given):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
        try:
            return duplicates.first_occurrences(*given)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    with monkeypatch.context() as patch:
        patch.setattr(ingest, "first_occurrences", without_room)
        with pytest.raises(WorkFailed, match=r"duplicates failed in .*staging \(IO Error: .*Free"):
            run_ingest(names, tmp_path / "a", config)
    run_ingest(names, tmp_path / "a", config)
    run_ingest(names, tmp_path / "whole" / "a", config)
    assert contents(tmp_path / "a") == contents(tmp_path / "whole" / "a")
