"""What is true now, said to be over: "Odda is a town" -> "Odda is a former town"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import by_affix
from pipeline.negation.english.edits import Edit, before, replace
from pipeline.negation.english.former import CALLINGS, FORMER, OFFICES
from pipeline.negation.english.lexicon import ORDINALS, YEAR
from pipeline.negation.kinds.checks.certain import is_certain
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.nouns import is_office, is_somebody
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

OF_SKILL = frozenset(
    "very good great outstanding brilliant famous bad poor gifted talented skilled excellent keen"
    " big relatively new different similar".split()
)
OF_MORE_SENSES = frozenset("band head member leader series host group".split())
REASONS = frozenset(("as", "because"))
TITLES = frozenset("head assistant chief deputy senior".split())
SHOWN = frozenset("series show sitcom serial drama game programme program".split())
BORN_INTO = frozenset("family dynasty clan tribe house genus species class".split())
BROADCAST = frozenset("television tv radio news sports music youtube cable satellite".split())
RULERS = frozenset("king queen emperor empress pope president prince monarch governor".split())
OVER_OR_NOT = frozenset(
    "former past defunct extinct abandoned retired ancient old since also current currently"
    " founding original ancestral earlier emeritus emerita ghost capacity formerly now converted"
    # It is old already, or is still to come: "a historic farm", "a planned temple"
    " historic historical heritage disused ruined newly upcoming planned proposed future emerging"
    " construction".split()
)
PASSING = FORMER - CALLINGS


def former(scene: Scene) -> Iterator[list[Edit]]:
    """ "Odda is a town" -> "Odda is a former town"; only in the present."""
    clause = scene.clause
    if clause is None or clause.verb.lower_ != "is" or clause.auxiliaries or clause.conjuncts:
        return
    if not scene.is_open or scene.has(OVER_OR_NOT):
        return
    # "is a port, as it has a deep harbour": a reason in the present; not "as ranked by him"
    if any(c.dep_ == "advcl" and _is_reason(c) for c in clause.verb.rights):
        return
    # "A novelist is a writer": what the word means
    subject = clause.subject
    if subject is not None and (subject.left_edge.lower_ in ("a", "an") or is_office(subject)):
        return
    # "The King of Odda is the head of its army": the office brings it.
    if subject is not None and subject.lower_ in RULERS:
        return
    for noun in clause.verb.children:
        if noun.dep_ != "attr" or noun.i < clause.verb.i or noun.lower_ not in PASSING:
            continue
        first = noun.left_edge
        if first.lower_ not in ("a", "an", "the") or first.i != clause.verb.i + 1:
            continue
        if any(c.dep_ in ("conj", "cc", "relcl") for c in noun.children):
            continue
        # "a rich and powerful publisher": is it the riches that are over?
        if any(c.dep_ == "conj" for t in noun.lefts for c in t.rights):
            continue
        # "the fourth president", "a two-time champion"
        words = scene.doc[first.i : noun.i]
        if any(t.lower_ in ORDINALS or t.lower_ in ("first", "only", "time") for t in words):
            continue
        # "a very good speaker", "a gifted painter": what is over would be the skill.
        if any(t.lower_ in OF_SKILL or by_affix(t.lower_, "a", "front") for t in words):
            continue
        # "a late painter", "an ex-army officer"
        if any(t.lower_.startswith("ex-") or t.lower_ in ("late", "ex") for t in words):
            return
        # "The cello is a member of the quartet", "the main part is the head", "is a band of rock"
        if noun.lower_ in OF_MORE_SENSES and not _has_sense(noun, subject):
            continue
        # "There is a market"
        if any(c.dep_ == "expl" for c in clause.verb.children):
            continue
        if first.lower_ == "the" and noun.lower_ not in OFFICES:
            continue
        # "a member of the Berg family", "the 1931 champion", "a channel of the membrane"
        if _is_for_ever(noun, scene) or any(YEAR.fullmatch(t.text) for t in words):
            continue
        # "is a series of games": a series that has ended is still one.
        if noun.lower_ in SHOWN:
            continue
        yield [_with_former(noun, first)]


def _with_former(noun: Token, first: Token) -> Edit:
    """The edit that makes a former one of what a noun names; `first` is its article."""
    # "the town's mayor" -> "the town's former mayor"; but "a former women's coach"
    owner = next((c for c in noun.lefts if c.dep_ == "poss"), None)
    # "the head women's coach" -> "the former head women's coach"
    titled = owner is not None and not TITLES.isdisjoint(t.lower_ for t in owner.lefts)
    if owner is not None and owner.right_edge.i < noun.i and first.lower_ == "the" and not titled:
        return before(owner.right_edge.nbor(1), "former")
    return replace(first, "the former" if first.lower_ == "the" else "a former")


def _has_sense(noun: Token, subject: Token | None) -> bool:
    """Whether a band is one of people, a head one of something, and a member has a name."""
    alone = subject is not None and subject.left_edge.i == subject.i and is_certain(subject)
    named = alone or (subject is not None and is_somebody(subject))
    return named and (noun.lower_ != "band" or not any(c.lower_ == "of" for c in noun.rights))


def _is_for_ever(noun: Token, scene: Scene) -> bool:
    """Whether nobody leaves what is told: a member of a family, a channel of a membrane."""
    if noun.lower_ == "channel":
        return not scene.has(BROADCAST)
    behind = {t.lower_ for t in noun.subtree if t.i > noun.i}
    return noun.lower_ == "member" and not BORN_INTO.isdisjoint(behind)


def _is_reason(verb: Token) -> bool:
    opens = any(c.lower_ in REASONS for c in verb.lefts)
    return opens and any(c.dep_ in SUBJECT for c in verb.lefts)
