"""Which faults of form are seen."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.acceptance.text.form import (
    KNOWN,
    length_changed,
    nonword,
    pivot_repeated,
    repeated,
    repeats,
    untranslated,
    wrong_script,
)
from pipeline.acceptance.text.words import words
from schemas.mer import mer_tokens


@pytest.mark.parametrize(
    ("text", "loops"),
    [
        ("no no no", True),
        ("no no", False),
        ("he had had enough", False),
        ("it is it is", True),
        ("in the city in the city of", True),
        ("a b c a b d", False),
        ("", False),
    ],
)
def test_repetition(text, loops):
    assert repeats(text.split()) is loops


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), min_size=2))
def test_a_doubled_phrase_is_always_found(rest, phrase):
    if len(phrase) <= 8:
        assert repeats([*rest, *phrase, *phrase])


@given(st.lists(st.sampled_from("abc"), max_size=16), st.integers(1, 6))
def test_a_repetition_is_three_times_one_word_or_several_words_twice(tokens, longest):
    blocks = ((tokens[i : i + n], n) for n in range(1, longest + 1) for i in range(len(tokens)))
    joined = " ".join(tokens) + " "
    found = any(
        len(block) == n and " ".join(block * (3 if n == 1 else 2)) + " " in joined
        for block, n in blocks
    )
    assert repeats(tokens, longest) is found


def test_a_repetition_of_the_anchor_is_no_fault():
    assert repeated("Row, row, row the boat!", "Pull the boat!")
    assert not repeated("Row, row, row the boat!", "Pull, pull, pull the boat!")


def test_no_known_letter_is_split_off_a_word():
    known = [chr(n) for n in range(32, 0x2030) if KNOWN.fullmatch(chr(n)) and chr(n).isalnum()]
    assert len(known) > 700
    assert len(mer_tokens(" ".join(f"a{letter}a" for letter in known))) == len(known)


TEXTS = st.lists(st.sampled_from(["a", "B", "é", "my-", "o'", " ", " ", ", ", "."]), max_size=16)


@given(TEXTS, TEXTS)
def test_what_is_told_without_splitting_into_words_is_as_the_words_say(one, other):
    text, second = "".join(one), "".join(other)
    assert pivot_repeated(text, "") is repeats(words(text))
    same = len(words(text)) > 2 and words(text) == words(second)
    assert untranslated(text, second) is same


@pytest.mark.parametrize(
    ("text", "lang", "wrong"),
    [
        ("Кошка спит.", "ru", False),
        ("Кошка спит.", "de", True),
        ("Die Katze schläft.", "de", False),
        ("Die Katze schläft.", "ru", True),
        ("Группа Metallica в Москве.", "ru", False),
        ("猫が寝ている。", "ja", False),
        ("ネコ", "ja", False),
        ("猫在睡觉。", "zh-Hans", False),
        ("貓在睡覺。", "zh-Hant", False),
        ("The cat sleeps.", "zh-Hans", True),
        ("Мачка спава.", "sr", False),
        ("Mačka spava.", "sr", True),
        ("Mačka spava.", "sr-Latn", False),
        ("પુસ્તક", "gu", False),
        ("ಪುಸ್ತಕ", "kn", False),
        ("പുസ്തകം", "ml", False),
        ("పుస్తకం", "te", False),
        ("12:30", "ru", False),
    ],
)
def test_scripts(text, lang, wrong):
    assert wrong_script(text, lang) is wrong


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("Stop.", "Please stop it now.", False),
        ("Stop.", "You should stop doing that right now.", True),
        ("He left the room late.", "He left.", False),
        ("He left the room late because of all the rain.", "He left.", True),
    ],
)
def test_lengths(anchor, paraphrase, changed):
    assert length_changed(anchor, paraphrase) is changed
    assert length_changed(paraphrase, anchor) is changed


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "invented"),
    [
        ("The bark is brown.", "The bark is brunish.", True),
        ("The bark is brown.", "The bark is brownish.", False),  # begins like the anchor's word
        ("She plays the xyzophone.", "She likes playing the xyzophone.", False),
        ("She won the race.", "Xyzia won the race.", False),  # a name, it may be
        ("He rode a tall bicycle.", "He rode a wheelkibe.", True),
        ("He lives near the lamp.", "He lives near the lighthouse.", False),
        ("It was re-made.", "It was pre-xyzed.", False),
    ],
)
def test_nonwords(anchor, paraphrase, invented):
    assert nonword(anchor, paraphrase) is invented


def test_the_guards_need_no_parser():
    # The imports of a worker of `filter` determine its memory: spaCy alone takes 0.2 GB.
    code = (
        "import sys, pipeline.acceptance.judging, pipeline.acceptance.text.form as g;"
        "assert g.nonword('She sang well.', 'She bited well.') is True;"
        "print(sorted({'spacy', 'torch', 'lemminflect'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
