#!/usr/bin/env python3
"""Damage every kind of file that is read, at random, and check how its reader responds.

    benchmarks/fuzz.py --cases 20000 --seed 0
    benchmarks/fuzz.py --target recipe --cases 500

A case takes a sound file, flips, cuts, doubles or overwrites some of its bytes, or puts another
value into its JSON, and reads it. Reading must give the same as the undamaged file, or an error
with a message for users. A file without a checksum may also give another valid result. Readers may
not fail in any other way, nor take ten seconds of a processor's time.
"""

from __future__ import annotations

import json
import random
import shutil
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from damaging import damaged
from fuzzed import Target, text_file
from fuzzed_folders import TARGETS as FOLDERS
from fuzzed_kept import TARGETS as KEPT
from fuzzed_models import TARGETS as MODELS
from fuzzed_others import TARGETS as OTHERS
from fuzzed_parsers import TARGETS as PARSERS
from fuzzed_records import TARGETS as RECORDS
from fuzzed_stages import TARGETS as STAGES

from schemas.errors import OsscseError

SLOW_S = 10.0


def problem(
    target: Target, sound: Path, expected: Any, scratch: Path, draw: random.Random
) -> str | None:
    """How the reader of a damaged copy of a sound folder failed; None if it did not.

    Args:
        target: what is read.
        sound: folder that `make` filled.
        expected: what reading that gives.
        scratch: folder for the copy, which is removed.
        draw: random numbers for the damage.
    """
    path = scratch / target.make(sound).relative_to(sound)
    shutil.copytree(sound, scratch)
    path.write_bytes(damaged(path.read_bytes(), draw))
    began = time.process_time()
    try:
        found = target.read(scratch)
        if target.vouched and found != expected:
            return "was read as something else"
    except OsscseError as error:
        if not str(error).strip():
            return "said nothing"
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a panic of native code is no Exception
        return f"{type(error).__name__}: {str(error)[:200]}"
    finally:
        shutil.rmtree(scratch)
    took = time.process_time() - began
    return f"took {took:.0f} s" if took > SLOW_S else None


def _manifest(folder: Path) -> Path:
    from schemas.manifest import Manifest, Shard, copy_folder

    table = folder / "negations"
    if not table.exists():
        shard = Shard("part-00000.parquet", 0, 2, 2, 90, "ab" * 32, {"negated": 1}, {"a": ["b"]})
        made = Manifest(
            "negations", {"seed": 0}, {"osscse": "0.1.0"}, {"sentences": "x"}, [shard.file], 2
        )
        made.shards = [shard]
        for place in (table, copy_folder(table)):
            place.mkdir(parents=True)
            made.save(place)
    return table / "manifest.json"


def _read_manifest(folder: Path) -> Any:
    from pipeline.storage.artifacts import ArtifactsFolder

    return ArtifactsFolder(folder).manifest("negations")


ROWS = [
    {
        "id": i,
        "variant": 0,
        "anchor": f"Anchor {i}.",
        "paraphrase": f"Other {i}.",
        "negation": f"Not {i}.",
        "kind": "negation",
        "mer": 0.3,
        "negation_mer": 0.1,
        "pivot_lang": "de",
        "rule": "r.v1",
        "score": -1.0,
        "status": "complete",
    }
    for i in range(40)
]


def _triples(folder: Path) -> Path:
    import pyarrow.parquet as pq

    from schemas.tables import TRIPLES, table_of_records

    path = folder / "part-00000.parquet"
    if not path.exists():
        table = table_of_records(ROWS, TRIPLES)
        pq.write_table(table, path, compression="zstd", write_page_checksum=True, row_group_size=16)
    return path


def _train(folder: Path) -> Any:
    from trainer.data.triples import TripleTable

    table = TripleTable(folder)
    counts = table.count(0.1)
    rows = table.training(seed=0, epoch=0, buffer=9, heldout=0.1, rows="all")
    return counts, table.tally("kind"), len(list(rows))


def _shard(folder: Path) -> Any:
    from pipeline.storage.reader import read_shard
    from schemas.tables import TRIPLES

    return read_shard(folder / "part-00000.parquet", TRIPLES, len(ROWS)).num_rows


