"""Prompts of sentence-transformers: named texts that a model expects before its input."""

from __future__ import annotations

from dataclasses import dataclass, field


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
