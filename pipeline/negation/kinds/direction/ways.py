"""The opposite way: "into the hall" -> "out of the hall", "from Rome to Pisa" reversed."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.things import PERSONS, SET_OF
from pipeline.negation.kinds.checks.certain import is_about_some, is_news
from pipeline.negation.kinds.direction.times import EDGES
from pipeline.negation.kinds.facts.nouns import bare_noun, is_somebody
from pipeline.negation.kinds.facts.scene import Scene

# "came into use", "ran into debt"
STATES = frozenset(
    "possession effect force power use contact conflict being existence office play trouble debt"
    " problems view sight fashion operation service action line question focus decline"
    " recession crisis ruin position shape"
    # "flew into a rage", "ran into trouble"
    " rage fury panic tears temper tantrum frenzy coma trance fit laughter song applause battle"
    " fight war argument exile hiding retirement business politics"
    " study production development design making detail maintenance".split()
)
# "moved from Rome to Pisa"; not "opposed it from the start to the end"
FROM_PLACE_TO_PLACE = frozenset(
    "move go come travel walk ride drive sail fly march swim hike cycle run migrate emigrate"
    " immigrate transfer switch return relocate change convert shift flee escape ship"
    " transport send bring take carry".split()
)
AWAY = {"towards": "away from", "toward": "away from", "into": "out of"}
# Verbs with which "into" says where one goes: "walked into the hall", not "looked into it".
OF_MOTION = frozenset(
    "walk run go come drive ride move climb jump swim fly crawl march step sail row rush"
    " head travel race hurry stroll".split()
)
# They go both ways: "a service from Rome to Pisa".
ROUTES = frozenset("service route line road trail path railway canal bridge tunnel".split())
MET = frozenset("official guard opponent defender referee umpire crowd catcher".split())
HOW_FAR = frozenset(
    "deep deeper deeply far farther further well straight right halfway directly headlong".split()
)
MOVERS = frozenset("animal creature vehicle profession kin kinswoman player".split())
SOLID = frozenset("wall tree pole fence rock".split())


def other_way(scene: Scene) -> Iterator[list[Edit]]:
    """ "into the hall" -> "out of the hall", "from Rome to Pisa" -> "from Pisa to Rome"."""
    for token in scene.asserted() if scene.has(AWAY) else ():
        if token.lower_ in AWAY and token.dep_ == "prep" and token.head.i == scene.head.i:
            moves = bare_form(scene.head.text) in OF_MOTION
            # "The proceeds went towards a statue"
            moves = moves and (scene.describes or _is_mover(scene))
            # "Planes flew into the zone", and others out of it
            moves = moves and (scene.describes or not is_about_some(token, scene))
            moves = moves and not any(c.lower_ in STATES | {"air"} for c in token.children)
            # "jumps off the wall into the lake" has a start already.
            moves = moves and not any(c.lower_ in ("off", "from") for c in scene.head.children)
            # "drove research into plants"; "ran into a guard"
            moves = moves and not any(c.dep_ == "dobj" for c in scene.head.children)
            met = (
                PERSONS | SOLID | MET | ({"gate", "creature"} if token.lower_ == "into" else set())
            )
            moves = moves and not any(bare_noun(c) in met for c in token.children)
            # "moved into a house, where she painted"; "ran into bias"
            moves = moves and not any(t.lower_ == "where" for t in scene.tokens[token.i :])
            abstract = [c for c in token.children if c.dep_ == "pobj" and c.left_edge.i == c.i]
            moves = moves and not (abstract and bare_form(scene.head.text) in ("run", "come", "go"))
            # "ran deep into the wood"
            moves = moves and not (token.i and token.nbor(-1).lower_ in HOW_FAR)
            # "Towards the end of May she ran": a time
            moves = moves and not any(c.lower_ in EDGES for c in token.children)
            if moves and any(c.dep_ == "pobj" for c in token.children):
                yield [replace(token, AWAY[token.lower_])]
    yield from _turned(scene)


def _is_mover(scene: Scene) -> bool:
    """Whether what moves is somebody, or an animal or a vehicle."""
    # "The division marched into the camp": only somebody marches.
    if bare_form(scene.head.text) not in ("go", "come", "run", "head"):
        return True
    subject = scene.clause.subject if scene.clause is not None else None
    if subject is None:
        return False
    return is_somebody(subject) or SET_OF.get(bare_noun(subject)) in MOVERS


def _turned(scene: Scene) -> Iterator[list[Edit]]:
    for start in scene.tokens if scene.has(("from",)) else ():
        if start.lower_ != "from" or start.dep_ != "prep" or not scene.asserts(start):
            continue
        ends = [c for c in start.head.children if c.lower_ == "to" and c.dep_ == "prep"]
        ends = [c for c in ends if c.i > start.i]
        if not ends or start.head.i != scene.head.i:
            continue
        # "stretches from the hills to the sea": both ways
        subject = scene.clause.subject if scene.clause is not None else None
        route = subject is not None and bare_noun(subject) in ROUTES
        if route or bare_form(start.head.text) not in FROM_PLACE_TO_PLACE:
            continue
        # "flies from Rome to Pisa": and back
        if start.head.tag_ in ("VBZ", "VBP") and not (scene.describes or is_news(scene)):
            continue
        # "moved from Rome to Pisa as she married there"
        if any(c.dep_ == "advcl" and c.i > start.i for c in start.head.children):
            continue
        places = [c for p in (start, ends[0]) for c in p.children if c.dep_ == "pobj"]
        if len(places) != 2 or places[0].tag_ != places[1].tag_:
            continue
        first, second = (scene.doc[p.left_edge.i : p.right_edge.i + 1] for p in places)
        # "from Britain to France to Germany"; "comes from its likeness to a bird"
        if len(ends) > 1 or first[0].tag_ == "PRP$" or second[0].lower_ in ("a", "an"):
            continue
        simple = first.end == ends[0].i and len(first) < 4 and len(second) < 4
        if simple and not any(t.is_punct or t.tag_ == "CD" for t in (*first, *second)):
            yield [
                Edit(first.start_char, first.end_char, second.text),
                Edit(second.start_char, second.end_char, first.text),
            ]
