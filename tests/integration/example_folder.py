"""A folder with all that the examples of the help texts name, as their reader would have it.

What costs most is made small: sentences are few, models tiny with random weights.
"""

from __future__ import annotations

import gzip
import json
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.artifacts import make_artifacts
from tests.damages import flip
from tests.programs import run_program
from tests.scored_pairs import PAIRS, write_pairs
from tests.senteval import write_senteval
from tests.translation_models import make_fsmt

LONG = """\
The minister resigned after reports about his private travel.
The abbey was founded by monks in the eleventh century.
"""
"""Sentences that are really translated, which takes longest of all."""
CLAUSES = [
    *((f"{who} repaired the {what} in the yard", "on Monday")
      for who in ("the baker", "a nurse", "our neighbour") for what in ("door", "boat", "lamp")),
    *((f"the {what} in the yard is {how}", "today")
      for what in ("door", "boat", "lamp") for how in ("old", "open")),
    *((f"every {what} in the town was sold", "in May") for what in ("boat", "lamp")),
    ("my uncle had a heart condition", "for years"),
]  # fmt: skip
MADE = {
    "negate": ["negations", "triples", "verdicts"],
    "backtranslate": ["backtranslations", "triples", "verdicts"],
    "rephrase": ["triples", "verdicts"],
    "filter": ["triples", "verdicts"],
}
"""The tables that are not yet there when a stage begins."""
DAMAGED, STOPPED, OSSCSE = "damaged", "stopped", "osscse.safetensors"
"""What takes the place of the artifacts, of a run, and of the encoder that is installed."""


def make_folder(folder: Path, bert: Path, roberta: Path) -> None:
    """Make everything.

    Args:
        folder: an empty one.
        bert: a plain folder with a tiny encoder.
        roberta: another one.
    """
    _write_text(folder)
    _write_sets(folder)
    _make_encoders(folder, bert, roberta)
    for lang in ("de", "fr"):
        for seed, pair in enumerate([("en", lang), (lang, "en")], start=1):
            make_fsmt(folder / "models" / "-".join(pair), pair, seed)
    make_artifacts(folder / "artifacts", _translated(), shard_rows=64)
    _run(folder, "pipeline run negate --kinds all --per-sentence 2 --overwrite")
    _run(folder, "pipeline run filter")
    _write_marks(folder)
    _make_damaged(folder)
    _make_runs(folder)


def place_for(line: str, folder: Path, place: Path) -> None:
    """Fill a place in which an example runs: links to what it reads, copies of what it changes.

    Args:
        line: the example; what it makes is not there yet.
        folder: as `make_folder` made it.
        place: an empty one.
    """
    words = shlex.split(line)
    (place / "runs").mkdir()
    for there in (*folder.iterdir(), *(folder / "runs").iterdir()):
        name = there.relative_to(folder)
        if there.name not in ("artifacts", "runs", DAMAGED, STOPPED):
            (place / name).symlink_to(there)
    if not {"--input", "--demo"} & {*words} or words[0] == "trainer":
        tables = folder / (DAMAGED if "repair" in words else "artifacts")
        shutil.copytree(tables, place / "artifacts")
        if words[:2] == ["pipeline", "run"] and "--overwrite" not in words:
            for table in MADE[words[2]]:
                shutil.rmtree(place / "artifacts" / table)
    if "--output" in words and (output := place / words[words.index("--output") + 1]).is_symlink():
        output.unlink()
        if "--resume" in words:
            shutil.copytree(folder / STOPPED, output)


def _run(folder: Path, line: str) -> None:
    done = run_program(*line.split(), cwd=folder)
    assert done.returncode == 0, f"{line}\n{done.stderr}"


def _translated() -> dict[str, tuple[str | None, list[tuple[Any, ...]]]]:
    """Sentences with a good paraphrase each, and with one that loses the polarity; the last one
    has no other."""
    made: dict[str, tuple[str | None, list[tuple[Any, ...]]]] = {}
    for number, (clause, when) in enumerate(CLAUSES):
        anchor, moved = (
            f"{text[0].upper()}{text[1:]}." for text in (f"{clause} {when}", f"{when} {clause}")
        )
        denied = f"It is not true that {clause} {when}."
        good, bad = ("de", "ru") if number % 2 else ("ru", "de")
        made[anchor] = None, [(good, moved, -0.2), (bad, denied, -0.9)]
    made["The clock in the hall is slow."] = None, [("de", "The clock is not slow.", -0.5)]
    return made


