"""Whether a sentence, or what everybody knows, fixes a number: "two sons, Ben and Tom"."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.lexicon import NUMBER_WORDS, ORDINALS, PERCENT
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.values import DIGITS, value

if TYPE_CHECKING:
    from spacy.tokens import Token

BEFORE_LIST = frozenset(":—–")
# These tell how many there are: "two mills, one by the river, the other by the lake".
DUAL = frozenset("both neither either former latter other".split())
# "a mere two", "as many as two", "the top two", "all four"
JUDGING = frozenset("all mere merely top just whopping record best first last next".split())
# Beside a subject these add another thing to it.
WITH = frozenset(("together", "along"))
OPENING = frozenset("a an the one".split())
CLOCK = frozenset("am pm a.m. p.m. a.m p.m o'clock o’clock".split())
HIGH = frozenset("high low highest lowest".split())
# A horse has four legs, and the world has seven wonders.
FIXED = frozenset("leg wonder sense apostle commandment".split())
# Nothing is four thirds of a whole: `other_fraction` changes these.
FRACTIONS = frozenset(
    "quarter third fifth halves quarters thirds fifths sixths sevenths eighths tenths".split()
)
SPANS = frozenset("years months weeks days hours minutes decades".split())
DURING = frozenset("in during within over throughout".split())
SORTS = frozenset("type kind sort form class group category".split())
RACES = frozenset("metre meter yard mile".split())

OF_RACES = frozenset(
    "champion runner runner-up winner medalist medallist race event final record relay hurdle title"
    " freestyle backstroke breaststroke butterfly sprint dash".split()
)


def is_spelt_out(number: Token, scene: Scene) -> bool:
    """Whether the words beside a number fix it.

    "two octaves, from G3 to G5", "two mills, Nord and Sund", "two mills: Nord and Sund", "a mere
    two", "Nord and Sund are the two mills", "three dogs, one white and two black"

    Args:
        number: the number.
        scene: the sentence.
    """
    noun = number.head
    before = number.nbor(-1).lower_ if number.i else ""
    if before in JUDGING or any(c.lower_ in JUDGING for c in number.children):
        return True
    if number.lower_ in ("two", "2") and scene.has(DUAL):
        return True
    # "two mills, with one by the river and one by the lake"
    if "one" in scene.words and scene.lowers[number.i + 1 :].count("one") > 1:
        return True
    # "three mills: Nord, Sund and Odda"; nobody lists thirty.
    # "two mills, the first by the river and the second by the lake"
    if {"first", "second"} <= set(scene.lowers[number.i + 1 :]):
        return True
    few = number.lower_ in NUMBER_WORDS or len(number.text) == 1
    # "Four gears were fitted; these were 1, 2, 3 and 4", "three times, and a fourth time"
    if few and (_is_told_behind(number, scene) or scene.has(ORDINALS)):
        return True
    listed = scene.has(BEFORE_LIST) or "namely" in scene.words
    if few and (listed or _is_followed_by_list(noun, scene) or _is_enumerated(number)):
        return True
    # "three lids for three jars"
    if scene.lowers.count(number.lower_) > 1:
        return True
    # "three prizes; the cup, the medal and the ring"
    if any(t.text == ";" for t in noun.doc[noun.i + 1 : noun.i + 3]):
        return True
    if _is_of_subject(noun):
        return True
    behind = [c for c in noun.rights if c.dep_ in ("prep", "appos")]
    # "two mills in Nord and Sund"
    places = (t for c in behind for t in c.children if t.tag_ == "NNP")
    if any(c.dep_ == "conj" for place in places for c in place.children):
        return True
    ends = any(c.lower_ == "from" and any(t.lower_ == "to" for t in c.subtree) for c in behind)
    named = any(c.dep_ == "appos" and any(t.dep_ == "conj" for t in c.children) for c in behind)
    return ends or named


def _is_told_behind(number: Token, scene: Scene) -> bool:
    """ "these were", "two sorts, wet and dry." at the end."""
    behind = scene.lowers[number.head.i + 1 :]
    if any(a == "these" and b in ("are", "were") for a, b in pairwise(behind)):
        return True
    return len(behind) == 5 and behind[0] == "," and behind[2] == "and"


def _is_followed_by_list(noun: Token, scene: Scene) -> bool:
    """ "two tales, a ballad by Berg and the Song of Odda": the parser may not see the list."""
    start = scene.tokens[noun.i + 1 : noun.i + 3]
    if len(start) < 2 or start[0].text != "," or (start[1].lower_ not in OPENING):
        return False
    # "After two years, the mill closed"
    behind = noun.i > scene.head.i or noun.dep_ in SUBJECT
    return behind and "and" in scene.lowers[noun.i + 2 :]


def _is_enumerated(number: Token) -> bool:
    """ "three sons, Ben, Tom and Max", "three tools, saw, axe and drill": as many as it says.

    Names count whatever their number, in which the parser may be wrong.
    """
    noun = number.head
    member = next((c for c in noun.rights if c.dep_ in ("conj", "appos")), None)
    if member is None or member.nbor(-1).text != "," or noun.tag_ != "NNS":
        return False
    members = 0
    following: Token | None = member
    while following is not None:
        members += 1
        following = next((c for c in following.rights if c.dep_ == "conj"), None)
    return members > 1 and (member.tag_ == "NNP" or members == value(number.text))


def _is_of_subject(noun: Token) -> bool:
    """ "Nord and Sund are the two mills", "The three guests were two men and a boy"."""
    # "Nord (and Sund) describe two sorts of mills"
    if noun.dep_ not in ("attr", "dobj"):
        return False
    if noun.dep_ == "dobj" and bare_noun(noun) not in SORTS:
        return False
    for who in noun.head.lefts:
        beside = [*who.children, *(t for c in who.children for t in c.children)]
        if who.dep_ == "nsubj" and any(
            c.dep_ in ("conj", "nummod") or c.lower_ in WITH for c in beside
        ):
            return True
    return False


def is_fixed(number: Token, scene: Scene) -> bool:
    """Whether another number would make no sense, or another word tells how large it is.

    "100 % of the votes", "won by 60 % to 40 %", "is high at 98 %", "has four legs", "in the 100
    metres", "sank in the two months after the war", which are within four months

    Args:
        number: the number.
        scene: the sentence.
    """
    noun = number.head
    if _holds_shorter(noun):
        return True
    # "a six pack"
    before = number.nbor(-1).lower_ if number.i else ""
    named = noun.tag_ == "NN" and number.lower_ in NUMBER_WORDS and before == "a"
    if bare_noun(noun) in FIXED or noun.lower_ in FRACTIONS or named:
        return True
    # "the 800 m champion"
    if noun.lower_ in ("m", "metres", "meters") and bare_noun(noun.head) in OF_RACES:
        return True
    if bare_noun(noun) in RACES:
        named = any(c.lower_ == "the" or c.dep_ == "poss" for c in noun.lefts)
        return named or noun.dep_ in ("compound", "nmod")
    if noun.text not in PERCENT:
        return False
    shares = [float(t.text) for t in scene.tokens if t.head.text in PERCENT and _is_plain(t)]
    beside = noun.head.head.children if noun.dep_ == "pobj" else ()
    return 90 < sum(shares) <= 100 or any(c.lower_ in HIGH for c in beside)


def _holds_shorter(noun: Token) -> bool:
    """ "in the two months after the war", "within the last six days"; not "sang for two days"."""
    if noun.dep_ != "pobj" or noun.lower_ not in SPANS or noun.head.lower_ not in DURING:
        return False
    return any(c.lower_ == "the" for c in noun.lefts)


def _is_plain(number: Token) -> bool:
    return DIGITS.fullmatch(number.text) is not None and "," not in number.text
