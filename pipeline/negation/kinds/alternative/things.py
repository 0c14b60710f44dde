"""Another thing of the same kind: "a red door" -> "a blue door", "in Spain" -> "in Poland"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, exchange
from pipeline.negation.english.inflection import bare_form, inflected, one_of
from pipeline.negation.english.lexicon import ORDINALS
from pipeline.negation.english.things import OVERLAPPING, SET_OF, SETS
from pipeline.negation.kinds.alternative.fitting import fits_place, is_term
from pipeline.negation.kinds.alternative.idioms import is_asked_or_shown, is_figurative
from pipeline.negation.kinds.alternative.leaving import (
    NAMES,
    PLACES,
    SPOKEN,
    TIMES,
    is_species,
    leaves_open,
)
from pipeline.negation.kinds.alternative.single import has_one_value
from pipeline.negation.kinds.checks.elsewhere import (
    MAPPED,
    is_mapped,
    near,
)
from pipeline.negation.kinds.checks.framing import (
    is_one_of_several,
)
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

ADJECTIVES = frozenset(("colour", "nationality", "frequency"))
BY_ORIGIN = frozenset(
    "man woman boy girl child person people teen teenager youth kid student voter family community"
    " neighbourhood neighborhood male female population church college player".split()
)
"""Nouns before which black, white and brown are no colours."""
PEOPLES = frozenset(("nationality", "language", "belief"))
POSITIONS = frozenset(("footballing", "pitching"))
# Sets for what something or somebody is: "It is a castle", "She was a painter".
CLASSES = frozenset(
    "settlement water land work paper creature building player profession kin kinswoman"
    " substance being vertebrate celestial word_class sound chemical programme"
    " government division route footballing pitching voice soldiering office_holder shape"
    " relief craft weapon machine organisation happening dish growth matter rock payment spirit"
    " mathematics program piece dwelling shrine".split()
)
MADE = frozenset(("work", "piece", "programme", "paper"))
OF_ONE = frozenset(("player", "profession"))
ENDINGS = frozenset(("st", "nd", "rd", "th"))
LOWER_SETS = frozenset(word.lower() for word in SET_OF)

ASKING = frozenset("ask invite beg urge advise encourage permit allow".split())
VOICES = frozenset("bark barks barked barking meow meows meowing neigh neighs".split())
NO_THINGS = NAMES | ADJECTIVES | TIMES
NAMED_OR_QUALITY = NAMES | ADJECTIVES
TIMES_AND_PLACES = TIMES | PLACES


def other_thing(scene: Scene) -> Iterator[list[Edit]]:
    """Replace a word of a closed set by another of the same set."""
    # "Not only the harp, she plays the flute, too"; "A cup of coffee, please"
    if "not only" in scene.sentence.lower or is_asked_or_shown(scene):
        return
    for token, tag in zip(scene.stated(), scene.stated_tags, strict=True):
        if tag != "NNS" and (scene.lowers[token.i] not in LOWER_SETS or token.text not in SET_OF):
            continue
        if (kind := _set_of(token)) is None or _is_listed(token, kind):
            continue
        # "a dog beside another dog"
        if scene.sentence.lower.count(token.lower_) > 1:
            continue
        if leaves_open(token, kind, scene) or _is_bound(token, kind, scene):
            continue
        if not has_one_value(token, kind, scene):
            continue
        # "One of the prizes is a car", and another a boat
        single = kind not in TIMES_AND_PLACES or token.dep_ == "attr"
        if single and is_one_of_several(scene):
            continue
        if kind == "animal" and scene.has(VOICES):
            continue
        plural = token.tag_ == "NNS"
        own = token.text if kind in NAMES else token.lower_
        options = [w for w in SETS[kind] if w not in (own, one_of(own) if plural else own)]
        options = [w for w in options if w.lower() not in scene.sentence.lower]
        options = [w for w in options if fits_place(token, w, kind, scene)]
        # "that night" may be that evening
        like = {word for words in OVERLAPPING if own in words for word in words}
        options = [w for w in options if w not in like]
        if token.dep_ == "pobj" and kind == "nationality":
            options = [w for w in options if w in SPOKEN]
        if options:
            new = scene.choice(token, near(SETS[kind], own, options) if kind in MAPPED else options)
            new = inflected(new, "NNS") if plural else new
            # "a species of sea snail" -> "a species of moth"
            if is_species(token) and token.left_edge.i < token.i:
                yield [Edit(token.left_edge.idx, end_of(token), new)]
            else:
                yield exchange(token, new)


def _is_bound(token: Token, kind: str, scene: Scene) -> bool:
    """Whether the rest of the sentence fits this word of its set alone."""
    # "A third of it is desert": what it is like
    if kind == "land" and token.tag_ == "NN" and not any(c.dep_ == "det" for c in token.lefts):
        return True
    # "took it to Saskatchewan, Canada", "from Rome to London"
    if kind in MAPPED and is_mapped(scene, (token,)):
        return True
    if is_term(token, kind, scene) or is_figurative(token, scene):
        return True
    # "in the same boat" is said of trouble, too; "was asked to be chairman", and treasurer, perhaps
    if any(c.lower_ == "same" for c in token.lefts):
        return True
    if any(bare_form(t.text) in ASKING for t in token.ancestors if t.tag_[0] == "V"):
        return True
    # "speaks pig Latin": part of a name
    behind = token.doc[token.i + 1 : token.i + 2]
    if kind not in NAMED_OR_QUALITY and any(t.tag_ == "NNP" and t.dep_ != "nsubj" for t in behind):
        return True
    # "a Farmers' Party politician", but no "Farmers' Party linguist"
    if kind in CLASSES and any(c.dep_ == "compound" and c.tag_[:3] == "NNP" for c in token.lefts):
        return True
    # "the third planet from the sun": there may be no third comet.
    if kind in CLASSES and any(c.lower_ in ("first", *ORDINALS) for c in token.lefts):
        return True
    # "built its 500th boat", and its 500th plane, perhaps; "the wool lined coat"
    if kind not in NO_THINGS and (_is_counted_in_order(token) or _is_in_adjective(token)):
        return True
    # "the longest novel that I have read": nobody reads a film.
    if kind in CLASSES and any(c.dep_ == "relcl" and _is_done_to(c) for c in token.children):
        return True
    # "her third studio album"
    if kind in MADE and any(c.dep_ == "compound" for c in token.children):
        return True
    # "below the level of Monday"
    return kind in TIMES and any(t.lower_ in ("below", "above", "than") for t in token.ancestors)


def _is_counted_in_order(token: Token) -> bool:
    return any(c.text[0].isdecimal() and c.lower_[-2:] in ENDINGS for c in token.lefts)


def _is_in_adjective(token: Token) -> bool:
    """ "the wool lined coat": the noun and what follows it are one adjective."""
    if token.tag_ not in ("NN", "NNP"):
        return False
    behind = token.doc[token.i + 1 : token.i + 3]
    if len(behind) < 2 or not behind[0].lower_.endswith("ed"):
        return False
    return behind[0].tag_ in ("VBN", "VBD", "JJ") and behind[1].tag_ in ("NN", "NNS")


def _is_done_to(verb: Token) -> bool:
    """ "that I have read", "she sang": the noun above is what it is done to."""
    own = [c for c in verb.lefts if c.dep_ in ("nsubj", "nsubjpass")]
    return any(c.lower_ not in ("that", "which", "who") for c in own)


def _set_of(token: Token) -> str | None:
    """The set of a word in its context: "a brown coat", but not "the Brown family"."""
    kind = SET_OF.get(token.text)
    if kind in NAMES:
        return kind if _is_name_alone(token, kind) else None
    if kind is None and token.tag_ == "NNS":
        kind = SET_OF.get(one_of(token.text) or "")
        kind = None if kind in NO_THINGS else kind
    return kind if kind is not None and not is_named(token) and _fits(token, kind) else None


def _fits(token: Token, kind: str) -> bool:
    """Whether the sentence uses a word as one of its set, and excludes the others of the set."""
    if kind in ("colour", "frequency"):
        return _qualifies(token)
    place = token.head.lower_ if token.dep_ == "pobj" else ""
    if kind in TIMES:
        # "at night" takes another preposition than the rest.
        night = kind == "daytime" and token.head.lower_ == "at"
        return token.dep_ in ("pobj", "npadvmod") and not night
    # "a high school" is a school alone
    if not token.tag_.startswith("NN") or any(
        c.lower_ in ("high", "primary", "grammar") for c in token.children
    ):
        return False
    if place == "as":
        return kind in POSITIONS
    # "a car park", "horse racing", "the wood floor"
    if token.dep_ == "compound" or (kind in CLASSES and not _is_a_kind(token)):
        return False
    # "one of the painters"; "the composer of the song" may have painted too.
    articles = any(c.lower_ in ("a", "an") for c in token.lefts)
    if kind in OF_ONE and (token.dep_ == "appos" or not articles):
        return False
    # "In chemistry it is called": in geology, too, perhaps.
    if kind == "science" and place == "in":
        return False
    if kind == "material" and place not in ("of", "from"):
        return False
    return kind in CLASSES or not any(c.dep_ == "compound" for c in token.children)


def _qualifies(token: Token) -> bool:
    """ "a brown coat"; but not "a black teenager", "a historically black college"."""
    fits = token.tag_ == "JJ" and token.dep_ in ("amod", "acomp", "conj")
    if token.lower_ not in ("black", "white", "brown"):
        return fits
    people = {token.head.lower_, one_of(token.head.lower_)} & BY_ORIGIN
    return fits and not people and not any(c.dep_ == "advmod" for c in token.children)


def _is_a_kind(token: Token) -> bool:
    """Whether a word tells what something is.

    "The town has a school" does not rule out a hospital, nor does "There is a school"; "It is a
    school" does.
    """
    whole = token.head.i == token.i and all(c.dep_ != "relcl" for c in token.children)
    told = token.dep_ == "attr" or whole or is_species(token) or _is_explained(token)
    return told and not any(c.dep_ == "expl" for c in token.head.children)


def _is_name_alone(token: Token, kind: str) -> bool:
    """ "in Paris", "a Spanish ship", but not "Paris Hilton"."""
    # "Paris Hilton", "the Spanish Civil War", "New Mexico"
    alone = not any(c.dep_ in ("compound", "amod") for c in token.children)
    free = token.dep_ in (
        *("pobj", "dobj", "attr", "npadvmod", "acomp", "amod", "conj"),
        *(("appos", "poss") if kind in PLACES else ()),
    )
    # "the Dutch" are people; "in Dutch" is a language.
    if kind in PEOPLES and (kind == "language" or token.dep_ not in ("amod", "acomp")):
        spoken = token.dep_ == "pobj" and token.head.lower_ in ("in", "into")
        spoken = spoken and (kind == "language" or token.text in SPOKEN)
        return spoken and alone and not any(True for _ in token.children)
    named = token.head.tag_ in ("NNP", "NNPS") and token.dep_ in ("compound", "amod")
    return alone and free and not named and not _in_name(token)


def _is_explained(token: Token) -> bool:
    """ "Odda, a town by the fjord, grew"."""
    first = token.left_edge
    known = token.dep_ == "appos" and token.head.tag_ == "NNP" and first.lower_ in ("a", "an")
    return known and first.i > 0 and first.nbor(-1).text == ","


def _in_name(token: Token) -> bool:
    """Whether a capitalised word is next to a word: "the University of Paris", "Rome Open"."""
    doc, i = token.doc, token.i
    after = doc[i + 1 : i + 2]
    if token.dep_ == "poss":
        owned = token.head.text[0].isupper() or any(t.text[0].isupper() for t in doc[i + 2 : i + 3])
        return owned or (i > 0 and doc[i - 1].text[0].isupper())
    if any(t.text[0].isupper() or t.text in ("'s", "’s", "-", "–") for t in after):
        return True
    # "Italy of Values"
    before = doc[max(i - 1, 0) : i]
    if any(t.text[0].isupper() and t.i > 0 for t in before):
        return True
    if any(t.text in ("-", "–") for t in before):
        return True
    of = token.head
    return of.lower_ == "of" and of.head.text[0].isupper()


def _is_listed(token: Token, kind: str) -> bool:
    """Whether the word is coordinated with another of its set: "a red and white flag"."""
    near = [*token.children, token.head, *token.head.children]
    others = (t for t in near if t.i != token.i)
    joined = any(c.dep_ in ("cc", "conj") for c in token.children) or token.dep_ == "conj"
    return joined or any(SET_OF.get(t.text) == kind for t in (*others, *_listed_with(token)))


def _listed_with(token: Token) -> list[Token]:
    """ "in Asia, and Europe": the next words of a list, which the parser may attach elsewhere."""
    found = []
    for step in (-1, 1):
        i = token.i + step
        while 0 < i < len(token.doc) - 1 and token.doc[i].lower_ in (",", "and", "or", "&"):
            i += step
        if i != token.i + step:
            found.append(token.doc[i])
    return found
