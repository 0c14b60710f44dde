"""What can be true of one place or time and of another as well: "was banned in Spain"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.negation.english.former import FORMER
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, HAVE
from pipeline.negation.english.places import LONG_NAMES, PLACES
from pipeline.negation.english.things import SET_OF, SETS
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene

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
    " perform exhibit show televise stream employ receive welcome praise admire".split()
)
"""What is done in many places at the same time, in the passive."""
# What may come about in several places: "The custom emerged in Spain".
# What so many undergo in one event: "90 people were killed in Spain".
ONCE_AT_A_PLACE = frozenset(
    "kill die injure wound arrest capture arrive bear find build destroy construct".split()
)
VISITING = frozenset("visit tour explore travel cross".split())
MET_WITH = frozenset(("find", "discover"))
ARISING = frozenset("emerge appear develop evolve".split())
RANKS = frozenset("first second third main".split())
WITHIN_ONE = frozenset("live reside dwell stay work study".split())
"""What somebody does in one country or city at a time."""
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
SPANS = LONG | {"time", "while"}
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
_NOMINAL = ("NN", "JJ")
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
REACH = 6
"""How many entries away in its list a place counts as near."""
LEVELS = frozenset("high low record peak".split())
REPEATABLE = ATTITUDES | VISITING
TIMED = AT_ONE_TIME | WITHIN_ONE
LASTING = BE | HAVE


def happens_once(verb: Token) -> bool:
    """ "was born", "arrived"; not "was a nurse"."""
    return bare_form(verb.text) in AT_ONE_TIME


def holds_elsewhere(token: Token) -> bool:
    """Whether what is said of a country or a city can be true of another at the same time.

    "The party was banned in Spain", "is popular in Spain", "pressure on Spain", "influenced the
    theatre in Spain", "a role in Spain's economy", "founded the first mill in Spain", "There is a
    mill in Spain"; but not "was born in Spain", "is a town in Spain".
    """
    place = token.head
    if token.dep_ == "poss":
        if any(c.tag_ == "JJS" for c in place.lefts):  # "Spain's longest river"
            return True
        of = place.head
        return place.dep_ == "pobj" and (of.lower_ in ("on", "for") or of.head.tag_[:2] in _NOMINAL)
    if token.dep_ == "dobj":
        return bare_form(place.text) in REPEATABLE
    if token.dep_ != "pobj":
        return False
    # "It is eaten, and in Spain jelly is made of it"
    ahead = any(c.dep_ in SUBJECT and c.i > place.i for c in place.head.lefts)
    if ahead and not happens_once(place.head):
        return True
    # "translated it into Danish", and into Dutch
    if place.lower_ in SHARED or place.lower_ == "into":
        return True
    above = place.head
    if _is_shared(place):
        return True
    first = above
    while first.dep_ == "conj":
        first = first.head
    if first.dep_ in ("dobj", "pobj") and not _is_of_one_event(first):
        return True
    # "Coal was found in the south of Spain"
    if first.dep_ == "pobj" and place.lower_ == "of" and tells_of_some(first.head.head):
        return True
    # "opened an office in Spain", and another elsewhere
    things = [above, *(c for c in above.children if c.dep_ in ("dobj", "attr"))]
    if any(t.dep_ == "dobj" and _is_one_more(t) for t in things):
        return True
    if any(_is_ranked(t) for t in things) or _is_repeated(above, place):
        return True
    if _is_there(above) or (place.lower_ in ("in", "at", "to") and tells_of_some(above)):
        return True
    if above.dep_ == "attr" and not _is_located(above):
        return True
    # "is common in Spain", "has been common in Spain since 1900"
    if above.dep_ == "acomp" or any(c.dep_ == "acomp" for c in above.children):
        return True
    # "Protests continue in Spain"
    if bare_form(above.text) in CONTINUING and above.tag_ != "VBD":
        return True
    # "Party banned in Spain": in a headline, the participle is a passive.
    reduced = above.tag_ == "VBN" or (above.tag_ == "VBD" and above.doc[-1].text.isalnum())
    reduced = reduced and not any(c.dep_ == "dobj" for c in above.rights)
    passive = reduced or any(c.dep_ in ("nsubjpass", "auxpass") for c in above.children)
    return passive and bare_form(above.text) in STANDING


def _is_shared(place: Token) -> bool:
    """Whether a phrase tells of what others have as well: "a treaty with Spain"."""
    above = place.head
    # "a partner for Spain", "a treaty with Spain", and with others
    if place.lower_ in ("for", "with") and above.tag_[0] == "N":
        return True
    # "is the same as in Spain", "more than in Spain", "low compared to Spain"
    if above.lower_ in ("as", "than", "compared"):
        return True
    # "over guests from Spain", and others; "the history and culture of Spain"
    return above.tag_[-1] == "S" and above.dep_ == "pobj" and _is_unnumbered(above)


def _is_ranked(thing: Token) -> bool:
    """ "founded the first mill in Spain": there is a first one elsewhere as well.

    "is the largest lake in Spain" is not in Poland, too.
    """
    if thing.dep_ not in ("dobj", "attr") or (thing.dep_ == "attr" and _is_located(thing)):
        return False
    qualities = [t for c in thing.lefts for t in (c, *c.children)]
    return any(is_rank(t) for t in qualities)


def is_rank(word: Token) -> bool:
    """ "first", "largest", "most"; not "at least"."""
    return word.lower_ in RANKS or (word.tag_ in ("JJS", "RBS") and word.lower_ != "least")


def _is_there(place: Token) -> bool:
    """ "There is a mill in Spain", "There is a group of mills in Spain"."""
    verb = next((t for t in (place, *place.ancestors) if t.tag_[0] == "V"), place)
    return any(c.dep_ == "expl" for c in verb.lefts)


def tells_of_some(verb: Token) -> bool:
    """Whether a clause is about some of many, of which there may be others elsewhere.

    "Mills were built in Spain", "90 people live in Spain", "sold 90 cars in Spain", "caused damage
    in Spain"; but not "90 people were killed in Spain", nor a headline: "Mill burns in Spain".
    """
    if verb.tag_[0] != "V" or verb.doc[-1].text != ".":
        return False
    who = [c for c in verb.lefts if c.dep_ in ("nsubj", "nsubjpass")]
    if any(c.tag_ == "NNS" and _is_unnumbered(c) for c in who):
        return True
    lemma = bare_form(verb.text)
    # "Coal was found in Spain"
    if lemma in MET_WITH and any(c.tag_ == "NN" and _is_unnumbered(c) for c in who):
        return True
    if lemma in ONCE_AT_A_PLACE:
        return False
    things = [c for c in verb.rights if c.dep_ == "dobj"]
    # "The three styles emerged in Spain" are all there are.
    some = [c for c in (*who, *things) if c.left_edge.lower_ != "the"]
    counted = (t for c in some for t in (c, *c.lefts) if t.tag_ == "CD")
    if any(not _YEAR.fullmatch(t.text) for t in counted):
        return True
    return lemma not in TIMED and any(c.tag_ in ("NN", "NNS") and _is_unnumbered(c) for c in things)


def _is_unnumbered(noun: Token) -> bool:
    return not any(c.dep_ in ("det", "poss", "nummod") or c.tag_ == "CD" for c in noun.lefts)


def _is_located(thing: Token) -> bool:
    return bare_noun(thing) in LOCATED


def _is_repeated(verb: Token, place: Token) -> bool:
    """Whether somebody can do it in another place, too, or others did.

    "I have been to Spain", "The firm tracks prices in Spain", "The custom emerged in Spain",
    "lived in Spain for two years"
    """
    if place.lower_ == "to" and verb.lower_ == "been":
        return True
    lemma = bare_form(verb.text)
    if lemma in ARISING or (verb.tag_ == "VBD" and lemma in WITHIN_ONE and lasts_for(verb)):
        return True
    return lemma not in WITHIN_ONE and any(c.dep_ == "dobj" for c in verb.rights) and is_usual(verb)


def lasts_for(verb: Token) -> bool:
    """ "lived there for two years", "for a time": and somewhere else for as long."""
    spans = (t for c in verb.children if c.lower_ == "for" for t in c.subtree)
    return any(bare_noun(t) in SPANS for t in spans)


def _is_one_more(thing: Token) -> bool:
    """ "opened an office": one of which there can be more."""
    return thing.left_edge.lower_ in ("a", "an") and bare_form(thing.head.text) in OPENING


def is_mapped(scene: Scene, places: Sequence[Token]) -> bool:
    """Whether a sentence names another place, with which no other place may fit.

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
    # "There was a fair in May", "It is cold this winter", "We had rain last summer"
    verb = next((t for t in token.ancestors if t.tag_[0] == "V"), token)
    lasting = token.dep_ == "npadvmod" and verb.lower_ in LASTING
    if _is_there(place) or (lasting and token.text not in SETS["month"]):
        return True
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


def is_usual(verb: Token) -> bool:
    """ "The firm tracks prices", "She plays the flute": so at other times and in other ways, too.

    "A man rides a horse." describes one moment, and so does a headline.
    """
    who = next((c for c in verb.lefts if c.dep_ == "nsubj"), None)
    described = who is not None and who.left_edge.lower_ in ("a", "an")
    return verb.doc[-1].text == "." and not described and _is_habit(verb)


def _is_habit(verb: Token) -> bool:
    """ "The ferry sails in summer": perhaps in winter too; but "It begins in May"."""
    if verb.tag_ not in ("VBZ", "VBP") or verb.lower_ in BE or verb.text == "takes":
        return False
    somebody = any(c.dep_ == "nsubj" for c in verb.children)
    return somebody and bare_form(verb.text) not in MOMENTARY
