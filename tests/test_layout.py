"""Rules of the code: which package may import which, where things are, how long they may be.

A package imports only packages that come after it in its list. Imports inside functions and those
for type checkers count too.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ORDER = {
    "pipeline": (
        "__main__",
        "cli",
        "commands",
        "repair",
        "stages",
        "inspection",
        "translation",
        "acceptance",
        "rephrasing",
        "negation",
        "sources",
        "execution",
        "storage",
    ),
    "trainer": (
        "__main__",
        "cli",
        "commands",
        "sweeps",
        "training",
        "evaluation",
        "runs",
        "recipes",
        "objective",
        "data",
        "encoders",
        "settings",
        "runtime",
        "losses",
    ),
}
"""Package -> its parts from top to bottom; `schemas` lies below all."""
APART = {
    "pipeline.acceptance": ("grammar", "meaning"),
    "pipeline.negation.kinds": (
        "alternative",
        "antonym",
        "comparison",
        "direction",
        "lexical",
        "modality",
        "quantity",
        "roles",
        "scope",
    ),
    "pipeline.rephrasing": ("constructions", "denial", "forms", "synonyms"),
}
"""Folder -> folders in it that import nothing of each other: all of one rank, in `INNER` on top."""
INNER = {
    "pipeline.acceptance": ("measures", *APART["pipeline.acceptance"], "text"),
    "pipeline.negation": ("kinds", "rules", "reading", "english"),
    "pipeline.negation.kinds": (*APART["pipeline.negation.kinds"], "checks", "facts"),
    "pipeline.rephrasing": (*APART["pipeline.rephrasing"], "pieces"),
    "pipeline.translation": ("published", "engines"),
    "pipeline.translation.engines": ("marian",),
    "trainer.evaluation": ("report", "diagnosis", "scores", "data"),
    "trainer.objective": ("negatives", "terms"),
}
"""Folder -> the folders in it, from top to bottom; modules beside them may be anywhere."""
REACH = {
    "pipeline": {"schemas"},
    "trainer": {"schemas"},
    "schemas": set[str](),
    "osscse": {"pipeline", "trainer", "schemas"},
}
"""What a package may import of the others."""
ENTRIES = {
    "pipeline": {"__init__", "__main__", "cli"},
    "trainer": {"__init__", "__main__", "cli", "losses"},
}
"""Modules outside the folders: the entry points, and what the contract names."""
OWN_WORDS = {"inspect", "select"}
"""A command, and what is done with rows; a reader takes neither for the module of that name."""
MAX_FILE, MAX_FUNCTION = 349, 60


def modules(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


PRODUCT = modules(*REACH)
TESTS = modules("tests")
EVERYTHING = [*PRODUCT, *TESTS, *modules("benchmarks", "tools")]


def statements(path: Path) -> Iterator[ast.AST]:
    """Every statement of a file, and the handlers and cases that hold some; no expressions."""
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        yield node
        for block in ("body", "handlers", "cases", "orelse", "finalbody"):
            waiting += getattr(node, block, ())


@dataclass
class Contents:
    """What a file imports, as full names of modules or of the names in them; its functions."""

    run: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    """Imported for type checkers alone."""
    functions: list[str] = field(default_factory=list)
    long: list[str] = field(default_factory=list)


@cache
def contents(path: Path) -> Contents:
    found, typed = Contents(), set[ast.stmt]()
    for node in statements(path):
        names = found.typed if node in typed else found.run
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            typed.update(node.body)
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.FunctionDef):
            found.functions.append(node.name)
            if (lines := length(node)) > MAX_FUNCTION:
                found.long.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {lines}")
    return found


def dotted(path: Path) -> str:
    """The name by which a file is imported."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def nearest(files: Collection[str], name: str) -> str:
    """The module that has a name, or that is it; "" for one of another project."""
    while name and name not in files:
        name = name.rpartition(".")[0]
    return name


@cache
def arrows() -> list[tuple[Path, list[str], list[str]]]:
    """A file, its parts, and the parts of what it imports of this project."""
    return [
        (path, list(path.relative_to(ROOT).with_suffix("").parts), name.split("."))
        for path in PRODUCT
        for name in contents(path).run + contents(path).typed
        if name.partition(".")[0] in REACH
    ]


