"""Who does what to whom, reversed: "A dog chases a cat" -> "A cat chases a dog"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, exchange, swapped
from pipeline.negation.english.given_names import SEXES
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import HE_AND_SHE, NUMBER_WORDS
from pipeline.negation.english.things import ANIMALS, PERSONS, SET_OF, SETS, THINGS
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.nouns import CERTAIN, bare_noun, is_named, phrase
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.roles.swaps import (
    CHASING,
    COLLECTIVE,
    INFANTS,
    TIMES,
    is_one_sided,
    is_to_act,
)

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

PLACES = frozenset(w for kind in ("country", "city", "state", "continent") for w in SETS[kind])
LANDS = frozenset(("GPE", "NORP"))
DIMENSIONS = tuple(
    tuple(frozenset(words.split()) for words in dimension.split(" | "))
    for dimension in (
        "big large huge | small tiny",
        "tall | short",
        "long | short",
        "wide | narrow",
        "thick | thin",
        "old ancient | young new modern",
        "wet | dry",
        "dirty | clean",
        "wooden | metal golden | plastic",
        "empty | full",
        "open | broken",
        "bright | dark",
        "round | square",
        "light | heavy",
        "soft | hard",
        "smooth | rough",
        "hot | cold",
        "happy | sad | angry",
        "bald | blond blonde | bearded",
        "striped | plain",
    )
)
"""Visible or tangible qualities by dimension; those between two bars may be said of one thing.

What is huge is also large, so two of these do not change places.
"""
QUALITIES = frozenset(word for words in DIMENSIONS for group in words for word in group)
OF_BEINGS = frozenset("young happy sad angry bald blond blonde bearded thin".split())
NOT_OF_BEINGS = frozenset(
    "new ancient modern wooden metal plastic golden empty full open broken bright dark round square"
    " light soft hard striped plain smooth rough hot cold long wide narrow thick".split()
)
# Prepositions whose two sides differ: unlike those of "near", they cannot be exchanged.
ONE_WAY = frozenset("above below under behind inside before after north south east west".split())

MODIFIERS = frozenset(("amod", "nummod"))
OF_FUR = frozenset("black white brown grey".split())
LIVING = frozenset("dog cat horse animal puppy kitten bull calf lamb pony donkey bunny".split())
# What has its colour by nature, or is named after its colour.
OF_ONE_COLOUR = frozenset(
    "grass snow sky water sea ocean sand tree leaf bush field hill mountain lake river rock"
    " dirt hair beard eye face skin nose hand arm leg foot female male bride toddler people"
    " person wine tea meat bread pepper onion bean light smoke".split()
)
# Words in names of organisations; a name without one may be that of a product.
ORGANISED = frozenset(
    "fc united city rovers wanderers party university college school inc corp ltd company bank"
    " airlines corporation group union association press records institute council".split()
)
HUMANS = PERSONS - ANIMALS


def turned_roles(scene: Scene) -> Iterator[list[Edit]]:
    """ "Austria defeated Hungary" -> "Hungary defeated Austria"; active and passive."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or not scene.is_open:
        return
    verb = clause.verb
    if not is_one_sided(verb, scene) or clause.conjuncts:
        return
    if any(c.dep_ in ("ccomp", "xcomp", "dative", "oprd", "prt") for c in verb.children):
        return
    # "was less influenced by" may hold both ways, "also" adds, "described her as" goes on.
    if any(c.lower_ in ("less", "more", "also", "as") for c in verb.children):
        return
    other = _counterpart(verb)
    if other is None or not _agree(clause.subject, other) or is_to_act(other):
        return
    first, second = phrase(clause.subject), phrase(other)
    if first is None or second is None or not _alike(scene, clause.subject, other):
        return
    # "Anna sold Bela her flat": the owner would change too.
    if scene.has(HE_AND_SHE):
        return
    # "A woman feeds a man": another man may be feeding another woman.
    some = any(t.left_edge.lower_ in ("a", "an") for t in (clause.subject, other))
    if some and bare_form(verb.text) not in CHASING:
        return
    # "Austria beat Hungary, with Berg in goal": the rest belongs to one of the two.
    if _has_other_name(scene, first, second):
        return
    yield swapped(first, second)


def _has_other_name(scene: Scene, first: Span, second: Span) -> bool:
    """Whether a name, but for a month or a day, stands outside both phrases."""
    apart = (t for t in scene.tokens if all(not s.start <= t.i < s.end for s in (first, second)))
    return any(t.tag_ in ("NNP", "NNPS") and t.text not in TIMES for t in apart)


