"""Builds a run from the recipe and the data, in its own folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch

from schemas.errors import UserError
from schemas.progress import counted, track
from schemas.tables import FEW_TRIPLES
from trainer.data.cuts import find_cuts
from trainer.data.triples import Counts, Triples, TripleTable
from trainer.encoders.backbone import recompute_activations
from trainer.encoders.layers import rear_blocks
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.data.sts_sets import read_pairs
from trainer.objective.objective import Objective
from trainer.objective.terms.margin import Margin
from trainer.objective.terms.recall import RecallTerm
from trainer.objective.terms.table import weighted
from trainer.runs.folder import RunFolder, describe, open_run
from trainer.runs.metrics import MetricsLog
from trainer.runs.tracking import TrackerName, open_trackers
from trainer.runtime.devices import choose_device, own_device
from trainer.runtime.processes import Processes, join_processes
from trainer.settings.recipe import Recipe
from trainer.training.checkpoint import Progressed, load_checkpoint
from trainer.training.optimization import build_adamw
from trainer.training.selection import Selection
from trainer.training.start import Start, load_start
from trainer.training.validation import Validator, build_validator

_UNRELATED = 256
"""Number of unrelated sentences that show whether training makes all vectors alike."""
MORE = (
    "`pipeline inspect{at}` shows where paraphrases are lost; `pipeline run backtranslate{at}"
    " --overwrite` with other --models and `pipeline run filter{at} --overwrite` make more."
)
"""What to do about too few triples; `at` is the option that names their folder."""
_FEWEST = 10
"""Fewer rows than this say nothing about the text."""
BALANCED = "left_out"
"""Rule of a row whose negation was left out for balance."""


@dataclass(slots=True)
class Run:
    """A run during training.

    Attributes:
        recipe: the settings.
        folder: its files.
        record: its inputs.
        table: the triples.
        counts: numbers of its rows.
        objective: encoder, head and terms, on their device.
        recall: the pull back to the initial weights.
        optimizer: for all weights.
        metrics: receives the metrics.
        selection: decides which weights are saved.
        done: the progress.
        start: the initial encoder, whose weights are trained.
        unrelated: sentences that have nothing to do with each other.
        sts: scored pairs to check what was lost; None if there are none.
    """

    recipe: Recipe
    folder: RunFolder
    record: dict[str, Any]
    table: TripleTable
    counts: Counts
    objective: Objective
    recall: RecallTerm
    optimizer: torch.optim.Optimizer
    metrics: MetricsLog
    selection: Selection
    done: Progressed
    start: Start
    unrelated: list[str]
    sts: Pairs | None

    @property
    def steps_per_epoch(self) -> int:
        """Steps of one pass over the rows; the last may be smaller."""
        return -(-self.counts.training // self.recipe.batch_size)

    @property
    def total_steps(self) -> int:
        """Steps of the whole run."""
        return self.steps_per_epoch * self.recipe.epochs

    def due(self, every: int, *, after: int = 0) -> bool:
        """Whether something that is done every so many steps, and after the last, is due.

        Args:
            after: number of further steps to look ahead.
        """
        step = self.done.step + after
        return step % every == 0 or step == self.total_steps


@contextmanager
def set_up(
    recipe: Recipe,
    triples: Triples,
    output: Path,
    *,
    dev: Path | None,
    sts: Path | None,
    device: str,
    resume: bool,
    trackers: Sequence[TrackerName],
) -> Iterator[Run]:
    """Set up a run for its next step; its folder is locked meanwhile. Arguments as in `fit`."""
    table, counts = _open_triples(recipe, triples)
    processes = join_processes(place := own_device(choose_device(device)))
    validator = build_validator(recipe, table, dev)
    _check_mix(recipe, validator)
    pairs = read_pairs(sts, "STSB-dev") if sts is not None else None
    start = _seeded_start(recipe)
    objective = Objective(start.encoder, recipe, processes)
    counts, notes = _cut(recipe, table, counts, objective)
    few = _warnings_of_few(recipe, table, counts, validator)
    start = replace(start, notes=[*start.notes, *notes, *few])
    record = table.origin() | describe(
        recipe.model,
        start.encoder,
        triples=[place.name for place in table.places],
        fingerprint=table.fingerprint(),
        counts=asdict(counts),
        dev=dev,
        device=str(place),
        processes=processes.size,
    )
    objective.to(place).train()
    folder = RunFolder(output)
    with open_run(folder, recipe, record, resume=resume, leads=processes.leads):
        _part(processes, recipe.seed)
        # The present weights are the initial ones, so this precedes loading a checkpoint.
        recall = RecallTerm(start.encoder.parameters(), recipe.recall_gamma, recipe.recall_form)
        optimizer = build_adamw(objective.clipped(), recipe, objective.sources.trained())
        done = _load_progress(folder, objective, optimizer)
        since = done.step or None
        told = open_trackers(trackers if processes.leads else (), folder.path, recipe, since)
        metrics = MetricsLog(folder.metrics if processes.leads else None, since, told)
        selection = Selection(start.encoder, validator, recipe, folder, metrics, processes)
        yield Run(
            recipe,
            folder,
            record,
            table,
            counts,
            objective,
            recall,
            optimizer,
            metrics,
            selection,
            done,
            start,
            table.spread_anchors(_UNRELATED),
            pairs,
        )


def _part(processes: Processes, seed: int) -> None:
    """Wait for all processes, then seed each differently: equal weights, but different dropout."""
    processes.wait()
    if not processes.leads:
        torch.manual_seed(seed + processes.rank)


def check_triples(recipe: Recipe, triples: Triples, dev: Path | None) -> None:
    """Check, before a model is loaded, that a recipe can be trained on triples.

    Raises:
        UserError: there are too few rows, or they lack what the recipe asks for.
    """
    table, _ = _open_triples(recipe, triples)
    _check_mix(recipe, build_validator(recipe, table, dev))


def check_model(recipe: Recipe) -> None:
    """Check that a recipe's model has what the recipe asks for, such as layers to train.

    Raises:
        UserError: it lacks some of it, or a model that the recipe names cannot be loaded.
    """
    Objective(load_start(recipe).encoder, recipe)


def _open_triples(recipe: Recipe, triples: Triples) -> tuple[TripleTable, Counts]:
    """The triples and their numbers, checked against what the recipe trains."""
    table = TripleTable(triples, recipe.variants)
    counts = table.count(recipe.heldout, recipe.rows)
    _check_counts(recipe, table, counts)
    _check_kinds(recipe, table, counts)
    return table, counts


def _cut(
    recipe: Recipe, table: TripleTable, counts: Counts, objective: Objective
) -> tuple[Counts, list[str]]:
    """Leave out the rows whose difference the encoder cuts off.

    Returns:
        What is left, and sentences about what is cut.

    Raises:
        UserError: what is left is too little.
    """
    batcher, terminal = objective.batcher, objective.processes.terminal
    with track("lengths", counts.training, "rows", stream=terminal) as progress:
        cuts = find_cuts(table, recipe, batcher, progress.advance)
    notes = cuts.told(recipe, batcher.longest)
    table.leave_out(cuts.alike)
    gone = len(cuts.alike)
    left = replace(
        counts,
        rows=counts.rows - gone,
        complete=counts.complete - cuts.complete,
        training=counts.training - gone,
    )
    _check_counts(recipe, table, left, " ".join(notes))
    return left, notes


def _load_progress(
    folder: RunFolder, objective: Objective, optimizer: torch.optim.Optimizer
) -> Progressed:
    """The progress of the checkpoint, whose state is loaded; the beginning if there is none."""
    if not folder.checkpoint.exists():
        return Progressed()
    return load_checkpoint(folder.checkpoint, objective, optimizer)


def _check_counts(recipe: Recipe, table: TripleTable, counts: Counts, why: str = "") -> None:
    """Check that there are enough triples for what the recipe trains.

    Args:
        why: why there are no more, if that is known.
    """
    if counts.training < 2:
        raise UserError(
            f"{table.name}: {counted(counts.training, 'row')} to train on ({counts.rows} in all,"
            f" {counts.complete} complete, {counts.heldout} held out); at least 2 are needed."
            f" {why or _more(table)}"
        )
    # A margin to the anchor's own positive needs a contradiction, but no paraphrase.
    alone = recipe.of(Margin).margin_positive == "positive" and table.tally("kind")
    if "margin" in weighted(recipe) and not alone and counts.complete <= counts.heldout:
        more = why or counts.hint or _more(table)
        raise UserError(
            f"{table.name}: the recipe trains a margin between paraphrase and contradiction, but no"
            f" row with both is left to train on ({counted(counts.rows, 'row')}, {counts.complete}"
            f" complete, {counts.heldout} held out). {more} `--set margin_weight=0` trains without"
            " the margin."
        )


def _more(table: TripleTable) -> str:
    """Why there are so few triples, or what to do about it."""
    if table.bundled:
        return "Hold out fewer of them, or add a table of your own with a further --triples."
    if foreign := _without_contradictions(table):
        return foreign
    at = table.at
    if table.tally("status").total() < FEW_TRIPLES:
        return (
            f"`pipeline inspect{at}` shows where sentences are lost; `pipeline run"
            " all --input FILE demo --artifacts DIR` makes triples of more, with 957 bundled ones;"
            " `--triples written` adds bundled triples of 6,276 sentences."
        )
    return MORE.format(at=at)


def _without_contradictions(table: TripleTable) -> str:
    """That most sentences were not negated, as in another language; empty if they were."""
    statuses = table.tally("status")
    lacking = statuses["no_negation"] + statuses["anchor_only"] - table.tally("rule")[BALANCED]
    if statuses.total() < _FEWEST or 2 * lacking <= statuses.total():
        return ""
    return (
        f"{lacking:,} of {counted(statuses.total(), 'row')} have no contradiction: the text is"
        " probably not made of whole English sentences, which the rules need. Make triples of"
        " other text."
    )


def _warnings_of_few(
    recipe: Recipe,
    table: TripleTable,
    counts: Counts,
    validator: Validator | None,
) -> list[str]:
    """Sentences that warn of few rows to train on, and of a run that nothing validates."""
    told, at = [], table.at
    if counts.training < FEW_TRIPLES:
        more = (
            counts.hint
            or _without_contradictions(table)
            or f"`pipeline inspect{at}` shows where sentences are lost, and"
            " `pipeline run all --input FILE --artifacts DIR` makes triples of more sentences."
        )
        told.append(
            f"WARNING: only {counted(counts.training, 'row')} are left to train on, which is too"
            f" few to learn much. {more}"
        )
    if validator is None:
        share = f", or hold some out with `--set heldout={0.2 if recipe.heldout < 0.2 else 0.5}`"
        told.append(
            "WARNING: no triple is held out, so nothing shows whether training helps: give --dev"
            f"{share if counts.complete else ''}."
        )
    return told


def _seeded_start(recipe: Recipe) -> Start:
    torch.manual_seed(recipe.seed)
    start = load_start(recipe)
    if recipe.gradient_checkpointing:
        recompute_activations(start.encoder.backbone)
    if recipe.final_mix_rear < 1:
        rear_blocks(start.encoder)  # refused now, not after training
    return start


def _check_mix(recipe: Recipe, validator: Validator | None) -> None:
    if recipe.final_mix_steps and validator is None:
        raise UserError(
            "final_mix_steps chooses a share by validation, but there is nothing to validate on."
            " Give --dev, hold out triples, or set final_mix to a share."
        )


def _check_kinds(recipe: Recipe, table: TripleTable, counts: Counts) -> None:
    """Refuse bounds for a kind of contradiction that the triples do not have."""
    bounds = set(recipe.of(Margin).margin_kinds)
    kinds = table.tally("kind") if bounds else {}
    if absent := sorted(bounds - kinds.keys()):
        more = f" {counts.hint}" if counts.hint else ""
        raise UserError(
            f"margin_kinds has bounds for {', '.join(absent)}, but the triples have no such"
            f" contradictions; their kinds are {', '.join(sorted(kinds)) or 'none'}.{more}"
        )
