"""The table of engines: which one runs a model, and where.

A new engine is a module beside this one and an entry in the table.
"""

from __future__ import annotations

from pipeline.translation.checkpoint import LazyModel
from pipeline.translation.decoding import Decoding, Precision
from pipeline.translation.engine import Engine, EngineKind, ModelFormat, Source
from pipeline.translation.engines.ctranslate2_engine import CTRANSLATE2
from pipeline.translation.engines.marian.kind import MARIAN
from pipeline.translation.engines.transformers_engine import TRANSFORMERS
from pipeline.translation.pretrained import PRETRAINED
from schemas.errors import UserError

AUTO = "auto"
"""The first engine of the table that can run the model as it is to be used."""
ENGINES: dict[str, EngineKind] = {kind.name: kind for kind in (CTRANSLATE2, TRANSFORMERS, MARIAN)}
"""Name -> engine, in the order in which `auto` tries them."""


def parse_engine(name: str) -> str:
    """An engine's name, or `auto`.

    Raises:
        UserError: for any other.
    """
    names = (AUTO, *ENGINES)
    if name not in names:
        raise UserError(f"--engine {name!r} is none of: {', '.join(names)}.")
    return name


def format_of(name: str) -> ModelFormat:
    """The format of a model, by its folder or hub name."""
    formats = (kind.format for kind in ENGINES.values() if kind.format is not PRETRAINED)
    return next((found for found in formats if found.holds(name)), PRETRAINED)


def prepare(name: str, engine: str, decoding: Decoding, pivot_candidates: int = 1) -> Source:
    """Look at a model, choose its engine, and convert it where that one needs it.

    Args:
        name: folder or hub name.
        engine: name in the table, or `auto`.
        decoding: how it will be used.
        pivot_candidates: pivot texts of a sentence that are taken back.

    Raises:
        UserError: not a model, not to be had, or an engine that cannot run it.
    """
    form = format_of(name)
    if engine == AUTO:
        kinds = [kind for kind in ENGINES.values() if kind.format is form]
    else:
        kinds = [ENGINES[engine]]
        if form not in (PRETRAINED, kinds[0].format):
            raise UserError(f"--engine {engine} cannot run {name}, {form.title}.")
    model, why = LazyModel(name), ""
    for kind in kinds:
        found = kind.prepare(model, decoding, pivot_candidates)
        if isinstance(found, Source):
            return found
        why = found
    raise UserError(f"--engine {kinds[-1].name} {why}: use --engine auto or transformers ({name}).")


def open_engine(source: Source, device: str, precision: Precision, threads: int) -> Engine:
    """Load a prepared model onto a device.

    Args:
        source: from `prepare`.
        device: as `pick_devices` gives them.
        precision: of the arithmetic.
        threads: batches that are translated at a time on a CPU.

    Raises:
        UserError: a device or a precision that the engine does not have.
    """
    return ENGINES[source.engine].open(source, device, precision, threads)