def turned_modifiers(scene: Scene) -> Iterator[list[Edit]]:
    """ "a red cup on a blue plate" -> "a blue cup on a red plate"; numbers alike."""
    if sum(relation in MODIFIERS for relation in scene.relations) < 2:
        return
    found = [
        t
        for t in scene.asserted(subject=True)
        if scene.relations[t.i] in MODIFIERS and _modifies(t)
    ]
    for one, other in combinations(found, 2):
        group = _group(one)
        if one.lower_ == other.lower_ or one.head.i == other.head.i or group != _group(other):
            continue
        # "A dog, which has a black coat, and a white dog": the dog stands twice.
        if any(scene.lowers.count(t.head.lower_) > 1 for t in (one, other)):
            continue
        if bare_noun(one.head) == bare_noun(other.head) or _in_one_list(one.head, other.head):
            continue
        # "two cats, one black and one white"
        if "one" in (one.head.lower_, other.head.lower_) or (
            group == "colour" and "one" in scene.words
        ):
            continue
        if group == "quality" and not _are_opposed(one, other):
            continue
        # "four children: three daughters and a son", "eight guns in four turrets"
        if group == "number" and not scene.describes:
            continue
        # "Five people, three women and two men"
        if group == "number" and sum(tag == "CD" for tag in scene.sentence.tags) > 2:
            continue
        # "brown dwarfs" and a "grey area" are terms; in a caption most things have their colour.
        things = {bare_noun(one.head), bare_noun(other.head)}
        if group == "colour" and not scene.describes and not things <= THINGS:
            continue
        if group == "colour" and not (_takes(one.head, other) and _takes(other.head, one)):
            continue
        # "A German court fined a Greek bank": a Greek court may have fined a German one.
        if group == "nationality" and not _meet(one.head, other.head, scene):
            continue
        # "inspired by Japanese anti-British leaflets": the word stands elsewhere, too.
        if any(scene.text.count(t.text) > 1 for t in (one, other)):
            continue
        first, second = (t.text if group == "nationality" else t.lower_ for t in (one, other))
        yield [*exchange(one, second), *exchange(other, first)]


def _takes(noun: Token, colour: Token) -> bool:
    """Whether a thing can have a colour: there are black dogs, but no green ones.

    Nobody paints grass, snow or hair in each of them; of persons a colour says something else.
    """
    name = bare_noun(noun)
    if name in HUMANS or name in OF_ONE_COLOUR:
        return False
    if name in ANIMALS or name in LIVING:
        return colour.lower_ in OF_FUR
    return True


def _meet(one: Token, other: Token, scene: Scene) -> bool:
    """ "The Greek ship sank a Turkish tanker": the one does something to the other.

    "The Danish guard grew out of a Swedish force" would be about another guard.
    """
    verb = scene.head
    who = one.dep_ in SUBJECT and one.head.i == verb.i and _is_known(one)
    to_it = other.dep_ == "dobj" and other.head.i == verb.i
    by_it = other.dep_ == "pobj" and other.head.dep_ == "agent" and other.head.head.i == verb.i
    return who and (to_it or by_it)


def _is_known(noun: Token) -> bool:
    """ "the Greek mayor", "his Greek wife": somebody or something certain."""
    return noun.left_edge.lower_ in CERTAIN


