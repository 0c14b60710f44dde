"""Names in the values of options."""

import pytest

from schemas.errors import UserError
from schemas.names import parse_name, parse_names

KNOWN = ("first", "second", "third")


def test_a_name_is_one_of_those_known():
    assert parse_name("--which", "second", KNOWN) == "second"
    with pytest.raises(UserError, match=r"--which 'fourth' is not one of: first, second, third\."):
        parse_name("--which", "fourth", KNOWN)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("all", KNOWN), ("none", ()), ("third,first", ("first", "third")), ("second", ("second",))],
)
def test_several_names_come_in_the_order_in_which_they_are_known(text, expected):
    assert parse_names("--which", "place", text, KNOWN) == expected


def test_every_unknown_name_is_told():
    with pytest.raises(UserError, match="--which fourth, none: no such place"):
        parse_names("--which", "place", "first,fourth,none", KNOWN)
