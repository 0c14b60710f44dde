"""What runs, readers and servers recorded, for `fuzz.py`: records, vectors, marks, lists, sets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fuzzed import Target, text_file

RECORD = {
    "model": "demo", "base_model": None, "dimensions": 32, "counts": {"training": 12},
    "triples": "artifacts", "processes": 1, "versions": {"torch": "2.9"}, "metric": "dev_spearman",
    "initial_score": 0.5, "kept_score": 0.75, "kept_step": 4, "steps": 8, "seconds": 1.5,
    "mix_share": 0.5, "before": {"contrast": 50.0}, "after": {"contrast": 60.0}, "finished": True,
}  # fmt: skip
MARKS = {
    "table": "judgements", "reader": "anna", "triples": "ab" * 32,
    "judgements": [
        {"id": "7", "variant": 0, "part": None},
        {"id": "-2", "variant": 1, "part": "paraphrase"},
    ],
}  # fmt: skip
FILE = {
    "name": "model.ende.bin", "fileType": "model", "version": "3.0", "architecture": "tiny",
    "sourceLanguage": "en", "targetLanguage": "de", "filter_expression": "",
    "decompressedHash": "ab" * 32,
    "attachment": {"location": "a/b.zst", "size": 90, "hash": "cd" * 32},
}  # fmt: skip
FILES = [
    FILE,
    FILE | {"name": "vocab.ende.spm", "fileType": "vocab"},
    FILE | {"name": "lex.ende.bin", "fileType": "lex"},
]
KEYS = [bytes([i]) * 16 for i in range(3)]


def _run(folder: Path) -> Path:
    path = folder / "run.json"
    if not path.exists():
        path.write_text(json.dumps(RECORD), "utf-8", newline="\n")
        (folder / "recipe.toml").write_text('model = "demo"\nepochs = 2\n', "utf-8", newline="\n")
    return path


def _read_run(folder: Path) -> Any:
    """As `trainer report` and `trainer compare` show it."""
    from trainer.evaluation.diagnosis.compare import settings_that_differ
    from trainer.evaluation.report.trained import trained

    shown = trained([str(folder)])
    return shown, settings_that_differ([str(folder)])


def _run_recipe(folder: Path) -> Path:
    return _run(folder).with_name("recipe.toml")


def _shelf(folder: Path) -> Path:
    import numpy as np

    from trainer.encoders.embeddings import write_shelf

    if not list(folder.glob("*.npz")):
        write_shelf(folder, KEYS, np.arange(12, dtype=np.float32).reshape(3, 4))
    return next(folder.glob("*.npz"))


def _read_shelf(folder: Path) -> Any:
    """Vectors that were never stored; lost ones are computed again."""
    from trainer.encoders.embeddings import read_shelf

    found = {key: [*map(float, one)] for key, one in read_shelf(folder, set(KEYS)).items()}
    stored = {key: [4.0 * i + j for j in range(4)] for i, key in enumerate(KEYS)}
    return {key: vector for key, vector in found.items() if vector != stored[key]}


def _read_marks(path: Path) -> Any:
    from pipeline.inspection.marks import read_marks

    return read_marks(path)


def _read_list(path: Path) -> Any:
    """As a server sends it."""
    import httpx

    from pipeline.translation.published.catalogue import pivots
    from pipeline.translation.published.server import read_list

    answer = httpx.MockTransport(lambda request: httpx.Response(200, content=path.read_bytes()))
    with httpx.Client(transport=answer) as client:
        found, files = read_list(client, "http://localhost/list.json")
    return found, files, pivots(found)


def _labelled(folder: Path) -> Path:
    from trainer.evaluation.data.convert import write_labelled
    from trainer.evaluation.data.labelled import Labelled, TransferTask

    if not (folder / "CR.parquet").exists():
        rows = Labelled([f"It works {i} times." for i in range(6)], [0, 1] * 3)
        write_labelled(folder, [TransferTask("CR", {"all": rows})])
    return folder / "CR.parquet"


def _read_labelled(folder: Path) -> Any:
    from trainer.evaluation.data.labelled import read_transfer

    return read_transfer(folder)


def _senteval(folder: Path) -> Path:
    year = folder / "STS" / "STS12-en-test"
    if not year.exists():
        year.mkdir(parents=True)
        for name, text in {
            "gs": "4.6\n1.5\n",
            "input": "A man.\tOne man.\nIt rains\tIt snows\n",
        }.items():
            (year / f"STS.{name}.x.txt").write_text(text, "utf-8", newline="\n")
    return year / "STS.gs.x.txt"


def _read_senteval(folder: Path) -> Any:
    from trainer.evaluation.data.senteval import read_senteval_sts

    found = read_senteval_sts(folder)
    return [(part.first, part.second, part.scores) for parts in found.values() for part in parts]


def _refused(folder: Path) -> Path:
    """Tables whose verdicts name why candidates were refused."""
    from pipeline.acceptance.judging import FilterConfig
    from pipeline.stages.filter import run_filter
    from tests.artifacts import make_artifacts

    if not (folder / "verdicts").exists():
        texts: dict[str, tuple[str | None, list[tuple[Any, ...]]]] = {
            f"The {i} gates are open.": (
                f"The {i} gates are not open.",
                [("de", f"{i + 1} gates stand open.", -0.1), ("de", f"{i} stand open.", -0.2)],
            )
            for i in range(11, 14)
        }
        make_artifacts(folder, texts, ("de",))
        run_filter(folder, FilterConfig(min_mer=0.0))
    return min((folder / "verdicts").glob("part-*.parquet"))


def _read_refused(folder: Path) -> Any:
    """Draw refused candidates as `pipeline judge --refused` does, and judge them."""
    from pipeline.inspection.judging import judgement
    from pipeline.inspection.refusals import drawn_refusals
    from pipeline.storage.judgements import JudgementsOf

    found = drawn_refusals(folder, 9)
    said = JudgementsOf(folder, "anna", "f" * 64)
    said.write([judgement("anna", one, None) for one in found])
    return said.read()


def _changed_encoder(folder: Path) -> Path:
    """The file of a difference, whose base stays where it was made."""
    path = folder / "changed.safetensors"
    if not path.exists():
        from tests.tiny_encoders import make_bert
        from trainer.encoders.difference import write_difference
        from trainer.encoders.folder import load_encoder

        (folder / "base").mkdir()
        before = load_encoder(str(make_bert(folder / "base")), pooling="mean").backbone.state_dict()
        after = {name: weight + 0.01 for name, weight in before.items()}
        write_difference(path, before, after, base=str(folder / "base"), most=200_000, card="# A")
    return path


def _read_changed(folder: Path) -> Any:
    """As `trainer difference --with FILE` reads it."""
    from trainer.encoders.folder import load_encoder

    encoder = load_encoder(str(folder / "changed.safetensors"), pooling="mean")
    return encoder.encode(["The old ferry moves."]).shape


TARGETS = {
    "refused candidates": Target(_refused, _read_refused, examples=5),
    "encoder as a difference": Target(_changed_encoder, _read_changed, examples=3),
    "run that is shown": Target(_run, _read_run),
    "recipe of a run that is shown": Target(_run_recipe, _read_run),
    "stored embeddings": Target(_shelf, _read_shelf, vouched=True),
    "marks": text_file("marks.json", json.dumps(MARKS), _read_marks),
    "list of published models": text_file("list.json", json.dumps({"data": FILES}), _read_list),
    "labelled set": Target(_labelled, _read_labelled),
    "scores of SentEval": Target(_senteval, _read_senteval),
}
