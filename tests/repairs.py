"""Damage to tables, and their repair, as tests do it."""

from pipeline.execution.local import LocalExecutor
from pipeline.repair.repair import repair
from schemas.tables import STAGES

SHARD = dict.fromkeys(STAGES, "part-00001.parquet") | {"backtranslations": "de/part-00001.parquet"}


def bytes_of(artifacts):
    return {
        str(path.relative_to(artifacts)): path.read_bytes()
        for stage in STAGES
        for path in sorted((artifacts / stage).rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def forget_copy(artifacts, stage):
    """Take the second copy of a manifest away."""
    (artifacts / ".manifests" / stage / "manifest.json").unlink()


def mend(artifacts, **options):
    return list(repair(artifacts, executor=LocalExecutor(1), **options))


def flip(path, place=None):
    content = bytearray(path.read_bytes())
    content[len(content) // 2 if place is None else place] ^= 1
    path.write_bytes(content)


def cut(path):
    path.write_bytes(path.read_bytes()[:-30])


def replace_by_other_table(path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"x": [1]}), path)
