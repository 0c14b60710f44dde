"""The operations in the order of `fxtranslate`'s loops, which gives its roundings bit for bit.

Written plainly, and far too slow for use: the results of `exact` are compared with these.
"""

import math

import numpy as np
import torch

from pipeline.translation.engines.marian.arithmetic import FloatContext
from pipeline.translation.engines.marian.operations import EPSILON, LARGEST, Arithmetic

OVERFLOW = 2**15


def ordered():
    return Arithmetic(affine, feed_forward, sigmoid, normalise, attend, Context)


class Context(FloatContext):
    def attend(self, query):
        return attend(query, self.key, self.value, self.mask)

    def select(self, sentences):
        return Context(self.key[sentences], self.value[sentences], self.mask[sentences])


def affine(matrix):
    weight = torch.tensor(matrix.weight, dtype=torch.float32)
    alpha = np.float32(matrix.alpha)
    unit = torch.from_numpy(np.float32(1) / (alpha * matrix.multiplier))
    # The inputs are shifted to bytes, and what that adds is taken off with the bias.
    bias = torch.tensor(matrix.bias) - np.float32(LARGEST) * unit * weight.sum(1)
    pairs = _overflowing(weight)

    def layer(x):
        rows = x.reshape(-1, x.shape[-1])
        shifted = (rows * float(alpha)).round().clamp(-LARGEST, LARGEST) + LARGEST
        products = shifted.double() @ weight.T.double() + _lost(shifted, weight, pairs)
        return (products.float() * unit + bias).unflatten(0, x.shape[:-1])

    return layer


def _overflowing(weight):
    """Outputs and pairs of inputs whose products may not fit into the 16 bits of AVX2."""
    first, second = weight[:, 0::2], weight[:, 1::2]
    most = 2 * LARGEST * (first.clamp(min=0) + second.clamp(min=0))
    least = 2 * LARGEST * (first.clamp(max=0) + second.clamp(max=0))
    return ((most >= OVERFLOW) | (least < -OVERFLOW)).nonzero().T


def _lost(shifted, weight, pairs):
    """What is lost by saturation to 16 bits."""
    lost = torch.zeros(len(shifted), len(weight), dtype=torch.double)
    for outputs, pair in zip(*(part.split(2000) for part in pairs), strict=True):
        first, second = 2 * pair, 2 * pair + 1
        sums = shifted[:, first] * weight[outputs, first]
        sums += shifted[:, second] * weight[outputs, second]
        lost.index_add_(1, outputs, (sums.clamp(-OVERFLOW, OVERFLOW - 1) - sums).double())
    return lost


def feed_forward(up, down):
    first, second = affine(up), affine(down)
    return lambda x: second(torch.relu(first(x)))


def sigmoid(x):
    return 1 / (1 + _exp(-x))


def normalise(x, scale, bias):
    centred = x - (_sum(x) / x.shape[-1])[..., None]
    # torch's own square root is off by one unit for some numbers.
    variance = _sum(centred * centred) / x.shape[-1] + np.float32(EPSILON)
    deviation = variance.double().sqrt().float()
    return scale * (centred / deviation[..., None]) + bias


def attend(query, key, value, mask, _=None):
    groups = query.shape[1] // key.shape[1]
    key, value = key.repeat_interleave(groups, 1), value.repeat_interleave(groups, 1)
    weights = torch.zeros(*query.shape[:3], key.shape[2])
    for i in range(query.shape[-1]):
        weights = weights + query[..., i, None] * key[:, :, None, :, i]
    weights = weights * np.float32(1 / math.sqrt(query.shape[-1]))
    weights = weights.masked_fill(~mask, -math.inf)
    weights = _exp(weights - weights.amax(-1, keepdim=True))
    weights = weights / _sum(weights)[..., None]
    found = torch.zeros_like(query)
    for place in range(key.shape[2]):
        found = found + weights[..., place, None] * value[:, :, None, place]
    return found


def _exp(x):
    """Correctly rounded, as in the C library except for one number in hundreds."""
    return x.double().exp().float()


def _sum(x):
    """Over the last dimension, in order."""
    first, *rest = x.unbind(-1)
    total = first.clone()
    for column in rest:
        total += column
    return total
