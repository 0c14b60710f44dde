"""Whether a sentence says why its main clause holds, or what follows from it.

A reason or a result belongs to what is said: "She was able to sing because of a cold" and "They
need not pay, thus supporting the club" make no sense, though their opposites do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.checks.reliance import changed_words
from pipeline.negation.kinds.facts.known import known
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.clause import DASHES

if TYPE_CHECKING:
    from spacy.tokens import Token

# Each begins a reason as a conjunction; "since 1990" and "due on Monday" are times.
CONJUNCTIONS = frozenset("because since as whereas".split())
WITH_TO = frozenset("due owing thanks".split())
RESULTS = frozenset("thus thereby hence therefore consequently accordingly instead so".split())
# Not the bare form: "must sign and return it".
SECOND = frozenset("VBD VBZ VBP VBN MD".split())
RESULTING = frozenset("making allowing causing leading resulting giving enabling bringing".split())
# "was used to clean it", "a wheel designed to turn": what it was for.
SERVING = frozenset("used designed built made intended needed required meant created".split())
# Before an infinitive that is no aim: "wants to improve it".
BEFORE_TO = frozenset(
    "want try begin start continue seem appear need agree decide plan hope expect refuse fail"
    " manage help come go tend use have like love hate prefer choose attempt intend learn"
    " offer promise seek strive struggle threaten wish dare cease pretend prove happen aim vow"
    " pledge claim determine get be ought set look say know think believe consider allege"
    " report estimate suppose find wait".split()
)
# After one of these, what is said is set against something else.
AGAINST = frozenset(("but", "yet", "despite", "except", "exception"))
PAUSES = DASHES | {","}
EXPLAINING = (
    CONJUNCTIONS | WITH_TO | RESULTS | RESULTING | AGAINST | PAUSES | {"to", "by", "for", ";"}
)
_MARKS = {"result", "consequence"} | CONJUNCTIONS | WITH_TO | RESULTS | PAUSES | {";", "and", "or"}
_SIGNS = {"when", "result", "consequence", ";"} | CONJUNCTIONS | WITH_TO | RESULTS
OF_REASON = WITH_TO | {"because"}


def gives_grounds(scene: Scene, *, second: bool = True) -> bool:
    """Whether a sentence gives a reason for its main clause, or goes on with a result of it.

    Args:
        scene: the sentence.
        second: whether a second main clause counts as a result.
    """
    if not scene.has(_MARKS):
        return False
    return _has_ground(scene) or (second and _has_second(scene))


@known
def _has_ground(scene: Scene) -> bool:
    if scene.has(_SIGNS):
        signs = (t for t, word in zip(scene.tokens, scene.lowers, strict=True) if word in _SIGNS)
        if any(_is_ground(scene, token) for token in signs):
            return True
    behind = scene.head.i + 1
    return "advcl" in scene.relations[behind:] and any(
        scene.lowers[t.i] not in _SIGNS and _is_result(t) for t in scene.tokens[behind:]
    )


@known
def _has_second(scene: Scene) -> bool:
    """Whether there is a second main clause: "and four others ran to replace him"."""
    head = scene.head.i
    return any(
        above == head
        and i > head
        and scene.relations[i] == "conj"
        and scene.sentence.tags[i] in SECOND
        for i, above in enumerate(scene.heads)
    )


def _is_ground(scene: Scene, token: Token) -> bool:
    """Whether one of `_SIGNS` says why, or what follows."""
    word, behind = token.lower_, token.i > scene.head.i
    if word == "because":
        return True
    if word in CONJUNCTIONS:
        return token.dep_ == "mark" and token.head.dep_ == "advcl"
    if word == "when":
        return behind and token.nbor(-1).lower_ == "as"
    # "as a result of a rise"
    if word in ("result", "consequence"):
        return behind and token.head.lower_ == "as"
    if word in WITH_TO:
        return any(c.lower_ == "to" for c in token.children)
    if word == ";":
        return behind
    # "so large", "so far"; "is thus possible" is itself a result
    return behind and token.head.tag_[0] in "VM" and token.nbor(-1).lower_ in (",", "and")


def _is_result(verb: Token) -> bool:
    """Whether a participle says what follows: ", keeping the room warm", "making it warm"."""
    if verb.dep_ != "advcl" or verb.tag_ != "VBG":
        return False
    first = verb.left_edge
    # ", the mayor being the last"; the parser may put the comma below the participle.
    own = next((c for c in verb.lefts if c.dep_ == "nsubj"), None)
    first = first if own is None else own.left_edge
    if own is None and not (first == verb or first.lower_ in RESULTS):
        return False
    if first == verb and verb.lower_ in RESULTING:
        return True
    return first.i > 0 and first.nbor(-1).text in PAUSES


def is_explained(scene: Scene, edits: Sequence[Edit]) -> bool:
    """Whether edits change a reason or an aim, or what a reason is given for.

    "The shop closed because it made a large loss", but not "a small loss"; "spent two years to
    improve the soil", but nobody does so to worsen it; "The road is closed due to snow", but not
    open.

    Args:
        scene: the sentence.
        edits: what would be changed in it.
    """
    if not scene.has(EXPLAINING):
        return False
    return any(_is_explained(t, scene) for t in changed_words(scene, edits))


def _is_explained(token: Token, scene: Scene) -> bool:
    place = token
    while place.i != scene.head.i:
        if _explains(place):
            return True
        if place.head.i == place.i:
            return False
        place = place.head
    if not _is_predicate(token, scene):
        return False
    # "are absent from most shops, but common here"
    if any(t.lower_ in AGAINST and t.i > token.i for t in scene.tokens):
        return True
    return gives_grounds(scene, second=False)


def _explains(place: Token) -> bool:
    """Whether a word heads a reason, a means or an aim."""
    if place.dep_ == "advcl":
        marks = {c.lower_ for c in place.children if c.dep_ in ("mark", "aux")}
        return not marks.isdisjoint(EXPLAINING)
    # "able to improve it": what one can do; "spent it to improve", "asked him to improve"
    if place.dep_ == "xcomp":
        above = place.head
        # "spans that retract to let ships pass"
        aimed = above.tag_[0] == "V" and (
            any(c.dep_ == "dobj" for c in above.children) or bare_form(above.text) not in BEFORE_TO
        )
        aimed = aimed or (above.tag_ == "VBN" and above.lower_ in SERVING)
        return aimed and any(c.tag_ == "TO" for c in place.children)
    if place.dep_ == "pcomp":
        return place.head.lower_ in ("by", "for")
    return place.lower_ in OF_REASON and any(True for _ in place.children)


def _is_predicate(token: Token, scene: Scene) -> bool:
    """Whether a word is the main verb or says what its subject is or does."""
    while token.dep_ in ("acomp", "xcomp") and token.head.i != scene.head.i:
        token = token.head
    if token.i == scene.head.i or token.head.i == scene.head.i:
        return True
    return token.dep_ == "amod" and token.head.head.i == scene.head.i
