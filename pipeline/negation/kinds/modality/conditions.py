"""Another condition: "opens unless it rains" -> "opens even if it rains"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, replace
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

CONDITIONS = frozenset(("unless", "if"))
# With these it is not one plain condition: "even if", "not unless", "if not", "if and only if".
UNPLAIN = frozenset("even not n't n’t never no nobody nothing otherwise else then except".split())
# "unless they sing, in which case", "for ten years, unless they leave sooner"
GOING_ON = frozenset(("case", "sooner", "earlier", "before", "impossible", ";"))


def other_condition(scene: Scene) -> Iterator[list[Edit]]:
    """ "opens unless it rains" -> "even if it rains"; "opens only if" -> "opens unless".

    "if" alone stays: what happens if it rains may happen if it does not, too.
    """
    if scene.clause is None or scene.is_question or scene.is_denied or scene.has(UNPLAIN):
        return
    marks = [t for t in scene.tokens if t.lower_ in CONDITIONS]
    if len(marks) != 1 or not _is_behind(marks[0], scene.head):
        return
    mark, ahead = marks[0], marks[0].nbor(-1)
    if mark.lower_ == "unless" and "only" not in scene.words and not scene.has(GOING_ON):
        yield [replace(mark, "even if")]
    elif mark.lower_ == "if" and ahead.lower_ == "only":
        yield [Edit(ahead.idx, end_of(mark), "unless")]


def _is_behind(mark: Token, verb: Token) -> bool:
    """Whether a mark opens a condition of a verb, behind it."""
    condition = mark.head
    own = mark.dep_ == "mark" and condition.dep_ == "advcl" and condition.head.i == verb.i
    # "unless in summer", "unless extended": too little is said of it.
    whole = any(c.dep_ in SUBJECT for c in condition.lefts)
    behind = mark.doc[mark.i + 1 : mark.i + 2]
    whole = whole and not any(t.tag_ in ("IN", "WRB") for t in behind)
    return own and whole and mark.i > verb.i + 1
