"""Contradictions of a sentence that are made from its accepted paraphrases.

A contradiction made from the sentence itself is nearly always closer to it in wording than the
paraphrase is, so that wording alone tells the two apart. One made from a paraphrase differs from
the sentence as much as that paraphrase does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.acceptance.grammar.questions import is_stated
from pipeline.acceptance.text.words import words
from pipeline.negation import DENIAL, NegationConfig, contradict_texts, parser_for, parser_version
from pipeline.negation.memory import bounded
from pipeline.stages.join import Negated, Sentence
from pipeline.storage.manifest import PACKAGES, package_versions

MADE_FROM = "paraphrase:"
"""Prefix of the rule of a contradiction that was made from a paraphrase."""


@dataclass(frozen=True, slots=True)
class Rewording:
    """Contradicts accepted paraphrases, in any process; each loads the parser once.

    Attributes:
        parser: spaCy model, by package name or path; None uses the first one installed.
        negation: settings, the same as those with which `negate` contradicted the sentences.
    """

    parser: str | None
    negation: NegationConfig

    def versions(self) -> dict[str, str]:
        """What determines the contradictions besides the settings."""
        return package_versions(*PACKAGES["negations"]) | {"parser": parser_version(self.parser)[1]}

    def __call__(
        self, sentences: Sequence[Sentence], accepted: Sequence[Sequence[int]]
    ) -> list[list[Negated]]:
        """All contradictions of the accepted paraphrases of each sentence.

        None if the sentence or the paraphrase is a question; `is_stated` says why.
        """
        texts = [
            (number, place, sentence.candidates[place].paraphrase)
            for number, (sentence, places) in enumerate(zip(sentences, accepted, strict=True))
            for place in places
            if is_stated(sentence.anchor, sentence.candidates[place].paraphrase)
        ]
        parser = parser_for(self.negation, self.parser, lean=True)
        found: list[list[Negated]] = [[] for _ in sentences]
        with bounded(parser):
            made = contradict_texts(parser, [text for _, _, text in texts], self.negation)
            for (number, place, _), one in zip(texts, made, strict=True):
                if one.denial.text is not None:
                    rule = MADE_FROM + one.denial.rule
                    found[number].append(Negated(DENIAL, one.denial.text, rule, place))
                found[number] += [
                    Negated(other.kind, other.text, MADE_FROM + other.rule, place)
                    for other in one.others
                ]
        return found


def picked(
    anchor: str, found: Sequence[Negated], known: Sequence[Negated], most: int
) -> list[Negated]:
    """Choose which of a sentence's reworded contradictions its triples use.

    One is a denial. The others are of other kinds, from each paraphrase in turn.

    Args:
        anchor: the sentence; a text that only repeats its wording contradicts nothing.
        known: its own contradictions; none is used twice.
        most: maximum number to choose.
    """
    seen = {words(anchor), *(words(one.negation) for one in known if one.negation)}
    taken: list[Negated] = []

    def take(one: Negated) -> bool:
        text = words(one.negation or "")
        if len(taken) == most or text in seen:
            return False
        seen.add(text)
        taken.append(one)
        return True

    any(take(one) for one in found if one.kind == DENIAL)
    by_source: dict[int | None, list[Negated]] = {}
    for one in found:
        if one.kind != DENIAL:
            by_source.setdefault(one.source, []).append(one)
    while any(by_source.values()):
        for others in by_source.values():
            while others and not take(others.pop(0)):
                pass
    return taken
