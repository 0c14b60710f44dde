"""English words, to know what a small translation model made up: "microtobules", "deprecented".

A word is one that the parser's vocabulary or lemminflect's dictionary has, or one that is made of
such words. No list has all words of English; see `guards.nonword` for what is done about it.
"""

from __future__ import annotations

import json
from functools import lru_cache

from pipeline.negation.engine import find_parser
from schemas.errors import UserError

PREFIXES = (
    "anti bio counter cross electro geo hyper inter macro micro mid mini mis multi neo neuro non"
    " over photo post pre pro proto pseudo re semi sub super trans ultra un under uni"
).split()
ENDINGS = (("ies", "y"), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"), ("ly", ""))
SHORTEST = 4
"""Letters of the shortest part of a compound."""


@lru_cache(maxsize=65_536)
def is_word(word: str) -> bool:
    """Whether a word in small letters is English, or made of English words.

    Raises:
        UserError: where no parser is installed.

    >>> is_word("lighthouse"), is_word("multinational"), is_word("lighthopse")
    (True, True, False)
    """
    if _listed(word):
        return True
    for ending, lemma in ENDINGS:
        if word.endswith(ending) and _listed(word[: len(word) - len(ending)] + lemma):
            return True
    for prefix in PREFIXES:
        rest = word.removeprefix(prefix)
        if len(word) > len(rest) >= SHORTEST and _listed(rest):
            return True
    return any(
        _listed(word[:place]) and _listed(word[place:])
        for place in range(SHORTEST, len(word) - SHORTEST + 1)
    )


def _listed(word: str) -> bool:
    if word in _vocabulary():
        return True
    from lemminflect import getAllLemmas

    return bool(getAllLemmas(word))


@lru_cache(maxsize=1)
def _vocabulary() -> frozenset[str]:
    """What the parser was trained on, in small letters.

    Read from its file: the vocabulary of a parser that is at work grows with what it reads.
    """
    try:
        name, folder = find_parser()
    except UserError as error:
        raise UserError(
            f"The guard nonword needs the vocabulary of the default parser. {error} Or name the"
            " other guards with --guards."
        ) from error
    found = sorted(folder.glob("**/vocab/strings.json"))
    if not found:
        raise UserError(
            f"The parser {name} in {folder} has no vocab/strings.json, which the guard nonword"
            " reads. Install it again, or name the other guards with --guards."
        )
    return frozenset(str(word).lower() for word in json.loads(found[0].read_text("utf-8")))
