"""Words of several sources, padded where they meet and nowhere else."""

import pytest
import torch

from pipeline.translation.engines.marian.engine import MarianEngine, examine_student
from pipeline.translation.engines.marian.padding import Padding

CPU = torch.device("cpu")


@pytest.fixture
def paddings():
    """A source of one word with two places, and two of three and one words with four."""
    return [Padding([1], 2, 0, 2, CPU), Padding([3, 1], 4, 1, 2, CPU)]


def test_places_and_masks(paddings):
    first, second = paddings
    assert first.places.tolist() == [0]
    assert second.places.tolist() == [0, 1, 2, 0]
    assert first.mask.tolist() == [[[[True, False]]]]
    assert second.mask.tolist() == [[[[True, True, True, False]]], [[[True, False, False, False]]]]


def test_parts_of_states_by_heads(paddings):
    """Of each of five words, two heads of keys and two of values, one number each."""
    x = torch.arange(20).view(5, 4)
    key, value = (part[..., 0].tolist() for part in paddings[1].split(x, 2))
    assert key == [[[4, 8, 12, 12], [5, 9, 13, 13]], [[16, 16, 16, 16], [17, 17, 17, 17]]]
    assert value == [[[6, 10, 14, 14], [7, 11, 15, 15]], [[18, 18, 18, 18], [19, 19, 19, 19]]]
    assert [part[0, :, :, 0].tolist() for part in paddings[0].split(x, 2)] == [
        [[0, 0], [1, 1]],
        [[2, 2], [3, 3]],
    ]


def test_what_was_found_returns_to_its_words(paddings):
    x = torch.arange(60.0).view(5, 12)
    into = torch.full((5, 4), -1.0)
    for padding in reversed(paddings):
        padding.merge(padding.split(x, 3)[1], into)
    assert torch.equal(into, x[:, 4:8])


def test_other_layers_see_words_without_padding(folders):
    """Sources of five and of three words, which attention pads to eight."""
    network = MarianEngine(examine_student(folders[0]), "cpu")._network
    seen, (attention, feed_forward) = [], network._encoder[0]

    def count(x):
        seen.append(len(x))
        return feed_forward(x)

    network._encoder[0] = attention, count
    with torch.inference_mode():
        network.encode({8: [[5, 6, 7, 8, 2], [5, 6, 2]]})
    assert seen == [8]
