"""The same shards from every executor, with any number of workers."""

import pickle
import re
import shutil
import subprocess
import sys
import time
from typing import get_args

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.commands.options import Executor
from pipeline.execution.executor import ExecutorName, open_executor
from pipeline.execution.local import LocalExecutor
from pipeline.negation import NegationConfig, parse_kinds
from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.negate import NegateConfig, run_negate
from pipeline.stages.rephrase import RephraseStage, run_rephrase
from pipeline.translation.decoding import Decoding
from pipeline.translation.models import demo_pivots
from pipeline.translation.roundtrip import RoundTripConfig
from schemas.errors import UserError, WorkFailed
from tests.pipeline.execution.work import (
    Fragile,
    double,
    end_always,
    end_once,
    hash_seed,
    refuse,
    stumble,
)

SENTENCES = [
    "The ferry will leave the harbour at noon.",
    "She has read the letter twice.",
    "The bakery on our street is open on Sundays.",
    "My brother can repair the old radio.",
]

CHOSEN = ("triples", "verdicts", "catalog.sql", "README.md")
"""What `filter` makes."""


def run_stages(text, artifacts, executor):
    """All stages, with every option that involves a random choice."""
    run_ingest([str(text)], artifacts, IngestConfig(shard_rows=3))
    parse(artifacts, executor)
    translate(artifacts, executor)
    choose(artifacts, executor)


def parse(artifacts, executor):
    every = NegationConfig("mix+antonym", 7, True, parse_kinds("all"), per_sentence=4)
    run_negate(artifacts, NegateConfig(negation=every, shard_rows=2), executor=executor)
    run_rephrase(artifacts, RephraseStage(shard_rows=2), executor=executor)


def translate(artifacts, executor):
    trip = RoundTripConfig(Decoding(beams=1, candidates=1))
    judged = BacktranslateConfig(tuple(demo_pivots()[:1]), trip, shard_rows=2, judges=("forced",))
    run_backtranslate(artifacts, judged, device="cpu", executor=executor)


def choose(artifacts, executor):
    chosen = FilterConfig(
        min_mer=0.05, shard_rows=2, contradict_paraphrases=True, near_copies=2, balance=True,
        min_forced_score=-6.0,
    )  # fmt: skip
    run_filter(artifacts, chosen, executor=executor)


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    path = tmp_path_factory.mktemp("input") / "in.txt"
    path.write_text("\n".join(SENTENCES))
    return path


@pytest.fixture(scope="module")
def tables(text, tmp_path_factory):
    """All tables as one process makes them."""
    folder = tmp_path_factory.mktemp("one") / "tables"
    run_stages(text, folder, LocalExecutor(1))
    return folder


HASH_SEED = "12345"


@pytest.fixture(scope="module")
def ray():
    """A Ray of two processors on this machine, whose processes have a hash seed of their own."""
    module = pytest.importorskip("ray")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONHASHSEED", HASH_SEED)
        patch.setenv("RAY_prestart_worker_first_driver", "0")  # most would wait for no work
        for last in (False, False, True):
            try:
                executor = open_executor("ray", 2)
                break
            except UserError as error:  # Ray gives its processes 30 s, too few on a busy machine
                if last or "timed out" not in str(error):
                    raise
                module.shutdown()
    yield executor
    module.shutdown()


def test_more_processes_of_another_hash_seed_leave_the_same_bytes(tables, tmp_path, monkeypatch):
    """Those of a `filter` that parses nothing, since each process would load the parser first."""
    monkeypatch.setenv("PYTHONHASHSEED", HASH_SEED)
    for workers in (1, 2):
        made = tmp_path / str(workers) / "tables"
        shutil.copytree(tables, made, ignore=shutil.ignore_patterns(*CHOSEN))
        chosen = FilterConfig(min_mer=0.05, shard_rows=2, near_copies=2)
        run_filter(made, chosen, executor=LocalExecutor(workers))
    assert contents(tmp_path / "2" / "tables") == contents(tmp_path / "1" / "tables")


class Pickling(LocalExecutor):
    """The work travels as to another process, and is done in this one."""

    def ordered_map(self, function, work):
        for item in work:
            yield pickled(pickled(function)(pickled(item)))


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))


def test_work_with_every_option_travels_to_processes(tables, tmp_path):
    shutil.copytree(tables, tmp_path / "tables", ignore=shutil.ignore_patterns(*CHOSEN))
    choose(tmp_path / "tables", Pickling(2))
    assert contents(tmp_path / "tables") == contents(tables)


class Backwards(LocalExecutor):
    """Its workers have the first task done last, as if the first of them were slow to start."""

    def spread(self, *given):
        yield from reversed([*super().spread(*given)])


def test_shards_that_come_in_another_order_leave_the_same_bytes(tables, tmp_path):
    made = tmp_path / "tables"
    shutil.copytree(tables, made, ignore=shutil.ignore_patterns("backtranslations"))
    translate(made, Backwards(1))
    assert len(list((made / "backtranslations" / "de").glob("*.parquet"))) == 2
    assert contents(made) == contents(tables)


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_order_whatever_the_place(ray, workers):
    for executor in (LocalExecutor(workers), ray):
        made = list(executor.ordered_map(double, iter(range(50))))
        assert made == [2 * i for i in range(50)]


