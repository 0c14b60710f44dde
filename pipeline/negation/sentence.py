"""From a parsed sentence to its negation: finds the clause and the rule, and edits the text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, apply_edits, cue_of, is_in_slashed, settled
from pipeline.negation.english.lexicon import FOCUS, MINIMISERS, NEGATIVE_PRONOUNS
from pipeline.negation.failed import tried
from pipeline.negation.reading.bound import relies_on
from pipeline.negation.reading.clause import before_tag
from pipeline.negation.reading.later import SETTING, beside, is_set, last_clause, link_of, start_of
from pipeline.negation.reading.loose import has_loose_part
from pipeline.negation.reading.parallel import has_parallel
from pipeline.negation.reading.parsed import Parsed
from pipeline.negation.reading.restated import is_at_times, is_contrasted
from pipeline.negation.reading.structure import Clause
from pipeline.negation.rules.antonyms import antonymous
from pipeline.negation.rules.contrast import is_limited, set_aside
from pipeline.negation.rules.coordination import joined
from pipeline.negation.rules.fragments import caption, contracted_copula
from pipeline.negation.rules.order import RULES
from pipeline.negation.rules.polarity import is_until
from pipeline.negation.rules.positive import is_negative_inversion, negative_opening
from pipeline.negation.rules.questions import (
    has_loose_tag,
    is_degree_question,
    is_left_open,
    is_of_another,
    is_unturned,
    tag_of,
    turned_tag,
)
from pipeline.negation.rules.styles import ANTONYM_RULE, STYLED, Style, restyled
from pipeline.negation.rules.subjects import (
    has_counterpart,
    is_almost_any,
    is_of_some,
    is_only_so_many,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc


# Two adjacent negations: one was there already, and no rule noticed it.
DOUBLED = re.compile(
    r"\b(?:not|never) (?:neither|not|no|none|nothing|nobody|never|hardly|barely|\w+ nowhere)\b"
)
# "the more, the better": a first, quick look before `_is_paired` reads the tags.
PAIRED = re.compile(r"\bthe (\w+er|more|less)\b.*\bthe (\w+er|more|less|worse)\b")
_LONGER_WORD = re.compile(r"\b[^\W\d_]{4,}")
_WORD = re.compile(r"(?<![\w'’])[^\W\d_]+")
NEGATIVE_WORDS = sorted(MINIMISERS | NEGATIVE_PRONOUNS.keys())
SMALL = frozenset("a an the and or nor of to in as at by for with from into over after".split())
"""Words that stay in lower case in headlines which capitalise all others."""


@dataclass(frozen=True, slots=True)
class Negation:
    """The negation of one sentence.

    Attributes:
        text: the negated sentence; None if no rule applies.
        rule: the rule with its version, or the reason why there is none, one of `REASONS`.
        cue: what was added (`+not`), removed (`-not`) or changed (`likes>does not like`).
    """

    text: str | None
    rule: str
    cue: str


REASONS = {
    "no_clause": "no verb to negate",
    "focus_negation": "a negation that limits rather than denies, as in 'not only', 'perhaps not'",
    "negative_inversion": "an opening such as 'No sooner had', which needs another sentence",
    "paired_comparison": "two comparisons that belong together, as in 'the more, the better'",
    "restated": "a clause that the rest of the sentence explains, contrasts or goes on from",
    "degree_question": "a question that starts with 'How'",
    "same_question": "a question that 'not' does not turn into its opposite",
    "tag_question": "a tag question that cannot be changed with its sentence",
    "conflict": "two changes of one word, or two adjacent negations, from a wrong parse",
    "misparse": "a parse that contradicts itself or the dictionary",
    "unparsed": "empty text, or no rule that fits the clause",
    "check_failed": "the result, parsed again, does not show the change at its root",
}
"""Reason why there is no negation -> what it means."""


WITHOUT_CLAUSE: dict[str, Callable[[Doc], list[Edit] | None]] = {
    "contracted_copula.v1": contracted_copula,
    "caption_participle.v1": caption,
}
"""Rules for texts in which the parser finds no clause."""
NEEDED = {
    "contrast.v1": re.compile("but"),
    "negative_word.v1": re.compile("|".join((r"no\b", "not", "neither", *NEGATIVE_WORDS))),
    "still.v1": re.compile("still"),
}
"""Rule -> pattern that its texts match: searching a text is faster than reading a clause."""


def negate_clause(sentence: Parsed, style: Style = "plain", *, antonyms: bool = False) -> Negation:
    """Negate a parsed sentence.

    Args:
        sentence: the parse with its main clause.
        style: wording of the negation; plain if the style does not suit the clause.
        antonyms: use an antonym if the sentence has a safe one.
    """
    doc, text, clause = sentence.doc, sentence.text, sentence.clause
    if clause is None:
        if "?" in text and is_left_open(doc, None):
            return Negation(None, "same_question", "")
        for name, reading in WITHOUT_CLAUSE.items():
            edits = reading(doc) if len(doc) else None
            if edits is not None:
                return _made(text, name, edits)
        return Negation(None, "no_clause" if len(doc) else "unparsed", "")
    turned: list[Edit] = []
    tag = tag_of(doc)
    if tag is not None:
        edit = None if is_of_another(tag, clause) else turned_tag(doc, tag)
        if clause.verb.i > tag.comma:
            clause = before_tag(clause.verb, tag.comma)
        if edit is None or clause is None:
            return Negation(None, "tag_question", "")
        clause.negators = [n for n in clause.negators if n.i < tag.comma]
        turned = [edit]
        sentence = replace(sentence, clause=clause)
    lower, start = sentence.lower, 0
    others = [] if "?" in text or turned else beside(clause)
    if others:
        if "not " in lower and _has_focus(clause):
            return Negation(None, "focus_negation", "")
        later = last_clause(clause, others)
        if later is None or is_set(later):
            return Negation(None, "restated", "")
        link, clause, start = link_of(later), later, start_of(later)
        sentence = replace(sentence, clause=later)
        if link is not None and link.lower_ in SETTING:
            turned = [joined(link)]
    reason = _refusal(sentence, clause, start)
    if reason is not None:
        return Negation(None, reason, "")
    for name, rule in RULES.items():
        if name in NEEDED and NEEDED[name].search(lower) is None:
            continue
        edits = tried(name, rule, clause, "not")
        if edits is not None:
            if antonyms and name in STYLED and not turned:
                opposite = antonymous(clause)
                if opposite is not None:
                    return _made(text, ANTONYM_RULE, opposite)
            if name in STYLED and (", not " in lower or " and not " in lower):
                turned += set_aside(clause)
            # "He is unlikely to come, will he?": a tag repeats the auxiliary.
            if style != "plain" and not (tag is not None and style == "lexical"):
                edits = restyled(clause, name, rule, edits, style)
            return _made(text, name, [*edits, *turned])
    return Negation(None, "unparsed", "")


def _refusal(sentence: Parsed, clause: Clause, start: int) -> str | None:
    """Why a clause that begins at `start` is not denied; None if it can be."""
    lower = sentence.lower
    if ("not " in lower and _has_focus(clause)) or is_limited(clause, lower):
        return "focus_negation"
    # "You don't sing by any chance, do you?" asks politely.
    if "by any chance" in lower and "?" in lower:
        return "same_question"
    # "Just because he is old does not mean ..." is only said with a negation.
    if clause.negators and "just because" in lower[: clause.verb.idx]:
        return "focus_negation"
    if clause.negators and any(t.lower_ == "until" and not is_until(t) for t in clause.verb.doc):
        return "focus_negation"
    if is_negative_inversion(clause) and negative_opening(clause) is None:
        return "negative_inversion"
    if PAIRED.search(lower) and _is_paired(clause.verb.doc):
        return "paired_comparison"
    if "?" in lower and is_degree_question(clause):
        return "degree_question"
    if "?" in lower and tag_of(clause.verb.doc) is None:
        if has_loose_tag(clause):
            return "tag_question"
        if is_unturned(clause) or is_left_open(clause.verb.doc, clause):
            return "same_question"
    if is_almost_any(clause, lower) or is_of_some(clause) or is_at_times(clause, lower):
        return "focus_negation"
    if is_only_so_many(clause, lower) or has_counterpart(clause, lower):
        return "focus_negation"
    if sentence.is_restated or is_contrasted(clause):
        return "restated"
    # "It describes a town, but made of wood?" is worded as a statement.
    if ("?" not in lower or (not clause.inverted and tag_of(clause.verb.doc) is None)) and (
        relies_on(clause, lower, start)
        or has_loose_part(clause, lower)
        or has_parallel(clause, lower[clause.verb.idx :])
    ):
        return "restated"
    return "misparse" if sentence.is_misparsed else None


def _has_focus(clause: Clause) -> bool:
    """Whether the clause itself has "not only" or the like."""
    near = (clause.verb, *clause.conjuncts)
    for first, second in pairwise(clause.verb.doc):
        if first.lower_ == "not" and second.lower_ in FOCUS:
            heads = (first.head, second.head, first.head.head, second.head.head)
            if any(head in near for head in heads):
                return True
    return False


def _is_paired(doc: Doc) -> bool:
    """Whether two comparisons belong together: "The more he earns, the more he spends"."""
    pairs = (a.lower_ == "the" and b.tag_ in ("JJR", "RBR") for a, b in pairwise(doc))
    places = [i for i, paired in enumerate(pairs) if paired]
    if len(places) < 2:
        return False
    return places[0] == 0 or all(doc[i - 1].text == "," for i in places[:2])


def _made(text: str, rule: str, edits: list[Edit]) -> Negation:
    # Two conjuncts may share one conjunction, which is then changed once.
    ready = settled(text, edits)
    if not ready:
        return Negation(None, "conflict" if ready is None else "unparsed", "")
    # "The Sr/Ca ratio varies": the parser takes "Ca" for "can".
    if "/" in text and any(is_in_slashed(text, edit) for edit in ready):
        return Negation(None, "unparsed", "")
    if _is_title(text) and not text.isupper():
        ready = [e._replace(new=_titled(e.new)) for e in ready]
    made = apply_edits(text, ready)
    if DOUBLED.search(made) and not DOUBLED.search(text):
        return Negation(None, "conflict", "")
    return Negation(made, rule, cue_of(text, ready))


def _is_title(text: str) -> bool:
    """Whether longer words have capitals and there is no full stop: "Village Choir Meets Again"."""
    if text.rstrip("\"'”’)").endswith((".", "!", "?")):
        return False
    longer = [w for w in _LONGER_WORD.findall(text) if w not in SMALL]
    return len(longer) > 2 and all(w[0].isupper() for w in longer)


def _titled(words: str) -> str:
    return _WORD.sub(lambda m: m[0] if m[0] in SMALL else m[0][0].upper() + m[0][1:], words)
