"""Prompts of an encoder: named texts to put before its input, as sentence-transformers has them."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field, replace

from schemas.errors import UserError


@dataclass(frozen=True, slots=True)
class Prompts:
    """What a model states about its prompts.

    Attributes:
        texts: by name.
        default: name of the prompt for every text; None for none.
        pooled: whether its tokens count in mean pooling.
    """

    texts: dict[str, str] = field(default_factory=dict)
    default: str | None = None
    pooled: bool = True

    @property
    def before(self) -> str:
        """The prompt for every text; usually empty."""
        return self.texts[self.default] if self.default is not None else ""

    @property
    def unused(self) -> list[str]:
        """Names of the prompts if none of them is the default; otherwise empty."""
        # Recent versions of sentence-transformers give every model names of empty prompts.
        return [name for name, text in self.texts.items() if text and self.default is None]

    @property
    def in_words(self) -> str:
        """What the model states: `the prompts passage and query and no default`."""
        if self.default is not None:
            return f"the default prompt {self.default}"
        if not self.unused:
            return "no default prompt"
        *first, last = self.unused
        listed = f"s {', '.join(first)} and {last}" if first else f" {last}"
        return f"the prompt{listed} and no default"

    def with_default(self, name: str, model: str) -> Prompts:
        """The same prompts, with one of them before every text.

        Args:
            name: of that prompt.
            model: whose prompts they are, for the message.

        Raises:
            UserError: there is no prompt of this name.
        """
        if name not in self.texts:
            names = ", ".join(self.texts)
            known = f"its prompts are {names}. Name one of these" if names else "it has none at all"
            raise UserError(
                f"{model} has no prompt named {name}; {known}, or leave the prompt out."
            )
        return replace(self, default=name)

    def ignored(self, model: str, option: str) -> str:
        """A sentence if there are prompts and none is for every text; otherwise empty.

        Args:
            model: whose prompts they are.
            option: what names a prompt, such as `--prompt `.
        """
        if not self.unused:
            return ""
        # E5, the best known of these models, uses this prompt for similarity too.
        name = "query" if "query" in self.unused else self.unused[0]
        return (
            f"{model} states {self.in_words}, so none is used;"
            f" `{option}{shlex.quote(name)}` puts the prompt {name} before every text."
        )
