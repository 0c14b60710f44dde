"""Another deed at the same moment: "A man is sitting on a bench" -> "A man is standing on a bench".

What somebody does at one moment excludes the other. "He painted the fence" does not say that he
never washed it, so the rule needs a scene: a caption, or a main verb in "-ing".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.given_names import SEXES
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.things import PERSONS, SETS
from pipeline.negation.kinds.checks.certain import is_certain, subject_of
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

SOMEBODY = frozenset("he she i we you they someone somebody people men women children".split())
BEASTS = frozenset((*SETS["animal"], *SETS["creature"], "puppy", "kitten", "animal", "bird"))
BEINGS = BEASTS | PERSONS
BEINGS -= {"company", "club", "army", "team"}
# Without an object, and the prepositions that go with both verbs.
AT = frozenset("on in at near beside behind under by outside inside".split())
ALONG = frozenset("along across through in on around down up beside near past towards by".split())
ALONE: dict[str, tuple[tuple[str, ...], frozenset[str]]] = {
    "sit": (("stand", "lie"), AT),
    "stand": (("sit", "lie"), AT),
    "kneel": (("stand", "sit"), AT),
    "lie": (("stand", "sit"), AT - {"at"}),
    "sleep": (("play", "dance"), AT),
    "dance": (("sleep", "sit"), AT),
    "swim": (("stand", "sleep"), AT),
    "sing": (("sleep",), AT),
    "walk": (("run", "dance"), ALONG),
    "run": (("walk", "crawl"), ALONG),
    "jog": (("walk", "crawl"), ALONG),
    "crawl": (("run", "walk"), ALONG),
    "laugh": (("cry",), AT - {"at"}),
    "cry": (("laugh",), AT - {"at"}),
    "smile": (("cry",), AT - {"at"}),
}
OPEN = frozenset("been already always often usually someone somebody".split())
# "running late" is no activity.
NOT_BESIDE = frozenset(("late", "low", "short", "wild"))
# What a thing is in the end: "slicing a fish open"
RESULTS = frozenset("open apart up down out off away over".split())
BODY = frozenset("stomach back side belly knees hands lap toes feet shoulders head".split())
FOOD = frozenset(
    "apple orange banana carrot potato onion tomato cucumber garlic pepper vegetable fruit egg fish"
    " meat chicken bread cake pizza cheese pineapple mushroom ginger shrimp".split()
)
DRINK = frozenset("water coffee tea milk beer wine juice cup glass bottle".split())
WASHED = frozenset("car truck wall fence window door house boat bicycle bike gate".split())
ANIMALS = frozenset("horse pony donkey camel elephant cow".split())
MUSIC = frozenset(
    "guitar piano violin flute drum trumpet keyboard cello instrument saxophone".split()
)
THROWN = frozenset("ball football basketball frisbee stick stone toy".split())
BORNE = frozenset("box bag basket suitcase book chair umbrella flag sign ladder".split())
TEXTS = frozenset("book letter newspaper magazine note poem map".split())
# Whoever is writing one of these, for months, may be reading another.
BOOKS = frozenset("book poem map".split())
# With an object: verb -> what it is done to -> what can be done to it instead. Food is washed, cut,
# fried and eaten one after the other, so that none of these stands for another.
DONE: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {
    "eat": (FOOD, ("throw",)),
    "drink": (DRINK, ("pour",)),
    "pour": (DRINK, ("drink",)),
    "wash": (WASHED, ("paint",)),
    "clean": (WASHED, ("paint",)),
    "paint": (WASHED, ("wash",)),
    "ride": (ANIMALS, ("lead",)),
    "feed": (ANIMALS, ("ride",)),
    "lead": (ANIMALS, ("ride",)),
    "throw": (THROWN, ("catch", "kick")),
    "catch": (THROWN, ("throw", "kick")),
    "kick": (THROWN, ("catch", "throw")),
    "carry": (BORNE, ("throw", "paint")),
    "read": (TEXTS - BOOKS, ("write", "burn")),
    "write": (TEXTS - BOOKS, ("read", "burn")),
}


def other_doing(scene: Scene) -> Iterator[list[Edit]]:
    """ "A chef is cutting onions" -> "A chef is washing onions"."""
    for verb in scene.stated("VBG"):
        if verb.dep_ == "conj" or not _is_done_now(verb, scene) or _leaves_others(verb):
            continue
        options = [new for new in _instead(verb) if inflected(new, "VBG") not in scene.words]
        if options:
            yield [replace(verb, inflected(scene.choice(verb, options), "VBG"))]


def _is_done_now(verb: Token, scene: Scene) -> bool:
    """Whether the verb is what the subject of the scene is doing.

    "has been sleeping here", "is always sleeping" and "somebody is sleeping" leave others open.
    """
    if any(c.lower_ in OPEN for c in verb.lefts):
        return False
    if any(c.dep_ in ("prt", "conj", "cc", "xcomp", "ccomp", "dative") for c in verb.children):
        return False
    if scene.clause is not None and scene.clause.verb.i == verb.i:
        return any(c.dep_ == "aux" for c in verb.children) or scene.clause.finite is None
    return scene.clause is None and verb.dep_ == "acl" and verb.head.i == scene.head.i


def _leaves_others(verb: Token) -> bool:
    """ "Birds are singing", and others are asleep; "smiling as if nothing had happened".

    "A man is sitting on a bench" is a caption.
    """
    subject = subject_of(verb)
    if subject is not None and not is_certain(subject):
        beasts = subject.tag_ == "NNS" and bare_noun(subject) in BEASTS
        bare = beasts and not any(c.dep_ in ("det", "nummod") for c in subject.lefts)
        if bare or any(c.lower_ in ("was", "were") for c in verb.lefts):
            return True
    return any(c.lower_ in ("if", "though") for a in verb.rights for c in a.lefts)


def _is_own(part: Token) -> bool:
    return part.lower_ in BODY and any(c.dep_ == "poss" for c in part.children)


def _is_being(verb: Token) -> bool:
    """Whether a person or an animal does it: a lamp that is standing on a desk sits on it, too."""
    subject = next((c for c in verb.children if c.dep_ == "nsubj"), verb.head)
    named = subject.tag_ == "NNP" and subject.text in SEXES
    return named or subject.lower_ in SOMEBODY or bare_noun(subject) in BEINGS


def _instead(verb: Token) -> tuple[str, ...]:
    """Other verbs that go with the same words."""
    lemma = bare_form(verb.text)
    beside = [c for c in verb.children if c.i > verb.i and c.dep_ == "prep"]
    done_to = [c for c in verb.children if c.dep_ in ("dobj", "attr", "npadvmod")]
    if not done_to:
        others, prepositions = ALONE.get(lemma, ((), AT))
        fits = all(c.lower_ in prepositions for c in beside) and not any(
            c.dep_ in ("acomp", "oprd") or c.lower_ in NOT_BESIDE for c in verb.rights
        )
        # "sitting at the desk": nobody lies at it.
        if any(c.lower_ == "at" for c in beside):
            others = tuple(o for o in others if o != "lie")
        # "lying on his stomach", "sitting on his knees"
        fits &= not any(_is_own(t) for c in beside for t in c.children)
        # Who is lying may be telling a lie, unless it is said where.
        fits &= lemma != "lie" or bool(beside)
        return others if fits and _is_being(verb) else ()
    thing = done_to[0]
    if any(c.dep_ in ("conj", "cc") for c in thing.children) or len(done_to) > 1:
        return ()
    # "slicing a fish open", "cutting an apple up"
    if any(t.lower_ in RESULTS for t in verb.doc[thing.i + 1 : thing.i + 2]):
        return ()
    # "pouring water into a glass", "cutting an apple with a knife"
    if any(c.lower_ not in AT for c in beside):
        return ()
    things, others = DONE.get(lemma, (frozenset(), ()))
    return others if bare_noun(thing) in things else ()
