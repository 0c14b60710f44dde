"""Runs side by side: settings, paired bootstrap intervals."""

from __future__ import annotations

import json

import numpy as np
import pytest

from schemas.errors import UserError
from trainer.data.triples import Triple
from trainer.encoders.embeddings import Embeddings, unit
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.diagnosis.compare import compare, paired_bootstrap, settings_that_differ


def run(folder, recipe: str, **record: object) -> str:
    folder.mkdir()
    (folder / "recipe.toml").write_text(recipe)
    (folder / "run.json").write_text(json.dumps(record))
    return str(folder)


def test_only_settings_that_differ_are_given(tmp_path):
    one = run(tmp_path / "a", "seed = 1\nepochs = 2\n[noise]\nratio = 0.0\n", model="demo")
    two = run(tmp_path / "b", "seed = 2\nepochs = 2\n[noise]\nratio = 0.5\n", model="demo")
    assert settings_that_differ([one, two]) == {"seed": [1, 2], "noise.ratio": [0.0, 0.5]}


def test_a_setting_that_a_run_lacks_is_none(tmp_path):
    one = run(tmp_path / "a", "seed = 1\n", versions={"torch": "2"})
    two = run(tmp_path / "b", "seed = 1\nmargin = 0.1\n", versions={"torch": "3"})
    assert settings_that_differ([one, two]) == {"margin": [None, 0.1], "versions.torch": ["2", "3"]}


@pytest.mark.parametrize(
    ("files", "message"),
    [({}, "no readable run.json"), ({"run.json": "{}"}, "no readable recipe")],
)
def test_what_is_no_run_is_named(tmp_path, files, message):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(UserError, match=message):
        settings_that_differ([str(tmp_path)])


def test_the_interval_of_a_mean_is_that_of_its_standard_error():
    draw = np.random.default_rng(2)
    one, two = draw.normal(size=400), draw.normal(size=400) + 0.5
    low, high = paired_bootstrap(
        lambda rows: one[rows].mean(), lambda rows: two[rows].mean(), 400, samples=4000
    )
    difference = two - one
    error = difference.std(ddof=1) / 20
    assert low == pytest.approx(difference.mean() - 1.96 * error, abs=0.02)
    assert high == pytest.approx(difference.mean() + 1.96 * error, abs=0.02)


def test_pairing_cancels_what_both_find_hard():
    values = np.random.default_rng(3).normal(size=100)
    low, high = paired_bootstrap(lambda r: values[r].mean(), lambda r: values[r].mean() + 0.1, 100)
    assert (low, high) == pytest.approx((0.1, 0.1))


@pytest.fixture
def models():
    draw = np.random.default_rng(4)
    rows = {f"t{i}": i for i in range(120)}
    vectors = unit(draw.normal(size=(120, 8)).astype(np.float32))
    return {name: Embeddings(v, rows) for name, v in (("a", vectors), ("b", vectors[::-1].copy()))}


def test_scores_are_scipys_and_the_first_has_no_change(models):
    from scipy.stats import spearmanr

    texts = list(models["a"].rows)
    pairs = Pairs("X", texts[:60], texts[60:], np.random.default_rng(5).integers(0, 6, 60).tolist())
    triples = [Triple(i, f"t{i}", f"t{i + 1}", f"t{i + 2}", 0.2) for i in range(40)]
    found = compare(models, [pairs], triples, samples=100)
    assert list(found) == ["X", "paraphrase above negation"]
    for name, vectors in models.items():
        cosines = vectors.cosines(pairs.first, pairs.second)
        expected = 100 * spearmanr(cosines, pairs.scores).statistic
        assert found["X"][name].score == pytest.approx(expected)
    first, second = found["X"].values()
    assert first.change is None
    assert not first.certain
    assert second.change == pytest.approx(second.score - first.score)
    assert second.low < second.change < second.high


def test_a_run_against_itself_changes_nothing(models):
    texts = list(models["a"].rows)
    pairs = Pairs("X", texts[:60], texts[60:], list(map(float, range(60))))
    found = compare({"a": models["a"], "again": models["a"]}, [pairs], samples=100)["X"]["again"]
    assert (found.change, found.low, found.high) == (0, 0, 0)
    assert not found.certain


def test_a_handful_of_rows_has_a_change_and_no_interval(models):
    triples = [Triple(i, f"t{i}", f"t{i + 1}", f"t{i + 2}", 0.2) for i in range(19)]
    found = compare(models, [], triples, samples=100)["paraphrase above negation"]["b"]
    assert found.change is not None
    assert (found.low, found.high, found.certain) == (None, None, False)


def test_rows_with_too_few_scores_for_an_interval_are_refused(models):
    texts = list(models["a"].rows)
    pairs = Pairs("X", texts[:24], texts[24:48], [1.0] * 23 + [2.0])
    with pytest.raises(UserError, match="24 rows are too few for an interval"):
        compare(models, [pairs], samples=200)
