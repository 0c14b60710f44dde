"""Antonyms from a small wordnet made here."""

import pytest

from pipeline.negation import NegationConfig, load_parser, negate_texts
from pipeline.negation.antonyms import _opposites, antonym, wordnet
from schemas.errors import UserError

# Word, part of speech -> antonym of each sense, in order; None for a sense without.
WORDS = {
    ("deep", "a"): ["shallow", "shallow"],
    ("shallow", "a"): ["deep"],
    ("old", "a"): ["young", "new"],
    ("young", "a"): ["old"],
    ("new", "a"): ["old"],
    ("warm", "a"): ["cool"],
    ("cool", "a"): [None, "warm"],
    ("accept", "v"): ["refuse"],
    ("refuse", "v"): ["accept"],
}


@pytest.fixture(scope="module", autouse=True)
def small_wordnet(tmp_path_factory):
    import wn

    folder = tmp_path_factory.mktemp("wn")
    before = wn.config.data_directory
    wn.config.data_directory = folder
    path = folder / "small.xml"
    path.write_text(lexicon(), encoding="utf-8")
    wn.add(path, progress_handler=None)
    clear()
    yield
    wn.config.data_directory = before
    clear()


def clear():
    for cached in (wordnet, antonym, _opposites):
        cached.cache_clear()


def lexicon():
    """The words as WN-LMF, the format that wordnets are passed on in."""
    entries, synsets = [], []
    for (word, pos), senses in WORDS.items():
        lines = [f'<LexicalEntry id="t-{word}"><Lemma writtenForm="{word}" partOfSpeech="{pos}"/>']
        for i, other in enumerate(senses):
            inside = other and f'<SenseRelation relType="antonym" target="t-{other}-0"/>'
            lines.append(f'<Sense id="t-{word}-{i}" synset="t-{word}-s{i}">{inside or ""}</Sense>')
            synsets.append(f'<Synset id="t-{word}-s{i}" ili="" partOfSpeech="{pos}"/>')
        entries.append("".join([*lines, "</LexicalEntry>"]))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.0.dtd">\n'
        '<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">'
        '<Lexicon id="t" label="test" language="en" email="a@example.org" license="CC0"'
        ' version="1">' + "".join(entries + synsets) + "</Lexicon></LexicalResource>"
    )


@pytest.mark.parametrize(
    ("word", "pos", "expected"),
    [
        ("deep", "a", "shallow"),
        ("accept", "v", "refuse"),
        ("old", "a", None),  # two opposites
        ("warm", "a", None),  # "cool" does not name it in its first sense
        ("green", "a", None),
    ],
)
def test_only_safe_antonyms(word, pos, expected):
    assert antonym(word, pos) == expected


@pytest.mark.parametrize(
    ("sentence", "expected", "rule"),
    [
        ("The lake is very deep.", "The lake is very shallow.", "antonym.v1"),
        ("The jury accepted the gift.", "The jury refused the gift.", "antonym.v1"),
        ("They have accepted the offer.", "They have refused the offer.", "antonym.v1"),
        # No safe antonym, or more than the adjective: the plain negation.
        ("The house is old.", "The house is not old.", "copula.v1"),
        ("The well is nine metres deep.", "The well is not nine metres deep.", "copula.v1"),
        ("The lake is not deep.", "The lake is deep.", "existing_negation.v1"),
    ],
)
def test_sentences(sentence, expected, rule):
    parser = load_parser()
    for check in (False, True):
        config = NegationConfig("antonym", check=check)
        found = negate_texts(parser, [sentence], config)[0]
        assert (found.text, found.rule) == (expected, rule)


def test_without_a_wordnet_the_ways_to_get_one_are_named(tmp_path, monkeypatch):
    import wn

    monkeypatch.setattr(wn.config, "data_directory", tmp_path)
    clear()
    with pytest.raises(UserError, match=r"osscse\[antonyms\].*wn download oewn"):
        wordnet()
    clear()
