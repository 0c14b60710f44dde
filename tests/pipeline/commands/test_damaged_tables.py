"""Reading commands over missing, cut, foreign and altered files: an answer, or a clear error."""

import random
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.commands.tables import _remedy
from pipeline.stages.ingest import IngestConfig, run_ingest
from schemas.errors import OsscseError, WorkFailed, run_app

COMMANDS = [
    "status", "status --json", "verify", "judge --status no_paraphrase", "judge --faults",
    "inspect", "inspect --json", "inspect --sample 2", "inspect --best score",
    "inspect --worst mer", "inspect --text barn", "inspect --window grid",
    "inspect --sql candidates", "inspect --html {folder}/page.html --sample 2",
]  # fmt: skip


def gone(path, draw):
    path.unlink()


def cut(path, draw):
    content = path.read_bytes()
    path.write_bytes(content[: draw.choice((0, len(content) // 2, len(content) - 20))])


def foreign(path, draw):
    """Another table, or JSON that says something else."""
    if path.suffix == ".parquet":
        pq.write_table(pa.table({"x": [1, 2], "y": ["a", "b"]}), path)
    else:
        path.write_text(draw.choice(('{"a": 1}', "null", "[1]")))


def nulls(path, draw):
    """The same columns without a value; text for files that are no tables."""
    if path.suffix == ".parquet":
        schema = pq.read_schema(path)
        columns = [pa.nulls(2, field.type) for field in schema]
        pq.write_table(pa.table(columns, names=schema.names), path)
    else:
        path.write_text("\n\x1b[1m%s\n")


def flips(path, draw):
    content = bytearray(path.read_bytes())
    for _ in range(3):
        content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    path.write_bytes(content)


def warned(capsys, *arguments):
    """The warnings of a command, and its exit code."""
    with pytest.raises(SystemExit) as done:
        run_app(app, [str(one) for one in arguments])
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("WARNING: ")]
    return said, done.value.code


def test_status_and_inspect_warn_of_tables_made_from_other_sentences(inspected, tmp_path, capsys):
    folder = shutil.copytree(inspected, tmp_path / "my art", ignore=shutil.ignore_patterns(".lock"))
    assert warned(capsys, "status", "--artifacts", folder) == ([], 0)
    (tmp_path / "new.txt").write_text("The inn is full.\n")
    run_ingest([str(tmp_path / "new.txt")], folder, IngestConfig(), overwrite=True)
    said = f"`pipeline verify --artifacts '{folder}'` says which commands to run."
    for command in ("status", "inspect"):
        (warning,), code = warned(capsys, command, "--artifacts", folder)
        assert code == 0
        assert warning.endswith(said)


def test_status_warns_of_a_missing_shard(inspected, tmp_path, capsys):
    folder = shutil.copytree(inspected, tmp_path / "my art", ignore=shutil.ignore_patterns(".lock"))
    shard = next((folder / "verdicts").glob("part-*.parquet"))
    shard.unlink()
    command = f"`pipeline repair --artifacts '{folder}'`"
    said = f"WARNING: missing or of another size: {shard}. Run {command}."
    assert warned(capsys, "status", "--artifacts", folder) == ([said], 0)


@pytest.mark.parametrize(
    ("repairable", "problems", "said"),
    [
        (2, 2, ": run `pipeline repair --artifacts a`."),
        (1, 3, ": run `pipeline repair --artifacts a` for 1 of them; the lines of the others say"),
        (0, 3, ": the line of each one says what to do."),
    ],
)
def test_verify_sends_to_repair_only_what_it_can_repair(repairable, problems, said):
    assert _remedy(repairable, problems, "a").startswith(said)
    quoted = said.replace("--artifacts a", "--artifacts 'my art'")
    assert _remedy(repairable, problems, "my art").startswith(quoted)


READING = ["inspect", "inspect --text barn", "inspect --window grid", "inspect --sample 2",
           "inspect --sql sentences", "inspect --shell", "judge", "audit"]  # fmt: skip


def altered(inspected, folder):
    """The path of a shard whose sentence is spelt backwards, in a copy of the folder."""
    shutil.copytree(inspected, folder, ignore=shutil.ignore_patterns(".lock"))
    path = next((folder / "sentences").glob("part-*.parquet"))
    table = pq.read_table(path)
    texts = [text[::-1] for text in table["text"].to_pylist()]
    place = table.schema.get_field_index("text")
    pq.write_table(table.set_column(place, table.schema.field("text"), [texts]), path)
    return path


@pytest.mark.parametrize("command", READING)
def test_a_reading_command_refuses_altered_rows(inspected, tmp_path, monkeypatch, command):
    path = altered(inspected, tmp_path / "a")
    # As if it had the size in the manifest.
    monkeypatch.setattr("pipeline.inspection.checked.intact", lambda folder, shard: True)
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")  # of --shell
    words = command.split(" ")
    if "--sql" in words:
        words[-1] = f"from {words[-1]}"
    done = CliRunner().invoke(app, [*words, "--artifacts", str(tmp_path / "a")], input="gg")
    assert isinstance(done.exception, WorkFailed)
    assert str(done.exception) == (
        f"{path} cannot be read (its content differs from its manifest (SHA-256))."
        f" Run `pipeline verify --artifacts {tmp_path / 'a'}` to see what is damaged, and"
        f" `pipeline repair --artifacts {tmp_path / 'a'}` to make it again."
    )
    assert done.stdout == ""


def test_a_shard_that_cannot_be_read_is_named(inspected, tmp_path, monkeypatch):
    folder = shutil.copytree(inspected, tmp_path / "a", ignore=shutil.ignore_patterns(".lock"))
    path = next((folder / "sentences").glob("part-*.parquet"))
    path.unlink()
    path.mkdir()
    monkeypatch.setattr("pipeline.inspection.checked.intact", lambda folder, shard: True)
    done = CliRunner().invoke(app, ["inspect", "--artifacts", str(folder)])
    assert isinstance(done.exception, WorkFailed)
    assert str(done.exception).startswith(f"{path} cannot be read ([Errno 21] Is a directory")


def test_altered_judgements_are_not_shown(inspected, tmp_path):
    folder = shutil.copytree(inspected, tmp_path / "a", ignore=shutil.ignore_patterns(".lock"))
    at = ["--artifacts", str(folder)]
    judged = ["judge", "--reader", "anna", "--sample", "1", "--seed", "1", *at]
    assert CliRunner().invoke(app, judged, input="g").exit_code == 0
    (table,) = (folder / "judgements").rglob("*.parquet")
    table.write_bytes(table.read_bytes()[:-8] + b"\0\0\0\0PAR1")
    done = CliRunner().invoke(app, ["inspect", "--sql", "from judgements", *at])
    assert isinstance(done.exception, WorkFailed)
    assert str(done.exception).startswith(f"{table} differs from its manifest.")


def test_inspect_trusts_altered_rows_if_asked(inspected, tmp_path, monkeypatch):
    altered(inspected, tmp_path / "a")
    monkeypatch.setattr("pipeline.inspection.checked.intact", lambda folder, shard: True)
    words = ["inspect", "--sql", "select text from sentences", "--unchecked", "--json"]
    done = CliRunner().invoke(app, [*words, "--artifacts", str(tmp_path / "a")])
    assert done.exit_code == 0
    assert "niar eht ni klaw A" in done.stdout


@pytest.mark.parametrize("seed", range(14))
def test_a_reading_command_answers_or_says_what_is_damaged(inspected, tmp_path, seed):
    draw = random.Random(seed)
    folder = shutil.copytree(inspected, tmp_path / "a", ignore=shutil.ignore_patterns(".lock"))
    path = draw.choice(sorted(one for one in folder.rglob("*") if one.is_file()))
    draw.choice((gone, cut, foreign, nulls, flips))(path, draw)
    words = COMMANDS[seed].format(folder=tmp_path).split(" ")
    if "--sql" in words:
        words[-1] = f"from {words[-1]}"
    done = CliRunner().invoke(app, [*words, "--artifacts", str(folder)], input="gg")
    # SystemExit: `verify` found something.
    clear = isinstance(done.exception, OsscseError | SystemExit | None)
    assert clear, f"{words} after {path}: {done.exception!r}"
