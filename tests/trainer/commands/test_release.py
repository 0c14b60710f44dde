"""A finished run in every form that users deploy, each measured, and what is refused."""

import json
import re
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import trainer
from schemas.errors import UserError
from schemas.templates import render
from tests.scored_pairs import write_pairs
from tests.triples import some_triples, write_triples
from trainer.cli import app
from trainer.commands import release as release_commands
from trainer.encoders.folder import load_encoder
from trainer.encoders.onnx import OnnxEncoder
from trainer.encoders.settings import EncoderSettings
from trainer.encoders.static import surroundings
from trainer.encoders.templates import SpecialTokens
from trainer.evaluation.data import contrast_sets
from trainer.evaluation.scores.variants import Variant
from trainer.recipes.reading import load_recipe
from trainer.training.fit import fit

# model2vec leaves its files to the garbage collector to close.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed file .*/static/:ResourceWarning")

FORM = Variant("ONNX", "model.onnx", 1.0, 50.0, {}, 10.0)
TEXTS = ["the baker opens the green door today", "a nurse", "", "my cousin moves " * 40]


@pytest.fixture(scope="module")
def trained_run(tmp_path_factory, small_bert):
    """A finished run; the tests only read it."""
    folder = tmp_path_factory.mktemp("trained")
    sets = ["batch_size=8", "epochs=1", "max_sentence_tokens=24", "max_eval_tokens=64"]
    sets += ["head=none", "nested_dimensions=[2]"]
    recipe = load_recipe("osscse", sets, str(small_bert))
    artifacts = write_triples(folder / "artifacts", some_triples(12))
    fit(recipe, artifacts, folder / "run", device="cpu")
    return folder / "run"


@pytest.fixture(scope="module")
def released(tmp_path_factory, trained_run):
    folder = tmp_path_factory.mktemp("release") / "my-encoder"
    command = ["release", str(trained_run), "--output", str(folder), "--static", "--json"]
    command += ["--license", "apache-2.0"]
    read = contrast_sets._read
    with pytest.MonkeyPatch.context() as patch:
        # Each form encodes them three times.
        patch.setattr(contrast_sets, "_read", lambda *of: read(*of)[::10])
        done = CliRunner().invoke(app, command)
    assert done.exception is None, done.exception
    return folder, json.loads(done.stdout)


def test_every_form_is_there_and_measured(released):
    folder, forms = released
    assert [form["name"] for form in forms] == [
        "sentence-transformers", "ONNX fp32", "ONNX int8", "first 2 dimensions",
        "static (model2vec)",
    ]  # fmt: skip
    assert forms[3]["ranking"] != forms[0]["ranking"]
    assert (folder / "modules.json").is_file()
    assert {path.name for path in (folder / "onnx").iterdir()} == {"model.onnx", "model_int8.onnx"}
    assert forms[1]["ranking"] == pytest.approx(forms[0]["ranking"], abs=0.5)
    assert forms[2]["megabytes"] < forms[1]["megabytes"]
    card = (folder / "README.md").read_text()
    assert "The int8 vector of a text depends slightly on the texts" in card
    assert "Correlation with human scores (STS) was not measured. Speed:" in card
    assert "Its loss on STS was not measured." in card
    for form in forms:
        assert f"| {form['name']} |" in card
        assert f"| {form['ranking']:.1f} |" in card


def test_no_file_names_a_folder_of_the_machine(released, trained_run):
    here = [str(Path(np.__file__).parents[1]), str(Path(trainer.__file__).parent)]
    here += [str(trained_run.parent), str(released[0].parent)]
    files = [path for path in released[0].rglob("*") if path.is_file()]
    found = [path.name for path in files for one in here if one.encode() in path.read_bytes()]
    assert found == []
    assert len(files) > 10


