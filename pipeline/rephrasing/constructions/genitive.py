"""Possessives: "the city's mayor" and "the mayor of the city".

Only for nouns that take both forms with the same meaning: hardly anybody says "the horse of the
farmer" for "the farmer's horse", and in "the discovery of the lake" the lake owns nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.given_names import SEXES
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.rephrasing.pieces.phrases import SCOPE, inside, opening, phrase_of, word_after
from pipeline.rephrasing.pieces.words import OF_TIME

if TYPE_CHECKING:
    from spacy.tokens import Token

OWNED = frozenset(
    "capital population history economy climate coast border centre center mayor president king"
    " queen emperor governor government parliament army navy leader leaders founder founders"
    " director owner owners captain chairman manager editor headquarters language culture"
    " constitution flag currency wife husband son sons daughter daughters father mother brother"
    " brothers sister sisters parents children grandson granddaughter nephew niece uncle aunt"
    " cousin widow grandfather grandmother ancestors descendants successor predecessor death birth"
    " arrival origin origins size length height width weight depth surface shape structure walls"
    " roof entrance interior exterior foundations author authors lyrics title success failure"
    " popularity growth decline collapse beliefs ideas influence inhabitants residents citizens"
    " members rulers importance reputation opening".split()
)
"""Parts, qualities, relatives and officials."""
EPITHETS = frozenset("father mother".split())
"""Relatives that are meant figuratively where the owner is not a person: "the father of jazz"."""
NOT_OWNED = EPITHETS | frozenset("title center centre border opening".split())
"""Nouns that need "of" with names and places: the title of Caliph, the centre of Boston."""
KIN = frozenset(
    "wife husband son sons daughter daughters father mother brother brothers sister sisters parents"
    " children grandson granddaughter nephew niece uncle aunt cousin widow grandfather"
    " grandmother".split()
)
"""Relatives: with a single name only "Mary's mother", not "the mother of Mary"."""
OWNERS = frozenset(
    "king queen emperor president country nation city town village company club team band"
    " university school church family government island province region state empire kingdom"
    " organisation organization party group author".split()
)
"""Nouns besides names that sound natural with "'s"."""
# Phrases after these also fit when the owner's name precedes the noun.
AFTER = frozenset("in on at during after before".split())
# "the last king of France" is France's last king; "my king of France" is not.
IN_FRONT = frozenset("amod compound nummod det".split())
LONGEST, LONGEST_NAME = 5, 2


def of_owner(scene: Scene) -> Iterator[list[Edit]]:
    """ "the city's mayor" -> "the mayor of the city"."""
    for mark in scene.doc[1:-1]:
        if mark.tag_ != "POS" or mark.dep_ != "case" or mark.i in scene.enclosed:
            continue
        owner, owned = mark.head, mark.head.head
        if owner.dep_ != "poss" or not _can_be_owned(owned) or not _owns(owner, mark):
            continue
        if owner.left_edge == owner and _is_of_nobody(owner, owned):
            continue
        between = scene.doc[mark.i + 1 : owned.i]
        # "its largest city" is the largest in it, and not of it.
        if any(t.tag_ in ("JJS", "RBS", "CC", ",", "POS") or t.lower_ in SCOPE for t in between):
            continue
        if owned.left_edge != owner.left_edge:
            continue
        phrase = scene.doc[owner.left_edge.i : mark.i]
        first = phrase[0]
        article = opening("the") if first.i == 0 else "the"
        middle = scene.doc[mark.i + 1 : owned.i + 1].text
        yield [Edit(first.idx, end_of(owned), f"{article} {middle} of {inside(phrase)}")]


def _is_of_nobody(owner: Token, owned: Token) -> bool:
    """Whether "of" would sound wrong: "the mother of Field", "the ancestors of Mary"."""
    return owner.tag_ == "NNP" and (owned.text in KIN or owner.text in SEXES)


def _owns(owner: Token, mark: Token) -> bool:
    """Whether the possessor can follow "of": a name, or a noun with an article."""
    phrase = owner.doc[owner.left_edge.i : mark.i]
    if len(phrase) > LONGEST or owner.lower_ in OF_TIME or owner.i != mark.i - 1:
        return False
    if any(t.dep_ in ("conj", "cc", "prep", "relcl", "acl", "appos", "punct") for t in phrase):
        return False
    if any(t.lower_ in SCOPE or (t.dep_ == "poss" and t != owner) for t in phrase):
        return False
    if owner.tag_ in ("NNP", "NNPS"):
        return all(is_named(t) or t.dep_ == "det" for t in phrase)
    # "a driver's licence", "children's clothes": this says what kind, not whose.
    return owner.tag_ in ("NN", "NNS") and phrase[0].lower_ in ("the", "this", "that", "these")


def _can_be_owned(noun: Token) -> bool:
    """Whether both forms suit a noun, and nothing after it prevents them."""
    if noun.text not in OWNED or noun.dep_ in ("compound", "poss", "nmod", "conj", "appos"):
        return False
    if any(c.dep_ not in ("prep", "punct") for c in noun.rights):
        return False
    if any(c.dep_ == "prep" and c.lower_ not in AFTER for c in noun.rights):
        return False
    return _ends(noun)


def _ends(noun: Token) -> bool:
    """Whether nothing follows that may belong to a noun, whatever the parse says."""
    following = word_after(noun)
    if following is None:
        return True
    joined = following.text in ("-", "(", "and", "or", "of")
    return not joined and following.tag_[:3] not in ("NNP", "POS")


def owners(scene: Scene) -> Iterator[list[Edit]]:
    """ "the mayor of the city" -> "the city's mayor"."""
    doc = scene.doc
    for of in doc[2:-1]:
        if of.lower_ != "of" or of.dep_ != "prep" or of.i in scene.enclosed:
            continue
        owned, owner = of.head, next(iter(of.rights), None)
        if owner is None or owner.dep_ != "pobj" or owned.i != of.i - 1:
            continue
        if owned.text not in OWNED - NOT_OWNED or owned.left_edge.lower_ != "the":
            continue
        if owned.dep_ in ("compound", "poss", "conj", "appos") or not _takes_s(owner):
            continue
        if any(c.dep_ not in IN_FRONT for c in owned.lefts) or list(owned.rights) != [of]:
            continue
        the, phrase = owned.left_edge, phrase_of(owner)
        if any(t.lower_ in SCOPE or t.tag_ == "CC" for t in doc[the.i : of.i]):
            continue
        if phrase[0].i != of.i + 1 or phrase[-1] != owner or not _ends(owner):
            continue
        name = opening(phrase.text) if the.i == 0 else phrase.text
        yield [Edit(the.idx, end_of(owner), f"{name}'s {doc[the.i + 1 : of.i].text}")]


def _takes_s(owner: Token) -> bool:
    """Whether a short name or a noun of `OWNERS` can stand with "'s"."""
    phrase = phrase_of(owner)
    # "the first king of Poland Boleslaus": the end of a longer name may be the king's name.
    if len(phrase) > LONGEST_NAME or owner.text.endswith(("s", "S", "x", "z", ".")):
        return False
    if owner.tag_ == "NNP":
        return all(is_named(t) for t in phrase) and not owner.text.isupper()
    return owner.text in OWNERS and len(phrase) == 2 and phrase[0].text == "the"
