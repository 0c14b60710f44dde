"""Options that several commands share."""

from __future__ import annotations

import pytest

from schemas.errors import UserError
from trainer.commands.options import heldout_share
from trainer.recipes.reading import load_recipe


@pytest.fixture
def run(tmp_path):
    def make(share: float):
        folder = tmp_path / f"run-{share}"
        folder.mkdir()
        recipe = load_recipe("osscse", [f"heldout={share}"])
        (folder / "recipe.toml").write_text(recipe.to_toml())
        return str(folder)

    return make


def test_the_share_is_that_of_the_run_unless_given(run):
    assert heldout_share(["demo"], None) == 0.05
    assert heldout_share(["demo", run(0.2)], None) == 0.2
    assert heldout_share(["demo", run(0.3)], 0.1) == 0.1


def test_runs_of_different_shares_need_a_word(run):
    with pytest.raises(UserError, match=r"different shares \(0\.1, 0\.2\)"):
        heldout_share([run(0.1), run(0.2)], None)
