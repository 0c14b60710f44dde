"""Training of one direction: recipe, loss, optimiser, and the resulting folder."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from demo_models.corpus import BOS, EOS, PAD, Corpus, fsmt_tokenizer

if TYPE_CHECKING:
    import torch

    from demo_models.corpus import Ids


@dataclass(frozen=True, slots=True)
class Recipe:
    """Shape and training of one direction; the defaults made the shipped weights.

    Attributes:
        hold: share of the run before the learning rate starts to fall linearly to 0.
        batch_tokens: tokens a batch holds, padding included, on its longer side.
        max_tokens: pairs with a longer side are left out of training.
        report_seconds: wall time between two lines of the log.
    """

    dim: int = 256
    ffn: int = 1024
    heads: int = 4
    encoder_layers: int = 3
    decoder_layers: int = 2
    dropout: float = 0.1
    smoothing: float = 0.1
    learning_rate: float = 1.5e-3
    weight_decay: float = 0.01
    warmup_steps: int = 300
    hold: float = 0.3
    batch_tokens: int = 2048
    max_tokens: int = 40
    seed: int = 1
    report_seconds: float = 300.0


def smoothed_loss(
    hidden: torch.Tensor, weight: torch.Tensor, target: torch.Tensor, smoothing: float
) -> torch.Tensor:
    """Mean label-smoothed cross entropy of `hidden @ weight.T`, without storing all logits.

    The logits, their log-softmax and its gradient are three tables of tokens x vocabulary in single
    precision, half of a step's time on a CPU. Here 512 rows exist at a time, and the gradient is
    computed during the forward pass.

    Args:
        hidden: last decoder states, (tokens, dim).
        weight: output embeddings, (vocabulary, dim).
        target: ids, int64 (tokens,).
        smoothing: probability spread evenly over the vocabulary, in [0, 1).
    """
    import torch

    training = torch.is_grad_enabled()

    class Fused(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, h: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            tokens, symbols = h.shape[0], w.shape[0]
            total, grad_h, grad_w = 0.0, torch.empty_like(h), torch.zeros(w.shape)
            for i in range(0, tokens, 512):
                gold = target[i : i + 512, None]
                z = (h[i : i + 512] @ w.t()).float()
                mean, hit = z.mean(1, keepdim=True), z.gather(1, gold)
                norm = z.logsumexp(1, keepdim=True)
                total += float((norm - (1 - smoothing) * hit - smoothing * mean).sum())
                if training:
                    g = z.sub_(norm).exp_().sub_(smoothing / symbols)
                    g.scatter_add_(1, gold, torch.full_like(hit, smoothing - 1))
                    g = (g / tokens).to(h.dtype)
                    grad_h[i : i + 512] = g @ w
                    grad_w += (g.t() @ h[i : i + 512]).float()
            ctx.save_for_backward(grad_h, grad_w.to(w.dtype))
            return h.new_tensor(total / tokens, dtype=torch.float32)

        @staticmethod
        def backward(ctx: Any, *upstream: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            grad_h, grad_w = ctx.saved_tensors
            return grad_h * upstream[0], grad_w * upstream[0]

    loss: torch.Tensor = Fused.apply(hidden, weight)  # type: ignore[no-untyped-call]
    return loss


def new_model(langs: tuple[str, str], symbols: int, recipe: Recipe) -> Any:
    """An FSMT with random weights, its three embedding tables tied and its positions frozen."""
    import torch
    from torch import nn
    from transformers import FSMTConfig, FSMTForConditionalGeneration

    config = FSMTConfig(
        langs=list(langs),
        src_vocab_size=symbols,
        tgt_vocab_size=symbols,
        d_model=recipe.dim,
        encoder_layers=recipe.encoder_layers,
        decoder_layers=recipe.decoder_layers,
        encoder_attention_heads=recipe.heads,
        decoder_attention_heads=recipe.heads,
        encoder_ffn_dim=recipe.ffn,
        decoder_ffn_dim=recipe.ffn,
        dropout=recipe.dropout,
        attention_dropout=0.0,
        activation_dropout=0.0,
        max_position_embeddings=256,
        tie_word_embeddings=True,  # the default is untied, which would load a tied file incorrectly
        init_std=0.02,
        num_beams=4,
        max_length=128,
    )
    model = FSMTForConditionalGeneration(config)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "embed_positions" in name:
                parameter.requires_grad_(False)  # sinusoids, which FSMT would train
            elif "embed_tokens" in name:
                nn.init.normal_(parameter, std=recipe.dim**-0.5)
                parameter[PAD].zero_()
            elif parameter.dim() == 2:
                nn.init.xavier_uniform_(parameter)
    return model


def batch_loss(model: Any, corpus: Corpus, rows: Ids, smoothing: float) -> tuple[torch.Tensor, int]:
    """Mean loss of one batch, and its target tokens; padding does not count."""
    import torch

    source, target = corpus.source.pack(rows), corpus.target.pack(rows)
    # FSMT starts decoding with the end symbol.
    shifted = torch.cat([torch.full((len(target), 1), EOS), target[:, :-1]], 1)
    hidden = model.model(
        input_ids=source,
        attention_mask=source.ne(PAD).long(),
        decoder_input_ids=shifted,
        use_cache=False,
    ).last_hidden_state
    real = target.ne(PAD)
    weight = model.model.decoder.embed_tokens.weight
    return smoothed_loss(hidden[real], weight, target[real], smoothing), int(real.sum())


def validation_loss(model: Any, corpus: Corpus) -> float:
    """Mean cross entropy per target token over the validation rows."""
    import torch

    model.eval()
    total, tokens = 0.0, 0
    with torch.no_grad():
        for i in range(0, len(corpus.valid), 64):
            loss, count = batch_loss(model, corpus, corpus.valid[i : i + 64], 0.0)
            total, tokens = total + float(loss) * count, tokens + count
    model.train()
    return total / max(tokens, 1)


class Clock:
    """The progress of a run by its own CPU time, so that a busy machine costs only wall time."""

    def __init__(self, cpu_minutes: float, wall_minutes: float) -> None:
        self._budget = cpu_minutes * 60, wall_minutes * 60
        self._start = time.process_time(), time.monotonic()

    def elapsed(self) -> tuple[float, float]:
        """CPU and wall seconds since the start."""
        return time.process_time() - self._start[0], time.monotonic() - self._start[1]

    def progress(self) -> float:
        """Finished share of the run, at least 1 at its end."""
        (cpu, wall), (cpu_budget, wall_budget) = self.elapsed(), self._budget
        return max(cpu / cpu_budget, wall / wall_budget)


def learning_rate(recipe: Recipe, step: int, progress: float) -> float:
    """Linear warm-up by steps, then constant, then linear to 0 by time."""
    fall = 1.0 if progress < recipe.hold else max(0.0, (1 - progress) / (1 - recipe.hold))
    return recipe.learning_rate * min((step + 1) / recipe.warmup_steps, 1.0) * fall


def optimise(model: Any, corpus: Corpus, recipe: Recipe, clock: Clock) -> None:
    """Train in place until the clock ends it; the model is in single precision before and after.

    The arithmetic runs in bfloat16, the optimiser holds the weights in single precision.
    """
    import numpy as np
    import torch

    rng = np.random.default_rng(recipe.seed)
    working = [p for p in model.parameters() if p.requires_grad]
    masters = [p.detach().clone().requires_grad_() for p in working]
    model.bfloat16()
    matrices, vectors = ([p for p in masters if (p.dim() == 2) == two] for two in (True, False))
    groups = [
        {"params": matrices, "weight_decay": recipe.weight_decay},
        {"params": vectors, "weight_decay": 0.0},
    ]
    adam = torch.optim.AdamW(
        groups, lr=recipe.learning_rate, betas=(0.9, 0.98), eps=1e-8, fused=True
    )
    model.train()
    step, report, batches = 0, 60.0, iter(corpus.batches(recipe.batch_tokens, rng))
    while (progress := clock.progress()) < 1:
        rows = next(batches, None)
        if rows is None:
            batches = iter(corpus.batches(recipe.batch_tokens, rng))
            continue
        for group in adam.param_groups:
            group["lr"] = learning_rate(recipe, step, progress)
        loss, _ = batch_loss(model, corpus, rows, recipe.smoothing)
        loss.backward()  # type: ignore[no-untyped-call]
        for master, parameter in zip(masters, working, strict=True):
            master.grad, parameter.grad = parameter.grad.float(), None
        torch.nn.utils.clip_grad_norm_(masters, 1.0)
        adam.step()
        with torch.no_grad():
            torch._foreach_copy_(working, masters)
        step += 1
        if clock.elapsed()[1] >= report:
            report = clock.elapsed()[1] + recipe.report_seconds
            print_line(step, clock, float(loss.detach()), validation_loss(model, corpus))
    print_line(step, clock, None, validation_loss(model, corpus))
    model.float()
    with torch.no_grad():
        torch._foreach_copy_(working, masters)


def print_line(step: int, clock: Clock, loss: float | None, valid: float) -> None:
    """One line of the log, as JSON; `loss` is that of one batch."""
    cpu, wall = (round(seconds) for seconds in clock.elapsed())
    line = {"step": step, "cpu_seconds": cpu, "seconds": wall, "loss": loss, "valid": valid}
    print(json.dumps(line), flush=True)


def save(model: Any, folder: Path, work: Path, langs: tuple[str, str]) -> None:
    """Write the folder that AutoTokenizer and AutoModelForSeq2SeqLM load, in half precision."""
    import torch
    from transformers import GenerationConfig

    model.eval()
    model.generation_config = GenerationConfig(  # type: ignore[no-untyped-call]
        max_length=128,
        num_beams=4,
        early_stopping=True,
        length_penalty=1.0,
        bos_token_id=BOS,
        pad_token_id=PAD,
        eos_token_id=EOS,
        decoder_start_token_id=EOS,
        forced_eos_token_id=EOS,
    )
    model.to(torch.float16).save_pretrained(folder)
    tokenizer = fsmt_tokenizer(work, langs)
    tokenizer.model_max_length = 256
    tokenizer.save_pretrained(folder)
