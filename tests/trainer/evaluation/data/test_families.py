"""Families of transformed sentences: the bundled ones, those of triples and of files."""

from __future__ import annotations

import json

import pytest

from schemas.errors import UserError
from trainer.data.triples import Triple
from trainer.evaluation.data.families import (
    KINDS,
    Family,
    bundled_families,
    from_triples,
    read_families,
    read_sentences,
)


def test_the_bundled_sentences_have_every_kind():
    families = bundled_families()
    assert len(families) == 64
    assert len({family.sentence for family in families}) == 64
    assert all(tuple(family.others) == KINDS for family in families)
    eights = [f for f in families if len(f.others["paraphrase"]) == len(f.others["negation"]) == 8]
    assert len(eights) == 4
    texts = [t for f in families for kind in KINDS[:5] for t in f.others[kind]]
    assert len(set(texts)) == len(texts) == 64 * 5 + 4 * 14
    assert not {f.sentence for f in families} & set(texts)


@pytest.mark.parametrize("family", bundled_families(), ids=lambda family: family.sentence[:20])
def test_the_bundled_edits_are_of_one_word(family):
    words = family.sentence.split()
    inserted, deleted, substituted = (
        family.others[kind][0].split() for kind in ("insertion", "deletion", "substitution")
    )
    assert len(inserted) == len(words) + 1
    assert len(deleted) == len(words) - 1
    assert sum(a != b for a, b in zip(words, substituted, strict=True)) == 1


def test_triples_are_families():
    rows = [Triple(1, "a", "b", "c", 0.2), Triple(2, "d", None, "e", None)]
    assert from_triples(rows) == [
        Family("a", {"paraphrase": ["b"], "negation": ["c"]}),
        Family("d", {"negation": ["e"]}),
    ]


def test_the_triples_of_a_sentence_are_one_family():
    sentence, paraphrase = "The shop is open.", "The store is open."
    rows = [
        Triple(1, sentence, paraphrase, "The shop is not open.", 0.2),
        Triple(1, sentence, paraphrase, "The shop is closed.", 0.2),
    ]
    assert from_triples(rows) == [
        Family(
            sentence,
            {
                "paraphrase": [paraphrase],
                "negation": ["The shop is not open.", "The shop is closed."],
            },
        )
    ]


@pytest.mark.parametrize(
    ("name", "text", "column"),
    [
        ("a.csv", 'id,text\n1,The door is open.\n2,"Wait, please."\n3,\n', None),
        ("a.CSV", "id;body\n1;The door is open.\n2;Wait, please.\n", "body"),
        ("a.tsv", "id\ttext\n1\tThe door is open.\n2\tWait, please.\n", None),
        ("a.jsonl", '{"body": "The door is open."}\n{"body": "Wait, please."}\n', "body"),
        ("a.txt", "The door is open.\nWait, please.\nThe door is open.\n", None),
    ],
)
def test_sentences_are_the_lines_of_a_text_or_a_column_of_a_table(tmp_path, name, text, column):
    (tmp_path / name).write_text(text, encoding="utf-8")
    found = [family.sentence for family in read_sentences(tmp_path / name, column)]
    assert found == ["The door is open.", "Wait, please."]


@pytest.mark.parametrize(
    ("name", "text", "column", "message"),
    [
        ("a.csv", "id,body\n1,It rains.\n", None, "no column 'text'; it has 'id', 'body'. Name"),
        ("a.csv", "id,text\n1,It rains.\n", "body", "no column 'body'; it has 'id', 'text'"),
        ("a.json", '[{"text": 3}]', None, "the column 'text' holds 3, it should hold sentences"),
        ("a.txt", "It rains.\n", "body", "--column body has no effect: every line of "),
    ],
)
def test_columns_of_no_use_are_named(tmp_path, name, text, column, message):
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=message):
        read_sentences(tmp_path / name, column)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "line 1: this is not JSON"),
        (["", '{"sentence": "a"', ""], "line 2: this is not JSON"),
        ([{"sentence": "a"}, {"text": "b"}], 'line 2: this should be an object with "sentence"'),
        ([{"sentence": "a", "shuffle": ["b"]}], "line 1: unknown kind 'shuffle'"),
        ([{"sentence": "a", "negation": "b"}], "line 1: negation should be a list"),
        ([{"sentence": "a", "negation": [" "]}], "none of them empty"),
        ([], "holds no sentence"),
    ],
)
def test_files_of_no_use_are_named(tmp_path, lines, message):
    path = tmp_path / "mine.jsonl"
    text = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(text))
    with pytest.raises(UserError, match=message):
        read_families(path)


def test_lines_with_text_alone_are_a_table(tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text('{"id": 1, "text": "It rains."}\n\n{"id": 2, "text": "It snows."}\n')
    assert read_families(path) == [Family("It rains.", {}), Family("It snows.", {})]
    path.write_text('{"text": "It rains.", "negation": ["It does not rain."]}\n')
    with pytest.raises(UserError, match='line 1: this should be an object with "sentence"'):
        read_families(path)
    path.write_text('{"body": "It rains."}\n')
    with pytest.raises(UserError, match="in another field of every line, name it with --column"):
        read_families(path)


def test_a_separator_of_lines_within_a_sentence_ends_no_line(tmp_path):
    written = {"sentence": "One\u2028two.", "negation": ["Not one."]}
    (tmp_path / "mine.jsonl").write_text(json.dumps(written, ensure_ascii=False), "utf-8")
    (family,) = read_families(tmp_path / "mine.jsonl")
    assert family == Family("One\u2028two.", {"negation": ["Not one."]})
    (tmp_path / "mine.txt").write_text("One\u2028two.\n", encoding="utf-8")
    assert read_sentences(tmp_path / "mine.txt") == [Family("One\u2028two.", {})]


def test_a_file_of_empty_lines_holds_no_sentence(tmp_path):
    (tmp_path / "mine.txt").write_text(" \n\n")
    with pytest.raises(UserError, match=r"mine\.txt holds no sentence\."):
        read_sentences(tmp_path / "mine.txt")
