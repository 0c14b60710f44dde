"""Finds what goes on from a clause: a second sentence, a comparison, a denial it is set against.

"He insulted her. That is why she left", "He sang, just as she did".
"""

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

_COMPARED = re.compile(r"[,\"”] [\"“]?just as ")
# "Forty were open, with ten rooms each"
_SHARED_OUT = re.compile(r", with (?:\w+ ){1,6}each\b")


def is_continued(rest: str) -> bool:
    """Whether a second sentence gives a cause, result or contrast of the first.

    "It rained. So we left", "He insulted her. That is why she left".

    Args:
        rest: the text from the verb of the clause on, in lower case.
    """
    return any(stop in rest for stop in _STOPS) and _GOING_ON.search(rest) is not None


def is_set_beside(rest: str, before: str) -> bool:
    """Whether a clause is compared with another, shared out, or told instead of one denied.

    "He sang, just as she did", "Forty were open, with ten rooms each", "It had no owner, but rather
    many people used it".

    Args:
        rest: the text from the verb of the clause on, in lower case.
        before: the text in front of it.
    """
    if "but rather " in before:
        return True
    return _COMPARED.search(rest) is not None or _SHARED_OUT.search(rest) is not None
