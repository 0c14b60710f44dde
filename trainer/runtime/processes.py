"""Several processes that train one model: rows are dealt out, vectors and gradients collected.

Every process reads the same batch, encodes its share of the rows and takes the loss of all vectors,
so the negatives are those of the whole batch. The gradient of the encoder is the sum over processes
of what their own rows give.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TextIO

import torch
import torch.distributed as dist
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Processes:
    """The processes of a run, as one of them sees them.

    Attributes:
        rank: number of this one.
        size: how many there are.
    """

    rank: int = 0
    size: int = 1

    @property
    def leads(self) -> bool:
        """Whether this is the process that validates and writes."""
        return self.rank == 0

    @property
    def terminal(self) -> TextIO | None:
        """Where to show progress; None for standard error, which the leading process alone has."""
        return None if self.leads else StringIO()

    def shares(self, lengths: Sequence[int]) -> list[list[int]]:
        """Rows of each process, dealt from the shortest to the longest so that loads are alike."""
        order = sorted(range(len(lengths)), key=lambda row: lengths[row])
        return [order[rank :: self.size] for rank in range(self.size)]

    def gather(self, own: Tensor, shares: Sequence[Sequence[int]]) -> Tensor:
        """Vectors of all processes `(rows, hidden)`, in the rows' order; own ones keep gradients.

        Args:
            own: `(rows of this process, hidden)`, in the order of its share.
            shares: rows of every process.
        """
        if self.size == 1:
            return in_order([own], shares)
        longest = max(map(len, shares))
        sent = own.new_zeros(longest, own.shape[1])
        sent[: len(own)] = own.detach()
        received = [torch.empty_like(sent) for _ in range(self.size)]
        dist.all_gather(received, sent)
        parts = [part[: len(share)] for part, share in zip(received, shares, strict=True)]
        parts[self.rank] = own
        return in_order(parts, shares)

    def sum_gradients(self, parameters: Iterable[torch.nn.Parameter]) -> None:
        """Add up the gradients of all processes, in place; one that has none adds nothing."""
        if self.size == 1:
            return
        pending = []
        for parameter in parameters:
            if parameter.grad is None:
                parameter.grad = torch.zeros_like(parameter)
            pending.append(dist.all_reduce(parameter.grad, async_op=True))
        for work in pending:
            work.wait()

    def from_leader(self, value: float, device: torch.device) -> float:
        """The leading process's number, in every process."""
        if self.size == 1:
            return value
        shared = torch.tensor([value], dtype=torch.float64, device=device)
        dist.broadcast(shared, 0)
        return float(shared)

    def collect(self, state: Tensor, device: torch.device) -> list[Tensor]:
        """A tensor of bytes of every process, in every process."""
        if self.size == 1:
            return [state]
        sent = state.to(device)
        received = [torch.empty_like(sent) for _ in range(self.size)]
        dist.all_gather(received, sent)
        return [part.cpu() for part in received]

    def wait(self) -> None:
        """Until every process is here."""
        if self.size > 1:
            dist.barrier()


ALONE = Processes()
"""The one process of an ordinary run."""


def leads_by_environment() -> bool:
    """Whether this process is the leading one, before any of them has joined."""
    return os.environ.get("RANK", "0") == "0"


def join_processes(device: torch.device) -> Processes:
    """This process's place, by what `torchrun` set in the environment; alone without it."""
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        return ALONE
    if not dist.is_initialized():
        dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
        atexit.register(dist.destroy_process_group)
    return Processes(dist.get_rank(), size)


def in_order(vectors: Sequence[Tensor], parts: Sequence[Sequence[int]]) -> Tensor:
    """Vectors of parts as one tensor `(rows, hidden)` in the order of the rows' numbers."""
    order = torch.tensor([row for part in parts for row in part], dtype=torch.long)
    back = torch.empty_like(order)
    back[order] = torch.arange(len(order))
    joined = torch.cat(list(vectors))
    return joined[back.to(joined.device)]
