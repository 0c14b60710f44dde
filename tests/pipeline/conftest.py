"""Finished folders that the tests only read."""

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import run_filter
from tests.artifacts import make_artifacts
from tests.inspected import KILN, SENTENCES, VARIED, YARD


@pytest.fixture(scope="session")
def inspected(tmp_path_factory):
    """Artifacts of four sentences."""
    folder = make_artifacts(tmp_path_factory.mktemp("inspected") / "artifacts", SENTENCES)
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    return folder


@pytest.fixture(scope="session")
def varied(tmp_path_factory):
    """Artifacts of a sentence with a near copy and contradictions of its paraphrases."""
    folder = tmp_path_factory.mktemp("varied") / "artifacts"
    make_artifacts(folder, VARIED, rephrasings={KILN: [("synonyms.v1", YARD)]})
    config = FilterConfig(0.15, 0.9, guards=(), near_copies=1, contradict_paraphrases=True)
    run_filter(folder, config, executor=LocalExecutor(1))
    return folder
