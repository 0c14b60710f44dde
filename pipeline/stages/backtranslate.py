"""Stage 3: makes candidate paraphrases from `sentences` by round-trip translation.

Every sentence is translated into each pivot language (or along a chain of them) and back; the n
best translations back are the candidates. A shard holds about a minute of work, since finished
shards are what a run resumes from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from pipeline.acceptance.measures.window import Window
from pipeline.execution.devices import OnShare, split_cpu
from pipeline.execution.executor import Executor
from pipeline.execution.local import HERE
from pipeline.inspection.listed import relisted
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import PACKAGES, package_versions
from pipeline.storage.reader import TableReader
from pipeline.storage.writer import StageWriter, planned_shards
from pipeline.translation.decoding import Precision
from pipeline.translation.direction import check_direction
from pipeline.translation.engine import Engine, Source
from pipeline.translation.engines.table import ENGINES, open_engine, prepare
from pipeline.translation.judges import Judge, judged, witnesses
from pipeline.translation.models import Pivot
from pipeline.translation.roundtrip import (
    TRIPS_AT_ONCE,
    RoundTrip,
    RoundTripConfig,
    Steps,
    Trip,
    interleaved,
)
from pipeline.translation.tokens import TokenizerPool
from schemas.errors import UserError
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.pivots import safe
from schemas.progress import Progress, track
from schemas.tables import BACKTRANSLATIONS, table_of

EXAMPLES = 3
TOKENIZERS = 6
"""Most tokenizer processes per device; more would not help."""
MANY_SENTENCES = 65_536
"""Number of sentences from which tokenizer processes beside the threads of a CPU should pay off:
starting them costs about 6 s and saves about 0.2 ms per sentence (estimated from a run of
24,000)."""
WORTH_A_PROCESS = 1024
"""Number of sentences from which a process of its own pays off; it takes seconds to start."""
PROCESS_MEMORY = 2**30
"""Bytes of memory that such a process may take."""


@dataclass(frozen=True, slots=True)
class BacktranslateConfig:
    """Settings of `pipeline run backtranslate`.

    Attributes:
        pivots: languages (or chains of them) and models, in the order of the run.
        shard_rows: sentences per shard.
        limit: translate only the first sentences, for a trial; by default all.
        judges: names of the judges whose figures to compute.
        judge_window: match error rates of the candidates that they judge; by default any.
    """

    pivots: tuple[Pivot, ...]
    round_trip: RoundTripConfig = field(default_factory=RoundTripConfig)
    engine: str = "auto"
    precision: Precision = "auto"
    shard_rows: int = 2048
    limit: int | None = None
    judges: tuple[Judge, ...] = ()
    judge_window: Window | None = None


Models = dict[str, dict[str, Source]]
"""Pivot -> leg, as `Pivot.models` names them -> model."""


class Task(NamedTuple):
    """One shard: its file, its pivot, and its rows of `sentences`.

    `rows` holds the sentences themselves if the process may run on another machine.
    """

    file: str
    pivot_lang: str
    start: int
    stop: int
    rows: pa.Table | None = None


class Made(NamedTuple):
    """One shard's rows, with counts and examples of sentences without candidates."""

    task: Task
    table: pa.Table
    counts: dict[str, int]
    examples: dict[str, list[str]]


