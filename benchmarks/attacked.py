"""The commands that write: what each starts from, its arguments, and what it leaves.

Stages are found automatically, in the order in which the program lists them: each starts from the
folder that the one before it left. Every other command that writes has an entry in `OTHERS`.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import typer
from tiny_models import tiny_encoder, tiny_translation_model

READING = {
    "pipeline": "negate rephrase status audit verify".split(),
    "trainer": "evaluate transfer splits probe contrast transform failures report compare"
    " recipes".split(),
}
"""Commands that print, or write pages and figures that the next call writes again."""
ELSEWHERE = {"pipeline models fetch", "trainer data"}
"""Commands left out: one downloads and checks the published SHA-256 before it renames; one writes
test sets that the next call writes again."""
_SPEED = re.compile(r"\| [\d,]+ \|$|^int8 is .*$", re.MULTILINE)
"""What the card of `trainer release` says about speed."""
TIMES = {"seconds", "examples_per_second", "waiting", "output", "triples", "resumed_from"}

Options = Callable[["Bench", Path], list[str]]


@dataclass(frozen=True, slots=True)
class Target:
    """A command that writes.

    Attributes:
        words: the program and its command.
        after: name of the target whose folder it starts from; "" for an empty one.
        options: its arguments besides those that every stage has.
        made: what it makes below the folder, and refuses to make again where it is whole.
        typed: what it reads from standard input.
    """

    words: tuple[str, ...]
    after: str
    options: Options
    made: str = ""
    typed: str = ""


class Bench:
    """Folders and models that all runs share.

    Args:
        root: an existing folder for them.
        sentences: number of sentences in the corpus, at most 180.
    """

    def __init__(self, root: Path, sentences: int) -> None:
        self.root, self.sentences = root, sentences

    @cached_property
    def targets(self) -> dict[str, Target]:
        """All commands that write, each after the one that it starts from.

        Raises:
            SystemExit: a command is not known.
        """
        found: dict[str, Target] = {}
        for words, command in _commands():
            if words[:2] == ("pipeline", "run"):
                found[words[2]] = _stage(words, command, [*found])
        last = [name for name in found if name != "all"][-1]
        for name, other in OTHERS.items():
            program, command, after, options, *more = other
            found[name] = Target((program, command), after or last, options, *more)
        known = {target.words for target in found.values()}
        for words, _ in _commands():
            reads = len(words) == 2 and words[1] in READING[words[0]]
            if not (reads or " ".join(words) in ELSEWHERE or words in known):
                raise SystemExit(
                    f"{' '.join(words)} is not killed by this benchmark: give it an entry in OTHERS"
                    " of benchmarks/attacked.py, or name it among READING."
                )
        return found

    def chosen(self, names: list[str] | None) -> list[str]:
        """The targets of these names in their order, or all.

        Raises:
            BadParameter: there is no such target.
        """
        if unknown := set(names or ()) - self.targets.keys():
            raise typer.BadParameter(
                f"{', '.join(sorted(unknown))}: there are {', '.join(self.targets)}."
            )
        return [name for name in self.targets if name in (names or self.targets)]

    def needed(self, names: Sequence[str]) -> list[str]:
        """The targets and all that they start from, in order."""
        wanted = set(names)
        for name in reversed(self.targets):
            if name in wanted and (before := self.targets[name].after):
                wanted.add(before)
        return [name for name in self.targets if name in wanted]

    def whole(self, name: str) -> Path:
        """The folder as an uninterrupted run left it."""
        return self.root / "whole" / name / "artifacts"

    def place(self, name: str) -> Path:
        """A folder for other runs; its last part is always the same, since it is in the tables."""
        return self.root / name / "artifacts"

    def arguments(self, name: str, folder: Path, workers: int = 1) -> list[str]:
        """The command line for a folder; a training run is resumed once it has started."""
        target = self.targets[name]
        given = target.options(self, folder)
        if target.words[0] == "pipeline":
            given += ["--artifacts", str(folder)]
        if workers > 1 and "--workers" in given:
            given[given.index("--workers") + 1] = str(workers)
        return [*target.words, *given]

    def fresh(self, name: str, folder: Path) -> None:
        """Create a folder with what the command starts from."""
        shutil.rmtree(folder.with_name(f"{folder.name}.kept"), ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)
        after = self.targets[name].after
        if after:
            shutil.copytree(self.whole(after), folder)
        else:
            folder.mkdir(parents=True)
        if name == "repair":
            for table in tables(folder):
                shard = damaged_shard(table)
                shard.write_bytes(shard.read_bytes()[:-30])
            (folder / "negations" / "manifest.json").unlink()

    def made(self, name: str, folder: Path) -> bool:
        """Whether a command that refuses to write again has made what it makes."""
        made = self.targets[name].made
        return bool(made) and (folder / made).exists()

    def prepare(self, names: Sequence[str]) -> None:
        """Write the corpus and make the models that the commands need, with random weights."""
        who = ("The old man", "My sister", "A dog", "Nobody", "Our teacher")
        what = ("was waiting", "sleeps", "had lunch", "can swim")
        where = ("at home", "near the river", "in the garden")
        when = ("", " today", " again")
        lines = [f"{a} {b} {c}{d}." for a in who for b in what for c in where for d in when]
        corpus = "\n".join(lines[: self.sentences])
        (self.root / "corpus.txt").write_text(corpus, "utf-8", newline="\n")
        if {"backtranslate", "all"} & set(names):
            for name in ("en-de", "de-en"):
                tiny_translation_model(self.root / name, name)
        if any(self.targets[name].words[0] == "trainer" for name in names):
            from trainer.encoders.folder import load_encoder, save_encoder

            tiny_encoder(self.root / "plain")
            (self.root / "encoder").mkdir()
            save_encoder(
                load_encoder(str(self.root / "plain"), pooling="mean", max_tokens=32),
                self.root / "encoder",
            )


def tables(folder: Path) -> list[Path]:
    """The folders of the tables."""
    return sorted(path.parent for path in folder.glob("*/manifest.json"))


def damaged_shard(table: Path) -> Path:
    """The shard of a table that a repair has to make again."""
    return min(table.rglob("part-*.parquet"))


def left(folder: Path) -> dict[str, Any]:
    """Everything in a folder, in a comparable form: without times."""
    found: dict[str, Any] = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = str(path.relative_to(folder))
        if path.name == "checkpoint.safetensors":
            found[name] = _tensors(path)
        elif path.suffix == ".safetensors":
            found[name] = _tensors(path), _texts(path)
        elif path.name in ("run.json", "sweep.json", "start.json"):
            found[name] = _without_times(json.loads(path.read_text(encoding="utf-8")))
        elif path.name == "metrics.jsonl":
            lines = path.read_text(encoding="utf-8").splitlines()
            found[name] = [_without_times(json.loads(line)) for line in lines]
        elif path.name == "README.md":
            text = path.read_text(encoding="utf-8")
            found[name] = _SPEED.sub("|", text) if "sentences/s |" in text else text
        else:  # a picture has to be there
            found[name] = path.read_bytes() if path.suffix != ".svg" else b""
    return found


def differences(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Files that only one of the two has, or that differ."""
    missing = [f"{name} is missing" for name in sorted(expected.keys() - found.keys())]
    extra = [f"{name} is left over" for name in sorted(found.keys() - expected.keys())]
    both = sorted(expected.keys() & found.keys())
    return missing + extra + [f"{n} differs" for n in both if expected[n] != found[n]]


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
    return Target(words, after, lambda bench, folder: [*extra(bench, folder), *common])


