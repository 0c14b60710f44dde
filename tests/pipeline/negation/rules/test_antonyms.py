"""Antonyms from a small wordnet made here."""

import pytest

from pipeline.negation import NegationConfig, load_parser, negate_texts
from pipeline.negation.rules.antonyms import _senses, antonym, wordnet
from schemas.errors import UserError

# Word, part of speech -> antonym of each sense, in order; None for a sense without. It stands for
# the other word's first sense, or for the one whose number is behind it.
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
    ("leave", "v"): ["arrive", None],
    ("arrive", "v"): ["leave"],
    ("work", "v"): ["idle 1"],
    ("idle", "v"): ["run", "work"],
    ("run", "v"): ["idle"],
    ("cover", "v"): ["uncover"],
    ("uncover", "v"): ["cover"],
    ("angry", "a"): ["unangry"],
    ("unangry", "a"): ["angry"],
}
# Frames of the first sense of each verb; all others have "Somebody ----s something" alone.
FRAMES = ["Somebody ----s something", "Something ----s", "Somebody ----s PP"]
BEHAVIOUR = {"leave": "f1", "arrive": "f1 f2", "work": "f1 f2", "idle": "f1"}


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
    for cached in (wordnet, antonym, _senses):
        cached.cache_clear()


def lexicon():
    """The words as WN-LMF, the format that wordnets are passed on in."""
    entries, synsets = [], []
    for (word, pos), senses in WORDS.items():
        lines = [f'<LexicalEntry id="t-{word}"><Lemma writtenForm="{word}" partOfSpeech="{pos}"/>']
        frames = f' subcat="{BEHAVIOUR.get(word, "f0")}"' if pos == "v" else ""
        for i, other in enumerate(senses):
            target = "-".join(f"{other} 0".split()[:2])
            inside = other and f'<SenseRelation relType="antonym" target="t-{target}"/>'
            opening = f'<Sense id="t-{word}-{i}" synset="t-{word}-s{i}"{frames}>'
            lines.append(f"{opening}{inside or ''}</Sense>")
            synsets.append(f'<Synset id="t-{word}-s{i}" ili="" partOfSpeech="{pos}"/>')
        entries.append("".join([*lines, "</LexicalEntry>"]))
    behaviours = [
        f'<SyntacticBehaviour id="f{i}" subcategorizationFrame="{frame}"/>'
        for i, frame in enumerate(FRAMES)
    ]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.1.dtd">\n'
        '<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">'
        '<Lexicon id="t" label="test" language="en" email="a@example.org" license="CC0"'
        ' version="1">' + "".join(entries + synsets + behaviours) + "</Lexicon></LexicalResource>"
    )


@pytest.mark.parametrize(
    ("word", "pos", "expected"),
    [
        ("deep", "a", "shallow"),
        ("old", "a", None),  # two opposites
        ("warm", "a", None),  # "cool" does not name it in its first sense
        ("green", "a", None),
        ("angry", "a", None),  # nobody says "unangry"
    ],
)
def test_only_safe_antonyms(word, pos, expected):
    assert antonym(word, pos) == expected


@pytest.mark.parametrize(
    ("verb", "complement", "expected"),
    [
        ("accept", "object", "refuse"),
        ("accept", "nothing", None),
        ("leave", "nothing", "arrive"),
        ("leave", "object", None),  # "left the house": another sense
        ("leave", "preposition", None),
        ("work", "nothing", None),  # "idle" means first of all to run without load
        ("cover", "object", None),  # "uncover" undoes it
    ],
)
def test_verbs_by_what_they_stand_with(verb, complement, expected):
    assert antonym(verb, "v", complement) == expected


@pytest.mark.parametrize(
    ("sentence", "expected", "rule"),
    [
        ("The lake is very deep.", "The lake is very shallow.", "antonym.v1"),
        ("The jury accepted the gift.", "The jury refused the gift.", "antonym.v1"),
        ("They have accepted the offer.", "They have refused the offer.", "antonym.v1"),
        ("The last train has left.", "The last train has arrived.", "antonym.v1"),
        ("She left the house.", "She did not leave the house.", "do_support.v1"),
        ("The offer was accepted.", "The offer was refused.", "antonym.v1"),
        ("They accepted it as a gift.", "They did not accept it as a gift.", "do_support.v1"),
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


def test_a_mix_with_antonyms_takes_them_first():
    parser = load_parser()
    texts = ["The lake is deep.", *(f"The house on hill {n} is red." for n in range(40))]
    made = negate_texts(parser, texts, NegationConfig("mix+antonym", seed=3))
    assert (made[0].text, made[0].rule) == ("The lake is shallow.", "antonym.v1")
    assert made[1:] == negate_texts(parser, texts[1:], NegationConfig("mix", seed=3))
    assert len({negation.cue for negation in made[1:]}) > 1


def test_without_a_wordnet_the_ways_to_get_one_are_named(tmp_path, monkeypatch):
    import wn

    monkeypatch.setattr(wn.config, "data_directory", tmp_path)
    clear()
    with pytest.raises(UserError, match=r"osscse\[antonyms\].*wn download oewn"):
        wordnet()
    clear()
