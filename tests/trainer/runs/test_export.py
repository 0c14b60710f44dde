from __future__ import annotations

import json
import os
import re
import shutil
import stat
from dataclasses import replace

import numpy as np
import pytest

from schemas.errors import UserError, WorkFailed
from tests.limits import files_of_at_most
from trainer.encoders.folder import load_encoder
from trainer.recipes.reading import load_recipe
from trainer.runs.export import export, model_card
from trainer.runs.folder import RunFolder
from trainer.training.fit import fit

TEXTS = ["the baker opens the green door today", "a nurse", "", "my cousin moves " * 40]


@pytest.fixture(scope="module")
def finished(recipe_for, small_bert, sixty_triples, tmp_path_factory):
    folder = tmp_path_factory.mktemp("finished") / "run"
    fit(recipe_for(small_bert), sixty_triples, folder, device="cpu")
    return folder


@pytest.fixture
def run(finished, tmp_path):
    return shutil.copytree(finished, tmp_path / "run")


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_an_exported_run_loads_in_sentence_transformers(run, tmp_path):
    from sentence_transformers import SentenceTransformer

    export(run, tmp_path / "published")
    theirs = SentenceTransformer(str(tmp_path / "published"), device="cpu")
    ours = load_encoder(str(run))
    np.testing.assert_allclose(theirs.encode(TEXTS), ours.encode(TEXTS), atol=1e-5)


def test_exported_files_can_be_read_by_whom_the_umask_lets(run, tmp_path):
    (run / "best" / "model.safetensors").chmod(0o600)
    before = os.umask(0o022)
    try:
        export(run, tmp_path / "published")
    finally:
        os.umask(before)
    files = [path for path in (tmp_path / "published").rglob("*") if path.is_file()]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o644}


def test_the_card_states_what_the_run_did(run, tmp_path):
    export(run, tmp_path / "published")
    card = (tmp_path / "published" / "README.md").read_text()
    front = card.split("---")[1].splitlines()
    assert "pipeline_tag: sentence-similarity" in front
    assert "library_name: sentence-transformers" in front
    assert any(line.startswith("- dataset_size:") for line in front)
    assert "- loss:TwoWayMargin" in front
    # A folder on somebody's disk is no base model on the hub.
    assert not any(line.startswith("base_model") for line in front)
    assert str(tmp_path) not in card
    assert 'SentenceTransformer("published")' in card
    assert '`This sentence : "..." means [MASK] .`' in card
    assert "epochs = 2" in card


def test_the_card_tells_of_the_data_and_of_settings_that_act(run, tmp_path):
    record = json.loads((run / "run.json").read_text())
    assert record["kinds"] == {"negation": record["counts"]["complete"]} == {"negation": 40}
    made = {"kinds": {"negation": 900, "antonym": 1200}, "pivots": {"de": 30, "pt": 70}}
    made |= {"rephrased": 20, "translated_by": ["de-en", "en-de"]}
    (run / "run.json").write_text(json.dumps(record | made))
    export(run, tmp_path / "published")
    card = (tmp_path / "published" / "README.md").read_text()
    assert (
        "| Contradictions by kind | antonym 1,200, negation 900 |\n"
        "| Paraphrases by pivot language | pt 70, de 30 |\n"
        "| Translation models | de-en, en-de |\n"
        "| Paraphrases made or changed by rules | 20 |\n"
    ) in card
    assert ";\n- recall: the weights stay near those of the base model.\n" in card
    assert "margin_weight = 0.001\n" in card
    assert "noise" not in card
    assert "| Validation | share of held-out triples ranked correctly |\n" in card


@pytest.mark.parametrize(
    ("kinds", "told"),
    [
        (
            {"negation": 9},
            "were made by rules, and the paraphrases by rules and translation models. A",
        ),
        ({"written": 9}, "contradictions that it learned from were written by a language model. A"),
        (
            {"written": 9, "negation": 2},
            "translation models; a\n  language model wrote those of the",
        ),
    ],
)
def test_the_card_tells_who_wrote_the_triples(run, tmp_path, kinds, told):
    record = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps(record | {"kinds": kinds}))
    export(run, tmp_path / "published")
    assert told in (tmp_path / "published" / "README.md").read_text()


def test_a_folder_in_use_is_not_overwritten(run, tmp_path):
    (tmp_path / "published").mkdir()
    (tmp_path / "published" / "notes.txt").write_text("mine")
    with pytest.raises(UserError, match="is not empty"):
        export(run, tmp_path / "published")


def test_a_copy_that_does_not_fit_is_a_sentence_and_leaves_nothing(run, tmp_path):
    refused = pytest.raises(WorkFailed, match="out cannot be written: files may not grow that")
    with files_of_at_most(100), refused:
        export(run, tmp_path / "none" / "out")
    assert list((tmp_path / "none").iterdir()) == []


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(UserError, match=r"no readable run\.json"):
        export(tmp_path, tmp_path / "published")


def test_a_run_without_an_encoder_yet_says_how_to_go_on(run, tmp_path):
    shutil.rmtree(run / "best")
    with pytest.raises(UserError, match=r"before it saved any weights.*trainer fit --resume"):
        export(run, tmp_path / "published")
    text = (run / "recipe.toml").read_text()
    (run / "recipe.toml").write_text(text.replace('keep = "best"', 'keep = "last"'))
    with pytest.raises(UserError, match=r"is not finished.*trainer fit --resume"):
        export(run, tmp_path / "published")


def test_the_card_of_an_unfinished_run_says_so_and_denies_no_validation(run, tmp_path):
    record = json.loads((run / "run.json").read_text())
    (run / "run.json").write_text(json.dumps(record | {"finished": False}))
    export(run, tmp_path / "published")
    card = (tmp_path / "published" / "README.md").read_text()
    assert "| State | taken from a run that had not ended |" in card
    assert "| Validation |" not in card


def test_the_card_names_the_terms_that_the_recipe_has(run):
    folder = RunFolder(run)

    def card(**changed):
        recipe = replace(load_recipe("meaning"), **changed)
        return model_card("mine", folder.best, recipe, folder.read_record())

    meaning = card()
    assert "- margin: a contradiction is less similar" in meaning
    assert "- distillation: all other similarities stay" in meaning
    assert "- contrastive:" not in meaning
    assert "loss:InfoNCE" not in meaning
    assert "- contrastive:" in card(contrastive_weight=1.0)
    assert "- distillation:" not in card(distill_weight=0.0)
    ignored = card(contrastive_weight=1.0, negation="ignored")
    assert "- margin:" not in ignored
    assert "loss:TwoWayMargin" not in ignored


def test_every_term_of_the_table_is_on_the_card_of_a_recipe_that_has_it(run):
    folder = RunFolder(run)
    settings = ["contrastive_weight=0", "distill_weight=0.5", "paraphrase_weight=0.5"]
    recipe = load_recipe("osscse", [*settings, "teacher.model=a-teacher"])
    card = model_card("mine", folder.best, recipe, folder.read_record())
    assert re.findall(r"^- (\w+): ", card, re.MULTILINE) == [
        "margin", "distillation", "paraphrase", "teacher", "recall",
    ]  # fmt: skip
    assert re.findall(r"^- loss:(\w+)$", card, re.MULTILINE) == [
        "TwoWayMargin", "SimilarityDistillation", "SimilarityFloor", "SoftTargets", "Recall",
    ]  # fmt: skip
