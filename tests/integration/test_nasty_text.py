"""Text that breaks programs goes through every stage: each line is kept unharmed or accounted for.

The lines are made from code points, so that no editor or version control changes them.
"""

import csv
import io
import json
import unicodedata
from itertools import groupby
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.negation import NegationConfig, parse_kinds
from pipeline.sources.text import sentence_id
from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.negate import NegateConfig, run_negate
from pipeline.stages.rephrase import RephraseStage, run_rephrase
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.verify import verify
from pipeline.translation.decoding import Decoding
from pipeline.translation.models import Pivot, demo_pivots
from pipeline.translation.roundtrip import RoundTripConfig
from tests.translation_models import make_fsmt
from trainer.training.fit import fit

GOOD = ["The tap is open.", "Nobody came to the old house.", "Is it late?", "We can’t swim."]


def scripts(count: int) -> list[str]:
    """A line of six letters in each of the first scripts of Unicode, told by the letters' names."""
    letters = [
        (unicodedata.name(chr(point), "").split(" ")[0], chr(point))
        for point in range(0x250, 0x20000)
        if unicodedata.category(chr(point)) in ("Ll", "Lo", "Lu")
    ]
    found = {}
    for name, members in groupby(sorted(letters), key=lambda pair: pair[0]):
        some = [letter for _, letter in members][:6]
        line = "".join(some[:3]) + " " + "".join(some[3:])
        if name and len(some) == 6 and unicodedata.is_normalized("NFC", line):
            found[name] = line
    return [found[name] for name in sorted(found)[:count]]


KEPT = [
    *GOOD,
    "\u200fA mark \u202eof direction\u202c in the line.",
    "Zero\u200bwidth\u200c and\u2060 joined\u00ad.",
    "A family \U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 is here.",
    "\U0001f600\U0001f680\u2764\ufe0f",
    "\U0001f1e9\U0001f1ea \U0001f44d\U0001f3fd",
    "?!... --- ;;;",
    "1234567890 42 3.14",
    '<p class="x">Nobody <b>came</b>&nbsp;&amp; left.</p><br/>',
    "<script>alert('it is not open')</script>",
    "word " * 99 + "word",
    "a" * 4000,
    "Z\u0335\u0336\u0337\u0338a\u0316\u0317\u0318l\u0319\u031ag\u031c\u031do.",
    "Caf\u00e9 is open.",
    "\ufffd is a replacement character.",
    "Private \ue000 and not a character \uffff here.",
    "Beyond the plane \U0001d54f \U0002070e \U0010fffd.",
    "'; drop table sentences; --",
    "{root} $files {} %s \\N \\u0041 \\x00",
    '"quoted", and, "again"',
    "-1",
    "null",
    "NaN",
    "not not not not never no n't",
    ".",
    "[MASK] [CLS] </s> <unk> <pad>",
    *scripts(100),
]
"""Lines that are in normal form: they come out byte by byte."""

CHANGED = {
    "A \x00NUL\x07 and\x1b bell.": "A NUL and bell.",
    "Caf\u0065\u0301 was closed.": "Caf\u00e9 was closed.",
    "A\u2028line\u2029separator\u0085here.": "A line separator here.",
    "Form\x0cfeed\x0band tab\t.": "Form feed and tab .",
    "\ufeffA mark of byte order.": "A mark of byte order.",
    "\u3000A wide\u00a0\u2003blank. ": "A wide blank.",
    "A return\rwithin the line.": "A return within the line.",
    "\ud55c\uae00\u1112\u1161\u11ab": "\ud55c\uae00\ud55c",
}
"""Lines that normalisation changes, with what it makes of them."""

DROPPED = {
    "empty": ["", "   \t", "\u200b\u200d\ufeff", "\u0301\u0302", "\x01\x02", "\ue000\ue001"],
    "over_long": ["word " * 1000, "x" * 1_000_000, "\u4e2d" * 5000],
    "duplicate": ["The tap is open.", "The  tap\u00a0is\x00 open.", "Caf\u0065\u0301 is open."],
}
UNDECODABLE = [b"\xff\xfe bad", b"over\xc0\xaflong", b"half \xe2\x82", b"\xed\xa0\x80 surrogate"]
TEXTS = [*KEPT, *CHANGED, *(text for texts in DROPPED.values() for text in texts)]
SENTENCES = [*KEPT, *CHANGED.values()]
COUNTS = {reason: len(texts) for reason, texts in DROPPED.items()}


def write(folder: Path, kind: str) -> tuple[Path, dict[str, int]]:
    """All lines in a format; also what ingest must leave out."""
    path = folder / f"nasty.{kind}"
    lost = COUNTS | {"undecodable": len(UNDECODABLE)}
    if kind == "parquet":
        offsets, data = [0], b""
        for value in [text.encode() for text in TEXTS] + UNDECODABLE:
            data += value
            offsets.append(len(data))
        buffers = [None, pa.array(offsets, pa.int32()).buffers()[1], pa.py_buffer(data)]
        column = pa.Array.from_buffers(pa.string(), len(offsets) - 1, buffers)
        pq.write_table(pa.table({"text": column}), path)
        return path, lost
    if kind == "jsonl":
        bad = [b'{"text": "lone \\ud800"}', b'{"text": "\\udfff\\ud83d"}', b'{"text": "\xff"}']
        broken = [b'{"text": 3}', b"[]", b'{"text"', b"[" * 100_000, b"1" * 5000]
        lines = [json.dumps({"text": text}).encode() for text in TEXTS] + bad + broken
        path.write_bytes(b"\r\n".join(lines))
        return path, COUNTS | {"undecodable": len(bad), "malformed": len(broken)}
    if kind == "csv":
        out = io.StringIO()
        csv.writer(out).writerows([["text", "n"], *([text, 1] for text in TEXTS)])
        path.write_bytes(out.getvalue().encode() + b"".join(b + b",1\r\n" for b in UNDECODABLE))
        return path, lost
    lines = [text.encode() for text in TEXTS] + UNDECODABLE
    path.write_bytes(b"\xef\xbb\xbf" + (b"\r\n" if kind == "crlf.txt" else b"\n").join(lines))
    return path, lost


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nasty")
    path, _ = write(folder, "txt")
    run_ingest([str(path)], folder / "artifacts", IngestConfig(shard_rows=70))
    return folder / "artifacts"


