"""Edits of a text by character offsets; only the edited places change."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pipeline.negation.english.things import SET_OF

if TYPE_CHECKING:
    from spacy.tokens import Span, Token


class Edit(NamedTuple):
    """Replace `text[start:stop]` with `new`; start == stop inserts."""

    start: int
    stop: int
    new: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits applied; they must not overlap.

    Raises:
        ValueError: two edits overlap.
    """
    parts, position = [], 0
    for start, stop, new in sorted(edits):
        if start < position:
            raise ValueError(f"edits overlap at {start}: {text!r}")
        parts += [text[position:start], new]
        position = stop
    return "".join([*parts, text[position:]])


def settled(text: str, edits: Iterable[Edit]) -> list[Edit] | None:
    """The edits that change something, each once and in order; None if two of them overlap.

    In a text in capitals, the new words have capitals too.
    """
    settled = sorted({e for e in edits if text[e.start : e.stop] != e.new})
    if any(later.start < earlier.stop for earlier, later in pairwise(settled)):
        return None
    return [e._replace(new=e.new.upper()) for e in settled] if text.isupper() else settled


def is_in_slashed(text: str, edit: Edit) -> bool:
    """Whether an edit changes a word with a slash, or stands behind it.

    "It is/was late" with "not" behind "is": what belongs to which side is unclear.

    Args:
        text: the text before the edit.
        edit: the edit.
    """
    ahead = text[: edit.start].rpartition(" ")[2]
    old = text[edit.start : edit.stop]
    # In front of a word: "not 5/6 of them"
    apart = old.endswith(" ") or not (ahead or old)
    behind = "" if apart else text[edit.stop :].partition(" ")[0]
    return "/" in ahead or "/" in behind


def cue_of(text: str, edits: Iterable[Edit]) -> str:
    """What the edits add (`+not`), remove (`-not`) or change (`likes>does not like`)."""
    cues = []
    for start, stop, new in sorted(edits):
        old = text[start:stop].strip()
        put = new.strip()
        if old and put:
            cues.append(f"{old}>{put}")
        elif old or put:
            cues.append(f"-{old}" if old else f"+{put}")
    return " ".join(cues)


_TWICE = re.compile(r"\b(\w+) \1\b|n't not\b", re.IGNORECASE)


def repeats(new: str, old: str) -> bool:
    """Whether a text has a word twice in a row that the old one has not, as after a wrong parse.

    "isn't not" counts, too.
    """
    return _TWICE.search(new) is not None and _TWICE.search(old) is None


def end_of(token: Token) -> int:
    """Offset after a token."""
    return int(token.idx) + len(token.text)


def after(token: Token, words: str) -> Edit:
    """Insert words after a token, with a space between."""
    return Edit(end_of(token), end_of(token), f" {words}")


def before(token: Token, words: str) -> Edit:
    """Insert words before a token, with a space between; they take over its initial capital."""
    if token.i == 0 and token.text.istitle() and token.text != "I":
        return Edit(token.idx, end_of(token), f"{like(token, words)} {token.lower_}")
    return Edit(token.idx, token.idx, f"{words} ")


def replace(token: Token, words: str) -> Edit:
    """Replace a token, keeping an initial capital."""
    return Edit(token.idx, end_of(token), like(token, words))


def like(token: Token, words: str) -> str:
    """The words, with an initial capital if the token has one."""
    return words[0].upper() + words[1:] if token.text.istitle() and words else words


def delete(first: Token, last: Token | None = None) -> Edit:
    """Remove the words from `first` to `last` with one of the spaces around them.

    At the start of a text the next word takes over the capital.
    """
    last = last or first
    doc = first.doc
    stop = end_of(last)
    if first.i == 0 and last.i + 1 < len(doc):
        following = doc[last.i + 1]
        return Edit(first.idx, end_of(following), like(first, following.text))
    blank_before = first.i > 0 and bool(doc[first.i - 1].whitespace_)
    if last.whitespace_ and blank_before:
        return Edit(first.idx, stop + 1, "")
    return Edit(first.idx - blank_before, stop, "")


_VOWEL = re.compile(r"[aeiou]|h(?:our|onou?r|onest|eir)", re.IGNORECASE)
_CONSONANT = re.compile(
    r"u(?:ni(?![mnd])|nan|s[aeu]|rin|rug|gan|tah|ten|biq|kr)|eu|one?\b|once", re.IGNORECASE
)


# "an 8% share", "an 11-hour flight", "an 1815 coin", but "a 1,800-metre track"
_EIGHT_OR_ELEVEN = re.compile(r"8|1[18](?:\d\d)?(?!\d)")


def article_for(word: str) -> str:
    """ "a" or "an", by the start of the next word or number.

    >>> article_for("hour"), article_for("unit"), article_for("unimportant"), article_for("80%")
    ('an', 'a', 'an', 'an')
    """
    if _EIGHT_OR_ELEVEN.match(word):
        return "an"
    return "an" if _VOWEL.match(word) and not _CONSONANT.match(word) else "a"


def exchange(token: Token, words: str) -> list[Edit]:
    """Replace a token, and correct the "a" or "an" before it."""
    edits = [replace(token, words)]
    if token.i > 0 and (article := token.nbor(-1)).lower_ in ("a", "an"):
        wanted = article_for(words)
        if article.lower_ != wanted:
            edits.insert(0, replace(article, wanted))
    return edits


def swapped(first: Span, second: Span) -> list[Edit]:
    """The edits that exchange two phrases; the capital at the start of the text stays there."""
    doc = first.doc
    ahead, behind = second.text, first.text
    if first.start == 0:
        ahead = ahead[0].upper() + ahead[1:]
        # "Norwegian minister receives ..."
        kept = doc[0].tag_ in ("NNP", "NNPS") or doc[0].text == "I" or doc[0].text in SET_OF
        if not kept:
            behind = behind[0].lower() + behind[1:]
    return [
        Edit(first.start_char, first.end_char, ahead),
        Edit(second.start_char, second.end_char, behind),
    ]
