"""An encoder as an ONNX graph, for runtimes without torch: token ids in, embeddings out.

Pooling, dense layers, normalisation and a cut to fewer dimensions are in the graph; the tokenizer
and its prompts are not. Neither are the exporter's notes on where each operator came from: they
name folders of the machine.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch

from schemas.packages import optional
from trainer.encoders.encoder import Encoder
from trainer.encoders.inference import TOKENS_PER_CPU_BATCH, Vectors, in_batches

OUTPUT = "sentence_embedding"
_NOTES = {"metadata_props", "doc_string"}
_EXAMPLE = ["The road is open.", "The road is not open, they say."]


def require_onnx() -> None:
    """Check that the packages that write and run graphs are installed.

    Raises:
        UserError: one is missing; the message names the extra.
    """
    for package in ("onnx", "onnxscript", "onnxruntime"):
        optional(
            package,
            f"`trainer release` needs the package {package}: pip install 'osscse[release]'.",
        )


def write_onnx(encoder: Encoder, path: Path) -> None:
    """Write the graph in 32-bit floats; the same encoder gives the same bytes everywhere.

    Args:
        encoder: the encoder, on the CPU.
    """
    ids, mask = encoder.padded(encoder.tokenization.ids(_EXAMPLE))
    longest = encoder.settings.positions
    sizes = {0: torch.export.Dim("batch"), 1: torch.export.Dim("length", max=longest)}
    encoder.eval()
    with torch.no_grad(), _quiet():
        program = torch.onnx.export(
            _Inference(encoder),
            (ids, mask),
            input_names=["input_ids", "attention_mask"],
            output_names=[OUTPUT],
            dynamic_shapes={"input_ids": sizes, "attention_mask": sizes},
            dynamo=True,
            verbose=False,
        )
    assert program is not None  # only the older exporter returns None
    model = program.model_proto
    drop_notes(model)
    path.write_bytes(model.SerializeToString(deterministic=True))


def drop_notes(message: Any) -> None:
    """Remove the notes of whoever made a graph, from it and from all its parts.

    The exporter adds to each operator the stack of calls that it came from, with the paths of the
    source files: another folder of the program would give other bytes, and a published graph would
    name folders of its author. Runtimes do not read notes.

    Args:
        message: an ONNX model, or a part of one.
    """
    for name in _NOTES.intersection(message.DESCRIPTOR.fields_by_name):
        message.ClearField(name)
    for field, value in message.ListFields():
        if field.message_type is not None:
            # A list of parts has no description, each of its parts has one.
            for part in [value] if hasattr(value, "DESCRIPTOR") else value:
                drop_notes(part)


def quantize(graph: Path, path: Path) -> None:
    """Write the graph with 8-bit weights; activations are quantized at run time.

    Args:
        graph: from `write_onnx`.
    """
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    model = onnx.load(graph)
    # The quantizer transposes the weight of a dense layer and then refuses the exporter's shape of
    # it. It infers the shapes that it needs.
    del model.graph.value_info[:]
    with _quiet():
        quantize_dynamic(model, path, per_channel=True, weight_type=QuantType.QInt8)


class OnnxEncoder:
    """Texts in, embeddings out, with a graph in onnxruntime.

    Args:
        encoder: for its tokenizer.
    """

    def __init__(self, encoder: Encoder, graph: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        # One thread, as for the other forms, so that speeds are comparable.
        options.intra_op_num_threads = 1
        self._encoder = encoder
        self._session: Any = onnxruntime.InferenceSession(
            str(graph), options, providers=["CPUExecutionProvider"]
        )

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Embeddings of texts, one per row."""
        encoder = self._encoder

        def embedded(rows: list[Sequence[int]]) -> np.ndarray:
            ids, mask = encoder.padded(rows)
            given = {"input_ids": ids.numpy(), "attention_mask": mask.numpy()}
            vectors: np.ndarray = self._session.run([OUTPUT], given)[0]
            return vectors

        return in_batches(
            encoder.tokenization.ids(texts),
            embedded,
            dimensions=encoder.dimensions,
            budget=TOKENS_PER_CPU_BATCH,
        )


class _Inference(torch.nn.Module):
    """The encoder with only the inputs of inference."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """Embeddings `(rows, dimensions)` of token ids `(rows, positions)`."""
        found: torch.Tensor = self.encoder(input_ids, attention_mask)
        kept = self.encoder.settings.truncate_dim
        return found if kept is None else found[:, :kept]


@contextmanager
def _quiet() -> Iterator[None]:
    """Hide the exporters' remarks on operators, which do not concern the user."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