def read(artifacts, stage):
    reader = ArtifactsFolder(artifacts).table(stage)
    return reader.read(0, reader.rows).to_pylist()


def test_there_are_a_hundred_scripts():
    assert len(set(scripts(100))) == 100


@pytest.mark.parametrize("kind", ["txt", "crlf.txt", "jsonl", "csv", "parquet"])
def test_good_lines_come_out_byte_by_byte_and_the_others_are_counted(tmp_path, kind):
    path, lost = write(tmp_path, kind)
    manifest = run_ingest([str(path)], tmp_path / "a", IngestConfig(shard_rows=50))
    rows = read(tmp_path / "a", "sentences")
    assert [row["text"].encode() for row in rows] == [text.encode() for text in SENTENCES]
    assert [row["id"] for row in rows] == [sentence_id(text) for text in SENTENCES]
    assert manifest.dropped == dict(sorted(lost.items()))
    lines = [row["line"] for row in rows]
    first = 1 if kind != "csv" else 2
    if kind != "csv":
        assert lines == list(range(first, first + len(SENTENCES)))
    assert lines == sorted(set(lines))


def test_a_file_with_returns_alone_has_lines(tmp_path):
    path = tmp_path / "mac.txt"
    path.write_bytes(b"\r".join(text.encode() for text in GOOD * 900) + b"\r\xff\r\rLast.")
    manifest = run_ingest([str(path)], tmp_path / "a", IngestConfig())
    assert [row["text"] for row in read(tmp_path / "a", "sentences")] == [*GOOD, "Last."]
    assert manifest.dropped == {"duplicate": 4 * 899, "empty": 1, "undecodable": 1}


def test_every_sentence_has_a_row_in_every_later_table(
    artifacts, tmp_path, recipe_for, tiny_bert, monkeypatch
):
    kinds = NegationConfig(kinds=parse_kinds("all"), per_sentence=5)
    run_negate(artifacts, NegateConfig(negation=kinds, shard_rows=60), executor=LocalExecutor(1))
    negations = read(artifacts, "negations")
    denials = [row for row in negations if row["rank"] == 0]
    assert [row["id"] for row in denials] == [sentence_id(text) for text in SENTENCES]
    by_text = dict(zip(SENTENCES, denials, strict=True))
    assert by_text["The tap is open."]["negation"] == "The tap is not open."
    others = [row for row in negations if row["rank"] > 0]
    assert "The tap is closed." in [row["negation"] for row in others]
    assert all(row["negation"].isprintable() for row in others)
    pivots = (*demo_pivots(), Pivot("ru", *tiny_models(tmp_path)))
    config = BacktranslateConfig(
        pivots, RoundTripConfig(Decoding(1, 1, max_length=60)), shard_rows=80
    )
    backtranslations = run_backtranslate(artifacts, config, device="cpu", executor=LocalExecutor(1))
    found = {(row["pivot_lang"], row["id"]) for row in read(artifacts, "backtranslations")}
    counts = backtranslations.counts()
    lost = sum(count for reason, count in counts.items() if reason != "candidates")
    assert len(found) + lost == 2 * len(SENTENCES)
    run_rephrase(artifacts, RephraseStage(shard_rows=90, compose=True), executor=LocalExecutor(1))
    rephrasings = read(artifacts, "rephrasings")
    assert "Café was not open." in [row["paraphrase"] for row in rephrasings]
    assert all(row["paraphrase"].isprintable() for row in rephrasings)
    triples = run_filter(artifacts, FilterConfig(shard_rows=64), executor=LocalExecutor(1))
    rows = read(artifacts, "triples")
    paper = [row for row in rows if row["variant"] == 0]
    assert [row["anchor"].encode() for row in paper] == [text.encode() for text in SENTENCES]
    for row in rows:
        has = row["paraphrase"] is not None, row["negation"] is not None
        assert row["status"] == {
            (True, True): "complete", (True, False): "no_negation",
            (False, True): "no_paraphrase", (False, False): "anchor_only",
        }[has]  # fmt: skip
    statuses = {k: v for k, v in triples.counts().items() if k.startswith("status ")}
    assert sum(statuses.values()) == len(SENTENCES)
    assert list(verify(ArtifactsFolder(artifacts))) == []
    assert ArtifactsFolder(artifacts).require("verdicts").complete
    # The picture of the curves takes longer than training.
    monkeypatch.setattr("trainer.training.fit.plot_run", lambda metrics, picture: None)
    recipe = recipe_for(tiny_bert, batch_size=80, epochs=1, heldout=0.0, validate_every=100)
    result = fit(recipe, artifacts, tmp_path / "run", device="cpu")
    assert result.steps == -(-len(SENTENCES) // 80)
    assert result.counts.rows == len(SENTENCES)


def tiny_models(folder):
    return (
        str(make_fsmt(folder / "en-ru", ("en", "ru"), seed=3)),
        str(make_fsmt(folder / "ru-en", ("ru", "en"), seed=4)),
    )
