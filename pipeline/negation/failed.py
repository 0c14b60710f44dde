"""What is said about a rule that fails: a bug which only a few sentences show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import ParamSpec, TypeVar

from schemas.errors import OsscseError, WorkFailed, first_line

PROGRAM = Path(__file__).resolve().parents[1]
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


def rule_of(error: Exception) -> str | None:
    """The rule that `tried` noted in an error."""
    notes = getattr(error, "__notes__", ())
    rules = (note.removeprefix(_RULE) for note in notes if note.startswith(_RULE))
    return next(rules, None)


def place_of(error: Exception) -> str:
    """The file and the line of this program in which an error arose; spaCy may have raised it."""
    frames = [(Path(one.filename), one.lineno) for one in extract_tb(error.__traceback__)]
    own = [(path, line) for path, line in frames if path.is_relative_to(PROGRAM)]
    path, line = (own or frames)[-1]
    file = path.relative_to(PROGRAM.parent) if own else path
    return f"{file.as_posix()}, line {line}"


def _message(text: str, error: Exception) -> str:
    name = rule_of(error)
    rule = f"The rule {name}" if name else "A rule"
    return (
        f"{rule} failed at the sentence {text!r} ({type(error).__name__} in {place_of(error)}:"
        f" {first_line(error)}). This is a bug: please report it with the sentence. Finished shards"
        " are kept for a version that mends it. To go on without one, leave the sentence out of the"
        " input, and give --overwrite."
    )
