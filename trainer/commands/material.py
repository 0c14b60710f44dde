"""Loads what the commands measure on: tasks, held-out triples and families of sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.errors import UserError
from schemas.locations import Location
from schemas.messages import tell
from schemas.progress import counted
from trainer.commands.heldout import heldout_share, run_of
from trainer.commands.options import separated

if TYPE_CHECKING:
    from trainer.data.triples import Triple, Variants
    from trainer.evaluation.data.families import Family
    from trainer.evaluation.data.pairs import Pairs


def scored_pairs(
    data: str, tasks: Sequence[str] | None, *, everything: bool = False
) -> list[Pairs]:
    """The tasks that `--data` and `--tasks` name.

    Args:
        data: a folder, or `hub`.
        tasks: names, several of which may share a string, separated by commas; by default the
            standard tasks, or all tasks if none of those is there.
        everything: use every task of the folder if no names are given.
    """
    from trainer.evaluation.data.sts_sets import read_folder, read_hub

    wanted = separated(tasks)
    if data == "hub":
        return read_hub(wanted)
    return read_folder(Path(data), wanted, everything=everything)


def heldout_triples(
    triples: Location | None, models: Sequence[str], share: float | None, limit: int
) -> list[Triple]:
    """Complete triples of every kind that no model was trained on; none without a table.

    Args:
        models: names and folders; runs record what share they held out.
        share: the share to use instead; 1 for all complete triples.
        limit: maximum number of rows; a larger table is sampled.

    Raises:
        UserError: no triples are held out, the share includes triples that a run was trained on,
            the runs held out different shares, or a shard differs from its manifest.
    """
    from trainer.data.triples import TripleTable

    if triples is None:
        return []
    table = TripleTable(triples, "all")
    table.fingerprint()  # refuses a damaged shard, which may be read as one without rows
    used = heldout_share(models, share, table)
    rows = table.heldout(used, limit)
    if not rows and used == 1:
        raise UserError(f"{triples} holds no complete triples to measure on.")
    if not rows:
        # A run may have been trained on what a larger share adds.
        other = "" if any(run_of(Path(model)) for model in models) else " or a larger share"
        raise UserError(
            f"None of the complete triples in {triples} is held out with --heldout {used:g}. Give a"
            f" larger table{other}."
        )
    return rows


def families_of(
    path: Path | None,
    triples: Location | None,
    masked_lm: str | None,
    rate: float,
    seed: int,
    limit: int,
    *,
    column: str | None = None,
    variants: Variants = "paper",
) -> list[Family]:
    """The bundled families of sentences, or those made from a file or from triples.

    Args:
        path: a text file with one sentence per line, a table with a column of them, or JSONL of
            families, which the field `sentence` tells from a table.
        triples: a table to read instead of the file.
        masked_lm: model that inserts and substitutes words; None leaves out these edits.
        rate: share of the words that it edits.
        seed: random seed for the positions of the edits.
        limit: maximum number of triples; a larger table is sampled.
        column: column of the sentences in a table; if given, JSONL is read as such a table.
        variants: which triples to use: `paper` for the first of each sentence, or `all`.

    Raises:
        UserError: both a file and triples are given, or there is no sentence.
    """
    from trainer.evaluation.data.families import (
        bundled_families,
        from_triples,
        read_families,
        read_sentences,
    )
    from trainer.evaluation.diagnosis.edits import add_edits
    from trainer.evaluation.diagnosis.masked_lm import MaskedLanguageModel

    if path is not None and triples is not None:
        raise UserError("Give --input or --triples, not both.")
    if triples is not None:
        families = from_triples(_complete(triples, variants, limit))
        if not families:
            raise UserError(f"{triples} holds no complete triples to transform.")
    elif path is not None:
        of_families = path.suffix.lower() == ".jsonl" and column is None
        families = read_families(path) if of_families else read_sentences(path, column)
    elif masked_lm is not None:
        raise UserError("--masked-lm edits the sentences of --input or --triples; give one.")
    else:
        return bundled_families()
    model = MaskedLanguageModel(masked_lm) if masked_lm is not None else None
    return add_edits(families, model, rate=rate, seed=seed)


def _complete(triples: Location, variants: Variants, limit: int) -> list[Triple]:
    """Complete triples of a table; says on standard error how many of them are left out."""
    from trainer.data.triples import TripleTable

    table = TripleTable(triples, variants)
    table.fingerprint()  # as above
    if left := table.count(0).unread:
        tell(
            f"Only the first triple of each sentence is used, as in the paper; --variants all also"
            f" uses {counted(left, 'further complete triple')}."
        )
    return table.heldout(1.0, limit)
