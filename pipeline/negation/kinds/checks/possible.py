"""Whether the rest of a sentence holds only if something is possible, allowed or legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.kinds.checks.grounds import gives_grounds
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

GOING_ON = frozenset(
    "but although though albeit certain provided providing occasion condition order only"
    " besides".split()
)
# Of several, what is possible for some may be impossible for others.
SEVERAL = frozenset("some many several various most proportion part percent".split())
ADJECTIVES = {
    "possible": "impossible",
    "impossible": "possible",
    "necessary": "unnecessary",
    "unnecessary": "necessary",
    "likely": "unlikely",
    "unlikely": "likely",
    "mandatory": "optional",
    "compulsory": "optional",
    "optional": "compulsory",
    "legal": "illegal",
    "illegal": "legal",
    "able": "unable",
    "unable": "able",
}


def goes_on(scene: Scene) -> bool:
    """Whether the rest of a sentence holds only if something is possible, allowed or legal.

    "It is possible, but it takes time", "possible, as has been shown"; or whether something holds
    only at times: "It is legal under certain conditions".
    """
    if scene.has(GOING_ON) or scene.has(SEVERAL) or gives_grounds(scene):
        return True
    return scene.has(("as",)) and any(_is_proof(t) for t in scene.head.subtree)


def _is_proof(part: Token) -> bool:
    """ ", as has been done": a clause that says that it holds."""
    marks = (c for c in part.lefts if c.lower_ == "as" and c.dep_ in ("mark", "advmod", "prep"))
    return part.dep_ == "advcl" and any(c.i > 0 and c.nbor(-1).text == "," for c in marks)
