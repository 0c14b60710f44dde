"""Settings that need the contrastive term, or one that compares positives."""

from __future__ import annotations

import pytest

from schemas.errors import UserError
from trainer.recipes.reading import load_recipe


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        (["negation=negative"], "negation=negative"),
        (["negation=positive"], "negation=positive"),
        (["positive=anchor", "perturbation.output=batch-noise"], "positive=anchor"),
        (["label_smoothing=0.3"], "label_smoothing"),
        (["positive_in_denominator=false"], "positive_in_denominator=false"),
        (["weighting.model=self"], "weighting.model"),
        (["noise.source=gaussian"], "noise.source"),
        (["hard_negative_weight=1"], "hard_negative_weight"),
        (["momentum.decay=0.9", "momentum.queue=32"], "momentum.queue"),
        (["perturbation.output=fgsm"], "perturbation.output fgsm"),
        (["temperature=0.1"], "temperature"),
    ],
)
def test_settings_of_the_contrastive_term_need_it(changes, name):
    with pytest.raises(UserError) as caught:
        load_recipe("meaning", changes)
    said = f"  {name} acts in the contrastive term; set contrastive_weight above 0."
    assert said in str(caught.value).splitlines()
    load_recipe("meaning", [*changes, "contrastive_weight=0.1"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "momentum.decay=0.9",
            "momentum.decay encodes positives, which no term compares; set contrastive_weight"
            " above 0.",
        ),
        (
            "perturbation.tokens=crop",
            "perturbation.tokens changes nothing that a term compares; set contrastive_weight"
            " above 0, or perturbation.views=both.",
        ),
        (
            "perturbation.output=gaussian-noise",
            "perturbation.output changes nothing that a term compares; set contrastive_weight"
            " above 0, or perturbation.views=both.",
        ),
    ],
)
def test_changes_of_positives_need_a_term_that_compares_them(change, message):
    with pytest.raises(UserError) as caught:
        load_recipe("meaning", [change])
    assert str(caught.value).splitlines()[1:] == [f"  {message}"]
    for other in ("contrastive_weight=0.1", "margin_positive=positive", "teacher.model=demo"):
        load_recipe("meaning", [change, other])


def test_changes_of_anchors_need_a_term_that_compares_those():
    both = ["perturbation.views=both"]
    load_recipe("meaning", [*both, "perturbation.tokens=crop"])
    load_recipe("meaning", [*both, "perturbation.output=gaussian-noise"])
    with pytest.raises(UserError) as caught:
        load_recipe("meaning", [*both, "perturbation.output=bernoulli-mask", "margin_weight=0"])
    assert str(caught.value).splitlines()[1:] == [
        "  perturbation.output changes nothing that a term compares; set contrastive_weight"
        " above 0."
    ]


def test_a_file_that_adds_the_contrastive_term_may_use_its_settings(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('extends = "meaning"\ncontrastive_weight = 0.1\ntemperature = 0.1\n')
    recipe = load_recipe(str(file), ["negation=negative", "noise.source=gaussian"])
    assert (recipe.temperature, recipe.negation) == (0.1, "negative")
