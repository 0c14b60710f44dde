"""For any text, nothing is lost without a trace in ingest, filter and the tables between them."""

import json

import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.acceptance.guards import guard_names, refusals
from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.sources.text import is_visible, normalise, sentence_id
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.mer import mer
from tests.artifacts import make_artifacts

ANY_TEXT = st.text(max_size=40)
SENTENCE = ANY_TEXT.map(normalise).filter(is_visible)
WORDS = st.lists(
    st.sampled_from("the tap is not open closed today we can 3 4 No ? isn't Straße открыт".split()),
    min_size=1,
    max_size=9,
).map(" ".join)


def rows_of(artifacts, stage):
    reader = ArtifactsFolder(artifacts).table(stage)
    return reader.read(0, reader.rows).to_pylist()


@settings(max_examples=12, deadline=None)
@given(texts=st.lists(ANY_TEXT | WORDS, max_size=60), size=st.integers(1, 9))
@example(texts=["", "\u200b", "\x00", "a\u0301", "\u00e1", "a", "a ", "\ud7ff\ue000"], size=1)
def test_each_record_is_a_row_or_counted_in_the_order_of_the_input(tmp_path_factory, texts, size):
    folder = tmp_path_factory.mktemp("any")
    texts = ["The first one.", *texts]
    path = folder / "in.jsonl"
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    config = IngestConfig(max_words=6, shard_rows=size)
    manifest = run_ingest([str(path)], folder / "a", config)
    rows = rows_of(folder / "a", "sentences")
    assert len(rows) + sum(manifest.dropped.values()) == len(texts)
    lines = [row["line"] for row in rows]
    assert lines == sorted(set(lines))
    for row in rows:
        assert row["text"] == normalise(texts[row["line"] - 1])
        assert row["id"] == sentence_id(row["text"])
    kept = [row["text"] for row in rows]
    assert len(set(kept)) == len(kept)
    assert {"empty", "over_long", "duplicate"} >= manifest.dropped.keys()
    assert manifest.dropped.get("empty", 0) == sum(not is_visible(normalise(t)) for t in texts)
    # What came out goes in unchanged.
    (folder / "again.jsonl").write_text("".join(json.dumps({"text": t}) + "\n" for t in kept))
    again = run_ingest([str(folder / "again.jsonl")], folder / "b", config)
    assert again.dropped == {}
    assert [row["text"] for row in rows_of(folder / "b", "sentences")] == kept


CANDIDATES = st.lists(
    st.tuples(
        st.sampled_from(["de", "ru"]),
        WORDS | ANY_TEXT,
        st.floats(-9, 0, width=32) | st.just(float("nan")),
    ),
    max_size=4,
)


# Fewer examples of more sentences: most of the time goes to the files, whatever is in them.
@settings(max_examples=8, deadline=None)
@given(
    sentences=st.dictionaries(
        WORDS.map(normalise) | SENTENCE,
        st.tuples(st.none() | WORDS | SENTENCE, CANDIDATES),
        min_size=1,
        max_size=14,
    ),
    select=st.sampled_from(["score", "mer"]),
    guards=st.sampled_from([guard_names(), ()]),
    window=st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted),
    size=st.integers(1, 5),
)
def test_filter_accounts_for_every_sentence_and_candidate(
    tmp_path_factory, sentences, select, guards, window, size
):
    artifacts = make_artifacts(tmp_path_factory.mktemp("any") / "a", sentences)
    low, high = window
    config = FilterConfig(low, high, select, None, size, guards)
    manifest = run_filter(artifacts, config, executor=LocalExecutor(1))
    triples, verdicts = rows_of(artifacts, "triples"), _verdicts(artifacts)
    assert [row["anchor"] for row in triples] == list(sentences)
    counts = manifest.counts()
    lost = sum(count for name, count in counts.items() if name.startswith("lost "))
    assert lost == sum(row["paraphrase"] is None for row in triples)
    for row in triples:
        negation, candidates = sentences[row["anchor"]]
        assert row["negation"] == negation
        status = {
            (True, True): "complete",
            (True, False): "no_negation",
            (False, True): "no_paraphrase",
            (False, False): "anchor_only",
        }[row["paraphrase"] is not None, negation is not None]
        assert row["status"] == status
        mine = verdicts.pop(row["id"])
        assert len(mine) == max(len(candidates), 1)
        chosen = [verdict for verdict in mine if verdict["chosen"]]
        assert len(chosen) == (row["paraphrase"] is not None)
        assert {v["verdict"] for v in mine} <= {"accepted", "no_candidate", *refusals()}
        assert all(v["verdict"] == "accepted" for v in chosen)
        if chosen:
            assert row["paraphrase"] in [text for _, text, _ in candidates]
            assert low <= mer(row["anchor"], row["paraphrase"]) <= high
            assert row["mer"] == pytest.approx(mer(row["anchor"], row["paraphrase"]), abs=1e-6)
        else:
            assert row["mer"] is row["score"] is row["pivot_lang"] is None
            assert not any(v["verdict"] == "accepted" for v in mine)
        assert (row["negation_mer"] is None) == (negation is None)
    assert verdicts == {}


def _verdicts(artifacts):
    found = {}
    for path in sorted((artifacts / "verdicts").glob("*.parquet")):
        for row in pq.read_table(path).to_pylist():
            found.setdefault(row["id"], []).append(row)
    return found


@settings(max_examples=20, deadline=None)
@given(texts=st.lists(st.text(), min_size=1, max_size=20))
def test_any_text_survives_parquet_and_duckdb(tmp_path_factory, texts):
    import duckdb
    import pyarrow as pa

    from pipeline.storage.writer import open_stage
    from schemas.manifest import Manifest
    from schemas.tables import NEGATIONS

    artifacts = tmp_path_factory.mktemp("any")
    files = ["part-00000.parquet"]
    manifest = Manifest("negations", {}, {}, {}, files, len(texts))
    columns = [list(range(len(texts))), [0] * len(texts), texts, texts, texts, texts]
    with open_stage(artifacts, manifest, overwrite=False) as writer:
        writer.write(files[0], (0, len(texts)), pa.table(columns, schema=NEGATIONS))
    assert [row["negation"] for row in rows_of(artifacts, "negations")] == texts
    with duckdb.connect() as db:
        path = str(artifacts / "negations" / files[0])
        found = db.execute("select cue from read_parquet(?) order by id", [path]).fetchall()
    assert [cue for (cue,) in found] == texts
