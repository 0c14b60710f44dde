"""Another degree: "is much older than" -> "is only slightly older than", "very old", "widely used".

The rest of a sentence seldom relies on a degree, so that this fits long sentences, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import YEAR
from pipeline.negation.kinds.facts.limits import WEAK
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

GREATLY = frozenset(
    "significantly considerably substantially greatly vastly markedly dramatically drastically"
    " noticeably".split()
)
MUCH = GREATLY | {"much", "far"}
LITTLE = frozenset("slightly somewhat".split())
VERY = frozenset(
    "very extremely highly exceptionally incredibly immensely remarkably enormously hugely".split()
)
HEAVILY = frozenset("heavily extensively".split())
ALL = MUCH | LITTLE | VERY | HEAVILY | {"closely", "widely", "increasingly", "well", "directly"}
COMPARED = frozenset(("JJR", "RBR"))
# "so much older", "not very old", "too much", "how very old"
BEFORE = frozenset("so too how as not very that this that's nearly almost only even ever".split())
# "the very first", "very few", "very much": not a degree, or one that "moderately" does not fit.
UNGRADED = frozenset(
    "same first last next few little much many own only best worst latest non likely possible"
    " well good fond welcome proper".split()
)
UNLIKE = frozenset("different similar distinct".split())
# "slightly more than ten", "much of it"
AMOUNTS = frozenset("more less fewer".split())
VARYING = frozenset("vary range differ fluctuate".split())
# Of ties, "distantly" and "loosely" are the opposites of "closely".
AKIN = frozenset(("related",))
TIED = frozenset(
    "associated linked tied connected allied aligned monitored supervised watched controlled"
    " based modelled modeled work cooperate collaborate".split()
)
USED_WIDELY = frozenset(
    "used considered viewed regarded believed thought seen practiced practised reprinted"
    " praised criticised criticized accepted recognised recognized cited quoted known"
    " reported assumed held employed adopted performed copied taught anthologized discussed"
    " published translated distributed".split()
)
DONE_POORLY = frozenset(
    "documented understood preserved studied received organised organized ordered equipped"
    " maintained balanced paid funded protected managed defended suited adapted".split()
)
DIRECT = frozenset(
    "relate relates related link linked connect connected affect affects affected influence"
    " influenced influences elect elected appointed cause caused causes involved responsible"
    " attributed derived descended contribute contributes contributed controlled funded supported"
    " leads led lead based concerned contravened depend depends dependent".split()
)
JOINS = frozenset("or and but -".split())
FULLY = VERY | GREATLY
MUCH_VARYING = GREATLY | {"widely"}


def other_strength(scene: Scene) -> Iterator[list[Edit]]:
    """ "is much older than" -> "is only slightly older than"; "widely used" -> "only occasionally".

    Also "very old" -> "only moderately old", "relies heavily on" -> "only to a small extent on".
    """
    if not scene.has(ALL) or (scene.clause is not None and scene.clause.inverted):
        return
    for token in scene.stated():
        if token.lower_ not in ALL or token.dep_ != "advmod" or _is_bound(token):
            continue
        new = _of_compared(token) if token.head.tag_ in COMPARED else _of_others(token)
        if new is not None and not _is_told_again(token, scene):
            yield [_in_place(token, new)]


def _is_bound(degree: Token) -> bool:
    """ "so much older", "directly or indirectly", "may be very old", "is not very old"."""
    doc, i = degree.doc, degree.i
    if any(True for _ in degree.children) or i == 0:
        return True
    before, behind = doc[i - 1].lower_, doc[i + 1 : i + 2].text.lower()
    if before in BEFORE or before in JOINS or behind in JOINS:
        return True
    verb = next((a for a in (degree.head, *degree.head.ancestors) if a.tag_[0] == "V"), None)
    return verb is not None and any(
        c.lower_ in WEAK or c.dep_ in ("neg", "expl") for c in verb.children
    )


def _is_told_again(degree: Token, scene: Scene) -> bool:
    """Whether the rest shows the degree.

    "very fast (less than 45 s)", "a very rich town that ranks 7th", "very short cars to fit in it"
    """
    if scene.has(("including", "ranks", "ranked", "so", "makes", "making")):
        return True
    quality, rest = degree.head, degree.doc[degree.i + 1 :]
    # "increased greatly by 26 %", "very rare, with only a few left"; "and this allows"
    if any(t.lower_ == "only" or (t.tag_ == "CD" and not YEAR.fullmatch(t.text)) for t in rest):
        return True
    if any(a.lower_ == "and" and b.lower_ in ("this", "thus") for a, b in pairwise(rest)):
        return True
    behind = quality.doc[quality.i + 1 : quality.i + 4]
    if any(t.text == "(" for t in behind):
        return True
    if quality.dep_ != "amod":
        return False
    noun, before = quality.head, degree.nbor(-1)
    # "the very fast growth", "as a very rich man"
    if before.lower_ in ("the", "its", "their", "his", "her") or noun.head.lower_ == "as":
        return True
    told = any(c.dep_ in ("relcl", "appos", "acl") for c in noun.rights)
    after = noun.doc[noun.i + 1 : noun.i + 3]
    return told or any(t.tag_ == "TO" or t.lower_ in ("less", "more", "usually") for t in after)


def _of_compared(degree: Token) -> str | None:
    """ "much older" -> "only slightly older", "slightly older" -> "much older"."""
    quality, doc = degree.head, degree.doc
    if quality.i <= degree.i:
        return None
    # "slightly more than ten", "much more of it"
    behind = doc[quality.i + 1 : quality.i + 3]
    counted = quality.lower_ in AMOUNTS and quality.dep_ != "advmod"
    if counted and any(t.tag_ == "CD" or t.lower_ == "of" for t in behind):
        return None
    # "at significantly higher rates" may be a matter of statistics.
    if degree.lower_ in MUCH:
        return None if degree.lower_ == "significantly" else "only slightly"
    return "much" if degree.lower_ in LITTLE else None


def _of_others(degree: Token) -> str | None:
    word, head = degree.lower_, degree.head
    if head.tag_ in ("VB", "VBD", "VBZ", "VBP", "VBN", "VBG") and head.dep_ != "amod":
        return _of_verb(degree)
    if head.tag_ not in ("JJ", "VBN") or head.i != degree.i + 1 or head.lower_ in UNGRADED:
        return None
    if word == "closely":
        return "only distantly" if head.lower_ in AKIN else None
    if word == "increasingly":
        return "less and less" if head.dep_ == "acomp" else None
    if word == "heavily":
        return "only slightly"
    if head.lower_ in UNLIKE and word in FULLY:
        return "only slightly"
    if word in VERY and head.tag_ == "JJ":
        return "only moderately"
    return "extremely" if word in LITTLE and head.dep_ == "acomp" else None


def _of_verb(degree: Token) -> str | None:
    word, verb = degree.lower_, degree.head
    lemma, form = bare_form(verb.text), verb.lower_
    before = verb.tag_ not in ("VBN", "VBG") and degree.i < verb.i
    if lemma in VARYING and word in MUCH_VARYING:
        return "only slightly"
    if word == "closely":
        return _closely(form, lemma)
    if word == "widely":
        return "only occasionally" if verb.tag_ == "VBN" and form in USED_WIDELY else None
    if word in HEAVILY:
        return None if before else "only to a small extent"
    if word == "well":
        return _well(verb) if verb.tag_ == "VBN" and degree.i + 1 == verb.i else None
    if word == "directly":
        return "only indirectly" if form in DIRECT else None
    if word == "increasingly":
        passive = any(c.dep_ == "auxpass" for c in verb.children)
        return "less and less" if passive and degree.i + 1 == verb.i else None
    # In short sentences, see `manner`.
    return "only slightly" if word in GREATLY else None


def _closely(form: str, lemma: str) -> str | None:
    if form in AKIN:
        return "only distantly"
    return "only loosely" if form in TIED or lemma in TIED else None


def _well(verb: Token) -> str | None:
    if verb.lower_ == "known":
        # "well known as a baker"
        named = any(c.lower_ in ("as", "also", "by") for c in verb.children)
        return None if named else "little"
    return "poorly" if verb.lower_ in DONE_POORLY else None


def _in_place(degree: Token, new: str) -> Edit:
    """ "a much larger role" -> "only a slightly larger role"."""
    before = degree.nbor(-1)
    if new.startswith("only ") and before.lower_ in ("a", "an") and degree.head.dep_ != "acomp":
        bare = new.removeprefix("only ")
        return Edit(before.idx, end_of(degree), like(before, f"only a {bare}"))
    return replace(degree, new)
