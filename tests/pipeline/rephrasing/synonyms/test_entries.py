"""The list of synonyms: its form, and that no entry leads back to itself."""

import re

import pytest

from pipeline.acceptance.text.words import is_word
from pipeline.rephrasing.synonyms import entries
from schemas.errors import UserError


def test_a_pair_of_synonyms_may_go_one_way_or_both():
    text = "v\tbuy\tpurchase\tboth\tobject\nn\tkid\tchild\tone\n# a remark\n"
    found = entries.parsed(text, "list.tsv")
    assert found["v", "purchase"][0].other == "buy"
    assert found["n", "kid"][0].other == "child"
    assert ("n", "child") not in found


@pytest.mark.parametrize(
    "line",
    [
        *("v\tbuy\tpurchase\ttwice\tobject", "v\tbuy\tpurchase\tone\tfront", "q\ta\tb\tone"),
        *("v\tbuy", "w\tget lost\tlose whose way\tone", "w\tgive whom a hand\tlend a hand\tboth"),
    ],
)
def test_another_line_of_synonyms_is_named(line):
    with pytest.raises(UserError, match=r"list.tsv, line 2: .* is not a pair of synonyms"):
        entries.parsed(f"# remark\n{line}\n", "list.tsv")


def test_there_are_enough_synonyms_and_all_are_words():
    found = [entry for of_one in entries.entries().values() for entry in of_one]
    assert len(found) >= 7000
    words = {word for entry in found for word in re.findall(r"[^\s,-]+", entry.other.lower())}
    assert {word for word in words if not is_word(word)} == set()


def test_case_and_contractions_of_an_entry_do_not_matter():
    found = entries.parsed("x\tI've got to\tI have to\tone\tinfinitive", "list.tsv")
    assert found["x", "i"][0].words == ("i", "'ve", "got", "to")


def test_every_frame_of_the_list_has_an_entry():
    used = {(pos, f) for (pos, _), of in entries.entries().items() for e in of for f in e.frames}
    assert used == {(pos, frame) for pos, known in entries.FRAMES.items() for frame in known}


def test_words_that_fit_only_beside_others_vouch_for_no_translation():
    free = set(entries.single_words())
    assert ("purchase", "buy") in free
    assert {
        ("house", "home"),
        ("get", "become"),
        ("short", "brief"),
        ("award", "receive"),
    } & free == set()


def test_no_entry_gives_its_own_words_back():
    assert all(" ".join(e.words) != e.other for of in entries.entries().values() for e in of)
