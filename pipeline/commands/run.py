"""`pipeline run`: a command for each stage, and one for all of them, made from the stages' options.

Annotations are evaluated as the module loads, since the options are read from them.
"""

import re
import shlex
from collections.abc import Callable, Sequence
from copy import copy
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import typer

from pipeline.commands.help_names import NamingCommand
from pipeline.commands.options import Compose
from pipeline.commands.run_checks import check_judges, check_rephrasings, check_still_fits
from pipeline.commands.stages import Plan, backtranslate, filter_, ingest, negate, rephrase
from pipeline.translation.engines.marian.installed import has_round_trip
from pipeline.translation.models import FIREFOX
from schemas.console import Commands, Json, is_given, print_json, say, show
from schemas.errors import UserError
from schemas.messages import tell
from schemas.progress import announce

if TYPE_CHECKING:
    from pipeline.storage.artifacts import ArtifactsFolder
    from schemas.manifest import Manifest

Stage = Callable[..., Plan]

STAGES: dict[str, Stage] = {
    "ingest": ingest,
    "negate": negate,
    "backtranslate": backtranslate,
    "rephrase": rephrase,
    "filter": filter_,
}
"""The stages in the order of `run all`, which runs `rephrase` only on request."""

PARSER = "Loading the parser"
LOADING = {
    "negate": PARSER,
    "backtranslate": "Loading the translation models",
    "rephrase": PARSER,
    "filter": "Loading the guards",
}
"""Printed before a stage that takes a while to load something."""

OF_REPHRASE = ("rules", "per_sentence")
"""Options of `rephrase` that `run all` lacks; its `--per-sentence` is that of negate."""

MEANING: dict[str, Any] = {
    # Of longer sentences, readers call a third of the contradictions faulty, of others a twelfth.
    "max_words": 28,
    "kinds": "all",
    "per_sentence": 4,
    # If denials were never contracted, "isn't" would give away the paraphrases by rule.
    "style": "mix",
    "contradict_paraphrases": True,
    "near_copies": 2,
    "balance": True,
}
"""Options of `--preset meaning`, besides `--rephrase`."""

TRUSTED: dict[str, Any] = {"judges": "trust", "min_trust": 0.88}
"""Further options of `--preset meaning` with Firefox's models, for which `trust` was fitted."""

FARTHER: dict[str, Any] = {"select": "diverse", "min_mer": 0.2, "max_mer_sure": 0.9}
"""Options given along with those: they prefer trusted paraphrases in other words."""

RENAMED = {"--sample": "--sampling", "--triples": "--preset"}
"""Old name of an option -> its name now; refused by the commands that have the new one."""

DEMO_PIVOT = "pt"
"""The language whose models can be installed as a package."""

run = typer.Typer(
    cls=Commands,
    help="Run a stage, or all of them.\n\nExample: pipeline run all --demo",
    no_args_is_help=True,
)


class _Command(NamingCommand):
    """A command that refuses `--engine ray` and the names in `RENAMED`, and states the new ones."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse an old name if this command has the new one.

        Raises:
            UserError: an old name was given; the message states the new one.
        """
        if old := re.search(r"--engine[ =](local|ray)\b", " ".join(args)):
            raise UserError(
                f"--engine {old[1]} is called --executor {old[1]} now: --executor says where to"
                " run, --engine what translates."
            )
        known = {name for option in self.params for name in option.opts}
        for given in (word.partition("=")[0] for word in args):
            if (new := RENAMED.get(given)) in known:
                raise UserError(f"{given} is called {new} now.")
        return super().parse_args(ctx, args)


