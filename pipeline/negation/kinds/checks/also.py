"""What is said in addition: "It is also cheap" -> "It is expensive"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import wraps

from pipeline.negation.english.edits import Edit, delete
from pipeline.negation.kinds.checks.reliance import changed_words
from pipeline.negation.kinds.facts.known import ignoring_also
from pipeline.negation.kinds.facts.scene import Rule, Scene


def without_also(rule: Rule) -> Rule:
    """The rule, which in "It is also cheap" leaves "also" out: "It is expensive".

    For rules that turn the whole predicate; the opposite of "also in 1931" may be true as well.
    """

    @wraps(rule)
    def turned(scene: Scene) -> Iterator[list[Edit]]:
        return _turned(rule, scene) if scene.adds else rule(scene)

    return turned


def _turned(rule: Rule, scene: Scene) -> Iterator[list[Edit]]:
    also = [c for c in scene.head.children if c.lower_ == "also"]
    for edits in rule(ignoring_also(scene)) if len(also) == 1 else ():
        places = changed_words(scene, edits)
        if places and all(_is_predicate(t.i, t.head.i, scene) for t in places):
            yield [*edits, delete(also[0])]


def _is_predicate(place: int, above: int, scene: Scene) -> bool:
    """Whether a word, or the word above it, is the main verb or what it says of its subject."""
    within = {scene.head.i, *(c.i for c in scene.head.rights if c.dep_ == "acomp")}
    return place in within or (above in within and above != scene.head.i)
