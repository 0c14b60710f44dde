"""What is said about a rule that fails: a bug which only a few sentences show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import ParamSpec, TypeVar

from schemas.errors import OsscseError, WorkFailed, first_line

Given = ParamSpec("Given")
Result = TypeVar("Result")

_RULE = "of the rule "


def tried(
    rule: str, work: Callable[Given, Result], *args: Given.args, **more: Given.kwargs
) -> Result:
    """Call `work`, and note in any error of it which rule it belongs to."""
    try:
        return work(*args, **more)
    except Exception as error:
        error.add_note(_RULE + rule)
        raise


@contextmanager
def naming(text: str) -> Iterator[None]:
    """Name the sentence, and the rule if `tried` noted it, in an error of the body.

    Raises:
        WorkFailed: the body raised something that is not meant for users; that is the cause.
    """
    try:
        yield
    except (OsscseError, MemoryError):
        raise
    except Exception as error:
        raise WorkFailed(_message(text, error)) from error


def _message(text: str, error: Exception) -> str:
    notes = getattr(error, "__notes__", ())
    rules = [note.removeprefix(_RULE) for note in notes if note.startswith(_RULE)]
    rule = f"The rule {rules[0]}" if rules else "A rule"
    last = extract_tb(error.__traceback__)[-1]
    return (
        f"{rule} failed at the sentence {text!r} ({type(error).__name__} in"
        f" {Path(last.filename).name}, line {last.lineno}: {first_line(error)}). This is a bug:"
        " please report it with the sentence, and leave that out of the input meanwhile. Finished"
        " shards are kept."
    )