def turned_places(scene: Scene) -> Iterator[list[Edit]]:
    """ "The lamp is above the desk" -> "The desk is above the lamp"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or not scene.is_open:
        return
    if clause.verb.lower_ not in ("is", "are", "was", "were") or clause.conjuncts:
        return
    for place in clause.verb.children:
        if place.dep_ != "prep" or place.lower_ not in ONE_WAY or place.i != clause.verb.i + 1:
            continue
        other = next((c for c in place.children if c.dep_ == "pobj"), None)
        if other is None or not _agree(clause.subject, other):
            continue
        first, second = phrase(clause.subject), phrase(other)
        the = all(p and p[0].lower_ in ("the", "a", "an") for p in (first, second))
        if first is not None and second is not None and the:
            yield swapped(first, second)


def _counterpart(verb: Token) -> Token | None:
    """The object of an active verb, or the agent of a passive."""
    passive = any(c.dep_ == "nsubjpass" for c in verb.children)
    for child in verb.children:
        # "was awarded the medal by": the object is no doer.
        if child.dep_ == "dobj" and child.i > verb.i:
            return None if passive else child
        if child.dep_ == "agent":
            return next((c for c in child.children if c.dep_ == "pobj"), None)
    return None


def _agree(one: Token, other: Token) -> bool:
    """Whether the verb agrees with both: both are singular, or both are plural."""
    plural = ("NNS", "NNPS")
    return (one.tag_ in plural) == (other.tag_ in plural) and one.lower_ != other.lower_


def _alike(scene: Scene, one: Token, other: Token) -> bool:
    """Whether two nouns are of the same kind of actor: two persons, two clubs, two animals."""
    both = bare_noun(one), bare_noun(other)
    if all(noun in PERSONS for noun in both):
        # "The horse is riding the girl", "A baby holds a man", "The club founded a man"
        return all(
            len({noun in group for noun in both}) == 1 for group in (ANIMALS, INFANTS, COLLECTIVE)
        )
    if not (is_named(one) and is_named(other)):
        return False
    # "Isabella left Mantua": the recogniser takes the one for the other.
    if (one.text in PLACES) != (other.text in PLACES):
        return False
    names = scene.names(scene.doc)
    kind = names.get(one.i)
    if kind == "PERSON":
        # The recogniser also takes schools and makers for persons.
        return kind == names.get(other.i) and any(_has_given_name(t) for t in (one, other))
    if kind == "ORG":
        return kind == names.get(other.i) and all(_is_organised(t) for t in (one, other))
    return kind in LANDS and kind == names.get(other.i)


def _is_organised(name: Token) -> bool:
    return any(t.lower_.rstrip(".") in ORGANISED for t in name.subtree)


def _has_given_name(name: Token) -> bool:
    return name.left_edge.text in SEXES


def _modifies(token: Token) -> bool:
    if token.head.i < token.i or _group(token) is None:
        return False
    alone = not any(True for _ in token.children)
    if SET_OF.get(token.text) == "nationality":
        return alone and token.tag_ == "JJ" and not is_named(token.head)
    if is_named(token):
        return False
    if token.dep_ == "nummod":
        # "three of the six ships" can not be six of three; "fifty two" is one number.
        part = token.i > 1 and "of" in (token.nbor(-1).lower_, token.nbor(-2).lower_)
        whole = token.i == 0 or token.nbor(-1).tag_ != "CD"
        counts = token.lower_ in NUMBER_WORDS and token.head.tag_ == "NNS"
        # "four wheel carts"
        counts = counts and not any(c.dep_ == "compound" for c in token.head.lefts)
        return counts and alone and whole and not part
    # "the red-black tree", "a brown-skinned man"
    if any(t.text == "-" for t in token.doc[max(token.i - 1, 0) : token.i + 2]):
        return False
    # "Grey wolves and brown bears" are species.
    if token.head.tag_ == "NNS" and bare_noun(token.head) in ANIMALS and _is_bare(token.head):
        return False
    # "reddish brown", "light brown" are colours of their own.
    shaded = token.i > 0 and token.nbor(-1).tag_ in ("JJ", "NN") and _group(token) == "colour"
    return alone and token.tag_ == "JJ" and not shaded


def _is_bare(noun: Token) -> bool:
    return not any(c.dep_ in ("det", "nummod", "poss") for c in noun.lefts)


def _group(token: Token) -> str | None:
    """The dimension of a quality; only two qualities of one dimension change places."""
    if token.dep_ == "nummod":
        return "number"
    if SET_OF.get(token.text) == "nationality":
        return "nationality"
    if SET_OF.get(token.lower_) == "colour":
        return "colour"
    return "quality" if token.lower_ in QUALITIES else None


def _in_one_list(one: Token, other: Token) -> bool:
    """Whether two nouns are named beside each other: "three sons and eight daughters"."""
    pairs = ((one, other), (other, one))
    return any(t.dep_ in ("conj", "appos") and t.head.i == h.i for t, h in pairs)


def _are_opposed(one: Token, other: Token) -> bool:
    """Whether nothing can be both, and each fits either thing: old and new, not old and wet."""
    opposed = any(_excludes(one.lower_, other.lower_, words) for words in DIMENSIONS)
    return opposed and _fits(one, other.head) and _fits(other, one.head)


def _excludes(one: str, other: str, dimension: tuple[frozenset[str], ...]) -> bool:
    """Whether two words of a dimension exclude each other: large and small, not large and huge."""
    groups = [[word in group for group in dimension] for word in (one, other)]
    return all(map(any, groups)) and groups[0] != groups[1]


def _fits(word: Token, noun: Token) -> bool:
    """Whether there are such things: an old bench, but not a young one."""
    name = bare_noun(noun)
    if name in PERSONS or name in ANIMALS:
        return word.lower_ not in NOT_OF_BEINGS
    return name in THINGS and word.lower_ not in OF_BEINGS
