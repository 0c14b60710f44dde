from __future__ import annotations

import pickle

import pytest

from schemas.errors import UserError
from trainer.recipes.conflicts import cautions
from trainer.recipes.files import recipe_names
from trainer.recipes.reading import differences, in_effect, load_recipe
from trainer.settings.recipe import Recipe

NAMES = [
    "dclr",
    "demo",
    "gaussian-negatives",
    "meaning",
    "osscse",
    "promptbert",
    "ptbert",
    "simcse",
    "sncse",
]


def test_the_package_has_these_recipes():
    assert recipe_names() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_survives_being_written(name, tmp_path):
    recipe = load_recipe(name, model=r"C:\new\u1234 x")
    file = tmp_path / "recipe.toml"
    file.write_text(recipe.to_toml())
    assert load_recipe(str(file)) == recipe


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_can_be_sent_to_another_process(name):
    recipe = load_recipe(name, ["seed=7"])
    assert pickle.loads(pickle.dumps(recipe)) == recipe


def test_osscse_has_the_published_values():
    recipe = load_recipe("osscse")
    published = {
        "template_anchor": 'This sentence : "{}" means [MASK] .',
        "template_other": 'This sentence of "{}" means [MASK] .',
        "temperature": 0.05,
        "margin_weight": 1e-3,
        "margin_alpha": 0.05,
        "margin_beta": 0.2,
        "recall_gamma": 2e-3,
        "learning_rate": 1e-5,
        "batch_size": 64,
        "epochs": 2,
        "max_sentence_tokens": 32,
        "validate_every": 125,
        "seed": 42,
    }
    assert {key: getattr(recipe, key) for key in published} == published


def test_simcse_has_neither_margin_nor_recall_nor_templates():
    recipe = load_recipe("simcse")
    assert (recipe.pooling, recipe.head, recipe.learning_rate) == ("cls", "mlp", 3e-5)
    assert (recipe.margin_weight, recipe.recall_gamma) == (0.0, 0.0)
    assert (recipe.template_anchor, recipe.template_other) == ("", "")


