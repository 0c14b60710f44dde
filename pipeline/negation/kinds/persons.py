"""A person of the other sex: "A man sings" -> "A woman sings", "He left" -> "She left"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, exchange, replace
from pipeline.negation.english.given_names import SEXES
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.things import COUNTERPARTS, PERSONS
from pipeline.negation.kinds.nouns import bare_noun, is_named
from pipeline.negation.kinds.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

MALE = {"he": "she", "him": "her", "his": "her", "himself": "herself"}
FEMALE = {"she": "he", "hers": "his", "herself": "himself"}
ITSELF = frozenset(("himself", "herself"))
PRONOUNS = frozenset((*MALE, *FEMALE, "her"))
CALLED_SHE = frozenset(
    "ship vessel boat yacht schooner brig frigate steamer cruiser destroyer barque".split()
)
MANY_SHIPS = frozenset(f"{ship}s" for ship in CALLED_SHE)
# "her maiden voyage", "the register of shipping"
OF_SHIPS_ALONE = CALLED_SHE | MANY_SHIPS | frozenset("maiden hull keel shipping".split())
ADDING = frozenset(("also", "another", "too", "well"))
TITLES = frozenset(("mr.", "mrs.", "ms.", "sir", "lady", "lord", "dame"))
# What is done to ships, which are "she" as well.
DONE_TO_SHIPS = frozenset(
    "rename launch commission decommission recommission build rebuild refit repair scrap sink tow"
    " strand wreck convert transfer lay arm equip purchase acquire charter sell lose classify"
    " assign reclassify complete order".split()
)
ABLE = frozenset(("can", "ca", "could", "may", "might", "able", "allowed"))
ANYBODY = frozenset("each every any person one male female whoever position".split())
KINSWOMEN = frozenset("mother sister daughter aunt niece grandmother".split())
ATTITUDES = frozenset(
    "object oppose approve worry care love like hate miss trust respect admire fear help"
    " discuss talk speak consult".split()
)
# One may have both.
TWO_KIN = frozenset("son daughter brother sister father mother uncle aunt nephew niece".split())
KIN = KINSWOMEN | frozenset("father brother son uncle nephew grandfather".split())
OF_SHIPS = (
    CALLED_SHE
    | MANY_SHIPS
    | frozenset("hull deck keel cargo aboard sailed sail crew guns shipping".split())
)
# These words reveal the person's sex.
TELLING = frozenset(
    "wife husband girlfriend boyfriend fiancee fiance beard pregnant pregnancy gay lesbian bishop"
    " priest pope nun monk men women governess widow widower waitress hostess heiress ballerina"
    " midwife bride groom duchess countess baroness empress goddess mistress chairwoman"
    " businesswoman spokeswoman grandson granddaughter stepson stepdaughter stepfather stepmother"
    " godfather godmother godson goddaughter foundress".split()
) | frozenset(COUNTERPARTS)
# After these, a name is a place or a time: "In Rome, he".
OF_PLACE = frozenset("in at on from to near during after before since until".split())


def other_sex(scene: Scene) -> Iterator[list[Edit]]:
    """ "A man is singing" -> "A woman is singing", if nothing else in the text reveals the sex."""
    if not scene.has(COUNTERPARTS) or scene.has(PRONOUNS | TITLES) or scene.has_given_name:
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
    right = place.dep_ == "pobj" and bare_noun(place.head.head) in ("right", "duty")
    if right or _is_of_attitude(place, scene):
        return
    # "a man and two women"
    if scene.has((inflected(COUNTERPARTS[place.lower_], "NNS"),)):
        return
    if scene.asserts(place):
        yield exchange(found[0], COUNTERPARTS[found[0].lower_])


def _is_of_attitude(kin: Token, scene: Scene) -> bool:
    """ "I object to my son leaving", and to my daughter, perhaps."""
    owned = any(c.tag_ == "PRP$" for c in kin.lefts)
    return owned and kin.lower_ in TWO_KIN and bare_form(scene.head.text) in ATTITUDES


def other_pronoun(scene: Scene) -> Iterator[list[Edit]]:
    """ "He sold his boat" -> "She sold her boat", if only one person can be meant.

    "He does not sing", "He may sing" and "He sings, too" may hold of two persons.
    """
    clause = scene.clause
    if clause is None or clause.subject is None or scene.is_question:
        return
    if not scene.has(PRONOUNS) or scene.is_denied:
        return
    if (scene.has(ABLE) and _is_of_ability(scene)) or _adds(scene):
        return
    # "a rival of Berg himself"
    if any(t.lower_ in ITSELF and t.nbor(-1).tag_ == "NNP" for t in scene.tokens[1:]):
        return
    # "HE shells": an abbreviation
    if any(t.text.isupper() and t.lower_ in PRONOUNS for t in scene.tokens):
        return
    subject = clause.subject
    owner = next((c for c in subject.lefts if c.tag_ == "PRP$"), None)
    subject = subject if owner is None else owner
    pairs = {"he": MALE, "she": FEMALE, "his": MALE, "her": FEMALE}.get(subject.lower_)
    # "She was a whaling ship"
    done = any(c.dep_ == "auxpass" for c in clause.verb.children)
    ship = scene.has(OF_SHIPS_ALONE) or (done and bare_form(clause.verb.text) in DONE_TO_SHIPS)
    if subject.lower_ in ("she", "her") and ship:
        return
    if scene.has(TITLES) or _tells_sex(scene):
        return
    if pairs is None:
        yield from _of_nobody_named(scene)
        return
    if subject.i > clause.verb.i:
        return
    # "Lena said that he": another person may be meant.
    if subject.i in scene.enclosed or any(_may_name(t) for t in scene.tokens[: subject.i]):
        return
    persons = [t for t in scene.tokens if t.lower_ in PRONOUNS]
    # "His book praised Berg, who left his town": the second one may be Berg's.
    if owner is not None and any(_may_name(t) for t in scene.tokens[: persons[-1].i]):
        return
    if owner is None and any(_is_another(t, scene) for t in persons):
        return
    turned = [(t, _counterpart(t, pairs)) for t in persons]
    edits = [replace(token, new) for token, new in turned if new is not None]
    if len(edits) == len(turned):
        yield edits


def _adds(scene: Scene) -> bool:
    """ "He also sings", "He sings, too", "He sings as well", "He wrote another song"."""
    if not scene.has(ADDING):
        return False
    verbs = {scene.head.i, *(c.i for c in scene.head.rights if c.dep_ == "conj")}
    for place, word in enumerate(scene.lowers):
        above = scene.tokens[place].head
        if word == "also" and (above.i in verbs or place == 0):
            return True
        # "saw a cat in another house" adds nothing to what he did.
        if word == "another" and above.head.i in verbs:
            return True
        after = scene.lowers[place + 1 : place + 2]
        if word == "too" and not (after and above.i > place):
            return True
        # "the organ as well as the flute" lists two things.
        if word == "well" and scene.lowers[max(place - 1, 0)] == "as" and after != ("as",):
            return True
    return False


def _is_another(pronoun: Token, scene: Scene) -> bool:
    """ "He knew Ada Berg's father and sang with him": the object is somebody who was named."""
    if pronoun.lower_ not in ("him", "her") or pronoun.tag_ == "PRP$":
        return False
    verb = pronoun.head if pronoun.dep_ != "pobj" else pronoun.head.head
    # "He met Ada Berg and she liked him" has another subject there.
    verbs = () if scene.clause is None else (scene.clause.verb, *scene.clause.conjuncts)
    named = any(t.tag_ == "NNP" for t in scene.tokens[: pronoun.i])
    return named and any(verb.i == own.i for own in verbs)


def _is_of_ability(scene: Scene) -> bool:
    """ "He can swim", "She was able to": what somebody may or can do, and others, too."""
    head = scene.head
    return any(t.lower_ in ABLE for t in (head, *head.children))


def _tells_sex(scene: Scene) -> bool:
    """Whether a word says of which sex the person of the pronouns is.

    "her wife", "as a young man"; but "his mother" is somebody's of either sex.
    """
    if not scene.has(TELLING):
        return False
    return any(t.lower_ in TELLING and not _is_other_kin(t) for t in scene.tokens)


def _is_other_kin(kin: Token) -> bool:
    """ "his sister", "her father": of the other sex than who owns the word."""
    owner = next((c for c in kin.lefts if c.tag_ == "PRP$"), None)
    if owner is None or kin.lower_ not in KIN:
        return False
    return (owner.lower_ == "his") == (kin.lower_ in KINSWOMEN)


def _of_nobody_named(scene: Scene) -> Iterator[list[Edit]]:
    """ "The club closed in his time" -> "The club closed in her time": nobody else is meant.

    Where the sentence names nobody, its pronouns are about somebody named before it.
    """
    persons = [t for t in scene.tokens if t.lower_ in PRONOUNS]
    pairs = MALE if persons[0].lower_ in MALE else FEMALE
    if any(t.i in scene.enclosed for t in persons) or any(map(_may_name, scene.tokens)):
        return
    # "Ottokar's work": a name that the parser takes for a noun; "her hull"
    if any(t.text[0].isupper() and t.text != "I" and t.tag_[:2] != "NN" for t in scene.tokens[1:]):
        return
    if scene.tokens[0].tag_.startswith("NN") or (pairs is FEMALE and scene.has(OF_SHIPS)):
        return
    # "A player may hold his cards" means anybody; a caption shows one person.
    nouns = [t for t in scene.tokens if t.tag_ in ("NN", "NNS") and t.dep_ != "compound"]
    persons_named = sum(bare_noun(noun) in PERSONS for noun in nouns)
    if persons_named > scene.describes or scene.has(ANYBODY):
        return
    turned = [(t, _counterpart(t, pairs)) for t in persons]
    edits = [replace(token, new) for token, new in turned if new is not None]
    if len(edits) == len(turned):
        yield edits


def _may_name(token: Token) -> bool:
    """Whether a word before the subject may be a person's name."""
    if token.tag_ not in ("NNP", "NNPS"):
        return False
    place = token
    while place.head.i != place.i and place.dep_ in ("compound", "nummod", "conj", "appos"):
        place = place.head
    # "It occurred to Anna that": no place
    person = token.text in SEXES
    return person or place.dep_ != "pobj" or place.head.lower_ not in OF_PLACE


def _counterpart(pronoun: Token, pairs: dict[str, str]) -> str | None:
    if pronoun.lower_ in pairs:
        # "The book was his": "hers".
        stands = pronoun.lower_ == "his" and pronoun.tag_ != "PRP$"
        return "hers" if stands else pairs[pronoun.lower_]
    if pronoun.lower_ == "her" and pairs is FEMALE:
        # "gaining her PhD", where the parser may take "her" for an object
        following = pronoun.doc[pronoun.i + 1 : pronoun.i + 2]
        owns = pronoun.tag_ == "PRP$" or any(t.tag_.startswith(("NN", "JJ")) for t in following)
        return "his" if owns else "him"
    return None
