"""Whether a date tells when something happened that happens only once.

"The mill burnt down in 1931" excludes 1934; "In 1931 Berg toured Norway" does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.events import (
    DECIDING,
    MILESTONES,
    NAMING,
    ON_MANY_DAYS,
    ONCE_ONLY,
    RECURRING,
    TURNS,
    UNDERTAKINGS,
    WITH_ONE_THING,
)
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, ORDINALS, RANK
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.checks.certain import is_certain, subject_of
from pipeline.negation.kinds.facts.dated import is_part_of_date, preposition_of
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.headline import is_headline

if TYPE_CHECKING:
    from spacy.tokens import Token

# Of these there is one beginning, and one end.
TITLED = frozenset("titled entitled called named dubbed".split())
BOUNDING = frozenset("since until till from".split())
# "ran to the end of 1931"
ENDING = frozenset("to into through".split())
FIRST = frozenset(("first", "debut", "inaugural", "final", "last", "only", "first-ever", *ORDINALS))
# Of what began to be done, this is the beginning: "began to sing", "was found to be a forgery".
BEGINNING = frozenset("begin start cease stop discover find".split())
RUNNING = frozenset("begin start end finish conclude commence".split())
OF_PASSIVE = frozenset(("nsubjpass", "auxpass"))
OF_MILESTONES = frozenset(
    "make take receive hold earn set break change award grant obtain win lose defeat gain achieve"
    " attain secure seize regain bestow".split()
)
# "has grown every year since 1931": and before, perhaps
ON_AND_ON = frozenset(("every", "each"))
AT = frozenset("at in near off aboard with".split())
REPEATED = frozenset("again annually yearly regularly often twice various several".split())
SEVERAL = frozenset("various several".split())
TIMES = frozenset("times occasions years days seasons occasion".split())
RANKING = frozenset("finish end place rank".split())
RANKS = frozenset((*ORDINALS, "last", "top", "bottom", "runner-up", "runners-up"))
WON_AGAIN = RECURRING | {"title", "trophy", "medal"}


def happened_once(date: Token, scene: Scene) -> bool:
    """Whether the event that a date belongs to has no other date.

    Args:
        date: a year, a month or a day.
        scene: the sentence.
    """
    place, verb = preposition_of(date), _event_of(date)
    bounded = place is not None and _is_bound(place)
    if verb is None or (not bounded and scene.has(REPEATED) and _is_repeated(verb, scene)):
        return False
    who = subject_of(verb) or _joined_subject(verb)
    told_of_one = bounded and who is not None and who.tag_ in ("NN", "NNP")
    if who is None or not (told_of_one or _is_sure(who, verb, scene)):
        return False
    # "since 1931", "until 1931"
    if bounded:
        return not scene.has(ON_AND_ON)
    if bare_noun(who) in RECURRING and not (_is_first(who) or _is_one_run(who, verb)):
        return False
    if verb.lower_ in BE:
        told = [c for c in verb.rights if c.dep_ in ("attr", "acomp")]
        # "His debut was on 3 May 1931"
        if not told and who.lower_ in MILESTONES:
            return True
        # "was at Odda on 3 May", and on 4 May, perhaps
        if any(c.dep_ == "prep" and c.lower_ in AT and c != place for c in verb.rights):
            return False
        return not told or any("founder" in t.lower_ for c in told for t in c.subtree)
    # "first appeared", "last met"
    if any(c.lower_ in ("first", "last", "originally", "finally") for c in verb.lefts):
        return True
    if _is_full(date):
        # "returned to sing on 4 May 1931"
        if verb.tag_ == "VB" and verb.dep_ in ("advcl", "xcomp"):
            verb = verb.head
        usual = bare_form(verb.text) in ON_MANY_DAYS and not _is_first(who)
        return verb.tag_ in ("VBD", "VBN") and not usual
    if _is_turn(verb):
        return True
    lemma = bare_form(verb.text)
    things = [c for c in verb.rights if c.dep_ in ("dobj", "attr", "oprd")]
    if any(_is_own_first(thing) for thing in things if thing.dep_ == "dobj"):
        return True
    if [c.lower_ for c in things] == ["place"] and lemma == "take":
        return who.tag_ == "NNP" or _is_first(who)
    if lemma in DECIDING and any(c.dep_ == "xcomp" and c.tag_ == "VB" for c in verb.rights):
        return True
    if not all(_is_one(t) or _is_office(t, verb) for t in things if t.dep_ == "dobj"):
        return False
    # "finished second in 1931", and in 1934, too, perhaps
    if lemma not in ONCE_ONLY or (lemma in RANKING and _is_ranked(verb)):
        return False
    return lemma not in WITH_ONE_THING or _is_of_one_thing(verb, who, things)


def _is_bound(place: Token) -> bool:
    """ "since 1931", "to the end of 1931"."""
    return place.lower_ in BOUNDING or (place.lower_ in ENDING and is_part_of_date(place))


def _is_repeated(verb: Token, scene: Scene) -> bool:
    """Whether an event took place more than once: "twice", "several times", "again".

    Not "left the hall, which has often been rebuilt, in 1931", "left with several guests".
    """
    for token in scene.tokens:
        if token.lower_ not in REPEATED:
            continue
        if next((t for t in token.ancestors if t.tag_[0] == "V"), verb) != verb:
            continue
        noun = token.head
        aside = noun.dep_ == "pobj" and noun.head.head == verb and noun.lower_ not in TIMES
        if token.lower_ not in SEVERAL or not aside:
            return True
    return False


def _event_of(date: Token) -> Token | None:
    """The verb that a date belongs to: "began" in "began to sing in 1931"."""
    verb = next((t for t in date.ancestors if t.tag_[0] == "V"), None)
    begun = verb is not None and verb.dep_ == "xcomp" and bare_form(verb.head.text) in BEGINNING
    return verb.head if verb is not None and begun else verb


def _is_sure(who: Token, verb: Token, scene: Scene) -> bool:
    """Whether a subject is one certain person, thing or undertaking.

    "Anna Berg", "the mill", "its first mill", the title "Winter", "Construction", "Page"; not "a
    mill", but "a mill, which was built in 1931".
    """
    if is_certain(who) or _is_first(who) or _is_said_to_be(who, verb) or who.i in scene.enclosed:
        return True
    if who.tag_ not in ("NN", "VBG", "NNP"):
        return False
    first = who.left_edge
    # A name that the parser takes for a noun; a bare noun in front is a name or an undertaking.
    if first.i == who.i and not is_headline(scene.doc):
        return who.i == 0 or who.text[0].isupper() or who.lower_ in UNDERTAKINGS
    if who.lower_ in UNDERTAKINGS and first.lower_ not in ("a", "an", "another"):
        return True
    before = verb.left_edge
    return verb.dep_ in ("relcl", "acl") and before.i > 0 and before.nbor(-1).text == ","


def _is_one_run(who: Token, verb: Token) -> bool:
    """ "The festival began in 1931": it did so once."""
    bound = bare_form(verb.text) in RUNNING and verb.tag_ == "VBD"
    return bound and who.left_edge.lower_ in ("the", "this") and who.tag_ == "NN"


def _is_turn(verb: Token) -> bool:
    """ "came into force", "took office", "was made a knight"."""
    lemma = bare_form(verb.text)
    if lemma == "make":
        passive = any(c.dep_ == "nsubjpass" for c in verb.lefts)
        return passive and any(c.dep_ in ("oprd", "attr") for c in verb.rights)
    beside = [t for c in verb.rights for t in (c, *(c.children if c.dep_ == "prep" else ()))]
    return lemma in TURNS and any(t.lower_ in TURNS[lemma] for t in beside)


def _joined_subject(verb: Token) -> Token | None:
    return subject_of(verb.head) if verb.dep_ == "conj" else None


def _is_said_to_be(who: Token, verb: Token) -> bool:
    """ "It was announced that": what was announced is one thing."""
    return who.lower_ == "it" and any(c.dep_ == "ccomp" for c in verb.rights)


def _is_first(noun: Token) -> bool:
    return any(c.lower_ in FIRST for c in noun.lefts)


def _is_own_first(thing: Token) -> bool:
    """ "performed her first show", "made its last flight"; not "the second round"."""
    owned = thing.left_edge.lower_ in ("his", "her", "its", "their")
    return owned and any(c.lower_ in ("first", "last", "final", "only") for c in thing.lefts)


def _is_one(thing: Token) -> bool:
    """ "the treaty", "his debut", "Berg", "its first mill"; not "a treaty", "mills"."""
    # "a book called Winter"
    titled = any(c.lower_ in TITLED for c in thing.rights)
    known = is_certain(thing) or _is_first(thing) or bare_noun(thing) in MILESTONES
    # "began operation"
    known = known or (thing.left_edge.i == thing.i and thing.lower_ in UNDERTAKINGS)
    return known or titled


def _is_office(thing: Token, verb: Token) -> bool:
    """ "was consecrated bishop", "elected him a fellow": nobody besides."""
    return bare_form(verb.text) in NAMING and thing.tag_ != "NNS" and thing.i > verb.i


def _is_ranked(verb: Token) -> bool:
    """ "finished second", "ended the season at the bottom"."""
    near = [t for c in verb.rights for t in (c, *c.children)]
    return any(t.lower_ in RANKS or RANK.fullmatch(t.lower_) for t in near)


def _is_of_one_thing(verb: Token, who: Token, things: list[Token]) -> bool:
    """Whether what was signed, sold or received is one thing, and not a title that returns."""
    passive = any(c.dep_ in OF_PASSIVE for c in verb.lefts)
    lemma = bare_form(verb.text)
    if not things:
        # "signed with the club", "occurred in the hall"
        with_one = any(c.dep_ == "prep" and c.lower_ == "with" for c in verb.rights)
        # "was defeated in 1931", and in 1934, too, perhaps
        passive = passive and lemma != "defeat"
        return passive or with_one or lemma in ("occur", "happen", "transfer", "land")
    if lemma in OF_MILESTONES:
        return any(bare_noun(t) in MILESTONES or _is_first(t) for t in things)
    return all(bare_noun(t) not in WON_AGAIN for t in things)


def _is_full(date: Token) -> bool:
    """ "on 4 May 1931": something else happened on the same day of another year."""
    near = date.doc[max(date.i - 4, 0) : date.i + 5]
    month = any(t.text in MONTHS for t in near)
    day = any(t.text.isdecimal() and len(t.text) < 3 for t in near)
    return month and day
