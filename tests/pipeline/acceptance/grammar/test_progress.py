"""What goes on, what is a habit and what would be."""

import pytest

from pipeline.acceptance.grammar.progress import progress_changed


@pytest.mark.parametrize(
    ("one", "other", "changed"),
    [
        ("Why is Tom looking at me?", "Why does Tom look at me?", True),
        ("What do people eat there?", "What are people eating there?", True),
        ("I was just taking a shower.", "I just took a shower.", True),
        ("Why did she come?", "Why was she coming?", True),
        ("She's singing.", "She is singing.", False),
        ("The film is interesting.", "The film interests us.", False),
        ("He is going to sing.", "He will sing.", False),
        ("Is the old king here?", "Is the old king there?", False),
        ("I thought he was late.", "I thought he'd be late.", True),
        ("He was going to be late.", "He would be late.", False),
        ("He'd be late.", "He would be late.", False),
        ("What is the old man doing?", "What does the old man do?", True),
        ("Do children go to school?", "Are children going to school?", True),
        ("He usually comes at six.", "He is usually coming at six.", True),
        ("You shouldn't have been here.", "You shouldn't be here.", True),
    ],
)
def test_progress(one, other, changed):
    assert progress_changed(one, other) is changed
    assert progress_changed(other, one) is changed
