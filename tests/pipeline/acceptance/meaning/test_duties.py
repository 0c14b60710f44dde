"""What one should do, and what one must do."""

import pytest

from pipeline.acceptance.meaning.duties import duty_changed


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("You should finish it.", "You must finish it.", True),
        ("We're supposed to wait.", "We have to wait.", True),
        ("He shouldn't smoke.", "He mustn’t smoke.", True),
        ("You must finish it.", "You have to finish it.", False),
        ("You should finish it.", "You ought to finish it.", False),
        ("You should do what you must.", "What you must do, you should.", False),
        ("You should go.", "Please go.", False),
    ],
)
def test_duties(anchor, paraphrase, changed):
    assert duty_changed(anchor, paraphrase) is changed
    assert duty_changed(paraphrase, anchor) is changed
