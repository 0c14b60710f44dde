"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from schemas.console import is_given
from schemas.errors import UserError
from schemas.locations import location
from schemas.progress import series

DeviceOption = Annotated[
    Literal["auto", "cpu", "cuda"],
    typer.Option(help="Where to compute; auto uses a GPU if there is one."),
]
StartOption = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL",
        help="Encoder to start from: a folder, a name on the model hub, demo or osscse; by default"
        " the recipe's.",
    ),
]
DevOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Parquet file of scored pairs to validate on, e.g. STS-B dev."
    ),
]
PoolingOption = Annotated[
    Literal["cls", "mean", "mask"] | None,
    typer.Option(help="Pooling for models that state none; others keep their own."),
]
TemplateOption = Annotated[
    str | None,
    typer.Option(
        help="Prompt around each sentence, such as '{} means [MASK].', for models that state no"
        " pooling. With --pooling mask, by default the prompt of the recipe osscse."
    ),
]
PromptOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Name of the prompt before every text, for models that state one of this name; by"
        " default the one that a model states as its default, or none.",
    ),
]
_MODELS: Any = typer.Argument(
    metavar="MODEL",
    help="Folder of an encoder or a run, name on the model hub, file of a difference, demo or"
    " osscse; several are compared.",
)
ModelsArgument = Annotated[list[str], _MODELS]
OptionalModelsArgument = Annotated[list[str] | None, _MODELS]
PrecisionOption = Annotated[
    Literal["auto", "fp32", "bf16"],
    typer.Option(
        metavar="NAME",
        help="Precision of the model: auto (bf16 on a GPU, fp32 elsewhere), fp32 or bf16.",
    ),
]
CacheOption = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Folder in which to cache embeddings, by model and text."),
]
_TRIPLES = (
    "Artifacts folder, folder of triples, or one Parquet file; also a URL such as s3:// or gs://;"
    " or written, the triples that come with the package."
)
TriplesOption = Annotated[
    # A Location; typer does not support union types.
    Any,
    typer.Option(parser=location, metavar="DIR|FILE|URL|written", help=_TRIPLES),
]
SeveralTriplesOption = Annotated[
    list[Any] | None,
    typer.Option(
        "--triples",
        parser=location,
        metavar="DIR|FILE|URL|written",
        help=f"{_TRIPLES} Repeat for several. By default artifacts.",
    ),
]
_SCORED: Any = typer.Option(
    metavar="DIR|hub",
    help="Scored pairs: a folder of Parquet files, a SentEval folder, or hub (the model hub).",
)
StsOption = Annotated[str, _SCORED]
OptionalStsOption = Annotated[str | None, _SCORED]
ContrastOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="DIR|FILE|NAME",
        help="Triples and labelled pairs: a folder or a file, also of SemAntoNeg, SugarCrepe++,"
        " CondaQA, CAD-NLI, NaN-NLI, PAWS, SDS or GLUE's diagnostics as published; bundled"
        " for the 300 triples that come with this package, bundled-scope for 30 others in which"
        " a denial moves. Repeat for several.",
        show_default="bundled",
    ),
]
HeldoutOption = Annotated[
    float | None,
    typer.Option(
        min=0.0,
        max=1.0,
        help="Share of the triples held out from training; by default that of the runs, else 0.05.",
    ),
]
LimitOption = Annotated[
    int, typer.Option(min=1, help="Maximum number of triples; a larger table is sampled.")
]
TasksOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAMES",
        help="Tasks, separated by commas; by default the standard ones, or all if there are none of"
        " these.",
    ),
]
AllTasksOption = Annotated[
    list[str] | None,
    typer.Option("--tasks", metavar="NAMES", help="Tasks, separated by commas; by default all."),
]
OneTaskOption = Annotated[
    list[str] | None,
    typer.Option("--tasks", metavar="NAMES", help="Tasks, separated by commas; by default STSB."),
]


def refuse_ignored(context: typer.Context, names: str, without: str, *, missing: bool) -> None:
    """Refuse options that have no effect, because another is missing.

    Args:
        context: of the running command.
        names: the options, such as `heldout limit`.
        without: the option that they need, or several, such as `--input or --triples`.
        missing: whether it is missing.

    Raises:
        UserError: some of the options are given without it.
    """
    given = [f"--{name}" for name in names.split() if is_given(context, name)]
    if missing and given:
        verb = "has" if len(given) == 1 else "have"
        raise UserError(f"{series(given)} {verb} no effect without {without}: give it too.")


def separated(given: Sequence[str] | None) -> list[str]:
    """The names in repeated options, each of which may list several separated by commas."""
    return [name for one in given or [] for name in one.replace(",", " ").split()]
