"""Messages about failures on a cluster, tested without Ray."""

import sys
from types import SimpleNamespace

import pytest

from pipeline.execution import ray as executor
from schemas.errors import UserError, WorkFailed


class RayError(Exception):
    pass


class ActorDiedError(RayError):
    pass


class RayTaskError(RayError):
    def __init__(self, cause):
        self.cause = cause


RAY = SimpleNamespace(
    exceptions=SimpleNamespace(
        RayError=RayError, ActorDiedError=ActorDiedError, RayTaskError=RayTaskError
    )
)


@pytest.fixture
def cluster(monkeypatch):
    """Replaces Ray by a stand-in that starts as `init` says and has the given GPUs."""

    def start(init=lambda **options: None, gpus=0):
        ray = SimpleNamespace(
            is_initialized=lambda: False,
            init=init,
            cluster_resources=lambda: {"CPU": 2, "GPU": gpus},
        )
        monkeypatch.setitem(sys.modules, "ray", ray)

    return start


def test_a_node_with_other_versions_is_named(monkeypatch):
    monkeypatch.setattr(executor, "_version", {"osscse": "1", "python": "3.11"}.get)
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


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            ActorDiedError("The actor died.\n\n  Its node has no memory left.\n"),
            "A Ray actor could not be started or kept ending: Its node has no memory left. Finished"
            " shards are kept: run the same command again.",
        ),
        (
            RayError(""),
            "A Ray worker ended unexpectedly, and again at each of 3 retries (RayError). Finished"
            " shards are kept: run the same command again, with fewer --workers if memory is"
            " short.",
        ),
    ],
)
def test_what_dies_for_good_is_one_sentence(error, said):
    with pytest.raises(WorkFailed) as caught, executor._failing_clearly(RAY):
        raise error
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (None, r"Ray cannot be started on this machine \(no port\)\. Use --executor local\."),
        ("auto", r"There is no Ray cluster at auto \(no port\)\. Check the address, or leave"),
    ],
)
@pytest.mark.parametrize("kind", [ConnectionError, Exception])
def test_a_start_that_fails_is_told_by_where_it_was(cluster, address, said, kind):
    def init(**options):
        raise kind("no port.\nlast seen yesterday")

    cluster(init)
    with pytest.raises(UserError, match=said):
        executor.RayExecutor(address=address)


def test_a_start_that_takes_too_long_may_be_tried_again(cluster):
    def init(**options):
        raise Exception("The current node timed out during startup.")

    cluster(init)
    with pytest.raises(UserError, match=r"startup\). Try again when the machine has less to do"):
        executor.RayExecutor()


def test_ray_chooses_its_devices_and_says_so(cluster):
    cluster()
    here = executor.RayExecutor()
    assert (here.devices("auto"), here.devices("cpu")) == (["cpu", "cpu"], ["cpu", "cpu"])
    with pytest.raises(UserError, match="--device cuda: the Ray cluster has no GPU"):
        here.devices("cuda")
    with pytest.raises(UserError, match="--device cuda:1: with --executor ray it is auto, cpu or"):
        here.devices("cuda:1")
    cluster(gpus=2)
    assert executor.RayExecutor().devices("auto") == ["cuda:0", "cuda:0"]
