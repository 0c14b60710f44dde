"""What is true now, said to be over: "Odda is a town" -> "Odda is a former town"."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.kinds.scene import Scene

FORMER = frozenset(
    (
        "village town city hamlet suburb church castle bridge hotel hospital school museum library"
        " theatre prison factory monastery lighthouse stadium footballer cricketer swimmer boxer"
        " golfer cyclist wrestler gymnast player politician lawyer actor actress singer journalist"
        " diplomat member president minister director coach manager professor officer judge mayor"
        " senator club band company university college station bank airline party newspaper"
        " magazine province district municipality county capital champion airport railway"
        " organisation organization department agency association institution kingdom colony"
        " businessman businesswoman executive model skier sprinter rower"
    ).split()
)


def former(scene: Scene) -> Iterator[list[Edit]]:
    """ "Odda is a town" -> "Odda is a former town"; only in the present."""
    clause = scene.clause
    if clause is None or clause.verb.lower_ != "is" or clause.auxiliaries or clause.conjuncts:
        return
    if not scene.is_open or scene.has(("former", "defunct", "retired", "ancient", "old")):
        return
    for noun in clause.verb.children:
        if noun.dep_ != "attr" or noun.i < clause.verb.i or noun.lower_ not in FORMER:
            continue
        first = noun.left_edge
        if first.lower_ not in ("a", "an") or first.i != clause.verb.i + 1:
            continue
        if any(c.dep_ in ("conj", "cc", "relcl") for c in noun.children):
            continue
        yield [replace(first, "a former")]
