"""The ways that the benchmark of translation compares give the same translations."""

import json
from itertools import chain
from pathlib import Path

import pytest

from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.table import open_engine, prepare
from tests.programs import run_script
from tests.translation_models import make_fsmt

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
TEXTS = """\
The bus leaves at nine.
Why did nobody tell me?
We ate soup.
"""


def test_all_ways_in_single_precision_give_the_same_texts(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    import matrix_peak

    monkeypatch.setitem(matrix_peak.SIZE, "cpu", 128)
    (tmp_path / "texts.txt").write_text(TEXTS)
    done = run_script(
        BENCHMARKS / "backtranslate.py", "--sentences", tmp_path / "texts.txt",
        "--threads", "1", "--rounds", "1", "--beams", "1", "--beams", "4", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    records = json.loads(done.stdout)
    assert [(r["beams"], r["way"][:6]) for r in records] == [
        (beams, way)
        for beams in (1, 4)
        for way in ("(a) tr", "(b) tr", "(c) ct", "(d) ow", "ours, ", "ours, ")
    ]
    single = [r for r in records if "int8" not in r["way"]]
    assert [r["equal"] for r in single] == [3] * 10
    assert all(r["peak_percent"] is not None for r in single)
    assert len({r["tokens"] for r in single[:5]}) == 1, "all ways count the tokens alike"


def test_a_ratio_of_less_than_a_tick_of_the_clock_is_left_out(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    import backtranslate

    slow = backtranslate.Timing([2.0], [4.0], ["Wir lesen.", "Es regnet."], [3, 3])
    quick = backtranslate.Timing([0.5], [0.0], ["Wir lesen.", "Es schneit."], [3, 3])
    folder = str(make_fsmt(tmp_path / "en-xx", ("en", "xx"), seed=2))
    operations = backtranslate.work(folder, 8, 6, 1)
    first, second = backtranslate.report(
        {"slow": slow, "quick": quick}, folder, 8, 1, peak=operations
    )
    assert first["ratio_cpu"] == 1
    assert second["ratio_cpu"] is None
    assert [record["peak_percent"] for record in (first, second)] == [50, 200]
    assert (second["ratio_wall"], second["sentences_per_s"], second["equal"]) == (4, 4, 1)


@pytest.fixture
def folder(tmp_path):
    return str(make_fsmt(tmp_path / "en-xx", ("en", "xx"), seed=2))


@pytest.mark.parametrize("beams", [1, 3])
def test_the_own_decoder_decodes_as_generate_does(folder, beams, monkeypatch):
    """Random weights: many translations run into the limit, at unequal lengths of the sources."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    import torch
    from own_decoder import OwnDecoder

    decoding = Decoding(beams=beams, candidates=beams, max_ratio=1.0, max_length_offset=6)
    source = prepare(folder, "transformers", decoding)
    reference = open_engine(source, "cpu", "fp32", 1)
    own = OwnDecoder(source.checkpoint, "cpu", torch.float32)
    sources = [[4 + (7 * i + j) % 90 for j in range(i)] + [2] for i in range(12, 25)]
    # The order of unfinished ones differs: the reference's scores count the forced end.
    wanted, found = (
        [sorted(outputs) for outputs in engine.translate(sources, decoding, batch_tokens=150)]
        for engine in (reference, own)
    )
    assert [[o.ids for o in outputs] for outputs in found] == [
        [o.ids for o in outputs] for outputs in wanted
    ]
    flags = [o.finished for outputs in wanted for o in outputs]
    assert [o.finished for outputs in found for o in outputs] == flags
    assert set(flags) == {True, False}
    if beams > 1:  # greedy search keeps no scores
        for a, b in zip(chain(*found), chain(*wanted), strict=True):
            assert not b.finished or a.score == pytest.approx(b.score, abs=1e-5)


def test_sizes_of_batches_change_no_translation(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    import matrix_peak

    monkeypatch.setitem(matrix_peak.SIZE, "cpu", 128)
    (tmp_path / "texts.txt").write_text(TEXTS)
    done = run_script(
        BENCHMARKS / "on_gpu.py", "--sentences", tmp_path / "texts.txt", "--model", "demo",
        "--device", "cpu", "--beams", "1",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()[1:]] == [
        "auto, rows 512, beams 1", "auto, rows 4096, beams 1",
    ]  # fmt: skip
    assert done.stdout.count("equal 100.0 %") == 2
