"""Other ranks: "the second wife" -> "the fourth wife", "finished third" -> "finished sixth"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import ORDINALS, PERCENT, RANK
from pipeline.negation.kinds.checks.certain import is_about_some
from pipeline.negation.kinds.facts.known import known
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# "the first mate", "the first lady" are titles.
NOT_FIRST = frozenset(
    "time thing step half language name lady mate lieutenant minister secretary assistant sergeant"
    " officer class team violin".split()
)
WHOSE = frozenset("the its his her their".split())
OF_WHICH = frozenset(("relcl", "acl"))
NOT_RANKED = frozenset("half century hand language world party largest home nature".split())
RANKED = frozenset("place position round season floor minute inning day year attempt row".split())
PLACING = frozenset("rank finish place come".split())
TIMES = ("first", "second", "third", "fourth")
AFTER = frozenset("after behind following next".split())
OF_NOUN_OR_VERB = frozenset(("amod", "advmod", "acomp"))
OF_VERB = frozenset("advmod acomp amod oprd dobj attr npadvmod dep".split())
OF_VOTES = (*PERCENT, "votes")
EXTREME_RANKS = ("first", "last", *ORDINALS)
RANKS = ("first", *ORDINALS)


def other_ordinal(scene: Scene) -> Iterator[list[Edit]]:
    """ "came second" -> "came fourth"; "the third king" -> "the sixth king"."""
    if not scene.has_digits and not scene.has(EXTREME_RANKS):
        return
    # "came second, with 33 % of the votes": nobody comes sixth with these.
    if scene.has(OF_VOTES):
        return
    ranks = _ranks(scene)
    for token in scene.stated() if ranks else ():
        word = scene.lowers[token.i]
        if word not in ranks:
            continue
        if word == "first" and _is_first_of(token):
            yield [replace(token, scene.choice(token, ("second", "third")))]
        if word == "last" and _is_first_of(token):
            yield [replace(token, "first")]
        if (
            word in ("first", "last")
            or token.dep_ not in ("amod", "advmod", "acomp")
            or is_named(token)
        ):
            continue
        # "Flutes open the third part", and others the fourth; "add second date", in a headline
        if is_about_some(token, scene):
            continue
        if token.dep_ == "amod" and token.head.dep_ != "pobj" and _is_bare(token.head):
            continue
        # "a first stage and a second stage"
        if any(_is_ranked_alike(t, token) for t in scene.tokens):
            continue
        noun, near = token.head, scene.tokens[token.i + 1 : token.i + 2]
        # "his second home", "second only to him"
        if noun.lower_ in NOT_RANKED or any(t.lower_ == "only" for t in near):
            continue
        placed = noun.dep_ == "pobj" and noun.lower_ in RANKED
        if token.dep_ == "amod" and noun.dep_ not in ("attr", "dobj") and not placed:
            continue
        yield [replace(token, scene.choice(token, _other_ordinals(word)))]
    yield from _other_rank(scene)


@known
def _ranks(scene: Scene) -> frozenset[str]:
    """The words that are ranks: "first", "third", "last", "17th"."""
    found = scene.words.intersection(EXTREME_RANKS)
    if not scene.has_digits:
        return found
    return found.union([word for word in scene.words if RANK.fullmatch(word)])


def _other_rank(scene: Scene) -> Iterator[list[Edit]]:
    """ "finished third" -> "finished sixth"; "the 17th largest" -> "the 20th largest"."""
    ranks = _ranks(scene) - {"last"}
    for token in scene.tokens if ranks else ():
        word = scene.lowers[token.i]
        if word not in ranks:
            continue
        if token.i in scene.enclosed or token.i == 0:
            continue
        placed = scene.states(token) and _is_placed(token) and not is_about_some(token, scene)
        if placed or (word != "first" and _is_of_order(token, scene)):
            others = [w for w in _other_ordinals(word) if w not in scene.words]
            if others:
                yield [replace(token, scene.choice(token, others))]


def _is_placed(rank: Token) -> bool:
    """ "finished third in the race", "ranked the town 51st"; not "finished third grade"."""
    verb = rank.head
    if verb.tag_[0] != "V" or bare_form(verb.text) not in PLACING or rank.dep_ not in OF_VERB:
        return False
    behind = rank.doc[rank.i + 1 : rank.i + 2]
    return all(t.is_punct or t.tag_ in ("IN", "CC") for t in behind)


def _is_of_order(rank: Token, scene: Scene) -> bool:
    """ "the third-largest lake in Norway": there is one at each rank."""
    before, behind = rank.nbor(-1), rank.doc[rank.i + 1 : rank.i + 3]
    if before.lower_ not in WHOSE and before.tag_ != "POS":
        return False
    best = next((t for t in behind if t.text != "-"), rank)
    if best.tag_ not in ("JJS", "RBS"):
        return False
    noun = best
    while noun.dep_ in ("amod", "advmod", "compound", "nmod") and noun.head.i > noun.i:
        noun = noun.head
    # "the second-largest lake after Odda", "behind Odda and Sund"
    rest = scene.lowers[best.i :]
    if noun.tag_ == "NNS" or not AFTER.isdisjoint(rest):
        return False
    return scene.states(noun) or (noun.dep_ in SUBJECT and scene.asserts(noun, subject=True))


def _other_ordinals(word: str) -> list[str]:
    """Ranks near another one: "third", "fifth"; "17th", "20th"."""
    if word in ORDINALS:
        return [other for other in ORDINALS if other != word]
    if word == "first":
        return ["second", "third", "fourth"]
    number = int("".join(filter(str.isdigit, word)))
    return [_ordinal(number + n) for n in (-4, -3, -2, 2, 3, 5, 7) if number + n > 1]


def _is_bare(noun: Token) -> bool:
    return not any(c.dep_ in ("det", "poss") for c in noun.lefts)


def _is_ranked_alike(other: Token, rank: Token) -> bool:
    """Whether another ordinal ranks the same sort of thing."""
    if other.i == rank.i or other.lower_ not in RANKS:
        return False
    if bare_noun(other.head) == bare_noun(rank.head) or other.head.head.i == rank.head.i:
        return True
    # "his sixth child, and second daughter"
    return (other.head.dep_ == "conj" and other.head.head.i == rank.head.i) or (
        rank.head.dep_ == "conj" and rank.head.head.i == other.head.i
    )


def _is_first_of(token: Token) -> bool:
    """ "was the first woman to fly", "the first visit to Odda": the second one was another."""
    noun = token.head
    if token.dep_ == "attr":
        # "was the first to fly"
        near = [t.text for t in token.doc[token.i - 1 : token.i + 2]]
        return near in (["the", "first", "to"], ["the", "last", "to"])
    if token.dep_ != "amod" or noun.dep_ != "attr" or is_named(token) or noun.tag_ != "NN":
        return False
    only = token.nbor(-1).lower_ in WHOSE if token.i else False
    whole = any(c.dep_ in OF_WHICH or c.dep_ == "prep" for c in noun.rights)
    timed = noun.lower_ == "time" and any(c.dep_ == "relcl" for c in noun.rights)
    return only and (timed or noun.lower_ not in NOT_FIRST) and whole


def _ordinal(number: int) -> str:
    """The digits of a number with the ordinal suffix: 2 -> "2nd"."""
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def other_time(scene: Scene) -> Iterator[list[Edit]]:
    """ "won for the second time" -> "won for the third time"; "sang twice" -> "sang four times"."""
    if not scene.has(("time", "twice")):
        return
    # "married twice, first a baker", "twice, once in 1931 and once in 1942"
    listed = scene.has(("first", "firstly", "once", "both", "later", "respectively"))
    for token in scene.stated():
        # "After it had stopped for a second time, she called", and after the third, perhaps
        if any(t.dep_ == "advcl" for t in token.ancestors):
            continue
        if token.lower_ == "time" and (rank := _rank_of_time(token)) is not None:
            near: tuple[str, ...] = TIMES[:3] if rank.lower_ == "first" else TIMES
            # "for a third time": not "for a first time"
            near = near[1:] if rank.nbor(-1).lower_ == "a" else near
            others = [w for w in near if w != rank.lower_ and w not in scene.words]
            if others:
                yield [replace(token.nbor(-1), scene.choice(token, others))]
        elif token.lower_ == "twice" and not listed and _is_how_often(token):
            yield [replace(token, scene.choice(token, ("three times", "four times")))]


def _rank_of_time(time: Token) -> Token | None:
    """ "second" in "for the second time"; not in "for the second time in three years"."""
    if time.i < 3:
        return None
    rank, article, opening = time.nbor(-1), time.nbor(-2), time.nbor(-3)
    behind = "".join(t.lower_ for t in time.doc[time.i + 1 : time.i + 2])
    fits = article.lower_ in ("the", "a") and opening.lower_ == "for" and behind != "since"
    # "began to be heard for the first time"
    begun = any(t.lower_ in ("began", "begins", "begin", "started") for t in time.ancestors)
    return rank if fits and rank.lower_ in TIMES and not begun else None


def _is_how_often(twice: Token) -> bool:
    """ "was married twice", "visited Odda twice"; not "twice as large", "was twice elected"."""
    if twice.dep_ != "advmod" or twice.head.tag_[0] != "V" or twice.head.i > twice.i:
        return False
    behind = twice.doc[twice.i + 1 : twice.i + 2]
    return all(t.is_punct or t.tag_ in ("IN", "CC") for t in behind) and behind.text != "as"
