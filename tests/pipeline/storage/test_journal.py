"""A journal is read as it was written, or in part."""

import dataclasses

import pytest

from pipeline.storage.journal import FILE, Journal, entries
from schemas.errors import WorkFailed
from schemas.manifest import Shard

WRITTEN = [
    dataclasses.asdict(Shard(f"part-{i:05d}.parquet", i, i + 1, 1, 9, "ab" * 32, {"negated": i}))
    for i in range(2)
]


def journal(folder):
    writing = Journal(folder, "run")
    for i, entry in enumerate(WRITTEN):
        writing.append(i, entry)
    writing.close()
    return folder / FILE


def test_entries_of_the_run_come_back_in_order(tmp_path):
    journal(tmp_path)
    assert entries(tmp_path, "run") == WRITTEN
    assert entries(tmp_path, "other") == []


def test_a_flipped_bit_anywhere_costs_entries_and_changes_none(tmp_path):
    path = journal(tmp_path)
    content = path.read_bytes()
    for place in range(len(content)):
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        path.write_bytes(flipped)
        found = entries(tmp_path, "run")
        assert found in (WRITTEN, WRITTEN[:1], WRITTEN[1:], []), place


def test_a_cut_journal_keeps_its_whole_entries(tmp_path):
    path = journal(tmp_path)
    path.write_bytes(path.read_bytes()[:-2])
    assert entries(tmp_path, "run") == WRITTEN[:1]


def test_an_entry_that_is_written_in_part_is_an_error(tmp_path):
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    writing = Journal(tmp_path, "run")
    writing.append(0, WRITTEN[0])
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / FILE).stat().st_size + 9, limits[1]))
        with pytest.raises(WorkFailed, match=r"files may not grow that large here"):
            writing.append(1, WRITTEN[1])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    writing.close()
    assert entries(tmp_path, "run") == WRITTEN[:1]
