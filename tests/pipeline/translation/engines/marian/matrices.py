"""Random weights of a layer, and random states as its inputs."""

import numpy as np
import torch

from pipeline.translation.engines.marian.container import Matrix


def make_matrix(seed=0, inputs=256, outputs=64, alpha=20.0):
    """Some of the weights are large enough for overflows."""
    random = np.random.default_rng(seed)
    weight = random.normal(0, 50, (outputs, inputs)).round().clip(-127, 127).astype(np.int8)
    multiplier = random.uniform(100, 200, outputs).astype(np.float32)
    bias = random.normal(size=outputs).astype(np.float32)
    return Matrix(weight, multiplier, float(np.float32(alpha)), bias)


def states(*shape, scale=4.0, seed=1):
    return torch.randn(*shape, generator=torch.manual_seed(seed)) * scale
