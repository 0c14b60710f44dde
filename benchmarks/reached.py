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
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, TypeGuard

PROGRAMS = ("osscse", "pipeline", "schemas", "trainer")
SHOWN = {"UserError", "WorkFailed"}
TELLERS = {"_warn", "announce", "echo", "Message", "optional", "print", "Problem", "tell"}
"""What prints a text, or takes it in order to print it later."""
LISTS = {"found", "told"}
"""Names of lists that take messages; others take parts of tables and SQL, too."""
LOG = "OSSCSE_MESSAGES_MADE"
"""Environment variable with the folder that gets a file for each place."""
_NOTED: set[tuple[str, str]] = set()
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SENTENCE_END = re.compile(r"\w['\"`)\]]*[.?:]['\"`)]*$")


def mark(path: Path | str, node: ast.expr) -> str:
    """The name of the file that records a message of a module."""
    # The text too: Python 3.11 gives several parts of an f-string the same place.
    place = f"{path}:{node.lineno}:{node.col_offset} {ast.unparse(node)}"
    return hashlib.sha256(place.encode()).hexdigest()[:16]


def sites(tree: ast.Module) -> Iterator[ast.expr]:
    """The expressions of a module that make a message.

    These are the errors that users see and whatever else is raised (its text often becomes part of
    such a message). Of the texts in functions, these are the ones of three words or more that are
    returned, yielded, printed or added to a list of problems, and full sentences anywhere: warnings
    and advice. A sentence that a module names is a message where a function uses the name. Each
    text that is the outcome of a condition counts, also inside another message.

    A dictionary of texts is not seen, nor a text that is made before it is known whether it is
    needed: such a text counts as made.
    """
    named = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and _is_text(node.value) and _is_full(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return _messages(tree, named)


def _messages(
    node: ast.AST, named: set[str], *, inside: bool = False, asked: bool = False
) -> Iterator[ast.expr]:
    """The messages at a node and below it.

    Args:
        node: where to look.
        named: the sentences that the module names.
        inside: whether the node is in a function.
        asked: whether a text is a message here even if it is no full sentence.
    """
    if message := _message_at(node, named, inside=inside, asked=asked):
        yield message
        yield from _alternatives(message)
        return
    inside = (inside and not isinstance(node, ast.ClassDef)) or isinstance(node, _FUNCTIONS)
    for child in ast.iter_child_nodes(node):
        if not _is_silent(node, child):
            yield from _messages(child, named, inside=inside, asked=_asks(node, child, asked))


def _message_at(node: ast.AST, named: set[str], *, inside: bool, asked: bool) -> ast.expr | None:
    match node:
        case ast.Raise(exc=ast.Call() as message):
            return message
        case ast.Call(func=ast.Attribute(ast.Name("problems"), "append"), args=[message]):
            return message
        case ast.expr() if _is_error(node) or (inside and _is_said(node, named, asked)):
            return node
    return None


def _is_error(node: ast.AST) -> bool:
    name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    return name in SHOWN or name.endswith("Error")


def _is_said(node: ast.AST, named: set[str], asked: bool) -> bool:
    if isinstance(node, ast.Name):
        return node.id in named and isinstance(node.ctx, ast.Load)
    return _is_text(node) and (asked or _is_full(node))


def _is_silent(node: ast.AST, child: ast.AST) -> bool:
    """Whether a part of a node makes no message, such as a docstring, a type or a default."""
    return (
        (isinstance(node, ast.Expr) and isinstance(child, ast.Constant))
        or (isinstance(node, _FUNCTIONS) and child not in _body(node))
        or (isinstance(node, ast.AnnAssign) and child is node.annotation)
        or (isinstance(node, ast.keyword) and node.arg == "help")
        or (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant))
        or (isinstance(node, ast.FormattedValue) and child is node.format_spec)
        or isinstance(child, ast.pattern)
    )


def _body(node: ast.AST) -> list[ast.AST]:
    body = getattr(node, "body", [])
    return body if isinstance(body, list) else [body]


def _asks(node: ast.AST, child: ast.AST, asked: bool) -> bool:
    """Whether a text right below a node is a message even if it is no full sentence."""
    if isinstance(node, ast.Call):
        function = node.func
        if isinstance(function, ast.Name):
            return function.id in TELLERS
        owner = function.value if isinstance(function, ast.Attribute) else None
        return isinstance(function, ast.Attribute) and (
            function.attr in TELLERS
            or (function.attr == "append" and isinstance(owner, ast.Name) and owner.id in LISTS)
        )
    if isinstance(node, ast.IfExp):
        return asked and child is not node.test
    through = (ast.BinOp, ast.BoolOp, ast.List, ast.ListComp, ast.Starred)
    return isinstance(node, ast.Return | ast.Yield) or (asked and isinstance(node, through))


def _alternatives(message: ast.expr) -> Iterator[ast.expr]:
    """The texts inside a message that are the outcome of a condition."""
    for node in ast.walk(message):
        if isinstance(node, ast.IfExp):
            yield from filter(_is_text, (node.body, node.orelse))


def _is_text(node: ast.AST) -> TypeGuard[ast.Constant | ast.JoinedStr]:
    """Whether an expression is a text of three words or more, in which a value is one."""
    return isinstance(node, ast.JoinedStr | ast.Constant) and len(_text(node).split()) > 2


def _is_full(node: ast.AST) -> bool:
    """Whether a text ends like a sentence."""
    return bool(_SENTENCE_END.search(_text(node).strip()))


def _text(node: ast.AST) -> str:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(
        part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "0"
        for part in parts
    )


class _Wrapped(ast.NodeTransformer):
    """Wraps the messages of one module."""

    def __init__(self, tree: ast.Module, path: str) -> None:
        self.path = path
        self.found = {id(node) for node in sites(tree)}

    def visit(self, node: ast.AST) -> Any:
        """Wrap one expression if it is a message, and what is inside it in any case."""
        if id(node) not in self.found or not isinstance(node, ast.expr):
            return self.generic_visit(node)
        noted = ast.Constant(mark(self.path, node))
        made: Any = self.generic_visit(node)
        call = ast.Call(ast.Name(_message_was_made_at.__name__, ast.Load()), [noted, made], [])
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


def _message_was_made_at(noted: str, made: Any) -> Any:
    """Record the mark of a message, and return the message.

    It becomes a builtin, so nothing in the programs may have the same name.
    """
    log = os.environ.get(LOG)
    if log and (log, noted) not in _NOTED:
        # An empty file, since a test may leave no room for another.
        with suppress(OSError):
            os.close(os.open(f"{log}/{noted}", os.O_CREAT | os.O_WRONLY))
            _NOTED.add((log, noted))
    return made


if __name__ == "sitecustomize":
    setattr(builtins, _message_was_made_at.__name__, _message_was_made_at)
    sys.meta_path.insert(0, _Finder())
