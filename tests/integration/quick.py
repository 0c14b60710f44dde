"""What commands leave out in tests that run many of them: pictures, and most of what they measure.

The packages are loaded in the functions, since every process that runs tests loads this file.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import pytest

if TYPE_CHECKING:
    from trainer.encoders.encoder import Encoder


def without_pictures(patch: pytest.MonkeyPatch) -> None:
    """Files in place of pictures, and none of a run's curves."""
    from matplotlib.figure import Figure

    from trainer.evaluation.report import figures

    patch.setattr("trainer.training.fit.plot_run", lambda metrics, picture: None)
    patch.setattr(Figure, "savefig", _write_no_picture)
    patch.setattr(figures, "DRAWINGS", figures.DRAWINGS[::3])


def on_few_bundled_sentences(patch: pytest.MonkeyPatch) -> None:
    """A share of the bundled sets; an audit of fewer sentences; fewer samples for an interval."""
    from trainer.evaluation.data import contrast_sets, families

    read, bundled = contrast_sets._read, families.bundled_families()
    patch.setattr(contrast_sets, "_read", lambda *of: read(*of)[::30])
    patch.setattr(families, "bundled_families", lambda: bundled[::10])
    patch.setattr("pipeline.inspection.audit.FEWEST", 5)
    patch.setattr("trainer.evaluation.scores.contrast.SAMPLES", 40)


def on_few_written_triples(patch: pytest.MonkeyPatch, few: Path) -> None:
    """Twenty of the written triples, in a file made for them."""
    import pyarrow.parquet as pq

    from trainer.data import places

    pq.write_table(pq.read_table(places._BUNDLED).slice(0, 20), few)
    patch.setattr(places, "_BUNDLED", few)


def with_one_graph(patch: pytest.MonkeyPatch) -> None:
    """Every released encoder has the graph of the first one, since to write it takes seconds."""
    from trainer.encoders import onnx

    write: Callable[[Encoder, Path], None] = onnx.write_onnx
    written: list[bytes] = []

    def write_once(encoder: Encoder, path: Path) -> None:
        if written:
            path.write_bytes(written[0])
        else:
            write(encoder, path)
            written.append(path.read_bytes())

    patch.setattr(onnx, "write_onnx", write_once)


def _write_no_picture(figure: object, file: BinaryIO | Path, **options: object) -> None:
    if isinstance(file, Path):
        file.write_bytes(b"a picture")
    else:
        file.write(b"a picture")
