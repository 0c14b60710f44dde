"""What lasts, said to be over: "is used in sauces" -> "has ceased to be used in sauces"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.deeds import LASTING
from pipeline.negation.english.edits import Edit, delete, replace
from pipeline.negation.english.former import FORMER
from pipeline.negation.kinds.facts.known import below
from pipeline.negation.kinds.facts.nouns import is_office
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.lexical.untried import SHARES, goes_on, is_told_beside
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

BESIDE = frozenset(("advcl", "ccomp", "parataxis", "conj", "prt"))
SOME = frozenset("some many several others various".split())
NAMING = frozenset("called known named termed dubbed referred considered".split())
UNTIL = frozenset("until till throughout for during since".split())
UP_TO_NOW = frozenset("also now still currently today".split())
WIDELY = UP_TO_NOW | {"widely"}
# What something or somebody is for a time.
FOR_A_TIME = FORMER | frozenset(
    (
        "catalogue catalog channel artist award prize nightclub bar pub restaurant cafe brand"
        " label product standard service website platform network"
        " programme program project initiative campaign scheme application app library"
        " package microbrewery winery journal publication periodical newsletter charity"
        " foundation trust institute society federation union alliance coalition committee"
        " commission council board authority body organ office unit division branch affiliate"
        " producer retailer employer contractor resident inhabitant citizen attraction reserve"
        " sanctuary campsite estate plant port terminus route ferry carrier fleet squadron"
        " regiment battalion brigade force movement faction custom tradition practice ceremony"
        " race trophy mascot emblem symbol anthem motto currency territory dependency protectorate"
        " possession republic monarchy empire arena vegetation subject focus topic theme patron"
        " director president chairman"
    ).split()
)
PAST = frozenset(
    "former late retired first second third last only then future ex ancestral original"
    " founding emeritus emerita".split()
)


def ceasing(scene: Scene) -> Iterator[list[Edit]]:
    """ "It is known as Ada" -> "It has ceased to be known as Ada"; also "is a brand"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.conjuncts or not scene.is_open:
        return
    verb, subject, be = clause.verb, clause.subject, clause.finite
    if be is None or be.lower_ not in ("is", "are") or clause.inverted or subject.i > be.i:
        return
    if len(clause.auxiliaries) > 1 or verb.i in scene.enclosed:
        return
    # "Four are known", and others no longer.
    if subject.tag_ == "CD" or any(c.dep_ == "nummod" for c in subject.children):
        return
    # A full stop: headlines and captions tell of one moment.
    if scene.doc[-1].text not in (".", "!") or any(c.dep_ in BESIDE for c in be.rights):
        return
    added = _added(scene, clause, be) if clause.auxiliaries else _as_noun(scene, clause, be)
    if added is None:
        return
    # "Every June it is held"
    if scene.has(("every", "each")):
        return
    have = "have" if be.lower_ == "are" else "has"
    yield [replace(be, f"{have} ceased to be"), *map(delete, added)]


