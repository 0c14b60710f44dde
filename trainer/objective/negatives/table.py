"""The table of sources of negatives, in the order in which an anchor sees their vectors."""

from __future__ import annotations

from trainer.objective.negatives.own import own
from trainer.objective.negatives.queued import queued
from trainer.objective.negatives.samplers import drawn
from trainer.objective.negatives.source import MakeSource
from trainer.objective.negatives.written import written

SOURCES: dict[str, MakeSource] = {
    "queue": queued,
    "noise": drawn,
    "negation": written,
    "own": own,
}
