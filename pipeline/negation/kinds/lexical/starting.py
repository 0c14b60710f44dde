"""What began, said to have stopped: "began to sing on 5 May" -> "stopped singing on 5 May"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import BE
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.checks.certain import is_certain
from pipeline.negation.kinds.checks.grounds import gives_grounds
from pipeline.negation.kinds.facts.limits import BARRED
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.lexical.untried import goes_on
from pipeline.negation.reading.agreement import is_plural

_MONTH = "|".join(sorted(MONTHS))
DAY = re.compile(rf"\b(?:\d{{1,2}} (?:{_MONTH})|(?:{_MONTH}) \d{{1,2}})\b")
BEGINNING = frozenset(("begin", "start"))
# Nobody stops doing these.
SUDDEN = frozenset(
    "have see realise realize understand recognise recognize notice suspect appear emerge"
    " arise know feel".split()
)
# What one hopes to receive.
WANTED = frozenset(
    "award prize medal degree doctorate diploma support permission licence license recognition"
    " praise approval funding grant scholarship fellowship contract treatment help assistance aid"
    " training education citizenship asylum credit title honour honor knighthood permit pardon"
    " compensation pension promotion nomination endorsement attention acclaim patent charter"
    " status protection independence autonomy".split()
)
NO_PROCESS = SUDDEN | BE | {"be"}


def ended(scene: Scene) -> Iterator[list[Edit]]:
    """ "On 5 May 1931 she began to teach" -> "On 5 May 1931 she stopped teaching"."""
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.is_open or clause.conjuncts:
        return
    verb = clause.verb
    if bare_form(verb.text) not in BEGINNING or clause.auxiliaries or clause.inverted:
        return
    if clause.tag not in ("VBD", "VBZ") or verb.i in scene.enclosed or gives_grounds(scene):
        return
    # Whoever begins may stop later, even in the same year, but not on the same day.
    if scene.has(("if", "unless")) or DAY.search(scene.text) is None:
        return
    # "Farmers began to leave", and others stopped
    if scene.adds or not is_certain(clause.subject) or scene.doc[-1].text != ".":
        return
    doing = next((c for c in verb.rights if c.dep_ == "xcomp"), None)
    if doing is None or any(c.dep_ in ("conj", "cc") for c in doing.children):
        return
    opening = scene.tokens[verb.i + 1 : doing.i]
    if doing.tag_ == "VB" and [t.tag_ for t in opening] == ["TO"]:
        new = inflected(bare_form(doing.text), "VBG")
    elif doing.tag_ == "VBG" and not opening:
        new = doing.text
    else:
        return
    if bare_form(doing.text) in NO_PROCESS:
        return
    stop = inflected("stop", clause.tag)
    yield [Edit(verb.idx, end_of(doing), like(verb, f"{stop} {new}"))]


def denied(scene: Scene) -> Iterator[list[Edit]]:
    """ "She received the medal" -> "She was denied the medal"."""
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.is_open or clause.conjuncts:
        return
    verb, subject = clause.verb, clause.subject
    if verb.lower_ != "received" or clause.auxiliaries or clause.inverted or scene.adds:
        return
    if gives_grounds(scene) or goes_on(scene, verb) or not is_certain(subject):
        return
    thing = next((c for c in verb.rights if c.dep_ == "dobj"), None)
    if thing is None or bare_noun(thing) not in WANTED or scene.doc[-1].text != ".":
        return
    # "For this service she received a medal", "praise from critics, some of whom sang it"
    if scene.lowers[0] == "for" or ("of", "whom") in pairwise(scene.lowers):
        return
    # "received two medals", and was denied others
    if any(c.dep_ == "nummod" or c.lower_ in BARRED for c in thing.lefts):
        return
    # "Jones received his degree": the parser may take a name in -s for a plural.
    single = any(c.lower_ in ("his", "her") for c in thing.lefts)
    be = "were" if is_plural(subject) and not single else "was"
    yield [replace(verb, f"{be} denied")]
