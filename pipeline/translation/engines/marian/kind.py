"""The table entry of Firefox's models; loads torch only to run one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.translation.decoding import Decoding, Precision
from pipeline.translation.engine import EngineKind, ModelFormat, Source
from pipeline.translation.engines.marian.files import is_student
from pipeline.translation.engines.marian.vocabulary import load_vocabularies

if TYPE_CHECKING:
    from pipeline.translation.checkpoint import LazyModel
    from pipeline.translation.engines.marian.engine import MarianEngine


def _encode_target(name: str, texts: Sequence[str]) -> list[list[int]]:
    return [ids[:-1] for ids in load_vocabularies(name).target.encode(texts)]


def _decode(name: str, rows: Sequence[Sequence[int]]) -> list[str]:
    target = load_vocabularies(name).target
    return [target.decode(row) for row in rows]


def _prepare(model: LazyModel, decoding: Decoding, pivot_candidates: int) -> Source:
    from pipeline.translation.engines.marian.engine import examine_student

    return Source(examine_student(model.name), MARIAN.name, model.name)


def _open(source: Source, device: str, precision: Precision, threads: int) -> MarianEngine:
    from pipeline.translation.engines.marian.engine import MarianEngine

    return MarianEngine(source.checkpoint, device, precision, threads)


def _check(source: Source, device: str, precision: Precision) -> None:
    from pipeline.translation.engines.marian.engine import check_precision

    check_precision(source.checkpoint.name, device, precision)


STUDENTS = ModelFormat(
    title="a Firefox model",
    plural="Firefox's models",
    holds=is_student,
    encode=lambda name, texts: load_vocabularies(name).source.encode(texts),
    encode_target=_encode_target,
    pieces=lambda name: load_vocabularies(name).target.pieces,
    decode=_decode,
    general=True,
)
MARIAN = EngineKind(
    name="marian",
    runs="Firefox models",
    packages=("tokenizers",),
    precisions={
        "auto": "exact on a CPU, else fp32",
        "fp32": "",
        "bf16": "",
        "int8": "",
        "exact": "on a CPU",
    },
    format=STUDENTS,
    prepare=_prepare,
    open=_open,
    check=_check,
    apart=True,
)
