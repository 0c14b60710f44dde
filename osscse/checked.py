"""Functions for other programs, with checks of their arguments.

The programs themselves check what a command line can hold; a caller in Python can pass anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from schemas.errors import UserError

if TYPE_CHECKING:
    from spacy.language import Language

    from pipeline.negation.kinds.kind import Contradiction
    from pipeline.negation.parser import NegationConfig
    from pipeline.negation.sentence import Negation
    from pipeline.rephrasing.search import RephraseConfig, Rephrased
    from schemas.locations import Location
    from trainer.runs.tracking import TrackerName
    from trainer.settings.recipe import Recipe
    from trainer.training.fit import FitResult

_DEVICES = ("auto", "cpu", "cuda")


def negate(
    sentence: str, *, parser: Language | None = None, config: NegationConfig | None = None
) -> Negation:
    """Negate one sentence: "The shop is open." gives "The shop is not open."

    Args:
        sentence: what to negate.
        parser: a spaCy pipeline; by default the installed one.
        config: style and self-check; by default plain.

    Raises:
        UserError: `sentence` is not a text or too long, or no parser is installed.
    """
    from pipeline.negation.parser import PLAIN
    from pipeline.negation.parser import negate as of_text

    return of_text(_sentence(sentence, "negate", parser), parser=parser, config=config or PLAIN)


def contradict(
    sentence: str, *, parser: Language | None = None, kinds: str | Iterable[str] = "all"
) -> tuple[Contradiction, ...]:
    """Contradict one sentence in every way but the denial of its main clause.

    "The shop is open." gives "The shop is closed."

    Args:
        sentence: what to contradict.
        parser: a spaCy pipeline; by default the installed one.
        kinds: names of kinds, as a list or separated by commas, or "all".

    Raises:
        UserError: `sentence` is not a text or too long, a kind is unknown, or there is no parser.
    """
    from pipeline.negation.parser import contradict as of_text

    named = [kinds] if isinstance(kinds, str) else _texts(kinds, "kinds")
    return of_text(_sentence(sentence, "contradict", parser), parser=parser, kinds=",".join(named))


def rephrase(
    sentence: str, *, parser: Language | None = None, config: RephraseConfig | None = None
) -> list[Rephrased]:
    """Paraphrase one sentence by rule: "The shop is open." gives "The shop is not closed."

    Args:
        sentence: what to paraphrase.
        parser: a spaCy pipeline; by default the installed one.
        config: rules and number; by default every rule.

    Raises:
        UserError: `sentence` is not a text or too long, a rule is unknown, or there is no parser.
    """
    from pipeline.rephrasing.search import EVERY_RULE
    from pipeline.rephrasing.search import rephrase as of_text
    from pipeline.rephrasing.table import RULES

    if config is not None:
        _known(config.rules, RULES, "rule")
    return of_text(
        _sentence(sentence, "rephrase", parser), parser=parser, config=config or EVERY_RULE
    )


def mer(anchor: str, other: str) -> float:
    """Match error rate of two sentences, 0 to 1.

    >>> mer("My dog likes sausage.", "My dog loves sausage.")
    0.2

    Raises:
        UserError: one of them is not a text.
    """
    from schemas.mer import mer as of_texts

    return of_texts(_text(anchor, "mer"), _text(other, "mer"))


def load_recipe(
    name: str | Path, changes: Iterable[str] = (), model: str | Path | None = None
) -> Recipe:
    """A training recipe, with some of its values changed.

    Args:
        name: name of a packaged recipe, or a TOML file.
        changes: a list of `key=value`.
        model: replaces the recipe's model.

    Raises:
        UserError: the recipe cannot be used; the message lists every problem.
    """
    from trainer.recipes.reading import load_recipe as read

    named = None if model is None else _text(model, "load_recipe")
    return read(_text(name, "load_recipe"), _texts(changes, "changes"), named)


def fit(
    recipe: Recipe,
    triples: str | Location | Sequence[str | Location],
    output: str | Path,
    *,
    dev: str | Path | None = None,
    sts: str | Path | None = None,
    device: str = "auto",
    resume: bool = False,
    trackers: Sequence[TrackerName] = (),
) -> FitResult:
    """Fine-tune an encoder on triples.

    Args:
        recipe: from `load_recipe`.
        triples: artifacts folder, folder of triples, one Parquet file, the URL of one, or
            `written` for the bundled triples; or a list of these.
        output: the run's folder.
        dev: Parquet file of scored pairs for validation; by default held-out triples are ranked.
        sts: Parquet file of STS-B dev, to check before and after training what was lost.
        device: `auto`, `cpu` or `cuda`.
        resume: whether to resume the run in `output`.
        trackers: `tensorboard` or `wandb`, which receive the metrics too.

    Raises:
        UserError: recipe, triples, model or folder cannot be used.
        WorkFailed: the loss is no longer finite, or another process is working on the folder.
    """
    from trainer.runs.tracking import TrackerName
    from trainer.settings.recipe import Recipe
    from trainer.training.fit import fit as train

    if not isinstance(recipe, Recipe):
        raise UserError(f"fit takes a recipe, not {recipe!r}: load it with osscse.load_recipe.")
    _known([device], _DEVICES, "device")
    _known(_texts(trackers, "trackers"), get_args(TrackerName), "tracker")
    return train(
        recipe,
        _places(triples),
        Path(output),
        dev=None if dev is None else Path(dev),
        sts=None if sts is None else Path(sts),
        device=device,
        resume=resume,
        trackers=trackers,
    )


def _places(given: Any) -> list[Location]:
    """The folders or files in a list, or the one that is given."""
    several = isinstance(given, Sequence) and not isinstance(given, str)
    if several and not given:
        raise UserError("fit takes triples: give a folder, or a list of one or more.")
    return [_place(one) for one in (given if several else [given])]


def _place(given: Any) -> Location:
    from schemas.locations import location

    # Places in object stores are no paths of `pathlib`, but have their methods.
    return location(given if hasattr(given, "exists") else _text(given, "fit"))


def _sentence(given: Any, function: str, parser: Language | None) -> str:
    """The argument of a function as text that its parser takes."""
    from pipeline.sources.text import MOST_CHARACTERS

    text = _text(given, function)
    most = MOST_CHARACTERS if parser is None else min(MOST_CHARACTERS, parser.max_length)
    if len(text) > most:
        raise UserError(
            f"{function} takes one sentence of at most {most:,} characters; this text has"
            f" {len(text):,}."
        )
    return text


def _text(given: Any, function: str) -> str:
    """The argument of a function as text, which may be given as a path."""
    if not isinstance(given, str | Path):
        raise UserError(f"{function} takes text, not {given!r}.")
    return str(given)


def _texts(given: Any, name: str) -> list[str]:
    """The texts in a list."""
    if isinstance(given, str | dict) or not isinstance(given, Iterable):
        raise UserError(f"{name} should be a list of texts, not {given!r}.")
    return [_text(one, name) for one in given]


def _known(given: Iterable[str], names: Collection[str], what: str) -> None:
    """Refuse unknown names."""
    if unknown := [name for name in given if name not in names]:
        raise UserError(f"There is no {what} {unknown[0]!r}. There are {', '.join(names)}.")
