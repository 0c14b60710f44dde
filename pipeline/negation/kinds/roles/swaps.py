"""Two named persons that change places: "Anna sold Bela the flat" -> "Bela sold Anna the flat".

Two with the same relation to each other ("Anna and Bela", "Anna near Bela") are left alone, since a
swap would change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, swapped
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import YEAR
from pipeline.negation.english.things import MONTHS, SETS
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

ONE_SIDED = frozenset(
    "kill murder assassinate execute behead poison strangle bury outlive succeed replace precede"
    " predate father mother adopt raise inherit found outnumber outrank surpass exceed acquire"
    " annex absorb swallow eat devour invent baptise baptize".split()
)
"""What one does to another who does not do it to the one: Anna outlives Bela, or Bela Anna.

Most deeds can go both ways: Anna drives Bela to the station, and on another day Bela drives Anna.
"""
CONTESTS = frozenset("defeat beat lose overcome eliminate".split())
"""Verbs of contests. Of one contest there is one winner; two who meet often have each won."""
CHASING = frozenset("chase pursue outrun overtake carry lift drag tow lead guide".split())
"""What only one of two does at one moment: "is carrying", not "carried"."""
TOGETHER = frozenset(
    "with and or toward towards near beside alongside like unlike between among amongst against"
    " versus vs than as"
    " besides plus next close adjacent parallel opposite around across including separate"
    " separately apart independent independently".split()
)
"""Words whose two sides are alike, or that list things."""
ONE_WAY = frozenset("to from by into at toward towards off behind before after onto".split())
"""Prepositions that give the two sides different roles.

Not "for": one plays for a club, of which the recogniser may make a person.
"""
REPLACING = frozenset("replace succeed".split())
ROUNDS = frozenset("final finals semifinal semi-final playoff election referendum".split())
TIMES = MONTHS | frozenset(SETS["day"])
COLLECTIVE = frozenset("team company club army president minister".split())
INFANTS = frozenset(("baby", "toddler", "infant", "newborn"))
PRONOUNS = frozenset("he she him her his hers himself herself they them their it its".split())


def swapped_names(scene: Scene) -> Iterator[list[Edit]]:
    """ "Anna sold the flat to Bela" -> "Bela sold the flat to Anna"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or not scene.is_open:
        return
    if clause.subject.tag_ != "NNP":
        return
    # "Anna sold Bela her flat": whose it is would change too.
    if sum(t.tag_ == "NNP" for t in scene.tokens) < 2 or scene.has(PRONOUNS):
        return
    if not is_one_sided(clause.verb, scene):
        return
    # The recogniser is slow, so what needs no names is asked first.
    others = (t for t in scene.tokens if t.tag_ == "NNP" and t.i != clause.subject.i)
    if not any(_has_part(clause.verb, t) for t in others) or _is_told_as(clause.verb):
        return
    persons = _persons(scene)
    if len(persons) != 2:
        return
    subject = clause.subject.i
    one, other = sorted(persons, key=lambda span: span.root.i != subject)
    if one.root.i != subject or len(one) != len(other):
        return
    if _has_part(clause.verb, other.root) and _is_apart(scene, one.root, other.root):
        first, second = sorted((one, other), key=lambda span: span.start)
        yield swapped(first, second)


def is_to_act(noun: Token) -> bool:
    """ "is hiring a man to mend the roof": what one is to do would be another's deed.

    Args:
        noun: the last word before the infinitive.
    """
    return noun.i + 1 < len(noun.doc) and noun.nbor(1).tag_ == "TO"


def _persons(scene: Scene) -> list[Span]:
    """The named persons, each a span of words that belong to one name only."""
    types = scene.names(scene.doc)
    found: list[list[int]] = []
    for i in sorted(i for i, kind in types.items() if kind == "PERSON"):
        if found and found[-1][-1] == i - 1:
            found[-1].append(i)
        else:
            found.append([i])
    spans = [scene.doc[run[0] : run[-1] + 1] for run in found]
    whole = all(t.tag_ == "NNP" for span in spans for t in span)
    # "the Stasi" is nobody's name, nor is "Art Basel in Ohio" a person.
    bare = all(c.i in range(s.start, s.end) for s in spans for c in s.root.children)
    return spans if whole and bare else []


def _has_part(verb: Token, name: Token) -> bool:
    """Whether a name is the object of a verb, or follows a preposition with a direction."""
    above = name.head
    if above.i == verb.i:
        return name.dep_ in ("dobj", "dative")
    if above.dep_ in ("prep", "agent", "dative") and above.head.i == verb.i:
        return above.lower_ in ONE_WAY
    return False


def _is_told_as(verb: Token) -> bool:
    """ "described Bela as a king who won": what follows is about Bela alone."""
    role = any(c.lower_ == "as" for c in verb.rights)
    return role and bare_form(verb.text) not in REPLACING


def is_one_sided(verb: Token, scene: Scene) -> bool:
    """Whether only one of two does to the other what a verb says.

    Args:
        verb: the verb of the main clause.
        scene: its sentence.
    """
    lemma = bare_form(verb.text)
    if lemma in CONTESTS:
        return scene.has(ROUNDS) or any(
            t.text in TIMES or YEAR.fullmatch(t.text) for t in scene.tokens
        )
    # "The club replaced Anna with Bela"
    if any(c.lower_ == "with" for c in verb.rights):
        return False
    return lemma in ONE_SIDED or (lemma in CHASING and verb.tag_ in ("VBZ", "VBP", "VBG"))


def _is_apart(scene: Scene, one: Token, other: Token) -> bool:
    """Whether two words play different parts: neither in one list, nor side by side."""
    start, end = sorted((one.i, other.i))
    return not any(t.lower_ in TOGETHER for t in scene.tokens[start + 1 : end])
