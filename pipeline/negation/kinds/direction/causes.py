"""A cause said to have been an obstacle: "due to the rain" -> "despite the rain", and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE
from pipeline.negation.kinds.facts.limits import PARTIAL
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# The words of a cause before its noun; the longest first.
OPENINGS = (
    *(("as", "a", "result", "of"), ("as", "a", "consequence", "of"), ("on", "account", "of")),
    *(("because", "of"), ("due", "to"), ("owing", "to"), ("thanks", "to")),
)
FIRST_WORDS = frozenset(words[0] for words in OPENINGS) - {"as", "on"} | {"account", "result"}
DESPITE = (("in", "spite", "of"), ("despite",))
# "mainly due to": what adds to the cause, and goes with it.
DEGREES = frozenset("mainly mostly largely primarily principally chiefly partly probably".split())
# "only because it rained", "not due to rain", "or due to snow", "is due to": no cause alone
BESIDE = frozenset(
    "not only just simply merely especially particularly or and but even either is was are were be"
    " been part least perhaps possibly likely lost as more less".split()
)
# "Because of this" links to a sentence before; "in part", "in spite of himself"
LINKING = frozenset("himself herself itself themselves part which whom what".split())
# "The reason was due to": nothing stands against it. "Although it rained, ... due to": two sides.
# "Because it rained, so it was moved": the result is said as well.
CONCEDED = frozenset(
    "reason reasons cause explanation although though whereas while otherwise so therefore thus"
    " hence sometimes occasionally never".split()
)
# Nobody dies despite an illness.
BEFALLING = frozenset("die perish drown".split())
WEAK_VERBS = frozenset("be occur happen arise".split())
CAUSES = frozenset("due because owing thanks result despite spite account".split())


def despite_cause(scene: Scene) -> Iterator[list[Edit]]:
    """ "It closed because of the rain" -> "It closed despite the rain"."""
    if scene.is_question or not scene.has(FIRST_WORDS):
        return
    for token in scene.tokens:
        opening = _opening(token, OPENINGS)
        if not opening or not _is_told(opening, scene):
            continue
        before = token.nbor(-1) if token.i else None
        degree = before if before is not None and before.lower_ in DEGREES else None
        first = degree if degree is not None else token
        if degree is not None and _follows_barred(degree):
            continue
        yield [Edit(first.idx, end_of(opening[-1]), like(first, "despite"))]


def because_of_obstacle(scene: Scene) -> Iterator[list[Edit]]:
    """ "It opened despite the rain" -> "It opened because of the rain"."""
    if scene.is_question or not scene.has(("despite", "spite")):
        return
    for token in scene.tokens:
        opening = _opening(token, DESPITE)
        # "despite having won", "despite the fact that": a clause
        if opening and _is_told(opening, scene) and not _has_clause(opening[-1]):
            yield [Edit(token.idx, end_of(opening[-1]), like(token, "because of"))]


def although_reason(scene: Scene) -> Iterator[list[Edit]]:
    """ "It closed because it rained" -> "It closed although it rained"."""
    if scene.is_question or "because" not in scene.words:
        return
    for token in scene.tokens:
        if token.lower_ != "because" or token.dep_ != "mark" or token.i in scene.enclosed:
            continue
        reason = token.head
        if reason.dep_ != "advcl" or reason.head.i != scene.head.i or _follows_barred(token):
            continue
        # "did not leave because it was late": left, perhaps, for another reason
        unsure = scene.is_denied and token.i and token.nbor(-1).text != ","
        if unsure or scene.lowers[:2] == ("not", "that"):
            continue
        # "This occurs because": the reason is all that is said.
        bare = bare_form(reason.head.text) in WEAK_VERBS and not any(
            c.dep_ in ("acomp", "attr", "auxpass") for c in reason.head.children
        )
        if _is_of_certain(scene) and not bare:
            yield [Edit(token.idx, end_of(token), like(token, "although"))]


def _opening(token: Token, openings: tuple[tuple[str, ...], ...]) -> list[Token]:
    """The words from a token on that open a cause."""
    for words in openings:
        found = list(token.doc[token.i : token.i + len(words)])
        if tuple(t.lower_ for t in found) == words:
            return found
    return []


def _is_told(opening: list[Token], scene: Scene) -> bool:
    """Whether a cause belongs to the main clause, at its beginning or behind it."""
    first, last = opening[0], opening[-1]
    if first.i in scene.enclosed or _follows_barred(first) or last.i + 2 >= len(scene.doc):
        return False
    # "Despite no help": "because of no help" is not said.
    if last.nbor(1).lower_ in LINKING | {"no"} or not _is_of_certain(scene):
        return False
    # The parser attaches "due to" to the noun before as well.
    above = first.head
    while above.i in (t.i for t in opening):
        if above.head.i == above.i:
            return False
        above = above.head
    if above.i != scene.head.i:
        own = above.dep_ in ("dobj", "acomp", "attr", "conj") and above.head.i == scene.head.i
        if not own or above.i > first.i:
            return False
    # "gives thanks to the host"
    if first.lower_ == "thanks" and first.i and first.nbor(-1).text != ",":
        return False
    if _is_predicate(first) or _is_all_said(first, scene):
        return False
    if any(c.dep_ in ("conj", "cc") for t in opening for c in t.children):
        return False
    # "is due to": the cause is what is said.
    return not (first.i and first.nbor(-1).lower_ in BESIDE)


def _is_of_certain(scene: Scene) -> bool:
    """Whether one cause is given for what is said of certain things, not of some."""
    clause = scene.clause
    if clause is None or clause.subject is None or scene.has(CONCEDED):
        return False
    if sum(word in CAUSES for word in scene.lowers) > 1 or bare_form(clause.verb.text) in BEFALLING:
        return False
    return not any(t.tag_ == "CD" or t.lower_ in PARTIAL for t in clause.subject.subtree)


def _is_predicate(word: Token) -> bool:
    """ "This is because", "It was due to": the verb says nothing else."""
    return word.dep_ in ("acomp", "attr", "ROOT") and word.lower_ in ("is", "was", "due")


def _is_all_said(first: Token, scene: Scene) -> bool:
    """ "This is partially because of": the verb says nothing else, whatever degree is beside it."""
    be = scene.head
    if be.lower_ not in BE or first.head.i != be.i or first.i < be.i:
        return False
    return all(c.dep_ in ("advmod", "prep", "punct") for c in be.rights)


def _follows_barred(word: Token) -> bool:
    return word.i > 0 and word.nbor(-1).lower_ in BESIDE


def _has_clause(last: Token) -> bool:
    """ "despite having won", "despite the fact that", "despite there being"."""
    if any(c.dep_ == "pcomp" for c in last.children):
        return True
    thing = next((c for c in last.children if c.dep_ == "pobj"), None)
    return thing is None or thing.lower_ == "fact"
