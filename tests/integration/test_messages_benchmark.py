"""`benchmarks/messages.py` finds what makes a message, and sees it made in other processes."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import messages
import reached

MODULE = """
class UserError(Exception):
    pass

_ADVICE = "Run the stage again."

def problems(problems, size):
    'Two problems: a size and rows.'
    if size > 9:
        problems.append(f"{size} is too large.")
    yield "there are no rows"
    yield f"{size} rows"

def check(size):
    if size > 5:
        return UserError(
            f"{size} is too large."
        )
    if size < 0:
        raise ValueError("below zero")
    return size

def _note(name: "a name of two words") -> str:
    return "a name of the program's own"

def warn(kind, rows):
    _warn(f"there are no {kind}")
    said = f"{rows} rows were left out."
    why = "no full sentence is"
    table.append("part of a table")
    tell(said if rows else _ADVICE, "one of two" if kind else f"{rows} or more")
    raise kind(f"{rows} are {'far too many' if rows > 9 else 'too few'}")

assert check(7).args == ("7 is too large.",)
"""


def test_errors_advice_and_alternatives_are_messages(tmp_path):
    (tmp_path / "module.py").write_text(MODULE)
    found = [place.removeprefix("module.py:") for place in messages.places(tmp_path).values()]
    assert found == [
        "10 f'{size} is too large.'",
        "11 'there are no rows'",
        "16 UserError(f'{size} is too large.')",
        "20 ValueError('below zero')",
        '24 "a name of the program\'s own"',
        "27 f'there are no {kind}'",
        "28 f'{rows} rows were left out.'",
        "31 _ADVICE",
        "31 'one of two'",
        "31 f'{rows} or more'",
        """32 kind(f"{rows} are {('far too many' if rows > 9 else 'too few')}")""",
        "32 'far too many'",
    ]


def test_a_message_is_noted_where_it_is_made_in_another_process(tmp_path):
    module = tmp_path / "schemas" / "__init__.py"
    module.parent.mkdir()
    module.write_text(MODULE)
    shutil.copy(reached.__file__, tmp_path / "sitecustomize.py")
    log = tmp_path / "made"
    log.mkdir()
    subprocess.run(
        [sys.executable, "-c", "import schemas"], cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), reached.LOG: str(log)}, check=True,
    )  # fmt: skip
    (site,) = [node for node in reached.sites(ast.parse(MODULE)) if node.lineno == 16]
    assert [file.name for file in log.iterdir()] == [reached.mark(module, site)]


def test_runs_over_parts_of_the_tests_add_up(tmp_path):
    kept = tmp_path / "made"
    assert messages.made(["--version"], kept) == set()
    (kept / "earlier").touch()
    assert messages.made(["--version"], kept) == {"earlier"}


def test_the_name_that_records_is_that_of_nothing_in_the_programs():
    name = reached._message_was_made_at.__name__
    root = Path(__file__).parents[2]
    sources = [path for program in reached.PROGRAMS for path in (root / program).rglob("*.py")]
    assert [path for path in sources if name in path.read_text("utf-8")] == []
    assert len(sources) > 250  # else the check has lost its object
