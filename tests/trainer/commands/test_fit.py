"""The command line: parsing, printing and exit codes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from safetensors.torch import save_file
from typer.testing import CliRunner

from schemas.errors import run_app
from tests.scored_pairs import write_pairs
from tests.trainer.commands.running import invoke, sets
from tests.triples import some_triples, triple, write_triples
from trainer.cli import app
from trainer.commands.fit import _how_to_go_on, _tell_what_begins
from trainer.commands.preflight import default_recipe
from trainer.recipes.reading import load_recipe
from trainer.runs.folder import RunFolder
from trainer.runs.metrics import MetricsLog, read_metrics

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def run(small_bert, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cli")
    triples = write_triples(folder / "artifacts", some_triples(60))
    printed = invoke(
        *("fit", "--triples", triples, "--model", small_bert, "--output", folder / "run"),
        *("--device", "cpu", "--json", *sets("epochs=1")),
    )
    return triples, folder / "run", json.loads(printed)


def test_fit_prints_json_for_programs(run):
    _, output, printed = run
    assert printed["output"] == str(output)
    assert printed["steps"] == -(-printed["counts"]["training"] // 4)
    assert printed["metric"] == "heldout_ranking"


def test_fit_takes_up_a_run_by_its_own_recipe(run):
    triples, output, first = run
    printed = invoke("fit", "--triples", triples, "--output", output, "--resume")
    (contrast,) = (line for line in printed.splitlines() if line.startswith("Bundled "))
    assert re.fullmatch(
        r"Bundled triples ranked correctly: ([\d.]+) % before, [\d.]+ % after.",
        contrast,
    )[1] == format(first["before"]["contrast"], ".1f")
    assert f"Encoder: {output}/best" in printed
    scores = r"Held-out triples ranked correctly: [\d.]+ % before, [\d.]+ % after\. Kept: "
    assert re.search(scores, printed)
    assert "STS was not checked" in printed
    assert "complete triples held out" in printed


def test_a_resumed_run_knows_its_triples_and_its_pairs(small_bert, tmp_path, monkeypatch):
    triples = write_triples(tmp_path / "mine", some_triples(60))
    more = write_triples(tmp_path / "more", [row | {"id": 99} for row in some_triples(1, every=2)])
    dev = write_pairs(tmp_path / "sts", "STSB", "all", "dev")
    output = tmp_path / "run"
    begun = ["fit", "--model", small_bert, "--triples", triples, "--triples", more, "--dev", dev]
    begun += ["--output", output]
    first = json.loads(invoke(*begun, "--json", *sets("epochs=1")))
    again = json.loads(invoke("fit", "--resume", "--output", output, "--json"))
    assert again == {**first, "resumed_from": first["steps"]}
    assert again["metric"] == "dev_spearman"
    assert RunFolder(output).read_record()["triples"] == [str(triples), str(more)]
    assert again["counts"]["rows"] == 61


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_the_recipe_suits_the_model_and_says_so(sentence_model, small_bert, tmp_path):
    triples = write_triples(tmp_path / "mine", some_triples(60))
    _, folder = sentence_model("prompts")
    for model, recipe, why in (
        (folder, "meaning", "states mean pooling, so it was trained as a sentence encoder"),
        (small_bert, "osscse", "states no pooling"),
    ):
        given = ["fit", "--triples", triples, "--model", model, "--output", tmp_path / recipe]
        shown = CliRunner().invoke(app, [*map(str, given), *sets("epochs=1", "heldout=0.5")])
        assert shown.exit_code == 0, shown.output
        assert f"Recipe {recipe}: {model} {why}" in shown.stderr
        used = load_recipe(str(tmp_path / recipe / "recipe.toml"))
        assert used.pooling == load_recipe(recipe).pooling


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_prompts_that_are_not_used_are_named_before_anything_is_measured(sentence_model, tmp_path):
    triples = write_triples(tmp_path / "mine", some_triples(60))
    _, folder = sentence_model("prompts-named")
    given = ["fit", "--triples", triples, "--model", folder, "--output", tmp_path / "run"]
    shown = CliRunner().invoke(app, [*map(str, given), *sets("epochs=1", "heldout=0.5")])
    assert shown.exit_code == 0, shown.output
    named, measured = shown.stderr.index("no default, so none"), shown.stderr.index("Measuring the")
    assert named < measured < shown.stderr.index("fit: 0/")


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_what_a_setting_changes_is_not_called_kept(sentence_model):
    _, folder = sentence_model("prompts")
    for change in ("pooling=cls", "prompt=document"):
        assert default_recipe(str(folder), ["epochs=1", change])[1].endswith(
            f"What it states is kept, apart from --set {change}."
        )


def test_an_interruption_tells_to_resume_only_what_has_begun(tmp_path):
    folder = RunFolder(tmp_path / "my run")
    again = "Training had not begun; run the same command again, without --resume."
    assert _how_to_go_on(folder, folder.path, None) == again
    folder.path.mkdir()
    folder.record.write_text("{}")
    for seeds, more in ((None, ""), (3, " --seeds 3")):
        command = f"`trainer fit --resume --output '{folder.path}'{more}`"
        for half in (b"", b"half"):  # of a checkpoint
            folder.checkpoint.write_bytes(half)
            said = _how_to_go_on(folder, folder.path, seeds)
            assert said == f"No step is kept yet; begin again with {command}."
        progressed = {"progressed": '{"step": 1200}'}
        save_file({"weight": torch.zeros(1)}, folder.checkpoint, progressed)
        kept = "What was finished" if seeds else "Everything up to step 1,200"
        said = _how_to_go_on(folder, folder.path, seeds)
        assert said == f"{kept} is kept; resume with {command}."


def test_a_recipe_that_would_replace_the_pooling_is_refused(sentence_model, tmp_path, capsys):
    triples = write_triples(tmp_path / "mine", some_triples(60))
    _, folder = sentence_model("mean")
    given = ["fit", "--triples", triples, "--model", folder, "--recipe", "osscse"]
    with pytest.raises(SystemExit) as caught:
        run_app(app, [*map(str, given), "--output", str(tmp_path / "run")])
    assert caught.value.code == 2
    error = capsys.readouterr().err
    assert "--recipe meaning" in error
    assert "--set pooling=mask" in error
    assert not (tmp_path / "run").exists()


def test_a_run_that_never_began_is_not_resumed(sentence_model, tmp_path, capsys):
    """For any default recipe; that of a raw model would be refused first."""
    triples = write_triples(tmp_path / "mine", some_triples(20))
    _, folder = sentence_model("mean")
    given = ["fit", "--triples", triples, "--model", folder, "--output", tmp_path / "run"]
    with pytest.raises(SystemExit) as caught:
        run_app(app, [*map(str, given), "--resume"])
    assert caught.value.code == 2
    assert "run has no run to resume; start one without --resume." in capsys.readouterr().err


def test_a_run_with_a_damaged_record_is_named(run, tmp_path, capsys):
    (tmp_path / "recipe.toml").write_bytes((run[1] / "recipe.toml").read_bytes())
    (tmp_path / "run.json").write_text('{"steps": "many"}')
    with pytest.raises(SystemExit) as caught:
        run_app(app, ["fit", "--resume", "--output", str(tmp_path)])
    assert caught.value.code == 2
    assert "run.json is damaged (steps: " in capsys.readouterr().err


def test_a_margin_needs_complete_rows(small_bert, tmp_path, capsys):
    rows = [triple(i, f"the baker opens {i} .", None, "no") for i in range(120)]
    given = ["fit", "--triples", write_triples(tmp_path / "mine", rows), "--model", small_bert]
    with pytest.raises(SystemExit):
        run_app(app, [*map(str, given), "--output", str(tmp_path / "run")])
    error = capsys.readouterr().err
    assert "no row with both is left to train on (120 rows, 0 complete, 0 held out)" in error
    # Both tables are there already, made with other settings.
    assert re.findall("`pipeline run ([^`]+)`", error) == [
        f"{stage} --artifacts {tmp_path / 'mine'} --overwrite"
        for stage in ("backtranslate", "filter")
    ]


def test_complete_rows_of_other_variants_are_pointed_out(small_bert, tmp_path, capsys):
    rows = [triple(i, f"the baker opens {i} .", None, "no") for i in range(20)]
    whole = triple(0, "the baker opens 0 .", "opens 0 the baker .", "no") | {"variant": 1}
    triples = write_triples(tmp_path / "mine", [rows[0], whole, *rows[1:]])
    given = ["fit", "--triples", triples, "--model", small_bert]
    with pytest.raises(SystemExit):
        run_app(app, [*map(str, given), "--output", str(tmp_path / "run")])
    error = capsys.readouterr().err
    assert "`--set variants=all` also reads 1 further complete triple." in error
    assert "pipeline run backtranslate" not in error


def test_an_option_that_changes_nothing_is_told(run, tmp_path):
    triples, output, _ = run
    given = ["probe", str(output), "--triples", str(triples), "--pooling", "mean"]
    shown = CliRunner().invoke(app, given)
    assert shown.exit_code == 0
    why = "no effect here, since every model states its own pooling.\n"
    assert f"Note: --pooling has {why}" in shown.stderr
    both = [*given[:-1], "mask", "--template", "{} is [MASK]"]
    told = CliRunner().invoke(app, both).stderr
    assert f"Note: --pooling and --template have {why}" in told


def test_probe_puts_models_side_by_side(run, small_bert, tmp_path):
    triples, output, _ = run
    printed = json.loads(
        invoke("probe", output, output / "best", "--triples", triples, "--json", "--heldout", 0.2)
    )
    assert list(printed) == [str(output), str(output / "best")]
    assert printed[str(output)] == printed[str(output / "best")]
    assert set(printed[str(output)]) >= {"ranking", "alignment", "uniformity", "by_mer"}
    table = invoke("probe", small_bert, output, "--triples", triples, "--pooling", "mean")
    assert "paraphrase above negation, %" in table
    assert "change" in table


def test_probe_of_all_triples(run):
    triples, output, _ = run
    printed = json.loads(invoke("probe", output, "--triples", triples, "--split", "all", "--json"))
    assert printed[str(output)]["rows"] == 40


def test_pooling_is_for_models_that_state_none(run, small_bert, tmp_path):
    _, output, _ = run
    write_pairs(tmp_path / "sts", "STSB", "all", "test")
    scores = [
        json.loads(invoke("evaluate", output, small_bert, "--data", tmp_path / "sts", *more))
        for more in (
            ["--pooling", "cls", "--json"],
            ["--pooling", "mask", "--json"],
            ["--pooling", "mask", "--template", "{} [MASK]", "--json"],
        )
    ]
    assert len({str(score[str(output)]) for score in scores}) == 1
    assert all(len(score) == 2 for score in scores)


def test_evaluate_prints_a_table_and_json(run, tmp_path):
    _, output, _ = run
    write_pairs(tmp_path / "sts", "STSB", "all", "test")
    write_pairs(tmp_path / "sts", "STSB", "all", "dev")
    printed = json.loads(invoke("evaluate", output, "--data", tmp_path / "sts", "--json"))
    assert list(printed[str(output)]["spearman"]) == ["STSB", "STSB-dev"]
    table = invoke("evaluate", output, "--data", tmp_path / "sts", "--tasks", "STSB,STSB-dev")
    assert "average of 1 (without" in table


def test_export_makes_a_folder(run, tmp_path):
    _, output, _ = run
    assert "README.md" in invoke("export", output, "--output", tmp_path / "published")
    assert (tmp_path / "published" / "modules.json").is_file()


COMMANDS = ("fit", "export", "evaluate", "transfer", "splits", "probe", "data")
COMMANDS += ("transform", "failures", "report", "compare")


def test_help_has_examples_and_loads_nothing_heavy():
    code = (
        "import sys; from trainer.cli import app\n"
        f"for command in {[[], *([name] for name in COMMANDS)]!r}:\n"
        " try: app([*command, '--help'])\n"
        " except SystemExit: print('== end of', *command)\n"
        "print([m for m in ('torch', 'transformers', 'pyarrow', 'scipy', 'sklearn', 'matplotlib')"
        " if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.stdout.splitlines()[-1] == "[]"
    for command in COMMANDS:
        shown, end, done.stdout = done.stdout.partition(f"== end of {command}\n")
        assert end, command
        assert "Example" in shown, command


def test_version_is_the_distributions():
    assert "osscse" in invoke("--version")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["fit", "--triples", "nowhere"], 2, "nowhere does not exist"),
        (["fit", "--set", "epoch=1"], 2, "Did you mean epochs?"),
        (["evaluate", "demo", "--data", "nowhere"], 2, "nowhere does not exist"),
        (["export", "nowhere", "--output", "out"], 2, "nowhere does not exist. Give the folder"),
        (["release", "demo", "--output", "out"], 2, "demo is a base model, not a run. Give the"),
        (["probe", "x", "--pooling", "mask", "--template", "a"], 2, "must contain {} once"),
        (["probe", "x", "--template", "{} [MASK]"], 2, "--template goes with --pooling"),
        (["fit", "--resume"], 2, "no run runs/osscse-<number> for --resume. Start one without it."),
        (["fit", "--resume", "--output", "no"], 2, "no has no run to resume; start one without"),
    ],
)
def test_mistakes_end_with_a_sentence_and_a_code(
    arguments, code, message, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        run_app(app, arguments)
    assert caught.value.code == code
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_a_run_that_is_resumed_by_its_number_is_named(run, tmp_path, monkeypatch):
    shutil.copytree(run[1], tmp_path / "runs" / "osscse-2")
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(app, ["fit", "--resume"])
    assert shown.exit_code == 0
    assert "Resuming runs/osscse-2.\n" in shown.stderr


def test_a_run_on_triples_of_earlier_sentences_begins_with_a_warning(capsys):
    table = SimpleNamespace(name="artifacts", outdated=lambda: "artifacts is old.")
    _tell_what_begins(table, "Resuming runs/osscse-2.")
    assert capsys.readouterr().err == (
        "WARNING: artifacts is old.\nResuming runs/osscse-2.\n"
        "Loading the encoder and the triples of artifacts ...\n"
    )


def test_metrics_of_a_resumed_run_hold_no_step_twice(tmp_path):
    path = tmp_path / "metrics.jsonl"
    log = MetricsLog(path, None)
    for step in range(1, 6):
        log.train(step, loss=1.0)
    with path.open("a") as file:
        file.write('{"type": "train", "st')
    MetricsLog(path, 3).train(4, loss=0.5)
    assert [line["step"] for line in read_metrics(path)] == [1, 2, 3, 4]
