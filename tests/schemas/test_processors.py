import os

import pytest

from schemas.processors import let_threads_sleep, library_threads


@pytest.fixture
def environment(monkeypatch):
    changed = {}
    monkeypatch.setattr(os, "environ", changed)
    return changed


def test_threads_sleep_while_they_wait(environment):
    let_threads_sleep()
    assert environment["OMP_WAIT_POLICY"] == "passive"


@pytest.mark.parametrize("name", ["OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"])
def test_how_the_user_has_threads_wait_stays(environment, name):
    environment[name] = "chosen"
    let_threads_sleep()
    assert environment[name] == "chosen"
    assert environment.get("OMP_WAIT_POLICY") in ("chosen", None)


@pytest.mark.parametrize(("said", "threads"), [("3", 3), ("2,4", 2), ("0", 5), ("many", 5)])
def test_threads_are_those_of_the_environment_or_of_the_processors(
    environment, monkeypatch, said, threads
):
    monkeypatch.setattr("schemas.processors.available_cpus", lambda: 5)
    environment["OMP_NUM_THREADS"] = said
    assert library_threads() == threads
