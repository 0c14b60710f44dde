"""Several files after one `--input`, as a shell writes them for a pattern."""

import subprocess
import sys
from inspect import signature

import pytest

from pipeline.commands.arguments import READING, each_input
from pipeline.commands.run import STAGES


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("run ingest --input a b c", "run ingest --input a --input b --input c"),
        ("run all --input a b --artifacts x", "run all --input a --input b --artifacts x"),
        ("run negate --input a b --check", "run negate --input a --input b --check"),
        ("run ingest --artifacts x --input a", "run ingest --artifacts x --input a"),
        ("run ingest --input=a b", "run ingest --input=a --input b"),
        ("run ingest --input a --input b", "run ingest --input a --input b"),
        ("run ingest --input - --limit 3", "run ingest --input - --limit 3"),
        # Not a file: typer refuses it.
        ("run ingest --input a --limit 3 b", "run ingest --input a --limit 3 b"),
        ("run ingest a", "run ingest a"),
        ("negate --input a b", "negate --input a b"),
        ("", ""),
    ],
)
def test_input_is_repeated_before_each_file(typed, read):
    assert each_input(typed.split()) == read.split()


def test_every_command_with_input_takes_several_files():
    """Its help, which they share, says so."""
    reading = [name for name, stage in STAGES.items() if "input" in signature(stage).parameters]
    assert list(READING) == [["run", name] for name in (*reading, "all")]


def test_all_files_of_a_pattern_are_read(tmp_path):
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.txt").write_text(f"Rain fell on {name}.\n")
    files = sorted(map(str, tmp_path.glob("*.txt")))
    command = [sys.executable, "-m", "pipeline", "run", "ingest", "--input", *files]
    ended = subprocess.run(
        [*command, "--artifacts", tmp_path / "a"], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert "3 sentences" in ended.stdout + ended.stderr
