"""A batch of triples as rows of token ids: the texts that a recipe needs, with their templates."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from torch import Generator

from schemas.errors import UserError
from trainer.data.roles import Need, Role
from trainer.data.token_changes import CHANGES, Change
from trainer.data.triples import Triple
from trainer.encoders.encoder import Encoder
from trainer.encoders.templates import added_tokens, sentence_start, template_tokenizer
from trainer.encoders.tokenization import Tokenization
from trainer.settings.recipe import KEEP, Recipe

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
        sentence: place of the sentence's first token, and one more than that of its last.
        role: its purpose.
        anchor: index of its anchor in the batch; -1 for a bare template.
        positions: position of each token, from 0; None if they are consecutive.
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
        """Number of tokens of the sentence itself."""
        return self.sentence[1] - self.sentence[0]


class Reading(NamedTuple):
    """A text as an encoder reads it in training.

    Attributes:
        text: the whole text.
        ids: token ids of what is read, without template and special tokens.
        cut: whether the text is longer.
    """

    text: str
    ids: tuple[int, ...]
    cut: bool


@dataclass(frozen=True, slots=True)
class Batch:
    """The rows to encode, and where each role's rows are.

    Attributes:
        triples: the triples of the batch.
        rows: texts, role by role in the order of `Role`.
        keys: positives that the momentum copy encodes instead of the encoder; usually none.
        templates: for denoising, the row of the bare template for each (template, sentence
            tokens).
    """

    triples: Sequence[Triple]
    rows: list[Row]
    keys: list[Row]
    templates: dict[tuple[int, int], int]

    def places(self, role: Role) -> list[int]:
        """Indices of the rows with a role."""
        return [place for place, row in enumerate(self.rows) if row.role == role]

    def anchors_of(self, role: Role) -> list[int]:
        """Index of the anchor of each row or key with a role."""
        return [row.anchor for row in (*self.rows, *self.keys) if row.role == role]


class Batcher:
    """Makes the rows of a batch.

    The anchor gets the first template; its positive (the same sentence), the paraphrase and the
    negation get the second. Texts that no term needs, or that a triple lacks, are left out.

    Args:
        encoder: with the anchor's template, if any, in its tokenizer.
        recipe: templates, lengths and perturbations.
        needs: the rows that the terms of the loss compare.

    Raises:
        UserError: a training sentence with its template may exceed the model's positions, or the
            encoder's length leaves no room for a sentence.
    """

    def __init__(self, encoder: Encoder, recipe: Recipe, needs: Iterable[Need]) -> None:
        self._settings, self._recipe, self._needs = encoder.settings, recipe, list(needs)
        # A copy, since a thread may make batches while the encoder validates, and truncation
        # changes a tokenizer. For the same reason every use sets its own length.
        tokenizers = [copy.deepcopy(encoder.tokenizer)] * 2
        if recipe.template_other not in ("", KEEP):
            tokens = encoder.settings.tokens
            tokenizers[1] = template_tokenizer(encoder.tokenizer, tokens, recipe.template_other)
        self._tokenizations = [Tokenization(own, encoder.settings) for own in tokenizers]
        # Like a template, a prompt precedes the sentence without counting towards its length.
        prompt = encoder.tokenization.prompt_tokens
        self._added = [added_tokens(tokenizer) + prompt for tokenizer in tokenizers]
        self._starts = [sentence_start(tokenizer) + prompt for tokenizer in tokenizers]
        wanted, positions = recipe.longest_sentence, encoder.settings.positions
        if wanted is not None and (longest := wanted + max(self._added)) > positions:
            raise UserError(
                f"max_sentence_tokens is {wanted}, which makes {longest} tokens"
                f" with template and special tokens; the model takes {positions}."
            )
        if max(self._added) >= encoder.settings.max_tokens:
            raise UserError(
                f"Inputs are cut to {encoder.settings.max_tokens} tokens (max_eval_tokens), and"
                f" template and special tokens alone take {max(self._added)}: raise"
                " max_eval_tokens."
            )

    def __call__(self, triples: Sequence[Triple]) -> Batch:
        """The rows of a batch before any perturbation. Uses no randomness."""
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
        """Perturb the tokens of a batch if the recipe says so.

        Args:
            batch: result of a call.
        """
        change = CHANGES.get(self._recipe.perturbation.tokens)
        if change is None:
            return batch
        share = self._recipe.perturbation.tokens_share
        parts = (batch.rows, batch.keys)
        rows, keys = ([_changed(row, change, share, draw) for row in part] for part in parts)
        return replace(batch, rows=rows, keys=keys)

    def room(self, role: Role) -> int:
        """The number of tokens that a text may have before it is cut."""
        wanted = self._recipe.longest_sentence
        longest = self._settings.max_tokens - self._added[int(role != Role.ANCHOR)]
        return longest if wanted is None else min(wanted, longest)

    @property
    def longest(self) -> int:
        """The largest number of tokens that the encoder leaves to a text."""
        longest = min(self._settings.positions, self._settings.max_tokens)
        return longest - max(self._added)

    def readings(self, triples: Sequence[Triple]) -> dict[Role, dict[int, Reading]]:
        """The texts of `triples` that are encoded, as they are read: by role and by triple."""
        found: dict[Role, dict[int, Reading]] = {}
        for role, wanted in self._wanted(triples).items():
            which, room = int(role != Role.ANCHOR), self.room(role)
            texts = [str(getattr(triples[place], _TEXT[role])) for place in wanted]
            distinct = list(dict.fromkeys(texts))
            start, limit = self._starts[which], room + self._added[which]
            # One token more than the limit shows that a text is longer.
            made = self._tokenizations[which].ids(distinct, limit + 1)
            read = {
                text: Reading(
                    text,
                    tuple(ids[start : start + min(room, len(ids) - self._added[which])]),
                    len(ids) > limit,
                )
                for text, ids in zip(distinct, made, strict=True)
            }
            found[role] = {place: read[text] for place, text in zip(wanted, texts, strict=True)}
        return found

    def _wanted(self, triples: Sequence[Triple]) -> dict[Role, list[int]]:
        """The anchors of each role's rows, role by role; every anchor itself is encoded."""
        wanted: dict[Role, list[int]] = {role: [] for role in _TEXT}
        for anchor, triple in enumerate(triples):
            has = {role for role, text in _TEXT.items() if getattr(triple, text) is not None}
            used = {Role.ANCHOR}.union(*(need for need in self._needs if need <= has))
            for role in used:
                wanted[role].append(anchor)
        return wanted

    def _rows(self, role: Role, anchors: list[int], texts: list[str]) -> list[Row]:
        which = int(role != Role.ANCHOR)
        limit = self.room(role) + self._added[which]
        start = self._starts[which]
        views = self._recipe.perturbation.views
        perturbed = role == Role.POSITIVE or (role == Role.ANCHOR and views == "both")
        return [
            Row(ids, (start, start + len(ids) - self._added[which]), role, anchor, None, perturbed)
            for anchor, ids in zip(
                anchors, self._tokenizations[which].ids(texts, limit), strict=True
            )
        ]

    def _templates(self, rows: list[Row]) -> dict[tuple[int, int], Row]:
        """The bare template for every (template, number of sentence tokens) among the rows.

        The tokens after the sentence keep their positions.
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


def _changed(row: Row, change: Change, share: float, draw: Generator) -> Row:
    """A row with its sentence's tokens changed, if perturbations apply to it."""
    if not row.perturbed:
        return row
    start, end = row.sentence
    tokens = change(row.ids[start:end], share, draw)
    ids = [*row.ids[:start], *tokens, *row.ids[end:]]
    return replace(row, ids=ids, sentence=(start, start + len(tokens)))


def template_key(row: Row) -> tuple[int, int]:
    """The key of a row's bare template: 0 (the anchor's) or 1, and the sentence's length."""
    return int(row.role != Role.ANCHOR), row.sentence_tokens


def rows_of(parts: Sequence[Batch]) -> int:
    """Number of triples in the parts of a batch."""
    return sum(len(part.triples) for part in parts)
