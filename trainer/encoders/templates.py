"""The tokenizer of an encoder: the backbone's own, with or without a template around sentences.

A template is stored in the tokenizer, as its post-processor, so that training, validation,
evaluation and the saved folder always agree; any program that reads `tokenizer.json` applies it.
Truncation cuts the sentence, never the template.

A sentence may spell the mask token itself ("[MASK]"), which a tokenizer reads as the token: a
second mask beside the template's, and both would be pooled. A tokenizer with a template therefore
gives the token a name that occurs in no text; the template itself is stored as ids.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tokenizers import Tokenizer

from schemas.errors import UserError, WorkFailed, first_line

PREFIX, SUFFIX = _OURS = ("TEMPLATE_PREFIX", "TEMPLATE_SUFFIX")
SENTENCE, MASK = "{}", "[MASK]"
_HIDDEN = "\ufdd0"
"""Prefix that hides the mask token's name from texts: Unicode assigns it to no character."""

FINAL_PERIOD: dict[str, Any] = {
    "type": "Replace",
    # Matches the end of a text whose last character is neither white space nor ASCII punctuation.
    # A bare prompt loses five points of Spearman without a period there (kongds/Prompt-BERT#22).
    "pattern": {"Regex": r"(?<=[^\s!-/:-@\[-`{-~])\s*\z"},
    "content": " .",
}


@dataclass(frozen=True, slots=True)
class SpecialTokens:
    """The special tokens in the backbone's spelling; `mask` is None if it has none."""

    cls: str
    sep: str
    pad: str
    unk: str
    mask: str | None


def plain_tokenizer(backbone: Tokenizer) -> Tokenizer:
    """A copy of a tokenizer without a template of ours, truncation or padding."""
    settings = _settings(backbone)
    settings.update(truncation=None, padding=None)
    steps = (settings["normalizer"] or {}).get("normalizers", [])
    if steps and steps[0] == FINAL_PERIOD:
        rest = steps[1:]
        settings["normalizer"] = {"type": "Sequence", "normalizers": rest} if rest else None
    processor = settings["post_processor"]
    if has_template(backbone):
        own = [_special(name) for name in _OURS]
        processor["single"] = [piece for piece in processor["single"] if piece not in own]
        for name in _OURS:
            del processor["special_tokens"][name]
    for name in [name for name in backbone.get_vocab() if name.startswith(_HIDDEN)]:
        _rename(settings, name, shown_name(name))
    return Tokenizer.from_str(json.dumps(settings))


def unbounded(tokenizer: Tokenizer) -> Tokenizer:
    """A copy of a tokenizer without truncation and padding."""
    copy = Tokenizer.from_str(tokenizer.to_str())
    copy.no_truncation()
    copy.no_padding()
    return copy


def has_template(tokenizer: Tokenizer) -> bool:
    """Whether the tokenizer puts one of our templates around a text."""
    processor = _settings(tokenizer)["post_processor"] or {}
    return PREFIX in processor.get("special_tokens", {})


def undefined_tokens(tokenizer: Tokenizer) -> list[str]:
    """Names of tokens that a tokenizer would add to a text but does not define.

    Adding one ends in a panic of native code, which `except Exception` does not catch.
    """
    processor = _settings(tokenizer)["post_processor"] or {}
    found = set()
    for step in processor.get("processors", [processor]):
        pieces = [*step.get("single", []), *step.get("pair", [])]
        added = {piece["SpecialToken"]["id"] for piece in pieces if "SpecialToken" in piece}
        found |= added - step.get("special_tokens", {}).keys()
    return sorted(found)


def mask_name(tokenizer: Tokenizer, tokens: SpecialTokens) -> str | None:
    """The mask token's name in a tokenizer, which differs from that in `tokens` with a template."""
    hidden = f"{_HIDDEN}{tokens.mask}"
    return tokens.mask if tokenizer.token_to_id(hidden) is None else hidden


def shown_name(name: str) -> str:
    """A token's name as the backbone spells it, from that in a tokenizer with a template."""
    return name.removeprefix(_HIDDEN)


def hide_mask(tokenizer: Tokenizer, tokens: SpecialTokens) -> Tokenizer:
    """A copy of a tokenizer that reads no text as the mask token."""
    name = mask_name(tokenizer, tokens)
    if name is None or name != tokens.mask:
        return tokenizer
    settings = _settings(tokenizer)
    _rename(settings, name, f"{_HIDDEN}{name}")
    return Tokenizer.from_str(json.dumps(settings))