def _add(name: str, command: Callable[..., None], *stages: Stage, without: str = "") -> None:
    """Make a command from a function, with its own options and those of some stages.

    In the help, options that only one of several stages has are in a panel of that stage, and one
    that several have is that of the first.
    """
    own = signature(command)
    of_stages = [(stage, p) for stage in stages for p in signature(stage).parameters.values()]
    names = [p.name for _, p in of_stages]
    parameters = [
        _in_panel(p, f"Options of {stage.__name__.rstrip('_')}")
        if len(stages) > 1 and names.count(p.name) == 1
        else p
        for stage, p in of_stages
    ]
    first: dict[str, Parameter] = {}
    for p in parameters:
        first.setdefault(p.name, p)
    options = {
        p.name: p.replace(kind=p.KEYWORD_ONLY)
        for p in (*first.values(), *own.parameters.values())
        if p.kind != p.VAR_KEYWORD and p.name != without
    }
    command.__signature__ = own.replace(parameters=[*options.values()])  # type: ignore[attr-defined]
    run.command(name, cls=_Command)(command)


def _in_panel(parameter: Parameter, panel: str) -> Parameter:
    """The option of a command, in a panel of its help."""
    kind, option = get_args(parameter.annotation)
    shown = copy(option)
    shown.rich_help_panel = panel
    return parameter.replace(annotation=Annotated[kind, shown])


def _one(name: str, stage: Stage) -> Callable[..., None]:
    def command(json: Json = False, **options: Any) -> None:
        from pipeline.storage.artifacts import ArtifactsFolder

        _announce(name)
        plan = stage(**options)
        made = plan.run(folder := ArtifactsFolder(plan.artifacts))
        if json:
            print_json(_record(made))
        else:
            _show(made, folder)

    command.__doc__ = stage.__doc__
    return command


def _all(
    context: typer.Context,
    demo: Annotated[
        bool,
        typer.Option(
            "--demo",
            help="Use the bundled sentences, --preset meaning, and Firefox's Portuguese models if"
            " they are installed.",
        ),
    ] = False,
    preset: Annotated[
        Literal["paper", "meaning"],
        typer.Option(
            help="Triples to make: paper (one per sentence), or meaning (for the recipe `meaning`,"
            " with every kind of contradiction and paraphrases by rule). meaning is short for"
            " --max-words 28 --kinds all --per-sentence 4 --style mix --rephrase"
            " --contradict-paraphrases --near-copies 2 --balance, and with Firefox's models,"
            " unless --judges or --min-trust is given, also for --compose --judges trust"
            " --min-trust 0.88 --select diverse --min-mer 0.2 --max-mer-sure 0.9.",
        ),
    ] = "paper",
    rephrase: Annotated[
        bool, typer.Option("--rephrase", help="Also paraphrase by rule, before filter.")
    ] = False,
    compose: Compose = False,
    json: Json = False,
    **options: Any,
) -> None:
    """Run ingest, negate, backtranslate and filter, in this order, with the options of each.

    With --rephrase or --compose, `pipeline run rephrase` runs before filter, with its default
    settings. Without them, filter still uses the table of an earlier `pipeline run rephrase`.

    Example: pipeline run all --demo

    Example: pipeline run all --input corpus.txt --models wmt19 --device cuda

    Example: pipeline run all --input corpus.txt --models firefox:pt --preset meaning
    """
    if demo:
        if options["input"]:
            own = " ".join(map(shlex.quote, options["input"]))
            raise UserError(
                "--demo uses the bundled sentences, so it takes no --input. For your own, leave"
                f" --demo out: `pipeline run all --input {own} --models firefox:{DEMO_PIVOT}"
                " --preset meaning`; a further input called demo adds the bundled ones."
            )
        changed = _of_demo(given=bool(options["models"]))
        options |= {name: changed[name] for name in changed if not is_given(context, name)}
        tell(_translated_by(options["models"], chosen="models" in changed))
    rephrase |= compose
    options["compose"] = compose
    if preset == "meaning" or (demo and not is_given(context, "preset")):
        rephrase = True
        options |= {name: MEANING[name] for name in MEANING if not is_given(context, name)}
        from_firefox = [name.startswith(FIREFOX) for name in options["models"] or ()]
        unsaid = not any(is_given(context, name) for name in TRUSTED)
        if any(from_firefox) and all(from_firefox) and unsaid:
            options |= TRUSTED | {"compose": True}
            farther = FARTHER | {"max_mer_sure": max(FARTHER["max_mer_sure"], options["max_mer"])}
            options |= {name: farther[name] for name in farther if not is_given(context, name)}
    from pipeline.storage.artifacts import ArtifactsFolder

    announce("Checking the settings of all stages")
    names = [name for name in STAGES if rephrase or name != "rephrase"]
    plans = _plans(names, options)
    earlier = None
    if not rephrase:
        folder = ArtifactsFolder(options["artifacts"])
        earlier = check_rephrasings(folder, overwrite=options["overwrite"])
    records = []
    for number, (name, plan) in enumerate(plans.items(), 1):
        if not json:
            typer.echo(f"{number}/{len(plans)} {name}")
        _announce(name)
        # Each stage may take hours, in which nothing locks the earlier tables: the next reads their
        # manifests again, and refuses what was made from others.
        made = plan.run(folder := ArtifactsFolder(plan.artifacts))
        records.append(_record(made))
        if not json:
            _show(made, folder)
        if earlier and name == "ingest":
            check_still_fits(folder, earlier, made)
    if json:
        print_json(records)


