"""The ways to train that `train.py` times, each of which reports the end of a step."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PEER, OURS, FIXED, SIMCSE = (
    "sentence-transformers, MultipleNegativesRankingLoss",
    "ours, osscse",
    "SimCSE's reference way, padded to the limit",
    "ours, simcse",
)


@dataclass(frozen=True, slots=True)
class Job:
    """One way to run in one process.

    Attributes:
        way: its name.
        triples: Parquet file of complete rows, as many as all steps take.
        model: folder of the encoder.
        batch: rows per step.
        steps: number of steps, including the first ones that do not count.
        tokens: length limit, special tokens included.
        precision: `fp32` or `bf16`.
        device: `cpu` or `cuda`.
        threads: number of threads on a CPU.
        forwards: parts that our steps encode a batch in; 0 for the recipe's number.
    """

    way: str
    triples: str
    model: str
    batch: int
    steps: int
    tokens: int
    precision: str
    device: str
    threads: int
    forwards: int


def ours(job: Job, mark: Callable[[], None]) -> None:
    """`fit` itself; a step ends where the momentum copy would follow."""
    from trainer.objective.objective import Objective
    from trainer.recipes.reading import load_recipe
    from trainer.training.fit import fit

    changes = {
        "pooling": "mean",
        "template_anchor": "",
        "template_other": "",
        "heldout": 0.0,
        "batch_size": job.batch,
        "epochs": 1,
        "max_sentence_tokens": job.tokens - 2,
        "precision": job.precision,
        "checkpoint_every": 10**6,
        "validate_every": 10**6,
        "learning_rate": 1e-5,
    }
    if job.forwards:
        changes["forwards"] = job.forwards
    name = "osscse" if job.way == OURS else "simcse"
    recipe = load_recipe(name, [f"{key}={value}" for key, value in changes.items()], job.model)
    real = Objective.follow

    def follow(objective: Objective) -> None:
        real(objective)
        mark()

    Objective.follow = follow  # type: ignore[assignment, method-assign]
    with tempfile.TemporaryDirectory() as folder:
        fit(recipe, Path(job.triples), Path(folder) / "run", device=job.device)


def peer(job: Job, mark: Callable[[], None]) -> None:
    """sentence-transformers' own trainer and loss, with its defaults."""
    import pyarrow.parquet as pq
    from datasets import Dataset
    from sentence_transformers import (
        SentenceTransformer,
        SentenceTransformerTrainer,
        SentenceTransformerTrainingArguments,
    )
    from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss
    from transformers import TrainerCallback

    class Clock(TrainerCallback):
        def on_step_end(self, *arguments: Any, **named: Any) -> None:
            mark()

    table = pq.read_table(job.triples, columns=["anchor", "paraphrase", "negation"])
    model = SentenceTransformer(job.model, device=job.device)
    model.max_seq_length = job.tokens
    with tempfile.TemporaryDirectory() as folder:
        arguments = SentenceTransformerTrainingArguments(
            output_dir=folder,
            per_device_train_batch_size=job.batch,
            max_steps=job.steps,
            learning_rate=1e-5,
            save_strategy="no",
            logging_strategy="no",
            report_to="none",
            use_cpu=job.device == "cpu",
            bf16=job.precision == "bf16",
            disable_tqdm=True,
        )
        SentenceTransformerTrainer(
            model=model,
            args=arguments,
            train_dataset=Dataset.from_dict(table.to_pydict()),
            loss=MultipleNegativesRankingLoss(model),
            callbacks=[Clock()],
        ).train()


def reference(job: Job, mark: Callable[[], None]) -> None:
    """Every anchor twice in one forward, padded to the limit, with torch's default AdamW."""
    import pyarrow.parquet as pq
    import torch
    from torch.nn import functional
    from transformers import AutoModel, AutoTokenizer

    anchors = pq.read_table(job.triples, columns=["anchor"])["anchor"].to_pylist()
    tokenizer = AutoTokenizer.from_pretrained(job.model)
    model = AutoModel.from_pretrained(job.model, add_pooling_layer=False).to(job.device).train()
    head = torch.nn.Linear(model.config.hidden_size, model.config.hidden_size).to(job.device)
    learned = [*model.parameters(), *head.parameters()]
    optimizer = torch.optim.AdamW(learned, lr=1e-5, weight_decay=0.0)
    own = torch.arange(job.batch, device=job.device)
    for start in range(0, len(anchors), job.batch):
        inputs = tokenizer(
            [text for text in anchors[start : start + job.batch] for _ in range(2)],
            padding="max_length",
            truncation=True,
            max_length=job.tokens,
            return_tensors="pt",
        ).to(job.device)
        with torch.autocast(job.device, torch.bfloat16, enabled=job.precision == "bf16"):
            states = model(**inputs).last_hidden_state
            vectors = torch.tanh(head(states[:, 0])).float()
        first, second = (functional.normalize(vectors[i::2], dim=-1) for i in (0, 1))
        loss = functional.cross_entropy(first @ second.T / 0.05, own)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step()
        mark()


WAYS: dict[str, Callable[[Job, Callable[[], None]], None]] = {
    PEER: peer,
    OURS: ours,
    FIXED: reference,
    SIMCSE: ours,
}
"""Name -> way."""
