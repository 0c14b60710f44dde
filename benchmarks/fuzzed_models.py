"""Models, checkpoints and what lies beside tables, for `fuzz.py`: sound files and their readers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from socket import gethostname
from types import SimpleNamespace
from typing import Any

from fuzzed import Target, text_file

ROOT = Path(__file__).parents[1]
if str(ROOT) not in sys.path:  # for the makers of small models
    sys.path.append(str(ROOT))

PIECES = [("</s>", 0.0, 3), ("<unk>", 0.0, 2), *((piece, -1.0, 1) for piece in "▁ t h e s".split())]
SETTINGS = "enc-depth: 6\ndec-depth: 2\ntransformer-heads: 8\n"
CHECK = "select id from candidates where paraphrase like '%x%' and length(anchor) > 3"
CONTRAST = "\n".join(
    json.dumps({"anchor": f"It is {i}.", "paraphrase": f"That is {i}.", "contradiction": "No."})
    for i in range(4)
)
FAMILY = '{"sentence": "A dog.", "negation": ["No dog."], "random": ["It rains."]}\n'


def _encoder_file(name: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        if not (folder / name).exists():
            from tests.tiny_encoders import make_bert

            make_bert(folder)
        return folder / name

    return make


def _read_encoder(folder: Path) -> Any:
    from trainer.encoders.folder import load_encoder

    return load_encoder(str(folder), pooling="mean").encode(["The old ferry moves."]).shape


def _checkpointed() -> tuple[Any, Any]:
    """Stand-ins for an objective and its optimizer."""
    import torch

    from trainer.runtime.processes import Processes
    from trainer.runtime.random_states import RandomStates

    torch.manual_seed(0)
    model: Any = torch.nn.Linear(3, 2)
    model.processes, model.random_states = Processes(), RandomStates(0)
    encoder = SimpleNamespace(device=torch.device("cpu"))
    object.__setattr__(model, "encoder", encoder)
    optimizer = torch.optim.AdamW(model.parameters())
    model(torch.ones(1, 3)).sum().backward()
    optimizer.step()
    return model, optimizer


def _checkpoint(folder: Path) -> Path:
    from trainer.training.checkpoint import Progressed, save_checkpoint

    path = folder / "checkpoint.safetensors"
    if not path.exists():
        save_checkpoint(path, *_checkpointed(), Progressed(step=7, best_score=0.5))
    return path


def _read_checkpoint(folder: Path) -> Any:
    from trainer.training.checkpoint import load_checkpoint

    model, optimizer = _checkpointed()
    progressed = load_checkpoint(folder / "checkpoint.safetensors", model, optimizer)
    weights = [one.tolist() for one in model.state_dict().values()]
    return progressed, weights, str(optimizer.state_dict()["state"])


def _layers(seed: int) -> Any:
    """Stand-ins for the backbones of two encoders."""
    import torch

    torch.manual_seed(seed)
    return torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.Linear(8, 5))


def _difference(folder: Path) -> Path:
    from trainer.encoders.difference import write_difference

    path = folder / "difference.safetensors"
    if not path.exists():
        before, after = _layers(1).state_dict(), _layers(2).state_dict()
        write_difference(path, before, after, base="mine", most=1000, card="# A card")
    return path


def _read_difference(folder: Path) -> Any:
    from trainer.encoders.difference import apply_difference, read_stated

    base = _layers(1)
    apply_difference(base, read_stated(folder / "difference.safetensors"))
    return [one.tolist() for one in base.state_dict().values()]


def _judgements(name: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        from pipeline.storage.judgements import Judgement, JudgementsOf

        if not (folder / "judgements").exists():
            texts = ("A.", "B.", "C.", "negation", "r.v1", "de", None)
            kept = [Judgement("anna", i, 0, *texts, "both" if i % 2 else None) for i in range(9)]
            # A refused candidate has a rank and a reason in place of a variant.
            refused = replace(kept[3], variant=None, negation=None, kind=None, rule=None)
            kept.append(replace(refused, part="paraphrase", rank=1, reason="numbers"))
            JudgementsOf(folder, "anna", "f" * 64).write(kept[:4])
            JudgementsOf(folder, "anna", "f" * 64).write(kept)
        return folder / "judgements" / "anna" / name

    return make


def _read_judgements(folder: Path) -> Any:
    from pipeline.storage.judgements import judgement_problems, read_judgements

    list(judgement_problems(folder))
    return read_judgements(folder, "f" * 64)


def _read_lock(path: Path) -> Any:
    """A lock in an object store, which names its owner."""
    from upath import UPath

    from pipeline.storage.locks import locked

    lock = UPath("memory://fuzzed/.lock")
    lock.fs.pipe_file(lock.path, path.read_bytes())
    with locked(lock.parent):
        return lock.exists()


def _read_check(path: Path) -> Any:
    from pipeline.stages.refused import read_check

    return read_check(path)


def _read_contrast(path: Path) -> Any:
    from trainer.evaluation.data.contrast_sets import read_contrast

    return read_contrast([str(path)])


def _read_families(path: Path) -> Any:
    from trainer.evaluation.data.families import read_families

    return read_families(path)


def _scored(folder: Path) -> Path:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = folder / "sts.parquet"
    if not path.exists():
        texts = [f"Sentence {i}." for i in range(9)]
        columns = {
            "sentence1": texts,
            "sentence2": texts[::-1],
            "score": [0.5 * i for i in range(9)],
        }
        pq.write_table(pa.table(columns), path)
    return path


def _read_scored(folder: Path) -> Any:
    from trainer.evaluation.data.sts_sets import read_pairs

    return read_pairs(folder / "sts.parquet", "sts")


def _marian(name: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        from tests.pipeline.translation.engines.marian import writing

        if not (folder / name).exists():
            items = {
                "special:model.yml": writing.text(SETTINGS),
                "Wemb": writing.integers([[1] * 16] * len(PIECES), 1.0),
                "Wemb_QuantMultA": writing.floats([20.0], (1, 1)),
                "decoder_ff_logit_out_b": writing.floats([0.5] * len(PIECES)),
            }
            (folder / "model.bin").write_bytes(writing.container(items))
            (folder / "vocab.spm").write_bytes(writing.vocabulary(PIECES))
            lists = [[4, 5], [6], *[[2, 3]] * (len(PIECES) - 2)]
            (folder / "lex.bin").write_bytes(writing.shortlist(lists, frequent=2))
        return folder / name

    return make


def _read_weights(folder: Path) -> Any:
    from pipeline.translation.engines.marian.architecture import read_architecture
    from pipeline.translation.engines.marian.container import Weights

    weights = Weights(folder / "model.bin")
    matrix = weights.matrix("Wemb", "decoder_ff_logit_out_b" if "Wemb" not in weights else None)
    bias = weights.vector("decoder_ff_logit_out_b")
    return read_architecture(weights), matrix.weight.shape, matrix.alpha, bias.shape


def _read_vocabulary(folder: Path) -> Any:
    from pipeline.translation.engines.marian.vocabulary import Vocabulary

    made = Vocabulary(folder / "vocab.spm")
    (ids,) = made.encode(["the  tests\u0301 \u00e9"])
    return made.decode(ids), len(made)


def _read_shortlist(folder: Path) -> Any:
    from pipeline.translation.engines.marian.shortlist import Shortlist

    made = Shortlist(folder / "lex.bin", len(PIECES), len(PIECES), shared=True)
    return [made.allowed([piece]).tolist() for piece in range(len(PIECES))]


DEAD = (1 << 22) - 1  # the highest process id on Linux, hardly ever in use
OWNER = json.dumps({"host": gethostname(), "pid": DEAD, "started": "2020-01-01", "nonce": "00"})
TARGETS = {
    "tokenizer": Target(_encoder_file("tokenizer.json"), _read_encoder, examples=3),
    "weights": Target(_encoder_file("model.safetensors"), _read_encoder, examples=3),
    "encoder config": Target(_encoder_file("config.json"), _read_encoder, examples=3),
    "checkpoint": Target(_checkpoint, _read_checkpoint, vouched=True),
    "difference": Target(_difference, _read_difference),
    "judgements": Target(_judgements("part-00000.parquet"), _read_judgements, vouched=True),
    "manifest of judgements": Target(_judgements("manifest.json"), _read_judgements),
    "lock": text_file("lock.json", OWNER, _read_lock),
    "SQL check": replace(text_file("check.sql", CHECK, _read_check), examples=5),
    "contrast set": text_file("own.jsonl", CONTRAST, _read_contrast),
    "families": text_file("families.jsonl", FAMILY, _read_families),
    "scored pairs": Target(_scored, _read_scored),
    "Marian weights": Target(_marian("model.bin"), _read_weights),
    "SentencePiece": Target(_marian("vocab.spm"), _read_vocabulary),
    "shortlist": Target(_marian("lex.bin"), _read_shortlist),
}
