"""The encoders between two: which shares, and how the parts of STS sets are split."""

import pytest
import typer

from tests.benchmarks import benchmark
from trainer.evaluation.data.pairs import Pairs


@pytest.fixture
def shares():
    with benchmark("shares") as module:
        yield module


def test_shares_are_numbers_from_0_to_1(shares):
    assert shares.shares_of("0,0.25,1") == [0.0, 0.25, 1.0]
    for wrong in ("", "0,x", "0,1.2", "-0.1"):
        with pytest.raises(typer.BadParameter, match="numbers from 0 to 1"):
            shares.shares_of(wrong)


def test_pairs_are_split_by_how_many_of_their_sentences_have_a_word(shares):
    both = [("It is not on.", "No lamp is on.", 4.0)] * 20
    one = [("It is not on.", "It is noted.", 1.0)] * 21
    few = [("It is on.", "It is lit.", 5.0)] * 19
    first, second, scores = map(list, zip(*both, *one, *few, strict=True))
    task = Pairs("lamps", first, second, scores)
    found = {part.name: part for part in shares.pieces(task, "not|no")}
    assert list(found) == ["lamps", "lamps=1 (21)", "lamps=2 (20)"]
    assert set(found["lamps=2 (20)"].scores) == {4.0}
    assert set(found["lamps=1 (21)"].second) == {"It is noted."}
    assert list(shares.pieces(task, "")) == [task]
