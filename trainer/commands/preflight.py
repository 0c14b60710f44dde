"""Checks that report all problems of a command at once, before anything heavy is loaded."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from schemas.advice import quoted
from schemas.errors import UserError
from schemas.progress import announce, series

if TYPE_CHECKING:
    from trainer.data.triples import Triples, TripleTable

T = TypeVar("T")


class Preflight:
    """Runs checks one after another, then raises all problems as one error."""

    def __init__(self) -> None:
        self._problems: list[str] = []

    def run(self, check: Callable[[], T]) -> T | None:
        """The result of a check; None if it raises a `UserError`, whose message is kept."""
        try:
            return check()
        except UserError as error:
            self._problems.append(str(error))
            return None

    def stop(self) -> None:
        """Raise the problems so far, if there are any: further checks would say nothing useful.

        Raises:
            UserError: with the problems of all checks.
        """
        if self._problems:
            raise UserError("\n".join(self._problems))

    def passed(self, result: T | None) -> T:
        """The result of a check that ran without a problem.

        Raises:
            UserError: with the problems of all checks, if there are any.
        """
        if self._problems or result is None:
            raise UserError("\n".join(self._problems))
        return result


def announce_checks() -> None:
    """Say, in the leading process, that the checks begin; importing torch takes a while."""
    if os.environ.get("RANK", "0") == "0":
        announce("Checking the recipe and the triples")


def check_output(output: Path, *, named: bool, resume: bool, seeds: int | None = None) -> None:
    """Refuse a folder in which a run cannot start, or be resumed.

    Args:
        named: whether the user gave it; otherwise it is named after the recipe.
        seeds: number of seeds; None for a single run.

    Raises:
        UserError: it is not empty, or missing although a run in it should be resumed, or several
            processes would each choose a name.
    """
    from trainer.encoders.several import runs_within
    from trainer.runs.folder import RunFolder, check_free

    if resume and seeds is None and (runs := runs_within(output)):
        raise UserError(
            f"{output} holds several runs: resume one, as with --output {quoted(runs[0])}, or give"
            " --seeds again."
        )
    if resume and not (output if seeds else RunFolder(output).record).exists():
        raise UserError(f"{output} has no run to resume; start one without --resume.")
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        # The first process may already have created the folder, and checks it when it does.
        if not named:
            raise UserError("Several processes need the same folder: give --output.")
    elif not resume:
        check_free(RunFolder(output))


def check_alone() -> None:
    """Refuse several processes where a command starts its runs itself.

    Raises:
        UserError: `torchrun` started several.
    """
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        raise UserError("A sweep runs in one process: start `trainer sweep` without torchrun.")


def default_recipe(model: str | None, changes: Sequence[str] = ()) -> tuple[str, str]:
    """The recipe to use if none is named, and why, in a sentence.

    Args:
        model: name or folder of the model to train; None for the recipe's own.
        changes: values of the recipe that the user sets, as KEY=VALUE.

    Raises:
        UserError: there is no such model.
    """
    from trainer.recipes.files import RAW_RECIPE, SENTENCE_RECIPE

    if model is None:
        return RAW_RECIPE, f"Recipe {RAW_RECIPE}, since neither --model nor --recipe is given."
    from trainer.encoders.folder import stated_modules

    pooling = stated_modules(model).pooling
    if pooling is None:
        why = f"{model} states no pooling, so it is taken as a raw language model."
        return RAW_RECIPE, f"Recipe {RAW_RECIPE}: {why}"
    why = f"{model} states {pooling} pooling, so it was trained as a sentence encoder."
    from trainer.settings.recipe import STATED

    named = (*STATED, "prompt")
    changed = [f"--set {one}" for one in changes if one.partition("=")[0].strip() in named]
    kept = "What it states is kept"
    if changed:
        kept += f", apart from {series(changed)}"
    return SENTENCE_RECIPE, f"Recipe {SENTENCE_RECIPE}: {why} {kept}."


def check_data(triples: Triples, dev: Path | None) -> TripleTable:
    """Refuse tables that cannot be read; returns that of the triples.

    Raises:
        UserError: the triples or the pairs cannot be used; the message names every problem.
    """
    from trainer.data.triples import TripleTable
    from trainer.evaluation.data.sts_sets import read_pairs

    checks = Preflight()
    table = checks.run(lambda: TripleTable(triples))
    if dev is not None:
        checks.run(lambda: read_pairs(dev, "dev"))
    return checks.passed(table)
