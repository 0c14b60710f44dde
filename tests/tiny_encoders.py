"""Tiny encoders with random weights: no download, no training."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
from transformers import BertConfig, BertModel, PreTrainedConfig, RobertaConfig, RobertaModel

from tests.triples import CORPUS


def make_bert(folder: Path, *, layers: int = 2, width: int = 32) -> Path:
    """A plain `transformers` folder with a random BERT."""
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
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=4,
        intermediate_size=2 * width,
        max_position_embeddings=80,
        initializer_range=0.2,
    )
    BertModel(config).save_pretrained(folder)
    return folder


def make_roberta(folder: Path) -> Path:
    """A plain `transformers` folder with a random RoBERTa of 2 layers and 32 dimensions."""
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


def load_quickly(patch: pytest.MonkeyPatch) -> None:
    """Do nothing for show while a model is loaded, which takes as long as all else if it is tiny.

    It is first built on the device `meta`, whose weights have no values to draw; and its
    configuration is written out for a log that nobody sees.
    """

    def drawn_where_there_is_memory(draw: Callable[..., None]) -> Callable[..., None]:
        return lambda module: None if module.weight.is_meta else draw(module)

    for kind in (torch.nn.Embedding, torch.nn.Linear):
        draw = drawn_where_there_is_memory(kind.reset_parameters)
        patch.setattr(kind, "reset_parameters", draw)
    patch.setattr(PreTrainedConfig, "__repr__", object.__repr__)


def _write(path: Path, value: dict[str, Any]) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")
