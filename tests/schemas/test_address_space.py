"""A limited address space (`ulimit -v`) is refused before a library can abort in it."""

import os
import subprocess
import sys

import pytest

from schemas.address_space import (
    BASE_MIB,
    OVERRIDE,
    PER_THREAD_MIB,
    needed_mib,
    require_address_space,
)
from schemas.errors import UserError, WorkFailed
from schemas.processors import library_threads

resource = pytest.importorskip("resource")
COMMANDS = [
    ("pipeline", "run", "ingest", "--demo"),
    ("pipeline", "negate", "The door is open."),
    ("trainer", "fit", "--triples", "nowhere"),
]


def run(limit, program, *arguments, **environment):
    """Run a command with a limit on its address space, in MiB."""
    size = limit * 2**20
    return subprocess.run(
        [sys.executable, "-m", program, *arguments],
        capture_output=True, text=True, check=False, env={**os.environ, **environment},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)),
    )  # fmt: skip


@pytest.mark.parametrize("limit", [300, 600, needed_mib() - 1])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_too_small_an_address_space_is_refused_in_one_line(limit, command):
    ended = run(limit, *command)
    assert ended.returncode == 1
    assert ended.stderr.startswith("Error: The address space of a process is limited to ")
    assert "With one thread, the libraries reserve" in ended.stderr
    assert f"`ulimit -v {1024 * needed_mib()}`" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_what_the_message_asks_for_is_enough():
    ended = run(needed_mib(), "pipeline", "negate", "The door is open.")
    assert (ended.returncode, ended.stderr) == (0, "Loading the parser ...\n")
    assert "The door is not open." in ended.stdout


def test_more_threads_need_more():
    ended = run(needed_mib(), "pipeline", "negate", "The door is open.", OMP_NUM_THREADS="9")
    assert ended.returncode == 1
    assert "With 9 threads (fewer with OMP_NUM_THREADS=1), the libraries" in ended.stderr


def test_who_knows_better_may_say_what_is_enough(monkeypatch):
    monkeypatch.setattr("schemas.address_space._limit", lambda: 2000 * 2**20)
    with pytest.raises(WorkFailed, match=f"set {OVERRIDE};"):
        require_address_space(["run", "ingest"])
    monkeypatch.setenv(OVERRIDE, "2000")
    require_address_space(["run", "ingest"])
    monkeypatch.setenv(OVERRIDE, "2001")
    with pytest.raises(WorkFailed, match=f"{OVERRIDE} asks for 2,001 MiB: allow that with"):
        require_address_space(["run", "ingest"])


@pytest.mark.parametrize("given", ["much", "-1", "3.5", "\N{SUPERSCRIPT TWO}"])
def test_an_amount_that_is_no_number_is_refused(monkeypatch, given):
    monkeypatch.setenv(OVERRIDE, given)
    with pytest.raises(UserError, match=f"{OVERRIDE} is .* which is not a number"):
        needed_mib()


@pytest.mark.parametrize(
    ("given", "threads"), [("", 2), ("3", 3), (" 5,2", 5), ("0", 2), ("many", 2), ("-1", 2)]
)
def test_threads_are_those_of_openmp_or_the_processors_of_this_process(monkeypatch, given, threads):
    """And not those of the machine, of which a container may have few."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {3, 77}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 128)
    monkeypatch.setenv("OMP_NUM_THREADS", given)
    assert library_threads() == threads
    assert needed_mib() == BASE_MIB + threads * PER_THREAD_MIB


@pytest.mark.parametrize("program", ["pipeline", "trainer"])
def test_help_needs_little(program):
    assert run(300, program, "--help").returncode == 0


def test_without_such_limits_nothing_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)  # as on Windows
    require_address_space(["run", "ingest"])
