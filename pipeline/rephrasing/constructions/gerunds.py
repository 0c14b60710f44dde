"""What is easy or hard: "It is easy to learn chess" and "Learning chess is easy"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.english.inflection import inflected
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.rephrasing.pieces.phrases import is_plain, opening, until_end, whole

if TYPE_CHECKING:
    from spacy.tokens import Token

QUALITIES = frozenset(
    "easy hard difficult simple important dangerous fun useful boring interesting expensive cheap"
    " pleasant exciting tiring rude stupid foolish tough risky illegal helpful safe".split()
)
DEGREES = frozenset("very so quite not really extremely rather n't n’t".split())
BE = frozenset("is was 's ’s".split())


def gerund_in_front(scene: Scene) -> Iterator[list[Edit]]:
    """ "It is easy to learn chess" -> "Learning chess is easy"."""
    doc = scene.doc
    if len(doc) < 6 or doc[0].lower_ != "it" or doc[1].lower_ not in BE or not is_plain(doc):
        return
    place = 2
    while place < len(doc) - 4 and doc[place].lower_ in DEGREES:
        place += 1
    quality, to = doc[place], doc[place + 1]
    if quality.lower_ not in QUALITIES or to.tag_ != "TO" or scene.is_question:
        return
    verb = doc[place + 2]
    if verb.tag_ != "VB" or verb.lower_ in ("be", "have", "get") or not _has_object(verb):
        return
    rest = until_end(doc, verb.i + 1)
    # "and it is useful", "if you try": a second clause stays where it is.
    if any(t.dep_ in ("conj", "advcl", "relcl") and t.tag_[0] == "V" for t in rest):
        return
    if any(t.text == "," for t in rest):
        return
    be = "is" if doc[1].lower_ in ("'s", "’s") else doc[1].lower_
    said = doc[2 : place + 1].text
    if said[:3] in ("n't", "n’t"):
        be, said = be + "n't", said[3:].strip()
    yield whole(doc, f"{opening(inflected(verb.lower_, 'VBG'))} {rest.text} {be} {said}")


def _has_object(verb: Token) -> bool:
    """Whether the verb has an object behind it; without one, "it" is what is learnt."""
    found = [c for c in verb.rights if c.dep_ == "dobj"]
    return len(found) == 1 and found[0].left_edge.i == verb.i + 1
