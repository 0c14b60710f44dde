"""Devices by name; work shared out among several is tested with the executors."""

import queue
from types import SimpleNamespace

import pytest
import torch

from pipeline.execution import devices, local
from pipeline.execution.devices import pick_devices, split_cpu
from pipeline.execution.local import LocalExecutor
from schemas.errors import UserError, WorkFailed
from tests.pipeline.execution.work import Failing


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there():
    assert pick_devices("auto") == ["cpu"]
    with pytest.raises(UserError, match="torch sees no GPU"):
        pick_devices("cuda")


def test_devices_by_name():
    assert pick_devices("cpu,cpu") == ["cpu", "cpu"]
    assert pick_devices("cpu,cpu:0") == ["cpu", "cpu:0"]
    for wrong in ("tpu", "cuda:²"):
        with pytest.raises(UserError, match="not one of: auto, cpu, cuda"):
            pick_devices(wrong)


def test_a_table_is_made_on_one_kind_of_device(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    with pytest.raises(UserError, match="cpu,cuda:0 mixes CPU and GPUs"):
        pick_devices("cpu,cuda:0")
    with pytest.raises(UserError, match="torch sees 1 GPU here"):
        pick_devices("cuda:1")


@pytest.mark.parametrize(
    ("cores", "useful", "free", "processes", "threads"),
    [
        (8, 20, 100, 8, 1),  # a process for each core
        (8, 3, 100, 3, 2),  # no more than are of use
        (8, 20, 29, 2, 4),  # nor than fit into memory
        (8, 20, 5, 1, 8),
        (2, 0, 100, 1, 2),
        (8, 20, None, 1, 8),  # a system that does not tell how much is free
    ],
)
def test_the_cores_are_split_among_processes(cores, useful, free, processes, threads, monkeypatch):
    monkeypatch.setattr(devices, "free_memory", lambda: free)
    assert split_cpu(cores, useful, memory=10) == (["cpu"] * processes, threads)


def test_an_error_in_the_process_of_a_device_is_named_with_its_place():
    with pytest.raises(WorkFailed, match="of cpu failed: ZeroDivisionError: integer") as caught:
        list(LocalExecutor().spread(Failing(), ["cpu", "cpu"], range(3), print, None))
    assert "<lambda>" in caught.value.__notes__[0]


def test_a_process_that_was_killed_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(local, "_CHECK_S", 0.01)
    messages = queue.Queue()
    messages.put(("result", "made before"))
    processes = [SimpleNamespace(exitcode=None), SimpleNamespace(exitcode=-9)]
    results = local._listen(processes, messages, 2, print)
    assert next(results) == "made before"
    with pytest.raises(WorkFailed, match="The process of a device ended unexpectedly"):
        next(results)
