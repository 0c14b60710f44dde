"""The rules against sentences and answers that were written without looking at it.

`cases.tsv` has a kind, a sentence and every answer accepted ("-" where it should be refused),
separated by " || ".
"""

from collections import Counter
from pathlib import Path

import pytest

from pipeline.negation import load_parser, negate_texts
from pipeline.negation.parser import BATCH, NegationConfig
from pipeline.negation.sentence import REASONS

CASES = [
    line.split("\t")
    for line in (Path(__file__).parent / "cases.tsv").read_text("utf-8").splitlines()[1:]
]
OVERALL, IN_EACH_KIND = 0.95, 0.90


@pytest.fixture(scope="module")
def judged():
    """Rows of (kind, sentence, answers, what the rules made, whether that is accepted)."""
    made = negate_texts(load_parser(), [sentence for _, sentence, _ in CASES])
    return [
        (kind, sentence, answers, found, (found.text or "-") in answers.split(" || "))
        for (kind, sentence, answers), found in zip(CASES, made, strict=True)
    ]


def misses(judged, kind=None):
    return "\n".join(
        f"{of} [{found.rule}] {sentence}\n  made:     {found.text or '-'}\n  accepted: {answers}"
        for of, sentence, answers, found, good in judged
        if not good and kind in (None, of)
    )


def test_there_are_enough_cases():
    assert len(CASES) >= 300
    assert min(Counter(kind for kind, _, _ in CASES).values()) >= 10


def test_accepted_overall(judged):
    share = sum(row[-1] for row in judged) / len(judged)
    assert share >= OVERALL, misses(judged)


@pytest.mark.parametrize("kind", sorted({kind for kind, _, _ in CASES}))
def test_accepted_in_each_kind(judged, kind):
    good = [row[-1] for row in judged if row[0] == kind]
    assert sum(good) / len(good) >= IN_EACH_KIND, misses(judged, kind)


class Parsed:
    """Stands for the parser where the same texts are needed again; they are parsed once."""

    component_names = ()

    def __init__(self, texts):
        self.texts, self.docs = texts, [*load_parser().pipe(texts, batch_size=BATCH)]

    def pipe(self, texts, batch_size):
        assert texts == self.texts
        return iter(self.docs)


@pytest.fixture(scope="module")
def cut_off():
    """The beginnings of the sentences: real lines end anywhere."""
    words = [sentence.split() for _, sentence, _ in CASES]
    return Parsed(sorted({" ".join(of[:n]) for of in words for n in range(1, len(of))}))


@pytest.mark.parametrize("style", ["plain", "mix"])
def test_a_sentence_cut_off_anywhere_is_negated_or_refused(cut_off, style):
    """A word that the rules look for may be the last one."""
    made = negate_texts(cut_off, cut_off.texts, NegationConfig(style=style))
    assert len(made) == len(cut_off.texts) > 2500
    assert all((found.text is None) == (found.rule in REASONS) for found in made)
