"""Devices by name; work shared out among several is tested with the executors."""

import pytest
import torch

from pipeline.execution.devices import pick_devices
from schemas.errors import UserError


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there():
    assert pick_devices("auto") == ["cpu"]
    with pytest.raises(UserError, match="torch sees no GPU"):
        pick_devices("cuda")


def test_devices_by_name():
    assert pick_devices("cpu,cpu") == ["cpu", "cpu"]
    with pytest.raises(UserError, match="none of: auto, cpu, cuda"):
        pick_devices("tpu")
