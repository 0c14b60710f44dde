"""Runs a stage again with the settings in its manifest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pipeline.execution.executor import Executor
from pipeline.execution.local import HERE
from pipeline.repair.recorded import command_of, models_of
from pipeline.sources.inputs import DEMO, DEMO_SENTENCES
from schemas.advice import option_for
from schemas.errors import UserError
from schemas.files import sha256_file
from schemas.locations import Location, location
from schemas.manifest import Manifest


def rerun(
    manifest: Manifest,
    artifacts: Location,
    *,
    models: Sequence[str] | None = None,
    parser: str | None = None,
    executor: Executor = HERE,
) -> None:
    """Run the stage that made a table, with the settings in its manifest.

    Args:
        manifest: its settings; the manifest of `triples` or of `verdicts` makes both.
        artifacts: folder to work on; the shards that it still has are kept.
        models: translation models in the form of `--models`, since a manifest records their weights
            but not their folders; looked for in the usual places by default.
        parser: spaCy model, needed if it is a folder; by default the recorded name.
        executor: where to run.

    Raises:
        UserError: something that the run needs has changed or is missing.
        WorkFailed: the stage itself fails.
    """
    config = manifest.config
    if manifest.stage == "sentences":
        _ingest(manifest, artifacts)
    elif manifest.stage == "negations":
        _negate(config, artifacts, parser, executor)
    elif manifest.stage == "rephrasings":
        _rephrase(config, artifacts, parser, executor)
    elif manifest.stage == "backtranslations":
        _backtranslate(manifest, artifacts, models, executor)
    else:
        _filter(config, artifacts, parser, executor)


def _ingest(manifest: Manifest, artifacts: Location) -> None:
    from pipeline.stages.ingest import IngestConfig, run_ingest

    for name, digest in manifest.input.items():
        if name == "-":
            raise UserError(
                "The sentences came from standard input, which is not kept: pipe it again to"
                f" `{command_of(manifest, artifacts, overwrite=True)}`, then"
                f" `pipeline verify{option_for(artifacts)}` says how to make the later tables"
                " again."
            )
        source = DEMO_SENTENCES if name == DEMO else location(name)
        if not source.is_file():
            raise UserError(
                f"The input {name} is missing (paths are relative to the folder in which ingest"
                " ran): put it back and repair again."
            )
        if sha256_file(source) != digest:
            raise UserError(
                f"The input {name} has changed since ingest read it: restore the old one and"
                " repair again, or run the stages with --overwrite."
            )
    with _reading_settings():
        settings = IngestConfig(**manifest.config)
    run_ingest(list(manifest.input), artifacts, settings)


def _negate(
    config: Mapping[str, Any], artifacts: Location, parser: str | None, executor: Executor
) -> None:
    from pipeline.stages.negate import NegateConfig, negation_of, run_negate

    with _reading_settings():
        settings = NegateConfig(
            parser or config["parser"], negation_of(config), config["shard_rows"]
        )
    run_negate(artifacts, settings, executor=executor)


def _rephrase(
    config: Mapping[str, Any], artifacts: Location, parser: str | None, executor: Executor
) -> None:
    from pipeline.rephrasing import RephraseConfig
    from pipeline.stages.rephrase import RephraseStage, run_rephrase

    with _reading_settings():
        rephrasing = RephraseConfig(tuple(config["rules"]), config["per_sentence"])
        settings = RephraseStage(
            parser or config["parser"], rephrasing, config["shard_rows"], config["compose"]
        )
    run_rephrase(artifacts, settings, executor=executor)


def _backtranslate(
    manifest: Manifest, artifacts: Location, models: Sequence[str] | None, executor: Executor
) -> None:
    from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
    from pipeline.translation.decoding import Decoding, parse_precision
    from pipeline.translation.engines.table import parse_engine
    from pipeline.translation.models import resolve_pivots
    from pipeline.translation.roundtrip import RoundTripConfig

    config = manifest.config
    with _reading_settings():
        trip = dict(config["round_trip"])
        # `auto` chose two engines, because none runs every model.
        engine = "auto" if "+" in config["engine"] else config["engine"]
        settings = BacktranslateConfig(
            tuple(resolve_pivots(models or _models(manifest), config["pivots"])),
            RoundTripConfig(**(trip | {"decoding": Decoding(**trip["decoding"])})),
            parse_engine(engine),
            parse_precision(config["precision"]),
            config["shard_rows"],
            config["limit"],
            tuple(config["judges"]),
            tuple(window) if (window := config.get("judge_window")) else None,
        )
    run_backtranslate(artifacts, settings, device=config["device"], executor=executor)


def _models(manifest: Manifest) -> list[str]:
    """The values of `--models` for models of the recorded names; the stage compares their weights
    when it starts."""
    found = models_of(manifest)
    if unknown := [model for model in found if "=" in model]:
        given = " ".join(f"--models {model}" for model in unknown)
        raise UserError(
            "The manifest does not say in which folders the translation models lie: give"
            f" {given}, with the folders in place of the dots."
        )
    return found


def _filter(
    config: Mapping[str, Any], artifacts: Location, parser: str | None, executor: Executor
) -> None:
    from pipeline.acceptance.judging import FilterConfig
    from pipeline.acceptance.measures.thresholds import Threshold
    from pipeline.inspection.datacard import CardOptions, has_examples
    from pipeline.stages.filter import run_filter

    with _reading_settings():
        changed = {
            **{
                name: Threshold(**config[name]) if config[name] else None
                for name in ("min_similarity", "min_entailment")
            },
            "guards": tuple(config["guards"]),
        }
        settings = FilterConfig(**{**config, **changed})
    # The licence of the data card is kept separately.
    card = CardOptions(examples=has_examples(artifacts))
    run_filter(artifacts, settings, executor=executor, parser=parser, card=card)


@contextmanager
def _reading_settings() -> Iterator[None]:
    """Report settings that this version does not have, or that are missing, as another
    version's."""
    try:
        yield
    except (KeyError, TypeError) as error:
        raise UserError(
            f"The settings in the manifest are those of another version ({error}): install that one"
            " to repair, or run the stage with --overwrite."
        ) from error
