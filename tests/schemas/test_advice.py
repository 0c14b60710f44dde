"""Files and folders in the commands that messages advise."""

from pathlib import Path

import pytest

from schemas.advice import option_for, quoted


@pytest.mark.parametrize(
    ("folder", "option"),
    [
        ("artifacts", ""),
        ("./artifacts/", ""),
        ("a", " --artifacts a"),
        ("my tables/artifacts", " --artifacts 'my tables/artifacts'"),
    ],
)
def test_advice_names_a_folder_other_than_the_default(folder, option):
    assert option_for(Path(folder)) == option


@pytest.mark.parametrize(
    ("place", "word"),
    [("runs/first", "runs/first"), ("my runs", "'my runs'"), ("it's", """'it'"'"'s'""")],
)
def test_a_shell_reads_a_place_as_one_word(place, word):
    assert quoted(Path(place)) == word