def run_backtranslate(
    artifacts: Location | ArtifactsFolder,
    config: BacktranslateConfig,
    *,
    device: str = "auto",
    overwrite: bool = False,
    executor: Executor = HERE,
) -> Manifest:
    """Translate every sentence of `artifacts/sentences` there and back through each pivot.

    Args:
        artifacts: the folder, or the caller's view of it, whose manifests are not read again.
        device: see `pick_devices`; several devices share the shards.
        overwrite: replace a table made from another input, or with other models or settings.
        executor: where to run; the result does not depend on it.

    Returns:
        The finished stage's manifest; it counts candidates, and lost sentences by reason.

    Raises:
        UserError: there are no sentences yet, a model cannot be loaded, an existing table
            differs, or the two models are swapped.
        WorkFailed: the process of a device or a tokenizer dies; finished shards are kept.
    """
    others = _check_settings(config)
    devices = executor.devices(device)
    folder = ArtifactsFolder.of(artifacts)
    sentences = folder.table("sentences")
    total = sentences.rows if config.limit is None else min(config.limit, sentences.rows)
    models = _prepared(config, devices[0])
    every = [
        Task(f"{safe(pivot.lang)}/{file}", pivot.lang, *rows)
        for pivot in config.pivots
        for file, rows in planned_shards(total, config.shard_rows).items()
    ]
    tasks = {task.file: task for task in every}
    device = devices[0].partition(":")[0]
    wanted = _manifest(config, models, sentences, list(tasks), total, device)
    beside = executor.processes(devices, TOKENIZERS)
    with relisted(folder.root), folder.writer(wanted, overwrite=overwrite) as writer:
        missing = [tasks[file] for file in writer.manifest.missing()]
        left = sum(task.stop - task.start for task in missing)
        threads, tokenizers = 1, beside
        if devices[0].startswith("cpu"):
            useful = min(len(missing), left // WORTH_A_PROCESS)
            devices, threads = _split(devices, beside, useful, models)
            tokenizers = _tokenizers_beside(threads, left)
        job = _Job(folder.root, sentences.manifest, models, config, threads, tokenizers, others)
        with track("backtranslate", wanted.total, done=wanted.total - left) as progress:
            shares = _Shares(progress, tasks)
            results = executor.spread(
                job,
                devices,
                missing,
                shares.update,
                lambda task: task._replace(rows=sentences.read(task.start, task.stop)),
            )
            _write(writer, results if missing else (), shares)
    return wanted


def check_backtranslate(config: BacktranslateConfig, device: str, executor: Executor) -> None:
    """Refuse settings, models and devices with which the stage would end before its work.

    Raises:
        UserError: see `run_backtranslate`.
    """
    _check_settings(config)
    _prepared(config, executor.devices(device)[0])


def _check_settings(config: BacktranslateConfig) -> dict[str, str]:
    """Check the decoding and the judges; returns which pivot judges which (see `witnesses`)."""
    if problems := config.round_trip.problems():
        raise UserError(" ".join(problems))
    return witnesses(config.pivots, config.judges)


def _write(writer: StageWriter, results: Iterable[Made], shares: _Shares) -> None:
    """Write shards as they come; the first of each pivot shows whether its models are swapped."""
    checked: set[str] = set()
    for task, table, counts, examples in results:
        if task.pivot_lang not in checked:
            checked.add(task.pivot_lang)
            check_direction(task.pivot_lang, table["paraphrase"].to_pylist())
        writer.write(task.file, (task.start, task.stop), table, counts, examples)
        shares.update(task.file, 1.0)


def _prepared(config: BacktranslateConfig, device: str) -> Models:
    """The models of each pivot, with a precision that their engines have on the device.

    A model that several legs use is inspected once.
    """
    names = dict.fromkeys(name for pivot in config.pivots for name in pivot.models.values())
    trip = config.round_trip
    sources = {
        name: prepare(name, config.engine, trip.decoding, trip.pivot_candidates) for name in names
    }
    for source in sources.values():
        ENGINES[source.engine].check(source, device, config.precision)
    return {
        pivot.lang: {leg: sources[name] for leg, name in pivot.models.items()}
        for pivot in config.pivots
    }


def _manifest(
    config: BacktranslateConfig,
    models: Models,
    sentences: TableReader,
    planned: list[str],
    total: int,
    device: str,
) -> Manifest:
    settings = asdict(config)
    settings["round_trip"]["batch_tokens"] = config.round_trip.batch_size(device)
    # The folder of a model does not affect the result; its weights do (see `input`).
    settings["pivots"] = [pivot.lang for pivot in config.pivots]
    # The engine that `auto` chose, since engines differ in the last bits of a score.
    engines = {source.engine for legs in models.values() for source in legs.values()}
    settings |= {"engine": "+".join(sorted(engines)), "device": device}
    packages = {package for engine in engines for package in ENGINES[engine].packages}
    return Manifest(
        stage="backtranslations",
        config=settings,
        versions=package_versions(*PACKAGES["backtranslations"], *sorted(packages)),
        input={"sentences": sentences.manifest.fingerprint()}
        | {
            f"{lang} {leg}": f"{Path(source.checkpoint.name).name} {source.checkpoint.sha256}"
            for lang, legs in models.items()
            for leg, source in legs.items()
        },
        planned=planned,
        total=total * len(config.pivots),
    )


def _split(devices: list[str], cores: int, useful: int, models: Models) -> tuple[list[str], int]:
    """The devices, of which the CPU may become several, and the threads of each."""
    engines = {source.engine for legs in models.values() for source in legs.values()}
    if len(devices) > 1 or not all(ENGINES[engine].apart for engine in engines):
        return devices, cores
    return split_cpu(cores, useful, PROCESS_MEMORY)


def _tokenizers_beside(threads: int, sentences: int) -> int:
    """Tokenizer processes beside a CPU: none for one thread or little work."""
    return min(threads, TOKENIZERS) if threads > 1 and sentences >= MANY_SENTENCES else 0


class _Shares:
    """Adds up the progress of all shards in work into one progress bar."""

    def __init__(self, progress: Progress, tasks: dict[str, Task]) -> None:
        self._progress, self._tasks = progress, tasks
        self._counted: dict[str, int] = {}

    def update(self, file: str, share: float) -> None:
        task = self._tasks[file]
        rows = round(share * (task.stop - task.start))
        self._progress.advance(rows - self._counted.get(file, 0))
        self._counted[file] = rows


@dataclass(frozen=True, slots=True)
class _Job:
    """The work of a device on its shards; pickled for other processes."""

    artifacts: Location
    sentences: Manifest
    models: Models
    config: BacktranslateConfig
    threads: int
    tokenizers: int
    witnesses: dict[str, str]

    @contextmanager
    def opened(self, device: str) -> Iterator[Callable[[Iterator[Task], OnShare], Iterator[Made]]]:
        """A function that makes shards on one device; models are loaded on first use."""
        engines: dict[Source, Engine] = {}
        trips: dict[str, RoundTrip] = {}

        def engine(source: Source) -> Engine:
            if source not in engines:
                engines[source] = open_engine(source, device, self.config.precision, self.threads)
            return engines[source]

        with TokenizerPool(self.tokenizers) as pool:

            def trip(lang: str) -> RoundTrip:
                if lang not in trips:
                    forward, *between, backward = map(engine, self.models[lang].values())
                    trips[lang] = RoundTrip(
                        forward, backward, pool, self.config.round_trip, tuple(between)
                    )
                return trips[lang]

            def run(tasks: Iterator[Task], on_share: OnShare) -> Iterator[Made]:
                sentences = TableReader(self.artifacts, self.sentences)

                def begin(task: Task) -> Steps[Made]:
                    rows = task.rows
                    if rows is None:
                        rows = sentences.read(task.start, task.stop)
                    other = self.witnesses.get(task.pivot_lang)
                    witness = trip(other).forward if other else None
                    made = trip(task.pivot_lang)
                    return self._make(task._replace(rows=None), rows, made, witness, on_share)

                # Without tokenizers no trip waits: it takes one task and leaves the rest to others.
                yield from interleaved(map(begin, tasks), TRIPS_AT_ONCE if self.tokenizers else 1)

            yield run

    def _make(
        self, task: Task, rows: pa.Table, trip: RoundTrip, witness: Engine | None, on_share: OnShare
    ) -> Steps[Made]:
        """The rows of a shard; `witness` is the forward model of another pivot, if it judges."""
        ids, texts = rows["id"].to_pylist(), rows["text"].to_pylist()
        back = yield from trip.steps(texts, ids, lambda share: on_share(task.file, share))
        judges, window = self.config.judges, self.config.judge_window
        if judges:
            back = yield from judged(trip, task.pivot_lang, witness, judges, texts, back, window)
        table = _table(ids, task.pivot_lang, back)
        lost = back.lost.items()
        counts = {"candidates": table.num_rows} | {reason: len(where) for reason, where in lost}
        examples = {reason: [f"id {ids[i]}" for i in where[:EXAMPLES]] for reason, where in lost}
        return Made(task, table, counts, examples)


def _table(ids: list[int], lang: str, back: Trip) -> pa.Table:
    rows = [
        (key, lang, rank, *candidate)
        for key, candidates in zip(ids, back.candidates, strict=True)
        for rank, candidate in enumerate(candidates)
    ]
    return table_of(rows, BACKTRANSLATIONS)
