"""Conflicts between settings of a recipe that are each valid on their own."""

from __future__ import annotations

from collections.abc import Iterator

from trainer.objective.negatives.drawn import Drawn
from trainer.objective.negatives.own import Own
from trainer.objective.terms.contrastive import Contrastive
from trainer.objective.terms.distillation import Distillation
from trainer.objective.terms.margin import Margin
from trainer.objective.terms.table import weighted
from trainer.settings.recipe import KEEP, STATED, Recipe


def conflicts(recipe: Recipe) -> list[str]:
    """A sentence for every conflict in a recipe; none if it can be run."""
    checks = (
        _templates,
        _terms,
        _contrastive,
        _positives,
        _distillation,
        _perturbations,
        _memory,
    )
    return [problem for check in checks for problem in check(recipe)]


def cautions(recipe: Recipe) -> list[str]:
    """Notes on a recipe that can be run."""
    if recipe.accumulate == 1:
        return []
    return [
        f"accumulate={recipe.accumulate}: an anchor's negatives are those of its own part,"
        f" {-(-recipe.batch_size // recipe.accumulate)} anchors, not of the batch of"
        f" {recipe.batch_size}. grad_cache=true with forwards={2 * recipe.accumulate} saves as much"
        " memory and keeps them all."
    ]


def _templates(recipe: Recipe) -> Iterator[str]:
    templates = {
        "template_anchor": recipe.template_anchor,
        "template_other": recipe.template_other,
    }
    for key, text in templates.items():
        if text not in ("", KEEP) and (text.count("{}") != 1 or text.count("[MASK]") != 1):
            yield (
                f"{key} is {text!r}, it should hold {{}} once, where the sentence goes, and [MASK]"
                " once."
            )
    if len({text == KEEP for text in templates.values()}) == 2:
        yield "template_anchor and template_other must both be model or neither."
    elif len({bool(text) for text in templates.values()}) == 2:
        yield "template_anchor and template_other must both be given or both be empty."
    if recipe.pooling == "mask" and recipe.template_anchor in ("", KEEP):
        yield "pooling mask needs a template with [MASK]; set both templates."
    if recipe.prompt and recipe.template_anchor not in ("", KEEP):
        yield "a template takes the place of the model's prompts; leave out prompt or templates."
    if unknown := sorted(set(recipe.overrides) - set(STATED)):
        yield f"overrides has {unknown[0]}; it may have {', '.join(STATED)}."
    if recipe.denoising and recipe.pooling != "mask":
        yield "denoising subtracts the template's state at [MASK]; set pooling=mask."


def _terms(recipe: Recipe) -> Iterator[str]:
    margin, contrastive = recipe.of(Margin), recipe.of(Contrastive)
    hard_negatives = recipe.of(Own).hard_negative_weight
    if margin.margin_alpha >= margin.margin_beta:
        yield (
            f"margin_alpha ({margin.margin_alpha}) must be below margin_beta"
            f" ({margin.margin_beta})."
        )
    for kind, (alpha, beta) in margin.margin_kinds.items():
        if alpha >= beta:
            yield f"margin_kinds of {kind}: alpha ({alpha}) must be below beta ({beta})."
    active = weighted(recipe)
    # Distillation preserves the initial similarities, so alone it has no gradient to start with.
    if not any(entry.settings is not Distillation for entry in active.values()):
        yield (
            "no term that changes similarities has a weight, so there is nothing to learn; set"
            " contrastive_weight or margin_weight above 0."
        )
    if margin.margin_kinds and "margin" not in active:
        yield "margin_kinds are bounds of the margin, which is off; set margin_weight."
    if contrastive.label_smoothing and not contrastive.positive_in_denominator:
        yield (
            "label_smoothing spreads the target over all candidates; set"
            " positive_in_denominator=true."
        )
    if hard_negatives and recipe.negation in ("negative", "positive"):
        yield (
            f"negation={recipe.negation} and hard_negative_weight both say what a negation is in"
            " the contrastive term; use one of them."
        )
    if recipe.nested_dimensions and recipe.head != "none":
        yield (
            "nested_dimensions cut the vector that is saved, which the head changes first; set"
            " head=none."
        )
    if list(recipe.nested_dimensions) != sorted(set(recipe.nested_dimensions), reverse=True):
        yield (
            f"nested_dimensions are {list(recipe.nested_dimensions)}; name each once, the largest"
            " first."
        )
    if recipe.lora_rank and recipe.recall_gamma:
        yield "recall_gamma holds the weights, which lora_rank does not change; set recall_gamma=0."
    if recipe.lora_rank and recipe.train_layers:
        yield "train_layers and lora_rank both say what is trained; use one of them."
    if recipe.patience and recipe.keep == "last":
        yield "patience stops by validation, which keep=last ignores; use one of them."
    if recipe.momentum.queue and not recipe.momentum.decay:
        yield "momentum.queue holds vectors of the momentum copy; set momentum.decay above 0."
    if recipe.momentum.decay and recipe.denoising:
        yield "denoising and momentum.decay cannot be used together; use one of them."
    noise = recipe.of(Drawn).noise
    if noise.ascent_steps and noise.source == "none":
        yield "noise.ascent_steps moves drawn negatives; set noise.source."


