"""A new term or source of negatives is a file and an entry; settings and all else follow."""

from __future__ import annotations

import pytest
import torch
from pydantic.dataclasses import dataclass
from safetensors import safe_open

from schemas.errors import UserError
from tests.trainer.objective.building import ROWS, objective_of, roles, seen_by
from tests.trainer.training.runs import lines, weights
from tests.triples import some_triples, write_triples
from trainer.data.roles import Need, Role
from trainer.objective.negatives.source import Source, SourceEntry
from trainer.objective.negatives.table import SOURCES
from trainer.objective.seen import Negatives, Seen, joined
from trainer.objective.terms.table import TERMS, weighted
from trainer.objective.terms.term import Term, TermEntry
from trainer.recipes.reading import differences, load_recipe
from trainer.settings.recipe import Recipe
from trainer.settings.values import FINITE, NotNegative
from trainer.training.fit import fit


@dataclass(frozen=True, kw_only=True, config=FINITE)
class Toy(Recipe):
    """A weight of its own."""

    toy_weight: NotNegative = 0.0


def toy(recipe: Toy, encoder) -> Term:
    """Pulls paraphrases to their anchors, for every row that has one."""

    def value(seen):
        anchor, paraphrase = seen.together(Role.ANCHOR, Role.PARAPHRASE)
        return (anchor - paraphrase).square().mean()

    return Term([Need({Role.ANCHOR, Role.PARAPHRASE})], value)


@dataclass(frozen=True, kw_only=True, config=FINITE)
class Echo(Recipe):
    """A weight of its own."""

    echo_weight: NotNegative = 0.0


def echo(recipe: Echo, hidden) -> Source | None:
    """Each anchor's own vector, as a negative of that anchor alone; it counts the batches."""
    if not recipe.echo_weight:
        return None
    state = torch.nn.Module()
    state.register_buffer("batches", torch.zeros(()))

    def negatives(seen, draw):
        vectors = seen.of[Role.ANCHOR].detach()
        return Negatives(vectors, recipe.echo_weight * torch.eye(len(vectors)))

    def remember(seen):
        state.batches += 1

    return Source(negatives, remember=remember, state=state)


TOY = TermEntry(Toy, lambda recipe: recipe.toy_weight, toy, "Toy", "a paraphrase is its sentence")
ECHO = SourceEntry(Echo, echo)


@pytest.mark.usefixtures("curves_drawn")
def test_a_toy_term_is_trained_on_and_in_all_figures(
    recipe_for, small_bert, tmp_path, monkeypatch, capfd
):
    triples = write_triples(tmp_path / "artifacts", some_triples(20))
    monkeypatch.setitem(TERMS, "toy", TOY)
    plain, recipe = (
        recipe_for(small_bert, epochs=1, batch_size=9, toy_weight=weight) for weight in (0.0, 0.5)
    )
    fit(plain, triples, tmp_path / "plain", device="cpu")
    monkeypatch.setattr("schemas.progress.PLAIN_INTERVAL_S", 0.0)
    result = fit(recipe, triples, tmp_path / "toy", device="cpu")
    assert result.steps == 2
    for line in lines(tmp_path / "toy", "train"):
        names = list(line)[3:-3]
        assert [name for name in names if name.startswith("gradient_")] == [
            "gradient_contrastive",
            "gradient_margin",
            "gradient_toy",
        ]
        assert names[:5] == ["loss", "contrastive", "margin", "toy", "recall"]
        assert names[5:7] == ["positive_cosine", "negative_cosine"]
        assert line["toy"] > 0
        known = line["contrastive"] + 1e-3 * line["margin"] + 0.5 * line["toy"] + line["recall"]
        assert line["loss"] == pytest.approx(known, abs=1e-5)
    assert weights(tmp_path / "toy") != weights(tmp_path / "plain")
    assert " toy 0." in capfd.readouterr().err
    assert "toy" in (tmp_path / "toy" / "curves.svg").read_text()
    assert load_recipe(str(tmp_path / "toy" / "recipe.toml")).of(Toy).toy_weight == 0.5


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("toy_weight=-1", "toy_weight is -1, it should be at least 0."),
        ("toy_weight=much", "toy_weight is 'much', it should be a number."),
        ("toy_wieght=1", "unknown key toy_wieght. Did you mean toy_weight?"),
    ],
)
def test_a_toy_term_has_its_settings_in_recipes(monkeypatch, change, message):
    with pytest.raises(UserError, match="unknown key toy_weight"):
        load_recipe("osscse", ["toy_weight=0.5"])
    monkeypatch.setitem(TERMS, "toy", TOY)
    recipe = load_recipe("osscse", ["toy_weight=0.5"])
    assert differences(load_recipe("osscse"), recipe) == ["toy_weight: 0.0 -> 0.5"]
    assert recipe.to_toml().endswith("\ntoy_weight = 0.5\noverrides = []\n")
    with pytest.raises(UserError) as caught:
        load_recipe("osscse", [change])
    assert message in str(caught.value)


