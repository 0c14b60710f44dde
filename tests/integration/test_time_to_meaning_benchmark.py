"""What `benchmarks/time_to_meaning.py` counts, and the line that it prints."""

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.integration.command_lines import COMMANDS, options_of
from tests.programs import run_program
from tests.sentence_models import make_sentence_model


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))
    import time_to_meaning

    yield time_to_meaning
    del sys.modules["time_to_meaning"]


@pytest.mark.parametrize("text", ["demo", "corpus.txt"])
def test_its_commands_have_these_options(bench, text):
    for name, words in bench.steps(text, "my-model", Path("work"), ["epochs=1"]).items():
        assert tuple(words[: len(name.split())]) == tuple(name.split())
        given = {word for word in words if word.startswith("--")}
        assert given <= options_of(COMMANDS[tuple(name.split())])
    assert "epochs=1" in words


def carried_out(command, *, check=False, **options):
    """`subprocess.run`, but the trainer measures in this process, which has loaded it."""
    if command[:3] != [sys.executable, "-m", "trainer"]:
        return subprocess.run(command, check=check, **options)
    done = run_program(*command[2:])
    assert done.returncode == 0, done.stderr
    return done


def test_the_minutes_are_those_of_both_programs(bench, tiny_bert, tmp_path, monkeypatch, capsys):
    sentences = [f"The nurse opens {word} door ." for word in ("a", "one", "some", "the")]
    pairs = {"sentence1": sentences, "sentence2": sentences[::-1], "score": [1.0, 2.0, 3.0, 4.0]}
    extra = {"dataset": ["STSB"] * 4, "subset": ["all"] * 4, "split": ["test"] * 4}
    (tmp_path / "sts").mkdir()
    pq.write_table(pa.table(extra | pairs), tmp_path / "sts/STSB_all_test.parquet")
    rows = [f'{{"anchor": "{s}", "paraphrase": "{s}", "contradiction": "x"}}' for s in sentences]
    (tmp_path / "contrast.jsonl").write_text("\n".join(rows), encoding="utf-8")

    def once(program):
        if "--output" in program:
            make_sentence_model(tiny_bert, "mean", Path(program[program.index("--output") + 1]))
        return 90.0, 60.0

    monkeypatch.setattr(bench, "once", once)
    monkeypatch.setattr(bench, "subprocess", SimpleNamespace(run=carried_out))
    bench.main(tmp_path / "contrast.jsonl", tmp_path / "sts", model="my-model", what="a test")
    *_, line = shown = capsys.readouterr().out.splitlines()
    assert "trainer fit: 1.5 minutes, 1.0 of processor time" in shown
    number = r"-?\d+\.\d"
    assert re.fullmatch(
        rf"\| \d{{4}}-\d\d-\d\d \| `\w+(-dirty)?` \| a test \| 3\.0 \| 100\.0 \| {number} \|", line
    )
