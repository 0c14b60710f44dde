"""Soon or late: "soon left the club" -> "only much later left the club"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, like, replace
from pipeline.negation.kinds.facts.limits import WEAK
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

SOON = frozenset("soon immediately promptly instantly swiftly".split())
SHORTLY = frozenset("shortly soon immediately".split())
AFTER = frozenset("after afterwards afterward thereafter before beforehand".split())
# "very soon", "as soon as", "almost immediately"
DEGREES = frozenset("very as so how too quite almost more not rather till until".split())
# "immediately following", "immediately south of", "soon enough", "immediately when"
BEHIND = frozenset(
    "as enough following preceding upon prior north south east west above below behind adjacent"
    " next outside inside beside to when and or if on".split()
)
# What goes on at once does so as a result of what came before.
MOST_BETWEEN = 3
RESULTS = frozenset("when if thus therefore so once upon because".split())
AT_ONCE = SOON | SHORTLY


def much_later(scene: Scene) -> Iterator[list[Edit]]:
    """ "She soon left" -> "She only much later left"; "shortly after the war" -> "long after"."""
    if not scene.has(AT_ONCE) or scene.has(RESULTS):
        return
    for token in scene.stated():
        if token.lower_ not in AT_ONCE or token.dep_ != "advmod" or _is_bound(token):
            continue
        behind = token.nbor(1)
        if behind.lower_ in AFTER:
            if token.lower_ in SHORTLY and not scene.has_digits and _is_whole(token):
                yield [replace(token, "long")]
        elif token.lower_ in SOON and _is_near(token) and not _is_hedged(token.head):
            # "Soon, she left": in front "only" would turn the clause.
            first = token.i == 0 or token.i < token.head.left_edge.i + 1
            new = "much later" if first or token.i > token.head.i else "only much later"
            yield [replace(token, like(token, new))]


def _is_bound(adverb: Token) -> bool:
    doc, i = adverb.doc, adverb.i
    if i + 2 >= len(doc) or any(True for _ in adverb.children):
        return True
    before = doc[i - 1].lower_ if i else ""
    return before in DEGREES or doc[i + 1].lower_ in BEHIND or doc[i + 1].text in ("-", "/")


def _is_near(adverb: Token) -> bool:
    """ "soon left", "was soon taken": what happens soon each time is another matter."""
    verb = adverb.head
    if abs(verb.i - adverb.i) > MOST_BETWEEN and adverb.i > 0:
        return False
    if verb.tag_ == "VBD":
        return True
    helped = any(c.dep_ == "auxpass" and c.tag_ == "VBD" for c in verb.children)
    return verb.tag_ == "VBN" and helped


def _is_hedged(verb: Token) -> bool:
    return any(c.lower_ in WEAK or c.dep_ in ("neg", "expl") for c in verb.children)


def _is_whole(adverb: Token) -> bool:
    """ "soon after the war", "soon afterwards"; not "Soon after he left", which lacks a comma."""
    after = adverb.nbor(1)
    if after.lower_ not in ("after", "before"):
        return True
    if any(True for _ in after.children):
        return True
    return after.nbor(1).is_punct
