"""Options that several commands share, and what they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from schemas.errors import UserError
from schemas.locations import location
from schemas.progress import track

if TYPE_CHECKING:
    from trainer.encoders.embeddings import Embeddings
    from trainer.encoders.encoder import Encoder
    from trainer.encoders.folder import Unstated

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
TasksOption = Annotated[
    list[str] | None,
    typer.Option(help="Tasks, separated by commas; all standard ones present if absent."),
]


@dataclass(frozen=True, slots=True)
class Measuring:
    """How models are loaded and texts embedded.

    Attributes:
        pooling: of models that state none.
        template: likewise.
        device: where to compute.
        precision: of encoding.
        cache: folder of kept embeddings.
    """

    pooling: PoolingChoice | None = None
    template: str | None = None
    device: Device = "auto"
    precision: PrecisionChoice = "auto"
    cache: Path | None = None

    def check(self) -> Unstated | None:
        """What the options say of models that state no pooling.

        Raises:
            UserError: where the template has not both of its places, or stands alone.
        """
        from trainer.encoders.folder import Unstated
        from trainer.recipes.reading import load_recipe

        if self.pooling is None:
            if self.template is not None:
                raise UserError(
                    "--template goes with --pooling mask, for models that state no pooling; give"
                    " both, or neither."
                )
            return None
        template = self.template
        if template is None:
            template = load_recipe("osscse").template_anchor if self.pooling == "mask" else ""
        if template and (template.count("{}") != 1 or template.count("[MASK]") != 1):
            raise UserError(f"--template {template!r} should hold {{}} once and [MASK] once.")
        return Unstated(self.pooling, template)

    def embedded(
        self, models: Sequence[str], texts: Sequence[str], label: str
    ) -> Iterator[tuple[str, Embeddings]]:
        """Each model's embeddings of the texts; one model is in memory at a time.

        Args:
            models: names and folders; a repeated one comes once.
            texts: distinct.
            label: of the progress.
        """
        from trainer.encoders.embeddings import embed

        for name, encoder in self.encoders(models):
            precision = self.precision
            if precision == "auto":
                precision = "bf16" if encoder.device.type == "cuda" else "fp32"
            with track(f"{label} {name}", len(texts), "texts") as progress:
                found = embed(
                    encoder,
                    texts,
                    precision=precision,
                    cache=self.cache,
                    advance=progress.advance,
                )
            yield name, found

    def encoders(self, models: Sequence[str]) -> Iterator[tuple[str, Encoder]]:
        """Each model once, loaded when its turn comes."""
        unstated = self.check()
        from trainer.encoders.folder import load_encoder, stated_modules
        from trainer.runtime.devices import choose_device

        if unstated is not None and all(stated_modules(name).pooling for name in models):
            typer.echo(
                "Note: --pooling and --template change nothing here, since every model states its"
                " own pooling.",
                err=True,
            )
        place = choose_device(self.device)
        for name in dict.fromkeys(models):
            yield name, load_encoder(name, unstated=unstated).to(place)


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
