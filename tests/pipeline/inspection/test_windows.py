"""What another window would keep."""

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.catalog import open_catalog, query
from pipeline.inspection.explain import explain
from pipeline.inspection.windows import previews
from pipeline.stages.filter import run_filter
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.tables import STATUSES
from tests.artifacts import make_artifacts
from tests.pairs import GATE, LAMP, OTHERS, SENTENCES


def test_previews_count_by_status(inspected):
    present, wide = previews(ArtifactsFolder(inspected), [(0.15, 0.6), (0.05, 0.6)])
    assert present.statuses == {
        "complete": 2, "no_paraphrase": 1, "no_negation": 1, "anchor_only": 0,
    }  # fmt: skip
    assert wide.statuses == present.statuses
    assert not present.before_balance


def test_windows_of_balanced_triples_count_the_denials_that_were_left_out(tmp_path):
    """With another window, `--balance` would leave out others: all are counted, as without it."""
    folder = make_artifacts(tmp_path / "a", SENTENCES, others=OTHERS)
    wanted = [(0.15, 0.9), (0.15, 0.4), (0.3, 0.9)]
    expected = []
    for low, high in wanted:
        made = run_filter(
            folder, FilterConfig(low, high), overwrite=True, executor=LocalExecutor(1)
        )
        expected.append({s: made.counts().get(f"status {s}", 0) for s in STATUSES})
    balanced = FilterConfig(0.15, 0.9, near_copies=2, balance=True, contradict_paraphrases=True)
    made = run_filter(folder, balanced, overwrite=True, executor=LocalExecutor(1))
    assert made.counts()["status no_negation"] == 2
    found = previews(ArtifactsFolder(folder), wanted)
    assert [one.statuses for one in found] == expected
    assert [one.statuses["complete"] for one in found] == [2, 1, 1]
    assert all(one.before_balance for one in found)
    (denial,) = explain(ArtifactsFolder(folder), text="lamp").contradictions
    assert (denial.kind, denial.negation) == ("negation", SENTENCES[LAMP][0])
    sql = "select anchor, negation, kind, rule, status from survivors(0.15, 0.9) where anchor = $a"
    with open_catalog(folder) as db:
        assert query(db, sql, {"a": LAMP}).rows == [
            (LAMP, SENTENCES[LAMP][0], "negation", "copula.v1", "complete")
        ]


@pytest.mark.parametrize(("least", "complete"), [(0, 2), (1, 1), (2, 0)])
def test_windows_count_what_has_the_new_words_that_were_asked_for(tmp_path, least, complete):
    """The lamp's paraphrase only reorders its sentence, the gate's best one has "coloured"."""
    sentences = {GATE: SENTENCES[GATE], LAMP: (SENTENCES[LAMP][0], [])}
    moved = "In the narrow hall, the lamp was lit by the nurse."
    folder = make_artifacts(
        tmp_path / "a", sentences, rephrasings={GATE: [], LAMP: [("fronted.v1", moved)]}
    )
    config = FilterConfig(0.15, 0.9, min_new_words=least)
    made = run_filter(folder, config, executor=LocalExecutor(1))
    (preview,) = previews(ArtifactsFolder(folder), [(0.15, 0.9)])
    assert preview.statuses["complete"] == made.counts().get("status complete", 0) == complete


@pytest.mark.parametrize(
    ("scores", "chosen"),
    [((-0.1, -0.9), "This boat had mended then."), ((-0.9, -0.1), "The boat was repaired then.")],
)
def test_equally_diverse_candidates_go_by_their_scores_in_the_preview(tmp_path, scores, chosen):
    """Half of the words without a new one, and a third with one: in 32 bits a third is more."""
    anchor = "The boat was mended yesterday."
    candidates = [
        ("de", "This boat had mended then.", scores[0], 1.0),
        ("ru", "The boat was repaired then.", scores[1], 1.0),
    ]
    folder = make_artifacts(
        tmp_path / "a", {anchor: (None, candidates)}, translating={"judges": ["trust"]}
    )
    config = FilterConfig(guards=(), select="diverse", min_trust=0.9)
    run_filter(folder, config, executor=LocalExecutor(1))
    with open_catalog(folder) as db:
        measured = db.execute("select mer, new_words, confidence from verdicts order by mer")
        assert measured.fetchall() == [(pytest.approx(1 / 3), 1, 1.0), (0.5, 0, 1.0)]
        assert db.execute("select paraphrase from survivors(0.15, 0.6)").fetchall() == [(chosen,)]
    triples = ArtifactsFolder(folder).table("triples")
    assert triples.read(0, 1)["paraphrase"].to_pylist() == [chosen]
