"""Firefox's models as the pipeline finds and uses them."""

import pyarrow.parquet as pq
import pytest

from pipeline.execution.local import LocalExecutor
from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.table import open_engine, prepare
from pipeline.translation.models import resolve_pivots
from pipeline.translation.roundtrip import RoundTripConfig
from schemas.errors import UserError

TEXTS = [
    "The ferry to the island leaves every morning at seven.",
    "Nobody had told the gardener about the storm.",
    "A naïve reader – perhaps – would call it “finished”.",
]


def test_a_round_trip_through_portuguese_keeps_the_meaning_and_has_scores(folders, tmp_path):
    (tmp_path / "in.txt").write_text("\n".join([*TEXTS, "rain, wind, " * 40]), encoding="utf-8")
    run_ingest([str(tmp_path / "in.txt")], tmp_path, IngestConfig())
    config = BacktranslateConfig(
        pivots=tuple(resolve_pivots([f"pt={folders[0]},{folders[1]}"])),
        round_trip=RoundTripConfig(decoding=Decoding(beams=4, candidates=4)),
    )
    manifest = run_backtranslate(tmp_path, config, executor=LocalExecutor(1))
    rows = pq.read_table(tmp_path / "backtranslations/pt", partitioning=None).to_pylist()
    assert manifest.counts()["too_long"] == 1
    assert manifest.counts()["candidates"] == len(rows) >= 6
    assert manifest.config["engine"] == "marian"
    assert {"torch", "tokenizers"} <= set(manifest.versions)
    assert all(-3 < row["score"] < 0 for row in rows)
    best = [row for row in rows if row["rank"] == 0]
    assert "balsa" in best[0]["pivot_text"]
    assert "island" in best[0]["paraphrase"]
    assert "seven" in best[0]["paraphrase"]
    assert best[2]["paraphrase"].count("“") == 1  # in the anchor's typography


def test_other_engines_and_precisions_are_refused(folders):
    with pytest.raises(UserError, match="cannot run"):
        prepare(folders[0], "transformers", Decoding())
    source = prepare(folders[0], "auto", Decoding())
    assert source.engine == "marian"
    with pytest.raises(UserError, match="int8"):
        open_engine(source, "cpu", "fp16", 1)


@pytest.mark.parametrize("name", ["vocab.enpt.spm", "model.enpt.intgemm.alphas.bin.gz"])
def test_a_folder_without_weights_is_named(name, tmp_path):
    (tmp_path / name).touch()
    with pytest.raises(
        UserError, match=r"lacks a file of a Firefox model: it needs model\.\*\.bin"
    ):
        prepare(str(tmp_path), "auto", Decoding())
