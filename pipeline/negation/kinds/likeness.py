"""Sameness and closeness: "the same road" -> "a different road", "near Rome" -> "far from Rome"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.elsewhere import ONCE
from pipeline.negation.kinds.framing import AVOIDING, frames
from pipeline.negation.kinds.grounds import gives_grounds
from pipeline.negation.kinds.limits import BARRED, SUBJECT
from pipeline.negation.kinds.nouns import is_named
from pipeline.negation.kinds.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# "at the same time", "in the same way": fixed phrases.
FIXED = frozenset("name point time token thing way breath sort kind reason boat coin".split())
PLACED = frozenset(
    "be is are was were locate situate lie stand live stay settle build sit remain grow bear camp"
    " found establish open".split()
)
SITED = frozenset("locate situate base bury bear hold headquarter live reside settle".split())
# "See the list for a more exact view", "instead of a more common plan"
NOT_GRADED = frozenset("than while because see instead rather such correspondingly".split())
BEFORE_OR_AFTER = ("before", "after")


def other_sameness(scene: Scene) -> Iterator[list[Edit]]:
    """ "in the same year" -> "in a different year"; "different roads" -> "the same roads"."""
    for token in scene.stated() if scene.has(("same", "different")) else ():
        noun = token.head
        if token.dep_ != "amod" or noun.i < token.i or is_named(noun) or token.i == 0:
            continue
        # "In the same manner, ..." links to what was said before; "had the same problem"
        if frames(noun, scene) or (noun.dep_ == "dobj" and bare_form(noun.head.text) == "have"):
            continue
        if noun.dep_ not in ("pobj", "dobj") or any(True for _ in token.children):
            continue
        # "They shared the same desk"; "suggested that he take a different job"
        if bare_form(noun.head.text) == "share" or _is_below(noun, scene):
            continue
        if noun.lower_ in FIXED or _is_measured(noun):
            continue
        # "prohibits the use of the same name", and perhaps that of a different one
        if any(t.lower_ in AVOIDING for t in noun.ancestors):
            continue
        if any(c.dep_ in ("relcl", "conj", "nummod") for c in noun.children):
            continue
        before = token.nbor(-1)
        # "Both are on a different path" may be different from a third.
        if token.lower_ == "same" and _is_of_several(noun, scene):
            continue
        if token.lower_ == "different" and noun.dep_ != "dobj":
            continue
        if token.lower_ == "same" and before.lower_ == "the":
            new = "a different" if noun.tag_ == "NN" else "different"
            yield [Edit(before.idx, end_of(token), like(before, new))]
        elif token.lower_ == "different" and noun.tag_ == "NN" and before.lower_ == "a":
            yield [Edit(before.idx, end_of(token), like(before, "the same"))]
        elif token.lower_ == "different" and noun.left_edge.i == token.i and noun.tag_ == "NNS":
            yield [replace(token, "the same")]


def _is_measured(noun: Token) -> bool:
    """ "the same field of work as before", "the same size regardless of age"."""
    for token in noun.doc[noun.i + 1 : noun.i + 8]:
        if token.is_punct:
            return False
        if token.lower_ in ("as", "that", "regardless", "which", "who", "found", "used"):
            return True
    return False


def _is_below(noun: Token, scene: Scene) -> bool:
    """Whether a noun belongs to a verb below the main one."""
    verbs = (t for t in noun.ancestors if t.tag_[0] == "V")
    return next((t.i != scene.head.i for t in verbs), False)


def _is_of_several(noun: Token, scene: Scene) -> bool:
    subject = scene.clause.subject if scene.clause is not None else None
    if any(c.lower_ == "with" for c in noun.children):
        return True
    # "cars with the same engine", "people of the same age": the same as one another
    holder = noun.head.head
    if noun.dep_ == "pobj" and holder.tag_ == "NNS" and noun.head.lower_ in ("with", "of"):
        return True
    if subject is None or noun.tag_ != "NN":
        return False
    return (
        subject.tag_ in ("NNS", "NNPS")
        or subject.lower_ == "both"
        or any(c.dep_ == "conj" for c in subject.children)
    )


def far_away(scene: Scene) -> Iterator[list[Edit]]:
    """ "She lived near Rome" -> "She lived far from Rome"."""
    for token in scene.stated("IN") if scene.has(("near",)) else ():
        if token.lower_ != "near" or token.dep_ != "prep":
            continue
        place = token.head
        where = place.tag_.startswith("V") or place.lower_ in ("is", "are", "was", "were")
        if not where or bare_form(place.text) not in PLACED:
            continue
        # "The ice is thin near the shore", and perhaps far from it
        if any(c.dep_ in ("acomp", "attr") for c in place.rights):
            continue
        # "While it has no port, it is near the sea"
        conceded = scene.lowers[0] in ("while", "although", "though")
        if any(c.dep_ == "pobj" for c in token.children) and not conceded:
            # "Mills stand near the lake", and others far from it
            held = [c for c in place.children if c.dep_ in SUBJECT]
            if scene.describes or not any(map(_are_some, held)):
                yield [replace(token, "far from")]


def _are_some(noun: Token) -> bool:
    """ "mills", "multiple mills", "a number of mills"; not "the mills", "two mills"."""
    if any(t.lower_ in BARRED or t.lower_ in ("multiple", "number") for t in noun.subtree):
        return True
    return noun.tag_ == "NNS" and not any(
        c.dep_ in ("det", "poss", "nummod") or c.lower_ == "all" for c in noun.lefts
    )


def other_period(scene: Scene) -> Iterator[list[Edit]]:
    """ "It was built during the war" -> "It was built before the war"."""
    for token in scene.stated() if scene.has(("during",)) else ():
        if token.lower_ != "during" or token.dep_ != "prep" or not token.head.tag_.startswith("V"):
            continue
        if bare_form(token.head.text) not in ONCE or token.head.tag_ == "VBG":
            continue
        # "published his experiences during the war"
        if token.head.i + 1 != token.i:
            continue
        time = next((c for c in token.children if c.dep_ == "pobj"), None)
        if time is None or time.left_edge.lower_ != "the" or scene.has(BEFORE_OR_AFTER):
            continue
        yield [replace(token, scene.choice(token, BEFORE_OR_AFTER))]


def other_share(scene: Scene) -> Iterator[list[Edit]]:
    """ "A majority of the members" -> "A minority of the members"; "the majority" too."""
    for token in scene.tokens if scene.has(("majority", "minority")) else ():
        if token.lower_ not in ("majority", "minority") or scene.is_question or scene.is_denied:
            continue
        of = token.i + 1 < len(scene.doc) and token.nbor(1).lower_ == "of"
        article = token.nbor(-1).lower_ if token.i else ""
        if not of or token.dep_ == "compound" or any(c.dep_ == "conj" for c in token.children):
            continue
        alone = article in ("a", "the") or (article == "vast" and token.i > 1)
        held = token.head.i == scene.head.i and token.dep_ in ("nsubj", "nsubjpass", "dobj", "attr")
        if alone and held and token.i not in scene.enclosed:
            start = token.nbor(-2) if article == "vast" else token.nbor(-1)
            new = "minority" if token.lower_ == "majority" else "majority"
            yield [Edit(start.idx, end_of(token), like(start, f"a {new}"))]


def other_likelihood(scene: Scene) -> Iterator[list[Edit]]:
    """ "became more active" -> "became less active", where nothing is compared."""
    if scene.has(NOT_GRADED) or gives_grounds(scene):
        return
    for token in scene.stated() if scene.has(("more", "less")) else ():
        if token.lower_ not in ("more", "less") or token.dep_ != "advmod":
            continue
        word = token.head
        # "In more complex cases, ..." says when.
        subject = scene.clause.subject if scene.clause is not None else None
        if subject is not None and token.i < subject.i:
            continue
        if word.tag_ not in ("JJ", "VBN") or word.i != token.i + 1 or _is_open_ended(token):
            continue
        # "explains several more complex effects", and the less complex ones, too
        told = word.dep_ == "amod" and word.head.i > word.i and word.head.dep_ == "attr"
        if word.dep_ in ("acomp", "oprd") or told:
            yield [replace(token, "less" if token.lower_ == "more" else "more")]


def _is_open_ended(token: Token) -> bool:
    """ "no more useful", "more and more useful", "the more useful the better"."""
    before = token.nbor(-1).lower_ if token.i else ""
    beside = any(c.dep_ in ("conj", "cc") for c in (*token.children, *token.head.children))
    return beside or before in ("no", "the", "and", "or", "any", "even", "once", "far", "much")
