"""What can be true of one place or time and of another as well: "was banned in Spain"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE
from pipeline.negation.english.places import LONG_NAMES, PLACES
from pipeline.negation.english.things import SET_OF, SETS
from pipeline.negation.kinds.nouns import bare_noun
from pipeline.negation.kinds.past import FORMER
from pipeline.negation.kinds.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# "pressure on Spain", "popular across Spain": perhaps another country too.
SHARED = frozenset("across around on over about throughout through via among upon".split())
ATTITUDES = frozenset(
    "back support urge warn criticise criticize condemn praise help aid thank love like fear want"
    " need know face trust admire".split()
)
STANDING = frozenset(
    "ban use know call consider sell speak recognise recognize celebrate regard grow produce allow"
    " forbid prohibit require observe practise practice eat drink play see hear teach permit"
    " distribute cultivate tolerate respect publish release issue broadcast air screen market"
    " perform exhibit".split()
)
"""What is done in many places at the same time, in the passive."""
# What takes a moment, although it may recur: a ferry arrives every day.
MOMENTARY = frozenset(
    "arrive leave die marry join find buy sell open close begin start end finish return found"
    " meet win lose move resign retire sign build receive reach enter fall publish release"
    " appoint elect kill arrest".split()
)
# What happens to a thing once, although it may take years: a church is built.
ONCE = frozenset(
    "build destroy demolish found establish die kill bear close open publish write abolish"
    " damage burn capture sink dissolve create introduce construct abandon convert move".split()
)
AT_ONE_TIME = MOMENTARY | ONCE
"""What happens at one time, and not before and after it."""
# What goes on for long has a beginning and an end that may be alike.
LONG = frozenset(
    "life century millennium decade year month week day war period season reign career era age"
    " term night morning evening summer winter spring autumn".split()
) | {month.lower() for month in SETS["month"]}
# What is in one place: "is a lake in Spain", but "is a problem in Spain".
LOCATED = (
    FORMER
    | frozenset(
        w
        for kind in "settlement water land building division government relief".split()
        for w in SETS[kind]
    )
    | frozenset(
        "area place site valley road street square park reserve region territory commune locality"
        " community neighbourhood neighborhood building house tower hall stadium island coast port"
        " group team person man woman state people tribe family river stream creek"
        " tributary".split()
    )
)
CONTINUING = frozenset("continue persist exist occur grow rise thrive remain".split())
OPENING = frozenset("open establish launch".split())
MAPPED = frozenset(PLACES)
_LONG = tuple(name for group in LONG_NAMES[:4] for name in group)
REACH = 6
"""How far away in its list a place may stand to be near."""
LEVELS = frozenset("high low record peak".split())


def happens_once(verb: Token) -> bool:
    """ "was born", "arrived"; not "was a nurse"."""
    return bare_form(verb.text) in AT_ONE_TIME


def holds_elsewhere(token: Token) -> bool:
    """Whether what is said of a country or a city can be true of another at the same time.

    "The party was banned in Spain", "is popular in Spain", "pressure on Spain", "influenced the
    theatre in Spain", "a role in Spain's economy"; but not "was born in Spain", "is a town in
    Spain".
    """
    place = token.head
    if token.dep_ == "poss":
        return place.dep_ == "pobj" and place.head.head.tag_.startswith("NN")
    if token.dep_ == "dobj":
        return bare_form(place.text) in ATTITUDES
    if token.dep_ != "pobj":
        return False
    if place.lower_ in SHARED:
        return True
    above = place.head
    # "is the same as in Spain", "more than in Spain"
    if above.lower_ in ("as", "than"):
        return True
    if above.dep_ in ("dobj", "pobj") and not _is_of_one_event(above):
        return True
    # "opened an office in Spain", and another elsewhere
    things = (above, *(c for c in above.children if c.dep_ == "dobj"))
    if any(t.dep_ == "dobj" and _is_one_more(t) for t in things):
        return True
    if above.dep_ == "attr" and bare_noun(above) not in LOCATED:
        return True
    # "is common in Spain", "has been common in Spain since 1900"
    if above.dep_ == "acomp" or any(c.dep_ == "acomp" for c in above.children):
        return True
    # "Protests continue in Spain"
    if bare_form(above.text) in CONTINUING and above.tag_ != "VBD":
        return True
    passive = any(c.dep_ in ("nsubjpass", "auxpass") for c in above.children)
    return passive and bare_form(above.text) in STANDING


def _is_one_more(thing: Token) -> bool:
    """ "opened an office": one of which there can be more."""
    return thing.left_edge.lower_ in ("a", "an") and bare_form(thing.head.text) in OPENING


def is_mapped(scene: Scene, places: Sequence[Token]) -> bool:
    """Whether a sentence names another place, of which only one place may be true.

    "from Rome to London", "Kent, England", "the most powerful man in Ohio, as he owned Cleveland"
    """
    kind, own = SET_OF.get(places[0].text), {t.i for t in places}
    verb = _verb_above(places[-1])
    for other in scene.tokens:
        if other.i in own or not other.text[0].isupper():
            continue
        known = SET_OF.get(other.text)
        if known in MAPPED or any(name.startswith(other.text) for name in _long_in(scene.text)):
            # In another clause, another place of the same sort is another place.
            apart = known == kind and _verb_above(other).i != verb.i
            if not apart:
                return True
    return False


def _long_in(text: str) -> list[str]:
    return [name for name in _LONG if name in text]


def _verb_above(place: Token) -> Token:
    return next((t for t in place.ancestors if t.tag_[0] == "V"), place)


def near(words: Sequence[str], own: str, options: Sequence[str]) -> list[str]:
    """The options that stand near a word in its set, which for places is near on the map."""
    if own not in words:
        return list(options)
    place = words.index(own)
    beside = frozenset(words[max(place - REACH, 0) : place + REACH + 1])
    return [w for w in options if w in beside] or list(options)


def _is_of_one_event(noun: Token) -> bool:
    """ "killed in a crash": it took place once; "is one of the rivers in Spain": it is there."""
    verbs = (t for t in noun.ancestors if t.tag_.startswith("V"))
    verb = next(verbs, None)
    if verb is None or bare_form(verb.text) in AT_ONE_TIME:
        return True
    # "was popular among bakers in Spain"
    return verb.lower_ in BE and not any(c.dep_ == "acomp" for c in verb.children)


def recurs(token: Token) -> bool:
    """Whether what is said of a time can be true of another.

    "compared with May", "at a record high in May"; "flowers from May to July"; "sails in summer".
    """
    place = token.head
    if token.dep_ != "pobj":
        return False
    # "from May to July", every year, is from June to July, too.
    doc, i = token.doc, token.i
    opens = place.lower_ == "from" and any(t.lower_ == "to" for t in doc[i + 1 : i + 4])
    ranged = opens or (
        place.lower_ == "to" and any(t.lower_ == "from" for t in doc[max(i - 4, 0) : i])
    )
    if ranged and not any(t.tag_ == "CD" for t in doc[i + 1 : i + 2]):
        return True
    if place.lower_ == "with" or place.head.lower_ in LEVELS:
        return True
    return _is_habit(place.head)


def _is_habit(verb: Token) -> bool:
    """ "The ferry sails in summer": perhaps in winter too; but "It begins in May"."""
    if verb.tag_ not in ("VBZ", "VBP") or verb.lower_ in BE or verb.text == "takes":
        return False
    somebody = any(c.dep_ == "nsubj" for c in verb.children)
    return somebody and bare_form(verb.text) not in MOMENTARY


def lasts_over(edge: Token) -> bool:
    """Whether what is said of the beginning or end of a time can be true of its other end.

    "was inhabited at the beginning of the century", but not "was born at the beginning of May".
    """
    if edge.lower_ not in ("beginning", "start", "end"):
        return False
    of = next((c for c in edge.children if c.lower_ == "of"), None)
    wholes = [c for c in of.children if c.dep_ == "pobj"] if of is not None else []
    verb = edge.head.head
    # "is held at the end of May", but not "the shares that he held"
    takes_place = verb.text == "held" and any(c.dep_ == "auxpass" for c in verb.children)
    once = takes_place or (verb.tag_.startswith("V") and bare_form(verb.text) in AT_ONE_TIME)
    # "there is a break at the end of a match": each time, and at its start as well
    usual = verb.tag_ in ("VBZ", "VBP") and verb.lower_ not in BE and not takes_place
    long = any(bare_noun(whole) in LONG or whole.text.isdecimal() for whole in wholes)
    return usual or (long and not once)
