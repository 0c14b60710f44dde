"""Finished folders that the tests only read."""

import shutil

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.stages.filter import run_filter
from tests.artifacts import make_artifacts
from tests.inspected import SENTENCES


@pytest.fixture(scope="session")
def inspected(tmp_path_factory):
    """Artifacts of four sentences."""
    folder = make_artifacts(tmp_path_factory.mktemp("inspected") / "artifacts", SENTENCES)
    run_filter(folder, FilterConfig(), workers=1)
    return folder


@pytest.fixture(scope="session")
def without_verdicts(inspected, tmp_path_factory):
    """The same without the table of verdicts."""
    folder = tmp_path_factory.mktemp("bare") / "artifacts"
    shutil.copytree(inspected, folder, ignore=shutil.ignore_patterns("verdicts"))
    return folder
