"""The first of several: "one of the first" -> "one of the last", "his first album, Moon"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, ORDINALS
from pipeline.negation.kinds.facts.known import ignoring_also
from pipeline.negation.kinds.facts.limits import DENYING, SUBJECT
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.ranks import NOT_FIRST, WHOSE
from pipeline.negation.reading.neighbour import lower_before

if TYPE_CHECKING:
    from spacy.tokens import Token

FARTHEST = {"first": "last", "last": "first", "earliest": "latest"}
# What only the first can do, or what only the last can.
EARLY = frozenset(
    "pioneer pioneers pioneering pioneered pave paved paving early earlier introduce introduced"
    " introducing invent invented founding founded original originally initial initially before"
    " since until still new novel begin began start started first-ever subsequent subsequently"
    " later prehistoric ancient bc bce followed preceding previous next eventually".split()
)
AFTER_RANK = frozenset("and or to ever ( - – few two three four five six seven eight ten".split())
LATER = ("second", "third")
DEBUTS = {"debut": LATER, "final": ("first",), "last": ("first",), "first": LATER}
OF_WHICH = frozenset(("relcl", "acl"))
SERVING = frozenset(
    "serve elect appoint become recognize recognise regard install instal act know choose select"
    " name".split()
)
# "the first step", "first degree murder"
NO_RANK = NOT_FIRST - {"time"} | frozenset(
    "name names floor person persons degree cousin cousins aid hand line place round half part base"
    " light sight century centuries".split()
)
RANKING = (*DEBUTS, *ORDINALS)
SUPPOSING = DENYING | frozenset("if unless whether may might could would".split())


def one_of_last(scene: Scene) -> Iterator[list[Edit]]:
    """ "It is one of the first mills in Kent" -> "It is one of the last mills in Kent"."""
    if not scene.has(FARTHEST) or not scene.has(("one", "among")) or not _is_plain(scene):
        return
    for rank in scene.tokens[2:-1]:
        if rank.lower_ not in FARTHEST or rank.i in scene.enclosed:
            continue
        if rank.nbor(-1).lower_ != "the" or rank.nbor(1).lower_ in AFTER_RANK or is_named(rank):
            continue
        before = rank.nbor(-2)
        of_one = before.lower_ == "of" and before.i > 0 and before.nbor(-1).lower_ == "one"
        if not of_one and before.lower_ != "among":
            continue
        if rank.head.tag_ != "NNS" or _is_supposed(rank, scene):
            continue
        yield [replace(rank, FARTHEST[rank.lower_])]


def later_than_first(scene: Scene) -> Iterator[list[Edit]]:
    """ "It was the city's first library" -> "It was the city's second library"."""
    if not scene.has(("first", "last")) or scene.is_question or scene.has(ORDINALS):
        return
    if scene.lowers.count("first") > 1:
        return
    alone = ignoring_also(scene) if scene.adds else scene
    for rank in scene.tokens[1:-1]:
        noun = rank.head
        if rank.lower_ not in ("first", "last") or rank.dep_ != "amod" or is_named(rank):
            continue
        if rank.i in scene.enclosed or noun.tag_ not in ("NN", "NNS") or noun.lower_ in NO_RANK:
            continue
        if rank.nbor(1).lower_ in AFTER_RANK or _has_number(noun) or not _is_one_of_rank(rank):
            continue
        if not _says_what(noun, alone):
            continue
        if rank.lower_ == "last":
            yield [replace(rank, "first")]
        else:
            new = ("last",) if noun.tag_ == "NNS" else LATER
            yield [replace(rank, scene.choice(rank, new))]


def other_rank_of_named(scene: Scene) -> Iterator[list[Edit]]:
    """ "Her first novel, Moon, sold well" -> "Her third novel, Moon, sold well"; "debut" too."""
    if not scene.has(RANKING) or scene.is_question:
        return
    ranks = [t for t in scene.tokens if t.lower_ in DEBUTS or t.lower_ in ORDINALS]
    if len(ranks) > 1:
        return
    for rank in ranks:
        noun = rank.head
        if rank.dep_ not in ("amod", "compound") or noun.i < rank.i or is_named(rank):
            continue
        if rank.i in scene.enclosed or noun.tag_ != "NN" or noun.lower_ in NO_RANK:
            continue
        if rank.nbor(1).lower_ in AFTER_RANK or not _is_called(noun) or not _is_owned(rank):
            continue
        if _is_supposed(rank, scene):
            continue
        options = DEBUTS.get(rank.lower_) or [w for w in ORDINALS if w != rank.lower_]
        yield [replace(rank, scene.choice(rank, options))]


def last_for_first(scene: Scene) -> Iterator[list[Edit]]:
    """ "The first mayor was Anna Berg" -> "The last mayor was Anna Berg"."""
    clause = scene.clause if scene.has(("first", "last")) else None
    if clause is None or clause.subject is None or clause.inverted or not scene.is_open:
        return
    noun, verb = clause.subject, clause.verb
    if noun.tag_ not in ("NN", "NNS") or verb.lower_ not in BE or not _is_plain(scene):
        return
    ranks = [c for c in noun.lefts if c.lower_ in ("first", "last") and c.dep_ == "amod"]
    if len(ranks) != 1 or is_named(ranks[0]) or noun.lower_ in NO_RANK or _has_number(noun):
        return
    attr = next((c for c in verb.rights if c.dep_ == "attr"), None)
    if attr is None or not _is_certain(attr) or scene.has(ORDINALS) or clause.conjuncts:
        return
    rank = ranks[0]
    if rank.nbor(1).lower_ in AFTER_RANK or not _is_owned(rank):
        return
    new = "last" if noun.tag_ == "NNS" else scene.choice(rank, ("last", "second"))
    yield [replace(rank, "first" if rank.lower_ == "last" else new)]


def _is_plain(scene: Scene) -> bool:
    twice = scene.lowers.count("first") > 1
    return not (scene.is_question or twice or scene.has(EARLY))


def _is_supposed(rank: Token, scene: Scene) -> bool:
    """ "if it was one of the first", "not one of the first", "may be one of the first"."""
    above = (rank, *rank.ancestors)
    beside = [c for a in above for c in a.children]
    marks = {c.lower_ for c in beside if c.dep_ in ("mark", "aux", "neg", "det")}
    return bool(marks & SUPPOSING)


def _has_number(noun: Token) -> bool:
    return any(c.dep_ == "nummod" or c.lower_ in ("only", "few") for c in noun.lefts)


def _is_owned(rank: Token) -> bool:
    """ "her first", "the town's first", "the first"; not "a first"."""
    return any((c.dep_ == "poss" or c.lower_ in WHOSE) and c.i < rank.i for c in rank.head.children)


def _is_one_of_rank(rank: Token) -> bool:
    """ "the city's first library", "the first library in Kent"; not "the first library"."""
    noun = rank.head
    if any(c.dep_ == "poss" and c.lower_ not in WHOSE and c.i < rank.i for c in noun.lefts):
        return True
    whole = any(c.dep_ in OF_WHICH or c.dep_ == "prep" for c in noun.rights)
    if noun.lower_ == "time":
        whole = any(c.dep_ == "relcl" for c in noun.rights)
    own = any(c.dep_ == "poss" and c.i < rank.i for c in noun.lefts)
    return own or (whole and any(c.lower_ == "the" for c in noun.lefts))


def _says_what(noun: Token, scene: Scene) -> bool:
    """Whether a noun says what something is: "was the first", "marked the first"."""
    above = noun.head
    if noun.dep_ == "attr":
        return scene.states(noun) and any(c.dep_ in SUBJECT for c in above.lefts)
    if noun.dep_ == "dobj":
        marked = noun.lower_ == "time" and bare_form(above.text) == "mark"
        return marked and scene.states(noun)
    if noun.dep_ == "pobj" and above.lower_ == "as":
        return bare_form(above.head.text) in SERVING and scene.states(noun)
    if noun.dep_ != "appos" or not _is_certain(above) or noun.i < above.i or noun.tag_ == "NNS":
        return False
    return lower_before(noun.left_edge) == "," and not any(
        t.dep_ in ("conj", "appos") for t in noun.children
    )


def _is_certain(noun: Token) -> bool:
    if noun.tag_ in ("NNP", "NNPS"):
        return not any(c.dep_ == "conj" for c in noun.children)
    return any(c.lower_ in WHOSE or c.dep_ == "poss" for c in noun.lefts)


def _is_called(noun: Token) -> bool:
    """ "novel, Moon," and 'novel "Moon"'; not "sons, Ben and Tom"."""
    name = next((c for c in noun.rights if c.dep_ == "appos"), None)
    if name is None or any(c.dep_ in ("conj", "cc") for c in name.children):
        return False
    between = noun.doc[noun.i + 1 : name.left_edge.i]
    near = all(t.is_punct or t.is_quote for t in between) and len(between) < 3
    return near and name.tag_ in ("NNP", "NNPS") and name.dep_ not in SUBJECT
