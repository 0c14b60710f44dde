"""Contrast sets in their published layouts; every sentence here was written for the tests."""

from __future__ import annotations

import json

import pytest

from schemas.errors import UserError
from trainer.evaluation.data.contrast_layouts import read_rows
from trainer.evaluation.data.contrast_rows import ContrastPair, ContrastTriple


def put(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_own_triples_and_pairs(tmp_path):
    triple = {
        "anchor": "It is shut.",
        "paraphrase": "It is closed.",
        "contradiction": "It is open.",
    }
    path = put(tmp_path / "mine.jsonl", [{**triple, "kind": "antonym"}, {**triple, "set": "other"}])
    assert [(row.set, row.subset) for row in read_rows(path)] == [
        ("mine", "antonym"),
        ("other", ""),
    ]
    path = tmp_path / "pairs.csv"
    path.write_text("set,subset,sentence1,sentence2,same\ns,t,He left.,He went.,1\n")
    assert read_rows(path) == [ContrastPair("s", "t", "He left.", "He went.", 1)]


@pytest.mark.parametrize(
    ("label", "same"), [(1.0, 1), (0.0, 0), ("1.0", 1), ("0.0", 0), (True, 1), ("false", 0)]
)
def test_labels_may_be_floats_as_pandas_writes_them(tmp_path, label, same):
    row = {"sentence1": "He left.", "sentence2": "He went.", "same": label}
    path = put(tmp_path / "pairs.jsonl", [row])
    assert read_rows(path) == [ContrastPair("pairs", "", "He left.", "He went.", same)]


def test_semantoneg_takes_the_sentence_that_the_label_names(tmp_path):
    texts = ["It's not odd.", "It's odd.", "It's not strange."]
    row = {"idx": 0, "label": 0, "input": "It's normal.", "sentences": texts}
    assert read_rows(put(tmp_path / "a.jsonl", [row])) == [
        ContrastTriple("semantoneg", f"wrong{i}", "It's normal.", texts[0], texts[1 + i])
        for i in range(2)
    ]


def test_sugarcrepe_is_named_by_its_file(tmp_path):
    row = {"caption": "A red cup. ", "caption2": "The cup is red.", "negative_caption": "A mug."}
    path = tmp_path / "swap_att.json"
    path.write_text(json.dumps([{"id": 0, **row}]))
    found = ContrastTriple("sugarcrepe++", "swap_att", "A red cup.", "The cup is red.", "A mug.")
    assert read_rows(path) == [found]


def conda(edit, sentence, passage=7, before="Rain fell."):
    return {
        "PassageID": passage,
        "PassageEditID": edit,
        "QuestionID": "q10",
        "label": "YES",
        "sentence2": "Was it shut?",
        "original passage": "Rain fell. Nobody came. It was shut.",
        "original sentence": "Nobody came.",
        "sentence1": f"{before} {sentence} It was shut.",
    }


def test_condaqa_cuts_the_edited_sentence_out_of_its_passage(tmp_path):
    rows = [
        conda(0, "Nobody came."),
        conda(1, "No one came."),
        conda(1, "No one came."),  # a second question
        conda(3, "Everybody came."),
        conda(2, "Nobody left.", before="Snow fell."),  # edited elsewhere as well
        conda(3, "All came.", passage=8),  # without a paraphrase
    ]
    found = ContrastTriple(
        "condaqa", "affirmative", "Nobody came.", "No one came.", "Everybody came."
    )
    assert read_rows(put(tmp_path / "condaqa_dev.json", rows)) == [found]


def test_inference_pairs_each_entailed_with_each_contradicted_hypothesis(tmp_path):
    path = tmp_path / "dev.tsv"
    path.write_text(
        "sentence1\tsentence2\tgold_label\n"
        "A dog runs.\tAn animal runs.\tentailment\n"
        "A dog runs.\tA dog sits.\tcontradiction\n"
        "A dog runs.\tA dog is old.\tneutral\n"
        "A dog runs.\tA dog sleeps.\tcontradiction\n"
        "A cat runs.\tA cat sits.\tcontradiction\n"
    )
    assert read_rows(path) == [
        ContrastTriple("cad-nli", "dev", "A dog runs.", "An animal runs.", text)
        for text in ("A dog sits.", "A dog sleeps.")
    ]


def test_nan_nli_goes_by_construction(tmp_path):
    path = tmp_path / "nan.csv"
    path.write_text(
        "premise;hypothesis;label;;Construction\n"
        "Not all left.;Some stayed.;entailment;;not all\n"
        "Not all left.;Everyone left.;contradiction;;not all\n"
    )
    found = ContrastTriple("nan-nli", "not all", "Not all left.", "Some stayed.", "Everyone left.")
    assert read_rows(path) == [found]


def test_paws(tmp_path):
    path = tmp_path / "test.tsv"
    path.write_text("id\tsentence1\tsentence2\tlabel\n1\tA to B .\tB to A .\t0\n")
    assert read_rows(path) == [ContrastPair("paws", "test", "A to B .", "B to A .", 0)]


def test_span_similarity_loses_the_braces_around_its_spans(tmp_path):
    path = tmp_path / "sds.tsv"
    path.write_text(
        "premise\thypothesis\tspan_similarity\tsentence_similarity\n"
        "{{Trucks}} were added {{in May}}.\t{{Lorries}} were added {{in June}}.\t1,0\t0\n"
        "It is {{false}}.\tIt is {{untrue}}.\t1\t1\n"
    )
    assert read_rows(path) == [
        ContrastPair("sds", "", "Trucks were added in May.", "Lorries were added in June.", 0),
        ContrastPair("sds", "", "It is false.", "It is untrue.", 1),
    ]


def test_glue_diagnostics_are_the_same_only_if_each_entails_the_other(tmp_path):
    head = "Lexical Semantics\tPredicate-Argument Structure\tLogic\tKnowledge\tDomain"
    path = tmp_path / "diagnostic-full.tsv"
    path.write_text(
        f"{head}\tPremise\tHypothesis\tLabel\n"
        "\t\tNegation\t\tNews\tHe sat.\tHe did not sit.\tcontradiction\n"
        "\t\tNegation\t\tNews\tHe did not sit.\tHe sat.\tcontradiction\n"
        "Redundancy\t\t\t\tNews\tIt is a red one.\tIt is red.\tentailment\n"
        "Redundancy\t\t\t\tNews\tIt is red.\tIt is a red one.\tentailment\n"
        "\tDatives\t\t\tNews\tA dog ran.\tAn animal ran.\tentailment\n"
        "\tDatives\t\t\tNews\tAn animal ran.\tA dog ran.\tneutral\n"
    )
    assert read_rows(path) == [
        ContrastPair("glue-diagnostic", "Logic: Negation", "He sat.", "He did not sit.", 0),
        ContrastPair(
            "glue-diagnostic", "Lexical Semantics: Redundancy", "It is a red one.", "It is red.", 1
        ),
    ]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"anchor": "x", "paraphrase": "y", "opposite": "z"}], "opposite, but lacks contradict"),
        ([{"sentence1": "x", "sentence2": "y"}], "lacks same, as in this project's pairs"),
        ([{"text": "x", "score": 1}], r"has the columns text, score\. .*SemAntoNeg.*PAWS"),
        ([{"anchor": "x", "paraphrase": " ", "contradiction": "y"}], "row 1: paraphrase is ' '"),
        ([{"sentence1": "x", "sentence2": "y", "same": 2}], "the label is 2; it should be 0 or 1"),
        (
            [{"sentence1": "x", "sentence2": "y", "same": 0.5}],
            "the label is 0.5; it should be 0 or",
        ),
        ([{"sentence1": 5, "sentence2": "y", "same": 1}], "row 1: sentence1 is 5"),
        ([{"input": "x", "sentences": ["y"], "label": 3}], "label should be the number"),
        ([{"premise": "x", "hypothesis": "y", "label": "neutral"}], "no row of it has both"),
    ],
)
def test_a_file_of_another_shape_is_named_with_what_is_expected(tmp_path, rows, message):
    path = put(tmp_path / "odd.jsonl", rows)
    with pytest.raises(UserError, match=message) as caught:
        read_rows(path)
    assert str(path) in str(caught.value)


def test_an_edit_that_condaqa_does_not_have_is_named(tmp_path):
    path = tmp_path / "condaqa.jsonl"
    path.write_text(json.dumps(conda(4, "Nobody left.")))
    with pytest.raises(UserError, match="row 1: PassageEditID is 4; it should be 0 to 3"):
        read_rows(path)
