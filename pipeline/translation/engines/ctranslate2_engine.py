"""The fast engine: FSMT models in CTranslate2, with the same translations as `generate`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.translation.decoding import EXACT_ONLY, Decoding, Output, Precision
from pipeline.translation.engine import EngineKind, Source
from pipeline.translation.pretrained import PRETRAINED
from schemas.errors import UserError, WorkFailed

if TYPE_CHECKING:
    from pipeline.translation.checkpoint import Checkpoint, LazyModel

MAX_ROWS = {"cpu": 512, "cuda": 4096}
"""Maximum number of beams in a batch; larger ones are hardly faster and take more memory."""
CPU_TOKENS = 2048
"""Source tokens in a batch on a CPU, limited by its caches."""


class CTranslate2Engine:
    """A converted model on one device. Beam search only: its sampling cannot be seeded."""

    def __init__(
        self,
        checkpoint: Checkpoint,
        folder: Path,
        device: str,
        precision: Precision = "auto",
        threads: int = 1,
    ) -> None:
        """Load the model.

        Args:
            folder: the converted model.
            precision: `auto` is bfloat16 (or float16) on a GPU and float32 on a CPU.
            threads: batches translated at the same time on a CPU, each by one thread. The results
                do not depend on it.

        Raises:
            UserError: the device does not support that precision.
        """
        import ctranslate2

        kind, _, index = device.partition(":")
        compute = _compute_type(precision, device)
        self.checkpoint, self.device = checkpoint, device
        self._budget = math.inf
        self._rows = MAX_ROWS[kind]
        self._translator = ctranslate2.Translator(
            str(folder),
            device=kind,
            device_index=int(index or 0),
            compute_type=compute,
            inter_threads=threads if kind == "cpu" else 1,
            intra_threads=1,
        )

    def translate(
        self,
        sources: Sequence[Sequence[int]],
        decoding: Decoding,
        *,
        batch_tokens: int,
        keys: Sequence[int] = (),
        anchors: Sequence[Sequence[int]] = (),
        avoid: Sequence[Sequence[str]] = (),
        drafts: Sequence[Sequence[int]] = (),
        score: bool = True,
        on_batch: Callable[[int], None] = lambda rows: None,
    ) -> list[list[Output]]:
        """Translate token ids; see `Engine`. `keys`, `drafts` and `score` are ignored."""
        if decoding.sample:
            raise ValueError("CTranslate2Engine searches; it does not sample.")
        if decoding.ngram_penalty or decoding.beam_groups > 1 or any(avoid):
            raise ValueError("CTranslate2Engine has no hook into its search.")
        results: list[list[Output]] = [[] for _ in sources]
        # All batches are queued before the first is awaited, so that every thread stays busy.
        groups = decoding.by_limit(map(len, sources))
        queued = [
            self._submit([sources[i] for i in rows], decoding, limit, batch_tokens)
            for limit, rows in groups
        ]
        for (limit, rows), waiting in zip(groups, queued, strict=True):
            found = self._collect([sources[i] for i in rows], waiting, decoding, limit)
            for i, outputs in zip(rows, found, strict=True):
                results[i] = outputs
            on_batch(len(rows))
        return results

    def score(
        self,
        sources: Sequence[Sequence[int]],
        targets: Sequence[Sequence[int]],
        *,
        batch_tokens: int,
    ) -> list[float]:
        """Score given translations; see `Engine`."""
        if not sources:
            return []
        texts = [[str(i) for i in ids] for ids in sources]
        wanted = [[str(i) for i in ids] for ids in targets]
        longest = max(map(len, (*texts, *wanted)))
        budget = min(batch_tokens, self._budget, self._rows * longest)
        if self.device == "cpu":
            budget = min(budget, CPU_TOKENS)
        while True:
            waiting = self._translator.score_batch(
                texts,
                wanted,
                max_batch_size=max(int(budget), longest + 1),
                batch_type="tokens",
                max_input_length=0,
                asynchronous=True,
            )
            try:
                found = [result.result().log_probs for result in waiting]
            except RuntimeError as error:
                if "out of memory" not in str(error):
                    raise
                if budget <= longest:
                    raise WorkFailed(
                        f"The {self.device} has too little memory to score one sentence with"
                        f" {self.checkpoint.name}. Use --precision int8."
                    ) from error
                budget = max(budget // 2, longest)
                continue
            return [math.fsum(values) / len(values) for values in found]

    def _submit(
        self, sources: list[Sequence[int]], decoding: Decoding, limit: int, batch_tokens: float
    ) -> list[Any]:
        longest = max(map(len, sources))
        budget = min(batch_tokens, self._budget, self._rows * longest * decoding.width)
        if self.device == "cpu":
            budget = min(budget, CPU_TOKENS * decoding.width)
        tokens = [[str(i) for i in source] for source in sources]
        waiting: list[Any] = self._translator.translate_batch(
            tokens,
            beam_size=decoding.beams,
            num_hypotheses=decoding.candidates,
            # `generate` counts the start token, and the end that it forces at the last position.
            max_decoding_length=max(limit - 2, 1),
            # `generate` may end at once: it counts an empty hypothesis among the finished ones.
            min_decoding_length=0,
            max_batch_size=max(int(budget) // decoding.width, longest),
            batch_type="tokens",
            max_input_length=0,
            return_scores=True,
            return_end_token=True,
            asynchronous=True,
        )
        return waiting

    def _collect(
        self, sources: list[Sequence[int]], waiting: list[Any], decoding: Decoding, limit: int
    ) -> list[list[Output]]:
        """Await the results; retry with half the budget what did not fit into the GPU's memory."""
        while True:
            try:
                return [self._outputs(result.result()) for result in waiting]
            except RuntimeError as error:
                if "out of memory" not in str(error):
                    raise
                longest = max(map(len, sources)) * decoding.width
                if self._budget <= longest:
                    raise WorkFailed(
                        f"The {self.device} has too little memory to translate one sentence with"
                        f" {self.checkpoint.name}. Use fewer --beams or --precision int8."
                    ) from error
                full = min(self._budget, self._rows * longest)
                self._budget = max(full // 2, longest)
            waiting = self._submit(sources, decoding, limit, self._budget)

    def _outputs(self, result: Any) -> list[Output]:
        found = []
        for tokens, score in zip(result.hypotheses, result.scores, strict=True):
            ids = [int(token) for token in tokens]
            finished = bool(ids) and ids[-1] == self.checkpoint.end
            found.append(Output(ids[:-1] if finished else ids, float(score), finished))
        return sorted(found, key=lambda output: -output.score)


def _compute_type(precision: Precision, device: str) -> str:
    import ctranslate2

    kind, _, index = device.partition(":")
    if precision == "exact":
        raise UserError(EXACT_ONLY)
    if precision == "auto":
        if kind != "cuda":
            return "float32"
        import torch

        return "bfloat16" if torch.cuda.is_bf16_supported() else "float16"
    named = {"fp32": "float32", "fp16": "float16", "bf16": "bfloat16", "int8": "int8"}[precision]
    # A GPU of another machine is checked when the model is opened there.
    known = kind == "cpu" or int(index or 0) < ctranslate2.get_cuda_device_count()
    if known and named not in ctranslate2.get_supported_compute_types(kind, int(index or 0)):
        raise UserError(
            f"CTranslate2 does not support --precision {precision} on {device}."
            " Use --precision auto, or --engine transformers."
        )
    return named


def _prepare(model: LazyModel, decoding: Decoding, pivot_candidates: int) -> Source | str:
    from pipeline.translation.checkpoint import FSMT
    from pipeline.translation.engines.fsmt import converted_folder

    checkpoint = model.checkpoint
    if checkpoint.model_type != FSMT:
        return f"runs FSMT models, not {checkpoint.model_type}"
    return Source(checkpoint, CTRANSLATE2.name, str(converted_folder(checkpoint, model.loaded)))


def _open(source: Source, device: str, precision: Precision, threads: int) -> CTranslate2Engine:
    folder = Path(source.location)
    return CTranslate2Engine(source.checkpoint, folder, device, precision, threads)


CTRANSLATE2 = EngineKind(
    name="ctranslate2",
    runs="FSMT models, several times as fast",
    packages=("ctranslate2",),
    precisions={
        "auto": "bf16 on a GPU, fp32 elsewhere",
        "fp32": "",
        "fp16": "",
        "bf16": "",
        "int8": "",
    },
    format=PRETRAINED,
    prepare=_prepare,
    open=_open,
    check=lambda source, device, precision: _compute_type(precision, device),
    lacks=frozenset({"--sampling", "--ngram-penalty", "--avoid", "--beam-groups"}),
)
