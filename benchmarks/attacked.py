"""The folders and models from which commands that write are attacked (`targets.py`)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import typer
from mirror import start_mirror
from targets import ENCODER, MANY, MIRROR, SENTEVAL, Target, all_targets
from tiny_models import tiny_encoder, tiny_translation_model

FETCHED = "OSSCSE_FIREFOX_MODELS"
"""Environment variable with the folder that `pipeline models fetch` writes to."""


class Bench:
    """Folders and models that all runs share.

    Args:
        root: an existing folder for them.
        sentences: number of sentences in the corpus, at most 180.
    """

    def __init__(self, root: Path, sentences: int) -> None:
        self.root, self.sentences = root, sentences
        # Kept open by this process and its forks, so that the mirror of models ends with the last.
        self._needs_mirror, self._held = os.pipe()

    @cached_property
    def targets(self) -> dict[str, Target]:
        """All commands that write, each after the one that it starts from."""
        return all_targets()

    def chosen(self, names: list[str] | None) -> list[str]:
        """The targets of these names in their order, or all.

        Raises:
            BadParameter: there is no such target.
        """
        if unknown := set(names or ()) - self.targets.keys():
            raise typer.BadParameter(
                f"unknown: {', '.join(sorted(unknown))}; choose from {', '.join(self.targets)}."
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
        given = target.options(self.root, folder)
        os.environ[FETCHED] = str(folder / "models")
        if target.words[0] == "pipeline" and name != "fetch":
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
        """Whether a command that refuses to overwrite its output has already made it."""
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
        if "fetch" in names:
            start_mirror(self.root / MIRROR, self._needs_mirror)
        if "audit" in names:
            _make_triples(self.whole(MANY))
        if {"data", "report"} & set(names):
            _write_senteval(self.root / SENTEVAL)
        if {"fit", "report"} & set(names):
            from trainer.encoders.folder import load_encoder, save_encoder

            tiny_encoder(self.root / "plain")
            (self.root / ENCODER).mkdir()
            save_encoder(
                load_encoder(str(self.root / "plain"), pooling="mean", max_tokens=32),
                self.root / ENCODER,
            )


def tables(folder: Path) -> list[Path]:
    """The folders of the tables."""
    return sorted(path.parent for path in folder.glob("*/manifest.json"))


def damaged_shard(table: Path) -> Path:
    """The shard of a table that a repair has to make again."""
    return min(table.rglob("part-*.parquet"))


def _make_triples(folder: Path) -> None:
    """Tables with sixty triples, the fewest of which an audit takes fifty, and their data card."""
    from pipeline.acceptance.judging import FilterConfig
    from pipeline.stages.filter import run_filter
    from tests.artifacts import make_artifacts

    texts: dict[str, tuple[str | None, list[tuple[Any, ...]]]] = {
        f"The {i} doors are open.": (
            f"The {i} doors are not open.",
            [("de", f"The doors, {i} of them, stand open.", -0.1)],
        )
        for i in range(11, 71)
    }
    folder.parent.mkdir(parents=True)
    make_artifacts(folder, texts, ("de",), shard_rows=60)
    run_filter(folder, FilterConfig(min_mer=0.0))


def _write_senteval(root: Path) -> None:
    """A set of scored pairs and one of labelled sentences in SentEval's layout."""
    for name, text in {
        "STS/STS12-en-test/STS.input.MSRvid.txt": "A man cooks.\tA man is cooking.\nA\tB\n",
        "STS/STS12-en-test/STS.gs.MSRvid.txt": "4.6\n1.5\n",
        "CR/custrev.pos": "It works well.\nI like it.\n",
        "CR/custrev.neg": "It broke at once.\nI sent it back.\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8", newline="\n")
