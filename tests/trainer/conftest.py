"""Tiny models and tables, built from nothing: no download, no trained weights."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import torch
from tokenizers import (
    AddedToken,
    Tokenizer,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

from schemas.tables import TRIPLES

SUBJECTS = ["the baker", "a nurse", "our neighbour", "the old ferry", "my cousin", "a gardener"]
VERBS = ["opens", "repairs", "sells", "paints", "cleans", "moves"]
THINGS = ["the green door", "a wooden boat", "some bread", "the long bench", "two lamps"]
CORPUS = [f"{s} {v} {t} today ." for s in SUBJECTS for v in VERBS for t in THINGS] + [
    'This sentence : " x " means nothing , of course .',
    "never not does do anything else at all !",
]


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> None:
    """Sums in one order, so that figures and weights repeat to the last bit."""
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tiny_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plain `transformers` folder with a random BERT of 2 layers and 32 dimensions."""
    from transformers import BertConfig, BertModel

    folder = tmp_path_factory.mktemp("tiny_bert")
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    # Spelt out and not trained: trainers break ties as they like, and losses are pinned on this.
    words = sorted({word for line in CORPUS for word in line.lower().split()})
    letters = sorted({letter for word in words for letter in word})
    entries = dict.fromkeys([*special, *words, *letters, *(f"##{letter}" for letter in letters)])
    vocabulary = {word: index for index, word in enumerate(entries)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(special)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[(t, tokenizer.token_to_id(t)) for t in ("[CLS]", "[SEP]")],
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "vocab.txt").write_text("".join(f"{word}\n" for word in vocabulary))
    names = {"unk": "[UNK]", "sep": "[SEP]", "pad": "[PAD]", "cls": "[CLS]", "mask": "[MASK]"}
    _write(
        folder / "tokenizer_config.json",
        {
            "tokenizer_class": "BertTokenizer",
            "do_lower_case": True,
            **{f"{name}_token": token for name, token in names.items()},
        },
    )
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=80,
        initializer_range=0.2,
    )
    BertModel(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def tiny_roberta(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plain `transformers` folder with a random RoBERTa of 2 layers and 32 dimensions."""
    from transformers import RobertaConfig, RobertaModel

    folder = tmp_path_factory.mktemp("tiny_roberta")
    mask = AddedToken("<mask>", lstrip=True, special=True)  # as in the published tokenizers
    special = ["<s>", "<pad>", "</s>", "<unk>", mask]
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.train_from_iterator(
        CORPUS,
        trainers.BpeTrainer(
            vocab_size=450,
            special_tokens=special,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        ),
    )
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    tokenizer.save(str(folder / "tokenizer.json"))
    names = {"bos": "<s>", "eos": "</s>", "cls": "<s>", "sep": "</s>"}
    names |= {"pad": "<pad>", "unk": "<unk>", "mask": "<mask>"}
    _write(
        folder / "tokenizer_config.json",
        {
            "tokenizer_class": "PreTrainedTokenizerFast",
            **{f"{name}_token": token for name, token in names.items()},
        },
    )
    torch.manual_seed(0)
    config = RobertaConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=82,
        initializer_range=0.2,
    )
    RobertaModel(config).save_pretrained(folder)
    return folder


def triple(
    identity: int, anchor: str, paraphrase: str | None, negation: str | None
) -> dict[str, Any]:
    """A row of the table with the status that its texts give it."""
    status = {
        (True, True): "complete",
        (False, True): "no_paraphrase",
        (True, False): "no_negation",
        (False, False): "anchor_only",
    }[paraphrase is not None, negation is not None]
    return {
        "id": identity,
        "anchor": anchor,
        "paraphrase": paraphrase,
        "negation": negation,
        "mer": 0.3 if paraphrase else None,
        "negation_mer": None,
        "pivot_lang": None,
        "rule": None,
        "score": None,
        "status": status,
    }


def some_triples(count: int, *, every: int = 3) -> list[dict[str, Any]]:
    """Rows of which every `every`-th lacks a paraphrase."""
    rows = []
    for i in range(count):
        subject, verb = SUBJECTS[i % 6], VERBS[i // 6 % 6]
        thing = THINGS[i // 36 % 5]
        rows.append(
            triple(
                i,
                f"{subject} {verb} {thing} today .",
                f"today {thing} {subject} {verb} ." if i % every else None,
                f"{subject} never {verb} {thing} today .",
            )
        )
    return rows


def write_triples(folder: Path, rows: list[dict[str, Any]], *, group: int = 8) -> Path:
    """Write rows as two files of small row groups in the artifacts layout."""
    (folder / "triples").mkdir(parents=True)
    half = len(rows) // 2
    for index, part in enumerate((rows[:half], rows[half:])):
        table = pa.Table.from_pylist(part, schema=TRIPLES)
        pq.write_table(
            table, folder / "triples" / f"part-{index:05d}.parquet", row_group_size=group
        )
    return folder


@pytest.fixture
def artifacts(tmp_path: Path) -> Path:
    """Artifacts folder with 60 triples, 40 of them complete."""
    return write_triples(tmp_path / "artifacts", some_triples(60))


@pytest.fixture
def recipe_for() -> Callable[..., Any]:
    """Makes a recipe (OssCSE's, or `base`) small enough for a tiny model.

    Keywords change single values; `noise__ratio` stands for `noise.ratio`.
    """

    def make(model: Path | str, base: str = "osscse", **changes: object) -> Any:
        from trainer.recipes.reading import load_recipe

        small: dict[str, object] = {
            "batch_size": 8,
            "epochs": 2,
            "learning_rate": 1e-3,
            "max_sentence_tokens": 24,
            "max_eval_tokens": 64,
            "validate_every": 5,
            "checkpoint_every": 5,
            "log_every": 1,
            "heldout": 0.2,
            "shuffle_buffer": 16,
        }
        settings = {**small, **changes}
        sets = [f"{k.replace('__', '.')}={_toml(v)}" for k, v in settings.items()]
        return load_recipe(base, sets, str(model))

    return make


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _write(path: Path, value: dict[str, Any]) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")