def test_packages_reach_only_what_they_share():
    wrong = [
        f"{path.relative_to(ROOT)} imports {'.'.join(other)}"
        for path, own, other in arrows()
        if other[0] != own[0] and other[0] not in REACH[own[0]]
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("package", [*ORDER, *INNER])
def test_imports_run_in_one_direction(package):
    place = {name: i for i, name in enumerate((ORDER | INNER)[package])}
    folder = package.split(".")
    depth = len(folder)
    wrong = [
        f"{path.relative_to(ROOT)} imports {'.'.join(other)}, which stands above it"
        for path, own, other in arrows()
        if own[:depth] == other[:depth] == folder and len(other) > depth
        if place.get(other[depth], len(place)) < place.get(own[depth], -1)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("package", APART)
def test_folders_of_one_rank_import_nothing_of_each_other(package):
    folder = package.split(".")
    depth = len(folder)
    wrong = [
        f"{path.relative_to(ROOT)} imports {'.'.join(other)}"
        for path, own, other in arrows()
        if own[:depth] == other[:depth] == folder and len(other) > depth
        if own[depth] != other[depth] and {own[depth], other[depth]} <= {*APART[package]}
    ]
    assert not wrong, "\n".join(wrong)


def test_no_modules_import_each_other_in_a_circle():
    files = {dotted(path): path for path in PRODUCT}
    graph = {
        name: {nearest(files, imported) for imported in contents(path).run} - {""}
        for name, path in files.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" is imported by ".join(error.args[1]))


@pytest.mark.parametrize("package", ORDER)
def test_every_part_is_in_the_order(package):
    folders = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
    outside = {path.stem for path in (ROOT / package).glob("*.py")}
    assert outside == ENTRIES[package]
    assert folders | outside == {*ORDER[package], "__init__"}
    inner: dict[str, set[str]] = {}
    for path in (ROOT / package).glob("*/**/__init__.py"):
        above, _, name = dotted(path).rpartition(".")
        if above != package:
            inner.setdefault(above, set()).add(name)
    assert {name: {*found} for name, found in INNER.items() if name.startswith(package)} == inner


@pytest.mark.parametrize("package", ORDER)
def test_the_page_lists_the_parts_in_the_same_order(package):
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = page.partition(f"| `{package}/` | owns |")[2].partition("\n\n")[0]
    listed = re.findall(r"^\| `(\w+)(?:\.py)?` \|", rows, re.MULTILINE)
    assert listed == [name for name in ORDER[package] if name not in ("__main__", "cli")]


def test_what_tests_share_is_in_modules_without_tests():
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in EVERYTHING
        for name in contents(path).run
        if name.startswith("tests.") and ".test_" in name
    ]
    assert not wrong, "\n".join(wrong)


def test_tests_of_both_programs_are_in_one_folder():
    found = [
        str(path.relative_to(ROOT))
        for path in TESTS
        if path.stem.startswith("test_") and ROOT / "tests" / "integration" not in path.parents
        if {name.partition(".")[0] for name in contents(path).run} >= {*ORDER}
    ]
    assert found == []


def test_no_file_shadows_a_module_of_the_standard_library():
    names = sys.stdlib_module_names - {"__main__"}
    assert [str(path.relative_to(ROOT)) for path in EVERYTHING if path.stem in names] == []


def test_no_function_shadows_a_module_of_the_standard_library():
    names = {name for name in sys.stdlib_module_names if not name.startswith("_")} - OWN_WORDS
    found = [(str(path.relative_to(ROOT)), {*contents(path).functions}) for path in EVERYTHING]
    assert [(path, functions & names) for path, functions in found if functions & names] == []


def test_files_are_short():
    lengths = {path: path.read_text(encoding="utf-8").count("\n") for path in EVERYTHING}
    assert {str(p.relative_to(ROOT)): n for p, n in lengths.items() if n > MAX_FILE} == {}


def length(node: ast.FunctionDef) -> int:
    """Lines of a function; of a command those below its docstring: options and help are no code."""
    first, start = node.body[0], node.lineno - 1
    told = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    if told and "typer." in ast.unparse(node.args):
        start = first.end_lineno
    return node.end_lineno - start


def test_functions_fit_a_screen():
    long = [one for path in EVERYTHING for one in contents(path).long]
    assert not long, "\n".join(long)
