"""Which of the published versions of a model is taken, and which languages there are."""

import json

import pytest
from fxtranslate import discovery

from pipeline.translation.published.catalogue import pivots, read_catalogue, round_trip
from schemas.errors import UserError, WorkFailed
from tests.mozilla import Mozilla, model


def catalogue(*published):
    """The catalogue of directions, versions and what differs in their records."""
    made = Mozilla()
    for pair, version, changes in published:
        made.publish(pair, changes.pop("files", model(pair)), version, **changes)
    return read_catalogue(made.records, "list")


ANDROID = {"filter_expression": "env.appinfo.OS == 'Android'"}
DESKTOP = {"filter_expression": "env.appinfo.OS != 'Android'", "architecture": "base-memory"}
NIGHTLY = {"filter_expression": "env.channel == 'default' || env.channel == 'nightly'"}
NO_VOCABULARY = {"files": {"model.ende.intgemm.alphas.bin": b""}}
LATER = ("en-de", "3.10", {})


@pytest.mark.parametrize(
    ("others", "version"),
    [
        ([("en-de", "3.9", {}), LATER], "3.10"),
        ([LATER, ("en-de", "3.11", ANDROID)], "3.10"),
        ([LATER, ("en-de", "3.11", DESKTOP)], "3.11"),
        ([LATER, ("en-de", "4.0a1", NIGHTLY)], "3.10"),
        ([LATER, ("en-de", "4.0", {})], "3.10"),
        ([LATER, ("en-de", f"3.{'9' * 5000}", {})], "3.10"),
        ([LATER, ("en-de", "3.11", NO_VOCABULARY)], "3.10"),
    ],
)
def test_the_newest_whole_version_for_computers_is_taken(others, version):
    assert catalogue(*others)["en", "de"].version == version


def test_a_model_has_one_vocabulary_or_two_and_a_shortlist_where_there_is_one():
    split = {f"{kind}.enja.spm": b"pieces" for kind in ("srcvocab", "trgvocab")}
    weights = {"model.enja.intgemm.alphas.bin": b"weights", "qualityModel.enja.bin": b"not read"}
    found = catalogue(("en-ja", "3.0", {"files": weights | split}), ("en-de", "3.0", {}))
    kinds = {pair[1]: [file.kind for file in model.files] for pair, model in found.items()}
    assert kinds == {"ja": ["model", "srcvocab", "trgvocab"], "de": ["model", "vocab", "lex"]}


BOTH = [
    (pair, "3.0", {}) for lang in ("de", "nb", "zh-Hans") for pair in (f"en-{lang}", f"{lang}-en")
]
PUBLISHED = [*BOTH, ("hr-en", "3.0", {})]


def test_mozillas_own_reader_finds_the_same_directions():
    made = Mozilla()
    published = [("en-de", "3.0"), ("de-en", "3.10"), ("en-de", "3.1"), ("en-fi", "4.0")]
    for pair, version in published:
        made.publish(pair, model(pair), version)
    found = read_catalogue(made.records, "list")
    assert sorted(found) == discovery.model_pairs(json.dumps({"data": made.records}))


def test_pivots_have_both_directions():
    assert pivots(catalogue(*PUBLISHED)) == ["de", "nb", "zh-Hans"]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("xx", "no Firefox model en-xx and no xx-en. Published: de, nb, zh-Hans."),
        ("hr", "no Firefox model en-hr. Published: de, nb, zh-Hans."),
        ("zh", "no Firefox model en-zh and no zh-en. Did you mean zh-Hans?"),
        ("nbo", "no Firefox model en-nbo and no nbo-en. Did you mean nb?"),
    ],
)
def test_a_language_that_is_not_published_names_those_near(lang, said):
    with pytest.raises(UserError) as error:
        round_trip(catalogue(*PUBLISHED), lang)
    assert str(error.value) == f"Mozilla publishes {said}"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "../../.bashrc"}, "is not a list of Firefox models"),
        ({"sourceLanguage": "../en"}, "is not a list of Firefox models"),
        ({"decompressedHash": "abc"}, "is not a list of Firefox models"),
        ({"attachment": None}, "is not a list of Firefox models"),
        ({"fileType": "wasm"}, "lists no translation models"),
    ],
)
def test_a_list_of_something_else_is_refused(change, said):
    with pytest.raises(WorkFailed, match=f"^list {said}"):
        catalogue(("en-de", "3.0", change))
