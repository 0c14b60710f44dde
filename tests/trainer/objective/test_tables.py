"""A new term or a new source of negatives is a file and an entry; everything else follows."""

from __future__ import annotations

import pytest
import torch

from tests.trainer.objective.building import ROWS, objective_of, roles, seen_by
from tests.trainer.training.runs import lines, weights
from tests.triples import some_triples, write_triples
from trainer.data.batch import Need, Role
from trainer.objective.negatives.source import Source
from trainer.objective.negatives.table import SOURCES
from trainer.objective.seen import Negatives, Seen, joined
from trainer.objective.terms.table import TERMS
from trainer.objective.terms.term import Term
from trainer.training.fit import fit


def toy_term(recipe, encoder) -> Term:
    """Pulls paraphrases to their anchors, for every row that has one."""

    def value(seen):
        anchor, paraphrase = seen.together(Role.ANCHOR, Role.PARAPHRASE)
        return (anchor - paraphrase).square().mean()

    return Term(0.5, [Need({Role.ANCHOR, Role.PARAPHRASE})], value)


class Echo(Source):
    """Each anchor's own vector, as a negative of that anchor alone."""

    def __init__(self) -> None:
        super().__init__()
        self.remembered = 0

    def forward(self, seen, draw):
        vectors = seen.of[Role.ANCHOR].detach()
        return Negatives(vectors, 0.3 * torch.eye(len(vectors)))

    def remember(self, seen):
        self.remembered += 1


@pytest.mark.usefixtures("curves_drawn")
def test_a_toy_term_is_trained_on_and_in_all_figures(
    recipe_for, tiny_bert, tmp_path, monkeypatch, capfd
):
    triples = write_triples(tmp_path / "artifacts", some_triples(20))
    recipe = recipe_for(tiny_bert, epochs=1, batch_size=9)
    fit(recipe, triples, tmp_path / "plain", device="cpu")
    monkeypatch.setitem(TERMS, "toy", toy_term)
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


def test_a_toy_source_of_negatives_is_trained_on(recipe_for, tiny_bert, tmp_path, monkeypatch):
    triples = write_triples(tmp_path / "artifacts", some_triples(20))
    recipe = recipe_for(tiny_bert, epochs=1, batch_size=9)
    fit(recipe, triples, tmp_path / "plain", device="cpu")
    source = Echo()
    monkeypatch.setitem(SOURCES, "echo", lambda recipe, hidden: source)
    fit(recipe, triples, tmp_path / "toy", device="cpu")
    first, plain = (lines(tmp_path / run, "train")[0] for run in ("toy", "plain"))
    assert first["contrastive"] > plain["contrastive"]
    assert source.remembered == 2


def test_texts_that_a_new_term_needs_are_encoded(recipe_for, tiny_bert, monkeypatch):
    recipe = recipe_for(tiny_bert)
    assert roles(objective_of(recipe)) == [4, 4, 2, 2]
    monkeypatch.setitem(TERMS, "toy", toy_term)
    objective = objective_of(recipe)
    assert roles(objective) == [4, 4, 3, 2]
    with torch.no_grad():
        seen = seen_by(objective)
    # Rows 0 and 3 have both, row 2 a paraphrase alone: pairs stay pairs.
    assert seen.anchors[Role.PARAPHRASE] == [0, 2, 3]
    near, far = seen.together(Role.PARAPHRASE, Role.NEGATION)
    assert torch.equal(near, seen.of[Role.PARAPHRASE][[0, 2]])
    assert torch.equal(far, seen.of[Role.NEGATION])


def test_a_term_without_weight_costs_no_rows_and_is_not_shown(recipe_for, tiny_bert, monkeypatch):
    monkeypatch.setitem(TERMS, "toy", lambda recipe, encoder: None)
    objective = objective_of(recipe_for(tiny_bert, margin_weight=0.0))
    assert roles(objective) == [4, 4, 0, 0]
    with torch.no_grad():
        values = objective.terms(seen_by(objective)).values
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
        def make(recipe, hidden):
            class Constant(Source):
                def forward(self, seen, draw):
                    return Negatives(seen.of[Role.ANCHOR][:2], torch.full((len(ROWS), 2), weight))

            return Constant()

        monkeypatch.setitem(SOURCES, "constant", make)
        objective = objective_of(recipe)
        with torch.no_grad():
            return objective.terms(seen_by(objective)).loss.item()

    with torch.no_grad():
        plain = objective_of(recipe)
        expected = plain.terms(seen_by(plain)).loss.item()
    assert loss(0.0) == pytest.approx(expected, abs=1e-6)
    assert loss(1.0) > expected + 1e-3


def test_rows_that_are_together_come_in_the_order_of_anchors():
    of = {Role.PARAPHRASE: torch.tensor([[2.0], [0.0]]), Role.NEGATION: torch.tensor([[0.5], [9]])}
    seen = Seen([], of, {Role.PARAPHRASE: [2, 0], Role.NEGATION: [0, 1]})
    near, far = seen.together(Role.PARAPHRASE, Role.NEGATION)
    assert (near.tolist(), far.tolist()) == ([[0.0]], [[0.5]])
    assert seen.together(Role.PARAPHRASE)[0].tolist() == [[0.0], [2.0]]