def _plans(names: Sequence[str], options: dict[str, Any]) -> dict[str, Plan]:
    """Plan some stages and check all of them now, since the last may start hours later.

    Raises:
        UserError: one of them would be refused.
    """
    check_judges(options)
    plans = {}
    for name in names:
        if name == "filter" and not options["contradict_paraphrases"]:
            # It is for the earlier stages; filter alone refuses one that it does not use.
            options["parser"] = None
        # Of the options of `rephrase`, only those that others share can be given here.
        own = OF_REPHRASE if name == "rephrase" else ()
        taken = [p for p in signature(STAGES[name]).parameters if p in options and p not in own]
        plans[name] = STAGES[name](**{p: options[p] for p in taken})
        # A later stage that takes files would ingest them once more.
        options["input"] = None
    for plan in plans.values():
        plan.check()
    return plans


def _announce(name: str) -> None:
    if name in LOADING:
        announce(LOADING[name])


def _of_demo(*, given: bool) -> dict[str, Any]:
    """Options of the demo where the user gives none.

    Args:
        given: whether the user names models.
    """
    options: dict[str, Any] = {"input": ["demo"]}
    if given:
        return options
    if has_round_trip(DEMO_PIVOT):
        return options | {"models": [FIREFOX + DEMO_PIVOT], "candidates": 2, "pivot_candidates": 2}
    # The bundled models are weak: more candidates, and the most similar one of them.
    weak = {"min_similarity": "demo:0.85", "select": "similarity", "pivot_candidates": 2}
    return options | {"models": ["demo"]} | weak


def _translated_by(models: list[str], *, chosen: bool) -> str:
    """A sentence on which models translate; `chosen`: by the program, since the user named none."""
    if chosen and models == ["demo"]:
        return "Firefox's models are not installed, so the small bundled ones translate."
    return f"Translated by {' '.join(models)}."


def _record(made: "Manifest") -> dict[str, Any]:
    return {
        "stage": made.stage,
        "rows": made.rows,
        "shards": len(made.shards),
        "dropped": made.dropped,
        "counts": made.counts(),
    }


def _show(made: "Manifest", folder: "ArtifactsFolder") -> None:
    from pipeline.commands.hints import foreign_text
    from pipeline.commands.summaries import explaining, summary
    from pipeline.inspection.datacard import has_card
    from schemas.advice import option_for

    artifacts = folder.root
    earlier = {stage: found for stage in explaining(made) if (found := folder.manifest(stage))}
    foreign = foreign_text(folder.table("sentences")) if made.stage == "triples" else ""
    show(summary(made, earlier, artifacts, foreign))
    if made.stage != "triples":
        return
    if not has_card(artifacts):
        say(f"{artifacts / 'README.md'} is not a data card, so it was left unchanged.")
    typer.echo(f"Look further: pipeline inspect{option_for(artifacts)}")


for _name, _stage in STAGES.items():
    _add(_name, _one(_name, _stage), _stage)
# Each table has its own shard size.
_add(
    "all",
    _all,
    *(stage for name, stage in STAGES.items() if name != "rephrase"),
    without="shard_rows",
)
