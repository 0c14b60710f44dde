"""A batch of triples as rows of token ids: which texts a recipe needs, under which template."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import torch
from torch import Generator

from schemas.errors import UserError
from trainer.data.triples import Triple
from trainer.encoders.encoder import Encoder
from trainer.encoders.templates import added_tokens, sentence_start, template_tokenizer
from trainer.recipes.settings import KEEP, Recipe


class Role(StrEnum):
    """What a row of a batch is there for."""

    ANCHOR = "anchor"
    POSITIVE = "positive"
    PARAPHRASE = "paraphrase"
    NEGATION = "negation"
    TEMPLATE = "template"


Need = frozenset[Role]
"""Rows that a term compares: they are wanted of the triples that have a text for each of them."""

_TEXT = {
    Role.ANCHOR: "anchor",
    Role.POSITIVE: "anchor",
    Role.PARAPHRASE: "paraphrase",
    Role.NEGATION: "negation",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A text of a batch.

    Attributes:
        ids: token ids, template and special tokens included.
        sentence: first of the sentence's tokens and the one after its last.
        role: what it is there for.
        anchor: which anchor of the batch it belongs to; -1 for a bare template.
        positions: place of each token, counted from 0; None where they just follow each other.
        perturbed: whether the recipe's perturbations apply to it.
    """

    ids: list[int]
    sentence: tuple[int, int]
    role: Role
    anchor: int
    positions: list[int] | None = None
    perturbed: bool = False

    @property
    def sentence_tokens(self) -> int:
        """How many tokens are the sentence's own."""
        return self.sentence[1] - self.sentence[0]


@dataclass(frozen=True, slots=True)
class Batch:
    """The rows to encode and where each kind of them is.

    Attributes:
        triples: the batch as it was read.
        rows: texts, role by role in the order of `Role`.
        keys: positives that the momentum copy encodes instead of the encoder; mostly none.
        templates: for denoising, the row of the bare template for each (template, sentence
            tokens).
    """

    triples: Sequence[Triple]
    rows: list[Row]
    keys: list[Row]
    templates: dict[tuple[int, int], int]

    def places(self, role: Role) -> list[int]:
        """Rows with a role."""
        return [place for place, row in enumerate(self.rows) if row.role == role]

    def anchors_of(self, role: Role) -> list[int]:
        """Anchor of each row or key with a role."""
        return [row.anchor for row in (*self.rows, *self.keys) if row.role == role]


