"""What a change of wording does to similarity: paraphrase, negation, and edits of single words.

OssCSE (Findings of EMNLP 2023, section 3) compares a sentence with six kinds of others: a
paraphrase, its negation, the sentence with words inserted, deleted, substituted, and a random one.
An encoder of meaning puts paraphrases first; one that goes by wording puts them next to last.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np

from schemas.errors import UserError
from schemas.mer import mer
from trainer.data.triples import Triple
from trainer.encoders.embeddings import Embeddings
from trainer.evaluation.diagnosis.masked_lm import MaskedLanguageModel
from trainer.evaluation.diagnosis.tags import is_negative

KINDS = ("paraphrase", "negation", "insertion", "deletion", "substitution", "random")
"""Kinds of other sentences, in the order of tables and figures."""

_WORD = re.compile(r"\w+(?:['’-]\w+)*")


@dataclass(frozen=True, slots=True)
class Family:
    """A sentence and what was made of it.

    Attributes:
        sentence: the original.
        others: sentences by kind; kinds that there are none of are left out.
    """

    sentence: str
    others: dict[str, list[str]]

    @property
    def texts(self) -> list[str]:
        """The sentence and all others."""
        return [self.sentence, *(text for texts in self.others.values() for text in texts)]


@dataclass(frozen=True, slots=True)
class KindScore:
    """Similarity to the original of the sentences of one kind.

    Attributes:
        pairs: how many.
        similarity: mean cosine.
        deviation: standard deviation of the cosines.
        mer: mean match error rate.
    """

    pairs: int
    similarity: float
    deviation: float
    mer: float


@dataclass(frozen=True, slots=True)
class Point:
    """One sentence against its original.

    Attributes:
        original: the sentence that it was made of.
        text: itself.
        kind: of `KINDS`.
        mer: match error rate of the two.
        similarity: cosine of the two.
    """

    original: str
    text: str
    kind: str
    mer: float
    similarity: float


@dataclass(frozen=True, slots=True)
class Transformations:
    """What an encoder makes of families.

    Attributes:
        kinds: by kind, in the order of `KINDS`.
        ranking: share of pairs (paraphrase, negation) of one sentence where the paraphrase is
            nearer; a tie is half; None where no sentence has both.
        wording: Spearman correlation of match error rate and cosine over all sentences but the
            random ones; near -1 where the encoder goes by wording; None where it is undefined.
        points: every sentence.
    """

    kinds: dict[str, KindScore]
    ranking: float | None
    wording: float | None
    points: list[Point]


def bundled_families() -> list[Family]:
    """The sentences written for this package, each with all six kinds."""
    file = resources.files("trainer.evaluation.data") / "transformations.jsonl"
    return _parse(file.read_text(encoding="utf-8"), "transformations.jsonl")


def read_families(path: Path) -> list[Family]:
    """Families of a JSONL file: `sentence`, and for each kind a list of sentences.

    Raises:
        UserError: naming the line that is wrong.
    """
    return _parse(_read(path), str(path))


def read_sentences(path: Path) -> list[Family]:
    """Families without others, of a text file with a sentence a line; empty lines are skipped.

    Raises:
        UserError: where the file cannot be read or holds no sentence.
    """
    lines = dict.fromkeys(line.strip() for line in _read(path).splitlines())
    families = [Family(line, {}) for line in lines if line]
    if not families:
        raise UserError(f"{path} holds no sentence.")
    return families


def from_triples(triples: Sequence[Triple]) -> list[Family]:
    """Families of anchors with the paraphrase and the negation that the pipeline made."""
    found = []
    for row in triples:
        made = {"paraphrase": row.paraphrase, "negation": row.negation}
        found.append(Family(row.anchor, {kind: [t] for kind, t in made.items() if t is not None}))
    return found


def add_edits(
    families: Sequence[Family],
    model: MaskedLanguageModel | None,
    *,
    rate: float = 0.1,
    seed: int = 0,
) -> list[Family]:
    """Make the kinds that need no pipeline: deletion, random and, with a model, the other two.

    Kinds that a family has already stay as they are.

    Args:
        families: the sentences.
        model: proposes words for insertion and substitution; None leaves these kinds out.
        rate: share of the words to insert or substitute, at least one word; published: 0.05-0.1.
        seed: of the places; those of a sentence do not hang on the other sentences.
    """
    made = []
    for index, family in enumerate(families):
        draw = random.Random(f"{seed}/{family.sentence}")
        others = dict(family.others)
        deleted = delete_word(family.sentence, draw)
        if deleted is not None:
            others.setdefault("deletion", [deleted])
        if len(families) > 1:
            other = families[(index + draw.randrange(1, len(families))) % len(families)]
            others.setdefault("random", [other.sentence])
        if model is not None:
            for kind, insert in (("insertion", True), ("substitution", False)):
                if kind not in others:
                    text = model.edit(family.sentence, rate=rate, insert=insert, draw=draw)
                    others.update({kind: [text]} if text is not None else {})
        ordered = {kind: others[kind] for kind in KINDS if kind in others}
        made.append(Family(family.sentence, ordered))
    return made


def delete_word(sentence: str, draw: random.Random) -> str | None:
    """The sentence without one of its words; None where it has fewer than two.

    A negative word stays, for without it the sentence would say the opposite.
    """
    words = list(_WORD.finditer(sentence))
    others = [word for word in words if not is_negative(word[0].lower())]
    if len(words) < 2 or not others:
        return None
    word = draw.choice(others)
    rest = " ".join((sentence[: word.start()] + sentence[word.end() :]).split())
    rest = re.sub(r" ([.,;:!?])", r"\1", rest) if " " + sentence[-1] not in sentence else rest
    return rest[0].upper() + rest[1:] if sentence[0].isupper() else rest


def measure_families(embeddings: Embeddings, families: Sequence[Family]) -> Transformations:
    """Similarities of families whose texts are all embedded.

    Raises:
        UserError: where no family has another sentence.
    """
    from scipy.stats import spearmanr

    points, wins = [], []
    for family in families:
        cosines: dict[str, np.ndarray] = {}
        for kind, texts in family.others.items():
            cosines[kind] = embeddings.cosines([family.sentence] * len(texts), texts)
            points += [
                Point(family.sentence, text, kind, mer(family.sentence, text), float(cosine))
                for text, cosine in zip(texts, cosines[kind], strict=True)
            ]
        if "paraphrase" in cosines and "negation" in cosines:
            difference = cosines["paraphrase"][:, None] - cosines["negation"][None, :]
            wins += ((difference > 0) + 0.5 * (difference == 0)).ravel().tolist()
    if not points:
        raise UserError("There is no transformed sentence to measure.")
    near = [point for point in points if point.kind != "random"]
    rates, similarities = [p.mer for p in near], [p.similarity for p in near]
    defined = len(set(rates)) > 1 and len(set(similarities)) > 1
    return Transformations(
        kinds={kind: _kind(points, kind) for kind in KINDS if any(p.kind == kind for p in points)},
        ranking=float(np.mean(wins)) if wins else None,
        wording=float(spearmanr(rates, similarities).statistic) if defined else None,
        points=points,
    )


def most_misled(found: Transformations) -> list[str]:
    """Originals by how far their negations lie above their paraphrases, the furthest first.

    Those that lack one of the two come last, in their order.
    """
    gaps: dict[str, float] = {}
    for original, group in _by_original(found.points).items():
        means = [
            [point.similarity for point in group if point.kind == kind]
            for kind in ("negation", "paraphrase")
        ]
        near, far = (float(np.mean(values)) if values else math.nan for values in means)
        gaps[original] = math.inf if math.isnan(near - far) else far - near
    return sorted(gaps, key=gaps.__getitem__)


def _by_original(points: Sequence[Point]) -> dict[str, list[Point]]:
    groups: dict[str, list[Point]] = {}
    for point in points:
        groups.setdefault(point.original, []).append(point)
    return groups


def _kind(points: Sequence[Point], kind: str) -> KindScore:
    chosen = [point for point in points if point.kind == kind]
    similarities = np.array([point.similarity for point in chosen])
    return KindScore(
        len(chosen),
        float(similarities.mean()),
        float(similarities.std()),
        float(np.mean([point.mer for point in chosen])),
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read as text in UTF-8.") from error


def _parse(text: str, name: str) -> list[Family]:
    families = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise UserError(f"{where}: this is not JSON ({error}).") from error
        families.append(_family(entry, where))
    if not families:
        raise UserError(f"{name} holds no sentence.")
    return families


def _family(entry: object, where: str) -> Family:
    if not isinstance(entry, dict) or not _is_text(entry.get("sentence")):
        raise UserError(f'{where}: an object with "sentence" is needed.')
    unknown = set(entry) - {"sentence", *KINDS}
    if unknown:
        raise UserError(f"{where}: unknown kind {unknown.pop()!r}; known are {', '.join(KINDS)}.")
    others = {kind: entry[kind] for kind in KINDS if entry.get(kind)}
    for kind, texts in others.items():
        if not isinstance(texts, list) or not all(_is_text(text) for text in texts):
            raise UserError(f"{where}: {kind} should be a list of sentences, none of them empty.")
    return Family(entry["sentence"], others)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
