"""How much memory is free, from files as Linux writes them."""

import pytest

from pipeline.execution import memory

MEMINFO = "MemTotal:       8000 kB\nMemFree:         100 kB\nMemAvailable:   6000 kB\n"


@pytest.mark.parametrize(
    ("limit", "free"),
    [(None, 6000), ("max", 6000), (str(2**30), 6000), (str(4000 * 1024), 2000)],
    ids=["no container", "no limit", "a high limit", "a low limit"],
)
def test_what_is_free_is_what_linux_says_up_to_half_of_a_limit(tmp_path, monkeypatch, limit, free):
    (tmp_path / "meminfo").write_text(MEMINFO)
    if limit is not None:
        (tmp_path / "limit").write_text(limit + "\n")
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "LIMIT", tmp_path / "limit")
    assert memory.free_memory() == 1024 * free


def test_half_of_all_memory_counts_as_free_where_nothing_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "none")
    monkeypatch.setattr(memory, "LIMIT", tmp_path / "none")
    sizes = {"SC_PHYS_PAGES": 1000, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(memory.os, "sysconf", sizes.__getitem__, raising=False)
    assert memory.free_memory() == 1000 * 4096 // 2


def test_a_system_without_such_figures_tells_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "none")
    monkeypatch.setattr(memory, "LIMIT", tmp_path / "none")
    monkeypatch.delattr(memory.os, "sysconf", raising=False)
    assert memory.free_memory() is None
