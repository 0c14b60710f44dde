"""Which engine runs a model, and where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pipeline.translation.checkpoint import FSMT, Checkpoint, examine, load_model, load_tokenizer
from pipeline.translation.decoding import Decoding, EngineName, Output, Precision
from pipeline.translation.engines.firefox import check_decoding, examine_firefox, is_firefox
from schemas.errors import UserError


class Engine(Protocol):
    """What turns token ids into token ids."""

    checkpoint: Checkpoint
    device: str

    def translate(
        self,
        sources: Sequence[Sequence[int]],
        decoding: Decoding,
        *,
        batch_tokens: int,
        keys: Sequence[int] = (),
        score: bool = True,
        on_batch: Callable[[int], None] = lambda rows: None,
    ) -> list[list[Output]]:
        """Translate sources, none longer than the checkpoint's `max_source_tokens`.

        Args:
            sources: token ids with the end of the sentence, in any order.
            decoding: how to search.
            batch_tokens: source tokens a batch may hold, padding and beams included. Halved for
                good when the GPU's memory does not hold a batch.
            keys: of the draws, one a source, when sampling; the same key gives the same draws in
                any batch.
            score: whether the outputs' scores are needed.
            on_batch: called with the number of sources of each finished batch.

        Returns:
            For each source its translations, best first.

        Raises:
            WorkFailed: when a single sentence does not fit into the GPU's memory.
        """
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """A model made ready to be opened, in this process or in another.

    Attributes:
        checkpoint: what is known of it.
        engine: that will run it.
        converted: folder in CTranslate2's format, for that engine.
    """

    checkpoint: Checkpoint
    engine: EngineName
    converted: Path | None = None


def prepare(name: str, engine: EngineName, decoding: Decoding, pivot_candidates: int = 1) -> Source:
    """Look at a model, choose its engine, and convert it where that one needs it.

    Args:
        name: folder or hub name.
        engine: `auto` is CTranslate2 for FSMT models unless there is sampling, which it cannot
            seed by sentence; fxtranslate for models of Firefox's; else `transformers`.
        decoding: how it will be used.
        pivot_candidates: pivot texts of a sentence that are taken back.

    Raises:
        UserError: not a model, not to be had, or an engine that cannot run it.
    """
    from pipeline.translation.engines.fsmt import converted_folder

    if engine == "fxtranslate" or is_firefox(name):
        if engine not in ("auto", "fxtranslate"):
            raise UserError(f"--engine {engine} cannot run {name}, a Firefox model.")
        check_decoding(name, decoding, pivot_candidates)
        return Source(examine_firefox(name), "fxtranslate")
    load_tokenizer(name)
    model = load_model(name)
    checkpoint = examine(name, model)
    able = checkpoint.model_type == FSMT and not decoding.sample
    if engine == "ctranslate2" and not able:
        why = (
            "does not sample"
            if decoding.sample
            else f"runs FSMT models, not {checkpoint.model_type}"
        )
        raise UserError(f"--engine ctranslate2 {why}: use --engine auto or transformers ({name}).")
    if engine == "transformers" or not able:
        return Source(checkpoint, "transformers")
    return Source(checkpoint, "ctranslate2", converted_folder(checkpoint, model))


def open_engine(source: Source, device: str, precision: Precision, threads: int) -> Engine:
    """Load a prepared model onto a device.

    Args:
        source: from `prepare`.
        device: as `pick_devices` gives them.
        precision: of the arithmetic.
        threads: of CTranslate2, or processes of fxtranslate, on a CPU.

    Raises:
        UserError: a device or a precision that the engine does not have.
    """
    from pipeline.translation.engines.ctranslate2_engine import CTranslate2Engine
    from pipeline.translation.engines.firefox import FirefoxEngine
    from pipeline.translation.engines.transformers_engine import TransformersEngine

    if source.engine == "fxtranslate":
        if precision not in ("auto", "int8"):
            raise UserError(
                f"--precision {precision}: {source.checkpoint.name} is stored in int8. Use auto."
            )
        return FirefoxEngine(source.checkpoint, device, threads)
    if source.converted is not None:
        return CTranslate2Engine(source.checkpoint, source.converted, device, precision, threads)
    model = load_model(source.checkpoint.name)
    return TransformersEngine(source.checkpoint, model, device, precision)


def pick_devices(device: str) -> list[str]:
    """Devices by what stands after `--device`: one process works on each.

    Args:
        device: `auto` is every GPU, or the CPU where there is none; `cuda` every GPU; else names
            separated by commas, as in `cuda:0,cuda:1` or `cpu`.

    Raises:
        UserError: another name, or a GPU that is not there.
    """
    import torch

    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if device == "auto" and not count:
        return ["cpu"]
    if device in ("auto", "cuda") and count:
        return [f"cuda:{i}" for i in range(count)]
    names = device.split(",")
    for name in names:
        kind, colon, index = name.partition(":")
        if not (kind in ("cpu", "cuda") and (index.isdigit() if colon else True)):
            raise UserError(
                f"--device {device!r} is none of: auto, cpu, cuda, cuda:N, or several of these"
                " separated by commas."
            )
        if kind == "cuda" and int(index or 0) >= count:
            raise UserError(
                f"--device {name}: torch sees {'no GPU' if not count else f'{count} GPUs'} here."
                " Use --device cpu, or install a torch build for your GPU."
            )
    return names
