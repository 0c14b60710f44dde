"""Records which error messages of the programs are made, in every process that Python starts.

`messages.py` puts a copy of this file, named `sitecustomize.py`, in front of all other modules, so
that each interpreter runs it before anything else. It compiles the programs with every message
wrapped in a call that records its place.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType
from typing import Any

PROGRAMS = ("osscse", "pipeline", "schemas", "trainer")
SHOWN = {"UserError", "WorkFailed"}
LOG = "OSSCSE_MESSAGES_MADE"
"""Environment variable with the folder that gets a file for each place."""


def mark(place: str) -> str:
    """The name of the file for a place: `PATH:LINE:COLUMN` of a message."""
    return hashlib.sha256(place.encode()).hexdigest()[:16]


def sites(tree: ast.Module) -> Iterator[ast.expr]:
    """The expressions of a module that make an error message.

    These are the errors that users see, whatever else is raised (its text often becomes part of
    such a message), and the sentences that are returned, yielded or added to a list of problems.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SHOWN:
            yield node
        elif isinstance(node, ast.Raise) and isinstance(raised := node.exc, ast.Call):
            if not (isinstance(raised.func, ast.Name) and raised.func.id in SHOWN):
                yield raised
        elif isinstance(node, ast.Return | ast.Yield):
            if node.value is not None and _is_sentence(node.value):
                yield node.value
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and (node.func.value.id, node.func.attr) == ("problems", "append")
        ):
            yield node.args[0]


def _is_sentence(node: ast.expr) -> bool:
    """Whether an expression is a text of three words or more, in which a value is one."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    text = "".join(str(part.value) if isinstance(part, ast.Constant) else "0" for part in parts)
    return isinstance(node, ast.JoinedStr | ast.Constant) and len(text.split()) > 2


class _Wrapped(ast.NodeTransformer):
    """Wraps the messages of one module."""

    def __init__(self, tree: ast.Module, path: str) -> None:
        self.path = path
        self.found = {id(node) for node in sites(tree)}

    def visit(self, node: ast.AST) -> Any:
        """Wrap one expression if it is a message, and what is inside it in any case."""
        wanted = id(node) in self.found
        node = self.generic_visit(node)
        if not wanted or not isinstance(node, ast.expr):
            return node
        place = ast.Constant(f"{self.path}:{node.lineno}:{node.col_offset}")
        call = ast.Call(ast.Name(_message_was_made_at.__name__, ast.Load()), [place, node], [])
        return ast.copy_location(call, node)


class _Noting(SourceFileLoader):
    """Loads a module with its messages wrapped, never from bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        """The code of the module."""
        tree = ast.parse(self.get_data(self.path), self.path)
        wrapped = ast.fix_missing_locations(_Wrapped(tree, self.path).visit(tree))
        code: CodeType = compile(wrapped, self.path, "exec", dont_inherit=True)
        return code


class _Finder:
    """Finds the programs' modules, for `_Noting` to load."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The module if it is one of the programs'."""
        if name.partition(".")[0] not in PROGRAMS:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Noting(spec.loader.name, spec.loader.path)
        return spec


def _message_was_made_at(place: str, made: Any) -> Any:
    """Record a place, and return what was made there.

    A builtin: its name must be that of nothing in the programs.
    """
    if log := os.environ.get(LOG):
        # An empty file, since a test may leave no room for another.
        with suppress(OSError):
            os.close(os.open(f"{log}/{mark(place)}", os.O_CREAT | os.O_WRONLY))
    return made


if __name__ == "sitecustomize":
    setattr(builtins, _message_was_made_at.__name__, _message_was_made_at)
    sys.meta_path.insert(0, _Finder())
