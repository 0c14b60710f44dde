"""The loss of the recipe `meaning` for sentence-transformers against our own step."""

import pytest
import torch

from schemas.errors import UserError
from tests.triples import some_triples
from trainer.data.triples import Triple
from trainer.encoders.folder import load_encoder
from trainer.objective.meaning_loss import MeaningLoss
from trainer.objective.objective import Objective
from trainer.recipes.reading import load_recipe
from trainer.runtime.processes import Processes

ROWS = [
    {name: row[name] for name in ("id", "anchor", "paraphrase", "negation", "kind")}
    | {"mer": 0.2 + 0.05 * number}
    for number, row in enumerate(some_triples(12))
    if row["status"] == "complete"
]
COLUMNS = ("anchor", "paraphrase", "negation")
RATES = torch.tensor([row["mer"] for row in ROWS])


def own_loss(folder, shift):
    """Loss and gradient of our own step, without dropout, after a layer has moved by `shift`."""
    encoder = load_encoder(str(folder)).eval()
    objective = Objective(encoder, load_recipe("meaning", [], str(folder))).eval()
    batch = objective.batcher(triples := [Triple(**row) for row in ROWS])
    objective.loss.foresee(triples, torch.device("cpu"), Processes())
    moved(encoder.backbone, shift)
    terms = objective.loss(objective.see(batch, objective.reader.read(batch.rows)))
    terms.loss.backward()
    return float(terms.loss.detach()), gradient(encoder.backbone)


def moved(backbone, shift):
    with torch.no_grad():
        backbone.encoder.layer[0].attention.self.query.weight.add_(shift)


def gradient(backbone):
    return backbone.encoder.layer[0].attention.self.query.weight.grad


def features(model):
    before = model.prompts.get(model.default_prompt_name, "") if model.prompts else ""
    return [model.preprocess([before + row[column] for row in ROWS]) for column in COLUMNS]


@pytest.mark.parametrize("kind", ["mean", "normalize", "prompts"])
def test_it_is_the_loss_of_our_own_step(sentence_model, kind):
    model, folder = sentence_model(kind)
    model.eval()
    loss = MeaningLoss(model)
    backbone = model[0].auto_model if hasattr(model[0], "auto_model") else model[0].model
    moved(backbone, 0.05)
    found = loss(features(model), RATES)
    found.backward()
    value, wanted = own_loss(folder, 0.05)
    assert float(found.detach()) == pytest.approx(value, rel=1e-4)
    torch.testing.assert_close(gradient(backbone), wanted, rtol=1e-3, atol=1e-5)


def test_the_initial_model_stays_as_it_was(sentence_model):
    model, _ = sentence_model("mean")
    loss = MeaningLoss(model, margin_weight=0.0, paraphrase_weight=0.0).train()
    assert not any(part.training for part in loss.initial.modules())
    assert not any(p.requires_grad for p in loss.initial.parameters())
    loss.eval()
    assert float(loss(features(model)).detach()) == pytest.approx(0.0, abs=1e-6)


def test_without_rates_every_paraphrase_counts_the_same(sentence_model):
    model, _ = sentence_model("mean")
    loss = MeaningLoss(model.eval(), margin_weight=0.0, distill_weight=0.0, paraphrase_target=1.0)
    assert loss.initial is None
    read = features(model)
    alike = float(loss(read, torch.full_like(RATES, 0.4)).detach())
    assert float(loss(read).detach()) == pytest.approx(alike, rel=1e-6)
    assert float(loss(read, RATES).detach()) != pytest.approx(alike, rel=1e-6)


def test_another_number_of_columns_is_refused(sentence_model):
    with pytest.raises(UserError, match="MeaningLoss takes three columns"):
        MeaningLoss(sentence_model("mean")[0])([{}, {}])
