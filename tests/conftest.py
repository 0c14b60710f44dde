"""What every test relies on: no network, one thread, quiet libraries."""

import os

import pytest

os.environ.update(
    HF_HUB_OFFLINE="1",
    OMP_NUM_THREADS="1",
    TOKENIZERS_PARALLELISM="false",
    TRANSFORMERS_VERBOSITY="error",
)


@pytest.fixture(autouse=True, scope="session")
def cache(tmp_path_factory):
    """Converted translation models go to a folder of the tests' own, in subprocesses too."""
    os.environ["OSSCSE_CACHE"] = str(tmp_path_factory.mktemp("cache"))
