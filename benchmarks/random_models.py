"""Random translation models with a true model's shape, whose translations end naturally."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SHAPES = {
    # name: width, layers per side, feed-forward width, heads
    "random-half": (512, 6, 4096, 8),
    "random-wmt19": (1024, 6, 8192, 16),
}
HEAD = 64
END = 2


def make_model(shape: str, folder: Path) -> None:
    """A random FSMT of that shape with the demo models' tokenizer."""
    import torch
    from transformers import FSMTConfig, FSMTForConditionalGeneration

    from pipeline.translation.checkpoint import load_tokenizer
    from pipeline.translation.models import demo_pivots

    tokenizer = load_tokenizer(demo_pivots()[0].forward)
    width, layers, inner, heads = SHAPES[shape]
    torch.manual_seed(0)
    config = FSMTConfig(
        langs=["en", "de"],
        src_vocab_size=len(tokenizer),
        tgt_vocab_size=len(tokenizer),
        d_model=width,
        encoder_layers=layers,
        decoder_layers=layers,
        encoder_attention_heads=heads,
        decoder_attention_heads=heads,
        encoder_ffn_dim=inner,
        decoder_ffn_dim=inner,
        tie_word_embeddings=False,
    )
    model = FSMTForConditionalGeneration(config).eval()
    rig(model)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def rig(model: Any) -> None:
    """Let each translation end where its source ends, without changing the work of a step.

    All blocks are damped, so that a state stays close to its word plus its position. One head of
    the last cross-attention compares positions: it attends to the source token at the decoder's own
    position, and passes on a mark that only the end of a sentence carries. The output row of the
    end reads the mark.
    """
    import torch

    width = model.config.d_model
    half = width // 2
    mark = half - 1  # sine of the lowest frequency: next to 0 at all positions in use
    columns = [c for f in range(0, 4 * (HEAD // 2), 4) for c in (f, half + f)]
    encoder, decoder = model.model.encoder, model.model.decoder
    with torch.no_grad():
        for layer in [*encoder.layers, *decoder.layers]:
            layer.fc2.weight *= 0.01
            layer.self_attn.out_proj.weight *= 0.01
        for layer in decoder.layers:
            layer.encoder_attn.out_proj.weight *= 0.01
        for part in (encoder, decoder):
            part.embed_tokens.weight *= 0.5
        encoder.embed_tokens.weight[:, mark] = 0
        encoder.embed_tokens.weight[END, mark] = 10 / encoder.embed_scale
        attention = decoder.layers[-1].encoder_attn
        for projection in (attention.q_proj, attention.k_proj):
            projection.weight[:HEAD] = 0
            projection.weight[range(HEAD), columns] = 4.0
        attention.v_proj.weight[:HEAD] = 0
        attention.v_proj.weight[0, mark] = 1.0
        attention.out_proj.weight[mark] = 0
        attention.out_proj.weight[mark, 0] = 3.0
        rows = decoder.output_projection.weight
        rows.normal_(0, 0.05)
        rows[:, mark] = 0
        rows[[0, 1, END, 3]] = 0
        rows[END, mark] = 4.0
