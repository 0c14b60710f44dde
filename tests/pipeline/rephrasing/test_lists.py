"""The lists of words: their form, and that no entry leads back to itself."""

import re

import pytest

from pipeline.acceptance.form import is_word
from pipeline.rephrasing import opposites, synonym_list, terms
from schemas.errors import UserError


def test_a_pair_of_synonyms_may_go_one_way_or_both():
    text = "v\tbuy\tpurchase\tboth\tobject\nn\tkid\tchild\tone\n# a remark\n"
    found = synonym_list.parsed(text, "list.tsv")
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
        synonym_list.parsed(f"# remark\n{line}\n", "list.tsv")


@pytest.mark.parametrize(
    "line",
    ["a\tclosed\topen\tnear\tdeny", "a\tclosed\topen\tgradable\t", "n\ta\tb\tgradable\tdeny"],
)
def test_another_line_of_opposites_is_named(line):
    with pytest.raises(UserError, match=r"list.tsv, line 1: .* is not a pair of opposites"):
        opposites.parsed(line, "list.tsv")


def test_a_word_is_denied_only_in_the_ways_that_the_list_allows():
    assert opposites.denied("closed", "complementary") == "open"
    assert opposites.denied("closed", "gradable") is None
    assert opposites.asserted("open", "complementary") == "closed"
    assert opposites.denied("clear", "complementary") is None  # nobody says "not unclear" for it


@pytest.mark.parametrize("word", ["rich", "dangerous", "unpopular", "inefficient", "different"])
def test_what_has_a_middle_ground_is_gradable(word):
    assert opposites.denied(word, "complementary") is None
    assert opposites.denied(word, "gradable")


def test_a_pair_is_of_one_nature_in_both_directions():
    marks = {}
    for entry in (*opposites.entries("a"), *opposites.entries("v")):
        marks.setdefault(frozenset((entry.word, entry.other)), set()).add(entry.nearness)
    assert {pair for pair, found in marks.items() if len(found) > 1} == set()


def test_there_are_enough_synonyms_and_all_are_words():
    found = [entry for of_one in synonym_list.entries().values() for entry in of_one]
    assert len(found) >= 7000
    words = {word for entry in found for word in re.findall(r"[^\s,-]+", entry.other.lower())}
    assert {word for word in words if not is_word(word)} == set()


def test_case_and_contractions_of_an_entry_do_not_matter():
    found = synonym_list.parsed("x\tI've got to\tI have to\tone\tinfinitive", "list.tsv")
    assert found["x", "i"][0].words == ("i", "'ve", "got", "to")


def test_every_frame_of_the_list_has_an_entry():
    used = {
        (pos, f) for (pos, _), of in synonym_list.entries().items() for e in of for f in e.frames
    }
    assert used == {(pos, frame) for pos, known in synonym_list.FRAMES.items() for frame in known}


def test_words_that_fit_only_beside_others_vouch_for_no_translation():
    free = set(synonym_list.single_words())
    assert ("purchase", "buy") in free
    assert {
        ("house", "home"),
        ("get", "become"),
        ("short", "brief"),
        ("award", "receive"),
    } & free == set()


def test_no_entry_gives_its_own_words_back():
    assert all(" ".join(e.words) != e.other for of in synonym_list.entries().values() for e in of)


def test_terms_are_known_in_both_numbers():
    assert terms.is_term("lethal", "injections")
    assert not terms.is_term("lethal", "weapon")


def test_every_term_has_a_word_that_a_synonym_could_replace():
    replaced = {word for pos, word in synonym_list.entries() if pos in "an"}
    idle = {
        (first, second)
        for first, seconds in terms.terms().items()
        for second in seconds
        if first not in replaced and second not in replaced
    }
    assert idle == set()


@pytest.mark.parametrize("line", ["lethal", "lethal\tdose\tfront", "key\tring"])
def test_another_line_of_terms_is_named(line):
    with pytest.raises(UserError, match=r"list.tsv, line 2: .* is no line of terms"):
        terms.parsed(f"key\tstage\n{line}\n", "list.tsv")
