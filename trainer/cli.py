"""The `trainer` command: parses and prints; the work is in the modules it calls.

Everything heavy is imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from schemas.errors import UserError, run_app
from schemas.progress import track

if TYPE_CHECKING:
    from rich.table import Table

    from trainer.encoder import Encoder
    from trainer.folder import Unstated

Device = Literal["auto", "cpu", "cuda"]
PoolingChoice = Literal["cls", "mean", "mask"]

app = typer.Typer(
    name="trainer",
    help="Fine-tune sentence encoders on triples, and measure what they learned.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)

DeviceOption = Annotated[Device, typer.Option(help="Where to compute; auto takes a GPU if any.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
PoolingOption = Annotated[
    PoolingChoice | None,
    typer.Option(help="Pooling of the models that do not state theirs; others keep their own."),
]
TemplateOption = Annotated[
    str | None,
    typer.Option(
        help="Text around each sentence for the models that --pooling is for, with {} and [MASK];"
        " for mask pooling that of the osscse recipe if absent."
    ),
]
ModelsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="MODEL...",
        help="Encoder folders, run folders, names on the model hub, or demo; several are compared.",
    ),
]


def main() -> None:
    """Entry point of the console command."""
    run_app(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"trainer (osscse {version('osscse')})")
        raise typer.Exit


@app.callback()
def _global_options(
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks of errors.")] = False,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Fine-tune sentence encoders on triples, and measure what they learned."""


