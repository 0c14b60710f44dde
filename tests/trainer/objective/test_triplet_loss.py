"""The loss for sentence-transformers against the objective of our own step, and in its trainer."""

import pytest
import torch

from schemas.errors import UserError
from tests.triples import some_triples
from trainer.data.triples import Triple
from trainer.encoders.folder import load_encoder
from trainer.objective.objective import Objective
from trainer.objective.terms.recall import RecallTerm
from trainer.objective.triplet_loss import TripletMeaningLoss
from trainer.recipes.reading import load_recipe

ROWS = [
    {name: row[name] for name in ("id", "anchor", "paraphrase", "negation", "mer", "kind")}
    for row in some_triples(12)
    if row["status"] == "complete"
]
COLUMNS = ("anchor", "paraphrase", "negation")


def own_loss(folder, head, shift):
    """Loss of our own step and the gradients of its first layer, without dropout.

    The weights are moved by `shift` after the recall term has recorded them.
    """
    recipe = load_recipe(
        "demo",
        [
            *(f"{name}=model" for name in ("pooling", "template_anchor", "template_other")),
            f"head={'mlp' if head else 'none'}",
        ],
        str(folder),
    )
    encoder = load_encoder(str(folder)).eval()
    objective = Objective(encoder, recipe).eval()
    recall = RecallTerm(objective.reader.learned(), recipe.recall_gamma)
    if head:
        objective.head.load_state_dict(head)
    moved(encoder.backbone, shift)
    batch = objective.batcher([Triple(**row) for row in ROWS])
    terms = objective.loss(objective.see(batch, objective.reader.read(batch.rows)))
    terms.loss.backward()
    recall.add_gradient()
    return float(terms.loss.detach()) + recall.value(), gradient(encoder.backbone)


def moved(backbone, shift):
    with torch.no_grad():
        backbone.encoder.layer[0].attention.self.query.weight.add_(shift)


def gradient(backbone):
    return backbone.encoder.layer[0].attention.self.query.weight.grad


@pytest.mark.parametrize("kind", ["mean", "normalize", "prompts"])
@pytest.mark.parametrize("head", [True, False])
def test_it_is_the_loss_of_our_own_step(sentence_model, kind, head):
    model, folder = sentence_model(kind)
    model.eval()
    loss = TripletMeaningLoss(model, head=head)
    backbone = model[0].auto_model if hasattr(model[0], "auto_model") else model[0].model
    moved(backbone, 0.01)
    before = model.prompts.get(model.default_prompt_name, "") if model.prompts else ""
    texts = [[before + row[column] for row in ROWS] for column in COLUMNS]
    found = loss([model.preprocess(column) for column in texts])
    found.backward()
    value, wanted = own_loss(folder, loss.head.state_dict() if head else None, 0.01)
    assert float(found.detach()) == pytest.approx(value, rel=1e-4)
    torch.testing.assert_close(gradient(backbone), wanted, rtol=1e-3, atol=1e-5)


def test_dropout_makes_the_two_views_of_an_anchor(sentence_model):
    model, _ = sentence_model("mean")
    loss = TripletMeaningLoss(model, margin_weight=0.0, recall_gamma=0.0, head=False)
    features = [model.preprocess([row[column] for row in ROWS]) for column in COLUMNS]
    model.eval()
    exact = float(loss(features).detach())
    model.train()
    assert float(loss(features).detach()) != pytest.approx(exact, rel=1e-6)


def test_it_names_its_source_and_its_settings_for_the_card(sentence_model):
    loss = TripletMeaningLoss(sentence_model("mean")[0], alpha=0.1)
    assert loss.citation == "OssCSE, EMNLP 2023, equations 2 to 5"
    assert loss.get_config_dict()["alpha"] == 0.1


def test_another_number_of_columns_is_refused(sentence_model):
    with pytest.raises(UserError, match="takes three columns"):
        TripletMeaningLoss(sentence_model("mean")[0])([{}, {}])


def test_the_head_is_trained_and_no_part_of_the_model(sentence_model):
    model, _ = sentence_model("dense")
    names = {name.split(".")[0] for name, _ in TripletMeaningLoss(model).named_parameters()}
    assert names == {"model", "head"}


def test_a_model_that_does_not_state_its_width_gets_no_head():
    with pytest.raises(UserError, match="does not state the dimensions of its embeddings: give"):
        TripletMeaningLoss(torch.nn.Linear(2, 2))
