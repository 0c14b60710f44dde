"""Whether another thing of a set may be meant as well, or a word belongs to a phrase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.lexicon import BE, PERCENT
from pipeline.negation.kinds.checks.certain import is_about_some, is_certain, is_news
from pipeline.negation.kinds.checks.elsewhere import (
    holds_elsewhere,
    is_rank,
    is_usual,
    recurs,
)
from pipeline.negation.kinds.checks.framing import frames, is_counted_among, is_of_many
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

NAMES = frozenset(
    "day month country nationality city state county region faith continent ocean language"
    " belief".split()
)
PLACES = frozenset(("country", "city", "state", "county", "region"))
ALONE = frozenset(("material", "meal"))
OF_ORIGIN = frozenset(("nationality", "language", "belief", "faith"))
WIDE = PLACES | {"continent", "language"}
SPOKEN = frozenset(
    "French Spanish Italian German Polish Swedish Norwegian Danish Finnish Portuguese Greek Turkish"
    " Chinese Japanese Korean Russian Hungarian English Welsh Dutch Czech Bulgarian Romanian"
    " Croatian Serbian Slovenian Icelandic Estonian Latvian Lithuanian Ukrainian Vietnamese Thai"
    " Indonesian Maltese Slovak Albanian Armenian Irish".split()
)
TAUGHT = frozenset("course class lesson degree exam test".split())
""""a course in English": whoever takes it may take one in French."""
UNTIL = frozenset("by as until till before after since into".split())
TIMES = frozenset(("day", "month", "season", "daytime"))
# "an important part of Islam", and of Judaism, too
BELIEFS = frozenset(("faith", "belief"))
# What is named in the news and in captions: another one may have been named as well.
REPORTED = NAMES - {"language", "ocean"}
TOLD = REPORTED | TIMES
SINGLE = NAMES | TIMES | ALONE


def leaves_open(token: Token, kind: str, scene: Scene) -> bool:
    """Whether another of the set may be meant as well, or the word belongs to a phrase.

    Args:
        token: the word.
        kind: its set.
        scene: the sentence.
    """
    if kind in TIMES and (_ends_a_time(token) or recurs(token)):
        return True
    # "Danish climber rescued", "Mills were built in May": there may have been others.
    if kind in TOLD and not _identifies(token, scene) and is_about_some(token, scene):
        return True
    # "Closed lanes in Kent", in a headline
    if is_news(scene) and is_about_some(token, scene):
        return True
    # "cricket's first century"
    if kind == "sport" and token.dep_ == "poss":
        return True
    if _is_of_other_origins(token, kind, scene):
        return True
    if kind == "office_holder" and not any(c.dep_ == "det" for c in token.lefts):
        return True
    if (kind in WIDE or token.text in SPOKEN) and holds_elsewhere(token):
        return True
    # "named after Lima, the capital of Peru": what follows tells of that place alone.
    if kind in PLACES and any(c.dep_ == "appos" for c in token.children):
        return True
    # "slept all night", and all afternoon
    if kind == "daytime" and any(c.lower_ == "all" for c in token.lefts):
        return True
    # "due to Spain's debts": and to those of others, perhaps
    if kind in WIDE and any(t.lower_ in ("due", "because") for t in token.ancestors):
        return True
    # "the island of Ireland"
    if kind == "country" and token.head.head.lower_ == "island":
        return True
    return _is_of_several(token, kind, scene)


def _is_of_other_origins(token: Token, kind: str, scene: Scene) -> bool:
    """Whether the same may be said of another nation, language or faith."""
    # "an important part of Islam", "the Jewish month of Elul"
    if kind in BELIEFS and _is_of_belief(token):
        return True
    # "the French language edition" is no Scottish one; "less than 2 % of the Danish population"
    # "raised funds for the Danish effort"
    if kind == "nationality" and token.dep_ == "amod" and token.head.head.lower_ == "for":
        return True
    if kind == "nationality" and (_is_of_language(token) or _is_of_share(token)):
        return True
    # "teaches Spanish history", "In the context of the Spanish law"
    described = token.head if kind in OF_ORIGIN and token.dep_ == "amod" else None
    if described and (is_of_many(described, scene) or frames(described, scene)):
        return True
    if described and is_counted_among(described, scene):
        return True
    # "the first Danish woman to fly": there was a first Dutch one, too.
    if described and any(is_rank(t) for c in described.lefts for t in (c, *c.lefts)):
        return True
    # "studies Danish", "means so in Danish": and Dutch, too
    verb = token.head.head if token.dep_ == "pobj" else token.head
    if token.text in SPOKEN and any(bare_noun(t) in TAUGHT for t in (verb, *verb.rights)):
        return True
    spoken = token.text in SPOKEN and verb.lower_ not in BE
    return spoken and (token.dep_ == "acomp" or (token.dep_ == "pobj" and is_usual(verb)))


def _is_of_several(token: Token, kind: str, scene: Scene) -> bool:
    """Whether a word names one of several things, or belongs to a phrase."""
    # "slower than a horse", and than a cow too; "last morning" is not said.
    last = token.lower_ in ("night", "evening") and any(c.lower_ == "last" for c in token.lefts)
    if last or token.head.lower_ == "than":
        return True
    # "coaches football", "the largest exporter of wheat": perhaps of more; but "made of iron"
    several = kind not in SINGLE and not is_species(token)
    if several and token.head.head.tag_ != "VBN" and is_of_many(token, scene):
        return True
    # "missing a baseball" is missing a ball.
    if kind == "sport" and any(c.lower_ in ("a", "an") for c in token.lefts):
        return True
    owned = any(c.dep_ in ("poss", "nummod") for c in token.children)
    if token.lower_ == "arms" and (scene.has(("crossed", "folded")) or not owned):
        return True
    # "with a horse in the background": perhaps with a cow too
    return token.head.lower_ == "with" and any(c.dep_ == "prep" for c in token.children)


def _identifies(token: Token, scene: Scene) -> bool:
    """ "Pugs are Chinese dogs": what things are, whoever they are."""
    noun = token.head if token.dep_ == "amod" else token
    return noun.dep_ in ("attr", "acomp") and noun.head.i == scene.head.i


def _is_of_language(token: Token) -> bool:
    behind = token.doc[token.i + 1 : token.i + 2]
    return any(t.lower_ in ("language", "word", "name", "term") for t in behind)


def _is_of_share(token: Token) -> bool:
    """Whether a noun is what a share or an amount is taken of."""
    of = token.head.head
    part = of.head
    return of.lower_ == "of" and (part.text in PERCENT or part.tag_ == "CD")


def _is_of_belief(token: Token) -> bool:
    if token.dep_ == "amod":
        return any(c.lower_ == "of" for c in token.head.rights)
    part = token.head.head
    return token.dep_ == "pobj" and part.dep_ == "attr" and not is_certain(part)


def is_species(token: Token) -> bool:
    """Whether a word names the species: "It is a species of moth"."""
    of = token.head
    group = of.head
    named = of.lower_ == "of" and group.lower_ in ("species", "genus", "family", "type", "breed")
    plain = all(c.dep_ in ("amod", "compound", "nmod") for c in token.lefts)
    return token.dep_ == "pobj" and named and plain and group.dep_ == "attr"


def _ends_a_time(token: Token) -> bool:
    """ "by May", "as of the end of May", "late into the night": it holds of later times, too."""
    place = token.head
    while place.dep_ in ("pobj", "prep", "agent", "npadvmod", "advmod") and place.head.i != place.i:
        if place.lower_ in UNTIL:
            return True
        place = place.head
    return False
