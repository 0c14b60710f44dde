"""A limited address space (`ulimit -v`) is refused before a library can abort in it."""

import subprocess
import sys

import pytest

from schemas.address_space import needed, require_address_space

# Programs start slowly beside others.
pytestmark = pytest.mark.timeout(900)

resource = pytest.importorskip("resource")
COMMANDS = [
    ("pipeline", "run", "ingest", "--demo"),
    ("pipeline", "negate", "The door is open."),
    ("trainer", "fit", "--triples", "nowhere"),
]


def run(limit, program, *arguments):
    """Run a command with a limit on its address space, in bytes."""
    return subprocess.run(
        [sys.executable, "-m", program, *arguments],
        capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )  # fmt: skip


@pytest.mark.parametrize("limit", [300_000_000, 600_000_000, needed() - 1])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_too_small_an_address_space_is_refused_in_one_line(limit, command):
    ended = run(limit, *command)
    assert ended.returncode == 1
    assert ended.stderr.startswith("Error: The address space of a process is limited to ")
    assert f"`ulimit -v {needed() // 1024}`" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_what_the_message_asks_for_is_enough():
    ended = run(needed(), "pipeline", "negate", "The door is open.")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "The door is not open." in ended.stdout


@pytest.mark.parametrize("program", ["pipeline", "trainer"])
def test_help_needs_little(program):
    assert run(300_000_000, program, "--help").returncode == 0


def test_without_such_limits_nothing_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)  # as on Windows
    require_address_space(["run", "ingest"])
