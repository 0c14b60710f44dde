"""Stage 3: the `sentences` table in, candidate paraphrases by round-trip translation out.

For each pivot language every sentence is translated into the pivot and back; the n best of the way
back are the candidates. A shard holds about a minute of work, so it is the checkpoint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pyarrow as pa

from pipeline.store import (
    Manifest,
    StageWriter,
    TableReader,
    open_stage,
    package_versions,
    row_ranges,
)
from pipeline.translation.models import Pivot
from pipeline.translation.seq2seq import Decoding, Precision, Translator
from schemas.errors import UserError
from schemas.progress import Progress, track
from schemas.tables import BACKTRANSLATIONS

EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class BacktranslateConfig:
    """Settings of `pipeline run backtranslate`.

    Attributes:
        pivots: languages and models, in the order in which they are run.
        decoding: of the way back; the way out takes the best translation alone.
        batch_tokens: source tokens a batch may hold, padding and beams included.
        precision: of the models' arithmetic.
        seed: of the draws when sampling.
        shard_rows: sentences a shard.
        limit: translate only the first sentences, for a trial; all of them if absent.
    """

    pivots: tuple[Pivot, ...]
    decoding: Decoding = field(default_factory=Decoding)
    batch_tokens: int = 8192
    precision: Precision = "auto"
    seed: int = 0
    shard_rows: int = 2048
    limit: int | None = None


def run_backtranslate(
    artifacts: Path, config: BacktranslateConfig, *, device: str = "auto", overwrite: bool = False
) -> Manifest:
    """Translate every sentence of `artifacts/sentences` there and back through each pivot.

    Args:
        artifacts: the artifacts folder.
        config: settings.
        device: `auto`, `cpu`, `cuda` or `cuda:N`.
        overwrite: replace a table made from another input, other models or settings.

    Returns:
        The finished stage's manifest; its counts have candidates and untranslated sentences.

    Raises:
        UserError: no sentences yet, a model that cannot be loaded, or an existing table that
            differs.
    """
    if problems := config.decoding.problems():
        raise UserError(" ".join(problems))
    sentences = TableReader(artifacts, "sentences")
    total = sentences.rows if config.limit is None else min(config.limit, sentences.rows)
    ranges = row_ranges(total, config.shard_rows)
    with_models = {pivot.lang: _load(pivot, config, device) for pivot in config.pivots}
    settings = asdict(config)
    # Where a folder lies does not change what it gives; its weights do (see `versions`).
    settings["pivots"] = [pivot.lang for pivot in config.pivots]
    wanted = Manifest(
        stage="backtranslations",
        config=settings | {"device": with_models[config.pivots[0].lang][0].device.type},
        versions=package_versions("transformers", "torch", "sacremoses"),
        input={"sentences": sentences.manifest.fingerprint()}
        | {
            f"{pivot.lang} {way}": f"{Path(model.name).name} {model.weights_sha256()}"
            for pivot in config.pivots
            for way, model in zip(("forward", "backward"), with_models[pivot.lang], strict=True)
        },
        planned=[
            f"{pivot.lang}/part-{i:05d}.parquet"
            for pivot in config.pivots
            for i in range(len(ranges))
        ],
        total=total * len(config.pivots),
    )
    with open_stage(artifacts, wanted, overwrite=overwrite) as writer:
        missing = set(writer.missing())
        done = sum(shard.stop - shard.start for shard in wanted.shards)
        with track("backtranslate", wanted.total, done=done) as progress:
            for pivot in config.pivots:
                for i, (start, stop) in enumerate(ranges):
                    file = f"{pivot.lang}/part-{i:05d}.parquet"
                    if file in missing:
                        rows = sentences.read(start, stop)
                        trip = _RoundTrip(pivot.lang, *with_models[pivot.lang], config)
                        trip.write(writer, file, (start, stop), rows, progress)
    return wanted


def _load(pivot: Pivot, config: BacktranslateConfig, device: str) -> tuple[Translator, Translator]:
    return (
        Translator(pivot.forward, device, config.precision),
        Translator(pivot.backward, device, config.precision),
    )


@dataclass(frozen=True, slots=True)
class _RoundTrip:
    """There and back through one pivot."""

    lang: str
    forward: Translator
    backward: Translator
    config: BacktranslateConfig

    def write(
        self,
        writer: StageWriter,
        file: str,
        rows: tuple[int, int],
        sentences: pa.Table,
        progress: Progress,
    ) -> None:
        """Translate the sentences of one shard and write it."""
        ids, texts = sentences["id"].to_pylist(), sentences["text"].to_pylist()
        seed = self.config.seed * 1_000_003 + rows[0]
        short, too_long = _split(self.forward, texts)
        outward = Decoding(
            beams=self.config.decoding.beams, max_length=self.config.decoding.max_length
        )
        pivots = [
            found[0].text if found else ""
            for found in self.forward.translate(
                [texts[i] for i in short],
                outward,
                batch_tokens=self.config.batch_tokens,
                seed=seed,
                score=False,
            )
        ]
        back, pivot_too_long = _split(self.backward, pivots)
        empty = [short[i] for i in back if not pivots[i]]
        back = [i for i in back if pivots[i]]
        found = self.backward.translate(
            [pivots[i] for i in back],
            self.config.decoding,
            batch_tokens=self.config.batch_tokens,
            seed=seed + 1,
            on_batch=progress.advance,
        )
        too_long += [short[i] for i in pivot_too_long]
        progress.advance(len(too_long) + len(empty))
        table = self._table(ids, [short[i] for i in back], [pivots[i] for i in back], found)
        lost = {"too_long": too_long, "empty": empty}
        counts = {reason: len(where) for reason, where in lost.items()}
        examples = {
            reason: [f"id {ids[i]}" for i in sorted(where)[:EXAMPLES]]
            for reason, where in lost.items()
            if where
        }
        writer.write(file, rows, table, counts | {"candidates": table.num_rows}, examples)

    def _table(
        self,
        ids: Sequence[int],
        positions: Sequence[int],
        pivots: Sequence[str],
        found: Sequence[Sequence[tuple[str, float]]],
    ) -> pa.Table:
        rows = [
            (ids[i], self.lang, rank, pivot, text, score)
            for i, pivot, candidates in zip(positions, pivots, found, strict=True)
            for rank, (text, score) in enumerate(candidates)
        ]
        # The order of the input, whatever the batches were.
        columns = list(zip(*rows, strict=True)) or [()] * len(BACKTRANSLATIONS)
        return pa.table(
            [pa.array(c, f.type) for c, f in zip(columns, BACKTRANSLATIONS, strict=True)],
            schema=BACKTRANSLATIONS,
        )


def _split(translator: Translator, texts: Sequence[str]) -> tuple[list[int], list[int]]:
    """Positions of the texts that the model can read whole, and of those that it cannot.

    A text that is cut off would come back as a "paraphrase" that lost its end.
    """
    lengths = translator.lengths(texts)
    fits = [n <= translator.max_source_tokens for n in lengths]
    return (
        [i for i, good in enumerate(fits) if good],
        [i for i, good in enumerate(fits) if not good],
    )