def _input(name: str) -> Target:
    def make(folder: Path) -> Path:
        import pyarrow as pa

        path = folder / name
        if not path.exists():
            lines = [f"Sentence {i} is here." for i in range(30)]
            if path.suffix == ".parquet":
                import pyarrow.parquet as pq

                pq.write_table(pa.table({"text": lines}), path, write_page_checksum=True)
                return path
            if ".jsonl" in name:
                lines = [json.dumps({"text": line}) for line in lines]
            if ".csv" in name:
                lines = ["n,text", *(f'{i},"{line}"' for i, line in enumerate(lines))]
            content = "\n".join(lines).encode()
            codec = {".gz": "gzip", ".zst": "zstd"}.get(path.suffix)
            path.write_bytes(pa.compress(content, codec=codec, asbytes=True) if codec else content)
        return path

    def read(folder: Path) -> Any:
        from pipeline.sources.files import read_lines

        return list(read_lines(folder / name))

    return Target(make, read)


def _recipe(path: Path) -> Any:
    from trainer.recipes.reading import load_recipe

    return load_recipe(str(path))


def _record(path: Path) -> Any:
    from trainer.runs.folder import RunFolder

    return RunFolder(path.parent).read_record().get("model")


def _metrics(path: Path) -> Any:
    from trainer.runs.metrics import read_metrics

    return [line["step"] for line in read_metrics(path)]


def _records(path: Path) -> Any:
    from trainer.evaluation.data.records import read_records

    return read_records(path)


def _sizes(path: Path) -> Any:
    from schemas.weights import reading_weights

    return reading_weights(str(path.parent))


def _listing(path: Path) -> Any:
    from trainer.encoders.folder import stated_modules

    return stated_modules(str(path.parent)).max_tokens


PAIRS = "sentence1,sentence2,score\na b,c d,1.5\ne f,g h,3.0\n"
TARGETS = {
    "manifest": Target(_manifest, _read_manifest, vouched=True),
    "triples": Target(_triples, _train),
    "shard": Target(_triples, _shard),
    **{
        f"input {name}": _input(name)
        for name in ("in.txt", "in.jsonl", "in.csv", "in.txt.gz", "in.csv.zst", "in.parquet")
    },
    "recipe": text_file(
        "r.toml", 'extends = "osscse"\nbatch_size = 8\n[noise]\nratio = 0.1\n', _recipe
    ),
    "run record": text_file("run.json", '{"model": "demo", "finished": false}', _record),
    "metrics": text_file("metrics.jsonl", '{"step": 1, "loss": 2.0}\n{"step": 2}\n', _metrics),
    "pairs .csv": text_file("sts.csv", PAIRS, _records),
    "pairs .tsv": text_file("sts.tsv", PAIRS.replace(",", "\t"), _records),
    "pairs .json": text_file("sts.json", '[{"a": "x", "score": 1.5}]', _records),
    "pairs .jsonl": text_file("sts.jsonl", '{"a": "x", "score": 1.5}\n{"a": "y"}\n', _records),
    "model config": text_file("config.json", '{"hidden_size": 32, "a": {"n_layers": 2}}', _sizes),
    "model modules": text_file(
        "modules.json",
        '[{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"}]',
        _listing,
    ),
    **FOLDERS,
    **KEPT,
    **MODELS,
    **OTHERS,
    **PARSERS,
    **RECORDS,
    **STAGES,
}


def main(
    cases: Annotated[int, typer.Option(min=1, help="Cases for each target.")] = 2000,
    seed: Annotated[int, typer.Option(help="Random seed for the damage.")] = 0,
    target: Annotated[list[str] | None, typer.Option(help=", ".join(TARGETS))] = None,
) -> None:
    """Damage files at random and check what their readers do."""
    failed = 0
    print("| file | cases | failed |\n|---|--:|--:|")
    for name in target or TARGETS:
        found: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as folder:
            sound = Path(folder) / "sound"
            sound.mkdir()
            TARGETS[name].make(sound)
            expected, scratch = TARGETS[name].read(sound), Path(folder) / "damaged"
            for case in range(cases):
                draw = random.Random(f"{seed} {name} {case}")
                if said := problem(TARGETS[name], sound, expected, scratch, draw):
                    found[said] += 1
                    if found[said] == 1:
                        typer.echo(f"{name}, case {case}: {said}", err=True)
        failed += found.total()
        print(f"| {name} | {cases} | {found.total()} |", flush=True)
    if failed:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