def test_a_toy_term_may_be_the_only_one(monkeypatch):
    off = ["contrastive_weight=0", "margin_weight=0"]
    monkeypatch.setitem(TERMS, "toy", TOY)
    with pytest.raises(UserError, match="nothing to learn"):
        load_recipe("osscse", off)
    assert list(weighted(load_recipe("osscse", [*off, "toy_weight=0.5"]))) == ["toy"]


def test_a_toy_source_of_negatives_is_trained_on(recipe_for, small_bert, tmp_path, monkeypatch):
    triples = write_triples(tmp_path / "artifacts", some_triples(20))
    monkeypatch.setitem(SOURCES, "echo", ECHO)
    for name, weight in (("plain", 0.0), ("toy", 0.3)):
        recipe = recipe_for(small_bert, epochs=1, batch_size=9, echo_weight=weight)
        fit(recipe, triples, tmp_path / name, device="cpu")
    first, plain = (lines(tmp_path / run, "train")[0] for run in ("toy", "plain"))
    assert first["contrastive"] > plain["contrastive"]
    with safe_open(tmp_path / "toy" / "checkpoint.safetensors", "pt") as file:
        assert file.get_tensor("model.sources.echo.batches").item() == 2


def test_texts_that_a_new_term_needs_are_encoded(recipe_for, tiny_bert, monkeypatch):
    assert roles(objective_of(recipe_for(tiny_bert))) == [4, 4, 2, 2]
    monkeypatch.setitem(TERMS, "toy", TOY)
    objective = objective_of(recipe_for(tiny_bert, toy_weight=0.5))
    assert roles(objective) == [4, 4, 3, 2]
    with torch.no_grad():
        seen = seen_by(objective)
    # Rows 0 and 3 have both, row 2 a paraphrase alone: pairs stay pairs.
    assert seen.anchors[Role.PARAPHRASE] == [0, 2, 3]
    near, far = seen.together(Role.PARAPHRASE, Role.NEGATION)
    assert torch.equal(near, seen.of[Role.PARAPHRASE][[0, 2]])
    assert torch.equal(far, seen.of[Role.NEGATION])


def test_a_term_without_weight_costs_no_rows_and_is_not_shown(recipe_for, tiny_bert, monkeypatch):
    monkeypatch.setitem(TERMS, "toy", TOY)
    objective = objective_of(recipe_for(tiny_bert, margin_weight=0.0))
    assert roles(objective) == [4, 4, 0, 0]
    with torch.no_grad():
        values = objective.loss(seen_by(objective)).values
    assert list(values) == ["contrastive", "margin"]
    assert values["margin"].item() == 0.0


def test_negatives_of_several_sources_stand_side_by_side():
    plain, own = torch.ones(2, 4), torch.zeros(3, 4)
    assert joined([], 3) is None
    only = joined([Negatives(plain), Negatives(own)], 3)
    assert (only.vectors.shape, only.weights, only.loss) == ((5, 4), None, None)
    loss = torch.tensor(2.0)
    both = joined([Negatives(plain), Negatives(own, 0.5 * torch.eye(3), loss)], 3)
    assert both.weights[0].tolist() == [1.0, 1.0, 0.5, 0.0, 0.0]
    assert both.loss.item() == 2.0


def test_weights_of_negatives_reach_the_sum(recipe_for, tiny_bert, monkeypatch):
    """A negative of weight 0 for every anchor changes nothing; one of weight 1 does."""
    recipe = recipe_for(tiny_bert, margin_weight=0.0)

    def loss(weight):
        def negatives(seen, draw):
            return Negatives(seen.of[Role.ANCHOR][:2], torch.full((len(ROWS), 2), weight))

        entry = SourceEntry(Recipe, lambda recipe, hidden: Source(negatives))
        monkeypatch.setitem(SOURCES, "constant", entry)
        objective = objective_of(recipe)
        with torch.no_grad():
            return objective.loss(seen_by(objective)).loss.item()

    with torch.no_grad():
        plain = objective_of(recipe)
        expected = plain.loss(seen_by(plain)).loss.item()
    assert loss(0.0) == pytest.approx(expected, abs=1e-6)
    assert loss(1.0) > expected + 1e-3


def test_rows_that_are_together_come_in_the_order_of_anchors():
    of = {Role.PARAPHRASE: torch.tensor([[2.0], [0.0]]), Role.NEGATION: torch.tensor([[0.5], [9]])}
    seen = Seen([], of, {Role.PARAPHRASE: [2, 0], Role.NEGATION: [0, 1]})
    near, far = seen.together(Role.PARAPHRASE, Role.NEGATION)
    assert (near.tolist(), far.tolist()) == ([[0.0]], [[0.5]])
    assert seen.together(Role.PARAPHRASE)[0].tolist() == [[0.0], [2.0]]
