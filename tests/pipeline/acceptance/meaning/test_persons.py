"""Which pronouns are those of another person."""

import pytest

from pipeline.acceptance.meaning.persons import person_changed


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("She opened her shop in May.", "He opened his shop in May.", True),
        ("It also added two clocks.", "He also added two clocks.", True),
        ("The list praises their work.", "The list praises your work.", True),
        ("She was lost at sea.", "It was lost at sea.", True),
        ("He told her to shut up.", "He told her to shut himself up.", True),
        ("She still has them.", "She still has it.", True),
        ("The door locks itself.", "The door locks.", False),
        ("I asked her to wait.", "I asked him to wait.", True),
        ("He drove her sister home.", "He drove his sister home.", True),
        ("It knows its place.", "It knows your place.", True),
        ("It locks itself, keep your key.", "It locks itself, keep its key.", True),
        ("Your bag and its strap are dry.", "The bag and strap are dry.", False),
        ("He sold his boat to her.", "He sold her the boat.", False),
        ("They sold their boat.", "They sold the boat.", False),
        ("The singer sold the boat.", "The singer sold her boat.", False),
        ("It is known that lead melts.", "We know that lead melts.", False),
        ("One sees the sea.", "You can see the sea.", False),
        ("US law lets him vote.", "He may vote under the law of its states.", False),
    ],
)
def test_persons(anchor, paraphrase, changed):
    assert person_changed(anchor, paraphrase) is changed
    assert person_changed(paraphrase, anchor) is changed
