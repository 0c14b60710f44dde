"""Another time than one that is told: "In 1921 she sang" -> "It was only after 1921 that she sang".

What happened only after a year did not happen in it, whether it came about once or many times.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like
from pipeline.negation.english.events import RECURRING
from pipeline.negation.english.lexicon import BE, NEGATORS, YEAR
from pipeline.negation.kinds.facts.limits import DENYING, SUBJECT
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.dates import dates_one_event
from pipeline.negation.kinds.quantity.dating import (
    DATING,
    SPANNING,
    TIMES,
    Date,
    date_of,
    is_dating,
)
from pipeline.negation.kinds.quantity.nominal import HAPPENINGS
from pipeline.negation.kinds.quantity.spans import other_span
from pipeline.negation.kinds.quantity.tense import simple_past

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

# What tells another time by way of the date: "two years later", "aged 21", "the same year"
REFERRING = frozenset(
    "later then earlier aged age ages anniversary centenary centennial bicentenary meanwhile ago"
    " afterwards thereafter respectively simultaneously only".split()
)
NEXT = frozenset("same following next previous preceding that".split())
UNITS = frozenset("year month day week season decade century time summer winter".split())
# Beside a verb these tell that it was so at other times, too, or that this is not sure.
BESIDE = frozenset(
    "also even too already still just again recently yet annually yearly once last lastly"
    " probably possibly perhaps maybe allegedly reportedly apparently supposedly likely presumably"
    " mostly mainly primarily especially particularly alone approximately around about circa"
    " continually always never ever regularly often sometimes usually".split()
)
LEADING = frozenset("however furthermore moreover consequently accordingly instead".split())
EARLY = frozenset("later early late".split())
JOINING = frozenset("and but ;".split())
BEHIND = frozenset("when where which that to until till – - — / as".split())
NOMINAL = frozenset("dobj pobj attr".split())
BOUNDS = frozenset("until till after before since following despite during".split())
BETWEEN = frozenset("in at with for by as on".split())
NEGATIVE = NEGATORS | DENYING


def only_after(scene: Scene) -> Iterator[list[Edit]]:
    """ "In 1921 she sang" -> "It was only after 1921 that she sang".

    Behind its verb: "She sang in Odda in 1921" -> "She sang in Odda only after 1921".
    """
    clause = scene.clause
    dated = (scene.has_digits and scene.has(DATING)) or scene.has(TIMES)
    if not dated or clause is None or scene.is_question or _refers_back(scene):
        return
    for i, word in enumerate(scene.lowers):
        if word not in DATING or scene.relations[i] != "prep" or i in scene.enclosed:
            continue
        place = scene.tokens[i]
        verb = _verb_of(place)
        date = date_of(place) if verb is not None else None
        if date is None or verb is None or not _is_told(verb, place, scene):
            continue
        # What happened once has another year, and a time of a life another span.
        spanned = place.lower_ in SPANNING and next(other_span(scene), None) is not None
        if spanned or (_is_of_calendar(date.last) and dates_one_event(date.last, scene)):
            continue
        past = simple_past(verb)
        if past is None or scene.text.count(date.last.text) > 1:
            continue
        in_front = place.i < verb.i
        edits = _in_front(place, date, scene) if in_front else _behind(place, date)
        if edits:
            yield [*edits, *past]


def _is_of_calendar(word: Token) -> bool:
    return is_dating(word) or word.text.isdecimal()


def _refers_back(scene: Scene) -> bool:
    """Whether a sentence tells a time by way of another one: "two years later", "the same year"."""
    if scene.has(REFERRING) and not REFERRING.isdisjoint(scene.lowers[1:]):
        return True
    pairs = zip(scene.lowers, scene.lowers[1:], strict=False)
    return scene.has(NEXT) and any(a in NEXT and b in UNITS for a, b in pairs)


def _verb_of(place: Token) -> Token | None:
    """The verb of a date; the parser may join the date to a noun: "won a prize in 1921"."""
    above = place.head
    while above.dep_ in NOMINAL and above.tag_[0] == "N" and above.i < place.i:
        # "until the merger in 1921": the merger has the date.
        if above.lower_ in HAPPENINGS or above.lower_ in RECURRING:
            return None
        above = above.head
        above = above.head if above.dep_ == "prep" and above.lower_ in BETWEEN else above
    if above.tag_[0] != "V":
        return None
    # "was a nurse in Odda in 1921" is said of the time, "was the mill in Odda in 1921" of the mill.
    return None if above.i != place.head.i and above.lower_ in BE else above


def _is_told(verb: Token, place: Token, scene: Scene) -> bool:
    """Whether a verb is that of the main clause or of one beside it, and not denied or doubted."""
    if verb.i != scene.head.i and not _is_beside(verb, place, scene):
        return False
    nouns = [c for c in verb.children if c.dep_ in SUBJECT or c.dep_ in NOMINAL]
    near = {
        t.lower_ for t in (*verb.children, *place.children, *(d for c in nouns for d in c.lefts))
    }
    if not near.isdisjoint(NEGATIVE):
        return False
    if any(c.lower_ in BESIDE and c.dep_ != "prep" for t in (verb, place) for c in t.children):
        return False
    if verb.lower_ in BE and not _is_said_of_time(verb, in_front=place.i < verb.i):
        return False
    # "songs: one in 1921, and one in 1923"
    return all(t.text not in (":", ";") for t in verb.doc[verb.i : place.i])


def _is_said_of_time(verb: Token, *, in_front: bool) -> bool:
    """ "She was a nurse in 1921"; not "The numbers were 40 in 1921", "The first was in 1921"."""
    told = [c for c in verb.rights if c.dep_ in ("attr", "acomp")]
    if any(c.tag_ == "CD" for c in told):
        return False
    if in_front or any(c.dep_ == "acomp" for c in told):
        return True
    who = next((c for c in verb.lefts if c.dep_ in SUBJECT), None)
    somebody = who is not None and who.tag_ in ("PRP", "NNP")
    return bool(told) and (somebody or told[0].left_edge.lower_ in ("a", "an"))


def _is_beside(verb: Token, place: Token, scene: Scene) -> bool:
    """ "She left and sang in 1921", "the song, written in 1921,", "left, and in 1921 she sang"."""
    own = any(c.dep_ in SUBJECT for c in verb.lefts)
    if verb.dep_ == "conj" and verb.head.i == scene.head.i:
        return own or place.i > verb.i
    # ", five of whom were dead in 1921"
    if verb.lower_ in BE:
        return False
    if verb.dep_ not in ("relcl", "acl") or verb.tag_ not in ("VBD", "VBN") or place.i < verb.i:
        return False
    first = verb.left_edge
    return first.i > 0 and first.nbor(-1).text == "," and verb.head.i < first.i


def _in_front(place: Token, date: Date, scene: Scene) -> list[Edit]:
    """The edits of "In 1921, she sang" to "It was only after 1921 that she sang"."""
    doc, verb = place.doc, place.head
    start = doc[0] if place.i == 1 and scene.lowers[0] in EARLY else place
    before = doc[start.i - 1] if start.i else None
    if before is not None and not (_leads(before) and start.text == start.lower_):
        return []
    comma = doc[date.last.i + 1 : date.last.i + 2].text == ","
    subject = next((c for c in verb.lefts if c.dep_ in SUBJECT or c.dep_ == "expl"), None)
    first = doc[date.last.i + 1 + comma]
    # "On May 4, 1921 Berg sang", where the parser joins the year to the name
    if subject is None or YEAR.fullmatch(first.text):
        return []
    at_once = subject.left_edge.i == first.i
    # "In 1921, after a war, she sang" -> "It was only after 1921 that, after a war, she sang"
    between = doc[first.i : subject.left_edge.i]
    if not at_once and (not comma or place.lower_ == "during" or not _is_aside(between)):
        return []
    new = like(start, f"it was only after {date.text} that")
    stop = doc[date.last.i + (comma and at_once)]
    return [Edit(start.idx, end_of(stop), new)]


def _is_aside(between: Span) -> bool:
    """ "after a war," between the date and the subject; not "during May,"."""
    if not between or between[-1].text != ",":
        return False
    opening = between[0]
    if opening.tag_ not in ("IN", "VBG") or opening.lower_ == "during":
        return False
    return not any(t.like_num for t in between)


def _leads(before: Token) -> bool:
    """ "However, in 1921", "and in 1921"."""
    if before.text == ",":
        return before.i == 1 and before.nbor(-1).lower_ in LEADING
    return before.lower_ in JOINING


def _behind(place: Token, date: Date) -> list[Edit]:
    """The edit of "sang in 1921" to "sang only after 1921"."""
    # "stayed until the merger in 1921": the merger has the date.
    above = place.nbor(-1)
    if above.lower_ in HAPPENINGS and above.dep_ == "pobj":
        return []
    while above.tag_[0] != "V" and above.head.i != above.i:
        if above.lower_ in BOUNDS:
            return []
        above = above.head
    doc, stop = place.doc, date.last.i + 1
    comma = doc[stop : stop + 1].text == ","
    near = doc[stop + comma : stop + comma + 1]
    if any(t.lower_ in BEHIND or t.like_num for t in near):
        return []
    # "in 1921 and the mill"
    if any(t.dep_ == "cc" and t.head.tag_[0] != "V" for t in near):
        return []
    return [Edit(place.idx, end_of(date.last), f"only after {date.text}")]
