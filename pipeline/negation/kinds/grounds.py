"""Whether a sentence says why its main clause holds, or what follows from it.

A reason or a result belongs to what is said: "She was able to sing because of a cold" and "They
need not pay, thus supporting the club" make no sense, though their opposites do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

    from pipeline.negation.kinds.scene import Scene

# Each begins a reason as a conjunction; "since 1990" and "due on Monday" are times.
CONJUNCTIONS = frozenset("because since as whereas".split())
WITH_TO = frozenset("due owing thanks".split())
RESULTS = frozenset("thus thereby hence therefore consequently accordingly instead so".split())
# Not the bare form: "must sign and return it".
SECOND = frozenset("VBD VBZ VBP VBN MD".split())
_MARKS = CONJUNCTIONS | WITH_TO | RESULTS | {";", ",", "and", "or"}


def gives_grounds(scene: Scene, *, second: bool = True) -> bool:
    """Whether a sentence gives a reason for its main clause, or goes on with a result of it.

    Args:
        scene: the sentence.
        second: whether a second main clause counts as a result.
    """
    if not scene.has(_MARKS):
        return False
    return any(
        _is_ground(scene, token) or (second and _is_second(scene, token)) for token in scene.tokens
    )


def _is_ground(scene: Scene, token: Token) -> bool:
    word, behind = token.lower_, token.i > scene.head.i
    if word == "because":
        return True
    if word in CONJUNCTIONS:
        return token.dep_ == "mark" and token.head.dep_ == "advcl"
    if word == "when":
        return behind and token.nbor(-1).lower_ == "as"
    if word in WITH_TO:
        return any(c.lower_ == "to" for c in token.children)
    if word == ";":
        return behind
    if word in RESULTS:
        # "so large", "so far"; "is thus possible" is itself a result
        return behind and token.head.tag_[0] in "VM" and token.nbor(-1).lower_ in (",", "and")
    return behind and _is_result(token)


def _is_result(verb: Token) -> bool:
    """Whether a participle says what follows: ", keeping the room warm"."""
    first = verb.left_edge
    if verb.tag_ != "VBG" or verb.dep_ != "advcl" or not (first == verb or first.lower_ in RESULTS):
        return False
    return first.i > 0 and first.nbor(-1).text == ","


def _is_second(scene: Scene, verb: Token) -> bool:
    """Whether a verb heads a second main clause: "and four others ran to replace him"."""
    behind = verb.i > scene.head.i and verb.dep_ == "conj"
    return behind and verb.head.i == scene.head.i and verb.tag_ in SECOND
