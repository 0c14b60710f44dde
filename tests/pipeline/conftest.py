"""Finished folders that the tests only read."""

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import run_filter
from tests.artifacts import make_artifacts
from tests.inspected import SENTENCES


@pytest.fixture(scope="session")
def inspected(tmp_path_factory):
    """Artifacts of four sentences."""
    folder = make_artifacts(tmp_path_factory.mktemp("inspected") / "artifacts", SENTENCES)
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    return folder
