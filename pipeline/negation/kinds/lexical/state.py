"""The denial of a state by an affix: "The flat is occupied" -> "The flat is unoccupied"."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.negation.english.antonyms import by_affix
from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.facts.states import told_state


def affixed_state(scene: Scene) -> Iterator[list[Edit]]:
    """ "The flat is occupied" -> "The flat is unoccupied"."""
    state = told_state(scene)
    if state is None:
        return
    new = by_affix(state.lower_, "a", "behind")
    if new is not None and new not in scene.words:
        yield [replace(state, new)]
