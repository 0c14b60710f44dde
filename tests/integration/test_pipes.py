"""A pipe in the place of a file that the programs keep is named or replaced, never waited for."""

import os

import pytest

from pipeline.inspection.listed import read_leniently
from pipeline.sources import staging
from pipeline.storage.journal import entries
from pipeline.storage.judgements import read_judgements
from schemas.errors import UserError
from schemas.files import sha256_file
from trainer.data.manifest import open_parquet
from trainer.encoders.embeddings import read_shelf
from trainer.evaluation.data.sts_sets import read_pairs
from trainer.evaluation.diagnosis.compare import settings_that_differ
from trainer.evaluation.report import page
from trainer.runs.folder import RunFolder
from trainer.runs.metrics import read_metrics
from trainer.sweeps import running
from trainer.sweeps.figures import read_figures
from trainer.training.checkpoint import load_checkpoint

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here"),
    pytest.mark.timeout(30),
]


@pytest.mark.parametrize(
    ("name", "read", "said"),
    [
        (
            "journal.jsonl",
            lambda path: list(entries(path.parent, "run")),
            "jsonl is a pipe",
        ),
        ("manifest.json", lambda path: read_judgements(path.parents[2], "f" * 64), "is a pipe"),
        ("part-00000.parquet", sha256_file, "part-00000.parquet is a pipe"),
        ("metrics.jsonl", read_metrics, "metrics.jsonl is a pipe"),
        ("checkpoint.safetensors", lambda path: load_checkpoint(path, None, None), "is a pipe"),
        ("sts.parquet", lambda path: read_pairs(path, "sts"), "is not a readable Parquet"),
        ("part.parquet", lambda path: open_parquet(path).__enter__(), "parquet is a pipe"),
        ("part.npz", lambda path: read_shelf(path.parent, set()), "part.npz is damaged"),
        ("recipe.toml", lambda path: settings_that_differ([str(path.parent)]), "readable recipe"),
    ],
)
def test_what_cannot_be_made_again_is_named(tmp_path, name, read, said):
    folder = tmp_path / "judgements" / "anna"
    folder.mkdir(parents=True)
    (folder / "run.json").write_text('{"model": "demo"}')
    os.mkfifo(folder / name)
    with pytest.raises((OSError, UserError), match=said):
        read(folder / name)


@pytest.mark.parametrize(
    ("name", "read", "found"),
    [
        ("catalog.sql", read_leniently, ""),
        ("staged.json", lambda path: staging._staged_before(path.parent, {}), staging.Staged()),
        ("checkpoint.safetensors", lambda path: RunFolder(path.parent).kept_step(), 0),
        ("sweep.json", running._tabled, []),
        ("figures.json", lambda path: read_figures(path, {}), None),
        ("report.json", lambda path: page._remove_earlier(path.parent), None),
    ],
)
def test_what_can_be_made_again_counts_as_missing(tmp_path, name, read, found):
    os.mkfifo(tmp_path / name)
    assert read(tmp_path / name) == found
