"""Every setting of a recipe in words: what it does, what it may be, and its value in a recipe.

The words are those of the docstrings of the settings' classes.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any

from trainer.objective.negatives.table import SOURCES
from trainer.objective.terms.table import TERMS
from trainer.recipes.allowed import allowed
from trainer.recipes.files import RAW_RECIPE, SENTENCE_RECIPE
from trainer.recipes.language import language
from trainer.recipes.reading import load_recipe
from trainer.settings.recipe import Recipe, as_toml

DEFAULTS = (SENTENCE_RECIPE, RAW_RECIPE)
"""The recipes whose values are shown where none is named."""
INTRODUCTION = (
    "`trainer fit --set KEY=VALUE` changes a setting; a recipe file has a line `KEY = VALUE`, with"
    " texts in quotes. Below, an anchor is the sentence of a triple, and its negation is its"
    " contradiction, of any kind. Its positive is what the contrastive term takes for a sentence"
    " that says the same: by default the anchor itself, encoded a second time."
)
_Topics = Mapping[str, tuple[str, str]]
"""Title -> a note, which may be empty, and the shared settings or groups of settings there."""
_BEFORE: _Topics = {
    "Encoder": (
        "where training starts, and how texts become vectors",
        "model pooling template_anchor template_other prompt max_eval_tokens overrides",
    ),
    "Triples": (
        "which are read, and how much of them",
        "rows variants heldout max_sentence_tokens shuffle_buffer",
    ),
    "Terms of the loss": (
        "what they compare; each term has a weight among its own settings below",
        "temperature positive negation head denoising pseudo_tokens pseudo_reads nested_dimensions",
    ),
}
_AFTER: _Topics = {
    "Recall": ("the weights stay near their initial values", "recall_gamma recall_form"),
    "Momentum encoder": ("a slow copy encodes the positives (MoCo)", "momentum"),
    "Perturbations": ("changes of texts, vectors and weights while training", "perturbation"),
    "Optimiser": (
        "AdamW with linear decay",
        "learning_rate adam_beta1 adam_beta2 adam_epsilon weight_decay clip_norm batch_size epochs"
        " seed train_layers lora_rank",
    ),
    "Memory and speed": ("", "precision forwards accumulate grad_cache gradient_checkpointing"),
    "Validation and logging": (
        "",
        "validate_every validation_rows patience snapshots checkpoint_every log_every",
    ),
    "Weights that a run ends with": ("", "keep final_mix final_mix_rear final_mix_steps"),
}
_NEGATIVES = "Further negatives"
_NEGATIVES_NOTE = "of the contrastive term, which needs contrastive_weight above 0"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting in words.

    Attributes:
        key: as in `--set`; that of a setting in a group is dotted.
        does: what it does, in sentences.
        allowed: what it may be.
        values: its value in each recipe, by the recipe's name.
    """

    key: str
    does: str
    allowed: str
    values: Mapping[str, Any]

    def shown(self, recipe: str) -> str:
        """Its value in a recipe, as TOML."""
        return as_toml({self.key: self.values[recipe]}).partition(" = ")[2].rstrip()


@dataclass(frozen=True, slots=True)
class Topic:
    """Settings that belong together: those of a term, or some that all recipes share.

    Attributes:
        title: a few words.
        note: what the topic is about; may be empty.
        settings: in the order of a written recipe.
    """

    title: str
    note: str
    settings: Sequence[Setting]


def explained(recipes: Sequence[str] = DEFAULTS) -> list[Topic]:
    """Every setting by topic.

    Args:
        recipes: names or files, whose values are given.

    Raises:
        UserError: a recipe cannot be used.
    """
    schemas, words = language().schemas, dict(_words())
    values = {name: load_recipe(name).settings() for name in recipes}
    topics = []
    for title, note, names in _topics():
        keys = [key for key in schemas if key.partition(".")[0] in names]
        settings = [
            Setting(
                key,
                words.get(key, ""),
                allowed(schemas[key]),
                {name: found[key] for name, found in values.items()},
            )
            for key in keys
        ]
        if settings:
            topics.append(Topic(title, note, settings))
    return topics


def _topics() -> Iterator[tuple[str, str, set[str]]]:
    """Title, note, and the settings or groups of settings of each topic."""
    yield from ((title, note, {*names.split()}) for title, (note, names) in _BEFORE.items())
    negatives = {name for entry in SOURCES.values() for name in _own(entry.settings)}
    for name, term in TERMS.items():
        yield f"{name.capitalize()} term", term.aim, _own(term.settings)
        if name == "contrastive":
            yield _NEGATIVES, _NEGATIVES_NOTE, negatives
    yield from ((title, note, {*names.split()}) for title, (note, names) in _AFTER.items())


def _own(kind: type[Recipe]) -> set[str]:
    """The settings that a term or a source of negatives adds to the shared ones."""
    return kind.__dataclass_fields__.keys() - Recipe.__dataclass_fields__.keys()


def _words() -> Iterator[tuple[str, str]]:
    """Key of each setting, and what it does."""
    kinds = [entry.settings for table in (TERMS, SOURCES) for entry in table.values()]
    for kind in dict.fromkeys((Recipe, *kinds)):
        yield from _words_of(kind)


def _words_of(kind: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
    told = attributes(kind.__doc__ or "")
    for name, found in kind.__pydantic_fields__.items():
        if name not in told:  # of a base class
            continue
        if is_dataclass(found.annotation):
            yield from _words_of(found.annotation, f"{name}.")
        else:
            text = told[name]
            yield prefix + name, text[0].upper() + text[1:]


def attributes(docstring: str) -> dict[str, str]:
    """What a docstring says of each attribute of a class.

    >>> attributes("A class.\\n\\n    Attributes:\\n        one: the first\\n            of two.")
    {'one': 'the first of two.'}
    """
    told = inspect.cleandoc(docstring).partition("Attributes:\n")[2].partition("\n\n")[0]
    entries = re.findall(r"^    (\w+): (.*(?:\n     .*)*)", told, re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in entries}
