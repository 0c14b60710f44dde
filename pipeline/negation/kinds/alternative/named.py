"""Another person or place by name: "directed by Anna Berg" -> "directed by Ruth Berg"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, replace
from pipeline.negation.english.given_names import SEXES
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.places import LONG_NAMES
from pipeline.negation.kinds.alternative.single import is_at_one_place
from pipeline.negation.kinds.checks.certain import is_about_some
from pipeline.negation.kinds.checks.elsewhere import happens_once, holds_elsewhere, is_mapped
from pipeline.negation.kinds.checks.framing import frames
from pipeline.negation.kinds.facts.nouns import CERTAIN, bare_noun
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

GROUPS = {tuple(name.split()): group for group in LONG_NAMES for name in group}
LENGTHS = (3, 2, 1)
BEGINNINGS = frozenset(words[0] for words in GROUPS)
LOWER_BEGINNINGS = frozenset(word.lower() for word in BEGINNINGS)
NAMED = frozenset(("NNP", "NNPS", "CD"))
# What one does only once, or with only one person.
TO_ONE = frozenset(
    "marry succeed replace defeat beat portray play assassinate kill murder elect appoint name"
    " depose overthrow promote sign hire meet accompany ask thank arrest sue".split()
)
# Works and offices have one maker.
BY_ONE = frozenset(
    "write direct compose design found paint invent discover build create produce win edit"
    " establish illustrate sculpt succeed replace become".split()
)
OWN = frozenset(("his", "her", "their"))
KIN = frozenset(
    "son daughter brother sister father mother husband wife nephew niece uncle aunt grandson"
    " granddaughter grandfather grandmother cousin widow partner fiancée successor predecessor"
    " student pupil".split()
)


def other_name(scene: Scene) -> Iterator[list[Edit]]:
    """ "It was written by Anna Berg" -> "It was written by Ruth Berg"."""
    if not scene.has_given_name or scene.is_question:
        return
    stated = None
    for token in scene.tokens:
        names = SEXES.get(token.text)
        if names is None or token.tag_ != "NNP" or token.i in scene.enclosed:
            continue
        whole = _person(token)
        if whole is None or scene.text.count(token.text) > 1:
            continue
        if stated is None:
            stated = {t.i for t in scene.stated()}
        if not (_makes(whole, scene) or (whole.i in stated and _is_the_one(whole))):
            continue
        others = [n for n in names if n not in scene.text and n[:2] != token.text[:2]]
        yield [replace(token, scene.choice(token, others))]


def other_long_place(scene: Scene) -> Iterator[list[Edit]]:
    """ "in the United States" -> "in the Soviet Union", "in New York" -> "in Los Angeles"."""
    for token in scene.stated(*NAMED) if scene.has(LOWER_BEGINNINGS) else ():
        if token.text not in BEGINNINGS:
            continue
        words = next((w for n in LENGTHS if (w := _words(token, n)) in GROUPS), None)
        if words is None:
            continue
        last = scene.tokens[token.i + len(words) - 1]
        if not _stands_alone(token, last) or holds_elsewhere(last) or is_about_some(last, scene):
            continue
        # "in the U.S. state of New York": no town is a state
        if token.i > 1 and token.nbor(-1).lower_ == "of" and token.nbor(-2).lower_ == "state":
            continue
        # "In the United States they are made of corn": elsewhere, too, perhaps.
        if frames(last, scene) and not happens_once(scene.head):
            continue
        if not is_at_one_place(_root(token, last), scene):
            continue
        if is_mapped(scene, scene.tokens[token.i : last.i + 1]) or _is_followed(last):
            continue
        options = [name for name in GROUPS[words] if name != " ".join(words)]
        options = [name for name in options if name not in scene.text and name not in words]
        # "According to the Puerto Rico census, forty moved to Puerto Rico"
        if scene.text.count(" ".join(words)) > 1:
            continue
        if options and " ".join(words) not in options:
            yield [Edit(token.idx, end_of(last), scene.choice(token, options))]


def _is_followed(last: Token) -> bool:
    """ "returned to the United States and opened a shop in Ohio City": where it was there."""
    behind = last.doc[last.i + 1 :]
    return any(
        t.tag_ == "NNP" and t.dep_ == "pobj" and t.head.lower_ in ("in", "at", "near")
        for t in behind
    )


def _words(first: Token, count: int) -> tuple[str, ...]:
    return tuple(t.text for t in first.doc[first.i : first.i + count])


def _root(first: Token, last: Token) -> Token:
    """The word of a name on which its other words depend."""
    words = first.doc[first.i : last.i + 1]
    return next(t for t in words if t.head.i == t.i or not first.i <= t.head.i <= last.i)


def _stands_alone(first: Token, last: Token) -> bool:
    """Whether a name is not part of another: "the New York Times", "the University of New York"."""
    doc = first.doc
    after = doc[last.i + 1] if last.i + 1 < len(doc) else None
    # "in New York primary", in a headline
    if after is not None and after.tag_[:2] == "NN":
        return False
    if after is not None and (
        after.text[0].isupper() or after.text in ("'s", "’s", "-", "&", "–", "of")
    ):
        return False
    # "in Albany, New York" names a part of it; "New York, London" lists.
    ahead = doc[first.i - 1] if first.i else None
    if ahead is not None and ahead.lower_ == "the" and first.i > 1:
        ahead = doc[first.i - 2]
    if ahead is None or (ahead.text[0].isupper() and ahead.i > 0) or ahead.text in (",", "-"):
        return False
    root = _root(first, last)
    if root.dep_ not in ("pobj", "dobj"):
        return False
    if any(
        c.dep_ in ("conj", "cc", "appos") for t in doc[first.i : last.i + 1] for c in t.children
    ):
        return False
    of = root.head
    return not (of.lower_ == "of" and of.head.text[0].isupper() and of.head.i > 0)


def _person(given: Token) -> Token | None:
    """The head of a name that begins with a given name: "Berg" in "Anna Berg"; None if unsure."""
    doc, i = given.doc, given.i
    # "Saint John", "King Charles I", "the John Adams Library", "Mary's"
    ahead = doc[i - 1] if i else None
    if ahead is not None and (ahead.tag_ in NAMED or ahead.text in ("-", "&", "the", '"', "“")):
        return None
    last = i
    while last + 1 < len(doc) and (
        doc[last + 1].tag_ == "NNP" and doc[last + 1].text[0].isupper() and last - i < 3
    ):
        last += 1
    if last == i or last - i > 2:
        return None
    surname = doc[last]
    after = doc[last + 1] if last + 1 < len(doc) else None
    if after is not None and (after.text[0].isupper() or after.text in ("'s", "’s", "-", "&", "–")):
        return None
    if surname.text.isupper() or surname.head.i in range(i, last) or given.head.i != surname.i:
        return None
    if any(c.dep_ in ("conj", "cc", "det", "amod") for c in surname.children):
        return None
    return None if surname.dep_ in ("conj", "compound", "nmod") else surname


def _is_the_one(name: Token) -> bool:
    """Whether a name has a role that only one person can have: "written by", "married"."""
    above = name.head
    if name.dep_ == "attr":
        # "The director was Anna Berg"
        subject = next((c for c in above.children if c.dep_ == "nsubj"), None)
        if subject is None or subject.tag_ not in ("NN", "NNP"):
            return False
        return subject.left_edge.lower_ in CERTAIN and subject.i < name.i
    if name.dep_ == "dobj":
        return bare_form(above.text) in TO_ONE
    if name.dep_ == "appos":
        return bare_noun(above) in KIN and above.tag_ == "NN"
    if name.dep_ != "pobj":
        return False
    if above.dep_ == "agent" or (above.lower_ == "by" and above.head.tag_ == "VBN"):
        return True
    owner = above.head
    if above.lower_ == "of":
        return bare_noun(owner) in KIN
    if above.lower_ == "to":
        return owner.lower_ in ("married", "engaged", "lost")
    return above.lower_ == "under" and owner.tag_.startswith("V")


def _makes(name: Token, scene: Scene) -> bool:
    """ "Anna Berg wrote the book": a work with one maker has no other."""
    verb = name.head
    if name.dep_ != "nsubj" or verb.i != scene.head.i or not scene.is_open:
        return False
    if bare_form(verb.text) not in BY_ONE or verb.tag_ != "VBD":
        return False
    made = next((c for c in verb.children if c.dep_ in ("dobj", "attr")), None)
    # "Anna Berg wrote her memoir", and Ruth Berg wrote hers
    own = made is None or any(c.lower_ in OWN for c in made.lefts)
    return made is not None and not own and made.tag_ == "NN" and made.left_edge.lower_ in CERTAIN
