"""The `pipeline` command as people run it: killed, resumed, and misused."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import save_manifest
from tests.programs import run_program
from tests.translation_models import make_fsmt

SENTENCES = [
    f"{who} {what} {where}."
    for who in ("The old man", "My sister", "A dog", "Nobody", "Our teacher")
    for what in ("was waiting", "sleeps", "had lunch", "can swim")
    for where in ("at home", "near the river", "in the garden")
]
TABLES = ("sentences", "negations", "backtranslations", "triples")


def pipeline(*arguments, cwd=None, stdin=None, check=True):
    """Run the command; what it printed, and its exit code."""
    done = run_program("pipeline", *arguments, cwd=cwd, stdin=stdin)
    assert not check or done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    folder = tmp_path_factory.mktemp("work")
    (folder / "corpus.txt").write_text("\n".join(SENTENCES))
    make_fsmt(folder / "en-de", ("en", "de"), seed=1)
    make_fsmt(folder / "de-en", ("de", "en"), seed=2)
    return folder


def stages(artifacts, models):
    """The four commands, with shards small enough to be interrupted between."""
    return [
        ("run", "ingest", "--input", "corpus.txt", "--artifacts", artifacts, "--shard-rows", "7"),
        ("run", "negate", "--artifacts", artifacts, "--workers", "1", "--shard-rows", "9"),
        (
            "run", "backtranslate", "--artifacts", artifacts, "--models", models, "--beams", "2",
            "--candidates", "2", "--max-length", "12", "--shard-rows", "11",
        ),
        ("run", "filter", "--artifacts", artifacts, "--workers", "1", "--shard-rows", "13"),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def finished(work):
    for command in stages("whole", "de=en-de,de-en"):
        pipeline(*command, cwd=work)
    return work / "whole"


def files(artifacts):
    """Every file that a stage leaves, with its bytes."""
    return {
        str(path.relative_to(artifacts)): path.read_bytes()
        for table in TABLES
        for path in (artifacts / table).rglob("*")
        if path.is_file() and path.name != ".lock"
    }


def test_every_sentence_reaches_the_triples(finished):
    done = pipeline("inspect", "--artifacts", finished, "--json", "--sql",
                    "select count(*) as n, count(distinct id) as ids from triples")  # fmt: skip
    assert json.loads(done.stdout) == [{"n": 60, "ids": 60}]


@contextmanager
def started(work, *command):
    """A program of its own, which is killed at the end of the body."""
    process = subprocess.Popen(
        [str(Path(sys.executable).parent / "pipeline"), *map(str, command)],
        cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def workers(process):
    """Those of its worker processes that live."""
    return [
        stat.parent.name
        for stat in Path("/proc").glob("[0-9]*/stat")
        if _read(stat).rpartition(")")[2].split()[3:4] == [str(process.pid)]  # its session
        and b"spawn_main" in _read(stat.parent / "cmdline").encode()
    ]


def _read(path):
    try:
        return path.read_bytes().decode(errors="replace")
    except OSError:  # the process has ended
        return ""


def wait_for_two_workers(process):
    while len(workers(process)) < 2:
        assert process.poll() is None, "it ended before it had two workers"
        time.sleep(0.05)


def wait_for_the_workers_to_end(process):
    """For as long as a test may take."""
    while workers(process):
        time.sleep(0.05)


has_proc = pytest.mark.skipif(not Path("/proc").is_dir(), reason="workers are counted in /proc")


@pytest.mark.parametrize("devices", [1, pytest.param(2, marks=has_proc)])
def test_killed_while_writing_and_resumed_the_bytes_are_the_same(work, finished, tmp_path, devices):
    """`filter`, which writes two tables, and `backtranslate` on two devices, resumed on one.

    `benchmarks/survival.py` covers the moments before and after the writing.
    """
    stage = 3 if devices == 1 else 2
    artifacts, command = tmp_path / "a", stages(tmp_path / "a", "de=en-de,de-en")[stage]
    for table in TABLES[:stage]:
        shutil.copytree(finished / table, artifacts / table)
    with started(work, *command, *(("--device", "cpu,cpu") if devices == 2 else ())) as process:
        if devices == 2:
            wait_for_two_workers(process)
        while process.poll() is None and not any(
            (artifacts / TABLES[stage]).rglob("part-*.parquet")
        ):
            time.sleep(0.002)
    wait_for_the_workers_to_end(process)
    written = list((artifacts / TABLES[stage]).rglob("part-*.parquet"))
    assert written, f"it wrote nothing, and ended with {process.returncode}"
    pipeline(*command, cwd=work)
    made, wanted = files(artifacts), files(finished)
    assert made == {name: content for name, content in wanted.items() if name in made}
    assert f"{TABLES[stage]}/manifest.json" in made


@has_proc
def test_no_worker_outlives_a_killed_command(work, finished, tmp_path):
    shutil.copytree(finished / "sentences", tmp_path / "a" / "sentences")
    negate = ("run", "negate", "--workers", "2", "--shard-rows", "5", "--artifacts", tmp_path / "a")
    with started(work, *negate) as process:
        wait_for_two_workers(process)
    wait_for_the_workers_to_end(process)


@pytest.mark.parametrize("kept", [0, 3])
def test_resume_after_each_shard(work, finished, kept, tmp_path):
    """Without timing: a run that had finished `kept` shards ends with the same bytes."""
    shutil.copytree(finished, tmp_path / "a")
    for table in ("negations", "backtranslations", "triples"):
        manifest = ArtifactsFolder(tmp_path / "a").require(table)
        for shard in manifest.shards[kept:]:
            (tmp_path / "a" / table / shard.file).unlink()
        del manifest.shards[kept:]
        save_manifest(tmp_path / "a" / table, manifest)
    for _, *command in stages(tmp_path / "a", "de=en-de,de-en")[1:]:
        pipeline("run", *command, cwd=work)
    assert files(tmp_path / "a") == files(finished)


def test_a_trial_of_the_first_sentences_is_filtered_too(work, finished, tmp_path):
    for table in ("sentences", "negations"):
        shutil.copytree(finished / table, tmp_path / "a" / table)
    trial = ("--limit", "5", "--beams", "1", "--candidates", "1", "--max-length", "12")
    pipeline("run", "backtranslate", "--artifacts", tmp_path / "a", "--models", "de=en-de,de-en",
             *trial, cwd=work)  # fmt: skip
    done = pipeline("run", "filter", "--artifacts", tmp_path / "a", "--workers", "1",
                    "--shard-rows", "13", "--json")  # fmt: skip
    counts = json.loads(done.stdout)["counts"]
    # The 55 others, and those whose translation by a random model is empty.
    assert counts["lost no_candidate"] >= 55
    assert sum(v for k, v in counts.items() if k.startswith("status")) == 60


def test_status_counts_the_shards(finished):
    found = json.loads(pipeline("status", "--artifacts", finished, "--json").stdout)
    assert [(s["stage"], s["state"], s["shards_done"], s["rows"]) for s in found[:2]] == [
        ("sentences", "complete", 9, 60),
        ("negations", "complete", 7, 60),
    ]
    assert "complete" in pipeline("status", "--artifacts", finished).stdout


def test_verify_finds_every_kind_of_damage(finished, tmp_path):
    assert pipeline("verify", "--artifacts", finished).returncode == 0
    artifacts = tmp_path / "a"
    shutil.copytree(finished, artifacts)
    flipped = artifacts / "sentences/part-00001.parquet"
    content = bytearray(flipped.read_bytes())
    content[len(content) // 2] ^= 1
    flipped.write_bytes(content)
    cut = artifacts / "negations/part-00002.parquet"
    cut.write_bytes(cut.read_bytes()[:-9])
    (artifacts / "backtranslations/de/part-00000.parquet").unlink()
    shutil.copy(artifacts / "triples/part-00000.parquet", artifacts / "triples/part-00099.parquet")
    done = pipeline("verify", "--artifacts", artifacts, check=False)
    assert done.returncode == 1
    assert "sentences/part-00001.parquet differs from its manifest" in done.stdout
    assert "negations/part-00002.parquet has" in done.stdout
    assert "backtranslations/de/part-00000.parquet is missing" in done.stdout
    assert "triples/part-00099.parquet is in no manifest" in done.stdout
    assert "\nError: " in done.stderr
    assert "Traceback" not in done.stderr


def test_inspect_shows_the_overview_and_one_sentence(finished):
    overview = pipeline("inspect", "--artifacts", finished).stdout
    assert "no_paraphrase" in overview
    followed = pipeline("inspect", "--artifacts", finished, "--text", "old man sleeps").stdout
    assert "The old man sleeps at home." in followed
    assert "does not" in followed


def test_the_catalogue_lists_relative_paths(finished):
    assert "'whole/triples/part-*.parquet'" in (finished / "catalog.sql").read_text()


def test_standard_input_is_ingested(tmp_path):
    done = pipeline("run", "ingest", "--input", "-", "--artifacts", tmp_path / "a", "--json",
                    stdin="One sentence.\n\nOne sentence.\n")  # fmt: skip
    found = json.loads(done.stdout)
    assert found["rows"] == 1
    assert found["dropped"] == {"duplicate": 1, "empty": 1}


def test_a_reader_that_leaves_early_stops_no_work(finished, tmp_path):
    """As in `pipeline run filter ... 2>&1 | head -1`."""
    artifacts = shutil.copytree(finished, tmp_path / "a", ignore=shutil.ignore_patterns("triples"))
    command = ["run", "filter", "--workers", "1", "--shard-rows", "13", "--artifacts", artifacts]
    with subprocess.Popen(
        [sys.executable, "-m", "pipeline", *command],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as process:  # fmt: skip
        assert process.stdout.readline() == "Loading the guards ...\n"
        process.stdout.close()
    assert process.returncode == 0
    assert files(artifacts) == files(finished)


def test_negate_takes_files_directly(tmp_path):
    (tmp_path / "in.txt").write_text("She likes tea.\n")
    pipeline("run", "negate", "--input", "in.txt", "--workers", "1", cwd=tmp_path)
    done = pipeline("verify", cwd=tmp_path)
    assert "No faults" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("run", "ingest"), 2, "Give at least one --input"),
        (("run", "ingest", "--input", "none.txt"), 2, "none.txt does not exist"),
        (("run", "negate"), 2, "artifacts does not exist: check --artifacts, or make tables there"),
        (("run", "backtranslate", "--models", "demo"), 2, "artifacts does not exist"),
        (
            ("run", "filter", "--artifacts", "."),
            2,
            "run `pipeline run all --input FILE --artifacts",
        ),
        (("run", "filter", "--select", "worst"), 2, "not one of: score, mer"),
        (("run", "backtranslate", "--models", "nothing"), 2, "not one of: wmt19, demo"),
        (("inspect", "--artifacts", "."), 2, "run `pipeline run all --input FILE --artifacts ."),
        (("status",), 2, "artifacts does not exist"),
        (("verify",), 2, "artifacts does not exist"),
        (("repair", "--artifacts", "."), 2, ". holds no tables: nothing to repair."),
        (("run", "ingest", "--no-such-flag"), 2, "No such option"),
    ],
)
def test_misuse_ends_with_one_clear_message(tmp_path, arguments, code, message):
    done = pipeline(*arguments, cwd=tmp_path, check=False)
    assert done.returncode == code
    assert message in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr


def test_the_default_models_without_network_name_the_ways_out(finished, tmp_path):
    done = pipeline("run", "backtranslate", "--artifacts", finished, check=False)
    assert done.returncode == 1
    assert "facebook/wmt19-en-de" in done.stderr
    assert "--models firefox:pt" in done.stderr


def test_other_models_than_those_of_the_table_are_refused(work, finished):
    done = pipeline("run", "backtranslate", "--artifacts", "whole", "--models", "de=de-en,en-de",
                    cwd=work, check=False)  # fmt: skip
    assert done.returncode == 2
    assert "was made differently" in done.stderr
    assert "--overwrite" in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(tmp_path):
    (tmp_path / "in.txt").write_text("One sentence.\n")
    (tmp_path / "a").mkdir(mode=0o555)
    done = pipeline("run", "ingest", "--input", "in.txt", "--artifacts", "a/b", cwd=tmp_path,
                    check=False)  # fmt: skip
    assert done.returncode == 1
    assert "permissions" in done.stderr


def test_help_is_quick_because_nothing_heavy_is_imported():
    code = (
        "import sys, pipeline.cli\n"
        "heavy = {'torch', 'transformers', 'spacy', 'duckdb', 'pyarrow', 'scipy'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_command_has_an_example():
    for command in ("ingest", "negate", "backtranslate", "filter", "all"):
        shown = pipeline("run", command, "--help").stdout
        assert re.search(rf"Examples?:.*pipeline run {command}\b", shown, re.DOTALL)


@pytest.mark.parametrize("package", ["pipeline", "trainer"])
def test_the_commands_run_as_modules_too(package):
    command = [sys.executable, "-m", package, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"python -m {package}" in done.stdout
