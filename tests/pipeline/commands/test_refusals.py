"""What the commands refuse before any work, each in one message."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.programs import run_program


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("repair",), "holds no tables: nothing to repair."),
        (("run", "negate", "--engine", "ray"), "--engine ray is called --executor ray now"),
        (("judge", "--json"), "use it only with keys from a pipe"),
    ],
)
def test_misuse_is_told(tmp_path, monkeypatch, command, said):
    at_terminal = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("pipeline.commands.judge.sys", at_terminal)
    done = run_program("pipeline", *command, "--artifacts", tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("Error: ")) == (2, "", 1)
    assert said in done.stderr


def test_a_shell_needs_its_program(inspected, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    done = run_program("pipeline", "inspect", "--shell", "--artifacts", inspected)
    assert done.returncode == 2
    assert "pip install duckdb-cli" in done.stderr


def test_a_shell_starts_with_the_views_and_with_no_command_from_the_folder(
    inspected, tmp_path, monkeypatch
):
    folder = shutil.copytree(inspected, tmp_path / "a", ignore=shutil.ignore_patterns(".lock"))
    expected = (folder / "catalog.sql").read_text().replace("artifacts/", "a/")
    (folder / "catalog.sql").write_text(".shell touch attacked\n")
    started = []

    def run(command, cwd, check):
        started.append((command[0], command[1], Path(command[2]).read_text(), cwd))

    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    monkeypatch.setattr("subprocess.run", run)
    assert run_program("pipeline", "inspect", "--shell", "--artifacts", folder).returncode == 0
    assert started == [("/bin/duckdb", "-init", expected, folder.resolve().parent)]
