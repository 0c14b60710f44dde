"""Whether a noun with a date tells of what happened once: "his death in 1964"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.kinds.facts.dated import preposition_of
from pipeline.negation.kinds.facts.limits import SUBJECT

if TYPE_CHECKING:
    from spacy.tokens import Token

HAPPENINGS = frozenset(
    "death birth foundation founding opening completion establishment closure closing retirement"
    " resignation release publication introduction inception creation dissolution demolition"
    " abolition destruction construction launch independence formation incorporation arrival"
    " departure debut premiere marriage wedding divorce graduation ordination coronation abdication"
    " assassination murder execution discovery invention restoration annexation unification"
    " collapse overthrow abduction baptism burial funeral inauguration breakup break-up"
    " privatisation privatization nationalisation nationalization decolonisation decolonization"
    " separation secession accession succession appointment dismissal deposition expulsion"
    " conversion electrification liberation conquest capture sinking withdrawal repeal ratification"
    " unveiling purchase sale acquisition takeover merger reopening reconstruction rebuilding"
    " renovation discontinuation disbandment disappearance exile arrest imprisonment conviction"
    " canonisation canonization beatification consecration enthronement invasion occupation"
    " secularisation secularization fall demise suicide lynching outlawing".split()
)
ALONE = frozenset(("independence",))
RECALLING = frozenset("anniversary centenary bicentenary jubilee commemoration".split())
GOVERNING = frozenset("after before since until till upon on following from at with by".split())


def dates_happening(date: Token) -> bool:
    """Whether a date belongs to a noun for what happened once, to somebody or something certain.

    "until his death in 1964", "since the introduction of the tax in 1964", "after independence in
    1964"; not "deaths in 1964", "after a death in 1964".

    Args:
        date: a year, a month or a day.
    """
    place = preposition_of(date)
    if place is None or place.lower_ not in ("in", "on") or place.i == 0:
        return False
    noun = _happening(place)
    if noun is None:
        return False
    owned = any(c.dep_ == "poss" for c in noun.lefts)
    of = any(c.lower_ == "of" and c.i == noun.i + 1 for c in noun.rights)
    if not (owned or (noun.left_edge.lower_ == "the" and of) or noun.lower_ in ALONE):
        return False
    # "the anniversary of her birth in 1964" was in 1964, not the birth.
    if any(t.lower_ in RECALLING for t in noun.ancestors):
        return False
    above = noun.head
    if noun.dep_ in SUBJECT:
        return above.tag_ in ("VBD", "VBN")
    return noun.dep_ == "pobj" and (above.lower_ in GOVERNING or above.dep_ == "prep")


def _happening(place: Token) -> Token | None:
    """The noun before the preposition of a date: "death" in "the death of Berg in 1964"."""
    noun = place.head
    if noun.lower_ not in HAPPENINGS:
        # The parser may attach the date to the noun or the verb beside it.
        found = (
            t for t in reversed(place.doc[max(place.i - 6, 0) : place.i]) if _is_near(t, place)
        )
        noun = next(found, noun)
    return noun if noun.lower_ in HAPPENINGS and noun.tag_ == "NN" else None


def _is_near(noun: Token, place: Token) -> bool:
    """Whether a noun's phrase ends where the date begins."""
    if noun.lower_ not in HAPPENINGS:
        return False
    last = max((t.i for t in noun.subtree if t.i < place.i), default=noun.i)
    return last == place.i - 1
