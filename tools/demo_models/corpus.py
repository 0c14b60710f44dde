"""Pairs of sentences for the demo models: selection, splits, vocabulary, and batches of ids."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
"""Source -> licence, for sources whose licence allows distributing the weights."""
TEST_SOURCES = ("ntrex-128", "wmt-newstest")
"""Sources that no model is trained on."""
HELD_OUT_TEST, HELD_OUT_VALID = 1500, 500
"""Different English sentences of Tatoeba kept out of training, for the test and for validation."""


def _letters(text: str) -> str:
    """The words of a sentence in lower case, by which duplicates are recognised."""
    return re.sub(r"\W+", " ", text.lower()).strip()


def split_pairs(rows: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str, str]]:
    """Assign each pair to a split, and drop those that would leak into training.

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
        (folder / f"vocab-{side}.json").write_text(text, encoding="utf-8", newline="\n")
    # The tokenizer drops the last line of the file, so the final line break matters.
    (folder / "merges.txt").write_text(
        "".join(f"{m}\n" for m in merges), encoding="utf-8", newline="\n"
    )


def learn_bpe(words: Counter[str], size: int) -> tuple[dict[str, int], list[str]]:
    """Byte-pair encoding (Sennrich et al., 2016) of Moses tokens.

    Args:
        words: Moses tokens and their counts.
        size: symbols to learn; final letters and padding to a multiple of 8 come on top.

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
    # Counting a word at most 5,000 times saves memory and changes no merge that matters.
    texts = (" ".join([word] * min(count, 5000)) for word, count in words.items())
    tokenizer.train_from_iterator(texts, trainer)
    model = json.loads(tokenizer.to_str())["model"]
    vocabulary = dict(sorted(model["vocab"].items(), key=lambda item: item[1]))
    for letter in alphabet:  # the trainer has letters only inside words
        for symbol in (letter, letter + "</w>"):
            vocabulary.setdefault(symbol, len(vocabulary))
    while len(vocabulary) % 8:
        vocabulary[f"<extra{len(vocabulary)}>"] = len(vocabulary)
    merges = [m if isinstance(m, str) else " ".join(m) for m in model["merges"]]
    return vocabulary, merges


def token_ids(tokenizer: Any, texts: Sequence[str], lang: str) -> list[list[int]]:
    """Ids of each text as the encoder of that language reads it, with the end symbol."""
    lines = (tokenizer.moses_tokenize(tokenizer.moses_pipeline(t, lang), lang) for t in texts)
    return [
        [
            tokenizer._convert_token_to_id(piece)
            for word in words
            if word
            for piece in tokenizer.bpe(word).split(" ")
        ]
        + [EOS]
        for words in lines
    ]


def save_ids(
    path: Path, sides: dict[str, list[list[int]]], source: Sequence[str], split: Sequence[str]
) -> None:
    """Write `corpus.npz`: for each language all ids end to end and the lengths of the sentences."""
    import numpy as np

    arrays = {"source": np.asarray(source), "split": np.asarray(split)}
    for lang, ids in sides.items():
        arrays[f"{lang}_ids"] = np.concatenate([np.asarray(line, np.int32) for line in ids])
        arrays[f"{lang}_len"] = np.asarray([len(line) for line in ids], np.int32)
    np.savez(path, allow_pickle=False, **arrays)


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