def _nothing(bench: Bench, folder: Path) -> list[str]:
    return []


def _input(bench: Bench, folder: Path) -> list[str]:
    return ["--input", str(bench.root / "corpus.txt")]


def _models(bench: Bench, folder: Path) -> list[str]:
    return ["--models", f"de={bench.root / 'en-de'},{bench.root / 'de-en'}"]


def _translating(bench: Bench, folder: Path) -> list[str]:
    beams = ["--beams", "5", "--candidates", "2", "--max-length", "60"]
    return [*_models(bench, folder), *beams]


def _fit(bench: Bench, folder: Path) -> list[str]:
    run = folder / "run"
    train = ["--triples", str(folder), "--output", str(run), "--device", "cpu"]
    if (run / "run.json").exists():
        return [*train, "--resume"]
    sets = ["batch_size=8", "epochs=2", "heldout=0.2", "max_sentence_tokens=24"]
    sets += ["max_eval_tokens=32", "validate_every=5", "checkpoint_every=3", "log_every=1"]
    sets += ["pooling=model", "template_anchor=model", "template_other=model"]
    changes = [part for one in (*sets, "final_mix=0.5") for part in ("--set", one)]
    return [*train, "--model", str(bench.root / "encoder"), *changes]


def _sweep(bench: Bench, folder: Path) -> list[str]:
    given = ["--recipe", str(folder / "run" / "recipe.toml"), "--output", str(folder / "sweep")]
    sets = ["--set", "margin_alpha=0.1,0.2", "--set", "epochs=1"]
    return ["--triples", str(folder), "--device", "cpu", *given, *sets]


