"""Another time or end: "before" -> "after", "upper" -> "lower", "beginning" -> "end"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, exchange, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, both_ways
from pipeline.negation.english.things import SETS
from pipeline.negation.kinds.checks.certain import is_about_some, is_certain, is_news
from pipeline.negation.kinds.checks.elsewhere import AT_ONE_TIME, MOMENTARY, STANDING
from pipeline.negation.kinds.checks.framing import frames, is_of_many
from pipeline.negation.kinds.checks.once import happened_once
from pipeline.negation.kinds.direction.ends import (
    OF_PLACE,
    has_two_ends,
    is_edge,
    is_of_other_part,
    is_of_some,
    lasts_over,
    stands_alone,
    wholes,
)
from pipeline.negation.kinds.direction.sequence import (
    YEAR_OR_DECADE,
    has_no_order,
    is_coordinated,
    is_dated_again,
    is_in_order,
)
from pipeline.negation.kinds.direction.sides import NOT_WITH, is_hand
from pipeline.negation.kinds.facts.limits import BARRED
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

PREPOSITIONS = both_ways("before:after above:below inside:outside")
# "before the court", "after all", "named after", "above all"
FIXED_HEADS = frozenset(
    "name know call entitle look take ask run go appear stand come kneel bow testify model pattern"
    " seek above be see inquire chase swim dash race gallop title dedicate die continue remain keep"
    " exist have own possess perform persist survive last endure prevail stay reside dwell inhabit"
    " serve live use nickname dub christen rename label work teach study operate function offer"
    " provide supply host maintain reach".split()
)
FIXED_NOUNS = frozenset(
    "all court martial judge jury committee congress parliament senate council assembly tribunal"
    " crowd audience king queen emperor time long eye god law thousands hundreds dozens fans"
    " spectators people guests visitors viewers officials".split()
)
SPANS = frozenset(
    "second minute hour day week month year decade century couple while time few".split()
)
MODIFIERS = both_ways("upper:lower inner:outer front:back early:late left:right top:bottom")
ADVERBS = both_ways(
    "forwards:backwards forward:backward upwards:downwards upward:downward upstairs:downstairs"
    " indoors:outdoors inside:outside early:late clockwise:anticlockwise"
)
EDGES = both_ways("beginning:end start:end top:bottom front:back")
EDGES["end"] = "beginning"
OF_ORDER = frozenset((*MODIFIERS, *ADVERBS, *EDGES))
TIMES = frozenset(
    "morning afternoon evening night spring summer autumn winter period stage phase age career"
    " life game match half bird train flight start finish arrival departure".split()
) | {month.lower() for month in SETS["month"]}
STACKED = frozenset(
    "floor shelf drawer row layer step stair storey story deck branch button bunk half line part"
    " section edge corner end panel tier left right".split()
)
# "soon after", "after earlier falling", "before him"
NOT_BESIDE = frozenset(
    "soon shortly immediately just right long ever only even not earlier later previously having it"
    " him her them me us you being within as and or but".split()
)
STATES = frozenset(
    "injury illness sickness disease starvation exhaustion neglect abuse confusion controversy"
    " criticism pressure delay consideration".split()
)
ORDER = frozenset(("before", "after"))
OF_RANK = frozenset(("first", "second", "third", "last"))
# They tell the order, too.
ORDERING = frozenset(
    "earlier later previously subsequently ago then until next future soon".split()
)
# "took the front line", "made the front pages"
LINES = frozenset("line lines page pages bench runner".split())
TURNS = frozenset("beginning start end".split())
# "spent a week at the top of the charts", "screamed at the top of his lungs"
CHARTS = frozenset("chart charts table league division afc nfc lungs voice".split())
UNTURNED = BARRED | {"already", "still"}
GROUND = frozenset("grass ground snow sand floor earth horizon".split())
MOVING = frozenset("sink fall drop rise climb soar dip set descend hang tower loom fly".split())
SPENDING = frozenset("spend spends spent spending".split())
# "from the early 1930s to 1950" is from the late 1930s, too.
LASTING_TO = frozenset("by from since between until till throughout".split())
OF_DURATION = LASTING_TO | SPENDING


def other_side_of_time(scene: Scene) -> Iterator[list[Edit]]:
    """ "before the war" -> "after the war", "above the door" -> "below the door"."""
    # "rose after falling earlier": the order is said twice.
    said = scene.has(ORDERING)
    # "returned in 1990 after the king fell in 1986": the years tell the order.
    said = said or (scene.has_digits and len(YEAR_OR_DECADE.findall(scene.text)) > 1)
    for token in scene.tokens if scene.has(PREPOSITIONS) and not said else ():
        if token.lower_ not in PREPOSITIONS or token.dep_ not in ("prep", "mark"):
            continue
        # "after already winning it"
        if token.i in scene.enclosed or any(t.lower_ in UNTURNED for t in token.subtree):
            continue
        governed = token.head.head if token.dep_ == "mark" else token.head
        if not scene.describes and is_about_some(token, scene):
            continue
        if governed.i != scene.head.i or not scene.asserts(governed):
            continue
        if any(c.dep_ == "advmod" for c in token.children):
            continue  # "soon after"
        # "After his first marriage he married": another was earlier, or later.
        times = [c for c in token.children if c.tag_ in ("NN", "NNS")]
        if any(t.lower_ in OF_RANK for c in times for t in c.lefts):
            continue
        # "Above formula was tested"
        # "Planes strike inside Lund", and outside it
        if token.lower_ in ("inside", "outside") and is_news(scene):
            continue
        bare = token.i == 0 and token.lower_ not in ORDER
        if bare and not any(t.tag_ == "DT" for c in token.children for t in c.lefts):
            continue
        # "the largest hall after the town's": an order by size
        ranked = any(t.tag_ in ("JJS", "RBS") for t in scene.tokens[: token.i])
        if ranked and token.dep_ == "prep":
            continue
        # "have risen after the war": "have risen before the war" would need another tense.
        if any(c.lower_ in ("has", "have") and c.dep_ == "aux" for c in governed.children):
            continue
        around = (
            scene.tokens[max(token.i - 1, 0) : token.i] + scene.tokens[token.i + 1 : token.i + 2]
        )
        if any(t.lower_ in NOT_BESIDE for t in around) or PREPOSITIONS[token.lower_] in scene.words:
            continue
        if _is_fixed(token, governed) or _holds_beside(token, governed, scene):
            continue
        yield [replace(token, PREPOSITIONS[token.lower_])]


def _is_fixed(place: Token, governed: Token) -> bool:
    """Whether a verb or a noun belongs to its preposition, or the order is told elsewhere."""
    nouns = {c.lower_.rpartition("-")[2] for c in place.children}
    if bare_form(governed.text) in FIXED_HEADS or nouns & FIXED_NOUNS:
        return True
    # "Two dead after a fire" tells of the fire.
    if governed.tag_ in ("JJ", "CD") or is_in_order(place, governed):
        return True
    # "after pre-cooking the rice" says the order itself.
    if any(t.lower_.startswith(("pre-", "post-")) or t.lower_ == "pre" for t in place.subtree):
        return True
    if place.lower_ in ORDER and not has_no_order(place, governed):
        return True
    # "returned after injury": without an article it is a state rather than a moment.
    if place.lower_ in ("before", "after") and any(map(_is_state, place.children)):
        return True
    return bool(place.dep_ == "prep") and not any(
        c.dep_ in ("pobj", "pcomp") for c in place.children
    )


def _follows(token: Token, words: tuple[str, ...]) -> bool:
    return token.i > 0 and token.nbor(-1).lower_ in words


def _is_state(noun: Token) -> bool:
    """ "injury", "long illness", "negotiations"; not "the injury", "dinner"."""
    bare = noun.dep_ == "pobj" and (noun.lower_ in STATES or noun.tag_ == "NNS")
    return bare and not any(c.dep_ in ("det", "poss", "nummod") for c in noun.lefts)


def _holds_beside(place: Token, governed: Token, scene: Scene) -> bool:
    """Whether what is said may hold on the other side as well, or cannot be said of it."""
    # "After it closed, he found it hard to sing" tells of no single moment.
    lasts = bare_form(governed.text) not in MOMENTARY or any(
        c.dep_ == "ccomp" for c in governed.children
    )
    if _frames(place, scene) and lasts:
        return True
    if _holds_on_both_sides(governed, scene):
        return True
    # "After the war, he found work", and before it, too
    things = [c for c in governed.rights if c.dep_ == "dobj"]
    if place.lower_ in ORDER and _frames(place, scene) and not all(map(is_certain, things)):
        return True
    # "The sun sank below the hill": nothing sinks above it.
    if place.lower_ in ("above", "below") and bare_form(governed.text) in MOVING:
        return True
    # "jumps into the air above the ramp", "leaps above the grass": nothing does below it.
    within = {"air", "sky"} & scene.words or GROUND & {c.lower_ for c in place.children}
    if place.lower_ in ("above", "below") and within:
        return True
    # "are looking for her after she fell": "before she fell" would need another tense.
    if place.dep_ == "mark" and place.head.tag_ == "VBD" and _is_present(scene):
        return True
    # "after two years", "before long": a duration, not a point in time.
    return any(
        c.tag_ == "CD" or bare_noun(c) in SPANS for t in place.children for c in (t, *t.children)
    )


def _holds_on_both_sides(verb: Token, scene: Scene) -> bool:
    """Whether what is said can be so before and after.

    "Smoking was banned before the war", "Rain falls before sunset", "worked there for a time".
    """
    if any(c.dep_ == "auxpass" for c in verb.children) and bare_form(verb.text) in STANDING:
        return bare_form(verb.text) not in AT_ONE_TIME
    # A headline, without a full stop, tells of one event.
    if verb.tag_ in ("VBZ", "VBP") and verb.lower_ not in BE and scene.doc[-1].text == ".":
        return True
    spans = (t for c in verb.children if c.lower_ == "for" for t in c.children)
    return any(bare_noun(t) in SPANS for t in spans)


def _is_present(scene: Scene) -> bool:
    clause = scene.clause
    finite = clause.finite if clause is not None else None
    return finite is not None and finite.tag_ in ("VBZ", "VBP")


def _frames(token: Token, scene: Scene) -> bool:
    """ "After the war he ruled": in front, it does not say that he did not rule before."""
    subject = scene.clause.subject if scene.clause is not None else None
    return subject is not None and token.i < subject.i


def other_end(scene: Scene) -> Iterator[list[Edit]]:
    """ "at the beginning of May" -> "at the end of May", "the upper floor" -> "the lower floor"."""
    for token in scene.stated() if scene.has(OF_ORDER) else ():
        if scene.lowers[token.i] not in OF_ORDER or is_named(token):
            continue
        # "from the left shoulder to the right hip", "then later became", "their first anniversary"
        paired = MODIFIERS.get(token.lower_) in scene.words or scene.lowers.count(token.lower_) > 1
        if paired or scene.lowers[0] == "then" or _follows(token, ("then", "-")):
            continue
        # "Danes built it in the early 1980s", and again in the late ones
        timed = token.lower_ in ("early", "late") and token.dep_ == "amod"
        if timed and not happened_once(token.head, scene):
            continue
        # "is called a front group": a term
        if token.lower_ in OF_PLACE and not (scene.describes or is_certain(token.head)):
            continue
        # "met in the early 1890s and married in 1895"
        if token.lower_ in ("early", "late") and is_dated_again(token.head, scene):
            continue
        # "According to the outer form it was a mill", and by the inner one as well
        if token.lower_ in OF_PLACE and frames(token.head, scene):
            continue
        # "There is a hut at the back", and another, perhaps, at the front
        verb = next((t for t in token.ancestors if t.tag_[0] == "V"), token)
        if any(c.dep_ == "expl" for c in verb.lefts) or is_of_other_part(token, scene):
            continue
        # "A man sits on the back seat", and another one on the front seat
        if scene.describes and bare_noun(token.head) == "seat":
            continue
        # "raised his left arm", "at this early stage"
        if any(c.dep_ == "poss" or c.lower_ in ("this", "that") for c in token.head.children):
            continue
        # "in the late 1730s and early 1740s", "on the eaves and on the front porch": one of several
        if is_coordinated(token, edge=token.lower_ in EDGES):
            continue
        # "due to the late arrival", "leaves it late"
        if token.i and token.nbor(-1).lower_ == "it":
            continue
        if any(t.lower_ in ("due", "because", "through", "than", "size") for t in token.ancestors):
            continue
        # "By the early 1980s", "in the early days", "was common in the early 1980s": and later,
        # too, perhaps.
        timed = token.lower_ in ("early", "late") and _is_loose(token)
        of_many = token.dep_ == "amod" and is_of_many(token.head, scene)
        if token.lower_ in MODIFIERS and not (timed or of_many) and _places_noun(token):
            yield exchange(token, MODIFIERS[token.lower_])
        elif token.lower_ in EDGES and is_edge(token) and not lasts_over(token):
            # "sits on the top of a fence": nobody sits on the bottom of it.
            on = token.head.lower_ == "on" and EDGES[token.lower_] not in ("front", "back")
            if on or _is_open_edge(token, scene):
                continue
            yield [replace(token, EDGES[token.lower_])]
        elif token.lower_ in ADVERBS and token.head.i == scene.head.i and stands_alone(token):
            # "Although it snowed, they played outside"
            if scene.is_relied_on:
                continue
            yield [replace(token, ADVERBS[token.lower_])]


def _is_open_edge(edge: Token, scene: Scene) -> bool:
    """Whether what is said of one end may hold of the other, or is told again."""
    turn = edge.lower_ in TURNS
    # "at the end of a tube", which has two; "at the top of the charts"
    if (turn and has_two_ends(edge)) or not CHARTS.isdisjoint(t.lower_ for t in edge.subtree):
        return True
    # "A stain is at the end of the wall", and one at its beginning
    if turn and is_of_some(edge):
        return True
    # "had no name at the start of the series, which was later resolved"
    if turn and "later" in scene.words and not _frames(edge, scene):
        return True
    # "in 1654 at the start of the war", "at the end of the 1980s" with "(1988-90)" behind it
    dated = edge.head.i > 0 and edge.head.nbor(-1).tag_ == "CD"
    if dated or any(is_dated_again(whole, scene) for whole in wholes(edge)):
        return True
    # "at the top of the air as at the surface": the bottom is the surface.
    return _describes_a_part(edge, scene) or "surface" in scene.words


def _describes_a_part(edge: Token, scene: Scene) -> bool:
    """ "At the beginning of the poem he is said to be cruel": at its end as well, perhaps."""
    clause = scene.clause
    present = clause is not None and clause.tag in ("VBZ", "VBP", "VBN") and _is_present(scene)
    return present and _frames(edge, scene)


def _is_loose(token: Token) -> bool:
    time, place = token.head, token.head.head
    # "spent the early 1930s abroad"
    if place.lower_ in OF_DURATION or time.lower_ in ("day", "days", "years", "age"):
        return True
    verb = place.head
    lemma = bare_form(verb.text)
    lasts = verb.tag_.startswith("V") and (lemma not in AT_ONE_TIME or lemma == "sell")
    return lasts and time.dep_ == "pobj" and place.lower_ in ("in", "during")


def _places_noun(token: Token) -> bool:
    """ "the upper floor"; "his first book" if the sentence is about the book."""
    noun = token.head
    if token.dep_ != "amod" or token.tag_ != "JJ" or noun.i != token.i + 1:
        return False
    # "a top judge" is one of the best.
    if token.lower_ in ("top", "bottom") and bare_noun(noun) not in STACKED:
        return False
    if token.lower_ in ("front", "back") and noun.lower_ in LINES:
        return False
    if noun.lower_ in NOT_WITH or (token.lower_ in ("left", "right") and not is_hand(token)):
        return False
    # "the early members": some are so, others are not.
    timed = noun.text[0].isdigit() or bare_noun(noun) in TIMES
    return timed or token.lower_ not in ("early", "late")
