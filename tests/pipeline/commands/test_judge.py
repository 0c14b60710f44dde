"""`pipeline judge`: verdicts, undo, going on, several readers, refusals."""

import json
import os
import re
import shutil
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from pipeline.acceptance.judging import FilterConfig
from pipeline.cli import app
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import run_filter
from schemas.errors import UserError


@pytest.fixture
def folder(inspected, tmp_path):
    """An artifacts folder of one's own."""
    shutil.copytree(inspected, tmp_path / "art", ignore=shutil.ignore_patterns(".lock"))
    return tmp_path / "art"


def run(*arguments, keys=None):
    return CliRunner().invoke(app, [str(one) for one in arguments], input=keys)


def judged(folder, keys, *options):
    done = run("judge", "--artifacts", folder, "--json", *options, keys=keys)
    assert done.exception is None, done.exception
    return json.loads(done.stdout)


def rows(folder):
    sql = "select reader, anchor, verdict, part from judgements order by reader, id"
    return json.loads(run("inspect", "--artifacts", folder, "--sql", sql, "--json").stdout)


def test_verdicts_are_kept_undone_and_gone_on_with(folder):
    every = ("--status", "no_paraphrase")
    first = judged(folder, "gq")
    assert (first["faults"]["whole"]["read"], first["left"] > 0) == (1, True)
    assert judged(folder, "")["left"] == first["left"]
    assert judged(folder, "nu")["left"] == first["left"] == 1
    assert judged(folder, "bun")["left"] == 0
    assert judged(folder, "g", *every)["faults"]["whole"]["read"] == 3
    assert [row["part"] for row in rows(folder)].count("negation") == 1


def test_keys_are_read_from_a_terminal(folder):
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "pipeline", "judge", "--artifacts", folder, "--reader", "anna"]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, text=True) as started:
        for key in "nugq":
            while not re.match(r"\d of 2: g good", started.stdout.readline()):
                assert started.poll() is None
            # Keys that are pressed before single ones are read are discarded.
            while termios.tcgetattr(ours)[3] & termios.ICANON:
                time.sleep(0.01)
            os.write(ours, key.encode())
        shown = started.stdout.read()
    os.close(ours)
    os.close(theirs)
    assert started.returncode == 0
    assert "1 of the 2 in this draw judged by anna, 1 left." in shown
    assert [(row["reader"], row["verdict"]) for row in rows(folder)] == [("anna", "good")]


def test_a_reader_whose_first_verdict_was_cut_off_goes_on(folder):
    """The manifest is written before the table; killed writers leave temporary files as well."""
    judged(folder, "g")
    (folder / "judgements/reader/part-00000.parquet").unlink()
    for left in ("judgements/reader/.part-00000.parquet.9.tmp", ".README.md.9.tmp"):
        (folder / left).touch()
    assert run("inspect", "--artifacts", folder).exit_code == 0
    assert judged(folder, "p")["faults"]["whole"]["faulty"] == 1
    assert not list(folder.rglob(".*.tmp"))


def test_the_same_seed_gives_two_readers_the_same_triples(folder):
    judged(folder, "g", "--reader", "anna", "--seed", "3")
    judged(folder, "b", "--reader", "bo", "--seed", "3")
    anna, bo = rows(folder)
    assert (anna["anchor"], anna["verdict"], bo["verdict"]) == (bo["anchor"], "good", "bad")
    shown = run("inspect", "--artifacts", folder).stdout
    assert "anna and bo agree on 0 of 1 (0.0 %)" in shown
    assert "any part, each reader alone" in run("status", "--artifacts", folder).stdout
    *_, told = json.loads(run("status", "--artifacts", folder, "--json").stdout)
    assert (told["stage"], told["whole"]["read"]) == ("judgements", 1)


def test_the_triple_is_shown_without_figures(folder):
    shown = run("judge", "--artifacts", folder, "--sample", "1", keys="g").stdout
    assert shown.splitlines()[1].startswith("1 of 1: g good")
    assert "negation" in shown
    assert "score" not in shown
    assert "1 of the 1 in this draw judged by reader, 0 left." in shown


def test_a_draw_and_all_that_was_judged_are_counted_apart(folder):
    run("judge", "--artifacts", folder, "--status", "no_paraphrase", keys="g")
    shown = run("judge", "--artifacts", folder, "--sample", "2", keys="gq").stdout
    said = (
        "1 of the 2 in this draw judged by reader, 1 left. The rates count all 2 that reader"
        " judged, 1 of them in other draws."
    )
    assert said in " ".join(shown.split())


def test_the_data_card_tells_what_people_found(folder):
    assert "Faults that people found" not in (folder / "README.md").read_text()
    judged(folder, "p")
    card = (folder / "README.md").read_text()
    assert "| any part | all | 1 | 100.0 % | 20.7 to 100.0 % |" in card
    assert "people read 1 of the triples" in card


