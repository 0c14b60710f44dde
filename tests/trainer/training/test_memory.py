"""Peak memory of a run in multiples of its weights; growth here affects every run."""

from __future__ import annotations

import gc

import torch

from trainer.encoders.folder import load_encoder
from trainer.encoders.inference import TOKENS_PER_CPU_BATCH
from trainer.training.checkpoint import save_checkpoint
from trainer.training.fit import fit


def storages() -> dict[int, int]:
    """Bytes of every tensor that is alive, by address."""
    gc.collect()
    tensors = [one for one in gc.get_objects() if type(one) in (torch.Tensor, torch.nn.Parameter)]
    tensors += [one.grad for one in tensors if one.is_leaf and one.grad is not None]
    held = [tensor.untyped_storage() for tensor in tensors]
    return {storage.data_ptr(): storage.nbytes() for storage in held}


def test_a_run_holds_no_copy_more_than_it_needs(
    recipe_for, tiny_bert, artifacts, tmp_path, monkeypatch
):
    """Weights, gradients, two moments, and the initial weights for recall and for distillation."""
    own = load_encoder(str(tiny_bert), pooling="mean")
    whole = sum(weight.numel() * weight.element_size() for weight in own.parameters())
    before, found = storages(), {}
    gc.freeze()  # only what the run makes is gone through from here on

    def measured(name, call):
        def instead(*arguments):
            if name not in found:
                fresh = [size for place, size in storages().items() if place not in before]
                found[name] = sum(fresh) / whole
            return call(*arguments)

        return instead

    monkeypatch.setattr(
        "trainer.training.fit.save_checkpoint", measured("training", save_checkpoint)
    )
    monkeypatch.setattr("trainer.training.fit.load_encoder", measured("ended", load_encoder))
    recipe = recipe_for(tiny_bert, epochs=1, head="none", final_mix=0.5, distill_weight=1.0)
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    assert 5.8 < found["training"] < 6.2
    assert 0.9 < found["ended"] < 1.2


def test_inference_on_a_cpu_takes_small_batches(tiny_bert, monkeypatch):
    encoder = load_encoder(str(tiny_bert), pooling="mean")
    sizes = []
    encoder.register_forward_pre_hook(lambda module, given: sizes.append(given[0].numel()))
    encoder.embed([[1] * 16 for _ in range(300)])
    assert sizes == [TOKENS_PER_CPU_BATCH, TOKENS_PER_CPU_BATCH, 300 * 16 - 4096]
