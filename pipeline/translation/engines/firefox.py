"""Firefox's translation models by `fxtranslate`: 17 to 37 MB a direction, on a CPU, greedily.

A folder has the files that Firefox downloads: `model.*.bin`, `vocab.*.spm` (or `srcvocab.*.spm` and
`trgvocab.*.spm`) and, where there is one, the lexical shortlist `lex.*.bin`.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.translation.checkpoint import Checkpoint, LazyModel
from pipeline.translation.decoding import Decoding, Output, Precision
from pipeline.translation.engine import EngineKind, ModelFormat, Source
from schemas.errors import UserError, WorkFailed

if TYPE_CHECKING:
    from fxtranslate import Translator

FIREFOX = "firefox"
"""`model_type` of these models."""
MAX_CHARACTERS = 512
"""Longest source. The library cuts what passes its 256 pieces without a word."""
CHUNK = 32


def is_firefox(name: str) -> bool:
    """Whether a folder holds a model of Firefox's."""
    return Path(name).is_dir() and any(Path(name).glob("model.*.bin"))


def examine_firefox(name: str) -> Checkpoint:
    """What is known of a folder. Sources are code points: the library cuts them into pieces itself.

    Raises:
        UserError: when a file is missing, or the library is not installed.
    """
    digest = hashlib.sha256()
    for path in _files(Path(name)):
        if path is not None:
            digest.update(path.name.encode() + path.read_bytes())
    _load(name)
    return Checkpoint(name, FIREFOX, digest.hexdigest(), MAX_CHARACTERS, end=-1)


def to_code_points(texts: Sequence[str]) -> list[list[int]]:
    """What stands for token ids in front of this engine."""
    return [[ord(letter) for letter in text] for text in texts]


def from_code_points(rows: Sequence[Sequence[int]]) -> list[str]:
    """Texts of rows that `to_code_points` or the engine made."""
    return ["".join(map(chr, row)) for row in rows]


class FirefoxEngine:
    """A model in several processes of this machine. Its translations have no scores.

    Attributes:
        checkpoint: the model.
        device: always `cpu`.
    """

    def __init__(self, checkpoint: Checkpoint, device: str, processes: int) -> None:
        """Start the processes; they load the model when the first text comes.

        Args:
            checkpoint: from `examine_firefox`.
            device: must be a CPU.
            processes: that share the work. The results do not depend on it.

        Raises:
            UserError: for another device.
        """
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        if not device.startswith("cpu"):
            raise UserError(
                f"{checkpoint.name} is a Firefox model, which runs on --device cpu only."
            )
        self.checkpoint, self.device = checkpoint, device
        # The library's objects belong to the thread that made them: each process has one.
        self._pool = ProcessPoolExecutor(
            processes, multiprocessing.get_context("spawn"), _prepare, (checkpoint.name,)
        )

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
        """Translate code points; see `Engine`. One translation a source, score nan."""
        from concurrent.futures.process import BrokenProcessPool

        texts = from_code_points(sources)
        chunks = [texts[i : i + CHUNK] for i in range(0, len(texts), CHUNK)]
        results: list[list[Output]] = []
        try:
            for found in self._pool.map(_translate, chunks):
                rows = to_code_points(found)
                results += [[Output(row, math.nan, finished=True)] for row in rows]
                on_batch(len(rows))
        except BrokenProcessPool as error:
            raise WorkFailed(
                f"A process that translates with {self.checkpoint.name} ended unexpectedly (killed,"
                " or out of memory). Finished shards are kept: run the same command again."
            ) from error
        return results


def check_decoding(name: str, decoding: Decoding, pivot_candidates: int) -> None:
    """Refuse what these models cannot do, rather than do less than was asked.

    Raises:
        UserError: for more than one beam or candidate, or sampling.
    """
    if decoding.sample or {decoding.beams, decoding.candidates, pivot_candidates} != {1}:
        raise UserError(
            f"{name} is a Firefox model: it gives one translation, greedily. Add --beams 1"
            " --candidates 1 (and neither --sample nor --pivot-candidates)."
        )


_translator: Translator | None = None


def _prepare(name: str) -> None:
    from pipeline.execution.processes import end_with_parent

    global _translator
    end_with_parent()
    _translator = _load(name)


def _translate(texts: list[str]) -> list[str]:
    if _translator is None:
        raise RuntimeError("the process has no model: _prepare has not run")
    return [_translator.translate(text) for text in texts]


def _load(name: str) -> Translator:
    try:
        from fxtranslate import Translator
    except ImportError as error:
        raise UserError(
            f"{name} is a Firefox model. To run it: pip install 'osscse[firefox]'."
        ) from error
    model, source, target, shortlist = _files(Path(name))
    try:
        return Translator(
            model.read_bytes(),
            source.read_bytes(),
            target.read_bytes(),
            shortlist.read_bytes() if shortlist else None,
        )
    except ValueError as error:
        raise UserError(f"The model in {name} cannot be loaded: {error}.") from error


def _files(folder: Path) -> tuple[Path, Path, Path, Path | None]:
    """Model, source vocabulary, target vocabulary, and the shortlist where there is one."""

    def one(pattern: str) -> Path | None:
        found = sorted(folder.glob(pattern))
        if len(found) > 1:
            names = " and ".join(path.name for path in found)
            raise UserError(f"{folder} has more than one {pattern} ({names}): keep one.")
        return found[0] if found else None

    both = one("vocab.*.spm")
    source, target = both or one("srcvocab.*.spm"), both or one("trgvocab.*.spm")
    model = one("model.*.bin")
    if model is None or source is None or target is None:
        raise UserError(
            f"{folder} lacks a file of a Firefox model: it needs model.*.bin and vocab.*.spm (or"
            " srcvocab.*.spm and trgvocab.*.spm), unpacked."
        )
    return model, source, target, one("lex.*.bin")


def _prepare_source(model: LazyModel, decoding: Decoding, pivot_candidates: int) -> Source:
    check_decoding(model.name, decoding, pivot_candidates)
    return Source(examine_firefox(model.name), FXTRANSLATE.name, model.name)


def _open(source: Source, device: str, precision: Precision, threads: int) -> FirefoxEngine:
    if precision not in ("auto", "int8"):
        raise UserError(f"--precision {precision}: {source.location} is stored in int8. Use auto.")
    return FirefoxEngine(source.checkpoint, device, threads)


FIREFOX_FORMAT = ModelFormat(
    title="a Firefox model",
    holds=is_firefox,
    encode=lambda name, texts: to_code_points(texts),
    decode=lambda name, rows: from_code_points(rows),
)
FXTRANSLATE = EngineKind(
    name="fxtranslate",
    runs="Firefox models, on a CPU",
    packages=("fxtranslate",),
    format=FIREFOX_FORMAT,
    prepare=_prepare_source,
    open=_open,
)
