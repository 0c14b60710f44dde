"""Other years of works: "a 1921 silent film", "the 1921 film Winter"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.dates import other_years, years_of

if TYPE_CHECKING:
    from spacy.tokens import Token

# Of each there is one with its title.
WORKS = frozenset(
    "film movie album ep song single novel novella book play musical opera operetta poem painting"
    " sculpture game videogame documentary sitcom miniseries sequel remake memoir autobiography"
    " essay article paper thesis story ballet symphony comedy drama thriller western".split()
)
WHOSE = frozenset("his her its their".split())
FAR = 6
"""How many words behind the year the noun may stand."""


def other_year_of_work(scene: Scene) -> Iterator[list[Edit]]:
    """ "It is a 1921 silent film" -> "It is a 1934 silent film"; "the 1921 film Winter", too."""
    for token in years_of(scene):
        if not (_is_of_what_is_said(token, scene) or _is_of_titled(token, scene)):
            continue
        years = other_years(token, scene)
        if years:
            yield [replace(token, str(scene.choice(token, years)))]


def _is_of_what_is_said(year: Token, scene: Scene) -> bool:
    """ "It is a 1921 film"."""
    noun = year.head
    while noun.dep_ in ("compound", "nmod", "amod") and noun.i > year.i:
        noun = noun.head
    told = noun.dep_ == "attr" and noun.head.i == scene.head.i and noun.tag_ == "NN"
    return told and noun.i > year.i and noun.left_edge.lower_ in ("a", "the")


def _is_of_titled(year: Token, scene: Scene) -> bool:
    """ "was seen in the 1921 film Winter", "her 1921 novel "Winter" tells"; not "a 1921 film"."""
    if scene.is_question or year.i in scene.enclosed or year.i == 0:
        return False
    doc, before = year.doc, year.nbor(-1)
    noun = next((t for t in doc[year.i + 1 : year.i + FAR] if t.lower_ in WORKS), None)
    if noun is None or not noun.text.islower() or noun.i + 1 >= len(doc):
        return False
    # "the 1921 Cup final film": nothing but what sort of film it is
    between = doc[year.i + 1 : noun.i]
    if any(not (t.tag_.startswith(("JJ", "NN")) or t.text == "-") for t in between):
        return False
    title = noun.nbor(1)
    titled = title.is_quote or (title.text[0].isupper() and title.tag_[:3] == "NNP")
    owned = before.lower_ in WHOSE or before.tag_ == "POS"
    return titled and (owned or before.lower_ == "the")
