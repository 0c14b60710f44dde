"""The state that a sentence tells of by a participle: "The museum is closed"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.states import state_of

if TYPE_CHECKING:
    from spacy.tokens import Token


def told_state(scene: Scene) -> Token | None:
    """The participle, if the sentence asserts the state of its subject and nothing besides."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.conjuncts or scene.adds:
        return None
    state = state_of(clause)
    if state is None or not scene.is_open or state.i in scene.enclosed:
        return None
    return state
