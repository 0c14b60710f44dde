"""Finding and loading the parser, and batches through it."""

import json
import shutil

import pytest

from pipeline.negation import NegationConfig, negate_texts, parser
from pipeline.negation.parser import UNUSED, find_parser, load_parser, parser_version
from schemas.errors import UserError


def parser_at(folder):
    folder.mkdir()
    meta = {"lang": "en", "name": "own", "version": "1.2.3"}
    (folder / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    return str(folder)


def test_a_folder_is_a_parser_by_its_description(tmp_path):
    name = parser_at(tmp_path / "own")
    assert find_parser(name) == (name, tmp_path / "own")
    assert parser_version(name) == ("en_own", "1.2.3")


def test_a_folder_without_a_description_is_none(tmp_path):
    with pytest.raises(UserError, match="is not a folder with a spaCy model"):
        find_parser(str(tmp_path))


def test_what_no_rule_reads_is_not_loaded():
    assert not set(load_parser().pipe_names) & set(UNUSED)


@pytest.mark.parametrize("style", ["plain", "mix"])
def test_negations_come_in_the_order_of_the_texts_whatever_fails(style):
    texts = ["", "The tap is open.", "Hello!", "Birds can fly."]
    config = NegationConfig(style=style, check=True)
    made = negate_texts(load_parser(), texts, config)
    assert [found.text is not None for found in made] == [False, True, False, True]
    assert made[::-1] == negate_texts(load_parser(), texts[::-1], config)


def test_a_missing_parser_says_what_to_install():
    with pytest.raises(UserError, match="spacy download no_such_parser"):
        load_parser("no_such_parser")


@pytest.mark.parametrize("name", ["./nope", "models/nope", "/nope", "nope/"])
def test_a_missing_folder_is_not_advised_to_be_downloaded(name):
    with pytest.raises(UserError) as error:
        load_parser(name)
    assert str(error.value) == (
        f"--parser {name} is not a folder with a spaCy model: check the path."
    )


@pytest.mark.parametrize("meta", ["", "[1]", "{}", '{"lang": "en"}', "[" * 2000])
def test_a_description_that_describes_no_parser_is_named(tmp_path, meta):
    (tmp_path / "meta.json").write_text(meta)
    with pytest.raises(UserError, match=r"meta\.json does not describe a spaCy model"):
        parser_version(str(tmp_path))


@pytest.mark.parametrize("config", [None, "", "[nlp", '[nlp]\nlang = "en"\npipeline = []\n'])
def test_a_damaged_parser_is_named(tmp_path, config):
    name = parser_at(tmp_path / "own")
    if config is not None:
        (tmp_path / "own/config.cfg").write_text(config)
    with pytest.raises(UserError, match=r"The parser .*own (cannot be loaded|has no parser)"):
        load_parser(name)


def test_a_model_that_only_splits_words_is_no_parser(tmp_path):
    import spacy

    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(UserError, match="blank has no parser and no tagger: give --parser an Eng"):
        load_parser(str(tmp_path / "blank"))


def test_without_any_parser_the_extra_is_named(monkeypatch):
    monkeypatch.setattr(parser, "PARSERS", ("no_parser_sm", "no_parser_lg"))
    said = r"no_parser_sm or no_parser_lg is not installed: pip install 'osscse\[demo\]'"
    with pytest.raises(UserError, match=said):
        find_parser()


def fewer_tags(content):
    return content | {"labels": content["labels"][:1]}


def other_tag(content):
    return content | {"labels": ["ODD", *content["labels"][1:]]}


def last_tag_gone(content):
    return content | {"labels": content["labels"][:-1]}


def no_list(content):
    return content | {"labels": None}


def half_a_character(content):
    return content | {"labels": ["\ud800", *content["labels"][1:]]}


def no_adjectives(content):
    return [text for text in content if text != "JJR"]


@pytest.mark.parametrize(
    ("file", "damage", "said"),
    [
        ("tagger/cfg", fewer_tags, "IndexError: "),
        ("tagger/cfg", last_tag_gone, "its component tagger has fewer labels than its weights"),
        ("tagger/cfg", no_list, "TypeError: "),
        ("tagger/cfg", half_a_character, "UnicodeEncodeError: "),
        ("tagger/cfg", other_tag, "it does not know its own label 'ODD'"),
        ("vocab/strings.json", no_adjectives, "it does not know its own label 'JJR'"),
    ],
)
def test_a_parser_that_loads_and_cannot_parse_is_named(tmp_path, file, damage, said):
    config = min(find_parser()[1].rglob("config.cfg"))
    own = shutil.copytree(config.parent, tmp_path / "own")
    content = json.loads((own / file).read_text(encoding="utf-8"))
    (own / file).write_text(json.dumps(damage(content)), encoding="utf-8")
    with pytest.raises(UserError, match=rf"own cannot parse a sentence \({said}.* damaged\. Inst"):
        load_parser(str(own))


def test_layers_without_end_are_refused_before_they_are_made(tmp_path):
    name = parser_at(tmp_path / "own")
    (tmp_path / "own/config.cfg").write_text("[encode]\nwidth = 96\ndepth = 1000000000\n")
    said = r"own asks for 1000000000 layers, which no parser has: .*config\.cfg is damaged\. Inst"
    with pytest.raises(UserError, match=said):
        load_parser(name)
