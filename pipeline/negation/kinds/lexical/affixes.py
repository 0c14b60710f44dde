"""What is so, denied by a prefix or by -less: "The answer is correct" -> "incorrect"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import Use, by_affix, is_listed
from pipeline.negation.english.edits import Edit, exchange
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE
from pipeline.negation.kinds.checks.framing import frames, is_of_many, picks_one
from pipeline.negation.kinds.checks.possible import ADJECTIVES, goes_on
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# One can do these without success.
TRIED = frozenset(
    "sue run apply compete campaign appeal lobby challenge attempt seek try fight negotiate"
    " petition contest audition bid argue advocate".split()
)
REACHED = frozenset("aware unaware conscious unconscious familiar unfamiliar".split())
# What one has, leads or plays of a sort excludes another: "had a happy childhood".
OF_ONE = frozenset("have lead live play form take keep retain possess inherit enjoy".split())
# With "the", what the matter at hand asks for: "the appropriate form"
FITTING = frozenset("appropriate relevant necessary precise exact proper required".split())
AT_TIMES = frozenset(("once", "sometimes", "then"))
ASKING = frozenset("if whether what who where when why how which".split())


def affixed(scene: Scene) -> Iterator[list[Edit]]:
    """ "The answer was correct" -> "The answer was incorrect"."""
    # "It was once possible", and at other times impossible
    for token in scene.stated("JJ", "RB") if not scene.has(AT_TIMES) else ():
        if not is_listed(scene.lowers[token.i], "r" if token.tag_ == "RB" else "a"):
            continue
        if token.dep_ not in ("acomp", "amod", "advmod"):
            continue
        # "when used correctly" is a condition.
        if token.dep_ == "advmod" and any(c.tag_ == "WRB" for c in token.head.children):
            continue
        # "a bit unusual"
        beside = ("advmod", "npadvmod", "conj", "xcomp", "ccomp")
        if is_named(token) or any(c.dep_ in beside for c in token.children):
            continue
        # "a non-linear scale", "remained active and was seen there"
        if token.i and token.nbor(-1).text == "-":
            continue
        after = scene.tokens[token.i + 1 : token.i + 2]
        # "independent from": the opposite takes another preposition.
        if any(t.lower_ in ("from", "on", "upon") for t in (*token.children, *after)):
            continue
        if _is_fixed(token, scene):
            continue
        # "unmarried to somebody" is nobody; "the sum necessary" has a use of its own.
        if token.lower_ == "married" and any(c.lower_ == "to" for c in token.children):
            continue
        # "the conventional, textbook-approved order": the second quality says the same.
        if token.dep_ == "amod" and (token.i > token.head.i or any(t.text == "," for t in after)):
            continue
        # "was successfully re-elected": a state that was reached needs no success.
        if token.lower_ == "successfully" and bare_form(token.head.text) not in TRIED:
            continue
        if token.lower_ in ADJECTIVES and goes_on(scene):
            continue
        # "It is unclear if it works"
        if any(t.lower_ in ASKING for t in after):
            continue
        if token.dep_ == "amod" and (
            is_of_many(token.head, scene) or frames(token.head, scene) or picks_one(token)
        ):
            continue
        # "depending on its precise shape"; "is equal to about 1,600"
        if any(t.lower_ == "depending" for t in token.ancestors) or _is_of_about(token):
            continue
        # "the effective binding energy" is a term.
        if token.dep_ == "amod" and any(c.dep_ == "compound" for c in token.head.children):
            continue
        front = token.dep_ == "amod" and token.i < token.head.i
        noun = token.head.lower_ if front else ""
        use: Use = "front" if front else "behind"
        if new := by_affix(token.lower_, "r" if token.tag_ == "RB" else "a", use, noun):
            yield exchange(token, new)


def _is_fixed(quality: Token, scene: Scene) -> bool:
    """Whether a word belongs to a phrase, or is not what the sentence says of something.

    "Officially, it is cold", "able to answer correctly", "became aware", "steer clear of it",
    "It is clear that it works", "happy for her"
    """
    word, after = quality.lower_, scene.lowers[quality.i + 1 : quality.i + 2]
    if quality.dep_ == "advmod":
        return after == (",",) or quality.i == 0 or _is_tried(quality.head)
    # "independent of it", but "dependent on it"
    if word == "independent" and after == ("of",):
        return True
    if word == "clear" and (quality.head.lower_ not in BE or after == ("that",)):
        return True
    if word in REACHED and bare_form(quality.head.text) == "become":
        return True
    if word in ("happy", "unhappy") and after == ("for",):
        return True
    return quality.dep_ == "amod" and _is_one_of_both(quality, scene)


def _is_tried(verb: Token) -> bool:
    """ "was able to answer", "tried to answer": what is denied is not how."""
    above = verb.head
    return verb.dep_ == "xcomp" and (above.tag_ == "JJ" or bare_form(above.text) in TRIED)


def _is_one_of_both(quality: Token, scene: Scene) -> bool:
    """Whether a noun with the quality leaves room for another noun with its opposite.

    "There were important changes", and unimportant ones; "the appropriate colour" is the one that
    fits; "all eligible men"; "Little is known about the exact date"; "sent an unmanned ship for the
    first time"
    """
    noun = quality.head
    if "for the first time" in scene.sentence.lower:
        return True
    there = any(c.dep_ == "expl" for c in noun.head.children)
    if there and (noun.tag_ == "NNS" or noun.left_edge.lower_ in ("a", "an")):
        return True
    if any(c.lower_ in ("all", "every", "each") for c in noun.lefts):
        return True
    if noun.left_edge.lower_ in ("a", "an") and _is_one_of_more(noun):
        return True
    subject = scene.clause.subject if scene.clause is not None else None
    if subject is not None and subject.lower_ in ("little", "few"):
        return True
    # "thrives under favourable conditions": on that condition
    if noun.lower_ in ("conditions", "circumstances") and noun.dep_ == "pobj":
        return True
    return quality.lower_ in FITTING and noun.left_edge.lower_ == "the"


def _is_one_of_more(noun: Token) -> bool:
    """ "issued an official statement", and an unofficial one; "stops at an inhabited islet"."""
    if noun.dep_ == "dobj":
        return bare_form(noun.head.text) not in OF_ONE
    return noun.dep_ == "pobj" and noun.head.lower_ in ("at", "on", "near", "to", "from")


def _is_of_about(quality: Token) -> bool:
    """ "equal to about 1,600": a rough figure is not denied."""
    behind = quality.doc[quality.i + 1 : quality.i + 3]
    return [t.lower_ for t in behind] == ["to", "about"]
