#!/usr/bin/env python3
"""Fit the weights of the judge `trust` on paraphrases that strict readers judged.

    .venv/bin/python tools/fit_trust.py
    .venv/bin/python tools/fit_trust.py --check other.tsv

Reads the rows of `tests/data/judged.tsv` that Firefox's models made, and writes
`pipeline/acceptance/measures/trust.tsv`. Prints the area under the curve, and the share of correct
paraphrases at each yield; each row is judged by weights fitted without its sentence. `--check`
judges further rows in the same format with the final weights.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

Floats = NDArray[Any]
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))
JUDGED = ROOT / "tests" / "data" / "judged.tsv"
MODELS = "firefox:pt"
YIELDS = (0.25, 0.36, 0.5, 1.0)
FOLDS, ROUNDS = 10, 5
STRENGTH = 0.1
"""Inverse strength of the regularisation, over standardised figures."""


def main(
    check: Annotated[Path | None, typer.Option(exists=True, help="Further rows.")] = None,
    write: Annotated[bool, typer.Option(help="Write the weights.")] = True,
) -> None:
    """Fit, report and write the weights."""
    from pipeline.acceptance.measures.trust import WEIGHTS, Figures

    rows = _read(JUDGED)
    figures = _figures(rows)
    right = np.array([row.right for row in rows])
    _report("cross-validated over sentences", _held_out(rows, figures, right), right)
    base, weights = _fitted(figures, right)
    if check is not None:
        further = _read(check)
        odds = base + _figures(further) @ weights
        _report(check.name, odds, np.array([row.right for row in further]))
    lines = [f"base\t{base:.4f}", *map("{}\t{:.4f}".format, Figures._fields, weights)]
    text = "# Written by tools/fit_trust.py.\n" + "\n".join(lines) + "\n"
    typer.echo(text)
    if write:
        (ROOT / "pipeline" / "acceptance" / "measures" / WEIGHTS).write_text(
            text, encoding="utf-8", newline="\n"
        )


def _read(path: Path) -> list[Any]:
    rows: list[Any] = import_module("judges").read(path)
    return [row for row in rows if row.models == MODELS]


def _figures(rows: Sequence[Any]) -> Floats:
    """Figures of each row, with the code of backtranslate."""
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engines.table import open_engine, prepare
    from pipeline.translation.judges import figures
    from pipeline.translation.models import resolve_pivots
    from pipeline.translation.roundtrip import (
        Backtranslation,
        RoundTrip,
        RoundTripConfig,
        interleaved,
    )
    from pipeline.translation.tokens import TokenizerPool

    (pivot,) = resolve_pivots([MODELS])
    forward, backward = (
        open_engine(prepare(name, "auto", Decoding()), "cpu", "auto", 1)
        for name in (pivot.forward, pivot.backward)
    )
    chosen = [(r.anchor, Backtranslation(r.pivot_text, r.paraphrase, r.score)) for r in rows]
    with TokenizerPool(0) as pool:
        trip = RoundTrip(forward, backward, pool, RoundTripConfig())
        return np.array(next(interleaved([figures(trip, chosen, {})])))


def _held_out(rows: Sequence[Any], figures: Floats, right: Floats) -> Floats:
    """Log-odds of each row by weights that saw no paraphrase of its sentence."""
    anchors, number = np.unique([row.anchor for row in rows], return_inverse=True)
    odds = np.zeros(len(rows))
    for seed in range(ROUNDS):
        fold = (np.random.default_rng(seed).permutation(len(anchors)) % FOLDS)[number]
        for left_out in range(FOLDS):
            mine = fold == left_out
            base, weights = _fitted(figures[~mine], right[~mine])
            odds[mine] += (base + figures[mine] @ weights) / ROUNDS
    return odds


def _fitted(figures: Floats, right: Floats) -> tuple[float, Floats]:
    """Base and weights for figures that are not standardised."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    mean, spread = figures.mean(0), figures.std(0)
    model = LogisticRegression(C=STRENGTH).fit((figures - mean) / spread, right)
    weights = model.coef_[0] / spread
    return float(model.intercept_[0] - weights @ mean), weights


def _report(title: str, odds: Floats, right: Floats) -> None:
    judges = import_module("judges")
    typer.echo(f"{title}: {len(right)} rows, AUC {judges.auc(odds, right):.3f}")
    for share in YIELDS:
        lowest = 1 / (1 + np.exp(-np.sort(odds)[::-1][round(share * len(odds)) - 1]))
        precision = judges.precision_at(odds, right, share)
        typer.echo(f"  best {share:.0%}: {precision:.1%} right, trust from {lowest:.2f}")


if __name__ == "__main__":
    typer.run(main)
