"""Likeness turned into its opposite: "Like its rivals, it has" -> "Unlike its rivals"."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.kinds.facts.scene import Scene

OTHER = {"like": "unlike", "unlike": "like"}
# "just like", "more like", "something like", "like that": likeness of another sort
BESIDE = frozenset(
    "just more much most something anything nothing exactly very rather too so quite less that"
    " this these those it him her them all".split()
)

# They tell the difference.
DIFFERING = frozenset("instead than rather whereas although though".split())
ALL_OTHERS = frozenset("other most many all".split())


def unlike(scene: Scene) -> Iterator[list[Edit]]:
    """ "Like the mill, the barn is old" -> "Unlike the mill, the barn is old"; and back.

    Also behind the subject, between commas.
    """
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.has(OTHER) or scene.is_question:
        return
    # "Unlike the mill, the barn is of wood instead of stone"
    if scene.has(DIFFERING):
        return
    subject, verb = clause.subject, clause.verb
    for token in scene.tokens:
        if token.lower_ not in OTHER or token.dep_ != "prep" or token.i in scene.enclosed:
            continue
        thing = next((c for c in token.children if c.dep_ == "pobj"), None)
        if thing is None or token.i + 1 >= len(scene.doc):
            continue
        if {token.nbor(1).lower_, token.nbor(-1).lower_ if token.i else ""} & BESIDE:
            continue
        # "Unlike the series, which was filmed in Odda": it tells the difference.
        again = token.i > 0 and scene.lowers[0] == "unlike"
        if again or any(c.dep_ == "relcl" for c in thing.children):
            continue
        # "people like him": a sort of people
        last = token.right_edge
        closes = last.i + 1 < len(scene.doc) and last.nbor(1).text == ","
        opens = token.i == 0 or token.nbor(-1).text == ","
        if not opens or not closes or token.i > verb.i or token.head.i not in (verb.i, subject.i):
            continue
        # "Some mills, like Odda, ...": an example
        compared = subject.i > token.i or any(c.lower_ in ALL_OTHERS for c in thing.lefts)
        if compared and "respectively" not in scene.words:
            yield [replace(token, OTHER[token.lower_])]
