"""The opposite of a participle that describes a state: "is closed" -> "is open"."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pipeline.negation.english.antonyms import PartOfSpeech, Use, by_affix, opposite
from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.kinds.scene import Scene
from pipeline.negation.reading.states import state_of

Search = Callable[[str, PartOfSpeech, Use], str | None]


def opposite_state(scene: Scene) -> Iterator[list[Edit]]:
    """ "The museum is closed on Mondays" -> "The museum is open on Mondays"."""
    yield from _turned(scene, opposite)


def affixed_state(scene: Scene) -> Iterator[list[Edit]]:
    """ "The flat is occupied" -> "The flat is unoccupied"."""
    yield from _turned(scene, by_affix)


def _turned(scene: Scene, search: Search) -> Iterator[list[Edit]]:
    clause = scene.clause
    if clause is None or clause.subject is None or clause.conjuncts or scene.adds:
        return
    state = state_of(clause)
    if state is None or not scene.is_open or state.i in scene.enclosed:
        return
    new = search(state.lower_, "a", "behind")
    if new is not None and new not in scene.words:
        yield [replace(state, new)]