def _rename(settings: dict[str, Any], old: str, new: str) -> None:
    """Give a token of a tokenizer another name, and keep its id."""
    for token in settings["added_tokens"]:
        if token["content"] == old:
            token["content"] = new
    vocabulary = settings["model"]["vocab"]
    if isinstance(vocabulary, dict):
        if old in vocabulary:
            vocabulary[new] = vocabulary.pop(old)
    else:  # pairs of piece and score, in the order of the ids
        for piece in vocabulary:
            if piece[0] == old:
                piece[0] = new


def template_tokenizer(backbone: Tokenizer, tokens: SpecialTokens, template: str) -> Tokenizer:
    """A copy of a tokenizer that puts `template` around every text.

    A text that does not end in punctuation gets a final period. The template is tokenized here,
    once, so a sentence cannot merge with it.

    Args:
        backbone: the model's tokenizer; a template of ours in it is replaced.
        tokens: its special tokens.
        template: text with `{}` for the sentence and `[MASK]` for the mask token, each once.

    Raises:
        UserError: the model has no mask token.
    """
    if tokens.mask is None:
        raise UserError(
            "A template needs a model with a mask token, and this model's tokenizer has none. Use a"
            " BERT- or RoBERTa-like model, or pooling cls or mean without templates."
        )
    plain = plain_tokenizer(backbone)
    settings = _settings(plain)
    pre_tokenizer = settings["pre_tokenizer"] or {}
    if pre_tokenizer.get("type") == "ByteLevel":
        # Byte-level tokens include the space before a word: here the sentence's first word and the
        # template's follow a space, as in running text.
        pre_tokenizer["add_prefix_space"] = True
        plain = Tokenizer.from_str(json.dumps(settings))
    texts = {
        name: text.replace(MASK, tokens.mask).strip()
        for name, text in zip(_OURS, template.split(SENTENCE), strict=True)
    }
    own = settings["normalizer"]
    settings["normalizer"] = {
        "type": "Sequence",
        "normalizers": [FINAL_PERIOD, *([own] if own else [])],
    }
    settings["post_processor"] = _processor(plain, tokens, texts)
    return hide_mask(Tokenizer.from_str(json.dumps(settings)), tokens)


def _processor(
    tokenizer: Tokenizer, tokens: SpecialTokens, parts: dict[str, str]
) -> dict[str, Any]:
    """A post-processor that adds start, prefix, suffix and end; pairs get no template.

    Args:
        tokenizer: reads the texts of the parts, without special tokens.
        tokens: those at start and end.
        parts: prefix and suffix, in this order.
    """
    texts = {tokens.cls: tokens.cls, tokens.sep: tokens.sep, **parts}
    read = {name: tokenizer.encode(text, add_special_tokens=False) for name, text in texts.items()}
    start, end, before, after = map(_special, read)
    first, second = ({"Sequence": {"id": name, "type_id": 0}} for name in "AB")
    return {
        "type": "TemplateProcessing",
        "single": [start, before, first, after, end],
        "pair": [start, first, end, second, end],
        "special_tokens": {
            name: {"id": name, "ids": encoding.ids, "tokens": encoding.tokens}
            for name, encoding in read.items()
        },
    }


def token_ids(tokenizer: Tokenizer, texts: list[str], max_tokens: int) -> list[list[int]]:
    """Token ids of each text, template and special tokens included.

    Args:
        tokenizer: made by this module; its truncation setting is changed.
        max_tokens: maximum length of a result; the text is cut, never the template.

    Raises:
        WorkFailed: the tokenizer is damaged.
    """
    tokenizer.enable_truncation(max_tokens)
    try:
        return [encoding.ids for encoding in tokenizer.encode_batch(texts)]
    except Exception as error:  # tokenizers raises bare Exception, such as for a lost [UNK]
        raise WorkFailed(
            f"The tokenizer cannot split a text ({first_line(error)}): its files are damaged or do"
            " not belong together. Download the model again."
        ) from error


def added_tokens(tokenizer: Tokenizer) -> int:
    """Number of tokens that the tokenizer adds to a text."""
    return int(tokenizer.num_special_tokens_to_add(False))


def sentence_start(tokenizer: Tokenizer) -> int:
    """Number of added tokens before the text."""
    tokenizer.no_truncation()
    return int(tokenizer.encode("a").special_tokens_mask.index(0))


def _settings(tokenizer: Tokenizer) -> dict[str, Any]:
    settings: dict[str, Any] = json.loads(tokenizer.to_str())
    return settings


def _special(name: str) -> dict[str, Any]:
    return {"SpecialToken": {"id": name, "type_id": 0}}
