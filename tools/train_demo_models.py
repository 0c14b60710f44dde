#!/usr/bin/env python3
"""Train the small translation models that ship as `pipeline/demo/models`.

\b
    tools/train_demo_models.py pairs --input en_de.parquet --output pairs.parquet
    tools/train_demo_models.py vocabulary --pairs pairs.parquet --work work
    tools/train_demo_models.py train --work work --direction en-de --output models/en-de
    tools/train_demo_models.py train --work work --direction de-en --output models/de-en
    tools/train_demo_models.py round-trips --pairs pairs.parquet --work work \\
        --forward models/en-de --backward models/de-en --output tuning
    tools/train_demo_models.py train --work tuning --direction de-en --init models/de-en \\
        --learning-rate 6e-4 --minutes 10 --output tuned/de-en

`en_de.parquet` has the string columns `en`, `de` and `source`, one pair of sentences per row, with
sources named as in `demo_models/corpus.py`; other sources are left out. Each model trains on one
CPU core. Training stops by the clock, so another run gives similar weights, not the shipped ones.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from demo_models.corpus import (
    LANGS,
    PAD,
    SPECIAL,
    TEST_SOURCES,
    TRAINING_SOURCES,
    Corpus,
    fsmt_tokenizer,
    learn_bpe,
    save_ids,
    split_pairs,
    token_ids,
    write_vocabulary,
)
from demo_models.training import Clock, Recipe, new_model, optimise, save

MIN_WORDS = 4

app = typer.Typer(add_completion=False, help=__doc__, rich_markup_mode=None)
Work = Annotated[Path, typer.Option(help="Folder of the `vocabulary` or `round-trips` command.")]
Pairs = Annotated[Path, typer.Option(help="Parquet of the `pairs` command.")]


@app.command()
def pairs(
    input_: Annotated[Path, typer.Option("--input", help="Parquet with en, de, source.")],
    output: Annotated[Path, typer.Option(help="Parquet to write: en, de, source, split.")],
) -> None:
    """Select the sources by licence and split them into train, valid and test."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(input_, columns=[*LANGS, "source"])
    columns = (table[name].to_pylist() for name in table.column_names)
    wanted = {*TRAINING_SOURCES, *TEST_SOURCES}
    rows = [row for row in zip(*columns, strict=True) if row[2] in wanted]
    kept = split_pairs(rows)
    names = (*LANGS, "source", "split")
    pq.write_table(
        pa.table(dict(zip(names, map(list, zip(*kept, strict=True)), strict=True))), output
    )
    print(f"{len(kept)} pairs kept, {len(rows) - len(kept)} left out: one side is held out")
    for (source, split), count in sorted(Counter((row[2], row[3]) for row in kept).items()):
        print(f"{source:16} {split:6} {count:8}")


@app.command()
def vocabulary(
    pairs: Pairs,
    work: Annotated[Path, typer.Option(help="Folder for the vocabulary and the token ids.")],
    size: Annotated[int, typer.Option(help="Number of symbols of the joint BPE.")] = 4400,
) -> None:
    """Learn one joint BPE vocabulary on the training split and tokenise all pairs with it."""
    import pyarrow.parquet as pq

    work.mkdir(parents=True, exist_ok=True)
    table = pq.read_table(pairs)
    split = table["split"].to_pylist()
    # The Moses half of the tokenizer works without a vocabulary, but needs the files.
    write_vocabulary(work, {token: i for i, token in enumerate(SPECIAL)}, [])
    counts = Counter[str]()
    for lang in LANGS:
        tokenizer = fsmt_tokenizer(work, (lang, lang))
        for text, part in zip(table[lang].to_pylist(), split, strict=True):
            if part == "train":
                pieces = tokenizer.moses_pipeline(text, lang)
                counts.update(tokenizer.moses_tokenize(pieces, lang))
    symbols, merges = learn_bpe(counts, size)
    write_vocabulary(work, symbols, merges)
    print(f"{len(symbols)} symbols, {len(merges)} merges")
    sides = {
        lang: token_ids(fsmt_tokenizer(work, (lang, lang)), table[lang].to_pylist(), lang)
        for lang in LANGS
    }
    save_ids(work / "corpus.npz", sides, table["source"].to_pylist(), split)