def test_every_file_has_the_permissions_of_the_umask(released):
    files = [path for path in released[0].rglob("*") if path.is_file()]
    (released[0] / "plain").touch()
    wanted = (released[0] / "plain").stat().st_mode
    (released[0] / "plain").unlink()
    assert {path.stat().st_mode for path in files} == {wanted}


def test_the_card_has_licence_and_limits_and_its_snippet_runs(released, monkeypatch):
    folder = released[0]
    card = (folder / "README.md").read_text()
    assert "license: apache-2.0" in card.split("---")[1]
    assert "apache-2.0. The terms of the base model" in card
    assert 'SentenceTransformer("my-encoder", truncate_dim=2)' in card
    assert "of 300 bundled triples, it ranks" in " ".join(card.split())
    assert "| Bundled triples ranked correctly, before and after |" in card
    monkeypatch.chdir(folder.parent)
    _, by_graph = re.findall(r"```python\n(.*?)```", card, re.DOTALL)
    names = {}
    exec(by_graph, names)
    road = load_encoder(str(folder)).encode(["The road is open.", "The road is not open."])
    found = np.asarray(names["vectors"])
    # Processors without products of bytes round 8-bit weights more coarsely.
    norms = np.linalg.norm(found, axis=1) * np.linalg.norm(road, axis=1)
    assert ((found * road).sum(axis=1) / norms > 0.9).all()


def test_a_release_for_the_hub_is_loaded_by_its_name_there():
    settings = EncoderSettings(
        "mean", 64, 64, SpecialTokens("[CLS]", "[SEP]", "[PAD]", "[UNK]", None)
    )

    def section(name, *, on_hub):
        given = {"variants": [FORM] * 3, "settings": settings, "triples": 300, "cuts": []}
        place = "trainer.evaluation.report", "forms.md"
        return render(*place, name=name, on_hub=on_hub, int8="", **given)

    there = section("anna/covers", on_hub=True)
    assert 'folder = snapshot_download("anna/covers")' in there
    here = section("covers", on_hub=False)
    assert 'folder = "covers"' in here
    assert "huggingface_hub" not in here


def test_what_is_pushed_is_the_folder_once_its_name_and_token_were_checked(
    trained_run, tmp_path, monkeypatch
):
    done = []
    monkeypatch.setattr("trainer.runs.hub.check_push", lambda name: done.append(("check", name)))
    monkeypatch.setattr(
        "trainer.commands.release.release",
        lambda *given, **more: done.append(more["on_hub"]) or [FORM],
    )

    def push(folder, name, *, private):
        done.append((folder, name, private))
        return "https://hub/anna/covers"

    monkeypatch.setattr("trainer.runs.hub.push", push)
    command = ["release", str(trained_run), "--output", str(tmp_path / "made")]
    told = CliRunner().invoke(app, [*command, "--push", "anna/covers", "--private"])
    assert told.exception is None, told.exception
    assert done == [
        ("check", "anna/covers"), "anna/covers", (tmp_path / "made", "anna/covers", True)
    ]  # fmt: skip
    assert "Uploaded to https://hub/anna/covers." in told.stdout
    told = CliRunner().invoke(app, [*command, "--private"])
    assert "give --push OWNER/NAME too" in str(told.exception)


def test_the_graph_gives_what_the_encoder_gives(released, trained_run):
    encoder = load_encoder(str(trained_run))
    graph = OnnxEncoder(encoder, released[0] / "onnx" / "model.onnx")
    np.testing.assert_allclose(graph.encode(TEXTS), encoder.encode(TEXTS), atol=1e-4)


def test_the_static_encoder_reads_tokens_in_the_template_and_no_order(released, trained_run):
    from model2vec import StaticModel

    encoder = load_encoder(str(trained_run))
    before, after = surroundings(encoder)
    (row,) = encoder.tokenization.ids(["baker"])
    assert [*before, encoder.tokenizer.token_to_id("baker"), *after] == row
    assert encoder.tokenization.mask_id in row
    static = StaticModel.from_pretrained(released[0] / "static")
    assert not {"[CLS]", "[SEP]"} & set(static.tokens)
    assert not any("MASK" in token for token in static.tokens)
    one, other = static.encode(["the baker opens the door", "the door opens the baker"])
    np.testing.assert_allclose(one, other, atol=1e-6)
    assert np.abs(one - static.encode(["my cousin moves"])[0]).max() > 0.01


