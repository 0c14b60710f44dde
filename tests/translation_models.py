"""Tiny translation models with random weights, real tokenizers, and the layout of wmt19."""

import json
from pathlib import Path

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,?!'"
TEXTS = ["The tap is open.", "No.", "She walks to the old town hall.", "Rain fell.", "Hi there!"]


def make_fsmt(folder: Path, langs: tuple[str, str], seed: int = 0, positions: int = 64) -> Path:
    """An FSMT model of 16 dimensions over single letters."""
    import torch
    from transformers import FSMTConfig, FSMTForConditionalGeneration, FSMTTokenizer

    folder.mkdir(parents=True)
    tokens = ["<s>", "<pad>", "</s>", "<unk>"] + [c + e for c in LETTERS for e in ("", "</w>")]
    vocabulary = {token: i for i, token in enumerate(tokens)}
    for side in ("src", "tgt"):
        (folder / f"vocab-{side}.json").write_text(json.dumps(vocabulary))
    (folder / "merges.txt").write_text("t h 1\nth e</w> 1\n")
    tokenizer = FSMTTokenizer(
        langs=list(langs),
        src_vocab_file=str(folder / "vocab-src.json"),
        tgt_vocab_file=str(folder / "vocab-tgt.json"),
        merges_file=str(folder / "merges.txt"),
    )
    tokenizer.save_pretrained(folder)
    torch.manual_seed(seed)
    config = FSMTConfig(
        langs=list(langs),
        src_vocab_size=len(vocabulary),
        tgt_vocab_size=len(vocabulary),
        d_model=16,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=32,
        decoder_ffn_dim=32,
        max_position_embeddings=positions,
        tie_word_embeddings=True,
        init_std=0.3,
        max_length=20,
    )
    FSMTForConditionalGeneration(config).eval().save_pretrained(folder)
    return folder


def opened(model: str, engine: str, precision: str = "fp32"):
    """An engine that has loaded a model, on two threads of the CPU."""
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engines.table import open_engine, prepare

    return open_engine(prepare(model, engine, Decoding()), "cpu", precision, 2)
