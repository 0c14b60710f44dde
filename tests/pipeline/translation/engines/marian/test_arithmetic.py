"""Products of integers are exact with every implementation that the machine supports."""

import numpy as np
import pytest
import torch

from pipeline.translation.engines.marian.arithmetic import FloatAffine, arithmetic
from pipeline.translation.engines.marian.container import Matrix
from pipeline.translation.engines.marian.integers import Int8Affine, products

CPU = torch.device("cpu")
integers = pytest.mark.skipif(products() != "exact", reason="no exact products of bytes here")


def make_matrix(seed=0, inputs=256, outputs=64, alpha=20.0):
    random = np.random.default_rng(seed)
    weight = random.integers(-127, 128, (outputs, inputs), np.int8)
    multiplier = random.uniform(100, 200, outputs).astype(np.float32)
    return Matrix(weight, multiplier, alpha, random.normal(size=outputs).astype(np.float32))


def expected(matrix, x):
    rounded = np.clip(np.round(x.numpy() * np.float32(matrix.alpha)), -127, 127).astype(np.int64)
    products = rounded @ matrix.weight.T.astype(np.int64)
    return products / (matrix.alpha * matrix.multiplier) + matrix.bias


def states(rows=37, width=256):
    # Some are so large that rounding cuts them off.
    return torch.randn(rows, width, generator=torch.manual_seed(1)) * 4


@pytest.mark.parametrize(
    "make", [lambda m: FloatAffine(m, CPU, torch.float32), pytest.param(Int8Affine, marks=integers)]
)
def test_layers_are_products_of_rounded_inputs(make):
    matrix, x = make_matrix(), states()
    layer = make(matrix)
    np.testing.assert_allclose(layer(x).numpy(), expected(matrix, x), rtol=1e-5, atol=1e-5)
    # A row does not see its neighbours.
    assert torch.equal(layer(x)[5:9], layer(x[5:9]))


def test_in_16_bits_only_the_sum_is_rounded():
    matrix, x = make_matrix(), states()
    layer = FloatAffine(matrix, CPU, torch.bfloat16)
    found, wanted = layer(x).numpy() - matrix.bias, expected(matrix, x) - matrix.bias
    assert np.abs(found - wanted).max() > 0
    # Half a unit in the last of 8 bits; sums in 16 bits would be off by many.
    assert np.all(np.abs(found - wanted) <= 2**-8 * np.abs(wanted) + 1e-5)
    assert torch.equal(layer(x)[5:9], layer(x[5:9]))


@integers
def test_the_largest_sums_do_not_overflow():
    sides = np.full((16, 1536), 127, np.int8)
    matrix = Matrix(sides, np.ones(16, np.float32), 1.0, np.zeros(16, np.float32))
    assert (Int8Affine(matrix)(torch.full((2, 1536), -300.0)) == -1536 * 127**2).all()


@integers
def test_feed_forward_keeps_bytes_between_its_layers():
    up, down = make_matrix(1, 256, 64), make_matrix(2, 64, 256, alpha=2.0)
    x = states()
    wanted = arithmetic(CPU, integers=False).feed_forward(up, down)(x)
    found = arithmetic(CPU).feed_forward(up, down)(x)
    # A unit more or less where the inner state lies on the edge between two integers.
    assert (found - wanted).abs().max() < 3 * 127 / (2.0 * 100)
    assert (found - wanted).abs().mean() < 1e-3