@app.command(
    "fit",
    epilog="Examples:\n\n"
    "`trainer fit --triples artifacts --recipe demo`\n\n"
    "`trainer fit --triples artifacts --model bert-base-uncased --dev stsb-dev.parquet`\n\n"
    "`trainer fit --triples artifacts --model my-bert --set epochs=1 --set precision=bf16`\n\n"
    "`trainer fit --triples artifacts --output runs/osscse-1 --resume`",
)
def fit_cli(
    triples: Annotated[
        Path, typer.Option(help="Artifacts folder, folder of triples, or one Parquet file.")
    ] = Path("artifacts"),
    model: Annotated[
        str | None,
        typer.Option(help="Encoder to start from: a folder, a name on the hub, or demo."),
    ] = None,
    recipe: Annotated[
        str | None, typer.Option(help="osscse (default), simcse, demo, or a TOML file.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="Folder of the run; runs/RECIPE-NUMBER if absent.")
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change one value of the recipe."),
    ] = None,
    dev: Annotated[
        Path | None,
        typer.Option(help="Parquet of scored pairs to validate on, STS-B dev for instance."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run in --output.")
    ] = False,
    device: DeviceOption = "auto",
    as_json: JsonOption = False,
) -> None:
    """Fine-tune an encoder on triples."""
    from trainer.config import load_recipe
    from trainer.run import RunFolder, default_output

    output = output or default_output(recipe or "osscse", resume=resume)
    folder = RunFolder(output)
    if resume and recipe is None and folder.recipe.exists():
        recipe = str(folder.recipe)
    resolved = load_recipe(recipe or "osscse", changes or [], model)

    from trainer.fit import fit
    from trainer.show import fit_summary

    result = fit(resolved, triples, output, dev=dev, device=device, resume=resume)
    if as_json:
        _print_json({**asdict(result), "output": str(result.output)})
    else:
        typer.echo(fit_summary(result))


@app.command(
    "evaluate",
    epilog="Examples:\n\n"
    "`trainer evaluate demo runs/demo-1 --data sts`\n\n"
    "`trainer evaluate bert-base-uncased --pooling cls --data hub --tasks STS12,STSB`",
)
def evaluate_cli(
    models: ModelsArgument,
    data: Annotated[str, typer.Option(help="Folder of Parquet files with scored pairs, or hub.")],
    tasks: Annotated[
        list[str] | None,
        typer.Option(help="Tasks, separated by commas; all standard ones present if absent."),
    ] = None,
    pooling: PoolingOption = None,
    template: TemplateOption = None,
    device: DeviceOption = "auto",
    format_: Annotated[
        Literal["table", "json"], typer.Option("--format", help="How to print.")
    ] = "table",
    as_json: JsonOption = False,
) -> None:
    """Spearman correlation with human scores on STS12-16, STS-B and SICK-R."""
    from trainer.evaluate import distinct_texts, evaluate
    from trainer.show import sts_table
    from trainer.sts import read_folder, read_hub

    unstated = _unstated(pooling, template)
    wanted = [name for given in tasks or [] for name in given.replace(",", " ").split()]
    chosen = read_hub(wanted) if data == "hub" else read_folder(Path(data), wanted)
    texts = len(distinct_texts(chosen))
    scores = {}
    for name, encoder in _encoders(models, unstated, device):
        with track(f"evaluate {name}", texts) as progress:
            scores[name] = evaluate(encoder, chosen, advance=progress.advance)
    if as_json or format_ == "json":
        _print_json({name: asdict(score) for name, score in scores.items()})
    else:
        _print_table(sts_table(scores))


@app.command(
    "probe",
    epilog="Examples:\n\n"
    "`trainer probe demo runs/demo-1 --triples artifacts`\n\n"
    "`trainer probe my-model --triples artifacts --split all --json`",
)
def probe_cli(
    models: ModelsArgument,
    triples: Annotated[
        Path, typer.Option(help="Artifacts folder, folder of triples, or one Parquet file.")
    ] = Path("artifacts"),
    split: Annotated[
        Literal["heldout", "all"],
        typer.Option(help="Triples that training never saw, or all complete ones."),
    ] = "heldout",
    heldout: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            max=1.0,
            help="Share held out; that of the runs among the models if absent, else 0.05.",
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option(min=1, help="Most triples to measure; a larger table is sampled.")
    ] = 10_000,
    pooling: PoolingOption = None,
    template: TemplateOption = None,
    device: DeviceOption = "auto",
    as_json: JsonOption = False,
) -> None:
    """Does the paraphrase outrank the negation? Several models stand side by side.

    Where a run chose its best weights by these very held-out triples (no --dev, keep = best), its
    figure is a little flattered; the demo recipe keeps the last weights for that reason.
    """
    from trainer.probe import heldout_share, probe
    from trainer.show import probe_table
    from trainer.triples import TripleTable

    unstated = _unstated(pooling, template)
    share = 1.0 if split == "all" else heldout_share(models, heldout)
    rows = TripleTable(triples).heldout(share, limit)
    texts = len({text for row in rows for text in row.texts})
    probes = {}
    for name, encoder in _encoders(models, unstated, device):
        with track(f"probe {name}", texts, "texts") as progress:
            probes[name] = probe(encoder, rows, advance=progress.advance)
    if as_json:
        _print_json({name: asdict(result) for name, result in probes.items()})
    else:
        _print_table(probe_table(probes, "complete" if split == "all" else "held-out"))


@app.command("export", epilog="Example:\n\n`trainer export runs/demo-1 --output my-encoder`")
def export_cli(
    run: Annotated[Path, typer.Argument(help="Folder of a run.")],
    output: Annotated[Path, typer.Option(help="Folder to make.")],
) -> None:
    """Make a folder that SentenceTransformer(DIR) loads, with a model card."""
    from trainer.export import export

    export(run, output)
    typer.echo(f"SentenceTransformer({str(output)!r}) loads it; its card is {output}/README.md.")


def _unstated(pooling: PoolingChoice | None, template: str | None) -> Unstated | None:
    from trainer.config import load_recipe
    from trainer.folder import Unstated

    if pooling is None:
        return None
    if template is None:
        template = load_recipe("osscse").template_anchor if pooling == "mask" else ""
    if template and (template.count("{}") != 1 or template.count("[MASK]") != 1):
        raise UserError(f"--template {template!r} should hold {{}} once and [MASK] once.")
    return Unstated(pooling, template)


def _encoders(
    models: Sequence[str], unstated: Unstated | None, device: Device
) -> Iterator[tuple[str, Encoder]]:
    """Each model once, loaded when its turn comes, so that one is in memory at a time."""
    from trainer.encoder import choose_device
    from trainer.folder import load_encoder

    place = choose_device(device)
    for name in dict.fromkeys(models):
        yield name, load_encoder(name, unstated=unstated).to(place)


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))


def _print_table(table: Table) -> None:
    from rich.console import Console

    Console().print(table)
