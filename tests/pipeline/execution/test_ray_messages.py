"""What is said of failures on a cluster; Ray itself is not needed for it."""

import sys
from types import SimpleNamespace

import pytest

from pipeline.execution import ray as executor
from schemas.errors import UserError, WorkFailed


class RayTaskError(Exception):
    def __init__(self, cause):
        self.cause = cause


RAY = SimpleNamespace(exceptions=SimpleNamespace(RayTaskError=RayTaskError))


def test_a_node_with_other_versions_is_named(monkeypatch):
    monkeypatch.setattr(executor, "_versions", lambda: {"osscse": "1", "python": "3.11"})
    monkeypatch.setattr(executor.socket, "gethostname", lambda: "node-7")
    executor._check.cache_clear()
    executor._check((("osscse", "1"),))
    with pytest.raises(WorkFailed, match="The node node-7 has osscse 1 instead of 2: install the"):
        executor._check((("osscse", "2"), ("python", "3.11")))


def test_an_error_of_a_task_is_raised_as_it_was():
    with pytest.raises(UserError, match="no such file"), executor._failing_clearly(RAY):
        raise RayTaskError(UserError("There is no such file."))


def test_a_task_that_failed_otherwise_is_one_sentence():
    with (
        pytest.raises(WorkFailed, match=r"A task failed on a Ray worker: KeyError: 'x'\. Finished"),
        executor._failing_clearly(RAY),
    ):
        raise RayTaskError(KeyError("x"))


def test_without_ray_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UserError, match=r"pip install 'osscse\[ray\]'"):
        executor.RayExecutor()