@pytest.mark.parametrize(
    ("change", "key", "expected"),
    [
        ("epochs=3", "epochs", 3),
        ("learning_rate=1e-4", "learning_rate", 1e-4),
        ("learning_rate=1", "learning_rate", 1.0),
        ("rows=complete", "rows", "complete"),
        ('rows="complete"', "rows", "complete"),
        (" precision = bf16 ", "precision", "bf16"),
        ("model=some/folder", "model", "some/folder"),
        (r"model=C:\new\u1234 x", "model", r"C:\new\u1234 x"),
        ("grad_cache=true", "grad_cache", True),
        ("nested_dimensions=[]", "nested_dimensions", ()),
    ],
)
def test_set_changes_one_value(change, key, expected):
    value = getattr(load_recipe("osscse", [change]), key)
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("learning_rat=1e-5", "unknown key learning_rat. Did you mean learning_rate?"),
        ("epochs=1.5", "epochs is 1.5, it should be a whole number"),
        ("epochs=true", "epochs is True, it should be a whole number"),
        ("epochs=0", "epochs is 0, it should be at least 1"),
        ("epochs=3_000_000_000", "it should be at least 1 and at most 2,147,483,647"),
        ("batch_size=3_000_000_000", "it should be at least 2 and at most 2,147,483,647"),
        ("temperature=0", "temperature is 0, it should be above 0"),
        ("temperature=nan", "temperature is nan, it should be above 0"),
        ("heldout=0.95", "heldout is 0.95, it should be at least 0 and at most 0.9"),
        ("pooling=max", "pooling is 'max', not one of cls, mean, mask"),
        ("model=3", "model is 3, it should be text"),
        ("grad_cache=1", "grad_cache is 1, it should be true or false"),
        ("noise.ratio=0", "noise.ratio is 0, it should be above 0"),
        ("noise.sourse=vae", "unknown key noise.sourse. Did you mean noise.source?"),
        ("noise=3", "unknown key noise"),
        ("label_smoothing=1", "label_smoothing is 1, it should be at least 0 and below 1"),
        ("denoising=true pooling=mean", "denoising is 'true pooling=mean', it should be true or"),
        ("epochs", "--set epochs: it should be key=value"),
        ("epochs=" + "[" * 2000, "epochs is '[["),
        ("margin_alpha=0.3", "margin_alpha (0.3) must be below margin_beta (0.2)"),
        (
            "max_sentence_tokens=0",
            'max_sentence_tokens has 0, it should be a whole number above 0, or "model".',
        ),
        (
            "margin_beta=foo",
            "margin_beta has 'foo', it should be a number of at least -2 and at most",
        ),
        ("margin_kinds=3", "margin_kinds has 3, it should be a table of [alpha, beta] by kind"),
        ("margin_kinds={number=[0.1]}", "margin_kinds has"),
        ("margin_kinds={number=[0.1, 3]}", "margin_kinds has 3, it should be"),
        ("margin_kinds={number=[0.3, 0.1]}", "margin_kinds of number: alpha (0.3) must be below"),
        ("template_anchor=hello", "template_anchor is 'hello', it should hold {} once"),
        ("nested_dimensions=64", "nested_dimensions has 64, it should be a list of whole numbers"),
        ("nested_dimensions=[0]", "nested_dimensions has 0, it should be a list of whole numbers"),
        ("nested_dimensions=[64]", "set head=none"),
        ("template_other=", "must both be given or both be empty"),
        ("prompt=query", "a template takes the place of the model's prompts; leave out prompt"),
        ("prompt=3", "prompt is 3, it should be text"),
        ('overrides=["rows"]', "overrides has rows; it may have max_eval_tokens, pooling, templ"),
    ],
)
def test_a_wrong_value_is_named(change, message):
    with pytest.raises(UserError) as caught:
        load_recipe("osscse", [change])
    assert message in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"denoising": "true", "pooling": "cls"}, "set pooling=mask"),
        ({"template_other": "model"}, "template_anchor and template_other must both be model"),
        ({"contrastive_weight": "0", "margin_weight": "0"}, "nothing to learn"),
        ({"contrastive_weight": "0", "negation": "ignored"}, "nothing to learn"),
        (
            {"contrastive_weight": "0", "margin_weight": "0", "distill_weight": "1"},
            "nothing to learn",
        ),
        ({"margin_weight": "0", "margin_kinds": "{number=[0, 1]}"}, "the margin, which is off"),
        ({"negation": "negative", "hard_negative_weight": "1"}, "use one of them"),
        ({"distill_weight": "1", "pseudo_tokens": "8"}, "set pseudo_tokens=0"),
        ({"distill_from": "demo"}, "set distill_weight above 0"),
        ({"head": "none", "nested_dimensions": "[64, 128]"}, "name each once, the largest first"),
        ({"patience": "3", "keep": "last"}, "which keep=last ignores"),
        ({"momentum.queue": "8"}, "set momentum.decay above 0"),
        ({"momentum.decay": "0.9", "denoising": "true"}, "together; use one of them"),
        ({"noise.ascent_steps": "2"}, "set noise.source"),
        (
            {"label_smoothing": "0.1", "positive_in_denominator": "false"},
            "set positive_in_denominator=true",
        ),
        ({"overrides": "3", "pooling": "mask"}, "overrides is 3, it should be a list of texts"),
        ({"positive": "anchor"}, "set perturbation.output"),
        ({"perturbation.tokens": "crop", "denoising": "true"}, "set denoising=false"),
        ({"accumulate": "40"}, "fewer than 2 anchors, which have no negatives; set a lower"),
        ({"accumulate": "2", "grad_cache": "true"}, "accumulate does not; use one"),
        ({"grad_cache": "true", "forwards": "1"}, "set forwards above 1"),
        ({"grad_cache": "true", "perturbation.embeddings": "fgsm"}, "set grad_cache=false"),
        ({"momentum.decay": "0.9", "perturbation.embeddings": "fgsm"}, "set momentum.decay=0"),
        (
            {"perturbation.embeddings": "feature-cutoff", "perturbation.embeddings_strength": "1"},
            "a rate or share of feature-cutoff must be below 1",
        ),
    ],
)
def test_settings_that_contradict_each_other_are_named(changes, message):
    with pytest.raises(UserError) as caught:
        load_recipe("osscse", [f"{key}={value}" for key, value in changes.items()])
    assert message in str(caught.value)


