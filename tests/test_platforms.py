"""Nothing depends on the platform: text is UTF-8 with one kind of line end, Unix is not needed."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = [
    path
    for folder in ("osscse", "schemas", "pipeline", "trainer", "benchmarks", "tools")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
ENCODING = {"read_text": 0, "write_text": 1, "open": 2, "TextIOWrapper": 1}
"""Function -> place of its `encoding` among the positional arguments, for methods of `Path`."""


def text_calls(source):
    """(line, what is missing) of each call that reads or writes text with platform defaults."""
    if ENCODING.keys().isdisjoint(re.findall(r"\w+", source)):
        return  # parsing takes long
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
    # "ab" if there is more to come else "wb"
    arguments = [a.body if isinstance(a, ast.IfExp) else a for a in arguments]
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


def test_text_is_utf8_with_plain_line_ends_whatever_the_platform():
    found = {str(path): list(text_calls(path.read_text("utf-8"))) for path in FILES}
    assert {path: calls for path, calls in found.items() if calls} == {}
    assert len(found) > 300  # else the check has lost its object


UNIX = ("fcntl", "resource", "pwd", "grp", "termios")
WITHOUT_UNIX = f"""
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in {UNIX}:
            raise ImportError(name + " is not on this platform")

for name in {UNIX}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Absent())
"""


def without_unix(code, *arguments):
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_UNIX + code, *arguments],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("program", ["pipeline", "trainer"])
def test_the_command_line_works_without_the_modules_of_unix(program):
    done = without_unix(
        f"import runpy\nrunpy.run_module({program!r}, run_name='__main__')", "--help"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "[OPTIONS] COMMAND" in done.stdout


def test_every_module_can_be_imported_without_the_modules_of_unix():
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in FILES
        if path.relative_to(ROOT).parts[0] in ("osscse", "schemas", "pipeline", "trainer")
        and path.name != "__main__.py"
    ]
    done = without_unix("for name in sys.argv[1:]:\n __import__(name)", *modules)
    assert done.returncode == 0, done.stderr[-2000:]


def test_nothing_names_a_module_of_unix():
    imports = re.compile(rf"^\s*(import|from) ({'|'.join(UNIX)})\b", re.MULTILINE)
    product = [path for path in FILES if path.relative_to(ROOT).parts[0] != "benchmarks"]
    assert [path for path in product if imports.search(path.read_text("utf-8"))] == []


PRODUCT = [path for path in FILES if path.relative_to(ROOT).parts[0] not in ("benchmarks", "tools")]


def native_names(source):
    """Lines where a path below a folder becomes text with the separators of the platform."""
    tree = ast.parse(source)
    joined = set()  # what becomes a path again at once
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            joined.add(node.right)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Path":
            joined.update(node.args)
    for node in ast.walk(tree):
        text = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "str"
        if (text and node not in joined) or isinstance(node, ast.FormattedValue):
            for part in node.args if text else [node.value]:
                if getattr(getattr(part, "func", None), "attr", "") == "relative_to":
                    yield node.lineno


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("name = str(path.relative_to(folder))", [1]),
        ("name = f'{path.relative_to(folder)}'", [1]),
        ("name = path.relative_to(folder).as_posix()", []),
        ("copy / str(path.relative_to(folder))", []),
        ("Path(str(path.relative_to(folder)))", []),
    ],
)
def test_the_check_sees_names_of_the_platform(source, lines):
    assert list(native_names(source)) == lines


def test_names_below_a_folder_have_slashes_whatever_the_platform():
    """Manifests and reports name files alike everywhere."""
    texts = {path: path.read_text("utf-8") for path in PRODUCT}
    named = {path: text for path, text in texts.items() if ".relative_to(" in text}
    found = {path: list(native_names(text)) for path, text in named.items()}
    assert {path: lines for path, lines in found.items() if lines} == {}
    assert named  # else the check has lost its object
