"""The table of engines, and the choice of an engine for a model.

A new engine is a module beside this one and an entry in the table.
"""

from __future__ import annotations

from typing import get_args

from pipeline.translation.decoding import Asked, Decoding, Precision
from pipeline.translation.engine import Engine, EngineKind, ModelFormat, Source
from pipeline.translation.engines.ctranslate2_engine import CTRANSLATE2
from pipeline.translation.engines.marian.kind import MARIAN
from pipeline.translation.engines.transformers_engine import TRANSFORMERS
from pipeline.translation.pretrained import PRETRAINED
from schemas.errors import UserError
from schemas.names import parse_name

AUTO = "auto"
"""Use the first engine in the table that can run the model with the requested settings."""
ENGINES: dict[str, EngineKind] = {kind.name: kind for kind in (CTRANSLATE2, MARIAN, TRANSFORMERS)}
"""Name -> engine, in the order in which `auto` tries them."""


def parse_engine(name: str) -> str:
    """The name of an engine, or `auto`; see `parse_name`."""
    return parse_name("--engine", name, (AUTO, *ENGINES))


def format_of(name: str) -> ModelFormat:
    """The format of a model, by its folder or hub name."""
    formats = (kind.format for kind in ENGINES.values() if kind.format is not PRETRAINED)
    return next((found for found in formats if found.holds(name)), PRETRAINED)


def prepare(name: str, engine: str, decoding: Decoding, pivot_candidates: int = 1) -> Source:
    """Inspect a model, choose its engine, and convert it if the engine needs that.

    Args:
        name: folder or hub name.
        pivot_candidates: pivot texts of a sentence that are translated back.

    Raises:
        UserError: it is not a model, cannot be downloaded, or the engine cannot run it.
    """
    form = format_of(name)
    if engine == AUTO:
        kinds = [kind for kind in ENGINES.values() if kind.format is form]
    else:
        kinds = [ENGINES[engine]]
        if form not in (PRETRAINED, kinds[0].format):
            raise UserError(
                f"--engine {engine} cannot run {name}, {form.title}. Use --engine auto."
            )
    from pipeline.translation.checkpoint import LazyModel

    model, why = LazyModel(name), ""
    for kind in kinds:
        why = _lack(kind, decoding)
        found = why or kind.prepare(model, decoding, pivot_candidates)
        if isinstance(found, Source):
            return found
        why = found
    others = [
        kind.name
        for kind in ENGINES.values()
        if kind.format is form and kind not in kinds and not _lack(kind, decoding)
    ]
    remedy = "take models that another engine runs, such as --models firefox:pt"
    if others:
        remedy = f"use --engine {' or '.join([AUTO, *others])}"
    raise UserError(f"--engine {kinds[-1].name} {why}: {remedy} ({name}).")


def _lack(kind: EngineKind, decoding: Decoding) -> str:
    """What an engine lacks that a decoding asks for, for a message; empty if nothing."""
    missing = next((option for option in decoding.asked if option in kind.lacks), "")
    return "does not sample" if missing == "--sampling" else f"has no {missing}" if missing else ""


def only_one(name: str) -> bool:
    """Whether an engine is the only one for the format of its models, so that `auto` takes it.

    >>> only_one("marian"), only_one("transformers")
    (True, False)
    """
    same = [kind for kind in ENGINES.values() if kind.format is ENGINES[name].format]
    return len(same) == 1


def offered() -> str:
    """The engines, for the help of `--engine`."""
    *first, last = (f"{kind.name} ({kind.runs})" for kind in ENGINES.values())
    return f"{', '.join([AUTO, *first])} or {last}"


def exception(option: Asked) -> str:
    """A sentence about the engines that lack an option, for its help; empty if all have it.

    >>> exception("--avoid")
    'Not with --engine ctranslate2.'
    >>> exception("--beam-groups")
    "Only with Firefox's models."
    """
    lack = [kind.name for kind in ENGINES.values() if option in kind.lacks]
    formats = [kind.format.plural for kind in ENGINES.values() if kind.name not in lack]
    if len(formats) < len(lack):
        return f"Only with {' and '.join(dict.fromkeys(formats))}."
    return f"Not with --engine {' or '.join(lack)}." if lack else ""


def precisions() -> str:
    """The precisions, for the help of `--precision`."""
    auto = {kind.format.plural: kind.precisions["auto"] for kind in ENGINES.values()}
    usual, *others = dict.fromkeys(auto.values())
    meant = [usual, *(f"for {m} {text}" for m, text in auto.items() if text in others)]
    _, *named = get_args(Precision)
    *first, last = [f"auto ({'; '.join(meant)})", *map(_precision, named)]
    return f"{', '.join(first)}, or {last}"


def _precision(name: Precision) -> str:
    """A precision, with those that have it, or those that lack it if they are fewer."""
    kinds = ENGINES.values()
    lacking = [_models(kind) for kind in kinds if name not in kind.precisions]
    having = [
        f"{_models(kind)} {kind.precisions[name]}".rstrip()
        for kind in kinds
        if name in kind.precisions
    ]
    if len(having) < len(lacking):
        return f"{name} ({' and '.join(having)})"
    return f"{name} (not with {' or '.join(lacking)})" if lacking else name


def _models(kind: EngineKind) -> str:
    """The models that only this engine runs, or its name."""
    return kind.format.plural if only_one(kind.name) else kind.name


def open_engine(source: Source, device: str, precision: Precision, threads: int) -> Engine:
    """Load a prepared model onto a device.

    Args:
        device: as returned by `pick_devices`.
        threads: batches translated at the same time on a CPU.

    Raises:
        UserError: the engine does not support the device or the precision.
    """
    return ENGINES[source.engine].open(source, device, precision, threads)
