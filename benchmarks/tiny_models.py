"""Models with random weights, small enough to be killed often."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
if str(ROOT) not in sys.path:  # for the makers of small models
    sys.path.append(str(ROOT))


def tiny_translation_model(folder: Path, direction: str) -> None:
    """An FSMT model of 16 dimensions with the demo model's tokenizer."""
    import torch
    from transformers import FSMTConfig, FSMTForConditionalGeneration

    from pipeline.translation.checkpoint import load_tokenizer
    from pipeline.translation.models import demo_pivots

    tokenizer = load_tokenizer(str(Path(demo_pivots()[0].forward).with_name(direction)))
    torch.manual_seed(len(direction) + ord(direction[0]))
    config = FSMTConfig(
        langs=direction.split("-"),
        src_vocab_size=len(tokenizer),
        tgt_vocab_size=len(tokenizer),
        d_model=16,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=32,
        decoder_ffn_dim=32,
        tie_word_embeddings=True,
        init_std=0.3,
    )
    FSMTForConditionalGeneration(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def tiny_encoder(folder: Path) -> None:
    """A BERT of 32 dimensions with a few words; reading a whole vocabulary takes half of a run."""
    from tests.tiny_encoders import make_bert

    folder.mkdir()
    make_bert(folder)
