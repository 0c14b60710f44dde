"""How a window is read."""

import pytest

from pipeline.acceptance.measures.window import parse_window
from schemas.errors import UserError


def test_a_window_is_two_numbers():
    assert parse_window("--window", "0.15:0.6") == (0.15, 0.6)
    assert parse_window("--window", "0:1") == (0.0, 1.0)


@pytest.mark.parametrize(
    "text", ["0.15", "0.6:0.15", "0.3:0.3", "0.1:1.5", "a:b", "0.1:0.2:0.3", "nan:1", "0.5,0.2", ""]
)
def test_a_window_of_another_form_is_refused(text):
    with pytest.raises(
        UserError, match=r"--window .* is not LOW:HIGH with 0 <= LOW < HIGH <= 1, as in 0\.2:0\.5\."
    ):
        parse_window("--window", text)


def test_the_old_form_is_answered_with_the_new_one():
    with pytest.raises(UserError, match=r"'0\.1,0\.7' is not LOW:HIGH .*, as in 0\.1:0\.7\."):
        parse_window("--window", "0.1,0.7")
