"""Several processes that train one model: rows are distributed, vectors and gradients collected.

Every process reads the same batch, encodes its share of the rows and computes the loss of all
vectors, so the negatives are those of the whole batch. The encoder's gradient is the sum over all
processes of the gradients from their own rows.
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
    """The processes of a run, from the view of one.

    Attributes:
        rank: number of this process.
        size: number of processes.
    """

    rank: int = 0
    size: int = 1

    @property
    def leads(self) -> bool:
        """Whether this is the process that validates and writes."""
        return self.rank == 0

    @property
    def terminal(self) -> TextIO | None:
        """Where to show progress; None for standard error, which only the leading process has."""
        return None if self.leads else StringIO()

    def shares(self, lengths: Sequence[int]) -> list[list[int]]:
        """Rows of each process, distributed from the shortest to the longest for equal loads."""
        order = sorted(range(len(lengths)), key=lambda row: lengths[row])
        return [order[rank :: self.size] for rank in range(self.size)]

    def gather(self, own: Tensor, shares: Sequence[Sequence[int]]) -> Tensor:
        """Vectors of all processes `(rows, hidden)`, in the order of rows; own ones keep gradients.

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
        """Sum the gradients of all processes, in place; a process without gradients adds
        nothing."""
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
        """The byte tensor of each process, in every process."""
        if self.size == 1:
            return [state]
        sent = state.to(device)
        received = [torch.empty_like(sent) for _ in range(self.size)]
        dist.all_gather(received, sent)
        return [part.cpu() for part in received]

    def wait(self) -> None:
        """Wait until every process has arrived."""
        if self.size > 1:
            dist.barrier()


ALONE = Processes()
"""The single process of an ordinary run."""


def leads_by_environment() -> bool:
    """Whether this process is the leading one, before the processes have joined."""
    return os.environ.get("RANK", "0") == "0"


def join_processes(device: torch.device) -> Processes:
    """This process's place, from the environment that `torchrun` set; single without it."""
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        return ALONE
    if not dist.is_initialized():
        dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
        atexit.register(dist.destroy_process_group)
    return Processes(dist.get_rank(), size)


def in_order(vectors: Sequence[Tensor], parts: Sequence[Sequence[int]]) -> Tensor:
    """The vectors of parts as one tensor `(rows, hidden)` in the order of the row numbers."""
    order = torch.tensor([row for part in parts for row in part], dtype=torch.long)
    joined = torch.cat(list(vectors))
    return joined[order.argsort().to(joined.device)]
