"""One sentence followed through the stages."""

from pathlib import Path

import pytest

from pipeline.inspection.explain import OtherContradiction, explain
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.errors import UserError
from tests.inspected import ROOF


def test_each_candidate_has_its_verdict(inspected):
    found = explain(ArtifactsFolder(inspected), text="BARN")
    assert (found.triple["anchor"], found.line, found.select) == (ROOF, 1, "score")
    shown = [(c.pivot_lang, c.rank, c.verdict, c.chosen) for c in found.candidates]
    assert shown == [
        ("de", 0, "accepted", True),
        ("de", 1, "mer_below", False),
        ("ru", 0, "mer_above", False),
    ]
    assert explain(ArtifactsFolder(inspected), key=found.triple["id"]) == found


def test_a_near_copy_says_that_it_was_kept(varied):
    found = explain(ArtifactsFolder(varied), text="kiln")
    shown = [
        (c.pivot_lang, c.rank, c.verdict, c.near_copy, c.triples, c.chosen)
        for c in found.candidates
    ]
    assert shown == [
        ("de", 0, "accepted", False, 1, True),
        ("ru", 0, "mer_below", False, 0, False),
        ("ru", 1, "accepted", False, 1, False),
        (None, 0, "mer_below", True, 1, False),
    ]


def test_contradictions_of_paraphrases_are_listed_with_their_rule(varied):
    found = explain(ArtifactsFolder(varied), text="kiln")
    assert found.contradictions == [
        OtherContradiction(
            kind="negation",
            negation="A potter from Leeds did not build the kiln in the yard.",
            rule="paraphrase:do_support.v1",
            cue="",
            triples=2,
        )
    ]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"text": "nowhere"}, "has the text 'nowhere'"),
        ({"key": 7}, "has the id 7"),
        ({"text": "nowhere", "place": Path("a b")}, "--sample 10 --artifacts 'a b'` shows some"),
        ({"key": 7, "place": Path("artifacts")}, "`pipeline inspect --sample 10` shows some"),
        ({"key": 2**130}, "has the id 1361129467683753853853498429727072845824"),
    ],
)
def test_a_sentence_that_is_not_there_is_told(inspected, wanted, message):
    with pytest.raises(UserError, match=message):
        explain(ArtifactsFolder(inspected), **wanted)
