"""Models with random weights, small enough to be killed often."""

from __future__ import annotations

from pathlib import Path


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
    """A BERT of 32 dimensions with the demo encoder's tokenizer."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertModel

    from schemas.encoders import encoder_folder

    tokenizer = AutoTokenizer.from_pretrained(encoder_folder("demo"))
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
    )
    BertModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
