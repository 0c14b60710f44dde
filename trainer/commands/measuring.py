"""Loading encoders and embedding texts, with the options that every measuring command has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

from schemas.console import print_json, show
from schemas.errors import UserError
from schemas.messages import tell
from schemas.progress import announce, track
from trainer.commands.options import (
    CacheOption,
    DeviceOption,
    PoolingOption,
    PrecisionOption,
    PromptOption,
    TemplateOption,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from trainer.encoders.embeddings import Embeddings
    from trainer.encoders.encoder import Encoder
    from trainer.encoders.folder import Unstated
    from trainer.encoders.prompts import Prompts


@dataclass(frozen=True, slots=True)
class Measuring:
    """How models are loaded and texts embedded; the fields are options of the commands.

    Attributes:
        pooling: for models that state none.
        template: for models that state none.
        prompt: name of the prompt before every text, for models that state it.
        device: where to compute.
        precision: for encoding.
        cache: folder of saved embeddings.
    """

    pooling: PoolingOption = None
    template: TemplateOption = None
    prompt: PromptOption = None
    device: DeviceOption = "auto"
    precision: PrecisionOption = "auto"
    cache: CacheOption = None

    def check(self) -> Unstated | None:
        """The pooling and template to use for models that state no pooling.

        Raises:
            UserError: the template lacks a placeholder, or is given without a pooling.
        """
        if self.pooling is None:
            if self.template is not None:
                raise UserError(
                    "--template goes with --pooling mask, for models that state no pooling; give"
                    " both, or neither."
                )
            return None
        from trainer.encoders.folder import Unstated
        from trainer.recipes.reading import load_recipe

        template = self.template
        if template is None:
            template = load_recipe("osscse").template_anchor if self.pooling == "mask" else ""
        if template and (template.count("{}") != 1 or template.count("[MASK]") != 1):
            raise UserError(f"--template {template!r} must contain {{}} once and [MASK] once.")
        return Unstated(self.pooling, template)

    def begin(self, models: Sequence[str]) -> None:
        """Say which models are loaded, and check the options, before any work.

        Raises:
            UserError: see `check`, or there is no such device, or the cache cannot be written.
        """
        if models:  # said first, since importing torch alone takes a while
            announce(f"Loading {', '.join(dict.fromkeys(models))}")
        self.check()
        if self.cache is not None:
            from trainer.runs.outputs import check_folder

            check_folder(self.cache, "--cache")
        if self.device == "cuda":  # the others always exist, and torch takes a while to import
            from trainer.runtime.devices import choose_device

            choose_device(self.device)

    def embedded(
        self, models: Sequence[str], texts: Sequence[str], label: str
    ) -> Iterator[tuple[str, Embeddings]]:
        """Embed the texts with each model; only one model is in memory at a time.

        Args:
            models: names and folders; a repeated one is used once.
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
        """Each distinct model, loaded when it is needed."""
        unstated = self.check()
        from trainer.encoders.folder import load_encoder, stated_modules
        from trainer.runtime.devices import choose_device

        if unstated is not None and all(stated_modules(name).pooling for name in models):
            given = "--pooling has" if self.template is None else "--pooling and --template have"
            tell(f"Note: {given} no effect here, since every model states its own pooling.")
        # Notes and refusals come before the first model is measured, which takes a while.
        chosen = self._prompts({name: stated_modules(name).prompts for name in models})
        place = choose_device(self.device)
        for name, prompt in chosen.items():
            yield name, load_encoder(name, unstated=unstated, prompt=prompt).to(place)

    def _prompts(self, stated: Mapping[str, Prompts]) -> dict[str, str | None]:
        """The prompt to name to each model; says which models state some and use none.

        Raises:
            UserError: no model states the prompt that is asked for.
        """
        wanted = self.prompt
        chosen = {name: wanted if wanted in own.texts else None for name, own in stated.items()}
        if stated and wanted is not None and wanted not in chosen.values():
            have = [f"{name} has {', '.join(own.texts) or 'none'}" for name, own in stated.items()]
            raise UserError(f"No model states a prompt named {wanted}: {'; '.join(have)}.")
        for name, own in stated.items():
            if chosen[name] is None and (told := own.ignored(name, "--prompt ")):
                tell(f"Note: {told}")
        return chosen


def print_scores(
    scores: Mapping[str, Any], table: Callable[[Any], RenderableType], *, as_json: bool
) -> None:
    """Print dataclasses of scores by model: as JSON, or as the table made of them."""
    if as_json:
        print_json({name: asdict(found) for name, found in scores.items()})
    else:
        show([table(scores)])


def measuring(command: Callable[..., None]) -> Callable[..., None]:
    """Replace a command's parameter `how` by the options of `Measuring`."""
    shared = signature(Measuring, eval_str=True).parameters
    options: list[Parameter] = []
    for parameter in signature(command, eval_str=True).parameters.values():
        options += shared.values() if parameter.name == "how" else [parameter]

    def measure(**given: Any) -> None:
        how = Measuring(**{name: given.pop(name) for name in shared})
        how.begin(given["models"] or [])
        command(how=how, **given)

    measure.__name__, measure.__doc__ = command.__name__, command.__doc__
    measure.__signature__ = signature(measure).replace(  # type: ignore[attr-defined]
        parameters=[option.replace(kind=Parameter.KEYWORD_ONLY) for option in options]
    )
    return measure
