"""The table of sources of negatives, in the order in which an anchor sees their vectors."""

from __future__ import annotations

from typing import Any

from trainer.objective.negatives.drawn import Drawn, drawn
from trainer.objective.negatives.own import Own, own
from trainer.objective.negatives.queued import queued
from trainer.objective.negatives.source import Source
from trainer.objective.negatives.written import written
from trainer.settings.entry import Entry
from trainer.settings.recipe import Recipe

SOURCES: dict[str, Entry[Any, int, Source]] = {
    "queue": Entry(Recipe, queued),
    "noise": Entry(Drawn, drawn),
    "negation": Entry(Recipe, written),
    "own": Entry(Own, own),
}
"""Each is made from a recipe and the dimensions of a vector."""
