"""What the tests of the trainer share.

The process that hands out the tests loads this file as well, so torch is loaded where it is used.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.senteval import write_senteval
from tests.triples import some_triples, write_triples

if TYPE_CHECKING:
    from trainer.encoders.encoder import Encoder
    from trainer.evaluation.data.contrast_rows import Contrast
    from trainer.settings.recipe import Recipe


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> None:
    """Sums in one order, so that figures and weights repeat to the last bit."""
    import torch

    torch.set_num_threads(1)


@pytest.fixture(autouse=True, scope="session")
def _quick_loading() -> Iterator[None]:
    """Nothing for show while a model is loaded."""
    from tests.tiny_encoders import load_quickly

    with pytest.MonkeyPatch.context() as patch:
        load_quickly(patch)
        yield


@pytest.fixture(scope="session")
def small_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of 1 layer and 16 dimensions, for tests that train and look at no layer."""
    from tests.tiny_encoders import make_bert

    return make_bert(tmp_path_factory.mktemp("small_bert"), layers=1, width=16)


@pytest.fixture(scope="session")
def recipe_for(recipe_for: Callable[..., Recipe]) -> Callable[..., Recipe]:
    """Makes a small recipe whose steps encode their texts in two parts, not in four."""

    def make(model: Path, base: str = "osscse", **changes: Any) -> Recipe:
        return recipe_for(model, base, **{"forwards": 2, **changes})

    return make


@pytest.fixture(autouse=True, scope="package")
def _quick_ends_of_runs() -> Iterator[None]:
    """No picture of a run's curves, and side effects measured on only a few bundled triples.

    Both take longer than the training of a tiny model. `curves_drawn` draws the picture.
    """

    from trainer.encoders.embeddings import embed
    from trainer.evaluation.scores.contrast import judge

    def share_of_few(encoder: Encoder, advance: object = None) -> float:
        few = few_bundled()
        return 100 * float(judge(embed(encoder, few.texts), few).ranked.mean())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trainer.training.side_effects.bundled_share", share_of_few)
        patch.setattr("trainer.training.fit.plot_run", lambda metrics, picture: None)
        yield


@cache
def few_bundled() -> Contrast:
    from trainer.evaluation.data.contrast_sets import bundled_contrast

    whole = bundled_contrast()
    return replace(whole, triples=whole.triples[:8])


@pytest.fixture
def curves_drawn(_quick_ends_of_runs: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs end with the picture of their curves, as they do outside the tests."""
    from trainer.runs.curves import plot_run

    monkeypatch.setattr("trainer.training.fit.plot_run", plot_run)


@pytest.fixture
def sentence_model(tiny_bert: Path, tmp_path: Path) -> Callable[[str], tuple[Any, Path]]:
    """Makes a sentence-transformers model of a kind, and its folder."""

    from tests.sentence_models import make_sentence_model

    def make(kind: str) -> tuple[Any, Path]:
        return make_sentence_model(tiny_bert, kind, tmp_path / kind), tmp_path / kind

    return make


@pytest.fixture(scope="session")
def sixty_triples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_triples(tmp_path_factory.mktemp("sixty") / "artifacts", some_triples(60))


@pytest.fixture
def artifacts(sixty_triples: Path, tmp_path: Path) -> Path:
    """Artifacts folder with 60 triples, 40 of them complete."""
    return Path(shutil.copytree(sixty_triples, tmp_path / "artifacts"))


@pytest.fixture
def senteval(tmp_path: Path) -> Path:
    """A folder in SentEval's layout."""
    write_senteval(tmp_path)
    return tmp_path
