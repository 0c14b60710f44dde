#!/usr/bin/env python3
"""Train the small translation models that ship as `pipeline/demo/models`.

Four commands make both directions, each model on one CPU core within an hour:

\b
    tools/train_demo_models.py pairs --input en_de.parquet --output pairs.parquet
    tools/train_demo_models.py vocabulary --pairs pairs.parquet --work work
    tools/train_demo_models.py train --work work --direction en-de --output models/en-de
    tools/train_demo_models.py train --work work --direction de-en --output models/de-en

`en_de.parquet` has the string columns `en`, `de` and `source`, one pair of sentences a row, sources
named as in `TRAINING_SOURCES` and `TEST_SOURCES` below; other sources are left out. The defaults
are the recipe of the shipped weights, which an earlier form of this script made. Training is timed
by the clock and so ends near those weights, not at them.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import numpy as np
    import torch
    from numpy.typing import NDArray

    Ids = NDArray[np.int64]

LANGS = ("en", "de")
SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")  # ids 0 to 3, as FSMTConfig expects them
BOS, PAD, EOS, UNK = range(4)

TRAINING_SOURCES = {
    "tatoeba": "CC BY 2.0 FR",
    "xquad": "CC BY-SA 4.0",
    "cataclysm-dda": "CC BY-SA 3.0",
    "gnome-user-docs": "CC BY 3.0",
    "mozilla-www": "MPL-2.0",
}
"""Source to licence: those whose licence lets the weights be passed on."""
TEST_SOURCES = ("ntrex-128", "wmt-newstest")
"""Sources that no model is trained on."""
HELD_OUT_TEST, HELD_OUT_VALID = 1500, 500
"""Different English sentences of Tatoeba kept out of training, for the test and for validation."""

app = typer.Typer(add_completion=False, help=__doc__, rich_markup_mode=None)


@dataclass(frozen=True, slots=True)
class Recipe:
    """Shape and training of one direction; the defaults made the shipped weights.

    Attributes:
        hold: share of the run before the learning rate falls linearly to 0.
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


def _letters(text: str) -> str:
    """What makes two sentences the same one here: words alone, in lower case."""
    return re.sub(r"\W+", " ", text.lower()).strip()


def split_pairs(rows: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str, str]]:
    """Give each pair its split, and leave out those that would leak into training.

    Args:
        rows: English, German, source.

    Returns:
        English, German, source and `train`, `valid` or `test`. No English sentence of Tatoeba's
        valid and test splits, and no German one beside them, occurs in training.
    """
    everyday = sorted({_letters(en) for en, _, source in rows if source == "tatoeba"})
    random.Random(20261121).shuffle(everyday)
    last = HELD_OUT_TEST + HELD_OUT_VALID
    held_out = dict.fromkeys(everyday[:HELD_OUT_TEST], "test")
    held_out |= dict.fromkeys(everyday[HELD_OUT_TEST:last], "valid")
    held_out_german = {
        _letters(de) for en, de, source in rows if source == "tatoeba" and _letters(en) in held_out
    }
    kept = []
    for en, de, source in rows:
        if source in TEST_SOURCES:
            kept.append((en, de, source, "test"))
        elif split := held_out.get(_letters(en)):
            if source == "tatoeba":
                kept.append((en, de, source, split))
        elif _letters(de) not in held_out_german:
            kept.append((en, de, source, "train"))
    return kept


