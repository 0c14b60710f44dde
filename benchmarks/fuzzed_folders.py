"""What lies beside weights and tables, for `fuzz.py`: modules, low-rank updates, journals."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from fuzzed import Target

from schemas.files import sha256_json


def _modules(name: str) -> Callable[[Path], Path]:
    """What a folder states besides its transformer: pooling, a dense layer, a prompt."""

    def make(folder: Path) -> Path:
        import torch

        from trainer.encoders.modules import write_modules
        from trainer.encoders.prompts import Prompts
        from trainer.encoders.settings import EncoderSettings
        from trainer.encoders.templates import SpecialTokens

        if not (folder / "modules.json").exists():
            torch.manual_seed(0)
            tokens = SpecialTokens("[CLS]", "[SEP]", "[PAD]", "[UNK]", None)
            prompts = Prompts({"query": "ask: "}, "query")
            encoder: Any = SimpleNamespace(
                settings=EncoderSettings("mean", 32, 32, tokens, prompts=prompts),
                dense=torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.Tanh()),
                backbone=SimpleNamespace(config=SimpleNamespace(hidden_size=4)),
            )
            write_modules(encoder, folder, {})
        return folder / name

    return make


def _read_modules(folder: Path) -> Any:
    from trainer.encoders.folder import stated_modules

    found = stated_modules(str(folder))
    dense = found.dense.state_dict() if found.dense is not None else {}
    return found.pooling, found.max_tokens, found.prompts, [one.tolist() for one in dense.values()]


def _adapter(folder: Path) -> Path:
    import torch

    from trainer.encoders.tensors import write_tensors

    path = folder / "given" / "adapter_model.safetensors"
    if not path.exists():
        path.parent.mkdir()
        (path.parent / "adapter_config.json").write_text("{}", "utf-8", newline="\n")
        layer = torch.nn.Linear(6, 8)
        write_tensors(path, {"0.lora_B.weight": layer.weight.detach()}, {"format": "pt"})
    return path


def _read_adapter(folder: Path) -> Any:
    from trainer.encoders.adapters import scale_adapter

    shutil.rmtree(folder / "scaled", ignore_errors=True)
    scale_adapter(folder / "given", 0.5, folder / "scaled", {})
    return (folder / "scaled" / "adapter_model.safetensors").read_bytes()


OF = {"own": {"a": 1.0}}


def _figures(folder: Path) -> Path:
    path = folder / "figures.json"
    if not path.exists():
        said = {"of": OF, "figures": {"a": 1.0}}
        path.write_text(json.dumps(said | {"digest": sha256_json(said)}), "utf-8", newline="\n")
    return path


def _read_figures(folder: Path) -> Any:
    """Figures that were never measured; lost ones are measured again."""
    from trainer.sweeps.figures import read_figures

    return read_figures(folder / "figures.json", OF) not in (None, {"a": 1.0})


ENTRIES = [{"file": f"part-{i:05d}.parquet", "rows": 4, "counts": {"negated": i}} for i in range(4)]


def _journal(folder: Path) -> Path:
    from pipeline.storage.journal import Journal

    path = folder / "journal.jsonl"
    if not path.exists():
        journal = Journal(folder, "run")
        for number, entry in enumerate(ENTRIES):
            journal.append(number, entry)
        journal.close()
    return path


def _read_journal(folder: Path) -> Any:
    """Entries that were never written; the shards of lost ones are made again."""
    from pipeline.storage.journal import entries

    return [entry for entry in entries(folder, "run") if entry not in ENTRIES]


TARGETS = {
    "low-rank update": Target(_adapter, _read_adapter),
    "pooling": Target(_modules("1_Pooling/config.json"), _read_modules),
    "dense layer's config": Target(_modules("2_Dense/config.json"), _read_modules),
    "dense layer": Target(_modules("2_Dense/model.safetensors"), _read_modules),
    "prompts": Target(_modules("config_sentence_transformers.json"), _read_modules),
    "figures of a run": Target(_figures, _read_figures, vouched=True),
    "journal": Target(_journal, _read_journal, vouched=True),
}
