#!/usr/bin/env python3
"""How well each judge of meaning separates right paraphrases from wrong ones.

    .venv/bin/python benchmarks/judges.py
    .venv/bin/python benchmarks/judges.py --entailment path/to/cross-encoder

`tests/data/judged.tsv` has 720 paraphrases of sentences written for this project, by the demo's
models and by Firefox's Portuguese ones, each read by two strict readers independently. The first
400 are from a window of 0.15 to 0.85; all passed the guards of that time except 40 that the guard
`content` refused. The other 320 are from a window of 0.1 to 0.6 and passed the guards that came
with `trust`. A paraphrase is right if both readers call it good.

For each judge: the area under the curve (0.5 is chance), and the share of right paraphrases among
the best quarter, half and three quarters of the rows. The combination is the mean of the ranks of
all but `recalled`, the score of the anchor given the pivot text, which is judged by only as a part
of `trust`; for `trust` itself see `tools/fit_trust.py`, since it was fitted on these rows.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

JUDGED = Path(__file__).parents[1] / "tests" / "data" / "judged.tsv"
YIELDS = (0.25, 0.5, 0.75)
NOT_COMBINED = ("recalled",)
WITNESS = {"demo": "firefox:pt", "firefox:pt": "demo"}


@dataclass(frozen=True, slots=True)
class Row:
    """A paraphrase with the verdict of two readers."""

    models: str
    pivot_lang: str
    pivot_text: str
    score: float
    anchor: str
    paraphrase: str
    readers: tuple[bool, bool]

    @property
    def right(self) -> bool:
        return all(self.readers)


def read(path: Path) -> list[Row]:
    """The rows of a judged set."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Row(
                row["models"], row["pivot_lang"], row["pivot_text"], float(row["score"]),
                row["anchor"], row["paraphrase"],
                (row["reader_a"] == "good", row["reader_b"] == "good"),
            )
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]  # fmt: skip


def auc(figures: Sequence[float], right: Sequence[bool]) -> float:
    """Probability that a right one has the higher figure than a wrong one; ties count half."""
    from scipy.stats import mannwhitneyu

    found, wanted = np.asarray(figures), np.asarray(right)
    good, bad = found[wanted], found[~wanted]
    return float(mannwhitneyu(good, bad).statistic / (len(good) * len(bad)))


def precision_at(figures: Sequence[float], right: Sequence[bool], share: float) -> float:
    """Share of right ones among the best rows; among ties the first are taken."""
    best = np.argsort(-np.asarray(figures), kind="stable")[: round(share * len(figures))]
    return float(np.asarray(right)[best].mean())


def combined(figures: Mapping[str, Sequence[float]]) -> list[float]:
    """Mean rank under all judges."""
    from scipy.stats import rankdata

    return [float(value) for value in np.mean([rankdata(f) for f in figures.values()], axis=0)]


def model_figures(rows: Sequence[Row]) -> dict[str, list[float]]:
    """Forced score, agreement and score of the anchor of each row, as backtranslate has them."""
    from pipeline.translation import judges
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engines.table import open_engine, prepare
    from pipeline.translation.models import resolve_pivots
    from pipeline.translation.roundtrip import (
        Backtranslation,
        RoundTrip,
        RoundTripConfig,
        interleaved,
    )
    from pipeline.translation.tokens import TokenizerPool

    pivots = {models: resolve_pivots([models])[0] for models in WITNESS}
    engines = {
        models: [
            open_engine(prepare(name, "auto", Decoding()), "cpu", "auto", 1)
            for name in (pivot.forward, pivot.backward)
        ]
        for models, pivot in pivots.items()
    }
    forced, agreement, recalled = ([0.0] * len(rows) for _ in range(3))
    with TokenizerPool(0) as pool:
        for models, witness in WITNESS.items():
            mine = [i for i, row in enumerate(rows) if row.models == models]
            chosen = [
                (rows[i].anchor, Backtranslation(rows[i].pivot_text, rows[i].paraphrase, 0.0))
                for i in mine
            ]
            forward, backward = engines[models]
            trip = RoundTrip(forward, backward, pool, RoundTripConfig())
            found = next(interleaved([judges.forced_scores(trip, chosen)]))
            agreed = next(interleaved([judges.agreements(trip, engines[witness][0], chosen)]))
            weighed = next(interleaved([judges.figures(trip, chosen, {})]))
            for i, one, other, third in zip(mine, found, agreed, weighed, strict=True):
                forced[i], agreement[i], recalled[i] = one, other, third.recalled
    return {"forced": forced, "agreement": agreement, "recalled": recalled}


def passed_guards(rows: Sequence[Row]) -> list[bool]:
    """Whether each row gets past all guards."""
    from pipeline.acceptance.guards import AFTER_WINDOW, BEFORE_WINDOW, Candidate, refusing

    every = (*BEFORE_WINDOW, *AFTER_WINDOW)
    names = [guard.name for guard in every]

    def is_passed(row: Row) -> bool:
        found = Candidate(row.pivot_lang, 0, row.pivot_text, row.paraphrase, row.score)
        return not any(refusing(every, names, row.anchor, found))

    return [is_passed(row) for row in rows]


def report(title: str, rows: Sequence[Row], figures: Mapping[str, Sequence[float]]) -> None:
    right = [row.right for row in rows]
    agree = np.mean([row.readers[0] == row.readers[1] for row in rows])
    print(f"\n{title}: {len(rows)} rows, {np.mean(right):.1%} right, readers agree on {agree:.1%}")
    shares = "  ".join(f"best {share:.0%}" for share in YIELDS)
    print(f"{'judge':14s} {'AUC':>5s}  {shares}")
    ranked = {name: values for name, values in figures.items() if name not in NOT_COMBINED}
    for name, values in {**figures, "combined": combined(ranked)}.items():
        found = "  ".join(f"{precision_at(values, right, share):8.1%}" for share in YIELDS)
        print(f"{name:14s} {auc(values, right):5.3f}  {found}")


def main(
    judged: Annotated[Path, typer.Option(exists=True, dir_okay=False)] = JUDGED,
    entailment: Annotated[
        str | None, typer.Option(help="A cross-encoder, folder or hub name.")
    ] = None,
) -> None:
    """Print how well each judge separates the judged set, over all rows and by models."""
    from pipeline.acceptance.measures.entailment import Entailment
    from pipeline.acceptance.measures.similarity import SentenceSimilarity
    from schemas.mer import mer

    rows = read(judged)
    pairs = [(row.anchor, row.paraphrase) for row in rows]
    figures: dict[str, Sequence[float]] = {
        "score": [row.score for row in rows],
        "nearness": [1 - mer(*pair) for pair in pairs],
        "similarity": SentenceSimilarity("demo", "cpu").cosines(pairs),
        **model_figures(rows),
    }
    if entailment is not None:
        figures["entailment"] = Entailment(entailment, "cpu").both_ways(pairs)
    passed = passed_guards(rows)
    for strict, what in ((False, "all"), (True, "passed by the guards")):
        for models in (None, *WITNESS):
            places = [
                i
                for i, row in enumerate(rows)
                if models in (None, row.models) and (passed[i] or not strict)
            ]
            chosen = {name: [values[i] for i in places] for name, values in figures.items()}
            report(f"{models or 'both'}, {what}", [rows[i] for i in places], chosen)


if __name__ == "__main__":
    typer.run(main)
