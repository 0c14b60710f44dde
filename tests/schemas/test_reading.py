"""Files are opened in one way, which does not wait for a pipe that nobody writes to."""

import ast
import os
from pathlib import Path

import pytest

from schemas.files import sha256_file
from schemas.reading import as_file, opened

ROOT = Path(__file__).parents[2]
OPENING = {"ParquetFile", "ZipFile", "load_file", "memory_map", "read_schema", "safe_open"}
"""Functions of libraries that open their first argument."""
OPENING_OF = {"np.fromfile", "np.load", "np.memmap", "pq.read_metadata", "pq.read_table"}
NEED_NO_OPENING = {"BufferReader", "BytesIO", "as_file", "files", "opened"}
"""What gives bytes in memory, or a file that may be opened (`files`: of a package)."""
ALLOWED = {
    "schemas/reading.py": ["path.open('rb')"],  # in an object store
    "schemas/streams.py": ["Path(os.devnull).open(encoding='utf-8')"],
    # Files that a user names: a shell may give a pipe (`--note <(...)`).
    "pipeline/inspection/marks.py": ["path.read_text(encoding='utf-8')"],
    "pipeline/stages/refused.py": ["path.read_text(encoding='utf-8')"],
    "trainer/commands/release.py": ["note.read_text(encoding='utf-8')"],
}


def past_the_door(source):
    """Each call that opens a file for reading without `as_file` or `opened`."""
    tree = ast.parse(source)
    sound = {text for text, value in _named(tree) if _maker(value) in NEED_NO_OPENING}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        method = isinstance(node.func, ast.Attribute)
        if (name in ("read_text", "read_bytes") and method) or (name == "open" and _reads(node)):
            target = node.func.value if method else node.args[0]
        elif name in OPENING or ast.unparse(node.func) in OPENING_OF:
            target = node.args[0]
        else:
            continue
        if _maker(target) not in NEED_NO_OPENING and ast.unparse(target) not in sound:
            yield ast.unparse(node)


def _named(tree):
    """The text of what a value is assigned to, and the value."""
    for node in ast.walk(tree):
        if isinstance(node, ast.withitem) and node.optional_vars:
            yield ast.unparse(node.optional_vars), node.context_expr
        elif isinstance(node, ast.Assign):
            yield ast.unparse(node.targets[0]), node.value


def _maker(value):
    """The function that makes a value, or the first part of a path."""
    while isinstance(value, ast.BinOp):
        value = value.left
    if not isinstance(value, ast.Call):
        return ""
    return getattr(value.func, "attr", getattr(value.func, "id", ""))


def _reads(node):
    """Whether a call of `open` opens a file for reading; `os.open` names flags, not a mode."""
    method = isinstance(node.func, ast.Attribute)
    if method and ast.unparse(node.func.value) == "os":
        return False
    arguments = [*node.args[not method :][:1]]
    arguments += [one.value for one in node.keywords if one.arg == "mode"]
    if not arguments:
        return True
    mode = getattr(arguments[0], "value", None)
    return mode in ("r", "rt", "rb")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("path.read_text(encoding='utf-8')", True),
        ("(folder / 'a').read_bytes()", True),
        ("path.open('rb')", True),
        ("path.open(encoding='utf-8')", True),
        ("open(path)", True),
        ("open(path, 'rb')", True),
        ("pq.ParquetFile(path)", True),
        ("pq.read_table(path)", True),
        ("safe_open(path, framework='np')", True),
        ("np.load(path)", True),
        ("as_file(path).read_text(encoding='utf-8')", False),
        ("as_file(path).open('rb')", False),
        ("pq.ParquetFile(as_file(path))", False),
        ("with opened(path) as file: pq.ParquetFile(file)", False),
        ("file = pa.BufferReader(content); pq.ParquetFile(file)", False),
        ("np.load(BytesIO(content))", False),
        ("path.open('wb')", False),
        ("open(path, 'w')", False),
        ("os.open(path, os.O_RDONLY)", False),
        ("(resources.files('trainer') / 'a').read_text(encoding='utf-8')", False),
        ("read_table(path)", False),
    ],
)
def test_the_check_sees_what_opens_a_file(source, found):
    assert len(list(past_the_door(source))) == found


def test_every_reader_refuses_pipes():
    files = [
        path
        for folder in ("osscse", "schemas", "pipeline", "trainer")
        for path in sorted((ROOT / folder).rglob("*.py"))
    ]
    found = {
        str(path.relative_to(ROOT)): list(past_the_door(path.read_text("utf-8"))) for path in files
    }
    assert {name: calls for name, calls in found.items() if calls} == ALLOWED
    assert len(files) > 200  # else the check has lost its object


def test_a_pipe_or_a_device_is_refused_and_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(OSError, match=f"^{path} is a pipe or a device, not a file$"):
            as_file(path)
    with pytest.raises(OSError, match="pipe"), opened(pipe):
        pass
    with pytest.raises(OSError, match="pipe"):
        sha256_file(pipe)


def test_files_folders_and_what_is_missing_are_left_to_their_readers(tmp_path):
    file = tmp_path / "file"
    file.write_text("a", encoding="utf-8")
    for path in (file, tmp_path, tmp_path / "missing"):
        assert as_file(path) is path
    with opened(file) as readable:
        assert readable is file
