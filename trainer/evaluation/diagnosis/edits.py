"""Edits of single words that need no pipeline: deletions, insertions and substitutions."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from trainer.evaluation.data.families import KINDS, Family
from trainer.evaluation.diagnosis.masked_lm import MaskedLanguageModel
from trainer.evaluation.diagnosis.tags import is_negative

_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_SPACE_BEFORE_SIGN = re.compile(r" (?=[.,;:!?])")


def add_edits(
    families: Sequence[Family],
    model: MaskedLanguageModel | None,
    *,
    rate: float = 0.1,
    seed: int = 0,
) -> list[Family]:
    """Add the kinds that need no pipeline: deletion, random and, with a model, the other two.

    Kinds that a family already has are kept.

    Args:
        model: proposes words for insertion and substitution; None leaves out these kinds.
        rate: share of the words to insert or substitute, at least one word; published: 0.05-0.1.
        seed: for the places, which do not depend on the other sentences.
    """
    made = []
    for index, family in enumerate(families):
        draw = random.Random(f"{seed}/{family.sentence}")
        others = dict(family.others)
        deleted = delete_word(family.sentence, draw)
        if deleted is not None:
            others.setdefault("deletion", [deleted])
        if len(families) > 1:
            other = families[(index + draw.randrange(1, len(families))) % len(families)]
            others.setdefault("random", [other.sentence])
        if model is not None:
            for kind, insert in (("insertion", True), ("substitution", False)):
                if kind not in others:
                    text = model.edit(family.sentence, rate=rate, insert=insert, draw=draw)
                    if text is not None:
                        others[kind] = [text]
        ordered = {kind: others[kind] for kind in KINDS if kind in others}
        made.append(Family(family.sentence, ordered))
    return made


def delete_word(sentence: str, draw: random.Random) -> str | None:
    """The sentence without one of its words; None if it has fewer than two.

    A negative word is kept, since without it the sentence would mean the opposite.
    """
    words = list(_WORD.finditer(sentence))
    others = [word for word in words if not is_negative(word[0].lower())]
    if len(words) < 2 or not others:
        return None
    word = draw.choice(others)
    rest = " ".join((sentence[: word.start()] + sentence[word.end() :]).split())
    if not _SPACE_BEFORE_SIGN.search(sentence):  # tokenized sentences have one everywhere
        rest = _SPACE_BEFORE_SIGN.sub("", rest)
    return rest[0].upper() + rest[1:] if sentence[0].isupper() else rest