def test_refused_candidates_are_read_for_the_faults_of_guards(folder):
    run_filter(
        folder, FilterConfig(min_mer=0.1, shard_rows=2), executor=LocalExecutor(1), overwrite=True
    )
    refused = ("--refused", "--reason", "numbers")
    shown = run("judge", "--artifacts", folder, *refused, keys="pupq").stdout
    assert "1 of 1: g good, p paraphrase bad, u undo, q quit" in shown
    assert "closes at [-6-] {+7+} on Friday" in shown
    assert "mer" not in shown  # nor any other figure
    assert judged(folder, "g", "--reader", "bo", "--refused")["left"] == 0
    assert judged(folder, "g", "--reader", "bo")["faults"]["whole"]["faulty"] == 0
    card = (folder / "README.md").read_text()
    assert "| refused, by guard or judge | numbers | 1 | 100.0 % | 20.7 to 100.0 % |" in card
    assert "people read 1 of the triples" in card
    assert "bo and reader agree on 0 of 1 refused candidates" in card
    told = run("inspect", "--artifacts", folder).stdout
    assert "bo and reader agree on 0 of 1 refused candidates" in told
    assert "refused, by guard or judge" in run("status", "--artifacts", folder).stdout


def test_an_undo_of_nothing_and_a_part_that_is_not_there_change_nothing(folder):
    assert judged(folder, "uug")["faults"]["whole"]["faulty"] == 0
    said = run("judge", "--artifacts", folder, "--reader", "anna", keys="ugq").stdout
    assert said.count("Nothing to undo.") == 1
    done = run("judge", "--artifacts", folder, "--status", "no_paraphrase", keys="p")
    assert "'p' is not a key here: g good, n negation bad, u undo" in str(done.exception)
    assert "kept" not in str(done.exception)


def test_a_wrong_piped_key_tells_what_is_kept(folder):
    done = run("judge", "--artifacts", folder, "--sample", "2", keys="g\nx\n")
    assert str(done.exception).endswith(
        "q quit. 1 of 2 is kept; run the same command again to resume."
    )
    assert judged(folder, "g", "--sample", "2")["left"] == 0


def test_triples_that_were_made_anew_are_not_judged_by_old_verdicts(folder):
    judged(folder, "g")
    run_filter(
        folder, FilterConfig(min_mer=0.3, shard_rows=2), executor=LocalExecutor(1), overwrite=True
    )
    done = run("judge", "--artifacts", folder, keys="g")
    assert isinstance(done.exception, UserError)
    assert "judges other triples than" in str(done.exception)
    said = "The verdicts of reader are about other triples than these and are not counted."
    for command in ("inspect", "status"):
        shown = run(command, "--artifacts", folder).stdout
        assert said in shown
        assert "faulty" not in shown


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--rule", "none.v1"), "No triple has the rule 'none.v1'"),
        (("--reader", "a/b"), "give a name of letters"),
        (("--import", "x.json", "--seed", "0", "--rule", "a"), "leave --rule and --seed out"),
        (("--refused", "--kind", "negation"), "leave --kind out"),
        (("--reason", "polarity"), "add --refused"),
        (("--refused", "--reason", "duty"), "because of 'duty'; the reasons in"),
    ],
)
def test_misuse_is_told(folder, options, message):
    done = run("judge", "--artifacts", folder, *options, keys="g")
    assert isinstance(done.exception, UserError)
    assert message in str(done.exception)


def test_no_triples_name_the_command_that_makes_them(tmp_path):
    done = run("judge", "--artifacts", tmp_path, keys="g")
    assert "has no table yet: run `pipeline run all --input FILE" in str(done.exception)


def marks_file(folder, tmp_path, part, **changes):
    """A file as the page offers it, with one mark."""
    page = tmp_path / "sample.html"
    run("inspect", "--artifacts", folder, "--status", "complete", "--html", page)
    text = page.read_text()
    identity, variant = re.search(r'data-id="(\d+)" data-variant="(\d+)"', text).groups()
    content = {
        "table": "judgements",
        "triples": re.search(r'data-triples="(\w+)"', text)[1],
        "reader": "anna",
        "judgements": [{"id": identity, "variant": int(variant), "part": part}],
    }
    path = tmp_path / "judgements-anna.json"
    path.write_text(json.dumps(content | changes))
    return path


def test_the_marks_of_a_page_are_imported_and_replace_earlier_ones(folder, tmp_path):
    first = judged(folder, "", "--import", marks_file(folder, tmp_path, None))
    assert (first["imported"], first["replaced"]) == (1, 0)
    second = judged(folder, "", "--import", marks_file(folder, tmp_path, "negation"))
    assert (second["imported"], second["replaced"]) == (1, 1)
    assert [(row["reader"], row["part"]) for row in rows(folder)] == [("anna", "negation")]
    assert "| any part | all | 1 | 100.0 % |" in (folder / "README.md").read_text()


def test_marks_about_other_triples_are_refused(folder, tmp_path):
    path = marks_file(folder, tmp_path, None, triples="0" * 64)
    done = run("judge", "--artifacts", folder, "--import", path)
    assert "the marks are about other triples than those in" in str(done.exception)
    assert not (folder / "judgements").exists()
