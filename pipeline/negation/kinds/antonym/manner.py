"""The opposite manner: "She spoke loudly" -> "She spoke quietly"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import opposite
from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE
from pipeline.negation.kinds.checks.elsewhere import SPANS, lasts_for
from pipeline.negation.kinds.facts.limits import UNDOING
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# What one does with others, or without them.
IN_COMPANY = frozenset("work live play sing travel perform study walk eat dance stay tour".split())

DEGREES = frozenset("slightly greatly considerably significantly deeply".split())
HARD = frozenset("hard difficult impossible easy".split())
# What one does in part is of another sort: "to be fully open", "fully to understand it".
IN_FULL = frozenset("fully completely entirely wholly".split())
# One is close to what one looks at, and "loosely" says something else.
LOOKING = frozenset("look watch follow examine inspect observe study read listen hold".split())
# Under these, what one does not do in whole one may do in part: "prevented from fully moving".
HINDERING = UNDOING | frozenset(
    "prevent prevents prevented preventing keep keeps kept hinder hinders hindered inability cannot"
    " without before until".split()
)
PACE = frozenset("slowly quickly gradually rapidly".split())
VOTING = frozenset("pass approve adopt reject vote choose decide defeat ratify".split())


def opposite_manner(scene: Scene) -> Iterator[list[Edit]]:
    """ "She spoke loudly" -> "She spoke quietly"."""
    # "has yet to fully explain": perhaps not even partly
    for token in scene.stated("RB") if "yet" not in scene.words else ():
        if token.dep_ != "advmod":
            continue
        if not token.head.tag_.startswith("V") or any(True for _ in token.children):
            continue
        # "hard to tell completely apart": what is not possible in whole may not be in part.
        if token.head.dep_ == "xcomp" and token.head.head.tag_ == "JJ":
            continue
        # "It is hard to tell them completely apart"
        if scene.has(HARD):
            continue
        # "put together", "brought together"
        if token.lower_ == "together" and bare_form(token.head.text) not in IN_COMPANY:
            continue
        # "badly hurt", "a closely contested seat", "roughly chopped"
        if token.lower_ in ("badly", "closely") and token.head.tag_ == "VBN":
            continue
        # "badly need": very much
        if token.lower_ == "badly" and bare_form(token.head.text) in ("need", "want"):
            continue
        if token.i == 0:
            continue  # "Separately, ..." links it to the sentence before.
        following = token.doc[token.i + 1 : token.i + 2]
        # "roughly equally effective" measures what follows.
        if any(t.lower_ in ("as", "than") or t.tag_ in ("RB", "JJ", "CD") for t in following):
            continue
        # "was roughly a rise of 4 %", "work together to build it"
        if token.head.lower_ in BE or (token.lower_ == "together" and _has_aim(token)):
            continue
        # "a slightly smiling woman"
        if token.head.dep_ == "amod" and token.head.tag_ == "VBG" and token.lower_ in DEGREES:
            continue
        # "is dull, loud and poorly made": one of several qualities
        if _is_bound(token) or (token.head.dep_ == "conj" and token.head.head.tag_ == "JJ"):
            continue
        # "developed separately in several towns"
        if token.lower_ == "separately" and any(c.dep_ == "prep" for c in token.head.rights):
            continue
        # "cook slowly for a long time", "grew slowly over many years", "throughout its history"
        if token.lower_ in PACE and (lasts_for(token.head) or _lasts_over(token.head)):
            continue
        if new := opposite(token.lower_, "r", "behind", bare_form(token.head.text)):
            yield [replace(token, new)]


def _has_aim(manner: Token) -> bool:
    behind = manner.doc[manner.i + 1 : manner.i + 2]
    return any(t.tag_ == "TO" for t in behind)


def _lasts_over(verb: Token) -> bool:
    """ "grew over many years", "throughout its history"; not "flew over the sea"."""
    if any(c.lower_ == "throughout" for c in verb.children):
        return True
    spans = (t for c in verb.children if c.lower_ == "over" for t in c.subtree)
    return any(bare_noun(t) in SPANS for t in spans)


def _is_bound(manner: Token) -> bool:
    """Whether what stands beside an adverb does not go with its opposite.

    "kept separately from the rest", "must be fully open", "looks closely"
    """
    verb, word = manner.head, manner.lower_
    lemma = bare_form(verb.text)
    if word in ("separately", "together", "jointly"):
        return any(c.lower_ in ("from", "with") for c in (*verb.children, *manner.children))
    if word in IN_FULL:
        if any(t.lower_ in HINDERING for t in manner.ancestors):
            return True
        return any(c.tag_ == "TO" for c in verb.children)
    if word == "unanimously":
        return lemma not in VOTING
    # "stands dramatically over the river"
    if word == "dramatically":
        return lemma in ("stand", "lie", "rise")
    return word == "closely" and lemma in LOOKING
