"""Reads a model's sizes from its settings, and checks that its layers are supported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.translation.engines.marian.container import Weights
from schemas.errors import UserError

SUPPORTED = {
    "type": "transformer",
    "dec-cell": "ssru",
    "transformer-decoder-autoreg": "rnn",
    "transformer-preprocess": "",
    "transformer-postprocess": "dan",
    "transformer-postprocess-emb": "d",
    "transformer-postprocess-top": "",
    "transformer-ffn-activation": "relu",
    "transformer-ffn-depth": "2",
    "transformer-no-projection": "false",
    "transformer-pool": "false",
    "transformer-tied-layers": "[]",
    "transformer-train-position-embeddings": "false",
    "lemma-dim-emb": "0",
    "ulr": "false",
}
"""The only architecture of Firefox's models. These are also the values of missing settings."""
_NUMBERS = ("enc-depth", "dec-depth", "transformer-heads")


@dataclass(frozen=True, slots=True)
class Architecture:
    """The sizes of a student model: transformer encoder, SSRU decoder.

    Attributes:
        encoder_layers, decoder_layers: number of layers.
        heads: number of attention heads.
        width: size of the hidden states.
        source_embedding, target_embedding: names of the tables; the same name if tied.
    """

    encoder_layers: int
    decoder_layers: int
    heads: int
    width: int
    source_embedding: str
    target_embedding: str


def read_architecture(weights: Weights) -> Architecture:
    """Read the sizes of the model in a file.

    Raises:
        UserError: another architecture; the message names the settings that differ.
    """
    settings = _settings(weights.configuration)
    differing = [
        f"{name} is {settings[name] or 'empty'} (supported: {value or 'empty'})"
        for name, value in SUPPORTED.items()
        if settings.get(name, value) != value
    ]
    if differing:
        raise UserError(
            f"{weights.path} has another architecture than Firefox's student models:"
            f" {', '.join(differing)}. Use a model that `pipeline models fetch` offers."
        )
    encoder, decoder, heads = (_number(weights, settings, name) for name in _NUMBERS)
    tied = "Wemb" in weights
    source, target = ("Wemb", "Wemb") if tied else ("encoder_Wemb", "decoder_Wemb")
    return Architecture(encoder, decoder, heads, weights.shape(target)[1], source, target)


def _number(weights: Weights, settings: Mapping[str, str], name: str) -> int:
    found = settings.get(name, "none")
    if not found.isdecimal():
        raise UserError(
            f"{weights.path} is damaged: its settings say {name} is {found}, not a number. Download"
            " it again."
        )
    return int(found)


def _settings(yaml: str) -> dict[str, str]:
    """The scalar settings. The file's YAML is flat except for lists, which are not needed."""
    pairs = (line.partition(":") for line in yaml.splitlines() if not line.startswith((" ", "-")))
    return {name: value.strip().strip("\"'") for name, _, value in pairs}
