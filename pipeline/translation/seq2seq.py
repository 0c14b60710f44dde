"""Translation with any sequence-to-sequence model of `transformers`."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast, get_args

from pipeline.translation.batching import token_batches
from schemas.errors import UserError, WorkFailed

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

Precision = Literal["auto", "fp32", "fp16", "bf16"]


@dataclass(frozen=True, slots=True)
class Decoding:
    """How translations are searched for.

    Attributes:
        beams: width of the beam; 1 is greedy. Ignored when sampling.
        candidates: translations a sentence, best first; at most `beams` in beam search.
        sample: draw from the model instead of searching.
        temperature: of the draw, above 0; below 1 is more conservative.
        top_p: share of the probability that is drawn from, in (0, 1].
        max_length: tokens a translation may have.
    """

    beams: int = 5
    candidates: int = 1
    sample: bool = False
    temperature: float = 1.0
    top_p: float = 1.0
    max_length: int = 200

    def problems(self) -> list[str]:
        """What is wrong with the settings, in full sentences."""
        rules = [
            (self.beams < 1, "--beams must be at least 1."),
            (self.candidates < 1, "--candidates must be at least 1."),
            (
                not self.sample and self.candidates > self.beams,
                f"--candidates {self.candidates} needs at least as many --beams"
                f" (now {self.beams}), or --sample.",
            ),
            (self.temperature <= 0, "--temperature must be above 0."),
            (not 0 < self.top_p <= 1, "--top-p must be in (0, 1]."),
            (self.max_length < 2, "--max-length must be at least 2."),
        ]
        return [text for broken, text in rules if broken]


def parse_precision(text: str) -> Precision:
    """The precision of that name.

    Raises:
        UserError: when there is none.
    """
    for name in get_args(Precision):
        if name == text:
            return cast(Precision, name)
    raise UserError(f"--precision {text!r} is none of: {', '.join(get_args(Precision))}.")


class Hypothesis(NamedTuple):
    """One translation.

    Attributes:
        text: detokenised.
        score: mean log-probability a token, the end of the sentence included, under the model.
    """

    text: str
    score: float


class Translator:
    """A loaded model with its tokenizer.

    Attributes:
        name: as the user gave it.
        max_source_tokens: longest source that the model has positions for.
    """

    def __init__(self, name: str, device: str = "auto", precision: Precision = "auto") -> None:
        """Load the model.

        Args:
            name: folder or hub name.
            device: `auto` takes a GPU where there is one; else a torch device.
            precision: `auto` is half precision on a GPU and single precision elsewhere.

        Raises:
            UserError: not a model, or not to be had without network.
        """
        import torch
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        self.name = name
        self.device = torch.device(pick_device(device))
        dtype = _dtype(precision, self.device)
        try:
            self._tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(name)
            model = AutoModelForSeq2SeqLM.from_pretrained(name, dtype=dtype)
        except (OSError, ValueError, KeyError) as error:
            raise UserError(_cannot_load(name, error)) from error
        self._model: PreTrainedModel = model.to(self.device).eval()
        positions = getattr(model.config, "max_position_embeddings", None)
        # FSMT and BART count positions from the padding index on, two places short of the table.
        self.max_source_tokens = int(positions) - 2 if positions else 1022

    def weights_sha256(self) -> str:
        """SHA-256 over the names and bytes of the weights, as loaded."""
        import torch

        digest = hashlib.sha256()
        for key, tensor in sorted(self._model.state_dict().items()):
            digest.update(key.encode())
            flat = tensor.detach().contiguous().cpu().reshape(-1)
            digest.update(flat.view(torch.uint8).numpy().tobytes())
        return digest.hexdigest()

    def lengths(self, texts: Sequence[str]) -> list[int]:
        """Source tokens of each text."""
        return [len(ids) for ids in self._tokenizer(list(texts))["input_ids"]] if texts else []

    def translate(
        self,
        texts: Sequence[str],
        decoding: Decoding,
        *,
        batch_tokens: int = 4096,
        seed: int = 0,
        score: bool = True,
        on_batch: Callable[[int], None] = lambda rows: None,
    ) -> list[list[Hypothesis]]:
        """Translate texts, none longer than `max_source_tokens`.

        Args:
            texts: sources, in any order.
            decoding: how to search.
            batch_tokens: source tokens a batch may hold, padding and beams included.
            seed: of the draws when sampling; the same texts and seed give the same draws.
            score: whether to compute the hypotheses' scores; nan otherwise.
            on_batch: called with the number of texts of each finished batch.

        Returns:
            For each text its hypotheses, best first; texts that differ from one another in nothing
            but white space at the ends are kept once.

        Raises:
            WorkFailed: when a single sentence does not fit into the GPU's memory.
        """
        import torch

        torch.manual_seed(seed)
        results: list[list[Hypothesis]] = [[] for _ in texts]
        width = decoding.candidates if decoding.sample else decoding.beams
        for batch in token_batches(self.lengths(texts), max(batch_tokens // width, 1)):
            found = self._batch([texts[i] for i in batch], decoding, score)
            for i, hypotheses in zip(batch, found, strict=True):
                results[i] = hypotheses
            on_batch(len(batch))
        return results

    def _batch(self, texts: list[str], decoding: Decoding, score: bool) -> list[list[Hypothesis]]:
        import torch

        try:
            with torch.inference_mode():
                return self._generate(texts, decoding, score)
        except torch.OutOfMemoryError as error:
            if len(texts) == 1:
                raise WorkFailed(
                    f"The {self.device} has too little memory to translate one sentence of"
                    f" {len(texts[0])} characters with {self.name}. Use fewer --beams, a lower"
                    " --max-length or --precision fp16."
                ) from error
        torch.cuda.empty_cache()
        half = len(texts) // 2
        return self._batch(texts[:half], decoding, score) + self._batch(
            texts[half:], decoding, score
        )

    def _generate(
        self, texts: list[str], decoding: Decoding, score: bool
    ) -> list[list[Hypothesis]]:
        source = self._tokenizer(texts, padding=True, return_tensors="pt").to(self.device)
        search: dict[str, Any] = (
            {
                "do_sample": True,
                "num_beams": 1,
                "temperature": decoding.temperature,
                "top_p": decoding.top_p,
                "top_k": 0,
            }
            if decoding.sample
            # fairseq's beam search, with which wmt19 was made, ends as soon as `beams` hypotheses
            # are finished; transformers goes on unless told to stop early.
            else {"do_sample": False, "num_beams": decoding.beams}
            | ({"early_stopping": True} if decoding.beams > 1 else {})
        )
        generate: Any = self._model.generate
        sequences = generate(
            **source,
            **search,
            num_return_sequences=decoding.candidates,
            max_length=decoding.max_length,
        )
        decoded = self._tokenizer.batch_decode(sequences, skip_special_tokens=True)
        n = decoding.candidates
        scores = self._scores(source, sequences, n) if score else [math.nan] * len(decoded)
        rows = list(zip(map(str.strip, decoded), scores, strict=True))
        return [_distinct(rows[i : i + n]) for i in range(0, len(rows), n)]

    def _scores(self, source: Any, sequences: torch.Tensor, n: int) -> list[float]:
        """Mean log-probability a token of each sequence, by one forced pass over all of them.

        The search's own scores depend on its length penalty and exist only for beams; these are
        the same quantity for beams and draws.

        Args:
            source: tokenised batch, (batch, source length).
            sequences: generated ids from the decoder's start token on, (batch * n, length).
            n: sequences a source.
        """
        import torch

        pad = self._model.config.pad_token_id
        source = {name: tensor.repeat_interleave(n, 0) for name, tensor in source.items()}
        labels = sequences[:, 1:]
        logits = self._model(
            **source, decoder_input_ids=sequences[:, :-1], use_cache=False
        ).logits.float()
        gold = logits.gather(2, labels.unsqueeze(2)).squeeze(2) - torch.logsumexp(logits, 2)
        real = labels.ne(pad)
        means = gold.masked_fill(~real, 0.0).sum(1) / real.sum(1).clamp(min=1)
        return [float(mean) for mean in means]


def _distinct(rows: list[tuple[str, float]]) -> list[Hypothesis]:
    """Best first, each text once."""
    best: dict[str, float] = {}
    for text, score in sorted(rows, key=lambda row: -row[1] if row[1] == row[1] else 0.0):
        best.setdefault(text, score)
    return [Hypothesis(text, score) for text, score in best.items()]


def pick_device(device: str) -> str:
    """The torch device for `auto`, `cpu`, `cuda` or `cuda:N`.

    Raises:
        UserError: a GPU is asked for and there is none.
    """
    import torch

    if device == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if device.startswith("cuda") and not torch.cuda.is_available():
        raise UserError(
            f"--device {device}: torch sees no GPU here. Use --device cpu, or install a torch"
            " build for your GPU."
        )
    return device


def _dtype(precision: Precision, device: torch.device) -> torch.dtype:
    import torch

    if precision == "auto":
        if device.type != "cuda":
            return torch.float32
        return torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16
    return {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}[precision]


def _cannot_load(name: str, error: Exception) -> str:
    if Path(name).is_dir():
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        return (
            f"{name} is not a folder with a sequence-to-sequence model and its tokenizer: {reason}"
        )
    return (
        f"The translation model {name} is neither a folder here nor to be had from the model hub"
        " (no network, or no such name). Use --models demo for the small models in this package,"
        " or give local folders: --models de=path/to/en-de,path/to/de-en."
    )