def _of_run(*more: str) -> Options:
    """Arguments of a command that makes something of the run."""
    return lambda bench, folder: [
        str(folder / "run"), "--output", str(folder / more[0]), *more[1:],
    ]  # fmt: skip


OF_STAGES: dict[str, Options] = {
    "ingest": _input,
    "backtranslate": _translating,
    "all": lambda bench, folder: [*_input(bench, folder), *_translating(bench, folder)],
}
"""Stage -> the options that it needs besides its folder."""
OTHERS: dict[str, tuple[Any, ...]] = {
    "repair": ("pipeline", "repair", "", lambda b, f: [*_models(b, f), "--workers", "1"]),
    "judge": (
        "pipeline", "judge", "",
        lambda b, f: "--reader anna --sample 4 --status no_paraphrase --seed 1".split(),
        "", "gggg",
    ),
    "inspect": (
        "pipeline", "inspect", "",
        lambda b, f: ["--html", str(f / "page.html"), "--sample", "4"],
    ),
    "fit": ("trainer", "fit", "", _fit),
    "mix": ("trainer", "mix", "fit", _of_run("mixed", "--share", "0.3"), "mixed"),
    "export": ("trainer", "export", "fit", _of_run("exported"), "exported"),
    "release": ("trainer", "release", "fit", _of_run("released"), "released"),
    "difference": (
        "trainer", "difference", "fit", _of_run("a.safetensors"), "a.safetensors",
    ),
    "sweep": ("trainer", "sweep", "fit", _sweep),
}  # fmt: skip
"""Name -> program, command, the target that it starts from (the last stage where empty), its
arguments, and `made` and `typed` of a `Target`."""


def _without_times(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_times(one) for one in value]
    if isinstance(value, dict):
        return {key: _without_times(one) for key, one in value.items() if key not in TIMES}
    return value


def _tensors(path: Path) -> dict[str, bytes]:
    """The bytes of each tensor; a checkpoint's texts beside them contain seconds."""
    from safetensors import safe_open

    with safe_open(path, framework="np") as file:
        return {name: file.get_tensor(name).tobytes() for name in file.keys()}  # noqa: SIM118


def _texts(path: Path) -> dict[str, str] | None:
    """The texts beside the tensors, which safetensors writes in random order."""
    from safetensors import safe_open

    with safe_open(path, framework="np") as file:
        texts: dict[str, str] | None = file.metadata()
        return texts
