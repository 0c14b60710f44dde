"""The table of guards: every check of a candidate besides window and thresholds, in order.

`--guards` and its help, the summaries, the data card, the explanation of a sentence and the
catalogue derive from this table. A new guard is a function of texts in a module of `meaning`,
`grammar` or `text`, and an entry here. A check with a model is no guard: it has a threshold of its
own, and `pipeline.stages.thresholds` applies it after the guards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pipeline.acceptance.grammar.adverbs import adverb_moved
from pipeline.acceptance.grammar.articles import article_changed, wrong_articles
from pipeline.acceptance.grammar.impossible import ungrammatical
from pipeline.acceptance.grammar.order import order_turned, torn_by_of
from pipeline.acceptance.grammar.phrases import phrase_turned
from pipeline.acceptance.grammar.progress import progress_changed
from pipeline.acceptance.grammar.questions import question_changed
from pipeline.acceptance.grammar.tenses import tense_changed
from pipeline.acceptance.grammar.verbs import verbs_broken
from pipeline.acceptance.meaning.content import content_lost
from pipeline.acceptance.meaning.duties import duty_changed
from pipeline.acceptance.meaning.names import names_changed
from pipeline.acceptance.meaning.persons import person_changed
from pipeline.acceptance.meaning.polarity import polarity_changed
from pipeline.acceptance.meaning.quantities import numbers_changed
from pipeline.acceptance.meaning.roles import roles_turned
from pipeline.acceptance.meaning.senses import sense_changed
from pipeline.acceptance.meaning.small_words import (
    degree_changed,
    owner_changed,
    preposition_changed,
)
from pipeline.acceptance.meaning.times import times_changed
from pipeline.acceptance.text.form import (
    copied,
    length_changed,
    nonword,
    pivot_repeated,
    repeated,
    untranslated,
    wrong_script,
)
from pipeline.acceptance.text.runs import RECENT
from pipeline.rephrasing.table import turns_polarity
from schemas.pivots import languages, translations


class Candidate(NamedTuple):
    """A candidate paraphrase: a row of `backtranslations`, or one of `rephrasings`.

    Attributes:
        pivot_lang, pivot_text: as in `backtranslations`; None for a paraphrase by rule.
        rank: rank among the candidates of its pivot, or among those by rule.
        paraphrase: the text.
        score: as in `backtranslations`; None for what was never translated.
        rule: the rule that made it; None for a translation.
        forced, agreement, trust: the judges' scores, as in `backtranslations`; None if not asked
            for.
        base_rank: if rules were applied to a translation, its rank; its scores are those above.
    """

    pivot_lang: str | None
    rank: int
    pivot_text: str | None
    paraphrase: str
    score: float | None
    rule: str | None = None
    forced: float | None = None
    agreement: float | None = None
    trust: float | None = None
    base_rank: int | None = None

    @property
    def translated(self) -> bool:
        """Whether translation models made it, or what its rules were applied to."""
        return self.pivot_lang is not None or self.base_rank is not None


@dataclass(frozen=True, slots=True)
class Guard:
    """A check that `--guards` can turn off; the paper has none of them.

    Attributes:
        name: as in `--guards` and in the columns `verdict` and `guard` of `verdicts`.
        why: what is wrong with a candidate that it refuses, for users.
        refuses: whether it refuses a candidate paraphrase of an anchor.
    """

    name: str
    why: str
    refuses: Callable[[str, Candidate], bool]


def _compared(faulty: Callable[[str, str], bool]) -> Callable[[str, Candidate], bool]:
    """Adapt a check of anchor and paraphrase for a guard."""
    return lambda anchor, candidate: faulty(anchor, candidate.paraphrase)


def _of_models(faulty: Callable[[str, str], bool]) -> Callable[[str, Candidate], bool]:
    """The same, for translations only: the change that it refuses is right if a rule made it."""
    return lambda anchor, candidate: candidate.translated and faulty(anchor, candidate.paraphrase)


def _pivots(candidate: Candidate) -> Sequence[tuple[str, str]]:
    """Each pivot language with the text in it; none for a paraphrase by rule."""
    if candidate.pivot_lang is None or candidate.pivot_text is None:
        return ()
    return _texts(candidate.pivot_lang, candidate.pivot_text)


# Cached, since several guards ask for them.
@lru_cache(maxsize=RECENT)
def _texts(pivot_lang: str, pivot_text: str) -> tuple[tuple[str, str], ...]:
    langs = languages(pivot_lang)
    return tuple(zip(langs, translations(pivot_text, len(langs)), strict=False))


def _wrong_script(anchor: str, candidate: Candidate) -> bool:
    if any(wrong_script(text, lang) for lang, text in _pivots(candidate)):
        return True
    return wrong_script(candidate.paraphrase, "en") and not wrong_script(anchor, "en")


def _untranslated(anchor: str, candidate: Candidate) -> bool:
    texts = [text for _, text in _pivots(candidate)]
    return bool(texts) and any(
        untranslated(one, other) for one, other in pairwise([anchor, *texts, candidate.paraphrase])
    )


def _repetition(anchor: str, candidate: Candidate) -> bool:
    pivots = _pivots(candidate)
    return repeated(candidate.paraphrase, anchor) or any(
        pivot_repeated(text, anchor) for _, text in pivots
    )


def _articles(anchor: str, candidate: Candidate) -> bool:
    # Rules may add an article or remove one, but never leave "a owl".
    if candidate.translated:
        return article_changed(anchor, candidate.paraphrase)
    return wrong_articles(candidate.paraphrase) > wrong_articles(anchor)


def _polarity(anchor: str, candidate: Candidate) -> bool:
    # "Not open" for "closed" adds a negation and means the same.
    if turns_polarity(candidate.rule):
        return False
    return polarity_changed(anchor, candidate.paraphrase)


BEFORE_WINDOW = (
    Guard("wrong_script", "not in the letters of its language", _wrong_script),
    Guard(
        "untranslated",
        "still in the other language: one of the two translations changed nothing",
        _untranslated,
    ),
    Guard("repetition", "words repeat, as when a translation model loops", _repetition),
    Guard("length_ratio", "more than twice as long, or less than half", _compared(length_changed)),
    Guard("copy", "the same words as the anchor", _compared(copied)),
)
"""Guards against failed translations, which run before the window."""
WINDOW = {
    "mer_below": "too close to the anchor (match error rate below the window)",
    "mer_above": "too far from the anchor (match error rate above the window)",
}
AFTER_WINDOW = (
    Guard("polarity", "a negation was lost or gained", _polarity),
    Guard("numbers", "the numbers or the currency differ", _compared(numbers_changed)),
    Guard(
        "times",
        "another day or month, or “before” became “after” or “during”",
        _compared(times_changed),
    ),
    Guard("names", "a name is missing, new, or spelt differently", _compared(names_changed)),
    Guard("roles", "who does what to whom is reversed", _compared(roles_turned)),
    Guard("pronouns", "one person became another (she, he)", _of_models(person_changed)),
    Guard("duty", "“should” became “must”, or “must” became “should”", _compared(duty_changed)),
    Guard(
        "degree",
        "“very” was added, lost, or exchanged for “too” or “quite”",
        _of_models(degree_changed),
    ),
    Guard("owner", "the owner of something was lost or added", _compared(owner_changed)),
    Guard(
        "prepositions",
        "a preposition changed (by, for; about, over)",
        _compared(preposition_changed),
    ),
    Guard(
        "senses",
        "a word became one of another sense or sex (sons, children; man, woman)",
        _compared(sense_changed),
    ),
    Guard(
        "question",
        "only one of the two is a question, or has the word order of one",
        _compared(question_changed),
    ),
    Guard("tense", "the tense changed (has done, did)", _compared(tense_changed)),
    Guard(
        "verbs", "a verb has a form that is wrong or means something else", _compared(verbs_broken)
    ),
    Guard(
        "grammar",
        "words that no English sentence has side by side (I aren't, he forgotten)",
        _compared(ungrammatical),
    ),
    Guard("order", "two neighbouring words changed places", _compared(order_turned)),
    Guard("articles", "an article was added, lost or has the wrong form", _articles),
    Guard(
        "compounds",
        "a compound or name was torn apart (the family of Anna)",
        _of_models(torn_by_of),
    ),
    Guard(
        "phrase",
        "a phrase was turned round or torn apart (Lorentz transformations, transformations of"
        " Lorentz)",
        _of_models(phrase_turned),
    ),
    Guard(
        "progress",
        "something in progress became a habit or was completed (is looking, looks), or a fact"
        " became a possibility",
        _of_models(progress_changed),
    ),
    Guard(
        "adverb",
        "an adverb went to the other side of a negation (not really, really not) or of 'have', or"
        " from an adjective to its verb",
        _of_models(adverb_moved),
    ),
    Guard("content", "content words were lost without a replacement", _of_models(content_lost)),
    Guard("nonword", "a word that is neither in the anchor nor in English", _compared(nonword)),
)
"""Guards against faults that the match error rate does not detect."""

FEW_NEW_WORDS = "new_words"
"""Reason for refusing a candidate that no other check refuses, by `--min-new-words`."""
BY_SQL = "sql"
"""Reason for refusing a candidate that `--refuse-sql` selects."""


def guard_names() -> tuple[str, ...]:
    """All guards, in the order of the checks."""
    return tuple(guard.name for guard in (*BEFORE_WINDOW, *AFTER_WINDOW))


def passes(anchor: str, candidate: Candidate) -> bool:
    """Whether there is a paraphrase and no guard refuses it, whatever the window."""
    every = (*BEFORE_WINDOW, *AFTER_WINDOW)
    return bool(candidate.paraphrase) and not any(g.refuses(anchor, candidate) for g in every)


def refusals() -> dict[str, str]:
    """Reason for a refusal -> its explanation, in the order of the checks."""
    return {
        "empty": "the translation is empty",
        **{guard.name: guard.why for guard in BEFORE_WINDOW},
        **WINDOW,
        **{guard.name: guard.why for guard in AFTER_WINDOW},
        "forced_score": "the pivot text is too unlikely a translation of it (--min-forced-score)",
        "agreement": "too unlike the anchor in another pivot (--min-agreement)",
        "trust": "probably does not mean the same (--min-trust)",
        FEW_NEW_WORDS: "too few new content words (--min-new-words)",
        BY_SQL: "selected by --refuse-sql",
        "similarity": "too unlike the anchor (--min-similarity)",
        "entailment": "one of the two does not follow from the other (--min-entailment)",
    }


def losses(*, rephrased: bool = True) -> dict[str, str]:
    """Why a sentence may have no paraphrase: the refusals, or there was no candidate to refuse.

    Args:
        rephrased: whether rules were tried, too.
    """
    none = "not translated there and back (see backtranslate), or past --limit"
    return {
        **refusals(),
        "no_candidate": f"{none}; and no rule fits (see rephrase)" if rephrased else none,
    }


def refusing(
    guards: Sequence[Guard], wanted: Sequence[str], anchor: str, candidate: Candidate
) -> Iterator[str]:
    """Yield the names of the chosen guards that refuse a candidate, evaluated lazily."""
    names = frozenset(wanted)
    return (g.name for g in guards if g.name in names and g.refuses(anchor, candidate))
