"""How the filter's input is put together: sentence by sentence, range by range."""

import shutil
from contextlib import contextmanager

import pytest

from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.join import Sources
from pipeline.storage import reader
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.queries import bounded
from schemas.errors import UserError
from tests.artifacts import make_artifacts

SENTENCES = {
    "Rain fell.": ("Rain never fell.", [("de", "It rained.", -0.2), ("ru", "We had rain.", -0.1)]),
    "Snow fell.": (None, []),
    "Hail fell.": ("Hail never fell.", [("ru", "We had hail.", -0.3), ("ru", "It hailed.", -0.4)]),
    "Wind blew.": (None, [("de", "It was windy.", -0.5)]),
    "Fog rose.": ("Fog did not rise.", []),
}  # fmt: skip


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory):
    """Tables that are only read."""
    return make_artifacts(tmp_path_factory.mktemp("join") / "a", SENTENCES, pivots=("ru", "de"))


def test_sentences_come_in_order_with_candidates_by_pivot_and_rank(artifacts):
    found = Sources(ArtifactsFolder(artifacts)).join(0, 5)
    assert [(s.anchor, [n.negation for n in s.negations]) for s in found] == [
        (anchor, [negation]) for anchor, (negation, _) in SENTENCES.items()
    ]
    assert [[(c.pivot_lang, c.rank, c.paraphrase) for c in s.candidates] for s in found] == [
        [("ru", 0, "We had rain."), ("de", 0, "It rained.")],
        [],
        [("ru", 0, "We had hail."), ("ru", 1, "It hailed.")],
        [("de", 0, "It was windy.")],
        [],
    ]


@pytest.mark.parametrize(("start", "stop"), [(0, 1), (1, 4), (3, 5), (2, 2)])
def test_a_range_is_that_part_of_the_whole(artifacts, start, stop):
    sources = Sources(ArtifactsFolder(artifacts))
    assert sources.join(start, stop) == sources.join(0, 5)[start:stop]


def test_only_shards_that_overlap_the_range_are_read(artifacts, monkeypatch):
    read = []
    real = reader.read_shard

    def watched(path, *rest):
        read.append("/".join(path.parts[-2:]))
        return real(path, *rest)

    monkeypatch.setattr(reader, "read_shard", watched)
    sources = Sources(ArtifactsFolder(artifacts))
    sources.join(2, 3)  # of shards of two sentences each
    sources.join(3, 4)  # of the same, which are not read again
    assert read == [
        "sentences/part-00000.parquet",
        "negations/part-00001.parquet",
        "ru/part-00001.parquet",
        "de/part-00001.parquet",
        "sentences/part-00001.parquet",
    ]


def test_the_join_has_bounded_memory_and_threads(artifacts, monkeypatch):
    seen = []

    @contextmanager
    def watched(memory):
        with bounded(memory) as db:
            yield db
            seen.extend(db.execute("select current_setting('memory_limit')").fetchall())

    monkeypatch.setattr("pipeline.stages.join.bounded", watched)
    Sources(ArtifactsFolder(artifacts)).join(0, 5)
    assert seen == [("953.6 MiB",)]


def test_tables_of_other_sentences_are_refused(artifacts, tmp_path):
    (tmp_path / "other.txt").write_text("Another corpus now.")
    changed = shutil.copytree(artifacts, tmp_path / "a")
    run_ingest([str(tmp_path / "other.txt")], changed, IngestConfig(), overwrite=True)
    with pytest.raises(UserError, match="was made from other sentences"):
        Sources(ArtifactsFolder(changed))