def _write_text(folder: Path) -> None:
    for name in ("corpus.txt", "a.txt", "mine.txt"):
        (folder / name).write_text(LONG, encoding="utf-8")
    (folder / "a.txt.gz").write_bytes(gzip.compress(LONG.encode()))
    (folder / "b.jsonl").write_text('{"body": "Cars are waiting at a red light."}\n', "utf-8")
    refused = "select id from candidates where paraphrase like 'Today%'"
    (folder / "bad.sql").write_text(refused, encoding="utf-8")
    (folder / "mine.toml").write_text('extends = "osscse"\nepochs = 1\n', encoding="utf-8")


def _write_sets(folder: Path) -> None:
    """Scored pairs, labelled sentences, contrast sets."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    write_senteval(folder / "SentEval", times=7)
    write_pairs(folder / "sts", "STS12", "MSRvid", "test")
    pairs = write_pairs(folder / "sts", "STSB", "all", "test")
    shutil.copy(pairs, folder / "dev.parquet")
    texts = [text for pair in PAIRS for text in pair[:2]]
    labelled = {"sentence": texts * 5, "label": [0, 1] * 20, "split": ["train"] * 32 + ["test"] * 8}
    (folder / "transfer").mkdir()
    pq.write_table(pa.table(labelled), folder / "transfer/TREC.parquet")
    texts = *PAIRS[0][:2], PAIRS[1][0]
    captions = ("caption", "caption2", "negative_caption")
    for file, row in {
        "contrast/mine.jsonl": zip(("anchor", "paraphrase", "contradiction"), texts, strict=True),
        "scpp/data/swap_object.jsonl": zip(captions, texts, strict=True),
        "SemAntoNeg.jsonl": {"input": texts[0], "sentences": texts[1:], "label": 0}.items(),
    }.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(f"{json.dumps(dict(row))}\n" * 2, encoding="utf-8")


def _make_encoders(folder: Path, bert: Path, roberta: Path) -> None:
    """Folders with the names of models of the hub and of the demo's, which they stand for."""
    from transformers import BertConfig, BertForMaskedLM, RobertaConfig, RobertaForMaskedLM

    from tests.sentence_models import make_sentence_model

    make_sentence_model(bert, "normalize", folder / "my-model")
    make_sentence_model(bert, "mean", folder / "demo")
    for plain, name, kind, config in (
        (bert, "bert-base-uncased", BertForMaskedLM, BertConfig),
        (roberta, "roberta-base", RobertaForMaskedLM, RobertaConfig),
    ):
        shutil.copytree(plain, folder / name)
        kind(config.from_pretrained(plain)).save_pretrained(folder / name)


def _write_marks(folder: Path) -> None:
    """What a reader downloads from the page of `pipeline inspect --html`."""
    import pyarrow.parquet as pq

    from pipeline.storage.artifacts import ArtifactsFolder

    triples = ArtifactsFolder(folder / "artifacts").require("triples").fingerprint()
    shard = folder / "artifacts/triples/part-00000.parquet"
    rows = pq.read_table(shard, columns=["id", "variant"]).to_pylist()
    marked = [{**rows[0], "part": None}, {**rows[1], "part": "negation"}]
    marks = {"table": "judgements", "reader": "anna", "triples": triples, "judgements": marked}
    (folder / "judgements-anna.json").write_text(json.dumps(marks), encoding="utf-8")


def _make_damaged(folder: Path) -> None:
    """Artifacts that were translated with the user's own models, and lost a shard."""
    _run(folder, f"pipeline run negate --input corpus.txt --artifacts {DAMAGED}")
    _run(
        folder,
        f"pipeline run backtranslate --models de=models/en-de,models/de-en --artifacts {DAMAGED}"
        " --max-length 12",
    )
    _run(folder, f"pipeline run filter --artifacts {DAMAGED}")
    flip(next((folder / DAMAGED / "backtranslations/de").glob("*.parquet")))


def _make_runs(folder: Path) -> None:
    """Finished runs, one that was stopped, and the difference that stands for `osscse`."""
    from tests.trainer.training.runs import stopped_before_step

    _run(folder, "trainer fit --recipe demo")
    _run(folder, "trainer fit --model my-model --output runs/first")
    _run(folder, "trainer fit --model demo --output runs/a")
    _run(folder, "trainer fit --model demo --set lora_rank=2 --output runs/lora")
    _run(folder, "trainer fit --output runs/osscse-1")
    _run(folder, "trainer fit --set seed=1 --output runs/osscse-2")
    with pytest.MonkeyPatch.context() as patch, stopped_before_step(2, patch):
        done = run_program(
            *("trainer", "fit", "--set", "batch_size=8", "--output", STOPPED), cwd=folder
        )
    assert done.returncode == 130, done.stderr
    _run(folder, f"trainer difference runs/demo-1 --output {OSSCSE}")
