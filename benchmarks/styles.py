#!/usr/bin/env python3
"""Does an encoder that was trained on one way of negating know the others?

    benchmarks/styles.py --triples artifacts --output styles --rows 8000
    benchmarks/styles.py --triples artifacts --output styles --train plain --train mix --seeds 3

The negations of the complete triples are made anew in each style; nothing else of them changes. An
encoder is trained on each of the tables (`mix+antonym` draws from five styles, `mix` from four),
and each is asked about triples that none of them has seen, in every style by itself: how often is
the paraphrase nearer than the negation? A style is asked about where it does say something else
than "not". Antonyms need the extra `antonyms` and the data that it fetches.
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

if TYPE_CHECKING:
    from trainer.encoder import Encoder
    from trainer.triples import Triple

ASKED = ("plain", "contracted", "never", "lexical", "antonym")
MIXES = {"mix": ASKED[:4], "mix+antonym": ASKED}
BY_HAND = "by hand"
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Row = dict[str, float]


@app.command(help=__doc__)
def main(
    triples: Annotated[Path, typer.Option(help="Artifacts folder with the triples.")],
    output: Annotated[Path, typer.Option(help="Folder of the tables, the runs and the result.")],
    train: Annotated[list[str] | None, typer.Option(help="A style; repeat for several.")] = None,
    rows: Annotated[int, typer.Option(min=1, help="Triples to train on.")] = 8000,
    asked: Annotated[int, typer.Option(min=1, help="Triples to ask about, at most.")] = 1000,
    recipe: Annotated[str, typer.Option(help="Recipe to train with.")] = "demo",
    changes: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE")] = None,
    model: Annotated[str, typer.Option(help="Encoder to start from.")] = "demo",
    seeds: Annotated[int, typer.Option(min=1, help="Runs of each style.")] = 1,
) -> None:
    """Make the tables, train, ask, print."""
    from trainer.config import load_recipe
    from trainer.fit import fit
    from trainer.folder import load_encoder

    chosen = train or ["plain", *MIXES]
    if unknown := [name for name in chosen if name not in (*ASKED, *MIXES)]:
        raise UserError(f"--train {unknown[0]}: choose from {', '.join((*ASKED, *MIXES))}.")
    rest, questions = split(triples, rows, asked)
    output.mkdir(parents=True, exist_ok=True)
    known = in_all_styles([*rest, *questions])
    if not train and not any("antonym" in made for made in known.values()):
        chosen.remove("mix+antonym")
    base = load_recipe(recipe, changes or [], model)
    table: dict[str, list[Row]] = {"before": [answers(load_encoder(model), questions, known)]}
    for style in chosen:
        file = output / f"{style}.parquet"
        write(file, rest, [drawn(row, style, known) for row in rest])
        for seed in range(base.seed, base.seed + seeds):
            folder = output / style / f"seed-{seed}"
            print(f"{style}, seed {seed}", file=sys.stderr, flush=True)
            fit(replace(base, seed=seed), file, folder, resume=(folder / "run.json").exists())
            found = answers(load_encoder(str(folder)), questions, known)
            table.setdefault(style, []).append(found)
    (output / "styles.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    counts = {style: len(worded(questions, style, known)) for style in ASKED}
    print("\n".join(markdown(table, counts)))


def split(path: Path, rows: int, asked: int) -> tuple[list[Triple], list[Triple]]:
    """Complete triples to train on and others to ask about, drawn by their ids."""
    from trainer.triples import TripleTable

    found = TripleTable(path).heldout(1.0, sys.maxsize)
    if len(found) < 2 * asked:
        raise UserError(f"{path} has {len(found):,} complete triples; give a smaller --asked.")
    # Not in the trainer's order, which would hold out the first ones.
    order = sorted(found, key=lambda row: hashlib.blake2b(b"styles %d" % row.id).digest())
    return order[asked : asked + rows], order[:asked]


def in_all_styles(rows: Sequence[Triple]) -> dict[int, dict[str, str]]:
    """For every triple its negation in each style that can be had."""
    from pipeline.negation import load_parser, negate_texts
    from pipeline.negation.engine import NegationConfig

    parser = load_parser()
    known: dict[int, dict[str, str]] = {row.id: {} for row in rows}
    for style in ASKED:
        try:
            made = negate_texts(parser, [row.anchor for row in rows], NegationConfig(style=style))
        except UserError as error:  # no wordnet
            print(f"Without {style}: {error}", file=sys.stderr)
            continue
        for row, negation in zip(rows, made, strict=True):
            if negation.text is not None:
                known[row.id][style] = negation.text
    return known


def drawn(row: Triple, style: str, known: dict[int, dict[str, str]]) -> str | None:
    """The negation to train on; of a mix, in a style drawn by the id."""
    choices = MIXES.get(style, (style,))
    digest = hashlib.blake2b(str(row.id).encode(), digest_size=8, key=style.encode()).digest()
    return known[row.id].get(choices[int.from_bytes(digest, "big") % len(choices)])


def write(file: Path, rows: Sequence[Triple], negations: Sequence[str | None]) -> None:
    """A table of triples with these negations."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from schemas.tables import TRIPLES

    made = [
        {
            "id": row.id,
            "anchor": row.anchor,
            "paraphrase": row.paraphrase,
            "negation": negation,
            "mer": row.mer,
            "status": "complete" if negation is not None else "no_negation",
        }
        for row, negation in zip(rows, negations, strict=True)
    ]
    pq.write_table(pa.Table.from_pylist(made, schema=TRIPLES), file)


def worded(
    rows: Sequence[Triple], style: str, known: dict[int, dict[str, str]]
) -> list[tuple[Triple, str]]:
    """The triples whose negation is in that style, and no fallback to "not", with it."""
    found = []
    for row in rows:
        negation = known[row.id].get(style)
        if negation and (style == "plain" or negation != known[row.id].get("plain")):
            found.append((row, negation))
    return found


def answers(encoder: Encoder, questions: Sequence[Triple], known: dict[int, dict[str, str]]) -> Row:
    """Share of paraphrases above the negation in each style, in percent."""
    from trainer.analysis.transformations import bundled_families, measure_families
    from trainer.embeddings import embed
    from trainer.probe import probe

    row: Row = {}
    for style in ASKED:
        pairs = worded(questions, style, known)
        if pairs:
            asked = [triple._replace(negation=negation) for triple, negation in pairs]
            row[style] = 100 * probe(encoder, asked).ranking
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
        means = [sum(run[column] for run in runs) / len(runs) for column in shown]
        lines.append(f"| {style} | {' | '.join(f'{mean:.1f}' for mean in means)} |")
    return lines


if __name__ == "__main__":
    run_app(app)
