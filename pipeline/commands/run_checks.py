"""What `pipeline run all` refuses before its work, though only a later stage would fail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemas.errors import UserError
from schemas.messages import tell

if TYPE_CHECKING:
    from pipeline.storage.artifacts import ArtifactsFolder
    from schemas.manifest import Manifest


def check_judges(options: dict[str, Any]) -> None:
    """Check that backtranslate will compute the scores that filter needs.

    Raises:
        UserError: a judge is missing, or judges too few candidates.
    """
    from pipeline.acceptance.measures.window import parse_window
    from pipeline.stages.join import JUDGED, covers
    from pipeline.translation.judges import parse_judges

    judges = parse_judges(options["judges"])
    needed = {name: judge for name, judge in JUDGED.items() if options[name] is not None}
    for name, judge in needed.items():
        if judge not in judges:
            raise UserError(f"--{name.replace('_', '-')} needs --judges {judge}.")
    window = options["judge_window"]
    if not needed or window is None:
        return
    low = 0.0 if options["near_copies"] else options["min_mer"]
    high = max(options["max_mer"], options["max_mer_sure"] or 0)
    if not covers(parse_window("--judge-window", window), low, high, options["mer"]):
        raise UserError(
            f"--judge-window {window} (moses) leaves out candidates that filter may accept:"
            f" --min-mer {options['min_mer']:g}, up to {high:g}, --mer {options['mer']},"
            f" --near-copies {options['near_copies']}. Widen the window, or leave it out."
        )


def check_rephrasings(folder: ArtifactsFolder, *, overwrite: bool) -> Manifest | None:
    """Say that filter will use the paraphrases by rule of an earlier run, or refuse them.

    Args:
        overwrite: whether the tables that they may be made from are made again.

    Returns:
        The manifest of that table; None if there is none.

    Raises:
        UserError: the table is not finished, or rests on translations that are made again.
    """
    if folder.manifest("rephrasings") is None:
        return None
    found = folder.require("rephrasings")
    if overwrite and "backtranslations" in found.input:
        raise UserError(
            f"{folder.root / 'rephrasings'} was composed from the translations that --overwrite"
            f" makes again: {_remedy(folder)}."
        )
    tell(
        f"{folder.root / 'rephrasings'} has paraphrases by rule of an earlier run, which filter"
        " will use, too. To make triples without them, remove that folder first."
    )
    return found


def check_still_fits(folder: ArtifactsFolder, rephrasings: Manifest, sentences: Manifest) -> None:
    """Check that paraphrases by rule of an earlier run were made from the present sentences.

    Raises:
        UserError: they were not.
    """
    if rephrasings.input.get("sentences") != sentences.fingerprint():
        raise UserError(
            f"{folder.root / 'rephrasings'} was made from other sentences than"
            f" {folder.root / 'sentences'} now holds: {_remedy(folder)}."
        )


def _remedy(folder: ArtifactsFolder) -> str:
    return (
        f"remove the folder {folder.root / 'rephrasings'} to make triples without paraphrases by"
        " rule, or add --rephrase or --compose to make these again"
    )