@app.command()
def pairs(
    input_: Annotated[Path, typer.Option("--input", help="Parquet with en, de, source.")],
    output: Annotated[Path, typer.Option(help="Parquet to write: en, de, source, split.")],
) -> None:
    """Select the sources by licence and split them into train, valid and test."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(input_, columns=[*LANGS, "source"])
    columns = (table[name].to_pylist() for name in table.column_names)
    wanted = {*TRAINING_SOURCES, *TEST_SOURCES}
    rows = [row for row in zip(*columns, strict=True) if row[2] in wanted]
    kept = split_pairs(rows)
    names = (*LANGS, "source", "split")
    pq.write_table(
        pa.table(dict(zip(names, map(list, zip(*kept, strict=True)), strict=True))), output
    )
    print(f"{len(kept)} pairs kept, {len(rows) - len(kept)} left out for a held-out side")
    for (source, split), count in sorted(Counter((row[2], row[3]) for row in kept).items()):
        print(f"{source:16} {split:6} {count:8}")


def fsmt_tokenizer(folder: Path, langs: tuple[str, str]) -> Any:
    """The FSMT tokenizer over the vocabulary files in `folder`, from `langs[0]` to `langs[1]`."""
    from transformers import FSMTTokenizer

    return FSMTTokenizer(  # type: ignore[no-untyped-call]
        langs=list(langs),
        src_vocab_file=str(folder / "vocab-src.json"),
        tgt_vocab_file=str(folder / "vocab-tgt.json"),
        merges_file=str(folder / "merges.txt"),
    )


def write_vocabulary(folder: Path, vocabulary: dict[str, int], merges: Sequence[str]) -> None:
    """Write the three files of the FSMT tokenizer; both sides share the vocabulary."""
    text = json.dumps(vocabulary, ensure_ascii=False, separators=(",", ":"))
    for side in ("src", "tgt"):
        (folder / f"vocab-{side}.json").write_text(text, encoding="utf-8")
    # The tokenizer drops the last line of the file, so that the line break at the end counts.
    (folder / "merges.txt").write_text("".join(f"{m}\n" for m in merges), encoding="utf-8")


def learn_bpe(words: Counter[str], size: int) -> tuple[dict[str, int], list[str]]:
    """Byte-pair encoding (Sennrich et al., 2016) of Moses tokens.

    Args:
        words: Moses tokens with how often they occur.
        size: symbols to learn; letters that end a word and filling up to a multiple of 8 come on
            top.

    Returns:
        The vocabulary with its ids, and the merges in order.
    """
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    letters: Counter[str] = Counter()
    for word, count in words.items():
        for letter in word:
            letters[letter] += count
    alphabet = [letter for letter, count in letters.items() if count >= 20]
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", end_of_word_suffix="</w>"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=list(SPECIAL),
        end_of_word_suffix="</w>",
        initial_alphabet=alphabet,
        limit_alphabet=len(alphabet),
        show_progress=False,
    )
    # Counting a word at most 5,000 times keeps memory small and changes no merge that matters.
    texts = (" ".join([word] * min(count, 5000)) for word, count in words.items())
    tokenizer.train_from_iterator(texts, trainer)
    model = json.loads(tokenizer.to_str())["model"]
    vocabulary = dict(sorted(model["vocab"].items(), key=lambda item: item[1]))
    for letter in alphabet:  # the trainer knows letters only inside words
        for symbol in (letter, letter + "</w>"):
            vocabulary.setdefault(symbol, len(vocabulary))
    while len(vocabulary) % 8:
        vocabulary[f"<extra{len(vocabulary)}>"] = len(vocabulary)
    merges = [m if isinstance(m, str) else " ".join(m) for m in model["merges"]]
    return vocabulary, merges


@app.command()
def vocabulary(
    pairs: Annotated[Path, typer.Option(help="Parquet of the `pairs` command.")],
    work: Annotated[Path, typer.Option(help="Folder for the vocabulary and the token ids.")],
    size: Annotated[int, typer.Option(help="Symbols of the joint BPE.")] = 4400,
) -> None:
    """Learn one joint BPE vocabulary on the training split and tokenise all pairs with it."""
    import numpy as np
    import pyarrow.parquet as pq

    work.mkdir(parents=True, exist_ok=True)
    table = pq.read_table(pairs)
    split = table["split"].to_pylist()
    # The Moses half of the tokenizer works without a vocabulary, but needs the files.
    write_vocabulary(work, {token: i for i, token in enumerate(SPECIAL)}, [])
    moses, counts = [], Counter[str]()
    for lang in LANGS:
        tok = fsmt_tokenizer(work, (lang, lang))
        lines = [
            tok.moses_tokenize(tok.moses_pipeline(text, lang), lang)
            for text in table[lang].to_pylist()
        ]
        moses.append(lines)
        for words, part in zip(lines, split, strict=True):
            if part == "train":
                counts.update(words)
    symbols, merges = learn_bpe(counts, size)
    write_vocabulary(work, symbols, merges)
    print(f"{len(symbols)} symbols, {len(merges)} merges")
    arrays = {"source": np.asarray(table["source"].to_pylist()), "split": np.asarray(split)}
    for lang, lines in zip(LANGS, moses, strict=True):
        tok = fsmt_tokenizer(work, (lang, lang))
        ids = [
            [tok._convert_token_to_id(piece) for w in words if w for piece in tok.bpe(w).split(" ")]
            + [EOS]
            for words in lines
        ]
        arrays[f"{lang}_ids"] = np.concatenate([np.asarray(line, np.int32) for line in ids])
        arrays[f"{lang}_len"] = np.asarray([len(line) for line in ids], np.int32)
        unknown = float((arrays[f"{lang}_ids"] == UNK).mean())
        print(
            f"{lang}: {arrays[f'{lang}_len'].mean():.2f} tokens a sentence, {unknown:.5f} unknown"
        )
    np.savez(work / "corpus.npz", allow_pickle=False, **arrays)


@dataclass(frozen=True, slots=True)
class Side:
    """One language of the corpus: token ids end to end, and where each sentence begins."""

    ids: Ids
    lengths: Ids
    starts: Ids

    def pack(self, rows: Ids) -> torch.Tensor:
        """The sentences `rows` as one padded int64 tensor, (len(rows), longest)."""
        import torch

        packed = torch.full((len(rows), int(self.lengths[rows].max())), PAD)
        for line, row in zip(packed, rows, strict=True):
            start, length = int(self.starts[row]), int(self.lengths[row])
            line[:length] = torch.from_numpy(self.ids[start : start + length])
        return packed


@dataclass(frozen=True, slots=True)
class Corpus:
    """Tokenised pairs of one direction, with the rows of the two splits that training reads."""

    source: Side
    target: Side
    train: Ids
    valid: Ids

    @classmethod
    def load(cls, path: Path, direction: tuple[str, str], max_tokens: int) -> Corpus:
        """Read what the `vocabulary` command wrote; at most 500 rows of validation."""
        import numpy as np

        with np.load(path) as arrays:
            sides = []
            for lang in direction:
                lengths = arrays[f"{lang}_len"].astype(np.int64)
                starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
                sides.append(Side(arrays[f"{lang}_ids"].astype(np.int64), lengths, starts))
            split = arrays["split"]
        short = (sides[0].lengths <= max_tokens) & (sides[1].lengths <= max_tokens)
        train, valid = (np.flatnonzero((split == name) & short) for name in ("train", "valid"))
        return cls(sides[0], sides[1], train, valid[:500])

    def batches(self, budget: int, rng: np.random.Generator) -> list[Ids]:
        """One epoch in batches of about `budget` tokens.

        Sorting by length inside large random chunks keeps padding low and batches different from
        epoch to epoch.
        """
        order = self.train[rng.permutation(len(self.train))]
        chunk = 40 * budget // 12
        found = []
        for begin in range(0, len(order), chunk):
            part = order[begin : begin + chunk]
            key = self.target.lengths[part] * 1000 + self.source.lengths[part]
            part = part[key.argsort(kind="stable")]
            i = 0
            while i < len(part):
                longest = max(self.target.lengths[part[i]], self.source.lengths[part[i]], 4)
                rows = max(8, int(budget // longest))
                found.append(part[i : i + rows])
                i += rows
        return [found[i] for i in rng.permutation(len(found))]


def smoothed_loss(
    hidden: torch.Tensor, weight: torch.Tensor, target: torch.Tensor, smoothing: float
) -> torch.Tensor:
    """Mean label-smoothed cross entropy of `hidden @ weight.T`, never holding all the logits.

    The logits, their log-softmax and its gradient are three tables of tokens x vocabulary in single
    precision, half of a step's time on a CPU. Here 512 rows exist at a time, and the gradient is
    made on the way forward.

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
        tie_word_embeddings=True,  # untied is the default, and would load a tied file wrongly
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
    """Mean cross entropy a target token over the validation rows."""
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
    """How far a run is: by its own CPU time, so that a busy machine costs only wall time."""

    def __init__(self, cpu_minutes: float, wall_minutes: float) -> None:
        self._budget = cpu_minutes * 60, wall_minutes * 60
        self._start = time.process_time(), time.monotonic()

    def elapsed(self) -> tuple[float, float]:
        """CPU and wall seconds since the start."""
        return time.process_time() - self._start[0], time.monotonic() - self._start[1]

    def progress(self) -> float:
        """Share of the run that is over, at least 1 at its end."""
        (cpu, wall), (cpu_budget, wall_budget) = self.elapsed(), self._budget
        return max(cpu / cpu_budget, wall / wall_budget)


