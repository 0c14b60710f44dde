"""Real training of tiny encoders."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import torch

from schemas.errors import UserError, WorkFailed
from schemas.locations import location, upload
from tests.trainer.training.runs import lines, weights
from tests.triples import some_triples, triple, write_triples
from trainer.data.triples import Counts, TripleTable
from trainer.encoders.folder import load_encoder
from trainer.recipes.reading import load_recipe
from trainer.training.fit import fit
from trainer.training.setup import MORE, _more, _warnings_of_few
from trainer.training.validation import Measured, Validator, build_validator


def test_a_run_leaves_what_is_needed_to_use_and_repeat_it(
    recipe_for, small_bert, artifacts, tmp_path
):
    recipe = recipe_for(small_bert)
    result = fit(recipe, artifacts, tmp_path / "run", device="cpu")
    run = tmp_path / "run"
    assert load_recipe(str(run / "recipe.toml")) == recipe
    record = json.loads((run / "run.json").read_text())
    assert record["finished"] is True
    assert record["counts"]["rows"] == 60
    assert record["kept_step"] == result.best_step
    assert load_encoder(str(run)).settings.pooling == "mask"
    steps = [line["step"] for line in lines(run, "train")]
    assert steps == list(range(1, result.steps + 1))
    validations = lines(run, "validation")
    assert [line["step"] for line in validations] == [0, 5, 10, result.steps]
    assert result.initial_score == validations[0]["score"]
    first_best = max(validations[1:], key=lambda line: line["score"])
    assert (result.best_step, result.best_score) == (first_best["step"], first_best["score"])
    assert not list(run.rglob("*.bin")) + list(run.rglob("*.pt")) + list(run.rglob("*.pkl"))


@pytest.mark.parametrize(
    ("model", "changes"),
    [
        ("small_bert", {}),
        ("tiny_roberta", {}),
        ("small_bert", {"precision": "bf16"}),
        (
            "small_bert",
            {"pooling": "mean", "template_anchor": "", "template_other": "", "head": "none"},
        ),
    ],
)
def test_training_lowers_its_loss(recipe_for, request, artifacts, tmp_path, model, changes):
    quick = {"epochs": 3, "learning_rate": 3e-3, "validate_every": 100, "checkpoint_every": 100}
    changes = {"margin_weight": 1.0, **quick, **changes}
    recipe = recipe_for(request.getfixturevalue(model), **changes)
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    losses = [line["loss"] for line in lines(tmp_path / "run", "train")]
    assert np.mean(losses[-7:]) < np.mean(losses[:7]) - 0.02


def test_the_first_losses_are_the_pinned_ones(recipe_for, tiny_bert, artifacts, tmp_path):
    """Changes of data order, dropout, templates or terms show here before anywhere else."""
    fit(
        recipe_for(tiny_bert, margin_weight=1.0, forwards=2),
        artifacts,
        tmp_path / "run",
        device="cpu",
    )
    found = [
        [line[term] for term in ("contrastive", "margin", "recall")]
        for line in lines(tmp_path / "run", "train")[:3]
    ]
    np.testing.assert_allclose(found, PINNED, atol=2e-3)
    # The recall belongs to the same weights as the other terms, so it is 0 before the first step.
    np.testing.assert_allclose([row[2] for row in found], [0.0, 1.87e-5, 3.89e-5], rtol=0.05)


PINNED = [
    [3.97901, 0.03401, 0.0],
    [1.92558, 0.03092, 1.87e-05],
    [2.20814, 0.04917, 3.89e-05],
]


def test_resuming_a_finished_run_changes_nothing(recipe_for, small_bert, artifacts, tmp_path):
    recipe = recipe_for(small_bert)
    run = tmp_path / "run"
    first = fit(recipe, artifacts, run, device="cpu")
    before = weights(run)
    again = fit(recipe, artifacts, run, device="cpu", resume=True)
    assert weights(run) == before
    assert again == replace(first, resumed_from=first.steps)


def test_triples_in_an_object_store_give_the_same_weights(
    recipe_for, small_bert, artifacts, tmp_path
):
    store = location("memory://fit/tables")
    for path in (artifacts / "triples").rglob("*.parquet"):
        upload(path, store / "triples" / path.name)
    fit(recipe_for(small_bert), artifacts, tmp_path / "here", device="cpu")
    fit(recipe_for(small_bert), store, tmp_path / "there", device="cpu")
    store.fs.rm("/fit", recursive=True)
    assert weights(tmp_path / "there") == weights(tmp_path / "here")


def test_resume_refuses_other_settings_and_other_triples(
    recipe_for, small_bert, tiny_roberta, artifacts, tmp_path
):
    recipe = recipe_for(small_bert, epochs=1)
    run = tmp_path / "run"
    fit(recipe, artifacts, run, device="cpu")
    with pytest.raises(UserError, match="epochs: 1 -> 4"):
        fit(replace(recipe, epochs=4), artifacts, run, device="cpu", resume=True)
    other = write_triples(tmp_path / "other", some_triples(64))
    with pytest.raises(UserError, match="triples: the content of"):
        fit(recipe, other, run, device="cpu", resume=True)
    with pytest.raises(UserError, match=r"model: .*small_bert.* -> .*tiny_roberta"):
        fit(replace(recipe, model=str(tiny_roberta)), artifacts, run, device="cpu", resume=True)


def test_a_damaged_checkpoint_is_named(recipe_for, small_bert, artifacts, tmp_path):
    recipe = recipe_for(small_bert, epochs=1)
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    (tmp_path / "run" / "checkpoint.safetensors").write_bytes(b"half")
    with pytest.raises(UserError, match=r"checkpoint\.safetensors cannot be resumed from"):
        fit(recipe, artifacts, tmp_path / "run", device="cpu", resume=True)


def test_a_folder_with_something_in_it_is_not_overwritten(
    recipe_for, small_bert, artifacts, tmp_path
):
    run = tmp_path / "run"
    run.mkdir()
    (run / "thesis.txt").write_text("years of work")
    with pytest.raises(UserError, match="is not empty"):
        fit(recipe_for(small_bert), artifacts, run, device="cpu")
    assert [p.name for p in run.iterdir()] == ["thesis.txt"]


def test_there_must_be_a_run_to_resume(recipe_for, small_bert, artifacts, tmp_path):
    with pytest.raises(UserError, match="has no run to resume"):
        fit(recipe_for(small_bert), artifacts, tmp_path / "run", device="cpu", resume=True)
    assert not (tmp_path / "run").exists()


def test_a_beginning_that_was_cut_off_is_no_run(recipe_for, small_bert, artifacts, tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    (run / "recipe.toml").write_text("cut o")
    recipe = recipe_for(small_bert, epochs=1)
    fit(recipe, artifacts, run, device="cpu")
    assert load_recipe(str(run / "recipe.toml")) == recipe


NOTHING_HELD = (
    "WARNING: no triple is held out, so nothing shows whether training helps: give --dev, or hold"
    " some out with `--set heldout={}`."
)


def test_without_anything_to_validate_on_the_last_weights_are_kept(
    recipe_for, small_bert, tmp_path, capfd
):
    rows = [triple(i, f"the baker opens {i} .", None, None) for i in range(20)]
    triples = write_triples(tmp_path / "artifacts", rows)
    result = fit(recipe_for(small_bert, margin_weight=0.0), triples, tmp_path / "run", device="cpu")
    assert (result.metric, result.initial_score, result.best_score) == (None, None, None)
    assert result.best_step == result.steps
    assert lines(tmp_path / "run", "validation") == []
    assert all(line["margin"] == 0.0 for line in lines(tmp_path / "run", "train"))
    load_encoder(str(tmp_path / "run"))
    told = [line for line in capfd.readouterr().err.splitlines() if line.startswith("WARNING")]
    assert told == [
        "WARNING: only 20 rows are left to train on, which is too few to learn much. 20 of 20 rows"
        " have no contradiction: the text is probably not made of whole English sentences, which"
        " the rules need. Make triples of other text.",
        "WARNING: no triple is held out, so nothing shows whether training helps: give --dev.",
    ]


@pytest.mark.parametrize(
    ("counts", "heldout", "told"),
    [
        (Counts(rows=105, complete=5, heldout=5, training=100), 0.2, []),
        (
            Counts(rows=100, complete=1, heldout=1, training=99, unread=7),
            0.2,
            [
                "WARNING: only 99 rows are left to train on, which is too few to learn much. The"
                " recipe reads one triple per sentence: `--set variants=all` also reads 7 further"
                " complete triples."
            ],
        ),
        (Counts(rows=100, complete=9, heldout=0, training=100), 0.0, [NOTHING_HELD.format("0.2")]),
        (Counts(rows=100, complete=9, heldout=0, training=100), 0.2, [NOTHING_HELD.format("0.5")]),
    ],
)
def test_few_rows_and_none_held_out_are_told(
    recipe_for, small_bert, tmp_path, counts, heldout, told
):
    validator = Validator("made_up", lambda *_: Measured(0, None, None)) if counts.heldout else None
    recipe = recipe_for(small_bert, heldout=heldout)
    table = TripleTable(write_triples(tmp_path, some_triples(9)))
    assert _warnings_of_few(recipe, table, counts, validator) == told


SENTENCES = (
    "`pipeline inspect --artifacts my` shows where sentences are lost; `pipeline run all --input"
    " FILE demo --artifacts DIR` makes triples of more, with 957 bundled ones; `--triples written`"
    " adds bundled triples of 6,276 sentences."
)


@pytest.mark.parametrize(
    ("negated", "balanced", "told"),
    [
        (
            4,
            0,
            "6 of 10 rows have no contradiction: the text is probably not made of whole English"
            " sentences, which the rules need. Make triples of other text.",
        ),
        (4, 1, SENTENCES),
        (5, 0, SENTENCES),
        (95, 0, MORE.format(at=" --artifacts my")),
    ],
)
def test_why_there_are_too_few_triples(tmp_path, monkeypatch, negated, balanced, told):
    """Other models do not help with sentences of another language; balance leaves out denials."""
    rows = [
        triple(i, f"der Hund {i}", None, "kein Hund" if i < negated else None)
        for i in range(10 if negated < 10 else 100)
    ]
    for row in rows[len(rows) - balanced :]:
        row["rule"] = "left_out"
    monkeypatch.chdir(tmp_path)
    assert _more(TripleTable(write_triples(Path("my"), rows))) == told
    assert _more(TripleTable(Path("written"))).startswith("Hold out fewer of them, or add a table")


def test_keep_last_validates_and_keeps_the_last(recipe_for, small_bert, artifacts, tmp_path, capfd):
    result = fit(recipe_for(small_bert, keep="last"), artifacts, tmp_path / "run", device="cpu")
    validations = lines(tmp_path / "run", "validation")
    assert result.best_step == result.steps
    assert result.best_score == validations[-1]["score"]
    assert FLATTERED not in capfd.readouterr().err


FLATTERED = "Held-out triples decide which weights are kept, so their score flatters the run."


def test_dev_pairs_come_before_heldout_triples(recipe_for, small_bert, artifacts, tmp_path, capfd):
    dev = tmp_path / "dev.parquet"
    pairs = {
        "sentence1": ["the baker opens .", "a nurse sells bread .", "my cousin moves ."],
        "sentence2": ["a baker opens .", "the old ferry moves .", "my cousin cleans ."],
        "score": [5.0, 0.5, 3.0],
    }
    pq.write_table(pa.table(pairs), dev)
    result = fit(recipe_for(small_bert), artifacts, tmp_path / "run", dev=dev, device="cpu")
    assert result.metric == "dev_spearman"
    told = capfd.readouterr().err
    assert FLATTERED not in told
    assert "held out" not in told


def test_what_validation_scores_is_what_is_saved(
    recipe_for, small_bert, artifacts, tmp_path, capfd
):
    recipe = recipe_for(small_bert)
    result = fit(recipe, artifacts, tmp_path / "run", device="cpu")
    assert FLATTERED in capfd.readouterr().err
    validator = build_validator(recipe, TripleTable(artifacts), None)
    assert validator is not None
    assert validator.measure(load_encoder(str(tmp_path / "run")), None).score == result.best_score


def test_too_few_rows_are_refused(recipe_for, small_bert, tmp_path):
    triples = write_triples(tmp_path / "my art", [triple(1, "a .", None, None)])
    said = r": 1 row to train on .*`pipeline inspect --artifacts '.*my art'` shows where"
    with pytest.raises(UserError, match=said):
        fit(recipe_for(small_bert), triples, tmp_path / "run", device="cpu")


def test_cut_texts_are_told_and_triples_that_cuts_make_alike_are_left_out(
    recipe_for, small_bert, tmp_path, capfd
):
    common = "the baker opens the green door and a nurse sells some bread " * 3
    same = [triple(i, *(common + end for end in ("now", "then", "never"))) for i in range(10)]
    # Only its contradiction reads like its paraphrase, once cut.
    same.append(triple(10, "a nurse sells two lamps", common + "now", common + "never"))
    rows = [*same, *some_triples(41, every=100)[11:]]
    triples = write_triples(tmp_path / "cut", rows)
    found = fit(recipe_for(small_bert, heldout=0.0), triples, tmp_path / "run", device="cpu")
    assert found.counts.rows == found.counts.complete == found.counts.training == 30
    said = capfd.readouterr().err
    assert re.search(
        r"3 of \d\d texts are longer than 24 tokens and are cut;"
        r" --set max_sentence_tokens=48 reads more\."
        r" 11 triples are left out: once cut, their contradiction reads like the anchor or the"
        r" paraphrase\.",
        said.replace("\n", " "),
    ), said
    longer = recipe_for(small_bert, heldout=0.0, max_sentence_tokens=48)
    assert fit(longer, triples, tmp_path / "longer", device="cpu").counts.training == 41
    whole = recipe_for(small_bert, heldout=0.0, max_sentence_tokens="model", distill_weight=1.0)
    assert fit(whole, triples, tmp_path / "whole", device="cpu").counts.training == 41
    alike = write_triples(tmp_path / "all", same)
    with pytest.raises(UserError, match=r": 0 rows to train on .* are left out: once cut"):
        fit(recipe_for(small_bert, heldout=0.0), alike, tmp_path / "no", device="cpu")


def test_a_margin_to_the_sentence_itself_needs_no_paraphrases(recipe_for, small_bert, tmp_path):
    rows = [triple(i, f"the baker opens {i} .", None, "the baker never opens .") for i in range(9)]
    triples = write_triples(tmp_path / "artifacts", rows)
    recipe = recipe_for(small_bert, base="sncse", epochs=1, keep="last")
    fit(recipe, triples, tmp_path / "run", device="cpu")
    assert lines(tmp_path / "run", "train")[0]["margin"] > 0


def test_a_sentence_longer_than_the_model_is_refused(recipe_for, small_bert, artifacts, tmp_path):
    recipe = recipe_for(small_bert, max_sentence_tokens=75)
    with pytest.raises(UserError, match="the model takes 80"):
        fit(recipe, artifacts, tmp_path / "run", device="cpu")
    assert not (tmp_path / "run").exists()


def test_a_loss_that_is_no_number_ends_the_run(recipe_for, small_bert, artifacts, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(small_bert, broken)
    encoder = load_encoder(str(broken), pooling="cls")
    with torch.no_grad():
        encoder.backbone.embeddings.LayerNorm.weight.fill_(float("inf"))
    encoder.backbone.save_pretrained(broken)
    with pytest.raises(WorkFailed, match="not finite"):
        fit(recipe_for(broken), artifacts, tmp_path / "run", device="cpu")
    assert not (tmp_path / "run" / "checkpoint.safetensors").exists()
