"""A person of the other sex: "The man sings" -> "The woman sings"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, exchange
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import HE_AND_SHE
from pipeline.negation.english.things import COUNTERPARTS
from pipeline.negation.kinds.alternative.idioms import is_of_what
from pipeline.negation.kinds.alternative.single import is_one_person
from pipeline.negation.kinds.checks.certain import is_certain
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

TITLES = frozenset(("mr.", "mrs.", "ms.", "sir", "lady", "lord", "dame"))
ATTITUDES = frozenset(
    "object oppose approve worry care love like hate miss trust respect admire fear help"
    " discuss talk speak consult".split()
)
# One may have both.
TWO_KIN = frozenset("son daughter brother sister father mother uncle aunt nephew niece".split())
TELLING_SEX = HE_AND_SHE | TITLES


def other_sex(scene: Scene) -> Iterator[list[Edit]]:
    """ "The man is singing" -> "The woman is singing", if nothing else reveals the sex."""
    if not scene.has(COUNTERPARTS) or scene.has(TELLING_SEX) or scene.has_given_name:
        return
    found = [t for t in scene.tokens if t.lower_ in COUNTERPARTS]
    if len(found) != 1 or found[0].dep_ == "compound" or is_named(found[0]):
        return
    # "Bring your sister", and your brother, too, perhaps
    if scene.head.tag_ == "VB" and scene.head.i == 0:
        return
    # "man-made"; "They had a son", and perhaps a daughter, too.
    place = found[0]
    hyphen = place.i + 1 < len(scene.doc) and place.nbor(1).text in ("-", "–")
    if hyphen or (place.dep_ == "dobj" and bare_form(place.head.text) == "have"):
        return
    # "the right of a wife to leave", and of a husband, perhaps
    # "the mother of invention"
    if is_of_what(place):
        return
    right = place.dep_ == "pobj" and bare_noun(place.head.head) in ("right", "duty")
    if right or _is_of_attitude(place, scene):
        return
    # "as tall as my sister", and as my brother, perhaps
    if place.head.lower_ in ("as", "than"):
        return
    # "a man and two women"
    if scene.has((inflected(COUNTERPARTS[place.lower_], "NNS"),)):
        return
    # "A man is singing", and a woman, perhaps; "every man", and every woman
    if not is_certain(place) or any(c.lower_ in ("all", "each", "every") for c in place.lefts):
        return
    if scene.asserts(place) and is_one_person(place, scene):
        yield exchange(found[0], COUNTERPARTS[found[0].lower_])


def _is_of_attitude(kin: Token, scene: Scene) -> bool:
    """ "I object to my son leaving", and to my daughter, perhaps."""
    owned = any(c.tag_ == "PRP$" for c in kin.lefts)
    return owned and kin.lower_ in TWO_KIN and bare_form(scene.head.text) in ATTITUDES