def learning_rate(recipe: Recipe, step: int, progress: float) -> float:
    """Linear warm-up by steps, then constant, then linear to 0 by time."""
    fall = 1.0 if progress < recipe.hold else max(0.0, (1 - progress) / (1 - recipe.hold))
    return recipe.learning_rate * min((step + 1) / recipe.warmup_steps, 1.0) * fall


def optimise(model: Any, corpus: Corpus, recipe: Recipe, clock: Clock) -> None:
    """Train in place until the clock says so; the model is in single precision before and after.

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


@app.command()
def train(
    work: Annotated[Path, typer.Option(help="Folder of the `vocabulary` command.")],
    direction: Annotated[str, typer.Option(help="en-de or de-en.")],
    output: Annotated[Path, typer.Option(help="Folder for the model.")],
    minutes: Annotated[float, typer.Option(help="CPU minutes.")] = 52.0,
    wall: Annotated[float, typer.Option(help="Minutes at most.")] = 60.0,
) -> None:
    """Train one direction from random weights and save it."""
    keep_memory()
    import torch
    from torch import nn

    source, _, target = direction.partition("-")
    if {source, target} != set(LANGS):
        raise typer.BadParameter("must be en-de or de-en", param_hint="--direction")
    langs, recipe = (source, target), Recipe()
    torch.set_num_threads(1)
    torch.manual_seed(recipe.seed)
    corpus = Corpus.load(work / "corpus.npz", langs, recipe.max_tokens)
    symbols = len(json.loads((work / "vocab-src.json").read_text(encoding="utf-8")))
    model = new_model(langs, symbols, recipe)
    decoder = model.model.decoder
    decoder.output_projection = nn.Identity()  # smoothed_loss projects; put back below
    optimise(model, corpus, recipe, Clock(minutes, wall))
    for part in (model.model.encoder, decoder):  # bfloat16 rounded the frozen positions
        positions = part.embed_positions
        positions.weight.copy_(positions.get_embedding(*positions.weight.shape, PAD))
    decoder.output_projection = nn.Linear(recipe.dim, symbols, bias=False)
    decoder.output_projection.weight = decoder.embed_tokens.weight
    save(model, output, work, langs)
    print({path.name: path.stat().st_size for path in sorted(output.iterdir())})


def keep_memory() -> None:
    """Start again with an allocator that keeps its memory, where glibc reads the environment.

    It gives large blocks back to the kernel after every step; keeping them saves a third of the
    time.
    """
    if "MALLOC_MMAP_MAX_" not in os.environ:
        os.environ |= {
            "MALLOC_MMAP_MAX_": "0",
            "MALLOC_TRIM_THRESHOLD_": str(2**33),
            "MALLOC_TOP_PAD_": str(2**28),
        }
        os.execv(sys.executable, [sys.executable, *sys.argv])


if __name__ == "__main__":
    app()