@pytest.mark.filterwarnings("default")
def test_what_a_worker_refuses_is_said_in_its_words(ray):
    with pytest.raises(UserError, match=r"^Three is too many\.$"):
        list(ray.ordered_map(refuse, range(9)))
    with pytest.raises(WorkFailed, match="ZeroDivisionError: of all things"):
        list(ray.ordered_map(stumble, range(9)))


@pytest.mark.filterwarnings("default")
def test_nodes_of_other_versions_are_refused(ray, monkeypatch):
    monkeypatch.setattr(ray, "_versions", (*ray._versions, ("spacy", "0.1")))
    with pytest.raises(WorkFailed, match=r"has spacy [\d.]+ instead of 0\.1"):
        list(ray.ordered_map(double, range(3)))


def test_devices_of_ray(ray):
    assert ray.devices("auto") == ["cpu", "cpu"]
    with pytest.raises(UserError, match="the Ray cluster has no GPU"):
        ray.devices("cuda")
    with pytest.raises(UserError, match="Ray chooses which"):
        ray.devices("cuda:0,cuda:1")


def parse_and_choose(artifacts, executor):
    parse(artifacts, executor)
    choose(artifacts, executor)


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    ("made", "run"),
    [
        (("negations", "rephrasings", *CHOSEN), parse_and_choose),
        (("backtranslations",), translate),
    ],
    ids=["tasks", "actors"],
)
def test_ray_leaves_the_same_bytes(tables, tmp_path, ray, made, run):
    """With one worker, which alone loads the models; the order of two is tested above.

    Its hash seed is another than that of this process.
    """
    import ray as module

    artifacts = tmp_path / "tables"
    shutil.copytree(tables, artifacts, ignore=shutil.ignore_patterns(*made))
    one = open_executor("ray", 1, module.get_runtime_context().gcs_address)
    assert list(one.ordered_map(hash_seed, range(2))) == [HASH_SEED] * 2
    run(artifacts, one)
    assert contents(artifacts) == contents(tables)


@pytest.mark.filterwarnings("default")
def test_the_work_of_a_dead_worker_is_done_by_another(ray, tmp_path):
    items = [(i, str(tmp_path / "mark")) for i in range(6)]
    assert list(ray.ordered_map(end_once, items)) == list(range(6))


@pytest.mark.filterwarnings("default")
def test_a_dead_actor_is_started_again_and_repeats_its_work(ray, tmp_path):
    tasks = [(i, "") for i in range(6)]
    made = ray.spread(
        Fragile(str(tmp_path / "mark")),
        ["cpu"],
        tasks,
        lambda name, share: None,
        lambda task: (task[0], "carried"),
    )
    assert sorted(made) == [("cpu", i, "carried") for i in range(6)]


@pytest.mark.filterwarnings("default")
def test_work_that_ends_every_worker_fails_with_a_sentence(ray, monkeypatch):
    monkeypatch.setattr("pipeline.execution.ray.RETRIES", 1)
    with pytest.raises(WorkFailed, match="A Ray worker ended unexpectedly, and again"):
        list(ray.ordered_map(end_always, range(6)))


@pytest.fixture
def address(ray):
    """Of Ray's cluster, with a second node on this machine: its two GPUs are only counted."""
    import ray as module
    from ray.cluster_utils import Cluster

    cluster = Cluster()
    cluster.head_node = module._private.worker.global_worker.node
    cluster.redis_address = cluster.head_node.redis_address
    node = cluster.add_node(wait=False, num_cpus=2, num_gpus=2)
    while "GPU" not in module.cluster_resources():
        time.sleep(0.05)
    yield cluster.address
    cluster.remove_node(node)


DRIVER = """
import sys
import ray
from pipeline.execution.executor import open_executor
from tests.pipeline.execution.work import Seeing

executor = open_executor("ray", None, sys.argv[1])
devices = executor.devices("auto")
made = list(executor.spread(Seeing(), devices, range(16), lambda name, share: None, lambda t: t))
assert sorted(task for task, *_ in made) == list(range(16))
print(devices, sorted({(device, gpu) for _, device, gpu in made}))
ray.shutdown()  # left to the end of this process, it takes seconds more
"""


def test_every_gpu_of_a_cluster_has_an_actor_that_sees_it_alone(address):
    """Of a cluster that runs already, from a node without a GPU."""
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, address], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == (
        "['cuda:0', 'cuda:0'] [('cuda:0', '0'), ('cuda:0', '1')]"
    )


def test_an_address_is_of_ray():
    with pytest.raises(UserError, match=r"--address auto needs --executor ray"):
        open_executor("local", None, "auto")


def test_an_executor_on_this_machine_has_as_many_workers_as_asked_for():
    assert open_executor("local", 5) == LocalExecutor(5)


@pytest.mark.parametrize(
    ("processors", "most"), [("1 processor", 64), ("2 processors", 64), ("256 processors", 1024)]
)
def test_more_workers_than_a_machine_can_use_are_refused(processors, most, monkeypatch):
    there = int(processors.split()[0])
    monkeypatch.setattr("pipeline.execution.executor.available_cpus", lambda: there)
    assert open_executor("local", most) == LocalExecutor(most)
    for name in ("local", "ray"):
        with pytest.raises(UserError) as told:
            open_executor(name, most + 1)
        assert str(told.value) == (
            f"--workers {most + 1}: this program may use {processors} here, so give at most {most};"
            " without --workers each gets one process."
        )


def test_the_help_explains_every_executor():
    _, option = get_args(Executor)
    assert re.findall(r"(\w+) \(", option.help) == list(get_args(ExecutorName))
