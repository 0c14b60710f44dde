"""Finds a second sentence that goes on from the first: "He insulted her. That is why she left"."""

from __future__ import annotations

import re

# A first, quick look: what ends a sentence before another.
_STOPS = (". ", "! ", '." ', ".” ")
_GOING_ON = re.compile(
    r"[.!?][\"'”’)]* [\"'“‘(]*(?:"
    r"(?:that|this|which|it)(?:'s|’s| is| was) (?:probably |also |exactly |partly )?"
    r"(?:why|because|how|the reason)\b"
    r"|so(?:,| (?!far\b|called\b|long\b|much\b|many\b))"
    r"|(?:therefore|thus|hence|otherwise|consequently|accordingly|but|however|nevertheless"
    r"|nonetheless|still,|yet)\b"
    r"|as a (?:result|consequence)\b|(?:because of|due to|thanks to|despite) (?:this|that)\b"
    r"|for (?:this|that|these) reasons?\b|in (?:doing so|this way|that way)\b)"
)


def is_continued(rest: str) -> bool:
    """Whether a second sentence gives a cause, result or contrast of the first.

    "It rained. So we left", "He insulted her. That is why she left".

    Args:
        rest: the text from the verb of the clause on, in lower case.
    """
    return any(stop in rest for stop in _STOPS) and _GOING_ON.search(rest) is not None
