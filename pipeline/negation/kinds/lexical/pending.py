"""What was done, said to be still ahead: "has yet to open", "had yet to be opened"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.deeds import COMPLETED
from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import PERCENT, REPORTING
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.checks.certain import is_certain
from pipeline.negation.kinds.facts.limits import COUNTS
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.lexical.undoing import one_act
from pipeline.negation.kinds.lexical.untried import goes_on, is_for_an_aim, is_of_some
from pipeline.negation.reading.neighbour import lower_before
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

COMING_ABOUT = frozenset("dobj prt dative conj".split())
THROUGH = frozenset(
    "until till for from since between during throughout through as after of out".split()
)
AIMS = frozenset("effort attempt bid".split())
FURTHER = frozenset("new similar further different second third".split())
# "was used in May and then in June": it came about more than once, or bit by bit.
NEXT = frozenset("again then also subsequently subsequent even".split())
SHARES = PERCENT | {"votes", "vote", "seats"}


def yet(scene: Scene) -> Iterator[list[Edit]]:
    """ "The band has released an album" -> "The band has yet to release an album".

    Also of the past: "It had been sold", "It was sold" -> "It had yet to be sold".
    """
    clause = scene.clause
    # "Only three have survived": the others have not.
    if clause is None or not clause.auxiliaries or scene.has(("only",)):
        return
    first = clause.auxiliaries[0].text
    was = first in ("was", "were")
    if (clause.verb.text not in COMPLETED) if was else (first not in ("has", "have", "had")):
        return
    # "Over the years it has been used": again and again
    if any(often in scene.sentence.lower for often in ("over the years", "many ways")):
        return
    # "was moved in 1586 and again in 1610"; "had drunk a lot, fallen and died"
    if scene.has(NEXT) or any(c.dep_ == "conj" for c in clause.verb.rights):
        return
    if clause.subject is None or _leaves_others(clause):
        return
    # "have changed places several times", "studied law to become a judge"
    if any(c.lower_ == "times" for c in clause.verb.rights) or is_for_an_aim(scene, clause.verb):
        return
    if was:
        yield from _yet_to_be(scene)
        return
    act = one_act(scene)
    if act is None:
        return
    words = [t.lower_ for t in act.auxiliaries[1:]]
    have, verb = act.auxiliaries[0], act.verb
    # "has got a boat" is "has a boat".
    if verb.tag_ != "VBN" or words not in ([], ["been"]) or verb.text == "got":
        return
    # "has written that": what is said is seldom still ahead.
    if bare_form(verb.text) in REPORTING:
        return
    if act.auxiliaries[-1].i + 1 != verb.i or act.auxiliaries[-1].i != have.i + len(words):
        return
    # "has signed a number of treaties", and has yet to sign a number of others; "has sung and
    # danced"
    if act.conjuncts or scene.has(("number",)) or is_of_some(act) or goes_on(scene, act.verb):
        return
    if _is_of_a_number(scene, act):
        return
    # "won the last three games" are games that were played.
    if any(t.lower_ in ("last", "past", "previous") for t in verb.subtree):
        return
    # "has since built", "have been built for years", "has kept it to this day"
    if any(t.lower_ in ("since", "already", "ever", "for") for t in verb.children):
        return
    until_now = scene.has(("this",)) and scene.has(("day", "date"))
    if until_now or scene.has(("recently", "lately", "recent")):
        return
    done = f"be {verb.text}" if words else bare_form(verb.text)
    yield [Edit(have.idx, end_of(verb), f"{have.text} yet to {done}")]


def _is_of_a_number(scene: Scene, act: Clause) -> bool:
    """Whether it is said of so many, or of so many things, and may be ahead for others."""
    # Twelve were found; twelve others may yet be.
    if act.subject is not None and any(c.dep_ == "nummod" for c in act.subject.children):
        return True
    # "has adopted two strategies", and has yet to adopt others
    behind = list(act.verb.rights)
    if any(t.tag_ == "CD" for c in behind if c.dep_ == "dobj" for t in (c, *c.lefts)):
        return True
    # "has ties with 40 towns", and has yet to have them with others
    return scene.has_digits and any(_is_count(t) for c in behind for t in c.subtree)


def _leaves_others(clause: Clause) -> bool:
    """ "A storm has struck the port", "A new mill was built": others have yet to, or to be."""
    if clause.subject is None:
        return False
    if any(c.lower_ in ("other", "additional", "more") for c in clause.subject.lefts):
        return True
    if not any(c.lower_ in ("a", "an") for c in clause.subject.lefts):
        return False
    passive = any(t.dep_ == "auxpass" for t in clause.auxiliaries)
    return not passive or any(c.lower_ in FURTHER for c in clause.subject.lefts)


def _is_count(number: Token) -> bool:
    """ "40" in "40 towns"."""
    return number.tag_ == "CD" and number.dep_ == "nummod" and number.head.tag_ == "NNS"


def _yet_to_be(scene: Scene) -> Iterator[list[Edit]]:
    act = one_act(scene)
    if act is None or len(act.auxiliaries) != 1 or act.verb.tag_ != "VBN":
        return
    be, verb, subject = act.auxiliaries[0], act.verb, act.subject
    if be.i + 1 != verb.i or verb.text not in COMPLETED:
        return
    # "was shown for years" says how long, "was founded on trade", "named after him" say on what.
    places = [c for c in verb.children if c.dep_ == "prep"]
    # "was made of people who", "made out of gold": what it consists of; "was used to cooking"
    if any(c.lower_ in THROUGH for c in places):
        return
    if verb.text == "used" and any(c.lower_ == "to" for c in places):
        return
    if any(c.lower_ == "on" and not any(t.tag_ == "CD" for t in c.subtree) for c in places):
        return
    # "40 were sold", and others had yet to be.
    if (
        subject is None
        or subject.lower_ in COUNTS
        or any(t.tag_ == "CD" for t in (subject, *subject.lefts))
    ):
        return
    # "Mills were built", "It was used in several towns": in others it had yet to be.
    if is_of_some(act) or (subject.tag_ == "NNS" and not is_certain(subject)):
        return
    if scene.adds or goes_on(scene, verb) or any(c.dep_ in COMING_ABOUT for c in verb.children):
        return
    # "was founded by a monk in May", "was founded in May, by monks": who did it, and when
    by = next((c for c in verb.children if c.dep_ == "agent"), None)
    dated = any(_has_date(c) for c in places)
    if by is not None and (dated or lower_before(by) == ","):
        return
    # "was elected with 4,000 votes", "was opened in May, with few guests", "was built in an effort
    # to save the wood"
    beside = (c for c in places if c.lower_ == "with")
    if any(_is_share(c) or (c.i > 0 and c.nbor(-1).text == ",") for c in beside):
        return
    if is_for_an_aim(scene, verb) or scene.has(AIMS):
        return
    # "Carefully hidden, it was built in May"
    if any(c.tag_ in ("VBN", "VBG") and c.i < be.i for c in verb.children if c.dep_ == "advcl"):
        return
    # "discovered when she boiled it", "at the invitation of the club": how it came about
    if any(c.dep_ == "advcl" and c.i > verb.i for c in verb.children):
        return
    if any(c.lower_ in ("at", "by", "under", "with") and c.i < be.i for c in verb.children):
        return
    if scene.has(("so", "thus")) or _is_told_on(scene, verb):
        return
    yield [Edit(be.idx, end_of(verb), f"had yet to be {verb.text}")]


def _is_share(by: Token) -> bool:
    return any(t.lower_ in SHARES for t in by.children)


def _has_date(place: Token) -> bool:
    return any(t.tag_ == "CD" or t.text in MONTHS or t.lower_ == "century" for t in place.subtree)


def _is_told_on(scene: Scene, verb: Token) -> bool:
    """Whether a sentence goes on with when or where it was so.

    "was shown in Kent until 1990, when it moved"
    """
    behind = scene.tokens[verb.i + 1 :]
    return any(t.lower_ in ("when", "until") and t.nbor(-1).text == "," for t in behind)
