"""What every test relies on: no network, one thread, quiet libraries; tiny encoders, recipes."""

import functools
import gc
import logging
import logging.handlers
import os
import signal
import threading

import pytest
from hypothesis import HealthCheck, settings

# By default an example has 200 ms, which one that another program interrupts may well take.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

# Loading the tests makes hundreds of thousands of objects that stay; the collector would go through
# all of them again and again. `pytest_collection` switches it on again, to run less often.
gc.disable()
gc.set_threshold(10_000, 20, 20)

# If a shell starts the tests in the background, they ignore Ctrl-C, and under nohup the end of the
# terminal. Programs that they start would inherit that, and could not be interrupted on purpose.
if threading.current_thread() is threading.main_thread():
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


os.environ.update(
    HF_HUB_OFFLINE="1",
    OMP_NUM_THREADS="1",
    TOKENIZERS_PARALLELISM="false",
    TRANSFORMERS_VERBOSITY="error",
)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """The collector of garbage passes over what loading the tests made."""
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True, scope="session")
def cache(tmp_path_factory):
    """Converted translation models go to a folder of the tests' own, in subprocesses too."""
    os.environ["OSSCSE_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(autouse=True, scope="session")
def _no_waiting_for_the_disk():
    """No test of this process outlives a power cut, and a run waits for the disk dozens of times.

    What is synced, and in which order, is tested in processes of their own
    (`benchmarks/crash_points.py`).
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _commands_built_once():
    """Typer builds all commands of a program at each call, which takes longer than many a command.

    A process of its own does so once.
    """
    import typer.main
    import typer.testing

    built = functools.cache(typer.main.get_command)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.main, "get_command", built)
        patch.setattr(typer.testing, "_get_command", built)
        yield


@pytest.fixture
def logged():
    """The records that reach the root of the loggers."""
    kept = logging.handlers.BufferingHandler(1000)
    root = logging.getLogger()
    root.addHandler(kept)
    yield kept.buffer
    root.removeHandler(kept)


@pytest.fixture(scope="session")
def tiny_bert(tmp_path_factory):
    """A plain `transformers` folder with a random BERT of 2 layers and 32 dimensions."""
    from tests.tiny_encoders import make_bert

    return make_bert(tmp_path_factory.mktemp("tiny_bert"))


@pytest.fixture(scope="session")
def tiny_roberta(tmp_path_factory):
    """A plain `transformers` folder with a random RoBERTa of 2 layers and 32 dimensions."""
    from tests.tiny_encoders import make_roberta

    return make_roberta(tmp_path_factory.mktemp("tiny_roberta"))


@pytest.fixture(scope="session")
def recipe_for():
    """Makes a recipe (OssCSE's, or `base`) small enough for a tiny model.

    Keywords change single values; `noise__ratio` stands for `noise.ratio`.
    """

    def make(model, base="osscse", **changes):
        from trainer.recipes.reading import load_recipe

        small = {
            "batch_size": 8,
            "epochs": 2,
            "learning_rate": 1e-3,
            "max_sentence_tokens": 24,
            "max_eval_tokens": 64,
            "validate_every": 5,
            "checkpoint_every": 5,
            "log_every": 1,
            "heldout": 0.2,
            "shuffle_buffer": 16,
        }
        settings = {**small, **changes}
        sets = [f"{k.replace('__', '.')}={_toml(v)}" for k, v in settings.items()]
        return load_recipe(base, sets, str(model))

    return make


def _toml(value):
    return str(value).lower() if isinstance(value, bool) else str(value)
