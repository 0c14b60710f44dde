"""Workers end with the work, whatever ends it, and Ctrl-C does not reach them."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipeline.execution.local import LocalExecutor
from pipeline.execution.processes import sheltered
from schemas.interrupts import Interrupted, interruptible
from tests.pipeline.execution.work import Doubling, fail_at_three

pytestmark = pytest.mark.skipif(os.name == "nt", reason="process groups are those of Unix")

PROGRAM = """
import os, time
from contextlib import contextmanager
from pipeline.execution.local import LocalExecutor
from pipeline.execution.processes import WorkerPool
from schemas.interrupts import Interrupted, interruptible

def slow(item):
    os.write(1, b"%d\\n" % os.getpid())  # in one call: two processes write to this pipe
    time.sleep(600)

class Job:
    @contextmanager
    def opened(self, device):
        with WorkerPool(1) as pool:
            yield lambda tasks, on_share: [pool.submit(slow, task).result() for task in tasks]

if __name__ == "__main__":
    with interruptible():
        try:
            list(LocalExecutor(2).MADE)
        except Interrupted:
            print("ended", flush=True)
"""


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@contextmanager
def started(program):
    """A program at the head of a process group, none of which outlives a test that fails."""
    with subprocess.Popen(
        [sys.executable, program], start_new_session=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks into /proc")
@pytest.mark.parametrize(
    ("number", "times"), [(signal.SIGINT, 1), (signal.SIGINT, 2), (signal.SIGHUP, 1)]
)
@pytest.mark.parametrize(
    "made",
    [
        "ordered_map(slow, range(8))",
        'spread(Job(), ["cpu", "cpu"], range(8), print, None)',  # workers of workers
    ],
    ids=["tasks", "devices"],
)
def test_ctrl_c_ends_the_workers_without_a_word_of_theirs(tmp_path, number, times, made):
    (tmp_path / "program.py").write_text(PROGRAM.replace("MADE", made))
    with started(tmp_path / "program.py") as process:
        workers = [int(process.stdout.readline()) for _ in range(2)]
        for _ in range(times):
            os.killpg(process.pid, number)
            time.sleep(0.05)
        out, err = process.communicate()
    assert (out, err) == ("ended\n", "")
    while any(map(is_alive, workers)):
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_waits_until_a_process_has_been_started(number):
    done = []

    def start():
        with interruptible(), sheltered():
            signal.raise_signal(number)
            done.append("started")

    with pytest.raises(Interrupted) as caught:
        start()
    assert (done, caught.value.exit_code) == (["started"], 128 + number)


def test_a_semaphore_of_which_the_tracker_was_not_told_gives_no_warning():
    program = (
        "import _multiprocessing\n"
        "from pipeline.execution.processes import spawning\n"
        "lock = spawning().Lock()\n"
        "_multiprocessing.sem_unlink(lock._semlock.name)\n"
        "lock._semlock = None\n"
        "import os; os._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_one_failure_does_not_wait_for_the_others():
    with pytest.raises(ValueError, match="three"):
        list(LocalExecutor(2).ordered_map(fail_at_three, range(8)))


@pytest.mark.parametrize("items", [[], ["only"]])
def test_a_single_item_starts_no_process(items):
    assert list(LocalExecutor(2).ordered_map(lambda _: os.getpid(), iter(items))) == [
        os.getpid() for _ in items
    ]


def test_the_process_of_a_device_may_start_others():
    made = LocalExecutor().spread(Doubling(), ["cpu", "cpu"], range(3), print, None)
    assert sorted(made) == [0, 2, 4]