def remaining(scene: Scene) -> Iterator[list[Edit]]:
    """ "It remains popular" -> "It has ceased to be popular"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.conjuncts or not scene.is_open:
        return
    verb, finite = clause.verb, {"remains": "has ", "remain": "have ", "remained": ""}
    if verb.lower_ not in finite or clause.auxiliaries or clause.inverted or scene.adds:
        return
    # "remained closed until May", "remained in Rome"
    whole = any(c.dep_ in ("acomp", "attr") and c.i == verb.i + 1 for c in verb.rights)
    if not whole or any(c.dep_ in BESIDE or c.lower_ in UNTIL for c in verb.children):
        return
    # "remained unread until May", which the parser attaches to the quality
    if scene.has(("until", "till", "throughout")):
        return
    if not any(t.dep_ == "expl" for t in verb.children) and verb.i not in scene.enclosed:
        yield [replace(verb, f"{finite[verb.lower_]}ceased to be")]


def _added(scene: Scene, clause: Clause, be: Token) -> list[Token] | None:
    """Words like "also" to leave out of a passive that lasts; None if it cannot cease."""
    verb = clause.verb
    if verb.lower_ not in LASTING:
        return None
    # "A loud sound is produced in this way", "A tree is known by its fruit": what any of them is
    # like; "A variety of signs are used", and others no longer
    subject = clause.subject
    first = subject.left_edge if subject is not None else verb
    named = verb.lower_ in NAMING and verb.nbor(1).lower_ != "by"
    if be.lower_ == "is" and first.lower_ in ("a", "an") and not named:
        return None
    if subject is not None and subject.lower_ in SHARES and first.lower_ != "the":
        return None
    if any(is_told_beside(t) for t in below(scene, verb)):
        return None
    # "are listed below"
    if any(c.lower_ in ("below", "above", "here") for c in verb.rights):
        return None
    # "is used to cooking"
    if verb.lower_ == "used" and any(c.lower_ == "to" and c.dep_ == "prep" for c in verb.rights):
        return None
    # "is known from fossils", "is known to exist"
    if verb.lower_ == "known" and verb.doc[verb.i + 1].lower_ not in ("as", "for", "by"):
        return None
    # "is used if", "is called this when": what holds under a condition does not cease.
    if any(c.dep_ in BESIDE for c in verb.children):
        return None
    # "are published on Thursday": on that day alone
    if verb.lower_ != "based" and any(c.lower_ == "on" for c in verb.children):
        return None
    # "are run-of-the-river plants"; "is regarded by some as": others have not ceased.
    held = any(t.lower_ in SOME for c in verb.rights if c.dep_ == "agent" for t in c.subtree)
    if held or verb.nbor(1).text == "-":
        return None
    between = verb.doc[be.i + 1 : verb.i]
    if any(t.lower_ not in WIDELY for t in between):
        return None
    # Without "also": only this has ceased.
    added = [t for t in verb.children if t.lower_ in UP_TO_NOW]
    return added if all(be.i < t.i < verb.i for t in added) else None


def _as_noun(scene: Scene, clause: Clause, be: Token) -> list[Token] | None:
    """Nothing to leave out, if one thing known by name or by "the" may change; None otherwise."""
    subject = clause.subject
    noun = next((c for c in be.rights if c.dep_ == "attr"), None)
    if noun is None or subject is None or be.lower_ != "is" or scene.adds or noun.tag_ != "NN":
        return None
    first = noun.left_edge
    if first.i != be.i + 1 or first.lower_ not in ("a", "an", "the"):
        return None
    within = {c.lower_ for c in noun.children}
    if (
        within & PAST
        or any(c.like_num for c in noun.children)
        or (noun.lower_ in FORMER and first.lower_ != "the")
    ):
        return None
    # "a brand launched in 1970": it stays what was launched then.
    if any(c.dep_ == "acl" and c.tag_ == "VBN" and _is_dated(c) for c in noun.rights):
        return None
    # "the earliest", "the only one": those rank what there was.
    # "the author of two novels" has written them.
    if noun.lower_ in ("author", "writer", "winner", "recipient"):
        return None
    # "the bravest soldier that ever lived"
    ranks = any(c.lower_ in ("earliest", "latest", "smallest") for c in noun.lefts)
    ranks |= any(t.lower_ == "ever" for t in noun.subtree)
    if ranks or noun.lower_ not in FOR_A_TIME:
        return None
    # "is the coach, a post that he has held since May"
    if goes_on(scene, be):
        return None
    # "The mayor is the head of the council"
    if is_office(subject):
        return None
    # "The first one is ...", "the most common use is ..."
    ranked = any(c.tag_ in ("JJS", "RBS", "CD") or c.dep_ == "nummod" for c in subject.children)
    known = subject.tag_ == "NNP" or subject.lower_ in ("he", "she", "it")
    known = known or any(c.lower_ == "the" or c.dep_ == "poss" for c in subject.lefts)
    return [] if known and not ranked and subject.tag_ not in ("NNS", "NNPS", "EX") else None


def _is_dated(part: Token) -> bool:
    """ "launched in 1970", "made in the 1970s"."""
    return any(t.text[0].isdigit() for t in part.subtree)
