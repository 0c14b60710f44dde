"""Nothing is unpickled, no code of a model is run, and no network is used unasked."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.translation.checkpoint import load_model
from schemas.errors import UserError
from schemas.weights import (
    ALLOW_PICKLE,
    PUBLISHED_PICKLED,
    reading_weights,
    weights_digest,
)
from tests.artifacts import make_artifacts
from tests.translation_models import make_fsmt
from trainer.encoders.folder import load_encoder

ROOT = Path(__file__).parents[2]
SOURCES = [
    p for top in ("osscse", "pipeline", "trainer", "schemas") for p in (ROOT / top).rglob("*.py")
]
UNSAFE_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve"}
UNSAFE_CALLS = {"torch.load", "eval", "exec", "pandas.read_pickle"}
SAFE_VALUES = {"trust_remote_code": "False", "allow_pickle": "False", "weights_only": "True"}
LOOKED_AT = {*UNSAFE_MODULES, *SAFE_VALUES, *(name.split(".")[-1] for name in UNSAFE_CALLS)}


def unsafe(text: str) -> Iterator[str]:
    """Imports and calls that unpickle or run code of models."""
    if LOOKED_AT.isdisjoint(re.findall(r"\w+", text)):
        return  # without these words there is nothing to look at, and parsing takes long
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from UNSAFE_MODULES & {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            top = (node.module or "").partition(".")[0]
            if top in UNSAFE_MODULES and names != {"UnpicklingError"}:
                yield top
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in UNSAFE_CALLS:
                yield called
            for keyword in node.keywords:
                safe = SAFE_VALUES.get(keyword.arg or "")
                if safe is not None and ast.unparse(keyword.value) != safe:
                    yield f"{called}({keyword.arg}=...)"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import pickle, json", ["pickle"]),
        ("from dill.source import getsource", ["dill"]),
        ("from pickle import UnpicklingError", []),
        ("torch.load(path)", ["torch.load"]),
        ("load(path, trust_remote_code=asked)", ["load(trust_remote_code=...)"]),
        ("load(path, weights_only=True)", []),
        ("torch.load(path, weights_only=False)", ["torch.load", "torch.load(weights_only=...)"]),
    ],
)
def test_the_check_sees_what_is_unsafe(text, found):
    assert list(unsafe(text)) == found


def test_no_source_unpickles_or_runs_code_of_models():
    found = {str(path): list(unsafe(path.read_text(encoding="utf-8"))) for path in SOURCES}
    assert {path: faults for path, faults in found.items() if faults} == {}
    assert len(found) > 300  # else the check has lost its object


def pickled(folder: Path) -> Path:
    """The same model with its weights in `pytorch_model.bin` alone."""
    import torch
    from safetensors.torch import load_file

    torch.save(load_file(folder / "model.safetensors"), folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()
    return folder


@pytest.fixture
def pickled_encoder(tiny_bert, tmp_path):
    import shutil

    return pickled(Path(shutil.copytree(tiny_bert, tmp_path / "encoder")))


@pytest.fixture
def pickled_translator(tmp_path):
    return pickled(make_fsmt(tmp_path / "en-de", ("en", "de")))


def test_pickled_weights_are_refused_with_the_way_out(pickled_encoder, pickled_translator):
    for load in (
        lambda: load_encoder(str(pickled_encoder), pooling="cls"),
        lambda: load_model(str(pickled_translator)),
    ):
        with pytest.raises(UserError, match=r"pytorch_model\.bin.* set OSSCSE_ALLOW_PICKLE=1"):
            load()


def test_pickled_weights_are_read_where_asked_for(
    tiny_bert, pickled_encoder, pickled_translator, monkeypatch
):
    monkeypatch.setenv(ALLOW_PICKLE, "1")
    loaded = load_encoder(str(pickled_encoder), pooling="cls")
    again = load_encoder(str(tiny_bert), pooling="cls")
    assert weights_digest(loaded.state_dict()) == weights_digest(again.state_dict())
    assert load_model(str(pickled_translator)).config.model_type == "fsmt"


class _Harmful:
    """Makes a file while it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (Path.touch, (self.path,))


def test_code_in_a_pickle_is_not_run_even_so(
    pickled_encoder, pickled_translator, tmp_path, monkeypatch
):
    import torch

    monkeypatch.setenv(ALLOW_PICKLE, "1")
    ran = tmp_path / "ran"
    for folder in (pickled_encoder, pickled_translator):
        torch.save({"weights": _Harmful(ran)}, folder / "pytorch_model.bin")
    with pytest.raises(UserError, match="more than tensors"):
        load_encoder(str(pickled_encoder), pooling="cls")
    with pytest.raises(UserError, match="more than tensors"):
        load_model(str(pickled_translator))
    assert not ran.exists()


def test_the_papers_models_are_the_only_ones_pickled_by_name():
    assert {
        name for name in PUBLISHED_PICKLED if "use_safetensors" in reading_weights(name)
    } == set()
    assert reading_weights("facebook/other")["use_safetensors"] is True


WATCHED = """
import json, socket, sys
attempts = []
real = socket.socket.connect

def connect(self, address):
    if self.family != socket.AF_UNIX:
        attempts.append(str(address))
        raise OSError("no network here")
    return real(self, address)

def resolve(host, *rest, **named):
    attempts.append(str(host))
    raise OSError("no network here")

socket.socket.connect, socket.getaddrinfo = connect, resolve
from schemas.errors import run_app
from pipeline.cli import app as pipeline
from trainer.cli import app as trainer
for program, *arguments in json.loads(sys.argv[1]):
    try:
        run_app(pipeline if program == "pipeline" else trainer, arguments)
    except SystemExit as end:
        if end.code:
            raise
print(json.dumps(attempts))
"""


def test_no_command_on_local_folders_touches_the_network(tiny_bert, tmp_path):
    sentences = {f"The tap number {i} is open.": (None, []) for i in range(12)}
    artifacts = make_artifacts(tmp_path / "given", sentences)
    models = [make_fsmt(tmp_path / name, tuple(name.split("-"))) for name in ("en-de", "de-en")]
    for old in ("negations", "backtranslations"):
        (artifacts / old).rename(tmp_path / old)
    here = ["--artifacts", str(artifacts)]
    one = ["--workers", "1"]
    commands = [
        ["pipeline", "run", "negate", *here, *one],
        ["pipeline", "run", "backtranslate", *here, *one, "--device", "cpu", "--beams", "1",
         "--candidates", "1", "--models", "de=" + ",".join(map(str, models))],
        ["pipeline", "run", "filter", *here, *one, "--max-mer", "1"],
        ["pipeline", "verify", *here],
        ["trainer", "fit", "--triples", str(artifacts), "--model", str(tiny_bert),
         "--output", str(tmp_path / "run"), "--device", "cpu", "--set", "epochs=1",
         "--set", "batch_size=4", "--set", "heldout=0.0", "--set", "margin_weight=0.0"],
    ]  # fmt: skip
    environment = {k: v for k, v in os.environ.items() if not k.startswith("HF_")}
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, json.dumps(commands)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == []
