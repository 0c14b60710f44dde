"""From the rows of a batch to vectors: in one or several forward passes and processes."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from contextlib import nullcontext

import torch
from torch import Tensor, nn

from schemas.errors import UserError
from trainer.data.batch import Row
from trainer.encoders.backbone import attention, first_position, state_size
from trainer.encoders.encoder import Encoder
from trainer.encoders.tokenization import pad_rows
from trainer.objective.inputs import InputHook, perturbs_inputs
from trainer.objective.pseudo import PseudoTokens
from trainer.runtime.devices import autocast
from trainer.runtime.processes import Processes
from trainer.settings.recipe import Recipe


class Reader(nn.Module):
    """Encodes the rows of a batch, each independently.

    Args:
        recipe: pseudo tokens, perturbed inputs, precision and the number of forwards.

    Raises:
        UserError: the model has no input embeddings to perturb, or the width of its vectors is no
            multiple of its heads.
    """

    def __init__(self, encoder: Encoder, recipe: Recipe, processes: Processes) -> None:
        super().__init__()
        self.encoder = encoder
        self.pseudo: PseudoTokens | None = None
        if recipe.pseudo_tokens:
            by_vector = recipe.pseudo_reads == "sentence"
            width = encoder.hidden_size if by_vector else state_size(encoder.backbone)
            heads, dropout = attention(encoder.backbone)
            if width % heads:
                raise UserError(
                    f"The {width} dimensions of a vector cannot be divided among the model's"
                    f" {heads} heads; set pseudo_reads=tokens."
                )
            self.pseudo = PseudoTokens(recipe.pseudo_tokens, width, heads, dropout)
        self._reads_tokens = recipe.pseudo_reads == "tokens"
        perturbed = perturbs_inputs(recipe.perturbation)
        self.hook = InputHook(encoder.backbone, recipe.perturbation) if perturbed else None
        self.precision, self._forwards = recipe.precision, recipe.forwards
        self._processes = processes

    def forward(self, rows: Sequence[Row]) -> Tensor:
        """Vectors of rows from one forward pass, padded to the longest, `(rows, hidden)`."""
        positions: Tensor | None = None
        if any(row.positions is not None for row in rows):
            places = [row.positions or list(range(len(row.ids))) for row in rows]
            first = first_position(self.encoder.backbone)
            positions = (pad_rows(places, 0) + first).to(self.encoder.device)
        ids, mask = self.encoder.padded([row.ids for row in rows])
        acting = self.hook.acting(rows) if self.hook else nullcontext()
        reread = self.pseudo if self._reads_tokens else None
        with autocast(self.encoder.device, self.precision), acting:
            vectors: Tensor = self.encoder(ids, mask, positions, reread)
            if self.pseudo is not None and reread is None:
                vectors = self.pseudo.vectors(vectors)
        return vectors.float()

    def read(self, rows: Sequence[Row]) -> Tensor:
        """Vectors `(rows, hidden)`, float32, from all processes; each encodes its share."""
        shares, parts = self.dealt(rows)
        return self.gathered([self([rows[row] for row in part]) for part in parts], shares)

    def dealt(self, rows: Sequence[Row]) -> tuple[list[list[int]], list[list[int]]]:
        """The rows of every process, and this one's split into the recipe's number of forwards."""
        shares = self._processes.shares([len(row.ids) for row in rows])
        own = shares[self._processes.rank]
        size = max(1, -(-len(own) // self._forwards))
        return shares, [own[start : start + size] for start in range(0, len(own), size)]

    def gathered(self, parts: Sequence[Tensor], shares: Sequence[Sequence[int]]) -> Tensor:
        """Vectors of all processes `(rows, hidden)` from the parts of this one.

        They have a gradient even in a process without rows, which there are in a small batch.
        """
        none = torch.zeros(0, self.encoder.hidden_size, device=self.encoder.device)
        return self._processes.gather(torch.cat([none.requires_grad_(), *parts]), shares)

    def learned(self) -> list[nn.Parameter]:
        """The weights that training changes."""
        return [parameter for parameter in self.parameters() if parameter.requires_grad]


class MomentumCopy(nn.Module):
    """A reader and a head that slowly follow the trained ones, without gradient (MoCo).

    Args:
        decay: share of the copy's weights that each step keeps.
    """

    def __init__(self, reader: Reader, head: nn.Module, decay: float) -> None:
        super().__init__()
        # Together, so that the reader's hook acts on the layer of its own copy.
        self.reader, self.head = copy.deepcopy((reader, head))
        self.requires_grad_(False)
        self._decay = decay

    @torch.no_grad()
    def read(self, rows: Sequence[Row]) -> Tensor:
        """Vectors after the head, `(rows, hidden)`, float32, from all processes."""
        shares, parts = self.reader.dealt(rows)
        read = (self.reader([rows[row] for row in part]) for part in parts)
        found = [with_head(self.head, part, self.reader.precision) for part in read]
        return self.reader.gathered(found, shares)

    @torch.no_grad()
    def follow(self, reader: Reader, head: nn.Module) -> None:
        """Move towards the trained weights after a step: `k = decay k + (1 - decay) q`."""
        now: list[Tensor] = [*reader.parameters(), *head.parameters()]
        torch._foreach_lerp_(list(self.parameters()), now, 1 - self._decay)


def with_head(head: nn.Module, vectors: Tensor, precision: str) -> Tensor:
    """Vectors after the training head, `(rows, hidden)`, float32."""
    with autocast(vectors.device, precision):
        finished: Tensor = head(vectors)
    return finished.float()
