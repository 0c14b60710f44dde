"""Devices by name; work shared out among several is tested with the executors."""

import queue
from types import SimpleNamespace

import pytest
import torch

from pipeline.execution import devices
from pipeline.execution.devices import pick_devices
from schemas.errors import UserError, WorkFailed


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there():
    assert pick_devices("auto") == ["cpu"]
    with pytest.raises(UserError, match="torch sees no GPU"):
        pick_devices("cuda")


def test_devices_by_name():
    assert pick_devices("cpu,cpu") == ["cpu", "cpu"]
    with pytest.raises(UserError, match="none of: auto, cpu, cuda"):
        pick_devices("tpu")


def test_a_process_that_was_killed_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(devices, "_CHECK_S", 0.01)
    messages = queue.Queue()
    messages.put(("result", "made before"))
    processes = [SimpleNamespace(exitcode=None), SimpleNamespace(exitcode=-9)]
    results = devices._listen(processes, messages, 2, print)
    assert next(results) == "made before"
    with pytest.raises(WorkFailed, match="The process of a device ended unexpectedly"):
        next(results)
