"""Nothing hangs on the platform: text is UTF-8 with one kind of line end."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = [
    path
    for folder in ("schemas", "pipeline", "trainer", "benchmarks", "tools")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
ENCODING = {"read_text": 0, "write_text": 1, "open": 2, "TextIOWrapper": 1}
"""Function -> place of its `encoding` among the positional arguments, for methods of `Path`."""


def text_calls(source):
    """(line, what is missing) of each call that reads or writes text as the platform likes it."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name not in ENCODING or _is_not_text(node, name):
            continue
        given = {keyword.arg for keyword in node.keywords}
        if "encoding" not in given and len(node.args) <= ENCODING[name]:
            yield node.lineno, "encoding"
        if _writes(node, name) and "newline" not in given:
            yield node.lineno, "newline"


def _is_not_text(node, name):
    if name == "write_text":  # that of schemas.files sees to both
        return isinstance(node.func, ast.Name)
    if name == "open":  # of a path, a file or a picture; in text mode where no "b" is given
        owner = getattr(node.func, "value", None)
        return "b" in _mode(node) or (isinstance(owner, ast.Name) and owner.id == "os")
    return False


def _mode(node):
    arguments = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "mode")]
    return next((a.value for a in arguments if isinstance(a, ast.Constant)), "r")


def _writes(node, name):
    return name == "write_text" or (name == "open" and set("wax+") & set(_mode(node)))


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("path.read_text()", ["encoding"]),
        ("path.write_text(text)", ["encoding", "newline"]),
        ("path.write_text(text, 'utf-8')", ["newline"]),
        ("path.open()", ["encoding"]),
        ("path.open('w', encoding='utf-8')", ["newline"]),
        ("path.open('rb')", []),
        ("os.open(path, 0)", []),
        ("path.open('a', encoding='utf-8', newline='')", []),
        ("write_text(path, text)", []),
        ("path.read_text('utf-8')", []),
    ],
)
def test_the_check_sees_what_is_missing(source, missing):
    assert [what for _, what in text_calls(source)] == missing


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_text_is_utf8_with_plain_line_ends_whatever_the_platform(path):
    assert list(text_calls(path.read_text("utf-8"))) == []
