"""A year in brackets that belongs to a citation is no year of birth or of a work."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


@pytest.mark.parametrize(
    "sentence",
    [
        "The claim is well known (Lund, B. & Berg, A. (1987)).",
        "The claim is that of Lund, B. and Berg, A. (1987).",
        "A study by Lund, Moe, and Berg (2014) showed that bees sleep.",
        "Lund and Berg (2014) examined the wings of bees.",
        "Berg et al. (2014) offer a plan.",
        "Berg's (2014) model is simple.",
        "According to Lund (2014), bees sleep at night.",
        "The method was proposed by Anna Lund (2014).",
        "The work of Lund (2014) is new.",
        "Lund & Berg (2014) offer a plan.",
    ],
)
def test_the_year_of_a_citation_is_left_alone(sentence):
    assert "other_birth.v1" not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Vera Lund (born 1950) is a potter.", "Vera Lund (born 1936) is a potter."),
        ("Vera Lund (b. 1950) is a potter.", "Vera Lund (b. 1936) is a potter."),
        ("Vera Lund (1950-2001) was a potter.", "Vera Lund (1931-2001) was a potter."),
        (
            "Her first novel, The Mill (1931), was a success.",
            "Her first novel, The Mill (1912), was a success.",
        ),
        (
            "Her first film was followed by Dawn (1931).",
            "Her first film was followed by Dawn (1917).",
        ),
        ("The novel Dawn (1931) was praised.", "The novel Dawn (1920) was praised."),
    ],
)
def test_the_year_of_a_birth_or_a_work_is_changed(sentence, expected):
    assert expected in [one.text for one in found(sentence)]