@app.command("round-trips")
def round_trips(
    pairs: Pairs,
    work: Work,
    forward: Annotated[Path, typer.Option(help="Model folder, English to German.")],
    backward: Annotated[Path, typer.Option(help="Model folder, German to English.")],
    output: Annotated[Path, typer.Option(help="Folder for what `train --work` reads.")],
    sentences: Annotated[int, typer.Option(help="Training sentences to translate.")] = 40_000,
    given: Annotated[int, typer.Option(help="Number of given everyday pairs to mix in.")] = 12_000,
    min_mer: Annotated[float, typer.Option(help="Lowest match error rate.")] = 0.2,
    min_cosine: Annotated[float, typer.Option(help="Lowest cosine to the anchor.")] = 0.87,
    seed: Annotated[int, typer.Option(help="Seed for choosing the sentences.")] = 11,
) -> None:
    """Select good round trips of everyday training sentences, to tune the backward model on
    them."""
    import pyarrow.parquet as pq
    from demo_models.roundtrips import select

    table = pq.read_table(pairs, filters=[("source", "=", "tatoeba")])
    rows = table.to_pylist()
    train = [row for row in rows if row["split"] == "train"]
    rng = random.Random(seed)
    texts = sorted({row["en"] for row in train if len(row["en"].split()) >= MIN_WORDS})
    rng.shuffle(texts)
    found = select(texts[:sentences], forward, backward, min_mer, min_cosine)
    mixed = [(trip.paraphrase, trip.pivot, "round-trip", "train") for trip in found]
    mixed += [(row["en"], row["de"], "tatoeba", "train") for row in rng.sample(train, given)]
    mixed += [(r["en"], r["de"], "tatoeba", "valid") for r in rows if r["split"] == "valid"]
    output.mkdir(parents=True, exist_ok=True)
    for name in ("vocab-src.json", "vocab-tgt.json", "merges.txt"):
        (output / name).write_bytes((work / name).read_bytes())
    english, german, source, split = map(list, zip(*mixed, strict=True))
    tokenizer = fsmt_tokenizer(work, LANGS)
    sides = {
        "en": token_ids(tokenizer, english, "en"),
        "de": token_ids(fsmt_tokenizer(work, ("de", "en")), german, "de"),
    }
    save_ids(output / "corpus.npz", sides, source, split)


@app.command()
def train(
    work: Work,
    direction: Annotated[str, typer.Option(help="en-de or de-en.")],
    output: Annotated[Path, typer.Option(help="Folder for the model.")],
    init: Annotated[Path | None, typer.Option(help="Model folder to start from.")] = None,
    learning_rate: Annotated[
        float, typer.Option(help="Highest learning rate of the run.")
    ] = 1.5e-3,
    minutes: Annotated[float, typer.Option(help="CPU minutes.")] = 90.0,
    wall: Annotated[float, typer.Option(help="Maximum minutes.")] = 240.0,
    seed: Annotated[int, typer.Option(help="Seed for weights and batches.")] = 1,
) -> None:
    """Train one direction, from random weights or from those of `--init`, and save it."""
    keep_memory()
    import torch
    from torch import nn

    source, _, target = direction.partition("-")
    if {source, target} != set(LANGS):
        raise typer.BadParameter("must be en-de or de-en", param_hint="--direction")
    langs = (source, target)
    recipe = replace(Recipe(), learning_rate=learning_rate, seed=seed)
    torch.set_num_threads(1)
    torch.manual_seed(recipe.seed)
    corpus = Corpus.load(work / "corpus.npz", langs, recipe.max_tokens)
    symbols = len(json.loads((work / "vocab-src.json").read_text(encoding="utf-8")))
    model = new_model(langs, symbols, recipe)
    if init is not None:
        from pipeline.translation.checkpoint import load_model

        model.load_state_dict(load_model(str(init)).state_dict())
    decoder = model.model.decoder
    decoder.output_projection = nn.Identity()  # smoothed_loss projects; put back below
    optimise(model, corpus, recipe, Clock(minutes, wall))
    for part in (model.model.encoder, decoder):  # bfloat16 rounded the frozen positions
        positions = part.embed_positions
        positions.weight.copy_(positions.get_embedding(*positions.weight.shape, PAD))
    decoder.output_projection = nn.Linear(recipe.dim, symbols, bias=False)
    decoder.output_projection.weight = decoder.embed_tokens.weight
    save(model, output, work, langs)
    print({path.name: path.stat().st_size for path in sorted(output.iterdir())})


def keep_memory() -> None:
    """Restart with an allocator that keeps its memory, if glibc reads the environment.

    It returns large blocks to the kernel after every step; keeping them saves a third of the time.
    """
    if "MALLOC_MMAP_MAX_" not in os.environ:
        os.environ |= {
            "MALLOC_MMAP_MAX_": "0",
            "MALLOC_TRIM_THRESHOLD_": str(2**33),
            "MALLOC_TOP_PAD_": str(2**28),
        }
        os.execv(sys.executable, [sys.executable, *sys.argv])


if __name__ == "__main__":
    app()