def _contrastive(recipe: Recipe) -> Iterator[str]:
    """What acts in the contrastive term alone, while that is off."""
    settings = recipe.of(Contrastive)
    if settings.contrastive_weight:
        return
    used = {
        f"negation={recipe.negation}": recipe.negation in ("negative", "positive"),
        "positive=anchor": recipe.positive == "anchor",
        "label_smoothing": settings.label_smoothing,
        "positive_in_denominator=false": not settings.positive_in_denominator,
        "weighting.model": settings.weighting.model,
        "noise.source": recipe.of(Drawn).noise.source != "none",
        "hard_negative_weight": recipe.of(Own).hard_negative_weight,
        "momentum.queue": recipe.momentum.queue,
        "perturbation.output fgsm": recipe.perturbation.output == "fgsm",
    }
    yield from (acts_in_contrastive(name) for name, given in used.items() if given)


def acts_in_contrastive(name: str) -> str:
    """The refusal of a setting that has no effect without the contrastive term."""
    return f"{name} acts in the contrastive term; set contrastive_weight above 0."


def _positives(recipe: Recipe) -> Iterator[str]:
    """What changes positives, while no term compares them."""
    margin, settings = recipe.of(Margin), recipe.perturbation
    without = {"distillation", "paraphrase"}
    if margin.margin_positive == "paraphrase":
        without.add("margin")
    active = weighted(recipe).keys()
    if active - without:
        return
    if recipe.momentum.decay:
        yield (
            "momentum.decay encodes positives, which no term compares; set contrastive_weight"
            " above 0."
        )
    # The vectors of the other two terms are those before the change of the output.
    in_anchors = {"tokens": True, "embeddings": True, "output": "margin" in active}
    for key, possible in in_anchors.items():
        # Without the contrastive term, fgsm of the output is refused anyway.
        if getattr(settings, key) == "none" or (key, settings.output) == ("output", "fgsm"):
            continue
        if settings.views == "positive" or not possible:
            other = ", or perturbation.views=both" if possible else ""
            yield (
                f"perturbation.{key} changes nothing that a term compares; set contrastive_weight"
                f" above 0{other}."
            )


def _distillation(recipe: Recipe) -> Iterator[str]:
    settings = recipe.of(Distillation)
    if settings.distill_weight and recipe.pseudo_tokens:
        yield "distill_weight cannot be used with pseudo tokens; set pseudo_tokens=0."
    if settings.distill_from and not settings.distill_weight:
        yield "distill_from says whose similarities are preserved; set distill_weight above 0."


def _perturbations(recipe: Recipe) -> Iterator[str]:
    settings = recipe.perturbation
    if recipe.positive == "anchor" and settings.output == "none":
        yield "positive=anchor is the anchor itself without a change; set perturbation.output."
    shares = {
        "embeddings": ("gaussian-dropout", "bernoulli-dropout", "feature-cutoff"),
        "output": ("bernoulli-mask", "trivial-mask", "significant-mask"),
    }
    for key, kinds in shares.items():
        strength = getattr(settings, f"{key}_strength")
        if getattr(settings, key) in kinds and strength >= 1:
            yield (
                f"perturbation.{key}_strength is {strength}; a rate or share of"
                f" {getattr(settings, key)} must be below 1."
            )
    if recipe.denoising and settings.tokens in ("crop", "delete"):
        yield (
            f"perturbation.tokens {settings.tokens} changes a sentence's length, which denoising"
            " depends on; set denoising=false."
        )
    if settings.embeddings == "fgsm" and recipe.momentum.decay:
        yield "perturbation.embeddings fgsm needs the positive's gradient; set momentum.decay=0."


def _memory(recipe: Recipe) -> Iterator[str]:
    if recipe.accumulate * 2 > recipe.batch_size:
        yield (
            f"accumulate ({recipe.accumulate}) splits a batch of {recipe.batch_size} into parts of"
            " fewer than 2 anchors, which have no negatives; set a lower accumulate or a larger"
            " batch_size."
        )
    if recipe.grad_cache and recipe.accumulate > 1:
        yield "grad_cache keeps the negatives of the whole batch, accumulate does not; use one."
    if recipe.grad_cache and recipe.forwards == 1:
        yield "grad_cache saves memory only with several forwards; set forwards above 1."
    if recipe.grad_cache and recipe.perturbation.embeddings == "fgsm":
        yield "perturbation.embeddings fgsm needs the whole batch's gradient; set grad_cache=false."
