"""The reference engine: any sequence-to-sequence model, through `generate` of `transformers`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.translation.decoding import EXACT_ONLY, Decoding, Output, Precision
from pipeline.translation.engine import EngineKind, Source
from pipeline.translation.pretrained import PRETRAINED
from schemas.batching import token_batches
from schemas.errors import OsscseError, UserError, WorkFailed, first_line

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel

    from pipeline.translation.avoiding import Spelling
    from pipeline.translation.checkpoint import Checkpoint, LazyModel
    from pipeline.translation.copies import Pieces

MAX_ROWS = 512
"""Maximum number of beams in a batch."""
PROBED = Decoding(beams=2, max_length=4)
"""How a model is tried before it is used."""


class _Extra(NamedTuple):
    """What a batch needs besides its sources.

    Attributes:
        keys: seeds of the samples; empty without sampling.
        anchors: the anchors whose n-grams are made less likely; empty without a penalty.
        avoid: words that each translation may not have; empty if there are none.
        score: whether the outputs' scores are needed.
    """

    keys: list[int]
    anchors: list[Sequence[int]]
    avoid: list[Sequence[str]]
    score: bool


class TransformersEngine:
    """A model of `transformers` on one device."""

    def __init__(
        self,
        checkpoint: Checkpoint,
        model: PreTrainedModel,
        device: str,
        precision: Precision = "auto",
    ) -> None:
        """Move the model to its device.

        Args:
            model: in single precision, on the CPU.
            precision: `auto` is bfloat16 (or float16) on a GPU and float32 on a CPU.

        Raises:
            UserError: int8, which `transformers` does not support.
        """
        import torch

        self.checkpoint, self.device = checkpoint, device
        self._device = torch.device(device)
        dtype = _dtype(precision, device)
        self._model: PreTrainedModel = model.to(device=self._device, dtype=dtype)  # type: ignore[call-arg]
        self._pad = int(model.config.pad_token_id)
        self._budget = math.inf

    @cached_property
    def _pieces(self) -> Pieces:
        from pipeline.translation.copies import Pieces

        return Pieces(PRETRAINED.pieces(self.checkpoint.name), self._device)

    @cached_property
    def _spelling(self) -> Spelling:
        from pipeline.translation.avoiding import Spelling

        return Spelling(PRETRAINED.pieces(self.checkpoint.name))

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
        """Translate token ids; see `Engine`. `drafts` are ignored."""
        results: list[list[Output]] = [[] for _ in sources]
        for limit, rows in decoding.by_limit(map(len, sources)):
            waiting = [rows]
            while waiting:
                group = waiting.pop()
                budget = min(batch_tokens, self._budget) // decoding.width
                lengths = [len(sources[i]) for i in group]
                batches = token_batches(lengths, max(int(budget), 1), MAX_ROWS)
                for number, batch in enumerate(batches):
                    chosen = [group[i] for i in batch]
                    drawn = [keys[i] for i in chosen] if decoding.sample else []
                    copied = [anchors[i] for i in chosen] if decoding.ngram_penalty else []
                    left_out = [avoid[i] for i in chosen] if avoid else []
                    extra = _Extra(drawn, copied, left_out, score)
                    found = self._attempt([sources[i] for i in chosen], decoding, limit, extra)
                    if found is None:  # the rest is batched anew, with the smaller budget
                        waiting.append([group[i] for b in batches[number:] for i in b])
                        break
                    for i, outputs in zip(chosen, found, strict=True):
                        results[i] = outputs
                    on_batch(len(chosen))
        return results

    def score(
        self,
        sources: Sequence[Sequence[int]],
        targets: Sequence[Sequence[int]],
        *,
        batch_tokens: int,
    ) -> list[float]:
        """Score given translations; see `Engine`."""
        import torch

        scores = [math.nan] * len(sources)
        # The decoder's rows are as long as the target with its start and end.
        lengths = [max(len(s), len(t) + 2) for s, t in zip(sources, targets, strict=True)]
        waiting = token_batches(lengths, batch_tokens, MAX_ROWS)
        while waiting:
            batch = waiting.pop()
            try:
                with torch.inference_mode():
                    found = self._forced([sources[i] for i in batch], [targets[i] for i in batch])
            except torch.OutOfMemoryError as error:
                if len(batch) == 1:
                    raise WorkFailed(
                        f"The {self.device} has too little memory to score one sentence with"
                        f" {self.checkpoint.name}. Use --precision fp16."
                    ) from error
                torch.cuda.empty_cache()
                waiting += [batch[: len(batch) // 2], batch[len(batch) // 2 :]]
                continue
            for i, score in zip(batch, found, strict=True):
                scores[i] = score
        return scores

    def _forced(self, sources: list[Sequence[int]], targets: list[Sequence[int]]) -> list[float]:
        start = int(self._model.generation_config.decoder_start_token_id)
        end = self.checkpoint.end
        sequences = self._padded([[start, *target, end] for target in targets])
        return self._scores(self._source(sources), sequences, 1)

    def _source(self, sources: Sequence[Sequence[int]]) -> dict[str, torch.Tensor]:
        """Ids and mask of a batch, (batch, longest)."""
        ids = self._padded(sources)
        return {"input_ids": ids, "attention_mask": ids.ne(self._pad).long()}

    def _padded(self, rows: Sequence[Sequence[int]]) -> torch.Tensor:
        import torch

        width = max(map(len, rows))
        filled = [[*row, *[self._pad] * (width - len(row))] for row in rows]
        return torch.tensor(filled, device=self._device)

    def _attempt(
        self, sources: list[Sequence[int]], decoding: Decoding, limit: int, extra: _Extra
    ) -> list[list[Output]] | None:
        """Translate one batch; None if it did not fit, and the budget is halved."""
        import torch

        try:
            with torch.inference_mode():
                return self._generate(sources, decoding, limit, extra)
        except torch.OutOfMemoryError as error:
            if len(sources) == 1:
                raise WorkFailed(
                    f"The {self.device} has too little memory to translate one sentence of"
                    f" {len(sources[0])} tokens with {self.checkpoint.name}. Use fewer --beams, a"
                    " lower --max-length or --precision fp16."
                ) from error
        torch.cuda.empty_cache()
        self._budget = len(sources) * max(map(len, sources)) * decoding.width / 2
        return None

    def _generate(
        self, sources: list[Sequence[int]], decoding: Decoding, limit: int, extra: _Extra
    ) -> list[list[Output]]:
        from transformers import LogitsProcessorList

        from pipeline.translation.engines.processors import draws

        source = self._source(sources)
        n = decoding.candidates
        changed = self._changes(extra, decoding)
        given: dict[str, Any] = {"num_beams": 1}
        if decoding.sample:
            given |= {name: tensor.repeat_interleave(n, 0) for name, tensor in source.items()}
            changed += draws(extra.keys, n, limit, decoding)
        else:
            given = {**source, "num_beams": decoding.beams, "num_return_sequences": n}
            # fairseq's beam search, which wmt19 was made for, ends once `beams` hypotheses are
            # finished; transformers continues unless told to stop early.
            if decoding.beams > 1:
                given["early_stopping"] = True
        processors = LogitsProcessorList(changed)
        generate: Any = self._model.generate
        sequences = generate(
            **given, do_sample=False, max_length=limit, logits_processor=processors
        )
        count = len(sources) * n
        scores = self._scores(source, sequences, n) if extra.score else [math.nan] * count
        outputs = [
            self._output(row, value, limit)
            for row, value in zip(sequences.tolist(), scores, strict=True)
        ]
        return [
            sorted(outputs[i : i + n], key=lambda o: 0.0 if math.isnan(o.score) else -o.score)
            for i in range(0, count, n)
        ]

    def _changes(self, extra: _Extra, decoding: Decoding) -> list[Any]:
        """Logits processors for the wording of the translations."""
        from pipeline.translation.avoiding import Avoiding
        from pipeline.translation.copies import Copies
        from pipeline.translation.engines.processors import changing

        made = []
        if extra.anchors:
            wordings = [self._pieces.wording(anchor) for anchor in extra.anchors]
            copies = Copies(self._pieces, wordings, decoding.ngram_penalty, lambda i, ids: ids)
            made.append(changing(copies.take, len(extra.anchors), self._device))
        if any(extra.avoid):
            avoiding = Avoiding(self._spelling, extra.avoid, lambda i, ids: ids)
            made.append(changing(avoiding.take, len(extra.avoid), self._device))
        return made

    def _output(self, sequence: list[int], score: float, limit: int) -> Output:
        """Remove the start, the end and the padding; the end is forced at the last position."""
        ids = sequence[1:]
        if self.checkpoint.end in ids:
            ids = ids[: ids.index(self.checkpoint.end)]
        return Output(ids, score, finished=len(ids) < limit - 2)

    def _scores(self, source: Any, sequences: torch.Tensor, n: int) -> list[float]:
        """Mean log-probability per token of each sequence, by one forced pass over all of them.

        The scores of beam search depend on its length penalty and do not exist for samples; these
        are the same quantity for both.

        Args:
            source: tokenised batch, (batch, source length).
            sequences: generated ids from the decoder's start token on, (batch * n, length).
        """
        import torch

        source = {name: tensor.repeat_interleave(n, 0) for name, tensor in source.items()}
        labels = sequences[:, 1:]
        logits = self._model(
            **source, decoder_input_ids=sequences[:, :-1], use_cache=False
        ).logits.float()
        gold = logits.gather(2, labels.unsqueeze(2)).squeeze(2) - torch.logsumexp(logits, 2)
        real = labels.ne(self._pad)
        means = gold.masked_fill(~real, 0.0).sum(1) / real.sum(1).clamp(min=1)
        return [float(mean) for mean in means]


def _dtype(precision: Precision, device: str) -> torch.dtype:
    import torch

    if precision == "int8":
        raise UserError(
            "--precision int8 works with --engine ctranslate2, which runs FSMT models (wmt19, demo)"
            " and does not sample."
        )
    if precision == "exact":
        raise UserError(EXACT_ONLY)
    if precision == "auto":
        if not device.startswith("cuda"):
            return torch.float32
        return torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16
    return {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}[precision]


def _prepare(model: LazyModel, decoding: Decoding, pivot_candidates: int) -> Source:
    return Source(model.checkpoint, TRANSFORMERS.name, model.name)


def _open(source: Source, device: str, precision: Precision, threads: int) -> TransformersEngine:
    from pipeline.translation.checkpoint import load_model

    engine = TransformersEngine(source.checkpoint, load_model(source.location), device, precision)
    try:
        engine.translate([[source.checkpoint.end]], PROBED, batch_tokens=64)
    except (OsscseError, MemoryError):
        raise
    except Exception as error:  # transformers takes any settings and checks few of them
        raise UserError(
            f"{source.location} cannot translate ({type(error).__name__}: {first_line(error)}): its"
            " config.json or generation_config.json is damaged. Download the model again, or use"
            " another."
        ) from error
    return engine


TRANSFORMERS = EngineKind(
    name="transformers",
    runs="any other model",
    packages=(),
    precisions={"auto": "bf16 on a GPU, fp32 elsewhere", "fp32": "", "fp16": "", "bf16": ""},
    format=PRETRAINED,
    prepare=_prepare,
    open=_open,
    check=lambda source, device, precision: _dtype(precision, device),
    lacks=frozenset({"--beam-groups"}),
)
