"""What tells that something came about, or why: "led to the treaty, signed by six kings".

The opposite of such a verb contradicts the rest of its own sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.reading.neighbour import lower_before

if TYPE_CHECKING:
    from spacy.tokens import Token

OPINIONS = frozenset(
    "praise honour honor welcome criticise criticize condemn applaud protest insult"
    " denounce".split()
)
# What somebody may be praised for and blamed for.
JUDGED_WORK = frozenset(
    "performance work acting role style handling leadership writing design direction policy"
    " decision approach play plot portrayal score".split()
)
THERE = frozenset("existing already present current today existence".split())
RESULTING = frozenset("resulting leading causing".split())


def is_given(verb: Token) -> bool:
    """Whether the rest of its clause tells that what a verb says came about, or why.

    "led to the treaty, signed by six kings", "was criticised for his mistakes", "was added as
    well", "completed it in 1959, with publication in 1960"

    Args:
        verb: a verb with an opposite, such as "led" or "criticised".
    """
    lemma = bare_form(verb.text)
    if _gives_reason(verb, lemma) or _is_added(verb) or _goes_on(verb):
        return True
    # "a law forbidding it": it tells which law.
    if verb.tag_ == "VBG" and verb.dep_ == "acl":
        return True
    if lemma == "complete" and any(t.lower_ == "with" and t.i > verb.i for t in verb.subtree):
        return True
    if any(c.dep_ == "nsubjpass" for c in verb.children) and _is_told_in_passive(verb, lemma):
        return True
    things = _things(verb)
    # "decides to destroy it and leave", where the parser may take the verb for a noun
    joined = verb.dep_ == "xcomp" and any(t.dep_ == "conj" for w in things for t in w.subtree)
    return joined or any(map(_came_about, things))


def are_two(who: Token) -> bool:
    """ "allowed the mayor enough money to live": the parser may take both for one."""
    return any(c.dep_ in ("nmod", "dative", "amod") and c.tag_ in ("NN", "NNP") for c in who.lefts)


def _is_added(verb: Token) -> bool:
    """ "was added as well": besides others."""
    return any(c.lower_ == "well" and c.dep_ == "advmod" for c in verb.rights)


def _goes_on(verb: Token) -> bool:
    """ "kept the lead for a month, before losing it"."""
    behind = (c for c in verb.rights if c.lower_ in ("before", "until") or c.dep_ == "advcl")
    times = (c.left_edge for c in behind)
    return any(t.lower_ in ("before", "until") and lower_before(t) == "," for t in times)


def _things(verb: Token) -> list[Token]:
    """The object of a verb, or of the first preposition behind it."""
    objects = [c for c in verb.rights if c.dep_ == "dobj"]
    places = [c for c in verb.rights if c.dep_ == "prep"][:1]
    return objects or [c for place in places for c in place.children if c.dep_ == "pobj"]


def _came_about(thing: Token) -> bool:
    """ "the already existing mill", "the treaty, signed by six", "taxes resulting in debt"."""
    if any(t.lower_ in THERE for c in thing.lefts for t in c.subtree):
        return True
    told = [c for c in thing.rights if c.dep_ in ("acl", "relcl")]
    return any(lower_before(c.left_edge) == "," or c.lower_ in RESULTING for c in told)


def _gives_reason(verb: Token, lemma: str) -> bool:
    """ "blamed him for his mistakes", "honoured him with a medal".

    Not "praised her for her work", for which she may be blamed as well. But "It has been praised"
    is true of what others blame.
    """
    if lemma not in OPINIONS:
        return False
    relations = {c.dep_ for c in verb.children}
    if "nsubjpass" in relations and "agent" not in relations:
        return True
    behind = [c for c in verb.rights if c.dep_ in ("prep", "dative")]
    reasons = [t for c in behind if c.lower_ == "for" for t in c.children]
    both_ways = all(bare_noun(t) in JUDGED_WORK for t in reasons)
    return any(c.lower_ == "with" for c in behind) or not both_ways


def _is_told_in_passive(verb: Token, lemma: str) -> bool:
    # "was shown on 4 May": nobody hides something on a day.
    if lemma in ("reveal", "conceal"):
        when = (c for c in verb.children if c.dep_ in ("prep", "npadvmod"))
        return any(t.tag_ == "CD" for c in when for t in c.subtree)
    # "is protected by law"
    if lemma in ("protect", "endanger"):
        return any(c.dep_ == "agent" for c in verb.rights)
    # "The arguments are preserved in the book"
    if lemma == "preserve":
        return any(c.lower_ in ("in", "as") for c in verb.rights)
    return False
