"""Opposites from a curated list, `antonyms.tsv` beside this file.

The candidates are the antonyms of WordNet 3.0 (its licence is beside the list) whose words are in
common use. The list keeps those that exclude each other in nearly every sentence with the word in
the stated use. A word with different opposites for different things ("old" is not new, or not
young) is left out or restricted to one use.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, NamedTuple, cast

from pipeline.negation.english.inflection import one_of
from pipeline.negation.english.lists import read_list, rows_of
from schemas.errors import UserError

PartOfSpeech = Literal["a", "v", "r", "n"]
"""Adjective, verb, adverb, noun, with WordNet's letters."""
Use = Literal["front", "behind", "object", "alone", "phrase", "noun"]
"""An adjective before its noun or after its verb (adverbs: after); a verb with an object, alone, or
with a prepositional phrase."""

LIST = "antonyms.tsv"
USES: dict[PartOfSpeech, tuple[Use, ...]] = {
    "a": ("front", "behind"),
    "v": ("object", "alone", "phrase"),
    "r": ("behind",),
    "n": ("noun",),
}
AFFIXES = ("un", "in", "im", "il", "ir", "dis", "non", "a")


class Opposite(NamedTuple):
    """An entry of the list.

    Attributes:
        word: the opposite.
        uses: the uses in which it fits.
        not_with: words with which it does not fit.
    """

    word: str
    uses: frozenset[Use]
    not_with: frozenset[str]


@cache
def entries() -> dict[tuple[PartOfSpeech, str], Opposite]:
    """The list, by part of speech and word.

    Raises:
        UserError: a line is malformed.
    """
    return parsed(read_list(__package__, LIST), LIST)


def parsed(text: str, name: str) -> dict[tuple[PartOfSpeech, str], Opposite]:
    """Parse a list of opposites: part of speech, word, opposite, uses, words to avoid.

    Args:
        text: lines of five columns separated by tabs; empty lines and lines that start with # are
            skipped.
        name: name of the file, for messages.

    Raises:
        UserError: a line is malformed; the message names it.
    """
    found: dict[tuple[PartOfSpeech, str], Opposite] = {}
    for where, cells in rows_of(text, name, 5):
        pos, uses = cells[0], cells[3].split()
        known = USES.get(cast("PartOfSpeech", pos), ())
        if len(cells) != 5 or not cells[1] or not cells[2] or not uses or set(uses) - set(known):
            raise UserError(
                f"{where} is not an antonym. A line has part of speech"
                " (a, v, r or n), word, opposite, uses (a: front, behind; v: object, alone, phrase;"
                " r: behind; n: noun) and words to avoid, separated by tabs."
            )
        found[cast("PartOfSpeech", pos), cells[1]] = Opposite(
            cells[2], frozenset(cast("list[Use]", uses)), frozenset(cells[4].split())
        )
    return found


def is_listed(word: str, pos: PartOfSpeech) -> bool:
    """Whether the list has a word in any use."""
    return (pos, word) in entries()


def opposite(word: str, pos: PartOfSpeech, use: Use, noun: str = "") -> str | None:
    """The opposite of a word if the list has one for its use, except by affix (see `by_affix`).

    Args:
        word: a bare form, in lower case.
        pos: `a`, `v`, `r` or `n`.
        use: how the word is used.
        noun: the noun after an adjective, the object of a verb, the bare verb of an adverb.
    """
    found = _entry(word, pos, use, noun)
    return None if found is None or is_affixed(word, found) else found


def _entry(word: str, pos: PartOfSpeech, use: Use, noun: str) -> str | None:
    found = entries().get((pos, word))
    if found is None or use not in found.uses or is_fixed(word, pos, noun):
        return None
    return found.word


def is_fixed(word: str, pos: PartOfSpeech, other: str) -> bool:
    """Whether a word and the one beside it belong together: "a public holiday".

    Args:
        word: a bare form, in lower case.
        pos: `a`, `v`, `r` or `n`.
        other: the noun after an adjective, the object of a verb, the bare verb of an adverb.
    """
    found = entries().get((pos, word))
    return found is not None and not found.not_with.isdisjoint((other, one_of(other)))


def by_affix(word: str, pos: PartOfSpeech, use: Use, noun: str = "") -> str | None:
    """Like `opposite`, but only opposites by prefix or by -less: "happy" -> "unhappy"."""
    found = _entry(word, pos, use, noun)
    return found if found is not None and is_affixed(word, found) else None


def is_affixed(word: str, other: str) -> bool:
    """Whether one of two words is the other with a negative prefix, or -less for -ful."""
    longer, shorter = (word, other) if len(word) > len(other) else (other, word)
    if any(longer == prefix + shorter for prefix in AFFIXES):
        return True
    ends = {word[-4:], other[-3:], word[-3:], other[-4:]}
    return {"less", "ful"} <= ends and word[:3] == other[:3]


@lru_cache(maxsize=4096)
def compared(word: str, tag: str, noun: str = "") -> str | None:
    """The comparative or superlative of the opposite: "larger" (JJR) -> "smaller".

    Args:
        word: in lower case.
        tag: its Penn tag.
        noun: the noun after it, which the list may exclude.
    """
    from lemminflect import getInflection, getLemma

    upos = "ADV" if tag.startswith("R") else "ADJ"
    for lemma in getLemma(word, upos=upos, lemmatize_oov=False):
        pos: PartOfSpeech = "r" if upos == "ADV" else "a"
        found = None if is_fixed(lemma, pos, noun) else entries().get((pos, lemma))
        forms = getInflection(found.word, tag=tag, inflect_oov=False) if found else ()
        if forms and found is not None and not is_affixed(lemma, found.word):
            return str(forms[0])
    return None