class Batcher:
    """Makes the rows of a batch.

    The anchor stands under the first template and its positive, the same sentence, under the
    second; so do the paraphrase and the negation. Texts that no need calls for, or that a triple
    lacks, are left out.

    Args:
        encoder: with the anchor's template in its tokenizer, if any.
        recipe: for templates, lengths and perturbations.
        needs: what the terms of the loss compare.

    Raises:
        UserError: where a training sentence with its template exceeds the model's positions.
    """

    def __init__(self, encoder: Encoder, recipe: Recipe, needs: Iterable[Need]) -> None:
        self._encoder, self._recipe, self._needs = encoder, recipe, list(needs)
        # A copy, since a thread may make batches while the encoder validates: cutting to a length
        # changes a tokenizer. For the same reason every use states its own length.
        tokenizers = [copy.deepcopy(encoder.tokenizer)] * 2
        if recipe.template_other not in ("", KEEP):
            tokens = encoder.settings.tokens
            tokenizers[1] = template_tokenizer(encoder.tokenizer, tokens, recipe.template_other)
        self._tokenizers = tokenizers
        # A prompt stands before the sentence as a template does, and takes none of its places.
        prompt = encoder.prompt_tokens
        self._added = [added_tokens(tokenizer) + prompt for tokenizer in tokenizers]
        self._starts = [sentence_start(tokenizer) + prompt for tokenizer in tokenizers]
        longest = recipe.max_sentence_tokens + max(self._added)
        if longest > encoder.positions:
            raise UserError(
                f"max_sentence_tokens is {recipe.max_sentence_tokens}, with template and special"
                f" tokens {longest}; the model has positions for {encoder.positions}."
            )

    def __call__(self, triples: Sequence[Triple]) -> Batch:
        """The rows of a batch, as they are before any perturbation. Draws nothing."""
        by_copy = self._recipe.momentum.decay > 0
        rows: list[Row] = []
        keys: list[Row] = []
        for role, wanted in self._wanted(triples).items():
            texts = [str(getattr(triples[anchor], _TEXT[role])) for anchor in wanted]
            made = self._rows(role, wanted, texts)
            (keys if by_copy and role == Role.POSITIVE else rows).extend(made)
        bare = self._templates(rows) if self._recipe.denoising else {}
        templates = {key: len(rows) + place for place, key in enumerate(bare)}
        return Batch(triples, [*rows, *bare.values()], keys, templates)

    def perturbed(self, batch: Batch, draw: Generator) -> Batch:
        """The batch with its tokens perturbed, where the recipe wants it.

        Args:
            batch: from a call.
            draw: randomness.
        """
        if self._recipe.perturbation.tokens != "shuffle":
            return batch
        rows, keys = (
            [self._shuffled(row, draw) for row in part] for part in (batch.rows, batch.keys)
        )
        return replace(batch, rows=rows, keys=keys)

    def _wanted(self, triples: Sequence[Triple]) -> dict[Role, list[int]]:
        """The anchors of each role's rows, role by role; every anchor is encoded itself."""
        wanted: dict[Role, list[int]] = {role: [] for role in _TEXT}
        for anchor, triple in enumerate(triples):
            has = {role for role, text in _TEXT.items() if getattr(triple, text) is not None}
            used = {Role.ANCHOR}.union(*(need for need in self._needs if need <= has))
            for role in used:
                wanted[role].append(anchor)
        return wanted

    def _rows(self, role: Role, anchors: list[int], texts: list[str]) -> list[Row]:
        which = int(role != Role.ANCHOR)
        limit = self._recipe.max_sentence_tokens + self._added[which]
        limit = min(limit, self._encoder.settings.max_tokens)
        start = self._starts[which]
        views = self._recipe.perturbation.views
        perturbed = role == Role.POSITIVE or (role == Role.ANCHOR and views == "both")
        return [
            Row(ids, (start, start + len(ids) - self._added[which]), role, anchor, None, perturbed)
            for anchor, ids in zip(
                anchors,
                self._encoder.tokenize_with(self._tokenizers[which], texts, limit),
                strict=True,
            )
        ]

    def _shuffled(self, row: Row, draw: Generator) -> Row:
        if not row.perturbed:
            return row
        ids = shuffled(row.ids, row.sentence, self._recipe.perturbation.tokens_share, draw)
        return Row(ids, row.sentence, row.role, row.anchor, row.positions, True)

    def _templates(self, rows: list[Row]) -> dict[tuple[int, int], Row]:
        """The bare template of every (template, number of sentence tokens) that the rows have.

        What follows the sentence keeps the place that it has behind the sentence.
        """
        bare: dict[tuple[int, int], Row] = {}
        for row in rows:
            key = template_key(row)
            if key not in bare:
                start, end = row.sentence
                ids = [*row.ids[:start], *row.ids[end:]]
                places = [*range(start), *range(end, len(row.ids))]
                bare[key] = Row(ids, (start, start), Role.TEMPLATE, -1, places)
        return dict(sorted(bare.items()))


def template_key(row: Row) -> tuple[int, int]:
    """Which bare template belongs to a row: 0 for the anchor's or 1, and the sentence's length."""
    return int(row.role != Role.ANCHOR), row.sentence_tokens


def shuffled(ids: list[int], sentence: tuple[int, int], share: float, draw: Generator) -> list[int]:
    """Token ids with a share of the sentence's tokens in another order (ConSERT's token shuffling).

    Args:
        ids: of a text with everything around it.
        sentence: first of the sentence's tokens and the one after its last.
        share: of the sentence's tokens that change places among themselves, rounded up.
        draw: which ones, and where they go.
    """
    start, end = sentence
    count = min(end - start, max(2, round(share * (end - start)))) if share else 0
    if count < 2:
        return ids
    places = (torch.randperm(end - start, generator=draw)[:count] + start).tolist()
    moved = torch.randperm(count, generator=draw).tolist()
    result = list(ids)
    for place, source in zip(places, moved, strict=True):
        result[place] = ids[places[source]]
    return result


def rows_of(parts: Sequence[Batch]) -> int:
    """Triples in the parts of a batch."""
    return sum(len(part.triples) for part in parts)
