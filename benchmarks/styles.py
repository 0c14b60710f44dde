#!/usr/bin/env python3
"""Does an encoder that was trained on one wording of negation recognise the others?

    benchmarks/styles.py --triples artifacts --output styles --rows 8000
    benchmarks/styles.py --triples artifacts --output styles --train plain --train mix --seeds 3

The negations of the complete triples are made again in each style; everything else stays the same.
An encoder is trained on each of the tables and tested on triples that are in none of them, in each
style separately: how often the paraphrase is nearer than the negation, and (in brackets) the mean
cosine of the negation. A style is tested on sentences in which it differs from "not".
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schemas.errors import UserError, run_app
from schemas.files import write_text

if TYPE_CHECKING:
    from trainer.data.triples import Triple
    from trainer.encoders.encoder import Encoder

ASKED = ("plain", "contracted", "never", "lexical", "antonym")
MIXES = ("mix", "mix+antonym")
BY_HAND = "by hand"
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Row = dict[str, float]


@app.command(help=__doc__)
def main(
    triples: Annotated[Path, typer.Option(help="Artifacts folder with the triples.")],
    output: Annotated[Path, typer.Option(help="Folder of the tables, the runs and the result.")],
    train: Annotated[list[str] | None, typer.Option(help="Style; repeat for several.")] = None,
    rows: Annotated[int, typer.Option(min=1, help="Triples to train on.")] = 8000,
    asked: Annotated[int, typer.Option(min=1, help="Triples to test each style on.")] = 1000,
    recipe: Annotated[str, typer.Option(help="Recipe to train with.")] = "demo",
    changes: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE")] = None,
    model: Annotated[str, typer.Option(help="Encoder to start from.")] = "demo",
    seeds: Annotated[int, typer.Option(min=1, help="Number of runs of each style.")] = 1,
) -> None:
    """Make the tables, train, test, print."""
    from trainer.encoders.folder import load_encoder
    from trainer.recipes.reading import load_recipe
    from trainer.training.fit import fit
    from trainer.training.start import load_start

    chosen = train or ["plain", *MIXES]
    if unknown := [name for name in chosen if name not in (*ASKED, *MIXES)]:
        raise UserError(f"--train {unknown[0]}: choose from {', '.join((*ASKED, *MIXES))}.")
    training, others = split(triples, rows)
    output.mkdir(parents=True, exist_ok=True)
    wanted = list(dict.fromkeys((*ASKED, *chosen)))
    known = in_styles([*training, *others], wanted)
    asking = {style: worded(others, style, known)[:asked] for style in ASKED}
    base = load_recipe(recipe, changes or [], model)
    untrained = load_start(base).encoder
    table: dict[str, list[Row]] = {"before": [answers(untrained, asking)]}
    for style in chosen:
        file = output / f"{style}.parquet"
        write(file, training, [known[row.id].get(style) for row in training])
        for seed in range(base.seed, base.seed + seeds):
            folder = output / style / f"seed-{seed}"
            print(f"{style}, seed {seed}", file=sys.stderr, flush=True)
            fit(replace(base, seed=seed), file, folder, resume=(folder / "run.json").exists())
            table.setdefault(style, []).append(answers(load_encoder(str(folder)), asking))
    write_text(output / "styles.json", json.dumps(table, indent=1) + "\n")
    print("\n".join(markdown(table, {style: len(rows) for style, rows in asking.items()})))


def split(path: Path, rows: int) -> tuple[list[Triple], list[Triple]]:
    """Complete triples to train on, and all others, chosen by their ids."""
    from trainer.data.triples import TripleTable

    found = TripleTable(path).heldout(1.0, sys.maxsize)
    if len(found) <= rows:
        raise UserError(f"{path} has {len(found):,} complete triples; give a smaller --rows.")
    # Not in the trainer's order, which would hold out the first ones.
    order = sorted(found, key=lambda row: hashlib.blake2b(b"styles %d" % row.id).digest())
    return order[:rows], order[rows:]


def in_styles(rows: Sequence[Triple], styles: Sequence[str]) -> dict[int, dict[str, str]]:
    """For every triple, its negation in each suitable style."""
    from pipeline.negation import load_parser, negate_texts
    from pipeline.negation.parser import NegationConfig

    parser = load_parser()
    known: dict[int, dict[str, str]] = {row.id: {} for row in rows}
    for style in styles:
        made = negate_texts(parser, [row.anchor for row in rows], NegationConfig(style=style))
        for row, negation in zip(rows, made, strict=True):
            if negation.text is not None:
                known[row.id][style] = negation.text
    return known


def write(file: Path, rows: Sequence[Triple], negations: Sequence[str | None]) -> None:
    """A table of triples with these negations."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from schemas.tables import TRIPLES

    made = [
        {
            "id": row.id,
            "variant": 0,
            "anchor": row.anchor,
            "paraphrase": row.paraphrase,
            "negation": negation,
            "kind": negation and "negation",
            "mer": row.mer,
            "status": "complete" if negation is not None else "no_negation",
        }
        for row, negation in zip(rows, negations, strict=True)
    ]
    pq.write_table(pa.Table.from_pylist(made, schema=TRIPLES), file)


def worded(rows: Sequence[Triple], style: str, known: dict[int, dict[str, str]]) -> list[Triple]:
    """The triples that have a negation in that style, with that negation."""
    found = []
    for row in rows:
        negation = known[row.id].get(style)
        if negation and (style == "plain" or negation != known[row.id].get("plain")):
            found.append(row._replace(negation=negation))
    return found


def answers(encoder: Encoder, asking: dict[str, list[Triple]]) -> Row:
    """Share of paraphrases above the negation in each style, in percent, and the mean cosine of
    anchor and negation."""
    from trainer.encoders.embeddings import embed
    from trainer.evaluation.data.families import bundled_families
    from trainer.evaluation.diagnosis.transformations import measure_families
    from trainer.evaluation.scores.probe import probe

    row: Row = {}
    for style, triples in asking.items():
        if triples:
            found = probe(encoder, triples)
            row |= {style: 100 * found.ranking, f"{style} cosine": found.negation}
    families = bundled_families()
    texts = list(dict.fromkeys(text for family in families for text in family.texts))
    by_hand = measure_families(embed(encoder, texts), families).ranking
    if by_hand is not None:
        row[BY_HAND] = 100 * by_hand
    return row


def markdown(table: dict[str, list[Row]], counts: dict[str, int]) -> list[str]:
    """Means over the seeds."""
    shown = [column for column in (*ASKED, BY_HAND) if column in table["before"][0]]
    heads = [f"{column} ({counts[column]:,})" if column in counts else column for column in shown]
    lines = [f"| trained on | {' | '.join(heads)} |", f"|---|{'--:|' * len(shown)}"]
    for style, runs in table.items():
        cells = []
        for column in shown:
            values = [run[column] for run in runs]
            cosines = [run[f"{column} cosine"] for run in runs if f"{column} cosine" in run]
            cell = f"{sum(values) / len(values):.1f}"
            cells.append(cell + (f" ({sum(cosines) / len(cosines):.2f})" if cosines else ""))
        lines.append(f"| {style} | {' | '.join(cells)} |")
    return lines


if __name__ == "__main__":
    run_app(app)
