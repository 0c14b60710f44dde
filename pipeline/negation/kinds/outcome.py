"""Whether a sentence tells what came of a deed, which its opposite would contradict.

"The rain caused a flood, leading to losses" tells of losses that no flood prevented would bring,
and "won the vote by 30 votes to 20" counts the votes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

_RESULT = re.compile(
    r"[,–—] (?:thus |thereby |hence |eventually |ultimately )?"
    r"(?:leading to|resulting in|causing|allowing|enabling|giving rise|producing|forcing|prompting)"
    r"\b|\bso (?:much|many|far|\w+ly)(?: \w+)? that\b|\bto such an extent\b|\bto the point\b"
    r"|\bto avoid\b"
)
_TALLY = re.compile(
    r"\bmajority\b|\b\d+ ?[:–—-] ?\d+\b|\bvotes?\b.*\d|\d.*\bvotes?\b|\blandslide\b|\bvoting\b"
)
CONTESTED = frozenset("win lose retain gain keep pass reject approve defeat accept hold".split())


def has_outcome(scene: Scene, changed: Token) -> bool:
    """Whether a result or a count of votes follows a changed verb.

    Args:
        scene: the sentence.
        changed: the word that another one replaces.

    Returns:
        True for "It caused rust, leading to leaks" and "She won by 30 votes".
    """
    if changed.tag_[0] != "V":
        return False
    behind = scene.text[changed.idx :]
    if _RESULT.search(behind) or any(_is_result(c) for c in changed.rights):
        return True
    return bare_form(changed.text) in CONTESTED and _TALLY.search(behind) is not None


def _is_result(verb: Token) -> bool:
    """ ", effectively ending her career", also below the main clause."""
    if verb.tag_ != "VBG" or verb.dep_ != "advcl":
        return False
    first = verb.left_edge
    return first.i > 0 and first.nbor(-1).text == ","
