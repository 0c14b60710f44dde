"""Marian's binary file."""

import numpy as np
import pytest

from pipeline.translation.engines.marian.container import Weights
from schemas.errors import UserError
from tests.pipeline.translation.engines.marian.writing import container, floats, integers, text

WEIGHT = [[1, -2], [3, -4], [5, -6]]
ITEMS = {
    # Two inputs and three outputs; the file has the transpose under the true shape.
    "W": (0x4101, (2, 3), integers(WEIGHT, 50.0)[2]),
    "W_QuantMultA": floats([[8.0]]),
    "b": floats([[0.5, 1.5, 2.5]]),
    "special:model.yml": text("type: transformer\n"),
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "model.bin"


def test_reads_matrices_vectors_and_settings(path):
    path.write_bytes(container(ITEMS))
    weights = Weights(path)
    matrix = weights.matrix("W", "b")
    assert matrix.weight.tolist() == WEIGHT
    assert matrix.multiplier.tolist() == [50.0] * 3
    assert matrix.alpha == 8.0
    assert matrix.bias.tolist() == [0.5, 1.5, 2.5]
    assert weights.matrix("W").bias.tolist() == [0.0] * 3
    assert matrix.rows(np.array([2, 0])).weight.tolist() == [[5, -6], [1, -2]]
    assert weights.configuration == "type: transformer\n"
    assert "b" in weights
    assert "c" not in weights


def test_reads_an_alpha_that_is_kept_as_an_integer(path):
    items = {name + "_QuantMultA": integers([[127]], 16.0) for name in ("Wemb",)}
    path.write_bytes(container(items))
    assert Weights(path).alpha("Wemb") == 127 / 16


@pytest.mark.parametrize("size", [4, 12, 40, 150, 300, -1])
def test_a_file_that_is_cut_off_is_named(path, size):
    path.write_bytes(container(ITEMS)[:size])
    with pytest.raises(UserError, match=r"model\.bin is (damaged or )?cut off"):
        Weights(path)


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ((0x4101, (-2, -3), bytes(10)), r"W has a shape that no weights have, \(-2, -3\)"),
        ((0x4101, (), bytes(10)), r"W has a shape that no weights have, \(\)"),
        ((0x0404, (1, 1), bytes(6)), "W has 6 bytes, not four per number"),
        ((0x0404, (2, 2), bytes(8)), "W has fewer bytes than its shape says"),
    ],
)
def test_shapes_and_sizes_that_no_weights_have_are_refused(path, item, message):
    path.write_bytes(container(ITEMS | {"W": item}))
    with pytest.raises(UserError, match=rf"model\.bin is damaged: {message}"):
        Weights(path)


@pytest.mark.parametrize("field", [1, 2, 4, 5])
def test_a_header_that_claims_more_than_memory_holds_is_refused(path, field):
    """Number of items; length of a name, of a shape and of the data."""
    content = bytearray(container(ITEMS))
    content[8 * field : 8 * field + 8] = b"\xff" * 8
    path.write_bytes(content)
    with pytest.raises(UserError, match=r"model\.bin is (damaged|cut off)"):
        Weights(path)


def test_other_files_are_refused(path):
    path.write_bytes(b"PK\x03\x04" + bytes(100))
    with pytest.raises(UserError, match="not a model in Marian's binary format"):
        Weights(path)


def test_other_types_of_weights_are_refused_by_name(path):
    path.write_bytes(container(ITEMS | {"W": floats(np.ones((2, 3)))}))
    with pytest.raises(UserError, match=r"W is of type 0x404, not 0x4101.*alphas"):
        Weights(path).matrix("W")
    path.write_bytes(container({name: ITEMS[name] for name in ("W", "b")}))
    with pytest.raises(UserError, match=r"has no W_QuantMultA: only models .* alphas"):
        Weights(path).matrix("W")
