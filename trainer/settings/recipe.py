"""The settings that every run has, each with its type, limits and meaning.

Those of a loss term or a source of negatives stand beside it, in a class that extends `Recipe`; a
recipe as it is read (`trainer.recipes.reading`) has them all. Settings without a default are in
every recipe; those with one are off unless a recipe names them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, field, fields, is_dataclass
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import Field, StrictBool, StrictFloat, StrictInt
from pydantic.dataclasses import dataclass

from trainer.settings.values import (
    FINITE,
    MOST,
    Count,
    CountOrNone,
    InputChange,
    Length,
    NotNegative,
    OutputChange,
    Positive,
    Share,
    TokenChange,
    WeightChange,
)

KEEP: Final = "model"
"""Value of pooling, templates and length that keeps what the model states."""
STATED = ("max_eval_tokens", "pooling", "template_anchor")
"""Settings that a model may state itself; a recipe replaces them only if asked to by name."""


ORDER = """
model pooling template_anchor template_other prompt head temperature margin_weight margin_alpha
margin_beta recall_gamma rows heldout keep learning_rate adam_beta1 adam_beta2 adam_epsilon
weight_decay clip_norm batch_size epochs max_sentence_tokens max_eval_tokens validate_every
validation_rows checkpoint_every log_every precision forwards shuffle_buffer seed variants denoising
contrastive_weight label_smoothing positive_in_denominator positive negation margin_positive
recall_form pseudo_tokens pseudo_reads snapshots patience accumulate grad_cache
gradient_checkpointing margin_kinds margin_from distill_weight distill_from hard_negative_weight
paraphrase_weight paraphrase_target train_layers lora_rank final_mix final_mix_rear final_mix_steps
noise weighting
teacher momentum perturbation nested_dimensions overrides
""".split()
"""The order in which a recipe is written, by topic; a setting that is not listed comes
before the last."""
*_NAMED, _LAST = ORDER
_PLACES = {name: place for place, name in enumerate(_NAMED)} | {_LAST: len(ORDER)}
_R = TypeVar("_R", bound="Recipe")


@dataclass(frozen=True, slots=True, config=FINITE)
class Momentum:
    """A copy that follows the encoder slowly and encodes positives, and a queue of these.

    Attributes:
        decay: share of its weights that the copy, which encodes the positives, keeps at each step;
            the rest comes from the trained encoder; 0 for no copy.
        queue: number of positives of past batches that serve as further negatives; 0 for none.
    """

    decay: Share = 0.0
    queue: CountOrNone = 0


@dataclass(frozen=True, slots=True, config=FINITE)
class Perturbation:
    """Changes of tokens, input embeddings, output and weights (`trainer.objective.perturbations`).

    Attributes:
        views: which texts of the contrastive pair are perturbed: the `positive`, or `both`.
        tokens: change of the sentence's tokens: `shuffle` exchanges the places of some, `crop`
            keeps one run, `delete` leaves some out, `reorder` exchanges two runs; `token-cutoff`
            and `span-cutoff` set the input embeddings of some, or of a run, to 0.
        tokens_share: share of the sentence's tokens that `perturbation.tokens` changes.
        embeddings: change of the input embeddings of the sentence's tokens: noise, dropout, the
            same features of all tokens set to 0 (`feature-cutoff`), or a step that raises the loss
            (`fgsm`).
        embeddings_strength: strength of that change: deviation of the noise, rate of the dropout,
            share of the features, or step.
        output: change of the sentence vector that the loss sees: noise (`batch-noise`: by each
            feature's deviation over the batch), features set to 0 at random or those of smallest
            (`trivial-mask`) or largest magnitude, or a step that raises the loss (`fgsm`).
        output_strength: strength of that change: deviation of the noise, rate or share of the
            features, or step.
        weights: whether each step takes its gradient at weights that were first moved to where the
            loss is higher, as in `sam` or `awp`.
        weights_radius: how far they are moved: the length of the whole move for `sam`; for `awp`,
            in each matrix, relative to its length.
    """

    views: Literal["positive", "both"] = "positive"
    tokens: TokenChange = "none"
    tokens_share: Share = 0.15
    embeddings: InputChange = "none"
    embeddings_strength: Positive = 0.1
    output: OutputChange = "none"
    output_strength: Positive = 0.1
    weights: WeightChange = "none"
    weights_radius: Positive = 0.05


@dataclass(frozen=True, kw_only=True, config=FINITE)
class Recipe:
    """The settings of a run; two runs with equal recipes, triples and model give equal results.

    Attributes:
        model: name or folder of the encoder to start from; `--model` replaces it.
        pooling: where the embedding comes from: the first token (`cls`), the mean of all tokens,
            the mask token, or as the `model` states it.
        template_anchor: text around the anchor and around every text once the encoder is trained;
            `{}` stands for the sentence, `[MASK]` for the model's mask token; empty for none, and
            if set with `--set` without `prompt`, for no prompt either; `model` keeps the model's
            own template and prompts.
        template_other: text around positive, paraphrase and negation while training; `model` for
            the same as the anchor's. Where it is not given, it is empty or `model` if the anchor's
            is.
        prompt: name of a prompt that the model states, to put before every text in training, in
            validation and in the saved encoder; empty for the model's own default, or none.
        head: what follows the encoder while training: `mlp` (dense layer and tanh) or `none`; the
            saved encoder has none.
        temperature: what the similarities in the contrastive term are divided by; the lower it is,
            the more the nearest negatives count.
        recall_gamma: strength of the pull of the weights to their initial values; 0 turns it off.
        rows: `all` trains on every anchor, `complete` on those with paraphrase and negation.
        variants: `paper` reads one triple per sentence, `all` also those with its other
            contradictions and paraphrases.
        heldout: share of the complete rows that are never trained on; with all variants, of the
            sentences, each with all its rows.
        keep: which weights a run ends with: those of the `best` validation, or the `last`. Held-out
            triples that chose the best weights can no longer test them; if scored pairs (`--dev`)
            choose, the triples still can.
        learning_rate: learning rate of the first step; it falls linearly to 0.
        adam_beta1: decay of AdamW's mean of gradients.
        adam_beta2: decay of AdamW's mean of squared gradients.
        adam_epsilon: AdamW's guard against division by zero.
        weight_decay: AdamW's decoupled weight decay, which spares biases and norms.
        clip_norm: largest length of the whole gradient; a longer one is scaled down to it.
        batch_size: anchors per step.
        epochs: passes over the rows.
        max_sentence_tokens: longer sentences are cut to this while training; the template and the
            special tokens come on top. `model` cuts only to the model's own length.
        max_eval_tokens: longer inputs are cut to this in validation and in the saved encoder,
            template and special tokens included; a model that states its own length keeps it.
        validate_every: steps between two validations; there is one after the last step too.
        validation_rows: maximum number of held-out triples that a validation ranks.
        checkpoint_every: steps between two checkpoints for `--resume`.
        log_every: steps between two lines of metrics.
        precision: `fp32`, or `bf16` for automatic mixed precision.
        forwards: number of parts in which a step's texts, sorted by length, are encoded; several
            save padding.
        shuffle_buffer: rows held in memory to shuffle.
        seed: random seed for data order, dropout, drawn negatives and the head's initial weights.
        denoising: whether to subtract the template's own state, encoded without a sentence, from
            the sentence's while training (PromptBERT).
        positive: an anchor's own positive in the contrastive term: the sentence `encoded` a second
            time, with `template_other` and another dropout mask, or the `anchor`'s own vector
            after the perturbation of the output; its negatives are encoded sentences either way.
        negation: role of a negation: the far side of the `margin`, a `negative` of all anchors in
            the contrastive term, a `positive` in a second contrastive term that is added, or
            `ignored`.
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
        train_layers: blocks of the model, from the front, that are trained with the embeddings
            before them; 0 for all.
        lora_rank: rank of the low-rank updates of the linear layers, which are trained in place of
            the weights (LoRA; Hu et al., 2022); 0 trains the weights.
        nested_dimensions: lengths, the largest first, to which vectors may be cut in use
            (Matryoshka; Kusupati et al., 2022); each term is the mean of its values for vectors of
            these lengths and for whole ones.
        final_mix: share of the trained weights in those that a run ends with; the rest of each
            weight is its initial value (WiSE-FT; Wortsman et al., 2022).
        final_mix_rear: the part of that share in the rear half of the layers, where training costs
            more of the similarity of other sentences. Nothing is mixed if both are 1.
        final_mix_steps: number of equal steps from the initial weights to the trained ones among
            which validation chooses the share, in place of `final_mix`; 0 for none.
        momentum: the copy that encodes positives, and the queue.
        perturbation: of tokens, input embeddings, output and weights.
        overrides: which of `max_eval_tokens`, `pooling` and `template_anchor` replace what the
            model states; those changed with `--set` are added.
    """

    model: str
    pooling: Literal["cls", "mean", "mask", "model"]
    template_anchor: str
    template_other: str
    head: Literal["mlp", "none"]
    temperature: Positive
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
    batch_size: Annotated[StrictInt, Field(ge=2, le=MOST)]
    epochs: Count
    max_sentence_tokens: Length
    max_eval_tokens: Annotated[StrictInt, Field(ge=8, le=MOST)]
    validate_every: Count
    validation_rows: Count
    checkpoint_every: Count
    log_every: Count
    precision: Literal["fp32", "bf16"]
    forwards: Annotated[StrictInt, Field(ge=1, le=1024)]
    shuffle_buffer: Count
    seed: Annotated[StrictInt, Field(ge=0, le=2**63 - 1)]
    prompt: str = ""
    variants: Literal["paper", "all"] = "paper"
    denoising: StrictBool = False
    positive: Literal["encoded", "anchor"] = "encoded"
    negation: Literal["margin", "negative", "positive", "ignored"] = "margin"
    recall_form: Literal["loss", "decoupled"] = "loss"
    pseudo_tokens: CountOrNone = 0
    pseudo_reads: Literal["sentence", "tokens"] = "tokens"
    snapshots: StrictBool = False
    patience: CountOrNone = 0
    accumulate: Count = 1
    grad_cache: StrictBool = False
    gradient_checkpointing: StrictBool = False
    train_layers: CountOrNone = 0
    lora_rank: CountOrNone = 0
    nested_dimensions: Annotated[
        tuple[Count, ...], Field(description="a list of whole numbers above 0, such as [128, 64]")
    ] = ()
    final_mix: Annotated[StrictFloat, Field(ge=0.0, le=1.0)] = 1.0
    final_mix_rear: Annotated[StrictFloat, Field(ge=0.0, le=1.0)] = 1.0
    final_mix_steps: CountOrNone = 0
    momentum: Momentum = field(default_factory=Momentum)
    perturbation: Perturbation = field(default_factory=Perturbation)
    overrides: tuple[str, ...] = ()

    @property
    def longest_sentence(self) -> int | None:
        """Tokens that training leaves of a sentence; None if only the model's length cuts it."""
        return None if self.max_sentence_tokens == KEEP else self.max_sentence_tokens

    @property
    def mixes(self) -> bool:
        """Whether a run ends with a mix of its initial and its trained weights."""
        return min(self.final_mix, self.final_mix_rear) < 1 or self.final_mix_steps > 0

    def of(self, kind: type[_R]) -> _R:
        """This recipe as one with the settings of a term or of a source of negatives.

        Raises:
            TypeError: it lacks them, since it was not made by reading a recipe.
        """
        if not isinstance(self, kind):
            raise TypeError(f"The recipe has no settings of {kind.__name__}.")
        return self

    def settings(self) -> dict[str, Any]:
        """Every setting by its key; those of a group have a dotted one, such as `noise.ratio`."""
        settings = sorted(_settings(self), key=lambda setting: place(setting[0]))
        return {key: value for key, value, _ in settings}

    def chosen(self) -> dict[str, Any]:
        """The settings that have no default, or another value than their default."""
        usual = {key for key, _, is_default in _settings(self) if is_default}
        return {key: value for key, value in self.settings().items() if key not in usual}

    def to_toml(self) -> str:
        """The recipe as TOML that `load_recipe` reads back to an equal recipe."""
        return as_toml(self.settings())


def as_toml(settings: Mapping[str, Any]) -> str:
    """Settings as TOML, one a line."""
    return "".join(f"{key} = {_literal(value)}\n" for key, value in settings.items())


def place(key: str) -> int:
    """Where a setting stands in a written recipe; one of a group has the group's place.

    >>> place("model"), place("noise.ratio") == place("noise.sampler")
    (0, True)
    >>> place("perturbation.views") < place("of_a_new_term") < place("overrides")
    True
    """
    return _PLACES.get(key.partition(".")[0], len(_NAMED))


def _settings(group: Any, prefix: str = "") -> Iterator[tuple[str, Any, bool]]:
    """Key and value of each setting, and whether that is its default."""
    for entry in fields(group):
        key, value = prefix + entry.name, getattr(group, entry.name)
        if is_dataclass(value):
            yield from _settings(value, f"{key}.")
        else:
            # The only factory of a single setting makes an empty table.
            empty = entry.default_factory is not MISSING and not value
            yield key, value, empty or value == entry.default


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
