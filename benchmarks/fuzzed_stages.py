"""What stages read besides tables, for `fuzz.py`: models of judges and of translation, staging."""

from __future__ import annotations

import math
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, suppress
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fuzzed import Target

from schemas.errors import UserError

ROOT = Path(__file__).parents[1]
if str(ROOT) not in sys.path:  # for the makers of small models
    sys.path.append(str(ROOT))

PAIRS = [("The old ferry moves.", "It moves."), ("No dog barks.", "Not one dog barks, 7 % of it!")]
LINES = [f"Sentence {i % 17} of the file." if i % 5 else "" for i in range(40)]


def _similarity(name: str) -> Callable[[Path], Path]:
    """Makes an encoder that sentence-transformers itself wrote, with a dense layer."""

    def make(folder: Path) -> Path:
        if not (folder / "own").exists():
            from tests.sentence_models import make_sentence_model
            from tests.tiny_encoders import make_bert

            (folder / "plain").mkdir()
            make_sentence_model(make_bert(folder / "plain"), "dense", folder / "own")
        return folder / "own" / name

    return make


def _read_similarity(folder: Path) -> Any:
    from pipeline.acceptance.measures.similarity import SentenceSimilarity

    figures = SentenceSimilarity(str(folder / "own"), "cpu").cosines(PAIRS)
    assert all(-1.001 < figure < 1.001 for figure in figures), figures
    return len(figures)


def _fsmt(folder: Path) -> Path:
    if not (folder / "model").exists():
        from tests.translation_models import make_fsmt

        make_fsmt(folder / "model", ("en", "de"), seed=3)
    return folder / "model"


def _translated(folder: Path, cache: Path, engine: str) -> Any:
    """Translate as `pipeline run backtranslate` does.

    Args:
        folder: with the model.
        cache: for converted models.
        engine: name of the engine.
    """
    from pipeline.translation import pretrained
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engines.table import open_engine, prepare
    from pipeline.translation.tokens import decode, encode

    name, decoding = str(folder / "model"), Decoding(max_length=12)
    pretrained._tokenizer.cache_clear()
    with patch.dict("os.environ", OSSCSE_CACHE=str(cache)):
        opened = open_engine(prepare(name, engine, decoding), "cpu", "fp32", 1)
    sources = encode(name, [text for pair in PAIRS for text in pair])
    found = [row[0] for row in opened.translate(sources, decoding, batch_tokens=512)]
    assert all(math.isfinite(one.score) for one in found), found
    return decode(name, [one.ids for one in found]), [one.score for one in found]


def _model(name: str) -> Callable[[Path], Path]:
    return lambda folder: _fsmt(folder) / name


def _read_model(engine: str) -> Callable[[Path], Any]:
    def read(folder: Path) -> Any:
        with tempfile.TemporaryDirectory() as cache:
            return _translated(folder, Path(cache), engine)

    return read


def _conversion(name: str) -> Callable[[Path], Path]:
    """Makes the cached conversion of a model."""

    def make(folder: Path) -> Path:
        if not (folder / "cache").exists():
            _fsmt(folder)
            _read_conversion(folder)
        return next((folder / "cache" / "ctranslate2").glob("*/")) / name

    return make


def _read_conversion(folder: Path) -> Any:
    return _translated(folder, folder / "cache", "ctranslate2")


def _as_model(name: str) -> Callable[[Path], Path]:
    """Makes a converted model, whose folder `--models` is given."""

    def make(folder: Path) -> Path:
        if not (folder / "model").exists():
            with tempfile.TemporaryDirectory() as place:
                made = _conversion("model.bin")(Path(place)).parent
                shutil.copytree(made, folder / "model")
        return folder / "model" / name

    return make


def _read_as_model(folder: Path) -> Any:
    """Whether the folder is refused, since it is no model that `--models` takes."""
    try:
        return _read_model("ctranslate2")(folder)
    except UserError as error:
        return str(error).startswith(f"{folder / 'model'} is not a folder with a sequence-to-seq")


class _Killed(Exception):  # noqa: N818 - named for what happened
    pass


def _staging(name: str) -> Callable[[Path], Path]:
    """Makes what an `ingest` leaves that is killed when its second pass begins to write."""

    def make(folder: Path) -> Path:
        if not (folder / "in.txt").exists():
            (folder / "in.txt").write_text("\n".join(LINES), "utf-8", newline="\n")
            killed = patch("pipeline.stages.ingest.kept_tables", side_effect=_Killed)
            with killed, suppress(_Killed):
                _ingest(folder)
        return folder / "sentences" / ".staging" / name

    return make


def _ingest(folder: Path) -> Any:
    from pipeline.stages.ingest import IngestConfig, run_ingest

    # The name of the input, which is in the tables, is the same in every folder.
    named = patch("pipeline.stages.ingest.resolve_inputs", lambda *_: {"a": folder / "in.txt"})
    rows = patch("pipeline.sources.staging.STAGING_ROWS", 8)
    with named, rows, redirect_stderr(StringIO()):
        return run_ingest(["a"], folder, IngestConfig(shard_rows=10))


def _read_staging(folder: Path) -> Any:
    """Run `ingest` again, on a copy, since it removes its staging."""
    with tempfile.TemporaryDirectory() as place:
        return _ingest(shutil.copytree(folder, Path(place) / "copy"))


MODEL_FILES = (
    "config.json", "generation_config.json", "tokenizer_config.json", "vocab-src.json",
    "vocab-tgt.json", "merges.txt", "model.safetensors",
)  # fmt: skip
CONVERTED = ("model.bin", "config.json", "shared_vocabulary.json")
TARGETS = {
    **{
        f"similarity encoder: {file}": Target(_similarity(file), _read_similarity, examples=3)
        for file in (
            "modules.json", "config.json", "config_sentence_transformers.json", "tokenizer.json",
            "sentence_bert_config.json", "tokenizer_config.json", "model.safetensors",
            "1_Pooling/config.json", "2_Dense/config.json", "2_Dense/model.safetensors",
        )
    },
    **{
        f"translating with {engine}: {file}": Target(_model(file), _read_model(engine), examples=3)
        for engine in ("ctranslate2", "transformers")
        for file in MODEL_FILES
    },
    **{
        f"cached conversion: {file}": Target(
            _conversion(file), _read_conversion, vouched=True, examples=3
        )
        for file in (*CONVERTED, "sha256.json")
    },
    **{
        f"conversion as a model: {file}": Target(
            _as_model(file), _read_as_model, vouched=True, examples=3
        )
        for file in CONVERTED
    },
    **{
        f"staging of ingest: {file}": Target(
            _staging(file), _read_staging, vouched=True, examples=5
        )
        for file in ("staged.json", "clean-000000000000.parquet", "kept.parquet")
    },
}  # fmt: skip
