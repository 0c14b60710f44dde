"""A folder with every table, to be damaged."""

import shutil
from pathlib import Path

import pytest

from tests.damages import SENTENCES


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """All four stages, in several shards; the negations and translations are made up."""
    # The process that hands out the tests loads this file, too, and makes no tables.
    from pipeline.acceptance.judging import FilterConfig
    from pipeline.execution.local import LocalExecutor
    from pipeline.stages.filter import run_filter
    from tests.artifacts import make_artifacts

    folder = make_artifacts(tmp_path_factory.mktemp("w") / "artifacts", SENTENCES, ("de",), 6)
    run_filter(folder, FilterConfig(shard_rows=7), executor=LocalExecutor(1))
    return folder


@pytest.fixture
def artifacts(whole, tmp_path):
    return Path(shutil.copytree(whole, tmp_path / "artifacts"))
