"""The commands that write: what each starts from, its arguments, and what it makes.

Stages are found automatically, in the order in which the program lists them: each starts from the
folder that the one before it left. Every other command that writes has an entry in `OTHERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

READING = {
    "pipeline": "negate rephrase status verify".split(),
    "trainer": "evaluate transfer splits probe transform failures compare recipes".split(),
}
"""Commands that only print. With `--cache` some store embeddings, as `contrast` does."""
_WRITING = {"output", "overwrite", "html", "card"}
"""Parameters that only commands that write have."""

MANY = "many"
"""In place of a target to start from: a folder with enough triples for an audit."""
ENCODER, MIRROR, SENTEVAL = "encoder", "mirror.txt", "SentEval"
"""In the bench's folder: a model, the address of `mirror.py`, test sets in SentEval's layout."""
_ON_CPU = ("--device", "cpu")

Options = Callable[[Path, Path], list[str]]
"""The arguments of a command, from the bench's folder and the one that it writes to."""


@dataclass(frozen=True, slots=True)
class Target:
    """A command that writes.

    Attributes:
        words: the program and its command.
        after: name of the target whose folder it starts from, or MANY; "" for an empty one.
        options: its arguments besides those that every stage has.
        made: what it makes below the folder, and refuses to make again where it is whole.
        typed: what it reads from standard input.
    """

    words: tuple[str, ...]
    after: str
    options: Options
    made: str = ""
    typed: str = ""


def all_targets() -> dict[str, Target]:
    """All commands that write, each after the one that it starts from.

    Raises:
        SystemExit: a command is not known.
    """
    found: dict[str, Target] = {}
    for words, command in _commands():
        if words[:2] == ("pipeline", "run"):
            found[words[2]] = _stage(words, command, [*found])
    last = [name for name in found if name != "all"][-1]
    for name, (command, after, options, *more) in OTHERS.items():
        found[name] = Target(tuple(command.split()), after or last, options, *more)
    known = {target.words for target in found.values()}
    for words, command in _commands():
        writes = bool(_WRITING & {parameter.name for parameter in command.params})
        reads = len(words) == 2 and words[1] in READING[words[0]] and not writes
        if not (reads or words in known):
            raise SystemExit(
                f"{' '.join(words)} is not killed by this benchmark: give it an entry in OTHERS"
                " of benchmarks/targets.py, or name it among READING if it writes nothing."
            )
    return found


def _commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """All commands of both programs."""
    from pipeline.cli import app as pipeline
    from trainer.cli import app as trainer

    for program, app in (("pipeline", pipeline), ("trainer", trainer)):
        yield from _leaves(typer.main.get_command(app), (program,))


def _leaves(command: Any, above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if not hasattr(command, "commands"):
        yield above, command
        return
    for name, one in command.commands.items():
        yield from _leaves(one, (*above, name))


def _stage(words: tuple[str, ...], command: Any, earlier: list[str]) -> Target:
    """A stage with small shards, in one process, and the options of its own that it needs."""
    given = {"workers": "1", "shard_rows": "4"}
    names = {parameter.name for parameter in command.params}
    common = [
        part
        for name, value in given.items()
        if name in names
        for part in (f"--{name.replace('_', '-')}", value)
    ]
    extra = OF_STAGES.get(words[2], _nothing)
    after = earlier[-1] if earlier and words[2] != "all" else ""
    return Target(words, after, lambda root, folder: [*extra(root, folder), *common])


def _nothing(root: Path, folder: Path) -> list[str]:
    return []


def _input(root: Path, folder: Path) -> list[str]:
    return ["--input", str(root / "corpus.txt")]


def _models(root: Path, folder: Path) -> list[str]:
    return ["--models", f"de={root / 'en-de'},{root / 'de-en'}"]


def _translating(root: Path, folder: Path) -> list[str]:
    beams = ["--beams", "5", "--candidates", "2", "--max-length", "60"]
    return [*_models(root, folder), *beams]


def _fit(root: Path, folder: Path) -> list[str]:
    run = folder / "run"
    train = ["--triples", str(folder), "--output", str(run), "--device", "cpu"]
    if (run / "run.json").exists():
        return [*train, "--resume"]
    sets = ["batch_size=8", "epochs=2", "heldout=0.2", "max_sentence_tokens=24"]
    sets += ["max_eval_tokens=32", "validate_every=5", "checkpoint_every=3", "log_every=1"]
    sets += ["pooling=model", "template_anchor=model", "template_other=model"]
    changes = [part for one in (*sets, "final_mix=0.5") for part in ("--set", one)]
    return [*train, "--model", str(root / ENCODER), *changes]


def _sweep(root: Path, folder: Path) -> list[str]:
    given = ["--recipe", str(folder / "run" / "recipe.toml"), "--output", str(folder / "sweep")]
    sets = ["--set", "margin_alpha=0.1,0.2", "--set", "epochs=1"]
    return ["--triples", str(folder), "--device", "cpu", *given, *sets]


def _report(root: Path, folder: Path) -> list[str]:
    """A report on an encoder whose path is the same in all runs, since it is on the page."""
    given = [str(root / ENCODER), "--data", str(root / SENTEVAL), *_ON_CPU]
    return [*given, "--output", str(folder / "report")]


def _of_run(*more: str) -> Options:
    """Arguments of a command that makes something from the run."""
    return lambda root, folder: [
        str(folder / "run"), "--output", str(folder / more[0]), *more[1:],
    ]  # fmt: skip


OF_STAGES: dict[str, Options] = {
    "ingest": _input,
    "backtranslate": _translating,
    "all": lambda root, folder: [*_input(root, folder), *_translating(root, folder)],
}
"""Stage -> the options that it needs besides its folder."""
OTHERS: dict[str, tuple[Any, ...]] = {
    "repair": (
        "pipeline repair", "",
        lambda root, folder: [*_models(root, folder), "--workers", "1"],
    ),
    "judge": (
        "pipeline judge", "",
        lambda root, folder: "--reader anna --sample 4 --status no_paraphrase --seed 1".split(),
        "", "gggg",
    ),
    "inspect": (
        "pipeline inspect", "",
        lambda root, folder: ["--html", str(folder / "page.html"), "--sample", "4"],
    ),
    "audit": ("pipeline audit", MANY, lambda root, folder: ["--card"]),
    "fetch": (
        "pipeline models fetch", "ingest",
        lambda root, folder: ["firefox:de", "--server", (root / MIRROR).read_text("utf-8")],
    ),
    "fit": ("trainer fit", "", _fit),
    "mix": ("trainer mix", "fit", _of_run("mixed", "--share", "0.3"), "mixed"),
    "export": ("trainer export", "fit", _of_run("exported"), "exported"),
    "release": ("trainer release", "fit", _of_run("released"), "released"),
    "difference": ("trainer difference", "fit", _of_run("a.safetensors"), "a.safetensors"),
    "report": ("trainer report", "ingest", _report, "report/index.html"),
    "contrast": (
        "trainer contrast", "fit",
        lambda root, folder: [str(folder / "run"), "--cache", str(folder / "cache"), *_ON_CPU],
    ),
    "data": (
        "trainer data", "ingest",
        lambda root, folder: [str(root / SENTEVAL), "--output", str(folder / "sets")],
    ),
    "sweep": ("trainer sweep", "fit", _sweep),
}  # fmt: skip
"""Name -> its words, the target that it starts from (the last stage where empty), its arguments,
and `made` and `typed` of a `Target`."""
