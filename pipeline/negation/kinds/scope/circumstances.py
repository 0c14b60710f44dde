"""Denial of a part: the event happened, but not for that reason, at that time, there or by them.

A negation of the verb may not reach a clause or phrase: compare "She did not leave, because it
rained" with "She left, but not because it rained".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.deeds import ACTIONS
from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.things import MONTHS, SETS
from pipeline.negation.kinds.facts.limits import DENYING, PARTIAL, SOMEBODY, WEAK
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.rules.positive import existing_negation

if TYPE_CHECKING:
    from spacy.tokens import Token

WHERE_AND_WHEN = frozenset("in at on during before after near inside outside behind under".split())
# These form one verb with a noun: "took part in", "put pressure on" do not name a place.
LIGHT = frozenset("take put make have give get play keep lay hold set pay come go bring".split())
HEAVY = ACTIONS - LIGHT
# Nouns that are not a place or time although the phrase looks like one.
NO_PLACE = frozenset(
    "addition fact general part particular time order case favour favor way effect love question"
    " result return turn spite place touch use detail practice theory charge line honour honor"
    " memory response support search view average behalf account purpose board fire course least"
    " last first once all most end beginning him her it them this that which whom".split()
)

# These say little without an agent: "was headed" alone is odd.
OF_AGENT = frozenset(
    "accompany bound cause characterise characterize dominate drain feature follow head influence"
    " inform inspire join lead mark precede represent shape succeed surround survive".split()
)
SINGLED = frozenset("chiefly mainly primarily largely partly only solely jointly".split())
# "just because", "is because", "a reason to go - because it is late"
BEFORE_REASON = frozenset("just simply only not is was and - – --".split())
CLOSE = frozenset("just shortly soon right directly immediately exactly only even".split())
DATED = MONTHS | frozenset(SETS["day"])
PLACED = frozenset("locate situate site position place base house find".split())
PUTTING = frozenset(
    "place lay hang stick mount install lean seat station insert deposit position store".split()
)
ASIDES = frozenset("parataxis intj prep advmod npadvmod ccomp".split())
# These belong to the noun before.
OF = frozenset(("of", "from", "with"))
LONGEST = 9
"""Most words of a phrase that is set apart."""
COMPLETING = frozenset("ccomp xcomp advcl conj prt dative".split())
LIMITING = PARTIAL | SINGLED | BEFORE_REASON
PARTIAL_HOLDERS = PARTIAL - {"each"}


def denied_reason(scene: Scene) -> Iterator[list[Edit]]:
    """ "She left because it rained" -> "She left, but not because it rained"."""
    if "because" not in scene.words or not scene.is_open:
        return
    if scene.clause is None or scene.clause.inverted:
        return
    for word in scene.tokens:
        if word.lower_ == "because" and _is_reason(scene, word):
            yield [_but_not(word)]


def denial_before_reason(scene: Scene) -> Iterator[list[Edit]]:
    """ "She did not leave, because it rained" -> "She left, but not because it rained".

    Without the comma the sentence may already mean that.
    """
    clause = scene.clause if "because" in scene.words else None
    if clause is None or len(clause.negators) != 1 or scene.is_question or clause.inverted:
        return
    if sum(t.lower_ in DENYING for t in scene.tokens) != 1:
        return
    if any(t.lower_ in WEAK for t in clause.auxiliaries) or clause.negators[0].lower_ == "never":
        return
    # "Not that it matters, because it is over"
    if scene.lowers[:2] == ("not", "that"):
        return
    for word in scene.tokens:
        if word.lower_ != "because" or word.i == 0 or word.nbor(-1).text != ",":
            continue
        positive = existing_negation(clause) if _is_reason(scene, word) else None
        if positive is not None:
            yield [*positive, _but_not(word)]


def denied_circumstance(scene: Scene) -> Iterator[list[Edit]]:
    """ "The mill was built by monks" -> "The mill was built, but not by monks"."""
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.is_open or clause.inverted:
        return
    verb, last = clause.verb, scene.tokens[-1]
    # Only a phrase at the end can be set apart.
    if clause.conjuncts or verb.i < clause.subject.i or last.text not in (".", "!"):
        return
    if clause.subject.lower_ in SOMEBODY:
        return
    if not _is_whole(scene, verb):
        return
    for phrase in verb.children:
        thing = next((c for c in phrase.children if c.dep_ == "pobj"), None)
        if phrase.dep_ not in ("prep", "agent") or thing is None or phrase.i < verb.i + 1:
            continue
        if phrase.right_edge.i + 1 != last.i:
            continue
        # "in Kent, the Orme": another name of something before it
        if any(c.dep_ == "appos" for c in thing.children) and thing.tag_ == "NNP":
            continue
        # "built just before the war", "built two years before the war", "in the Lund Under 20
        # team": one phrase
        if (
            phrase.nbor(-1).text == ","
            or phrase.nbor(-1).lower_ in SINGLED
            or phrase.left_edge.i != phrase.i
            or phrase.text[0].isupper()
            or phrase.nbor(-1).lower_ in CLOSE
            or not _is_circumstance(scene, phrase, thing)
        ):
            continue
        # "The 1990 team played in the 1990 season"
        within = [t.text for t in phrase.subtree if t.tag_ == "CD"]
        if any(scene.lowers.count(number) > 1 for number in within):
            continue
        yield [_but_not(phrase)]


def _but_not(word: Token) -> Edit:
    """Insert ", but not" before a word, in place of a comma that precedes it."""
    previous = word.nbor(-1)
    start = previous.idx if previous.text == "," else end_of(previous)
    return Edit(start, word.idx, ", but not ")


def _is_reason(scene: Scene, word: Token) -> bool:
    """Whether "because" gives the reason of the main clause, at the end of the sentence."""
    doc = scene.doc
    if word.i < 2 or any(t.text in ";:—" for t in doc) or word.i in scene.enclosed:
        return False
    if word.nbor(-1).lower_ in LIMITING:
        return False
    if scene.has(("but",)) or _is_parted(word, scene.head):
        return False
    # "in large part because", "however, because"
    if any(t.lower_ in ("part", "however", "guess", "'s", "’s") for t in doc[word.i - 2 : word.i]):
        return False
    # "because of the rain" depends on the verb, "because it rained" has its own verb.
    holder = word.head if word.dep_ == "mark" else word
    if holder.dep_ not in ("advcl", "prep") or holder.head.i != scene.head.i:
        return False
    if any(c.lower_ in PARTIAL_HOLDERS for c in holder.children) or holder.i < scene.head.i:
        return False
    return holder.right_edge.i >= len(doc) - 2


def _is_parted(because: Token, verb: Token) -> bool:
    """ "This was, she says, because it rained": a parenthesis may part it from "is"."""
    end = because.i - 1
    if because.doc[end].text != ",":
        return False
    asides = [c for c in verb.rights if c.dep_ in ASIDES and c.right_edge.i in (end - 1, end)]
    # The parser may put the commas below the parenthesis.
    firsts = [because.doc[c.left_edge.i - 1 : c.left_edge.i + 1] for c in asides]
    return any(t.text == "," for first in firsts for t in first)


def _goes_on(agent: Token) -> bool:
    """ "by a teacher to a smaller hall", "by monks in 1950": the parser may attach it wrongly.

    Not "by a group of monks", "by teams in red".
    """
    for place in agent.rights:
        if place.dep_ != "prep" or place.lower_ in OF:
            continue
        within = [c for c in place.children if c.dep_ == "pobj"]
        worn = all(c.tag_ in ("NN", "JJ") and c.left_edge.i == c.i for c in within)
        if place.lower_ != "in" or not worn:
            return True
    return False


def _is_whole(scene: Scene, verb: Token) -> bool:
    """Whether the clause is complete without the phrase: it has an object, or is passive."""
    if scene.has(PARTIAL) or "relcl" in scene.relations or "parataxis" in scene.relations:
        return False
    lemma, beside = bare_form(verb.text), list(verb.children)
    relations = {c.dep_ for c in beside}
    if not relations.isdisjoint(COMPLETING):
        return False
    # "placed a vase on the shelf" says little without the shelf, "chiefly made by hand" less.
    if lemma in PUTTING or any(c.lower_ in SINGLED for c in beside):
        return False
    if "auxpass" in relations:
        # "It is located" says nothing without its place.
        return lemma not in PLACED
    if lemma not in HEAVY:
        return False
    return any(c.dep_ == "dobj" and c.i > verb.i for c in beside)


def _is_circumstance(scene: Scene, phrase: Token, thing: Token) -> bool:
    words = list(phrase.subtree)
    if phrase.i in scene.enclosed or any(t.lower_ in NO_PLACE for t in words):
        return False
    # A long phrase, or one with a verb, may belong to something else.
    if len(words) > LONGEST or any(t.tag_.startswith("V") for t in words):
        return False
    if phrase.dep_ == "agent":
        odd = bare_form(phrase.head.text) in OF_AGENT
        by = phrase.lower_ == "by" and thing.tag_.startswith("NN")
        return by and not odd and not _goes_on(thing)
    passive = any(c.dep_ == "auxpass" for c in phrase.head.children)
    others = [c for c in phrase.head.children if c.dep_ in ("prep", "agent") and c.i < phrase.i]
    # "was interested in", "was based on": with a passive only times are certain.
    timed = any(t.tag_ == "CD" and t.text.isdigit() for t in thing.subtree) or thing.text in DATED
    if phrase.lower_ not in WHERE_AND_WHEN or thing.tag_ not in ("NN", "NNS", "NNP", "CD"):
        return False
    return timed if passive else not others and (timed or _is_set(thing))


def _is_set(thing: Token) -> bool:
    """ "in the garden", "in Rome": a place with a name or a definite article."""
    return thing.tag_ == "NNP" or thing.left_edge.lower_ in ("the", "his", "her", "their", "its")