def test_a_missing_package_is_named_before_any_work(trained_run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    done = CliRunner().invoke(app, ["release", str(trained_run), "--output", str(tmp_path / "x")])
    assert isinstance(done.exception, UserError)
    assert "needs the package onnxruntime: pip install 'osscse[release]'" in str(done.exception)
    assert not (tmp_path / "x").exists()


def test_a_run_that_has_not_ended_is_refused_before_any_work(trained_run, tmp_path):
    unfinished = tmp_path / "my run"
    shutil.copytree(trained_run, unfinished)
    record = json.loads((unfinished / "run.json").read_text())
    (unfinished / "run.json").write_text(json.dumps(record | {"finished": False}))
    done = CliRunner().invoke(app, ["release", str(unfinished), "--output", str(tmp_path / "x")])
    assert isinstance(done.exception, UserError)
    assert f"`trainer fit --resume --output '{unfinished}'`, or export" in str(done.exception)
    shutil.rmtree(unfinished / "best")
    without = CliRunner().invoke(app, ["release", str(unfinished), "--output", str(tmp_path / "x")])
    assert str(without.exception).endswith(f"`trainer fit --resume --output '{unfinished}'`.")
    assert not (tmp_path / "x").exists()


def test_a_folder_that_holds_something_is_refused(trained_run, tmp_path):
    (tmp_path / "note.txt").write_text("mine")
    done = CliRunner().invoke(app, ["release", str(trained_run), "--output", str(tmp_path)])
    assert "is not empty" in str(done.exception)


def test_a_note_that_cannot_be_read_is_named(trained_run, tmp_path, monkeypatch):
    given = ["difference", str(trained_run), "--output", str(tmp_path / "x.safetensors")]
    (tmp_path / "note.txt").write_bytes(b"\xff")
    done = CliRunner().invoke(app, [*given, "--note", str(tmp_path / "note.txt")])
    assert str(done.exception) == f"--note {tmp_path / 'note.txt'} is not a text file in UTF-8."

    def unreadable(path, **options):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("pathlib.Path.read_text", unreadable)
    done = CliRunner().invoke(app, [*given, "--note", str(tmp_path / "note.txt")])
    said = f"--note {tmp_path / 'note.txt'} cannot be read: Permission denied."
    assert str(done.exception) == said
    assert not (tmp_path / "x.safetensors").exists()


def test_tasks_without_data_are_refused(trained_run, tmp_path):
    given = ["release", str(trained_run), "--output", str(tmp_path / "x"), "--tasks", "STS12"]
    done = CliRunner().invoke(app, given)
    assert str(done.exception) == "--tasks has no effect without --data: give it too."
    assert not (tmp_path / "x").exists()


def test_sts_b_is_measured_where_it_was_fetched_and_else_said_to_be_missing(
    trained_run, tmp_path, monkeypatch
):
    measured = []

    def write_nothing(released, output, tasks, **others):
        measured.append([task.name for task in tasks])
        return [FORM]

    monkeypatch.setattr(release_commands, "release", write_nothing)
    monkeypatch.chdir(tmp_path)
    given = ["release", str(trained_run), "--output", "x"]
    said = CliRunner().invoke(app, given).stderr
    assert "STS was not measured: `trainer data hub --output sts` fetches STS-B" in said
    for split in ("dev", "test"):
        write_pairs(Path("sts"), "STSB", "all", split)
    assert "STS was not measured" not in CliRunner().invoke(app, given).stderr
    assert measured == [[], ["STSB"]]
