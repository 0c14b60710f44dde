"""Objectives over a few rows, and what NumPy makes of the same vectors."""

from __future__ import annotations

import numpy as np
import torch

from trainer.data.batch import Batch
from trainer.data.roles import Role
from trainer.data.triples import Triple
from trainer.objective.loss import Terms
from trainer.objective.objective import Objective
from trainer.objective.seen import Seen
from trainer.training.start import load_start

ROWS = [
    Triple(1, "a nurse sells bread .", "bread a nurse sells .", "a nurse never sells .", 0.3),
    Triple(2, "the baker opens .", None, "the baker never opens .", None),
    Triple(3, "my cousin moves .", "moves my cousin .", None, 0.4),
    Triple(4, "the ferry moves today .", "today moves the ferry .", "the ferry never moves .", 0.5),
]


def objective_of(recipe) -> Objective:
    encoder = load_start(recipe).encoder
    torch.manual_seed(0)
    return Objective(encoder, recipe).eval()


def cosines(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    unit = [v / np.linalg.norm(v, axis=1, keepdims=True) for v in (x, y)]
    return unit[0] @ unit[1].T


def nce(anchor, candidates, temperature=0.05):
    """Mean over anchors of -log of their own candidate's share of the exponentials."""
    powers = np.exp(cosines(anchor, candidates) / temperature)
    return float(np.mean([-np.log(row[i] / row.sum()) for i, row in enumerate(powers)]))


def hinge(near, far, alpha, beta):
    delta = far - near
    return float(np.mean(np.maximum(delta + alpha, 0) + np.maximum(-delta - beta, 0)))


def prepared(objective, rows=ROWS) -> Batch:
    return objective.batcher.perturbed(objective.batcher(rows), objective.random_states.draw)


def seen_by(objective, rows=ROWS, batch=None) -> Seen:
    batch = batch or prepared(objective, rows)
    return objective.see(batch, objective.reader.read(batch.rows), objective.read_keys(batch))


def terms_of(objective, rows=ROWS, batch=None) -> Terms:
    return objective.loss(seen_by(objective, rows, batch))


def weights_of(objective) -> list:
    return [*objective.clipped(), *objective.sampling()]


def parts(objective, rows=ROWS):
    """Terms, and finished vectors by role."""
    with torch.no_grad():
        seen = seen_by(objective, rows)
        terms = objective.loss(seen)
    return terms, {role: vectors.numpy().astype(np.float64) for role, vectors in seen.of.items()}


def roles(objective, rows=ROWS):
    batch = prepared(objective, rows)
    return [len(batch.places(role)) for role in Role][:4]
