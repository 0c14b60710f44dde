"""A small part of `benchmarks/crash_points.py`, and the facts that it relies on."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks into /proc")

TESTS = Path(__file__).parents[1]

PROGRAM = """
import os, random, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from crashing import Watch
from forking import forked
folder = Path(sys.argv[2])
(folder / "there").mkdir(parents=True)
(folder / "there/kept").write_text("kept")

def write():
    Watch(folder, 4, random.Random(sys.argv[3])).begin()
    (folder / "there").mkdir(exist_ok=True)
    with (folder / "a").open("w") as file:
        file.write("0123456789" * 9)
        if "sync" in sys.argv:
            file.flush()
            os.fsync(file.fileno())
    (folder / "a").rename(folder / "b")
    if "sync" in sys.argv:
        os.fsync(os.open(folder, os.O_RDONLY))
    (folder / "c").mkdir()
    (folder / "d").mkdir()

print(forked(write, folder.with_name("log.txt")))
"""


def crash(folder, *words):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, BENCHMARKS, folder, *words],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "-9\n"
    assert (folder / "there/kept").read_text() == "kept"
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


def test_a_power_cut_takes_what_was_not_synced_and_nothing_else(tmp_path):
    whole = "0123456789" * 9
    # Made, synced and renamed: the next change is that the folder is synced.
    found = [crash(tmp_path / f"n{i}", str(i), "sync") for i in range(3)]
    assert all(set(files) <= {"a", "b"} for files in found)
    assert all(text == whole for files in found for text in files.values())
    found = [crash(tmp_path / f"m{i}", str(i)) for i in range(6)]
    assert any(text != whole for files in found for text in files.values())


UNSEEN = """
import shutil, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import pyarrow as pa
from crashing import Watch
from forking import forked, serve
folder = Path(sys.argv[2])
folder.mkdir()

def write(stop):
    (folder / "in").mkdir()
    watch = Watch(folder, stop)
    watch.begin()
    pa.OSFile(str(folder / "in/made"), "wb").close()
    (folder / "in").rename(folder / "out")
    watch.end()
    print(watch.changes)

for stop in range(4):
    code = forked(lambda: write(stop), folder / "../log.txt")
    print(code, sorted(str(path.relative_to(folder)) for path in folder.rglob("*")))
    print((folder / "../log.txt").read_text(), end="")
    for path in folder.iterdir():
        shutil.rmtree(path)
import threading
wait = lambda: threading.Thread(target=threading.Event().wait, daemon=True).start()
print(serve(wait, lambda: print(threading.active_count()), folder / "../log.txt", ""))
print((folder / "../log.txt").read_text(), end="")
"""


def test_files_that_python_does_not_make_are_changes_too_and_no_server_forks_with_threads(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", UNSEEN, BENCHMARKS, tmp_path / "a"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == [
        "0 ['out', 'out/made']", "['appear in/made', 'rename in out', 'end .']",
        "-9 ['in']", "-9 ['in', 'in/made']", "-9 ['out', 'out/made']", "0", "1",
    ]  # fmt: skip


COPIED = """
import os, random, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import pyarrow as pa
from crashing import Watch
from forking import forked
from states import Album, States, names
root, folder = Path(sys.argv[2]), Path(sys.argv[2]) / "folder"
said, states = root / "log.txt", States(root / "states")

def write(*crash):
    watch = Watch(folder, *crash)
    watch.begin()
    (folder / "there").mkdir()
    with (folder / "there/a").open("w") as file:
        file.write("0123456789" * 9)
        file.flush()
        os.fsync(file.fileno())
        file.write("unsynced")
    (folder / "there/a").rename(folder / "old")
    pa.OSFile(str(folder / "there/unseen"), "wb").close()
    (folder / "there/unseen").write_text("now it holds something")
    (folder / "there").rename(folder / "then")
    (folder / "old").write_text("another")
    os.fsync(os.open(folder, os.O_RDONLY))
    (folder / "old").unlink()
    watch.end()
    return watch

def draws(stop):
    return [random.Random(f"{stop} {draw}") for draw in range(8)]

album = Album(states, root / "album.json", range(99), draws)
def keep():
    print(write(0, None, album.add).changes)
    album.save()

def fresh():
    states.put({}, folder)
    states.put({}, root / "folder.kept")

fresh()
assert forked(keep, said) == 0, said.read_text()
print(said.read_text(), end="")
for stop, (killed, *cuts) in album.read().items():
    for cut, state in [(None, killed), *zip(draws(stop), cuts)]:
        fresh()
        code = forked(lambda: write(stop, cut), said)
        found = states.take(folder)
        assert (code, found) == (-9, state), (stop, cut, code, found, state)
print(len({str(state) for found in album.read().values() for state in found[:1]}))
print(len({str(state) for found in album.read().values() for state in found}))
"""


def test_copies_made_while_a_process_lives_are_what_it_leaves_when_it_dies(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", COPIED, BENCHMARKS, tmp_path],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    changes, killed, cut = done.stdout.splitlines()
    assert changes == str([
        "mkdir there", "open there/a", "sync there/a", "rename there/a old", "appear there/unseen",
        "rename there then", "cut old", "sync .", "remove old", "end .",
    ])  # fmt: skip
    assert int(killed) == 9  # the last sync changes nothing that SIGKILL would leave
    assert int(cut) > 9


def test_pictures_that_are_not_drawn_are_files_all_the_same(tmp_path, monkeypatch):
    from matplotlib.figure import Figure

    monkeypatch.setattr(Figure, "savefig", Figure.savefig)  # to have it back afterwards
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import serving

    from trainer.runs.curves import plot_run

    (tmp_path / "metrics.jsonl").write_text('{"type": "train", "step": 1, "loss": 2.0}\n')
    serving.draw_words()
    plot_run(tmp_path / "metrics.jsonl", tmp_path / "curves.svg")
    assert (tmp_path / "curves.svg").read_text() == "picture"


def test_commands_ended_at_any_change_leave_what_they_should():
    """Also fails if the benchmark does not know a command that writes."""
    first = random.Random().randrange(1, 28)
    done = subprocess.run(
        [
            sys.executable, BENCHMARKS / "crash_points.py", "--command", "ingest", "--json",
            "--first", str(first), "--every", "28", "--cuts", "1",
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"--first {first}: {done.stderr}"
    tallies = json.loads(done.stdout)
    assert [tally["differences"] for tally in tallies] == [[], []]
    assert all(tally["tried"] > 0 for tally in tallies)


def test_the_table_of_attacks_names_tests_that_there_are():
    text = (BENCHMARKS / "RESULTS.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \d+ \|.*::.*$", text, re.MULTILINE)
    assert len(rows) == 29
    for file, name in re.findall(r"`([\w/]+\.py)::(\w+)`", "\n".join(rows)):
        assert f"\ndef {name}(" in (TESTS / file).read_text(encoding="utf-8"), f"{file}::{name}"
