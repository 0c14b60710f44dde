"""Inserts or substitutes words with a masked language model."""

from __future__ import annotations

import random
import re
from collections.abc import Set
from typing import Any

import torch

from schemas.errors import UserError, first_line
from schemas.weights import (
    check_tokens,
    check_values,
    reading_weights,
    refusing_code,
    without_code,
)
from trainer.evaluation.diagnosis.tags import is_negative

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_WORD_STARTS = ("Ġ", "▁")
"""Prefix of the first piece of a word in byte-level and SentencePiece vocabularies."""


class MaskedLanguageModel:
    """Edits sentences word by word, each time with the likeliest whole word.

    Args:
        name: a folder or hub name of a model with its prediction head.

    Raises:
        UserError: there is no such model, it has no mask token, or its head was not saved.
    """

    def __init__(self, name: str) -> None:
        import transformers
        from transformers.utils import logging

        quiet: Any = logging
        quiet.set_verbosity_error()
        quiet.disable_progress_bar()
        try:
            self._tokenizer: Any = transformers.AutoTokenizer.from_pretrained(
                name, **without_code(name)
            )
            with refusing_code(name):
                loaded: Any = transformers.AutoModelForMaskedLM.from_pretrained(
                    name, output_loading_info=True, **reading_weights(name)
                )
        except (UserError, MemoryError):
            raise
        except Exception as error:  # transformers and its libraries raise errors of any type
            raise UserError(
                f"{name} is not a loadable masked language model: {first_line(error)}"
            ) from error
        self._model, report = loaded
        if self._tokenizer.mask_token is None:
            raise UserError(f"The tokenizer of {name} has no mask token; use a BERT-like model.")
        if report["missing_keys"]:
            raise UserError(
                f"{name} was saved without its prediction head, as sentence encoders are."
                " Give a masked language model such as bert-base-uncased."
            )
        check_values(name, self._model)
        vectors = self._model.get_input_embeddings().num_embeddings
        check_tokens(name, self._tokenizer.get_vocab(), vectors)
        self._model.eval()
        self._allowed = torch.tensor(self._whole_words())

    def edit(self, sentence: str, *, rate: float, insert: bool, draw: random.Random) -> str | None:
        """A sentence with words inserted or substituted.

        Negative words are neither inserted nor replaced, which would make a negation; a word is not
        inserted next to itself, nor into a compound.

        Args:
            rate: share of the words to change, at least one.
            insert: whether to insert; substitute otherwise.

        Returns:
            The edited sentence; None if there is no place for an edit.
        """
        words = list(_WORD.finditer(sentence))
        if insert:
            places = [word for word in words[1:] if sentence[word.start() - 1].isspace()]
        else:
            places = [word for word in words if not is_negative(word[0].lower())]
        if not places or self._tokenizer.mask_token in sentence:
            return None
        count = min(len(places), max(1, round(rate * len(words))))
        # From the last place to the first, so that the other spans stay valid.
        for word in sorted(draw.sample(places, count), key=lambda w: -w.start()):
            start, end = word.span()
            left, right = sentence[:start], sentence[start if insert else end :]
            before = [w[0] for w in words if w.end() < start][-1:] if insert else []
            found = self._fill(left, right, " " if insert else "", {word[0], *before})
            if found is None:
                return None
            if not insert and word[0][0].isupper():
                found = found[0].upper() + found[1:]
            sentence = left + found + (" " if insert else "") + right
        return sentence

    @torch.no_grad()
    def _fill(self, left: str, right: str, space: str, avoid: Set[str]) -> str | None:
        """The likeliest whole word between two parts of a sentence, except those to avoid."""
        text = f"{left}{self._tokenizer.mask_token}{space}{right}"
        inputs = self._tokenizer(text, return_tensors="pt", truncation=True)
        at = (inputs["input_ids"][0] == self._tokenizer.mask_token_id).nonzero()
        if len(at) != 1:  # truncated
            return None
        scores = self._model(**inputs).logits[0, int(at)]
        size = min(len(scores), len(self._allowed))
        scores = scores[:size].masked_fill(~self._allowed[:size], -torch.inf)
        # A vocabulary may have a word with and without a capital.
        avoided = {word.lower() for word in avoid}
        for token in scores.topk(min(2 * len(avoid) + 1, size)).indices.tolist():
            word: str = self._tokenizer.decode([token]).strip()
            if word.lower() not in avoided:
                return word
        return None

    def _whole_words(self) -> list[bool]:
        numbers = range(len(self._tokenizer))
        tokens = [token or "" for token in self._tokenizer.convert_ids_to_tokens(numbers)]
        marks = [m for m in _WORD_STARTS if sum(t.startswith(m) for t in tokens) > len(tokens) / 10]
        special = set(self._tokenizer.all_special_tokens)

        def whole(token: str) -> bool:
            if token in special:
                return False
            if marks and not token.startswith(marks[0]):
                return False
            word = token[1:] if marks else token
            return word.isalpha() and not is_negative(word.lower())

        return [whole(token) for token in tokens]
