"""Reads triples: checks the schema and streams them in a seeded random order.

Memory does not grow with the table: row groups are read in an order drawn from (seed, epoch) and
pass through a buffer of limited size.
"""

from __future__ import annotations

import hashlib
import heapq
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from schemas.errors import UserError
from schemas.locations import Location
from schemas.progress import counted, series
from schemas.tables import STATUSES
from trainer.data.columns import ROWS_AT_ONCE, values_of
from trainer.data.manifest import open_parquet, option_of
from trainer.data.places import open_place

TEXTS = ["id", "anchor", "paraphrase", "negation", "mer", "kind", "status", "variant"]
Triples: TypeAlias = "Location | Sequence[Location]"
"""Folders or files of triples, see `TripleTable`."""
Key: TypeAlias = tuple[int, int, int]
"""Number of the table, id and variant of a row."""
Variants = Literal["paper", "all"]
"""One triple per sentence, as in the paper, or all triples of the table."""


class Triple(NamedTuple):
    """A row of the table; missing texts are None, and so is the kind without a negation.

    Attributes:
        table: number of the table among those that are read together; (`id`, `variant`) is unique
            in one table.
    """

    id: int
    anchor: str
    paraphrase: str | None
    negation: str | None
    mer: float | None
    kind: str | None = None
    variant: int = 0
    table: int = 0

    @property
    def key(self) -> Key:
        """What identifies the row."""
        return self.table, self.id, self.variant

    @property
    def complete(self) -> bool:
        """Whether it has a paraphrase and a negation."""
        return self.paraphrase is not None and self.negation is not None

    @property
    def texts(self) -> list[str]:
        """The texts that are not missing."""
        return [t for t in (self.anchor, self.paraphrase, self.negation) if t is not None]


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of rows by their use.

    Attributes:
        rows: all that are read.
        complete: rows with paraphrase and negation.
        heldout: complete rows that are never trained on.
        training: rows that a recipe trains on.
        unread: complete rows of further variants, where only variant 0 is read.
    """

    rows: int
    complete: int
    heldout: int
    training: int
    unread: int = 0

    @property
    def hint(self) -> str:
        """How to read the complete rows that are not read; empty if there are none."""
        if not self.unread:
            return ""
        return (
            "The recipe reads one triple per sentence: `--set variants=all` also reads"
            f" {counted(self.unread, 'further complete triple')}."
        )


class TripleTable:
    """The triples of one or several folders and files.

    Args:
        paths: artifacts folders, folders of triples, Parquet files, or `written` for the bundled
            triples; from an object store row groups are fetched as they are read.
        variants: `paper` for one row per sentence, variant 0; `all` for its other variants too.
            Either all rows of a sentence are held out, or none.

    Raises:
        UserError: there are none, a file has another schema, the files do not match their
            folder's manifest, or a file would be read twice.
    """

    def __init__(self, paths: Triples, variants: Variants = "paper") -> None:
        self.variants = variants
        listed = paths if isinstance(paths, Sequence) else [paths]
        self.places = [open_place(path) for path in listed]
        self._table_of = {f: n for n, place in enumerate(self.places) for f in place.files}
        _refuse_twice([file for place in self.places for file in place.files])
        self._left_out: frozenset[Key] = frozenset()

    @property
    def files(self) -> list[Location]:
        """The files of all tables."""
        return list(self._table_of)

    @property
    def name(self) -> str:
        """What the user named, for messages."""
        return series([place.name for place in self.places])

    @property
    def at(self) -> str:
        """The option that names the artifacts folder in commands of `pipeline`, for advice."""
        own = [place.option for place in self.places if not place.bundled]
        return own[0] if own else ""

    def fingerprint(self) -> str:
        """SHA-256 of the SHA-256 of every file, in order; equal for equal tables.

        Raises:
            UserError: a file's SHA-256 differs from its manifest.
        """
        digests = [digest for place in self.places for digest in place.digests()]
        return hashlib.sha256("".join(digests).encode()).hexdigest()

    @property
    def bundled(self) -> bool:
        """Whether it has the bundled triples alone."""
        return all(place.bundled for place in self.places)

    def outdated(self) -> str:
        """A warning that the tables which it was made from have changed since; "" if not.

        Single files, and files without a manifest, give none.
        """
        return " ".join(filter(None, (place.outdated() for place in self.places)))

    def count(self, heldout: float, rows: str = "all") -> Counts:
        """Count rows without reading texts.

        Args:
            heldout: share of complete rows held out.
            rows: which rows are trained on, `all` or `complete`.

        Raises:
            UserError: a status is unknown to the schema.
        """
        total = complete = held = training = unread = 0
        for file in self.files:
            for key, number, status in values_of(file, ["id", "variant", "status"]):
                if status not in STATUSES:
                    raise UserError(
                        f"{file} has the status {status!r}; known are {', '.join(STATUSES)}."
                    )
                whole = status == "complete"
                if self.variants == "paper" and number:
                    unread += whole
                    continue
                out = self._keeps_out(key, whole, heldout)
                total += 1
                complete += whole
                held += whole and out
                training += not out and (whole or rows == "all")
        return Counts(total, complete, held, training, unread)

    def tally(self, column: str, *, complete: bool = False) -> Counter[str]:
        """How many of its rows have each value of a column.

        Args:
            complete: count only complete rows, without those that are left out.
        """
        return Counter(
            value
            for file in self.files
            for value, *key, status in values_of(file, [column, "id", "variant", "status"])
            if value and (self.variants == "all" or not key[1])
            if not complete
            or (status == "complete" and (self._table_of[file], *key) not in self._left_out)
        )

    def origin(self) -> dict[str, Any]:
        """How its complete rows were made, for the record of a run."""
        return {
            "kinds": dict(self.tally("kind", complete=True)),
            "pivots": dict(self.tally("pivot_lang", complete=True)),
            "rephrased": self.tally("paraphrase_rule", complete=True).total(),
            "translated_by": sorted({m for place in self.places for m in place.translated_by()}),
        }

    def heldout(self, share: float, limit: int | None = None) -> list[Triple]:
        """Complete rows that are never trained on, in the order of their hashes.

        Args:
            share: of the complete rows, as in `is_heldout`; 1 gives every complete row.
            limit: most rows to return, those with the smallest hashes; independent of the table's
                order.
        """
        held = (
            row
            for file in self.files
            for row in self._rows(file)
            if row.complete and is_heldout(row.id, share)
        )
        if limit is not None:
            return heapq.nsmallest(limit, held, key=lambda row: _hash(row.id))
        return sorted(held, key=lambda row: _hash(row.id))

    def spread_anchors(self, count: int) -> list[str]:
        """At most `count` different anchors, far apart among the table's first rows."""
        seen: dict[str, None] = {}
        rows = values_of(self.files[0], ["anchor"])
        while len(seen) < ROWS_AT_ONCE and (chunk := list(islice(rows, ROWS_AT_ONCE))):
            seen |= dict.fromkeys(anchor for (anchor,) in chunk)
        anchors = list(seen)
        return anchors[:: max(1, len(anchors) // count)][:count]

    def batches(
        self, size: int, *, seed: int, epoch: int, buffer: int, heldout: float, rows: str
    ) -> Iterator[list[Triple]]:
        """Rows of one epoch from `training`, `size` at a time; the last batch may be smaller."""
        stream = self.training(seed=seed, epoch=epoch, buffer=buffer, heldout=heldout, rows=rows)
        while batch := list(islice(stream, size)):
            yield batch

    def training(
        self, *, seed: int, epoch: int, buffer: int, heldout: float, rows: str
    ) -> Iterator[Triple]:
        """Rows of one epoch in an order that depends only on (seed, epoch).

        Args:
            epoch: counted from 0.
            buffer: rows held in memory to shuffle.
            heldout: share of complete rows left out.
            rows: `all` or `complete`.
        """
        draw = random.Random(f"{seed}/{epoch}")
        groups: list[tuple[Location, int]] = []
        for file in self.files:
            with open_parquet(file) as source:
                groups += [(file, group) for group in range(source.num_row_groups)]
        draw.shuffle(groups)
        stream = (row for file, group in groups for row in self._rows(file, group))
        wanted = self._trained(stream, heldout, rows)
        yield from _shuffled(wanted, buffer, draw)

    def in_order(self, *, heldout: float, rows: str) -> Iterator[Triple]:
        """The rows of `training`, in the order of the table."""
        stream = (row for file in self.files for row in self._rows(file))
        return self._trained(stream, heldout, rows)

    def leave_out(self, keys: Iterable[Key]) -> None:
        """Do not train on the rows with these keys."""
        self._left_out |= frozenset(keys)

    def _rows(self, file: Location, group: int | None = None) -> Iterator[Triple]:
        """Rows of a file, or of one of its row groups."""
        table = self._table_of[file]
        for *texts, status, variant in values_of(file, TEXTS, group):
            row = Triple._make([*texts, variant, table])
            if row.anchor is None or row.complete != (status == "complete"):
                raise UserError(
                    f"{file}: the row with id {row.id} has the status {status!r}, which its"
                    " texts contradict. Make the table again with"
                    f" `pipeline run filter{option_of(file)} --overwrite`."
                )
            if self.variants == "all" or not variant:
                yield row

    def _trained(self, stream: Iterable[Triple], heldout: float, rows: str) -> Iterator[Triple]:
        """The rows among these that are trained on."""
        return (
            row
            for row in stream
            if (row.complete or rows == "all")
            and not self._keeps_out(row.id, row.complete, heldout)
            and row.key not in self._left_out
        )

    def _keeps_out(self, identity: int, complete: bool, share: float) -> bool:
        """Whether a row is never trained on. With all variants a sentence is held out as a whole,
        even if its first row lacks what another has."""
        return (complete or self.variants == "all") and is_heldout(identity, share)


def _refuse_twice(files: Sequence[Location]) -> None:
    """Refuse a file that two names stand for, since its rows would count double."""
    seen: set[Location] = set()
    for file in files:
        same = file.resolve() if isinstance(file, Path) else file
        if same in seen:
            raise UserError(f"{file} would be read twice: name each table of triples once.")
        seen.add(same)


def is_heldout(identity: int, share: float) -> bool:
    """Whether a row is in the held-out share; depends on its id alone.

    It depends neither on the table nor on the row's position, and a larger share includes every row
    of a smaller one.
    """
    return _hash(identity) < share * 2**64


def _hash(identity: int) -> int:
    """Fibonacci hashing to 64 bits: spreads consecutive ids over the whole range."""
    return identity * 0x9E3779B97F4A7C15 % 2**64


def _shuffled(rows: Iterable[Triple], size: int, draw: random.Random) -> Iterator[Triple]:
    """Rows in a random order, at most `size` of them in memory."""
    pool: list[Triple] = []
    for row in rows:
        if len(pool) < size:
            pool.append(row)
            continue
        place = draw.randrange(size)
        yield pool[place]
        pool[place] = row
    draw.shuffle(pool)
    yield from pool
