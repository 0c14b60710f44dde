"""Sources of different lengths side by side, padded only where their words meet.

Most layers see each word by itself, so that the words of all sources stand one after the other.
With padding to a multiple of four places, a tenth of them would be padding.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor


class Padding:
    """Some of the sources, padded to the same length.

    Attributes:
        mask: which places are real, (sources, 1, 1, places).
        places: the place of each word in its source, (words,).
    """

    def __init__(
        self, lengths: Sequence[int], places: int, first: int, heads: int, device: torch.device
    ) -> None:
        """Number the words.

        Args:
            lengths: words of each source.
            places: what they are padded to.
            first: the number of their first word among those of all sources.
            heads: heads of attention.
            device: where the states are.
        """
        counts, every = torch.tensor(lengths)[:, None], torch.arange(places)
        real = every < counts
        source, place = real.nonzero(as_tuple=True)
        self.mask, self.places = real[:, None, None].to(device), place.to(device)
        # Padding repeats the last word; in its place, any finite numbers would do.
        words = first + counts.cumsum(0) - counts + every.minimum(counts - 1)
        self._words = words.to(device)
        self._heads = torch.arange(heads, device=device)
        found = (source[:, None].to(device) * heads + self._heads) * places
        self._found = (found + self.places[:, None]).flatten()
        self._own = slice(first * heads, first * heads + len(self._found))
        self._rows: dict[int, Tensor] = {}

    def split(self, x: Tensor, count: int) -> Sequence[Tensor]:
        """Parts of states, such as queries and keys.

        Args:
            x: those of all sources, (words, count * width).

        Returns:
            As many parts as counted, each (sources, heads, places, width / heads).
        """
        if count not in self._rows:
            parts = torch.arange(count, device=x.device)[:, None, None, None]
            parts = parts * len(self._heads) + self._heads[:, None]
            self._rows[count] = self._words[:, None] * count * len(self._heads) + parts
        rows = self._rows[count]
        heads = x.view(-1, x.shape[1] // (count * len(self._heads)))
        if x.device.type == "cpu":  # where numpy is faster than torch
            return torch.from_numpy(heads.numpy().take(rows.numpy(), 0)).unbind()
        return heads[rows].unbind()

    def merge(self, found: Tensor, into: Tensor) -> None:
        """Store what was found for each head and place.

        Args:
            found: (sources, heads, places, width / heads).
            into: the states of all sources, (words, width).
        """
        width = found.shape[-1]
        own = into.view(-1, width)[self._own]
        torch.index_select(found.reshape(-1, width), 0, self._found, out=own)
