"""Changes the other way: "rose" -> "fell", "won the match" -> "lost the match"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import ORDINALS, RANK, VERB_TAGS
from pipeline.negation.kinds.checks.changes import (
    AMOUNTS,
    EXTREMES,
    OTHER_WAY,
    goes_from_to,
    is_measured_again,
)
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# Objects that both "win" and "lose" take.
CONTESTS = frozenset(
    "match game race battle war election final case lawsuit trial seat vote bet contest fight"
    " argument championship title tournament round series appeal primary".split()
)
OVER = frozenset("over more above nearly almost at as only just".split())
# "won it for the fifth consecutive time", "on four occasions"
AGAIN = frozenset("time times consecutive successive straight occasions occasion again".split())
INTRANSITIVE = frozenset(("rise", "fall", "worsen", "slow", "contract"))


def other_trend(scene: Scene) -> Iterator[list[Edit]]:
    """ "Prices rose" -> "Prices fell", "won the match" -> "lost the match"."""
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.is_open or clause.conjuncts:
        return
    verb = clause.verb
    lemma = bare_form(verb.text)
    if (
        scene.adds
        or lemma not in OTHER_WAY
        or any(c.dep_ in ("prt", "xcomp", "ccomp") for c in verb.children)
    ):
        return
    # "fell to a new low"
    if scene.has(EXTREMES):
        return
    # "expanded, including two new wings"
    if "including" in scene.words:
        return
    if goes_from_to(verb) or is_measured_again(verb) or _is_measured_up(verb):
        return
    # "increased with the arrival of settlers"
    # "rose above 40": it was below.
    if any(c.lower_ in ("with", "following", "above", "below", "beyond") for c in verb.children):
        return
    objects = [c for c in verb.children if c.dep_ in ("dobj", "nsubjpass")]
    if lemma in ("win", "lose", "gain"):
        if not objects or objects[0].lower_ not in CONTESTS or scene.has(("award", "prize")):
            return
        # "won a seat", and lost another one
        if objects[0].left_edge.lower_ in ("a", "an", "another"):
            return
        # "lost the title to his brother": nobody wins it to him.
        if any(t.lower_ == "to" and t.i > verb.i for t in verb.subtree):
            return
        # "was won by a baker", "won the match by scoring late"
        if any(t.lower_ == "by" and t.i > verb.i for t in verb.subtree):
            return
        # "won the title by beating", "won one race", "won the title, which he held"
        parts = {c.dep_ for c in objects[0].children}
        # "won their sixth cup": nobody loses that.
        if any(c.lower_ in ORDINALS or RANK.fullmatch(c.lower_) for c in objects[0].lefts):
            return
        if (
            scene.has(AGAIN)
            or scene.has(("defeating", "beating", ":", "votes", "majority"))
            or parts
            & {
                "nummod",
                "relcl",
            }
        ):
            return
    else:
        about = objects[0] if objects and lemma not in INTRANSITIVE else clause.subject
        if bare_noun(about) not in AMOUNTS or (objects and lemma in INTRANSITIVE):
            return
    if clause.tag in VERB_TAGS:
        yield [replace(verb, inflected(OTHER_WAY[lemma], clause.tag))]


def _is_measured_up(verb: Token) -> bool:
    """ "grew to over 40", "grew more quickly than wages", "won their sixth game in a row"."""
    after = [t.lower_ for t in verb.doc[verb.i + 1 :]]
    up = any(a == "to" and b in OVER for a, b in pairwise(after))
    return up or "than" in after or "streak" in after or ("in" in after and "row" in after)
