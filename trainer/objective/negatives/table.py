"""The table of sources of negatives, in the order in which an anchor sees their vectors."""

from __future__ import annotations

from trainer.objective.negatives.drawn import Drawn, drawn
from trainer.objective.negatives.own import Own, own, written
from trainer.objective.negatives.queued import queued
from trainer.objective.negatives.source import SourceEntry
from trainer.settings.recipe import Recipe

SOURCES: dict[str, SourceEntry] = {
    "queue": SourceEntry(Recipe, queued),
    "noise": SourceEntry(Drawn, drawn),
    "negation": SourceEntry(Recipe, written),
    "own": SourceEntry(Own, own),
}
