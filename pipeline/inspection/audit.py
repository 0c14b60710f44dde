"""How many triples can be solved from the surface, without understanding.

For each cue, a simple classifier learns to tell contradictions from paraphrases, and is tested on
triples of other sentences. Its accuracy shows what an encoder could learn without reading the
meaning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.inspection.catalog import open_catalog, query
from pipeline.inspection.cues import CUES, Cue
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.errors import UserError
from schemas.mer import mer_tokens
from schemas.progress import announce

Scores = NDArray[np.float64]

FOLDS = 5
FEWEST = 50
"""With fewer sentences than this, the accuracies mean nothing."""


@dataclass(frozen=True, slots=True)
class Triple:
    """A complete row of `triples`."""

    id: int
    variant: int
    kind: str
    anchor: str
    paraphrase: str
    negation: str


@dataclass(frozen=True, slots=True)
class Solved:
    """How well one cue works.

    Attributes:
        cue, what: its name, and what the classifier sees.
        one: accuracy of telling from one text whether it is the contradiction.
        of_two: share of triples in which the contradiction looks more like one than the paraphrase
            does; ties count half.
        by_kind: `of_two` for each kind of contradiction.
        carriers: the triples that the cue gives away most clearly, from different sentences.
    """

    cue: str
    what: str
    one: float
    of_two: float
    by_kind: dict[str, float]
    carriers: list[Triple] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Audit:
    """The results of all cues.

    Attributes:
        triples, sentences: how many were examined.
        kinds: number of triples by kind of contradiction, the most frequent first.
        cues: in the order of `CUES`.
    """

    triples: int
    sentences: int
    kinds: dict[str, int]
    cues: list[Solved]


def sampled(artifacts: ArtifactsFolder | Path, most: int) -> list[Triple]:
    """About `most` complete triples: all variants of sentences drawn at random, always the same.

    Raises:
        UserError: there are no triples yet.
    """
    columns = ", ".join(one.name for one in fields(Triple))
    with open_catalog(artifacts) as db:
        rows = query(
            db,
            f"with numbered as (select {columns}, md5(id::varchar) as draw, row_number() over"
            " (order by md5(id::varchar), id, variant) as place from triples"
            " where status = 'complete')"
            f" select {columns} from numbered where draw <= (select max(draw) from numbered"
            f" where place <= {most:d}) order by place",
        ).rows
    return [Triple(*row) for row in rows]


def require_enough(triples: Sequence[Triple], available: int = 0) -> int:
    """The number of sentences in them.

    Args:
        available: number of complete triples that they were drawn from.

    Raises:
        UserError: there are too few to learn from.
    """
    sentences = len({triple.id for triple in triples})
    if sentences < FEWEST:
        few = f"there are {sentences}"
        if available > len(triples):
            few = (
                f"--limit draws {len(triples)} of {available:,} triples, of {sentences} sentences:"
                " give a larger one"
            )
        raise UserError(f"An audit needs complete triples of {FEWEST} sentences or more; {few}.")
    return sentences


def audit(triples: Sequence[Triple], carriers: int = 2, cues: Sequence[Cue] = CUES) -> Audit:
    """Cross-validate a classifier for each cue; all triples of a sentence are in one fold.

    Args:
        carriers: how many triples to show for each cue.

    Raises:
        UserError: there are too few sentences to learn from.
    """
    sentences = require_enough(triples)
    kinds = Counter(triple.kind for triple in triples)
    solved = []
    for place, cue in enumerate(cues, 1):
        # All of them take minutes.
        announce(f"Measuring the cue {cue.name}, {place} of {len(cues)}")
        solved.append(_solved(cue, triples, carriers))
    return Audit(len(triples), sentences, dict(kinds.most_common()), solved)


def share(value: float) -> str:
    """A share as a percentage.

    >>> share(0.5)
    '50.0 %'
    """
    return f"{100 * value:.1f} %"


def _solved(cue: Cue, triples: Sequence[Triple], carriers: int) -> Solved:
    paraphrases, negations = _scores(cue, triples)
    right = (np.sign(negations - paraphrases) + 1) / 2
    kinds = np.array([triple.kind for triple in triples])
    clearest: dict[int, Triple] = {}
    for place in np.argsort(paraphrases - negations, kind="stable"):
        clearest.setdefault(triples[place].id, triples[place])
        if len(clearest) >= carriers:
            break
    return Solved(
        cue.name,
        cue.what,
        float((np.mean(paraphrases <= 0) + np.mean(negations > 0)) / 2),
        float(right.mean()),
        {kind: float(right[kinds == kind].mean()) for kind in dict.fromkeys(kinds.tolist())},
        [*clearest.values()][:carriers],
    )


def _scores(cue: Cue, triples: Sequence[Triple]) -> tuple[Scores, Scores]:
    """How much each paraphrase and each contradiction looks like a contradiction (0 is neutral) to
    a classifier that has seen no triple of its sentence."""
    from sklearn.model_selection import GroupKFold  # type: ignore[import-untyped]

    groups = np.array([triple.id for triple in triples], np.uint64)
    count = len(triples)
    seen = _seen(cue, triples)
    opposite = np.arange(2 * count) >= count
    scores = np.zeros(2 * count)
    for learn, test in GroupKFold(FOLDS).split(groups, groups=groups):
        both = np.concatenate([learn, learn + count])
        model = _classifier(cue).fit(seen[both], opposite[both])
        for half in (test, test + count):
            scores[half] = model.decision_function(seen[half])
    return scores[:count], scores[count:]


def _seen(cue: Cue, triples: Sequence[Triple]) -> Any:
    """The features of all paraphrases, followed by those of all contradictions: one row per
    text."""
    texts = [(t.anchor, t.paraphrase) for t in triples] + [(t.anchor, t.negation) for t in triples]
    if cue.figures is not None:
        return np.array([cue.figures(*pair) for pair in texts], np.float64)
    from sklearn.feature_extraction.text import (  # type: ignore[import-untyped]
        CountVectorizer,
    )

    words = CountVectorizer(analyzer=lambda text: mer_tokens(text), binary=True, min_df=2)
    return words.fit_transform(text for _, text in texts)


def _classifier(cue: Cue) -> Any:
    if cue.figures is None:
        from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

        return LogisticRegression(solver="liblinear")
    from sklearn.ensemble import (  # type: ignore[import-untyped]
        HistGradientBoostingClassifier,
    )

    return HistGradientBoostingClassifier(
        max_iter=50, max_leaf_nodes=8, early_stopping=False, random_state=0
    )