@pytest.mark.parametrize("template", ["", "model"])
def test_one_template_that_is_empty_or_the_models_is_enough(tmp_path, template):
    changes = [f"template_anchor={template}", "pooling=mean"]
    assert load_recipe("osscse", changes).template_other == template
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "osscse"\npooling = "mean"\ntemplate_anchor = "{template}"\n')
    assert load_recipe(str(file)).template_other == template
    with pytest.raises(UserError, match="template_anchor and template_other must both"):
        load_recipe(str(file), ["template_other={} [MASK]"])


def test_settings_of_a_group_are_read_from_its_table_and_by_dotted_keys(tmp_path):
    file = tmp_path / "mine.toml"
    text = load_recipe("simcse").to_toml()
    plain = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("noise."))
    file.write_text(plain + "[noise]\nsource = 'vae'\nlatent = 8\n")
    noise = load_recipe(str(file), ["noise.ratio=2"]).noise
    assert (noise.source, noise.latent, noise.ratio, noise.deviation) == ("vae", 8, 2.0, 1.0)


def test_bounds_by_kind_are_read_and_written(tmp_path):
    file = tmp_path / "mine.toml"
    changes = ["margin_beta=none", 'margin_kinds={number=[0.1, "none"], entity-swap=[0, 0.5]}']
    recipe = load_recipe("osscse", changes)
    assert recipe.margin_kinds == {"number": (0.1, 2.0), "entity-swap": (0.0, 0.5)}
    assert recipe.margin_beta == load_recipe("osscse", ["margin_beta=inf"]).margin_beta == 2.0
    file.write_text(recipe.to_toml())
    assert load_recipe(str(file)) == recipe


def test_accumulation_is_warned_of():
    assert cautions(load_recipe("osscse")) == []
    (line,) = cautions(load_recipe("osscse", ["accumulate=4"]))
    assert "16 anchors, not of the batch of 64" in line


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("promptbert", {"denoising": True, "learning_rate": 1e-5, "batch_size": 256}),
        ("sncse", {"margin_alpha": 0.1, "margin_beta": 0.3, "margin_weight": 1e-3}),
        ("dclr", {"noise.source": "standard", "noise.ascent_steps": 4, "noise.ascent_rate": 1e-3}),
        ("dclr", {"weighting.threshold": 0.9, "noise.ratio": 1.0, "epochs": 3}),
        ("dclr", {"positive_in_denominator": False}),
        ("ptbert", {"pseudo_tokens": 128, "momentum.decay": 0.885, "momentum.queue": 192}),
        ("gaussian-negatives", {"noise.source": "gaussian", "learning_rate": 3e-5}),
    ],
)
def test_recipes_have_the_published_values(name, expected):
    settings = load_recipe(name).settings()
    assert {key: settings[key] for key in expected} == expected


