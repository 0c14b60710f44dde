"""Prompts of sentence-transformers: texts, by name, that a model wants before what it encodes."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Prompts:
    """What a model states of its prompts.

    Attributes:
        texts: by name.
        default: name of the one that stands before every text; None for none.
        pooled: whether its tokens count in mean pooling.
    """

    texts: dict[str, str] = field(default_factory=dict)
    default: str | None = None
    pooled: bool = True

    @property
    def before(self) -> str:
        """What stands before every text; mostly nothing."""
        return self.texts[self.default] if self.default is not None else ""
