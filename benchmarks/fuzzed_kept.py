"""What the programs keep beside models and tables for themselves, for `fuzz.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fuzzed import Target

from schemas.files import sha256_file, sha256_json

CONFIGURATION = (
    "vocabs:\n  - vocab.spm\n  - vocab.spm\nshortlist:\n  - lex.bin\n  - false\nbeam: 1\n"
)
POINTS = [{"folder": "epochs=1", "seeds": {"1": {"contrast": 50.0}}, "failed": {"2": "no"}}]
COUNTS: dict[str, Any] = {"rows": 3, "lines": 5, "inputs": 1, "consumed": 0}
KEY = {"inputs": ["corpus.txt"]}


def _marian(name: str) -> Any:
    """A folder of Firefox's models, with what was recorded when they were fetched."""

    def make(folder: Path) -> Path:
        if not (folder / "source.json").exists():
            (folder / "vocab.spm").write_bytes(b"pieces")
            (folder / "lex.bin").write_bytes(b"pairs")
            (folder / "config.yml").write_text(CONFIGURATION, "utf-8", newline="\n")
            sums = {file: sha256_file(folder / file) for file in ("vocab.spm", "lex.bin")}
            source = json.dumps({"version": "3.0", "sha256": sums})
            (folder / "source.json").write_text(source, "utf-8", newline="\n")
        return folder / name

    return make


def _read_configuration(folder: Path) -> Any:
    from pipeline.translation.engines.marian.configuration import check_configurations

    return check_configurations(folder)


def _read_checksums(folder: Path) -> Any:
    from pipeline.translation.engines.marian.origin import check_origin

    return check_origin(folder)


def _conversion(folder: Path) -> Path:
    from pipeline.translation.engines import fsmt

    path = folder / fsmt.DIGESTS
    if not path.exists():
        (folder / "model.bin").write_bytes(b"weights")
        path.write_text(json.dumps(fsmt._digests(folder)), "utf-8", newline="\n")
    return path


def _read_conversion(folder: Path) -> Any:
    """Whether weights that differ are taken for those that were written."""
    from pipeline.translation.engines import fsmt

    (folder / "model.bin").write_bytes(b"weight5")
    return fsmt._is_as_written(folder)


def _staged(folder: Path) -> Path:
    path = folder / "staged.json"
    if not path.exists():
        said = {"key": KEY, "staged": COUNTS}
        path.write_text(json.dumps(said | {"digest": sha256_json(said)}), "utf-8", newline="\n")
    return path


def _read_staged(folder: Path) -> Any:
    """Counts that were never made; lost ones are made again."""
    from pipeline.sources.staging import Staged, _staged_before

    return _staged_before(folder, KEY) not in (Staged(), Staged(**COUNTS))


def _sweep(folder: Path) -> Path:
    path = folder / "sweep.json"
    if not path.exists():
        path.write_text(json.dumps({"points": POINTS}), "utf-8", newline="\n")
    return path


def _read_sweep(folder: Path) -> Any:
    from trainer.sweeps.running import _tabled

    return _tabled(folder / "sweep.json")


def _report(folder: Path) -> Path:
    path = folder / "report.json"
    if not path.exists():
        path.write_text(json.dumps({"models": {"mine": {}}}), "utf-8", newline="\n")
    return path


def _read_report(folder: Path) -> Any:
    """Replace a report; what is not its own has to stay."""
    from trainer.evaluation.report.page import _remove_earlier

    (folder / "mine.json").write_bytes(b"")
    _remove_earlier(folder)
    return (folder / "mine.json").exists()


TARGETS = {
    "configuration of Firefox's models": Target(_marian("config.yml"), _read_configuration),
    "checksums of fetched models": Target(_marian("source.json"), _read_checksums),
    "digests of a converted model": Target(_conversion, _read_conversion, vouched=True),
    "state of ingest": Target(_staged, _read_staged, vouched=True),
    "table of a sweep": Target(_sweep, _read_sweep),
    "numbers of a report": Target(_report, _read_report, vouched=True),
}
