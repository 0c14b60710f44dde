"""The command that makes a table again with the settings in its manifest."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from pipeline.acceptance.guards import guard_names
from pipeline.acceptance.judging import FilterConfig
from pipeline.negation import PLAIN, parse_kinds, parser_version
from pipeline.rephrasing import EVERY_RULE
from pipeline.stages.backtranslate import BacktranslateConfig
from pipeline.stages.ingest import IngestConfig
from pipeline.stages.negate import NegateConfig
from pipeline.stages.rephrase import RephraseStage
from pipeline.storage.manifest import MADE_BY
from pipeline.translation.engines.marian.kind import MARIAN
from pipeline.translation.engines.table import AUTO, ENGINES, only_one
from pipeline.translation.models import FIREFOX, SHORT, leg_names, resolve_pivots
from pipeline.translation.roundtrip import RoundTripConfig
from schemas.advice import option_for
from schemas.errors import UserError
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.pivots import safe
from schemas.tables import Stage

Option = tuple[str, object]
"""An option and its value: True for a flag, None or False for an option that is not given."""
Settings = Mapping[str, Any]


def command_of(manifest: Manifest, artifacts: Location, *, overwrite: bool = False) -> str:
    """The command that makes a table with the settings in its manifest.

    Defaults are left out. The folders of the translation models and the file of `--refuse-sql` are
    not recorded, so `...` and `FILE` stand for them; `...` also stands for settings of another
    version.

    Args:
        artifacts: the folder of the table.
        overwrite: whether to replace it.
    """
    try:
        settings = [*_words(_OPTIONS[manifest.stage](manifest))]
    except (AttributeError, KeyError, TypeError, ValueError):
        settings = ["..."]
    command = " ".join([MADE_BY[manifest.stage], *settings])
    return f"{command}{option_for(artifacts)}{' --overwrite' if overwrite else ''}"


def models_of(manifest: Manifest) -> list[str]:
    """The values of `--models` for the translations of a manifest: a short name, `firefox:PIVOT` if
    this machine has those models, and otherwise `PIVOT=.../NAME,.../NAME`."""
    return [*dict.fromkeys(_model(lang, manifest) for lang in manifest.config["pivots"])]


def _model(lang: str, manifest: Manifest) -> str:
    """The value of `--models` for one pivot."""
    recorded = [manifest.input.get(f"{lang} {leg}", "?") for leg in leg_names(lang)]
    names = [name.rpartition(" ")[0] or name for name in recorded]
    for short, meant in SHORT.items():
        if names == _names(short, lang):
            weights = meant.weights
            same = weights is None or recorded == [f"{name} {weights[name]}" for name in names]
            return short if same else _elsewhere(lang, names)
    firefox = FIREFOX + safe(lang)
    engines = manifest.config.get("engine", AUTO).split("+")
    if MARIAN.name in engines and names == _names(firefox, lang):
        return firefox
    return _elsewhere(lang, names)


def _names(model: str, lang: str) -> list[str]:
    """The names of the models that a value of `--models` has for a pivot; none without it."""
    try:
        pivots = resolve_pivots([model])
    except UserError:
        return []
    return [name for one in pivots if one.lang == lang for name in one.names]


def _elsewhere(lang: str, names: Iterable[str]) -> str:
    """The value of `--models` for models in unknown folders."""
    return f"{safe(lang)}={','.join(f'.../{name}' for name in names)}"


def _words(options: Iterable[Option]) -> Iterator[str]:
    for name, value in options:
        if value is None or value is False:
            continue
        yield name
        if value is not True:
            yield shlex.quote(str(value))


def _other(config: Settings, default: Settings, names: Iterable[str]) -> Iterator[Option]:
    """The options of the settings with these names that are not the default."""
    for name in names:
        if (value := config.get(name)) is not None and value != default.get(name):
            yield f"--{name.replace('_', '-')}", value


def _ingest(manifest: Manifest) -> Iterator[Option]:
    for name in manifest.input:
        yield "--input", name
    default = asdict(IngestConfig())
    yield from _other(manifest.config, default, default)


def _parser(config: Settings) -> Iterator[Option]:
    try:
        usual: str | None = parser_version()[0]
    except UserError:
        usual = None
    yield from _other(config, {"parser": usual}, ["parser"])


def _negate(manifest: Manifest) -> Iterator[Option]:
    config, default = manifest.config, asdict(PLAIN) | {"shard_rows": NegateConfig().shard_rows}
    yield from _parser(config)
    kinds = tuple(config.get("kinds", PLAIN.kinds))
    if kinds != PLAIN.kinds:
        yield "--kinds", "all" if kinds == parse_kinds("all") else ",".join(kinds)
    yield from _other(config, default, ("per_sentence", "style", "seed", "check", "shard_rows"))


def _rephrase(manifest: Manifest) -> Iterator[Option]:
    config, default = manifest.config, asdict(RephraseStage())
    default |= default["rephrasing"]
    yield from _parser(config)
    rules = config.get("rules", EVERY_RULE.rules)
    if left_out := [rule for rule in EVERY_RULE.rules if rule not in rules]:
        short = len(left_out) < len(rules)
        named = ["all", *(f"-{rule}" for rule in left_out)] if short else rules
        yield "--rules", ",".join(rule.partition(".")[0] for rule in named)
    yield from _other(config, default, ("per_sentence", "compose", "shard_rows"))


def _backtranslate(manifest: Manifest) -> Iterator[Option]:
    config = manifest.config
    pivots = config["pivots"]
    models = models_of(manifest)
    for model in models:
        yield "--models", model
    short = {pivot.lang for name in models if name in SHORT for pivot in SHORT[name].pivots()}
    if not short <= {*pivots}:
        yield "--pivots", ",".join(map(safe, pivots))
    engine = config.get("engine", AUTO)
    # Several engines were chosen by `auto`, and so is an engine that no other can replace.
    automatic = engine == AUTO or "+" in engine or (engine in ENGINES and only_one(engine))
    yield "--engine", None if automatic else engine
    yield from _other(config, {"precision": "auto"}, ["device", "precision"])
    yield from _decoding(config.get("round_trip", {}), config.get("device", "cpu"))
    yield "--judges", ",".join(config.get("judges", ())) or None
    window = config.get("judge_window")
    yield "--judge-window", f"{window[0]}:{window[1]}" if window else None
    yield from _other(config, asdict(BacktranslateConfig(())), ["limit", "shard_rows"])


def _decoding(trip: Settings, device: str) -> Iterator[Option]:
    decoding, default = trip.get("decoding", {}), asdict(RoundTripConfig())
    default["batch_tokens"] = RoundTripConfig().batch_size(device)
    usual = default["decoding"]
    sampled = decoding.get("sample", False)
    usual["candidates"] = 3 if sampled else min(3, decoding.get("beams", usual["beams"]))
    yield from _other(decoding, usual, ["beams", "candidates"])
    yield "--sampling", sampled
    yield from _other(decoding, usual, ["temperature", "top_p"] if sampled else [])
    grouped = ["diversity"] if decoding.get("beam_groups", 1) > 1 else []
    names = ["ngram_penalty", "avoid", "beam_groups", *grouped, "max_length"]
    yield from _other(decoding, usual, names)
    yield from _other(trip, default, ["pivot_candidates", "batch_tokens", "seed"])


def _filter(manifest: Manifest) -> Iterator[Option]:
    config, default = manifest.config, asdict(FilterConfig())
    for name in ("min_similarity", "min_entailment"):
        if found := config.get(name):
            yield f"--{name.replace('_', '-')}", f"{found['model']}:{found['lowest']}"
    guards = config.get("guards", guard_names())
    yield "--guards", None if set(guards) == {*guard_names()} else ",".join(guards) or "none"
    yield "--refuse-sql", "FILE" if config.get("refuse_sql") else None
    apart = ("min_similarity", "min_entailment", "guards", "refuse_sql")
    yield from _other(config, default, [name for name in default if name not in apart])


_OPTIONS: dict[Stage, Callable[[Manifest], Iterator[Option]]] = {
    "sentences": _ingest,
    "negations": _negate,
    "rephrasings": _rephrase,
    "backtranslations": _backtranslate,
    "verdicts": _filter,
    "triples": _filter,
}
