"""Every problem of a command at once, before anything heavy loads."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from schemas.errors import UserError
from schemas.locations import Location

T = TypeVar("T")


class Preflight:
    """Runs checks one after another and raises what they found together."""

    def __init__(self) -> None:
        self._problems: list[str] = []

    def run(self, check: Callable[[], T]) -> T | None:
        """The result of a check; None, with its problem kept, where it raises a `UserError`."""
        try:
            return check()
        except UserError as error:
            self._problems.append(str(error))
            return None

    def passed(self, result: T | None) -> T:
        """The result of a check that was run.

        Raises:
            UserError: with every problem of every check, where there is one.
        """
        if self._problems or result is None:
            raise UserError("\n".join(self._problems))
        return result


def check_output(output: Path, *, named: bool, resume: bool) -> None:
    """Refuse a folder that a run cannot begin in.

    Args:
        output: the run's folder.
        named: whether it was given, and not made up from the recipe's name.
        resume: whether the run is to go on.

    Raises:
        UserError: where it holds something, or several processes would each make one up.
    """
    from trainer.runs.folder import RunFolder, check_free

    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        # The leading process may have begun the folder; it checks it as it does.
        if not named:
            raise UserError("Several processes must agree on their folder; give --output.")
    elif not resume:
        check_free(RunFolder(output))


def check_data(triples: Location, dev: Path | None) -> None:
    """Refuse tables that cannot be read.

    Raises:
        UserError: naming what is wrong with the triples and with the pairs.
    """
    from trainer.data.triples import TripleTable
    from trainer.evaluation.data.sts_sets import read_pairs

    checks = Preflight()
    table = checks.run(lambda: TripleTable(triples))
    if dev is not None:
        checks.run(lambda: read_pairs(dev, "dev"))
    checks.passed(table)
