"""The layers of an FSMT model in torch alone, with caches of keys and values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

NEVER = -1e9
"""Score of tokens that must not be chosen."""
PLACES = 32
"""Positions by which a cache grows."""


class Linear:
    """Several projections of the same input, joined into one."""

    def __init__(self, *parts: Any) -> None:
        self.weight = torch.cat([part.weight.detach() for part in parts])
        self.bias = torch.cat([part.bias.detach() for part in parts])

    def __call__(self, x: Tensor) -> Tensor:
        return functional.linear(x, self.weight, self.bias)


class Block:
    """One layer: self-attention, for decoders attention to the source, feed-forward."""

    def __init__(self, layer: Any, heads: int) -> None:
        own = layer.self_attn
        self.heads = heads
        self.inputs = Linear(own.q_proj, own.k_proj, own.v_proj)
        self.output, self.norm = Linear(own.out_proj), layer.self_attn_layer_norm
        if cross := getattr(layer, "encoder_attn", None):
            self.query, self.source = Linear(cross.q_proj), Linear(cross.k_proj, cross.v_proj)
            self.cross_output = Linear(cross.out_proj)
            self.cross_norm = layer.encoder_attn_layer_norm
        self.up, self.down = Linear(layer.fc1), Linear(layer.fc2)
        self.activation, self.last_norm = layer.activation_fn, layer.final_layer_norm

    def feed_forward(self, x: Tensor) -> Tensor:
        """The last third of the layer, (..., width) to the same."""
        y: Tensor = self.last_norm(x + self.down(self.activation(self.up(x))))
        return y


@dataclass(slots=True)
class Memory:
    """What a step reads besides its tokens.

    Attributes:
        own: keys and values of what was decoded, (layers, 2, rows, heads, places, head width).
        source: of the source, (layers, 2, sentences, heads, source tokens, head width).
        mask: which source tokens are real, (sentences, 1, 1, source tokens); None for all.
    """

    own: Tensor
    source: Tensor
    mask: Tensor | None

    def make_room(self, position: int) -> None:
        """Make room for that position."""
        layers, two, rows, heads, places, width = self.own.shape
        if position >= places:
            larger = self.own.new_empty(layers, two, rows, heads, places + PLACES, width)
            larger[..., :places, :] = self.own
            self.own = larger

    def keep(self, sentences: Tensor | None, rows: Tensor, used: int) -> None:
        """Keep these sentences (None for all) and, in this order, these rows of the cache."""
        fresh = self.own.new_empty(*self.own.shape[:2], len(rows), *self.own.shape[3:])
        fresh[..., :used, :] = self.own[..., :used, :].index_select(2, rows)
        self.own = fresh
        if sentences is not None:
            self.source = self.source.index_select(2, sentences)
            self.mask = None if self.mask is None else self.mask[sentences]


class Network:
    """An FSMT model's weights, and one decoding step."""

    def __init__(self, model: Any) -> None:
        config, encoder, decoder = model.config, model.model.encoder, model.model.decoder
        self.encoder = [Block(layer, config.encoder_attention_heads) for layer in encoder.layers]
        self.decoder = [Block(layer, config.decoder_attention_heads) for layer in decoder.layers]
        self.encoder_words = encoder.embed_tokens.weight.detach() * encoder.embed_scale
        self.decoder_words = decoder.embed_tokens.weight.detach() * decoder.embed_scale
        # Positions are counted from the one after the padding index.
        self.pad, first = config.pad_token_id, config.pad_token_id + 1
        self.encoder_places = encoder.embed_positions.weight.detach()[first:]
        self.decoder_places = decoder.embed_positions.weight.detach()[first:]
        self.projection = decoder.output_projection.weight.detach()
        self.start, self.end = config.decoder_start_token_id, config.eos_token_id

    def read(self, ids: Tensor, beams: int) -> Memory:
        """Encode sources, (sentences, tokens), padded on the right."""
        count, longest = ids.shape
        real = ids.ne(self.pad)
        mask = None if bool(real.all()) else real[:, None, None, :]
        x = functional.embedding(ids, self.encoder_words)
        x = x + self.encoder_places[:longest] * real[..., None]
        for block in self.encoder:
            split = block.inputs(x).view(count, longest, 3, block.heads, -1)
            query, key, value = split.permute(2, 0, 3, 1, 4)
            seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
            x = block.norm(x + block.output(seen.transpose(1, 2).reshape(x.shape)))
            x = block.feed_forward(x)
        states = [
            block.source(x).view(count, longest, 2, block.heads, -1).permute(2, 0, 3, 1, 4)
            for block in self.decoder
        ]
        source = torch.stack(states)
        layers, two, _, heads, _, width = source.shape
        own = source.new_empty(layers, two, count * beams, heads, PLACES, width)
        return Memory(own, source, mask)

    def step(self, tokens: Tensor, position: int, memory: Memory) -> Tensor:
        """Scores of the next token, (rows, vocabulary), after these tokens, (rows,)."""
        rows, sentences = len(tokens), memory.source.shape[2]
        attend = functional.scaled_dot_product_attention
        x = functional.embedding(tokens, self.decoder_words) + self.decoder_places[position]
        for block, own, source in zip(self.decoder, memory.own, memory.source, strict=True):
            query, key, value = block.inputs(x).view(rows, 3, block.heads, -1).unbind(1)
            own[0, :, :, position], own[1, :, :, position] = key, value
            past = own[..., : position + 1, :]
            seen = attend(query.unsqueeze(2), past[0], past[1]).reshape(x.shape)
            x = block.norm(x + block.output(seen))
            # All beams of a sentence share its one copy of the source.
            query = block.query(x).view(sentences, rows // sentences, block.heads, -1)
            seen = attend(query.transpose(1, 2), source[0], source[1], attn_mask=memory.mask)
            x = block.cross_norm(x + block.cross_output(seen.transpose(1, 2).reshape(x.shape)))
            x = block.feed_forward(x)
        return functional.linear(x, self.projection)
