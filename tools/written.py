"""The sentences of `tools/made/written` as triples; the README there describes them."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "made"


class Triple(NamedTuple):
    """A sentence, a paraphrase and a contradiction; their topic, and the rule that made them."""

    anchor: str
    paraphrase: str
    contradiction: str
    topic: str
    rule: str


def written(each: int) -> Iterator[tuple[int, Triple]]:
    """Triples of the written sentences, each with its number among those of the sentence.

    The first two use each paraphrase and contradiction once; the other two exchange the
    contradictions.

    Args:
        each: how many triples of a sentence, at most 4.
    """
    for file in sorted((FOLDER / "written").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            near, far = told["paraphrases"]
            one, other = told["contradictions"]
            pairs = [(near, one), (far, other), (near, other), (far, one)]
            for number, (same, against) in enumerate(pairs[:each]):
                made = Triple(told["anchor"], same, against, "written", f"{file.stem}.v1")
                if measured().isdisjoint(made):
                    yield number, made


@cache
def measured() -> set[str]:
    """The project's own sentences that measure encoders; none may be trained on."""
    benchmarks = FOLDER.parents[1] / "benchmarks"
    data = FOLDER.parents[1] / "trainer" / "evaluation" / "data"
    files = [*data.glob("*.jsonl"), benchmarks / "far.jsonl"]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    told = [told for line in lines for told in json.loads(line).values()]
    # The sentences that the README shows are constants in cosines.py.
    named = ast.walk(ast.parse((benchmarks / "cosines.py").read_text(encoding="utf-8")))
    told += [node.value for node in named if isinstance(node, ast.Constant)]
    texts = [text for one in told for text in (one if isinstance(one, list) else [one])]
    return {text for text in texts if isinstance(text, str)}
