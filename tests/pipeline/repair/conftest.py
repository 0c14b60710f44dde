"""Finished tables in shards of two sentences, to be damaged."""

import shutil

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.negate import NegateConfig, run_negate
from pipeline.stages.rephrase import RephraseStage, run_rephrase
from pipeline.translation.decoding import Decoding
from pipeline.translation.models import Pivot
from pipeline.translation.roundtrip import RoundTripConfig
from tests.translation_models import make_fsmt

SENTENCES = ["The tap is open.", "Nobody came.", "A dog can swim.", "We had lunch.", "It rains."]


@pytest.fixture(scope="session")
def work(tmp_path_factory):
    folder = tmp_path_factory.mktemp("repair")
    (folder / "corpus.txt").write_text("\n".join(SENTENCES))
    make_fsmt(folder / "en-de", ("en", "de"), seed=1)
    make_fsmt(folder / "de-en", ("de", "en"), seed=2)
    return folder


@pytest.fixture(scope="session")
def models(work):
    return [f"de={work / 'en-de'},{work / 'de-en'}"]


@pytest.fixture(scope="session")
def finished(work):
    """All stages, in shards of two sentences."""
    artifacts = work / "whole"
    run_ingest([str(work / "corpus.txt")], artifacts, IngestConfig(shard_rows=2))
    run_negate(artifacts, NegateConfig(shard_rows=2), executor=LocalExecutor(1))
    config = BacktranslateConfig(
        (Pivot("de", str(work / "en-de"), str(work / "de-en")),),
        RoundTripConfig(Decoding(2, 2, max_length=10)),
        shard_rows=2,
    )
    run_backtranslate(artifacts, config, device="cpu", executor=LocalExecutor(1))
    run_rephrase(artifacts, RephraseStage(shard_rows=2, compose=True), executor=LocalExecutor(1))
    run_filter(artifacts, FilterConfig(shard_rows=2), executor=LocalExecutor(1))
    return artifacts


@pytest.fixture
def artifacts(work, finished, tmp_path):
    copy = tmp_path / "artifacts"
    shutil.copytree(finished, copy)
    return copy
