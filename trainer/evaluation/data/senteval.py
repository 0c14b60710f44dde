"""The data folder of SentEval (Conneau and Kiela, LREC 2018): scored pairs and labelled sentences.

Texts are used as in the files, split at spaces and joined again as SentEval does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path

from schemas.errors import UserError
from schemas.reading import as_file
from trainer.evaluation.data.pairs import Part

_YEARS = range(12, 17)


def senteval_root(folder: Path) -> Path | None:
    """The folder in `folder` that contains SentEval's `STS`; None if there is none.

    Raises:
        UserError: `folder` is missing, or a file.
    """
    if not folder.is_dir():
        what = "is a file" if folder.exists() else "does not exist"
        raise UserError(f"{folder} {what}. Give the folder of the data.")
    for root in (folder, folder / "downstream", folder / "data" / "downstream"):
        if (root / "STS").is_dir():
            return root
    return None


def read_senteval_sts(root: Path) -> dict[str, list[Part]]:
    """The subsets of each similarity task in a SentEval folder.

    Pairs of the yearly sets without a score, whose line of scores is empty, are left out.

    Args:
        root: from `senteval_root`.

    Raises:
        UserError: a file does not have SentEval's form.
    """
    groups: dict[str, list[Part]] = {}
    for year in _YEARS:
        for pairs in sorted((root / "STS" / f"STS{year}-en-test").glob("STS.input.*.txt")):
            groups.setdefault(f"STS{year}", []).append(_yearly(pairs))
    for split, name in (("test", "STSB"), ("dev", "STSB-dev"), ("train", "STSB-train")):
        file = root / "STS" / "STSBenchmark" / f"sts-{split}.csv"
        if file.is_file():
            groups[name] = [_columns(file, 5, 6, 4, header=False)]
    for split, name in (
        ("test_annotated", "SICK-R"),
        ("trial", "SICK-R-trial"),
        ("train", "SICK-R-train"),
    ):
        file = root / "SICK" / f"SICK_{split}.txt"
        if file.is_file():
            groups[name] = [_columns(file, 1, 2, 3, header=True)]
    if not groups:
        raise UserError(
            f"{root / 'STS'} holds none of SentEval's sets. Fetch them with SentEval's"
            " get_transfer_data.bash, or give a folder of Parquet files."
        )
    return groups


def read_lines(path: Path) -> list[str]:
    """Lines of a text file in UTF-8, or in Latin-1 if it is not UTF-8.

    Raises:
        UserError: the file does not exist.
    """
    try:
        data = as_file(path).read_bytes()
    except OSError as error:
        raise UserError(f"{path} cannot be read. Is the SentEval folder complete?") from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.rstrip("\n").split("\n")


def joined(text: str) -> str:
    """A text with single spaces between its words."""
    return " ".join(text.split())


def fields(path: Path, count: int, *, header: bool) -> Iterator[Sequence[str]]:
    """Tab-separated fields of each line.

    Args:
        count: minimum number of fields.
        header: whether the first line names the columns.

    Raises:
        UserError: a line has fewer; the message names it.
    """
    for number, line in enumerate(read_lines(path), start=1):
        if header and number == 1:
            continue
        parts = line.rstrip("\r").split("\t")
        if len(parts) < count:
            raise UserError(
                f"{path}, line {number}: {len(parts)} columns, {count} are needed. Fetch the file"
                " again."
            )
        yield parts


def _yearly(pairs: Path) -> Part:
    subset = pairs.name.removeprefix("STS.input.").removesuffix(".txt")
    gold = pairs.with_name(pairs.name.replace("STS.input.", "STS.gs."))
    rows, scores = list(fields(pairs, 2, header=False)), read_lines(gold)
    # The last scores may be empty lines, which were stripped on reading.
    scores += [""] * (len(rows) - len(scores))
    if len(rows) != len(scores):
        raise UserError(
            f"{gold} has {len(scores)} scores for the {len(rows)} pairs of {pairs}. Fetch both"
            " files again."
        )
    kept = [
        (joined(row[0]), joined(row[1]), _number(score, gold, line))
        for line, (row, score) in enumerate(zip(rows, scores, strict=True), start=1)
        if score.strip()
    ]
    return Part(pairs, subset, [k[0] for k in kept], [k[1] for k in kept], [k[2] for k in kept])


def _columns(path: Path, first: int, second: int, score: int, *, header: bool) -> Part:
    rows = list(fields(path, max(first, second, score) + 1, header=header))
    start = 2 if header else 1
    return Part(
        path,
        "",
        [joined(row[first]) for row in rows],
        [joined(row[second]) for row in rows],
        [_number(row[score], path, line) for line, row in enumerate(rows, start=start)],
    )


def _number(text: str, path: Path, line: int) -> float:
    try:
        score = float(text)
    except ValueError as error:
        raise UserError(f"{path}, line {line}: the score {text!r} is not a number.") from error
    if not isfinite(score):
        raise UserError(f"{path}, line {line}: the score is {text.strip()}, not a number.")
    return score
