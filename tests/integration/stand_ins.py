"""What an example of the help texts meets in place of what a machine for tests lacks.

It meets the programs from outside: no code of theirs is replaced. At its end, each context checks
what the example left there.

The packages are loaded in the functions, since every process that runs tests loads this file.
"""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests import mozilla
from tests.model_hub import Hub, content_of, serving
from tests.scored_pairs import PAIRS

Given = Callable[[Path, Path], AbstractContextManager[object]]
"""Opens what is there, given the folder of all examples and the place of this one."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """What is there in place of something.

    Attributes:
        given: opened one after the other.
        words: part of the command -> what is run in its place.
    """

    given: Sequence[Given] = ()
    words: Mapping[str, str] = field(default_factory=dict)

    @contextmanager
    def opened(self, folder: Path, place: Path) -> Iterator[None]:
        """Everything is there; see `Given`."""
        with ExitStack() as held:
            for given in self.given:
                held.enter_context(given(folder, place))
            yield

    def instead_of(self, line: str) -> str:
        """The command that is run."""
        for part, other in self.words.items():
            assert part in line
            line = line.replace(part, other)
        return line


@contextmanager
def mozillas_server(folder: Path, place: Path) -> Iterator[None]:
    """A server with the layout of Mozilla's, and small files for Portuguese."""
    from pipeline.translation.engines.marian.installed import FOLDER

    with mozilla.serving("en-pt", "pt-en") as server, pytest.MonkeyPatch.context() as patch:
        patch.setattr("pipeline.translation.published.server.MOZILLA", f"{server.url}/v1")
        patch.setenv(FOLDER, str(place / "fetched"))
        yield
    fetched = {path.name for path in (place / "fetched").glob("??-??/*.bin")}
    asked = {Path(name).name.removesuffix(".zst") for name, _ in server.asked}
    assert fetched == {name.partition("-3.0-")[2] for name in asked if name.endswith(".bin")}


@contextmanager
def hubs_encoder_and_sets(folder: Path, place: Path) -> Iterator[None]:
    """A hub with a tiny `bert-base-uncased` and four pairs in place of each of its test sets."""
    hub = Hub()
    publish_sets(hub)
    hub.models["bert-base-uncased"] = content_of(folder / "bert-base-uncased")
    (place / "bert-base-uncased").unlink()
    with serving(hub, place / "cache"):
        yield


def publish_sets(hub: Hub) -> None:
    """Give a hub four pairs in place of each test set that `--data hub` reads."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from trainer.evaluation.data.sts_sets import HUB

    file = io.BytesIO()
    columns = list(map(list, zip(*PAIRS, strict=True)))
    pq.write_table(pa.table(columns, ["sentence1", "sentence2", "score"]), file)
    for name, split in HUB.values():
        path = f"data/{split}-00000-of-00001.parquet"
        hub.datasets.setdefault(name, {})[path] = file.getvalue()


@contextmanager
def hubs_translation_models(folder: Path, place: Path) -> Iterator[None]:
    """A hub with tiny models in place of the four of wmt19."""
    hub = Hub()
    publish_translation_models(hub, folder / "models")
    with serving(hub, place / "cache"):
        yield
    made = sorted(path.name for path in (place / "artifacts/backtranslations").glob("??"))
    asked = {path.name.rpartition("wmt19-")[2] for path in (place / "cache/hub").glob("models--*")}
    assert asked == {pair for lang in made for pair in (f"en-{lang}", f"{lang}-en")}


def publish_translation_models(hub: Hub, models: Path) -> None:
    """Give a hub tiny models by the names of the four of wmt19."""
    for lang, like in (("de", "de"), ("ru", "fr")):
        for pair, held in ((f"en-{lang}", f"en-{like}"), (f"{lang}-en", f"{like}-en")):
            hub.models[f"facebook/wmt19-{pair}"] = content_of(models / held)


@contextmanager
def hub_for_uploads(folder: Path, place: Path) -> Iterator[None]:
    """An empty hub, and a token for it."""
    hub = Hub()
    with serving(hub, place / "cache"):
        yield
    assert hub.models == {"me/my-encoder": content_of(place / "my-encoder")}
    assert hub.created is not None
    assert hub.created["visibility"] == "public"
    card = (place / "my-encoder/README.md").read_text(encoding="utf-8")
    assert 'SentenceTransformer("me/my-encoder")' in card


@contextmanager
def ray_cluster(folder: Path, place: Path) -> Iterator[None]:
    """A cluster of one processor of this machine, which `auto` finds by `RAY_ADDRESS`.

    Else it might find that of another test.
    """
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_prestart_worker_first_driver", "0")  # most would wait for no work
        given = {"num_cpus": 1, "include_dashboard": False}
        cluster = Cluster(initialize_head=True, head_node_args=given)
        patch.setenv("RAY_ADDRESS", cluster.address)
        try:
            yield
            assert ray.get_runtime_context().gcs_address == cluster.address
        finally:
            ray.shutdown()
            cluster.shutdown()


@contextmanager
def object_store(folder: Path, place: Path) -> Iterator[None]:
    """The tables in a store in memory; those on disk are gone."""
    from upath import UPath

    store = UPath("memory://bucket/corpus")
    for name, content in content_of(place / "artifacts").items():
        (store / name).write_bytes(content)
    shutil.rmtree(place / "artifacts")
    try:
        yield
    finally:
        store.fs.rm("/", recursive=True)


@contextmanager
def two_processors(folder: Path, place: Path) -> Iterator[None]:
    """A port of its own for torchrun, and no GPU, which two processes cannot share."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PET_STANDALONE", "1")
        patch.setenv("CUDA_VISIBLE_DEVICES", "")
        yield
    record = json.loads((place / "runs/first/run.json").read_text(encoding="utf-8"))
    assert record["finished"]
    assert record["processes"] == 2


@contextmanager
def no_viewer(folder: Path, place: Path) -> Iterator[None]:
    """Nobody looks at TensorBoard; its own reader finds in its files what the metrics hold."""
    yield
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    from trainer.runs.metrics import read_metrics

    runs = sorted((place / "runs").glob("*/seed-*"))
    assert len(runs) == 5
    for run in runs:
        events = EventAccumulator(str(run / "tensorboard"))
        events.Reload()
        told = [(event.step, event.value) for event in events.Scalars("train/loss")]
        lines = [line for line in read_metrics(run / "metrics.jsonl") if line["type"] == "train"]
        assert told == [(line["step"], pytest.approx(line["loss"], rel=1e-6)) for line in lines]
        assert told