def test_all_problems_are_shown_at_once(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(load_recipe("osscse").to_toml().replace("epochs = 2\n", "") + "epoch = 2\n")
    with pytest.raises(UserError) as caught:
        load_recipe(str(file), ["batch_size=1", "seed=-1"])
    text = str(caught.value)
    assert "unknown key epoch. Did you mean epochs?" in text
    assert "the key epochs is missing" in text
    assert "batch_size is 1" in text
    assert "seed is -1" in text


def test_conflicts_are_shown_once_every_value_is_in_its_range():
    conflicting = ["margin_alpha=0.5", "margin_beta=0.1"]
    conflict = "margin_alpha (0.5) must be below margin_beta (0.1)."
    with pytest.raises(UserError) as caught:
        load_recipe("osscse", [*conflicting, "epoch=2", "patience=3", "keep=last"])
    assert str(caught.value).splitlines()[1:] == [
        "  --set: unknown key epoch. Did you mean epochs?",
        "  `trainer recipes --settings` explains every key.",
        f"  {conflict}",
        "  patience stops by validation, which keep=last ignores; use one of them.",
    ]
    with pytest.raises(UserError) as caught:
        load_recipe("osscse", [*conflicting, "final_mix=1.2"])
    assert str(caught.value).splitlines()[1:] == [
        "  --set: final_mix is 1.2, it should be at least 0 and at most 1.",
    ]


def test_mask_pooling_needs_a_template():
    with pytest.raises(UserError, match="pooling mask needs a template"):
        load_recipe("simcse", ["pooling=mask"])


def test_an_unknown_recipe_lists_those_there_are():
    with pytest.raises(UserError, match="dclr, demo, gaussian-negatives"):
        load_recipe("oscse")


def test_broken_toml_names_the_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("epochs = = 2")
    with pytest.raises(UserError, match=r"mine\.toml is not valid TOML.*line 1"):
        load_recipe(str(file))


def test_a_number_too_long_for_python_is_named(tmp_path):
    long = "1" + 5_000 * "0"
    (tmp_path / "mine.toml").write_text(f"epochs = {long}")
    with pytest.raises(UserError, match=r"mine\.toml is not valid TOML: Exceeds the limit"):
        load_recipe(str(tmp_path / "mine.toml"))
    with pytest.raises(UserError, match="it should be a whole number"):
        load_recipe("osscse", [f"epochs={long}"])


def test_model_argument_comes_before_the_recipe():
    assert load_recipe("osscse", model="elsewhere").model == "elsewhere"


def test_what_has_no_effect_is_left_out():
    shown = in_effect(load_recipe("meaning", ["paraphrase_weight=0.0"])).splitlines()
    assert {
        "contrastive_weight = 0.0", "margin_weight = 1.0", 'margin_from = "both"',
        "distill_weight = 10.0", "final_mix = 0.95", "final_mix_rear = 0.58",
    } <= set(shown)  # fmt: skip
    absent = ("temperature", "weighting", "noise", "teacher", "paraphrase", "pseudo", "denoising")
    assert [line for line in shown if line.startswith(absent)] == []
    ignored = in_effect(load_recipe("osscse", ["negation=ignored"])).splitlines()
    assert [line for line in ignored if line.startswith("margin")] == []
    assert {"contrastive_weight = 1.0", "temperature = 0.05"} <= set(ignored)


def test_settings_of_what_is_off_are_left_out():
    changes = ["noise.ratio=2", "weighting.threshold=0.5", "perturbation.tokens_share=0.3"]
    for name in ("osscse", "meaning"):
        assert in_effect(load_recipe(name, changes)) == in_effect(load_recipe(name))
    on = ["noise.source=gaussian", "weighting.model=self", "perturbation.tokens=crop"]
    shown = in_effect(load_recipe("osscse", [*changes, *on])).splitlines()
    assert {
        "noise.ratio = 2.0", "weighting.threshold = 0.5", "perturbation.tokens_share = 0.3",
    } <= set(shown)  # fmt: skip


def test_differences_name_the_values():
    before, now = load_recipe("osscse"), load_recipe("osscse", ["epochs=5"])
    assert differences(before, now) == ["epochs: 2 -> 5"]
    assert isinstance(before, Recipe)
