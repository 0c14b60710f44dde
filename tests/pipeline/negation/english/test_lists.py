"""The lists of words in the rules."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pipeline.negation


def lists() -> Iterator[tuple[str, list[str]]]:
    """The place and the words of each `"... ...".split()` in the rules."""
    folder = Path(pipeline.negation.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            words = node.func.value
            if node.func.attr == "split" and isinstance(words, ast.Constant):
                yield f"{path.name}:{node.lineno}", str(words.value).split()


def test_no_list_holds_a_word_twice():
    found = list(lists())
    assert len(found) > 100
    repeated = {place: [w for w, n in Counter(words).items() if n > 1] for place, words in found}
    assert {place: words for place, words in repeated.items() if words} == {}
