"""The word beside another one, at the edges of a text too."""

from pipeline.negation import load_parser
from pipeline.negation.reading.neighbour import lower_after, lower_before, word_before


def test_the_edges_have_no_neighbour():
    first, second = load_parser()("Nobody Came")
    assert (lower_before(first), lower_after(first)) == ("", "came")
    assert (lower_before(second), lower_after(second)) == ("nobody", "")
    assert word_before(first) is None
    assert word_before(second) == first
