"""Warnings about triples that are missing: how many, why, and what makes more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from rich.console import RenderableType

from pipeline.acceptance.guards import BY_SQL, losses
from pipeline.translation.engines.table import ENGINES
from pipeline.translation.models import SHORT
from schemas.advice import DEFAULT, option_for
from schemas.console import Message
from schemas.locations import Location
from schemas.manifest import Manifest, most_first
from schemas.progress import counted
from schemas.tables import FEW_TRIPLES

FEWEST = 0.05
"""Warn if a smaller share of the sentences than this has a paraphrase."""
FEWEST_OF_PIVOT = 0.025
"""Warn of a pivot with which fewer of the sentences than this get an accepted translation. With the
strict limits of `--preset meaning`, Firefox's Portuguese models have 2.7 % with the README's
commands and 3.3 % on the demo, where they add to what the rules give."""
FEWEST_SENTENCES = 10
"""With fewer sentences than this, as in a first try, only the lack of any triple is warned of."""
# In advice, {at} stands for the option that names the folder, {option} for that of a threshold.
READ = "Look at `pipeline inspect{at} --status no_paraphrase --sample 20`, "
"""The beginning of several pieces of advice."""
AGAIN = "filter again with --overwrite"
CLOSE = (
    "Make more candidates (`pipeline run rephrase{at}`, or backtranslate with more --beams and"
    f" --candidates and with --overwrite) or take a lower --min-mer, and {AGAIN}."
)
ADVICE = {
    "mer_below": CLOSE,
    "copy": CLOSE,
    "no_candidate": "Translate them too (`pipeline run backtranslate{at} --overwrite`, without"
    f" --limit) or run `pipeline run rephrase{{at}}`, and {AGAIN}.",
    BY_SQL: f"{READ}correct the statement and {AGAIN}.",
}
"""Most frequent reason for no paraphrase -> what to do."""
MER_ABOVE = f"{READ}and if they say the same, {AGAIN} and a higher --max-mer."
FEWER_CHECKS = (
    f"{READ}then make more candidates (backtranslate with more --beams and --candidates and with"
    " --overwrite), or leave this check out with --guards if it refuses good ones, and"
    f" {AGAIN}."
)
BELOW_THRESHOLD = f"{READ}and if they say the same, {AGAIN} and a lower {{option}}."
WRONG_TEXT = (
    "Most likely the translation models were trained on another kind of text, the bundled ones on"
    f" the demo's. {READ}then run backtranslate with models of general English (`pipeline run"
    " backtranslate{at} --models firefox:pt --overwrite`, or wmt19 on a GPU) and"
    f" {AGAIN}."
)
CLOSE_REASONS = ("copy", "mer_below")
"""Reasons that say that the translation is nearly the sentence itself."""
CLOSER = (
    "Short, plain sentences often come back like this, and wider beams hardly change it. See what a"
    " lower limit would accept (`pipeline inspect{at} --window 0.1:0.6`), then filter again with"
    " --overwrite and a lower --min-mer; or backtranslate with --ngram-penalty 0.003 and"
    " --overwrite, which gives more new words, but also more errors."
)
READ_REFUSED = (
    'Read some of them: `pipeline inspect{at} --sql "from candidates where pivot_lang ='
    " '{pivot}' and verdict = '{reason}' limit 9\"`."
)
GARBLED = ("empty", "repetition", "length_ratio", "mer_above", "content", "nonword")
"""Reasons that are frequent if the models were trained on another kind of text."""


class Known(NamedTuple):
    """What is known of the tables beside their counts.

    Attributes:
        artifacts: their folder.
        general: whether the translation models are known to be trained on general text.
        foreign: that the sentences are in another language; empty if they are not.
    """

    artifacts: Location = Path(DEFAULT)
    general: bool = False
    foreign: str = ""

    @property
    def at(self) -> str:
        """The option that names the folder."""
        return option_for(self.artifacts)

    @property
    def of_language(self) -> str:
        """The cause, if the sentences are in another language."""
        return (
            f"The cause is the text: {self.foreign}, and the rules and the parser read English"
            " only. Begin again with English sentences."
        )


def _paraphrased(counts: Mapping[str, int]) -> int:
    return sum(counts.get(f"status {name}", 0) for name in ("complete", "no_negation"))


def is_next_to_nothing(counts: Mapping[str, int], sentences: int) -> bool:
    """Whether hardly any sentence has a paraphrase."""
    return sentences > 0 and _paraphrased(counts) / sentences < FEWEST


def next_to_nothing(
    counts: Mapping[str, int], sentences: int, why_lost: Mapping[str, str], known: Known
) -> list[RenderableType]:
    """A warning if hardly any sentence has a paraphrase; otherwise nothing.

    Args:
        why_lost: see `losses`.
    """
    if not is_next_to_nothing(counts, sentences):
        return []
    paraphrased = _paraphrased(counts)
    has = "none" if not paraphrased else f"only {paraphrased:,}"
    said = (
        f"WARNING: {has} of the {counted(sentences, 'sentence')}"
        f" {'has' if paraphrased <= 1 else 'have'} a paraphrase."
    )
    if known.foreign:
        return [Message(f"{said} {known.of_language}")]
    if not (reasons := most_first(counts, "lost ")):
        return [said]
    reason, count = reasons[0]
    why = f"The most frequent reason ({count:,} of them): {why_lost.get(reason, reason)}."
    option = f"--min-{reason.replace('_', '-')}"
    advice = _advice(reason, option, general=known.general).format(at=known.at, option=option)
    return [Message(f"{said} {why} {advice}")]


def useless_pivots(
    counts: Mapping[str, int], why_lost: Mapping[str, str], known: Known
) -> list[RenderableType]:
    """A warning for each pivot that gave hardly any sentence a paraphrase.

    Paraphrases by rule, or another pivot, may hide it in the other numbers.

    Args:
        why_lost: see `losses`.
    """
    told: list[RenderableType] = []
    for pivot, tried in most_first(counts, "tried "):
        found = counts.get(f"found {pivot}", 0)
        if tried < FEWEST_SENTENCES or found / tried >= FEWEST_OF_PIVOT:
            continue
        gave = f"only {found:,}" if found else "none"
        refused = most_first(counts, f"refused {pivot} ")
        reason, count = refused[0]
        close = sum(n for name, n in refused if name in CLOSE_REASONS)
        of = f"of its {sum(n for _, n in refused):,} refused candidates"
        why = f"The most frequent reason ({count:,} {of}): {why_lost.get(reason, reason)}."
        advice = READ_REFUSED.format(at=known.at, pivot=pivot, reason=reason)
        if close >= count:
            why = f"{close:,} {of} were too close to the sentence."
            advice = CLOSER.format(at=known.at)
        told.append(
            Message(
                f"WARNING: {gave} of the {counted(tried, 'sentence')} translated through"
                f" {pivot} {'has' if found <= 1 else 'have'} an accepted translation. {why}"
                f" {advice}"
            )
        )
    return told


def too_few(
    complete: int, counts: Mapping[str, int], sentences: int, known: Known
) -> list[RenderableType]:
    """A warning if there are too few triples to train on; otherwise nothing.

    Args:
        complete: triples with all texts, the further ones of a sentence too.
    """
    first_try = sentences < (FEWEST_SENTENCES if complete else 1)
    if complete >= FEW_TRIPLES or first_try:
        return []
    has = f"only {counted(complete, 'triple')}" if complete else "no triple"
    said = f"WARNING: {has} {'is' if complete <= 1 else 'are'} complete, too few to train on"
    if known.foreign:
        return [Message(f"{said}. {known.of_language}")]
    at = known.at
    garbled = sum(counts.get(f"lost {reason}", 0) for reason in GARBLED)
    if not known.general and 2 * garbled > sentences:
        # More sentences of this text would be lost in the same way.
        return [Message(f"{said}. {WRONG_TEXT.format(at=at)}")]
    return [
        Message(
            f"{said}: `pipeline inspect{at}` shows where sentences are lost. More sentences give"
            " more triples; `demo` as a further --input adds 957 bundled ones."
        )
    ]


def _advice(reason: str, option: str, *, general: bool) -> str:
    """What to do if this is the most frequent reason for no paraphrase.

    Args:
        option: of its threshold, if it has one.
    """
    if reason in GARBLED and not general:
        return WRONG_TEXT
    if f"({option})" in losses().get(reason, ""):
        return BELOW_THRESHOLD
    return ADVICE.get(reason, MER_ABOVE if reason == "mer_above" else FEWER_CHECKS)


def are_general(translations: Manifest | None) -> bool:
    """Whether all translation models are trained on text of many kinds."""
    if translations is None:
        return False
    engine = ENGINES.get(translations.config.get("engine", ""))
    if engine is not None and engine.format.general:
        return True
    recorded = [name for leg, name in translations.input.items() if leg != "sentences"]
    known = {
        name
        for short in SHORT.values()
        if short.general
        for pivot in short.pivots()
        for name in pivot.names
    }
    return bool(recorded) and {name.rpartition(" ")[0] for name in recorded} <= known
