"""Options that several commands share, and what they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from schemas.errors import UserError
from schemas.locations import location

Device = Literal["auto", "cpu", "cuda"]
PoolingChoice = Literal["cls", "mean", "mask"]
PrecisionChoice = Literal["auto", "fp32", "bf16"]

DEFAULT_HELDOUT = 0.05
"""Share of the published recipes."""

DeviceOption = Annotated[Device, typer.Option(help="Where to compute; auto takes a GPU if any.")]
PoolingOption = Annotated[
    PoolingChoice | None,
    typer.Option(help="Pooling of the models that do not state theirs; others keep their own."),
]
TemplateOption = Annotated[
    str | None,
    typer.Option(
        help="Prompt around each sentence, with {} and [MASK], for the models that --pooling is"
        " for. With --pooling mask, defaults to the osscse prompt."
    ),
]
ModelsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="MODEL...",
        help="Encoder folders, run folders, names on the model hub, or demo; several are compared.",
    ),
]
PrecisionOption = Annotated[
    PrecisionChoice,
    typer.Option(help="Precision of encoding; auto takes bf16 on a GPU and fp32 elsewhere."),
]
CacheOption = Annotated[
    Path | None,
    typer.Option(help="Folder that keeps embeddings by model and text for the next time."),
]
TriplesOption = Annotated[
    # A Location: typer takes no union.
    Any,
    typer.Option(
        parser=location,
        metavar="DIR|FILE|URL",
        help="Artifacts folder, folder of triples, or one Parquet file; s3://, gs:// and such too.",
    ),
]
StsOption = Annotated[
    str, typer.Option(help="Folder of Parquet files with scored pairs, SentEval's, or hub.")
]
ContrastOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="DIR|FILE|bundled",
        help="Triples and labelled pairs: a folder or a file, also of SemAntoNeg, SugarCrepe++,"
        " CondaQA, CAD-NLI, NaN-NLI or PAWS as published; bundled (default) for the set written for"
        " this package. May be given more than once.",
    ),
]
HeldoutOption = Annotated[
    float | None,
    typer.Option(
        min=0.0,
        max=1.0,
        help="Share of the triples held out; that of the runs if absent, else 0.05.",
    ),
]
LimitOption = Annotated[
    int, typer.Option(min=1, help="Most triples to measure; a larger table is sampled.")
]
TasksOption = Annotated[
    list[str] | None,
    typer.Option(help="Tasks, separated by commas; all standard ones present if absent."),
]


def heldout_share(models: Sequence[str], given: float | None) -> float:
    """The share of complete triples that none of some models was trained on.

    Args:
        models: names and folders; the runs among them say what they held out.
        given: the share that the user names, which comes first.

    Raises:
        UserError: where two runs held out different shares and none is given.
    """
    if given is not None:
        return given
    from trainer.recipes.reading import load_recipe

    recipes = [Path(model) / "recipe.toml" for model in models]
    shares = {load_recipe(str(file)).heldout for file in recipes if file.is_file()}
    if len(shares) > 1:
        raise UserError(
            f"The runs held out different shares ({', '.join(map(str, sorted(shares)))}). Give"
            " --heldout the smallest, whose triples none of them has seen."
        )
    return shares.pop() if shares else DEFAULT_HELDOUT


def separated(given: Sequence[str] | None) -> list[str]:
    """Names given with commas, in several options, or both."""
    return [name for one in given or [] for name in one.replace(",", " ").split()]
