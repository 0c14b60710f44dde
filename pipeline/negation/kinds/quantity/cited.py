"""Whether a year in brackets dates a publication: "Lund and Berg (2014) showed that ..."."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.negation.english.given_names import SEXES
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import REPORTING
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

INITIAL = re.compile(r"[A-Z]\.")
# "Lund et al. (2014)", "Lund's (2014) model", "Lund and colleagues (2014)"
AFTER_NAMES = frozenset("al al. 's ’s ' ’ colleagues associates coworkers".split())
BETWEEN_NAMES = frozenset((",", "and", "&"))
FINDING = REPORTING | frozenset(
    "find discover demonstrate propose describe define identify examine investigate study analyse"
    " analyze review compare classify hypothesise hypothesize measure".split()
)
STUDIES = frozenset(
    "study studies research work experiment experiments survey review paper article theory model"
    " analysis data results findings definition".split()
)
# "followed by Dawn (1931)": the next work, not an author.
BEFORE_WORKS = frozenset("follow succeed precede inspire influence".split())


def is_citation(year: Token, scene: Scene) -> bool:
    """Whether the year alone in brackets is that of a publication whose authors precede it.

    In another year they may have published something else. A work has its year, too: "her first
    novel, The Mill (1931)".

    Args:
        year: the year, directly behind a bracket.
        scene: the sentence.
    """
    opening = year.i - 1
    if opening < 1:
        return False
    last = scene.tokens[opening - 1]
    last = last.nbor(-1) if last.text == "." and last.i else last
    # "Berg, A. (1987)", "(see Berg (1987))"
    named = last.lower_ in AFTER_NAMES or INITIAL.fullmatch(last.text) is not None
    if named or last.i in scene.enclosed or _finds(year):
        return True
    names = _names_before(opening, scene)
    if not names or "&" in [t.text for t in scene.tokens[names[0].i : opening]]:
        return bool(names)
    lead = scene.tokens[names[0].i - 1] if names[0].i else names[0]
    if lead.lower_ == "by":
        return bare_form(lead.head.text) not in BEFORE_WORKS
    before = lead.nbor(-1).lower_ if lead.i else ""
    return (lead.lower_ in ("of", "from", "in") and before in STUDIES) or (
        (before, lead.lower_) == ("according", "to")
    )


def _finds(year: Token) -> bool:
    """ "(2014) found a cure", "(2014) shows that": people do so; a novel shows something, too."""
    behind = [t for t in year.doc[year.i + 2 : year.i + 5] if t.tag_ != "RB"][:2]
    if not behind or bare_form(behind[0].text) not in FINDING:
        return False
    return behind[0].tag_ == "VBD" or [t.lower_ for t in behind[1:]] == ["that"]


def _names_before(opening: int, scene: Scene) -> list[Token]:
    """The surnames before a bracket, with given names: "Anna Lund, Berg and Moe"."""
    names: list[Token] = []
    place = opening - 1
    while place >= 0 and scene.tokens[place].text[0].isupper():
        names.insert(0, scene.tokens[place])
        if place and scene.tokens[place - 1].text in SEXES:
            place -= 1
            names.insert(0, scene.tokens[place])
        while place and scene.lowers[place - 1] in BETWEEN_NAMES:
            place -= 1
        # Two words without a comma between them are a title: "Winter Light".
        if place == names[0].i and place and scene.tokens[place - 1].text[0].isupper():
            return []
        place -= 1
    return names
