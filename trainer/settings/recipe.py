"""The settings of a recipe, each with its type, limits and meaning.

Reading one from TOML is in `trainer.recipes.reading`, contradictions between settings are in
`trainer.recipes.conflicts`. Settings without a default are in every recipe; those with one are off
unless a recipe names them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import field, fields, is_dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import Field, StrictBool, StrictFloat, StrictInt
from pydantic.dataclasses import dataclass

from trainer.settings.groups import FINITE, Momentum, Noise, Perturbation, Teacher, Weighting
from trainer.settings.values import (
    Alpha,
    Beta,
    Bounds,
    Count,
    CountOrNone,
    NegationRole,
    NotNegative,
    Positive,
    Share,
)

KEEP: Final = "model"
"""Value of pooling and templates that keeps what the model states."""
STATED = ("max_eval_tokens", "pooling", "template_anchor")
"""Settings that a model may state itself, and that replace its own only where asked by name."""


@dataclass(frozen=True, slots=True, config=FINITE)
class Recipe:
    """All settings of a run; two runs with equal recipes, triples and model give equal results.

    Attributes:
        model: name or folder of the encoder to start from.
        pooling: where the embedding comes from: first token, mean of tokens, mask token, or as the
            `model` states it.
        template_anchor: text around the anchor and around every text once the encoder is trained;
            `{}` stands for the sentence, `[MASK]` for the model's mask token; empty for none;
            `model` keeps the model's own template and prompts.
        template_other: text around positive, paraphrase and negation while training; `model` for
            the same as the anchor's.
        head: what follows the encoder while training: `mlp` (dense layer and tanh) or `none`.
        temperature: temperature of the contrastive term.
        margin_weight: lambda; 0 removes the margin term.
        margin_alpha: smallest target difference of the similarities of paraphrase and negation.
        margin_beta: largest target difference; `none` for a margin without an upper bound.
        recall_gamma: strength of the pull to the initial weights; 0 turns it off.
        rows: `all` trains on every anchor, `complete` on those with paraphrase and negation.
        variants: `paper` reads one triple per sentence, `all` also those with its other
            contradictions and paraphrases.
        heldout: share of the complete rows that are never trained on; with all variants, of the
            sentences, each with all its rows.
        keep: which weights a run ends with: those of the `best` validation, or the `last`. Held-out
            triples that choose the best are no test of it any more; scored pairs (`--dev`) leave
            them one.
        learning_rate: at the first step; it falls linearly to 0.
        adam_beta1: decay of AdamW's mean of gradients.
        adam_beta2: decay of AdamW's mean of squared gradients.
        adam_epsilon: AdamW's guard against division by zero.
        weight_decay: AdamW's decoupled decay.
        clip_norm: largest norm of the whole gradient.
        batch_size: anchors per step.
        epochs: passes over the rows.
        max_sentence_tokens: longer sentences are cut to this while training; the template and the
            special tokens come on top.
        max_eval_tokens: longer inputs are cut to this in validation and in the saved encoder,
            template and special tokens included; a model that states its own length keeps it.
        validate_every: steps between two validations; there is one after the last step too.
        validation_rows: maximum number of held-out triples that a validation ranks.
        checkpoint_every: steps between two checkpoints for `--resume`.
        log_every: steps between two lines of metrics.
        precision: `fp32`, or `bf16` for automatic mixed precision.
        forwards: parts that a step's texts, sorted by length, are encoded in; 2 saves padding.
        shuffle_buffer: rows held in memory to shuffle.
        seed: random seed for data order, dropout, drawn negatives and the head's initial weights.
        denoising: whether to subtract the template's own state, encoded without a sentence, from
            the sentence's while training (PromptBERT).
        contrastive_weight: weight of the contrastive term; 0 removes it.
        label_smoothing: share of the target that is spread over all candidates.
        positive_in_denominator: whether the denominator of the contrastive term includes the own
            positive of an anchor beside its negatives, as in InfoNCE.
        positive: an anchor's own positive in the contrastive term: the sentence `encoded` a second
            time, with `template_other` and another dropout mask, or the `anchor`'s own vector
            after the perturbation of the output; its negatives are encoded sentences either way.
        negation: role of a negation: the far side of the `margin`, a `negative` of all anchors in
            the contrastive term, a `positive` in a second contrastive term that is added, or
            `ignored`.
        margin_positive: the near side of the margin: the `paraphrase`, or the anchor's `positive`.
        recall_form: whether the recall term is in the `loss`, and so goes through Adam's scaling,
            or `decoupled`, a step of its own after Adam's.
        pseudo_tokens: length of the pseudo sentence that a sentence is read through while training
            (PT-BERT); 0 for none.
        pseudo_reads: what the pseudo sentence attends to: the `sentence`'s vector, or the states of
            its `tokens` before pooling.
        snapshots: whether the encoder of every validation is kept, in `snapshots/` of the run.
        patience: validations without improvement after which training stops; 0 for never.
        accumulate: parts of a batch that are trained on one after another before the weights
            change; each part's negatives are its own.
        grad_cache: whether to compute each of the `forwards` twice, so that only one's activations
            are in memory at a time; the gradient is that of the whole batch.
        gradient_checkpointing: whether to compute activations inside the encoder again in the
            backward pass, to save memory.
        margin_kinds: `[alpha, beta]` of some kinds of contradiction; the others have `margin_alpha`
            and `margin_beta`.
        margin_from: whether the negation's similarity to the `anchor` is held below that of anchor
            and near side, or on average its similarity to `both` of them.
        distill_weight: weight of the term that keeps the similarities of a batch's texts close to
            the initial encoder's (relational distillation); 0 removes it.
        hard_negative_weight: factor on the exponential of an anchor's own negation, which then
            stands below its fraction in the contrastive term; 0 for none.
        paraphrase_weight: weight of the term that pulls paraphrases towards `paraphrase_target`; 0
            removes it.
        paraphrase_target: similarity above which a paraphrase is not pulled any closer.
        train_layers: blocks of the model, from the front, that are trained with the embeddings
            before them; 0 for all.
        lora_rank: rank of the low-rank updates of the linear layers, which are trained in place of
            the weights (LoRA; Hu et al., 2022); 0 trains the weights.
        final_mix: share of the trained weights in those that a run ends with; the rest of each
            weight is its initial value (WiSE-FT; Wortsman et al., 2022). 1 mixes nothing.
        final_mix_steps: equal steps from the initial weights to the trained ones out of which
            validation chooses the share, in place of `final_mix`; 0 for none.
        noise: randomly drawn negatives.
        weighting: weights of the batch's negatives.
        teacher: an encoder whose similarities are learned from.
        momentum: the copy that encodes positives, and the queue.
        perturbation: of tokens, input embeddings, output and weights.
        overrides: which of `STATED` replace what the model states; those changed by name with
            `--set` are added.
    """

    model: str
    pooling: Literal["cls", "mean", "mask", "model"]
    template_anchor: str
    template_other: str
    head: Literal["mlp", "none"]
    temperature: Positive
    margin_weight: NotNegative
    margin_alpha: Alpha
    margin_beta: Beta
    recall_gamma: NotNegative
    rows: Literal["all", "complete"]
    heldout: Annotated[StrictFloat, Field(ge=0.0, le=0.9)]
    keep: Literal["best", "last"]
    learning_rate: Positive
    adam_beta1: Annotated[StrictFloat, Field(ge=0.0, le=0.99999)]
    adam_beta2: Annotated[StrictFloat, Field(ge=0.0, le=0.99999)]
    adam_epsilon: Positive
    weight_decay: NotNegative
    clip_norm: Positive
    batch_size: Annotated[StrictInt, Field(ge=2)]
    epochs: Count
    max_sentence_tokens: Count
    max_eval_tokens: Annotated[StrictInt, Field(ge=8)]
    validate_every: Count
    validation_rows: Count
    checkpoint_every: Count
    log_every: Count
    precision: Literal["fp32", "bf16"]
    forwards: Annotated[StrictInt, Field(ge=1, le=1024)]
    shuffle_buffer: Count
    seed: Annotated[StrictInt, Field(ge=0, le=2**63 - 1)]
    variants: Literal["paper", "all"] = "paper"
    denoising: StrictBool = False
    contrastive_weight: NotNegative = 1.0
    label_smoothing: Share = 0.0
    positive_in_denominator: StrictBool = True
    positive: Literal["encoded", "anchor"] = "encoded"
    negation: NegationRole = "margin"
    margin_positive: Literal["paraphrase", "positive"] = "paraphrase"
    recall_form: Literal["loss", "decoupled"] = "loss"
    pseudo_tokens: CountOrNone = 0
    pseudo_reads: Literal["sentence", "tokens"] = "tokens"
    snapshots: StrictBool = False
    patience: CountOrNone = 0
    accumulate: Count = 1
    grad_cache: StrictBool = False
    gradient_checkpointing: StrictBool = False
    margin_kinds: Annotated[
        dict[str, Bounds],
        Field(
            description="a table of [alpha, beta] by kind, numbers of at least -2 and at most 2 (or"
            ' "none" for beta)'
        ),
    ] = field(default_factory=dict)
    margin_from: Literal["anchor", "both"] = "anchor"
    distill_weight: NotNegative = 0.0
    hard_negative_weight: NotNegative = 0.0
    paraphrase_weight: NotNegative = 0.0
    paraphrase_target: Annotated[StrictFloat, Field(ge=-1.0, le=1.0)] = 0.85
    train_layers: CountOrNone = 0
    lora_rank: CountOrNone = 0
    final_mix: Annotated[StrictFloat, Field(ge=0.0, le=1.0)] = 1.0
    final_mix_steps: CountOrNone = 0
    noise: Noise = field(default_factory=Noise)
    weighting: Weighting = field(default_factory=Weighting)
    teacher: Teacher = field(default_factory=Teacher)
    momentum: Momentum = field(default_factory=Momentum)
    perturbation: Perturbation = field(default_factory=Perturbation)
    overrides: tuple[str, ...] = ()

    @property
    def mixes(self) -> bool:
        """Whether a run ends with a mix of its initial and its trained weights."""
        return self.final_mix < 1 or self.final_mix_steps > 0

    def settings(self) -> dict[str, Any]:
        """Every setting by its key; those of a group have a dotted one, `noise.ratio` say."""
        return dict(_settings(self))

    def to_toml(self) -> str:
        """The recipe as TOML that `load_recipe` reads back to an equal recipe."""
        return "".join(f"{key} = {_literal(value)}\n" for key, value in self.settings().items())


def _settings(group: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key in (entry.name for entry in fields(group)):
        value = getattr(group, key)
        if is_dataclass(value):
            yield from _settings(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _literal(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        inner = (f"{json.dumps(key)} = {_literal(one)}" for key, one in value.items())
        return f"{{{', '.join(inner)}}}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    # TOML's basic strings escape as JSON's do, and its booleans are spelt alike.
    if isinstance(value, str | bool):
        return json.dumps(value, ensure_ascii=False)
    return repr(value)
