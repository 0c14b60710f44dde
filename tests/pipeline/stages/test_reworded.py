"""Contradictions made from accepted paraphrases, and the triples that they are in."""

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.negation import NegationConfig
from pipeline.stages.filter import run_filter
from pipeline.stages.join import Negated
from pipeline.stages.negate import NegateConfig, run_negate
from pipeline.stages.reworded import picked
from pipeline.storage.artifacts import ArtifactsFolder
from tests.artifacts import make_artifacts

MILL = "The mill makes a cheap paper for the schools."
FERRY = "Nobody missed the last ferry to the island."
BIRDS = "Do all the birds build nests?"
BELL = "The bell rings at noon."
SENTENCES = {
    MILL: (
        None,
        [
            ("de", "The factory produces a cheap paper for all schools.", -0.4),
            ("ru", "Paper for the schools is made cheaply in the mill.", -0.2),
            ("ru", "The factory produces a cheap paper for all schools.", -0.9),
        ],
    ),
    FERRY: (None, [("de", "The last boat to the island was missed by nobody.", -0.1)]),
    BIRDS: (None, [("de", "All birds build nests?", -0.1)]),
    BELL: (None, [("de", "At noon the bell rings, doesn't it?", -0.1)]),
    "A quiet harbour at dawn": (None, []),
}


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory):
    folder = make_artifacts(tmp_path_factory.mktemp("reworded") / "a", SENTENCES)
    kinds = NegationConfig(kinds=("negation", "antonym"), per_sentence=2)
    run_negate(folder, NegateConfig(negation=kinds), executor=LocalExecutor(1), overwrite=True)
    run_filter(folder, settings(), executor=LocalExecutor(1))
    return folder


def settings(**changes):
    return FilterConfig(guards=(), max_mer=1.0, contradict_paraphrases=True, **changes)


def rows(folder):
    reader = ArtifactsFolder(folder).table("triples")
    return reader.read(0, reader.rows).to_pylist()


def test_the_denial_of_a_paraphrase_meets_another_paraphrase(artifacts):
    mill = [r for r in rows(artifacts) if r["anchor"] == MILL]
    by_rule = {r["rule"]: (r["kind"], r["paraphrase"], r["negation"]) for r in mill}
    # The chosen paraphrase is denied, and so meets the other one.
    assert by_rule["paraphrase:auxiliary.v1"] == (
        "negation",
        "The factory produces a cheap paper for all schools.",
        "Paper for the schools is not made cheaply in the mill.",
    )
    assert by_rule["paraphrase:opposite_modifier.v1"] == (
        "antonym",
        "Paper for the schools is made cheaply in the mill.",
        "The factory produces an expensive paper for all schools.",
    )
    assert mill[0]["rule"] == "do_support.v1"


def test_with_one_paraphrase_its_denial_meets_itself(artifacts):
    ferry = [r for r in rows(artifacts) if r["anchor"] == FERRY]
    assert [(r["variant"], r["rule"], r["negation"]) for r in ferry] == [
        (0, "negative_word.v1", "Somebody missed the last ferry to the island."),
        (1, "paraphrase:negative_word.v1", "The last boat to the island was missed by somebody."),
    ]
    assert ferry[0]["paraphrase"] == ferry[1]["paraphrase"]
    assert ferry[1]["negation_mer"] > ferry[0]["negation_mer"]


@pytest.mark.parametrize("anchor", [BIRDS, BELL])
def test_no_paraphrase_is_contradicted_where_it_or_its_sentence_is_a_question(artifacts, anchor):
    found = [r for r in rows(artifacts) if r["anchor"] == anchor]
    assert [r["variant"] for r in found] == [0]
    assert found[0]["paraphrase"] is not None
    assert not (found[0]["rule"] or "").startswith("paraphrase:")


def test_the_papers_triples_stay_as_they_are(artifacts, tmp_path):
    import shutil

    shutil.copytree(artifacts, tmp_path / "a")
    plain = FilterConfig(guards=(), max_mer=1.0)
    manifest = run_filter(tmp_path / "a", plain, executor=LocalExecutor(1), overwrite=True)
    assert "spacy" not in manifest.versions
    assert not any("paraphrase:" in (r["rule"] or "") for r in rows(tmp_path / "a"))
    first = [[r for r in rows(f) if r["variant"] == 0] for f in (artifacts, tmp_path / "a")]
    assert first[0] == first[1]


def test_the_manifest_says_what_parsed_them(artifacts):
    manifest = ArtifactsFolder(artifacts).require("triples")
    assert manifest.config["contradict_paraphrases"] is True
    assert {"spacy", "lemminflect", "parser"} <= manifest.versions.keys()


def test_shards_do_not_change_the_rows(artifacts, tmp_path):
    import shutil

    shutil.copytree(artifacts, tmp_path / "a")
    run_filter(tmp_path / "a", settings(shard_rows=1), executor=LocalExecutor(1), overwrite=True)
    assert rows(tmp_path / "a") == rows(artifacts)


def negated(kind, text, source=None):
    return Negated(kind, text, "r.v1", source)


def test_one_denial_is_picked_and_other_kinds_from_each_paraphrase_in_turn():
    found = [
        negated("negation", "She did not sing.", 0),
        negated("antonym", "She sang badly.", 0),
        negated("quantity", "She sang twice.", 0),
        negated("negation", "She was not singing.", 1),
        negated("antonym", "She was singing badly.", 1),
    ]
    taken = picked("She sang well.", found, [], 3)
    assert [one.negation for one in taken] == [
        "She did not sing.", "She sang badly.", "She was singing badly.",
    ]  # fmt: skip


def test_what_says_the_same_or_was_known_is_not_picked():
    anchor, known = "The shop is open.", [negated("negation", "The shop is not open.")]
    found = [
        negated("negation", "the shop is open!", 0),
        negated("negation", "The shop is not open", 1),
        negated("antonym", "The store is closed.", 1),
    ]
    assert picked(anchor, found, known, 4) == found[2:]
    assert picked(anchor, found, known, 0) == []
