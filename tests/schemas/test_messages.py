"""Messages fit the terminal, and are lines that a script can search anywhere else."""

import errno
import fcntl
import os
import pty
import struct
import sys
import termios
from contextlib import contextmanager

import pytest

from pipeline.commands.hints import warn_of_small_models
from schemas.errors import UserError, run_app
from schemas.messages import tell, wrapped
from schemas.progress import track

FAULT = (
    "tables/triples has shards that were cut short, so that nothing reads them:"
    " run `pipeline repair --artifacts 'my tables'`, which makes them again."
)


@contextmanager
def terminal(monkeypatch, columns):
    """A terminal in place of standard error, and the lines that it shows at the end."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    shown: list[str] = []
    monkeypatch.delenv("COLUMNS", raising=False)
    try:
        with os.fdopen(slave, "w", encoding="utf-8") as stream, monkeypatch.context() as patch:
            patch.setattr(sys, "stderr", stream)
            yield shown
        shown += read_all(master).decode().splitlines()
    finally:
        os.close(master)


def read_all(descriptor):
    read = b""
    try:
        while more := os.read(descriptor, 4096):
            read += more
    except OSError as error:  # Linux says so at the end of what was written
        if error.errno != errno.EIO:
            raise
    return read


def refuse(arguments):
    raise UserError(FAULT)


def test_an_error_wraps_at_the_width_of_the_terminal_and_leaves_its_command_whole(monkeypatch):
    with terminal(monkeypatch, 60) as shown, pytest.raises(SystemExit):
        run_app(refuse, [])
    assert shown == [
        "Error: tables/triples has shards that were cut short, so",
        "that nothing reads them: run",
        "`pipeline repair --artifacts 'my tables'`, which makes them",
        "again.",
    ]


def test_a_warning_wraps_too(monkeypatch):
    with terminal(monkeypatch, 80) as shown:
        warn_of_small_models(["demo"])
    assert shown == [
        "WARNING: the models of --models demo are tiny, and most of their paraphrases are",
        "wrong. For better ones: pip install 'osscse[demo]', then --models firefox:pt.",
    ]


def test_a_message_above_a_bar_keeps_its_command_whole(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    with terminal(monkeypatch, 60) as shown, track("fit", 2) as progress:
        progress.message(FAULT)
    assert [line for line in shown if line.endswith(" which makes them")] == [
        "`pipeline repair --artifacts 'my tables'`, which makes them"
    ]


def test_the_width_that_the_user_asks_for_counts(monkeypatch):
    with terminal(monkeypatch, 60) as shown:
        monkeypatch.setenv("COLUMNS", "200")
        tell(FAULT)
    assert shown == [FAULT]


def test_an_error_in_a_pipe_is_one_line(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "40")
    with pytest.raises(SystemExit):
        run_app(refuse, [])
    assert capsys.readouterr().err == f"Error: {FAULT}\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("short  enough", "short  enough"),
        ("a path: /tables/sentences/1.parquet", "a path:\n/tables/sentences/1.parquet"),
        ("Differ:\n  seed: 1 -> 2, rate: 3 -> 4", "Differ:\n  seed: 1 -> 2,\n  rate: 3 -> 4"),
        ("one ` alone does not hold", "one ` alone does\nnot hold"),
        ("run (`a b c d e f g h`)", "run\n(`a b c d e f g h`)"),
    ],
)
def test_lines_break_at_spaces_alone(text, shown):
    assert wrapped(text, 17) == shown
    assert wrapped(text, None) == text
