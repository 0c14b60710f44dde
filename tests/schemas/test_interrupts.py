"""Signals while the program can raise nothing, and what is left of them afterwards."""

import contextlib
import importlib
import os
import signal
import subprocess
import sys
import time

import pytest

from schemas import interrupts
from schemas.interrupts import Interrupted, interruptible

pytestmark = pytest.mark.timeout(300)


def test_an_interruption_that_waits_for_an_import_is_raised_though_a_wake_is_lost(
    tmp_path, monkeypatch
):
    """As when the program begins to wait just after a signal came."""
    wake, lost = interrupts._wake_main, []
    monkeypatch.setattr(
        interrupts, "_wake_main", lambda: wake() if len(lost) == 3 else lost.append(1)
    )
    (tmp_path / "interrupted_import.py").write_text(
        "import signal\nsignal.raise_signal(signal.SIGINT)\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    handler = signal.getsignal(signal.SIGINT)

    def work():
        with interruptible():
            importlib.import_module("interrupted_import")
            time.sleep(100)

    try:
        with pytest.raises(Interrupted) as caught:
            work()
    finally:
        signal.signal(signal.SIGINT, handler)
    assert (len(lost), caught.value.exit_code) == (3, 130)


class Interrupting:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)


def test_an_interruption_that_python_must_swallow_comes_again(capsys):
    def work():
        with interruptible():
            Interrupting()
            time.sleep(100)

    with pytest.raises(Interrupted) as caught:
        work()
    assert caught.value.exit_code == 143
    assert capsys.readouterr().err == ""


def test_an_error_of_native_code_that_was_interrupted_is_the_interruption():
    """DuckDB answers a signal with an error of its own, which nobody needs to report."""
    handler = signal.getsignal(signal.SIGINT)

    def query():
        with contextlib.suppress(Interrupted):
            signal.raise_signal(signal.SIGINT)
        raise RuntimeError("Query interrupted")

    try:
        with pytest.raises(Interrupted) as caught, interruptible():
            query()
    finally:
        signal.signal(signal.SIGINT, handler)
    assert caught.value.exit_code == 130


def test_handlers_are_as_they_were_after_a_command_that_ended_by_itself():
    code = "import signal; from schemas.interrupts import interruptible\n"
    code += "before = signal.getsignal(signal.SIGINT)\n"
    code += "with interruptible(): pass\n"
    code += "assert signal.getsignal(signal.SIGINT) is before"
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ)
