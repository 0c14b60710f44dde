"""Low-rank updates, from a run to what sentence-transformers loads."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from schemas.errors import UserError
from tests.trainer.commands.running import invoke
from trainer.encoders.adapters import add_adapter, merged, scale_adapter
from trainer.encoders.folder import load_encoder
from trainer.runs.mixing import write_mix
from trainer.training.fit import fit

TEXTS = ["the ferry moves today .", "a nurse never sells bread .", "my cousin opens ."]


def test_an_update_is_nothing_at_first_and_all_that_is_trained(tiny_bert):
    encoder = load_encoder(str(tiny_bert), pooling="mean")
    before, weights = encoder.encode(TEXTS), encoder.backbone.state_dict()
    add_adapter(encoder, 2)
    np.testing.assert_array_equal(encoder.encode(TEXTS), before)
    trained = {name for name, weight in encoder.named_parameters() if weight.requires_grad}
    assert {name.rsplit(".", 3)[1] for name in trained} == {"lora_A", "lora_B"}
    assert len(trained) == 2 * 12  # two for each of six linear layers in two blocks
    assert merged(encoder).backbone.state_dict().keys() == weights.keys()


@pytest.mark.parametrize("rear", [1.0, 0.3])
@pytest.mark.filterwarnings("ignore:Already found a `peft_config`")
def test_the_update_is_the_difference_of_the_weights_to_the_base(
    recipe_for, tiny_bert, artifacts, tmp_path, rear
):
    from sentence_transformers import SentenceTransformer

    recipe = recipe_for(
        tiny_bert, pooling="mean", template_anchor="", template_other="", lora_rank=2,
        learning_rate=1e-2, recall_gamma=0.0, epochs=1, final_mix=0.5, final_mix_rear=rear,
    )  # fmt: skip
    run = tmp_path / "run"
    fit(recipe, artifacts, run, device="cpu")
    start, end, half = (load_encoder(str(run / name)) for name in ("start", "end", "best"))
    weights = [encoder.backbone.state_dict() for encoder in (start, end, half)]
    changed = [name for name in weights[0] if not torch.equal(weights[0][name], weights[1][name])]
    assert len(changed) == 12
    for name in changed:
        change = (weights[1][name] - weights[0][name]).double()
        assert torch.linalg.svdvals(change)[2] < 1e-5 * torch.linalg.svdvals(change)[0]
    invoke("export", run, "--adapter", "--output", tmp_path / "mine")
    assert (tmp_path / "mine" / "adapter_model.safetensors").stat().st_size < 40_000
    write_mix(run, 1.0, tmp_path / "whole")

    model = SentenceTransformer(str(run / "start"), device="cpu")
    plain = model.encode(TEXTS)
    for name, folder in (("mixed", tmp_path / "mine"), ("whole", tmp_path / "whole" / "adapter")):
        model.load_adapter(str(folder), adapter_name=name)
    whole = end if rear == 1 else load_encoder(str(tmp_path / "whole"))
    write_mix(run, 0.0, tmp_path / "rear", 0.7)
    model.load_adapter(str(tmp_path / "rear" / "adapter"), adapter_name="rear")
    behind = load_encoder(str(tmp_path / "rear"))
    for name, encoder in (("whole", whole), ("mixed", half), ("rear", behind)):
        model.set_adapter(name)
        np.testing.assert_allclose(model.encode(TEXTS), encoder.encode(TEXTS), atol=2e-5)
        assert np.abs(model.encode(TEXTS) - plain).max() > 1e-3
    held = load_file(tmp_path / "mine" / "adapter_model.safetensors")
    assert {name.rsplit(".", 2)[1] for name in held} == {"lora_A", "lora_B"}
    stated = json.loads((tmp_path / "mine" / "adapter_config.json").read_text())
    assert len(stated["target_modules"]) == 12
    assert stated["target_modules"] == sorted(stated["target_modules"])


def read_by_its_code(folder, monkeypatch):
    """Vectors that the code in a folder's README gives for two sentences about a road."""
    text = (folder / "README.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, np.ndarray] = {}
    monkeypatch.chdir(folder.parent)
    exec(code, names)
    return text, names["vectors"]


ROADS = ["The road is open.", "The road is not open."]


def test_the_code_in_the_readme_reads_texts_with_the_prompt_of_training(
    recipe_for, sentence_model, artifacts, tmp_path, monkeypatch
):
    recipe = recipe_for(
        sentence_model("prompts")[1], base="meaning", lora_rank=2, learning_rate=1e-2, epochs=1,
        prompt="document", recall_gamma=0.0, max_eval_tokens=8,
    )  # fmt: skip
    recipe = replace(recipe, overrides=("max_eval_tokens",))
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    invoke("export", tmp_path / "run", "--adapter", "--output", tmp_path / "mine")
    text, vectors = read_by_its_code(tmp_path / "mine", monkeypatch)
    assert 'default_prompt_name="document")' in text
    assert "model.max_seq_length = 8 " in text
    best = load_encoder(str(tmp_path / "run"))
    np.testing.assert_allclose(vectors, best.encode(ROADS), atol=2e-5)


def test_the_readme_of_an_update_states_pooling_that_was_set(
    recipe_for, tiny_bert, artifacts, tmp_path
):
    recipe = recipe_for(
        tiny_bert, pooling="cls", template_anchor="", template_other="", lora_rank=2,
        recall_gamma=0.0, epochs=1,
    )  # fmt: skip
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    invoke("export", tmp_path / "run", "--adapter", "--output", tmp_path / "mine")
    text = (tmp_path / "mine" / "README.md").read_text()
    assert "Give the model cls pooling, as in training, if it has another." in text


def test_a_run_of_whole_weights_has_no_update_to_export(recipe_for, tiny_bert, tmp_path):
    from trainer.runs.export import export_adapter

    run = tmp_path / "run"
    (run / "best").mkdir(parents=True)
    (run / "run.json").write_text("{}")
    (run / "recipe.toml").write_text(recipe_for(tiny_bert).to_toml())
    with pytest.raises(UserError, match=r"lora_rank=0.*trainer difference"):
        export_adapter(run, tmp_path / "out")


def test_a_folder_without_an_update_is_named(tmp_path):
    with pytest.raises(UserError, match="nowhere is not a low-rank update"):
        scale_adapter(tmp_path / "nowhere", 0.5, tmp_path / "scaled", {})


def test_without_peft_the_extra_is_named(tiny_bert, monkeypatch):
    monkeypatch.setattr("trainer.encoders.adapters.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"pip install 'osscse\[lora\]'"):
        add_adapter(load_encoder(str(tiny_bert), pooling="mean"), 4)


@pytest.mark.parametrize("other", [{}, {"recall_gamma": 0.0, "train_layers": 1}])
def test_what_low_rank_updates_leave_no_place_for_is_refused(recipe_for, tiny_bert, other):
    with pytest.raises(UserError, match="lora_rank"):
        recipe_for(tiny_bert, lora_rank=2, **other)
