from __future__ import annotations

import pytest
import torch

from schemas.errors import UserError
from trainer.runtime.devices import choose_device, own_device


def test_cuda_without_a_device_is_refused(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert choose_device("auto") == torch.device("cpu")
    with pytest.raises(UserError, match="torch sees no GPU"):
        choose_device("cuda")


def test_a_process_keeps_the_cpu_whatever_its_rank(monkeypatch):
    monkeypatch.setenv("LOCAL_RANK", "3")
    assert own_device(torch.device("cpu")) == torch.device("cpu")
