"""The checks of filter that need a model; computed in this process, shard by shard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from pipeline.acceptance.guards import Candidate
from pipeline.acceptance.judging import FilterConfig, Verdict, settled
from pipeline.acceptance.measures.entailment import Entailment
from pipeline.acceptance.measures.similarity import SentenceSimilarity
from pipeline.execution.devices import pick_devices

Pairs = Sequence[tuple[str, str]]


class _Measure(NamedTuple):
    """A measure of a pair of texts, and the lowest accepted value."""

    name: Literal["similarity", "entailment"]
    of: Callable[[Pairs], list[float]]
    lowest: float


class Thresholds:
    """The thresholds of a filter run and the models that measure for them."""

    def __init__(self, config: FilterConfig, device: str = "auto") -> None:
        """Load the models.

        Args:
            device: see `pick_devices`; the first of several is used.

        Raises:
            UserError: one of them cannot be loaded, or there is no such device.
        """
        if config.min_similarity is not None or config.min_entailment is not None:
            device = pick_devices(device)[0]
        self._config = config
        self._measures: list[_Measure] = []
        if config.min_similarity is not None:
            encoder = SentenceSimilarity(config.min_similarity.model, device)
            self._measures.append(
                _Measure("similarity", encoder.cosines, config.min_similarity.lowest)
            )
        if config.min_entailment is not None:
            model = Entailment(config.min_entailment.model, device)
            self._measures.append(
                _Measure("entailment", model.both_ways, config.min_entailment.lowest)
            )

    def apply(
        self,
        anchors: Sequence[str],
        candidates: Sequence[Sequence[Candidate]],
        verdicts: Sequence[list[Verdict]],
    ) -> None:
        """Refuse, in place, what is below a threshold, and record the judges' confidence.

        Candidates that only the window refuses are measured too, so that other windows can be
        previewed without the models.
        """
        where = [
            (r, c)
            for r, row in enumerate(verdicts)
            for c, verdict in enumerate(row)
            if not verdict.guard
        ]
        for name, measure, lowest in self._measures:
            figures = measure([(anchors[r], candidates[r][c].paraphrase) for r, c in where])
            for (r, c), figure in zip(where, figures, strict=True):
                changed: dict[str, Any] = {name: figure}
                if figure < lowest and not verdicts[r][c].reason:
                    changed["reason"] = name
                verdicts[r][c] = verdicts[r][c]._replace(**changed)
            # A candidate that one threshold refuses needs no other check.
            where = [
                place for place, figure in zip(where, figures, strict=True) if figure >= lowest
            ]
        for r, row in enumerate(verdicts):
            for c, verdict in enumerate(row):
                row[c] = settled(candidates[r][c], verdict, self._config)
