"""One sentence followed through the stages."""

from pathlib import Path

import pytest

from pipeline.inspection.explain import explain
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
