"""Facts of a scene that several rules ask for: each is found once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

Thing = TypeVar("Thing")


def known(fact: Callable[[Scene], Thing]) -> Callable[[Scene], Thing]:
    """The function, which finds its fact of a scene once and keeps it with the scene.

    For what other modules find; the facts of `Scene` itself are cached properties.
    """
    name = f"{fact.__module__}.{fact.__qualname__}"

    @wraps(fact)
    def found(scene: Scene) -> Thing:
        memory = vars(scene)
        if name not in memory:
            memory[name] = fact(scene)
        result: Thing = memory[name]
        return result

    return found


@known
def ignoring_also(scene: Scene) -> Scene:
    """The scene as it is without "also", so that its main clause adds to nothing."""
    return replace(scene, ignores_also=True)


def below(scene: Scene, token: Token) -> Sequence[Token]:
    """A word and those that depend on it, in order; assembling them is slow.

    Args:
        scene: the sentence.
        token: the word.
    """
    found = _subtrees(scene)
    if token.i not in found:
        found[token.i] = list(token.subtree)
    return found[token.i]


@known
def _subtrees(scene: Scene) -> dict[int, Sequence[Token]]:
    return {}
