"""Similarities of transformed sentences to their originals."""

from __future__ import annotations

import numpy as np
import pytest

from schemas.errors import UserError
from trainer.encoders.embeddings import Embeddings, unit
from trainer.evaluation.data.families import KINDS, Family, bundled_families
from trainer.evaluation.diagnosis.transformations import measure_families, most_misled


def embedded(texts: list[str], seed: int = 0) -> Embeddings:
    distinct = list(dict.fromkeys(texts))
    vectors = np.random.default_rng(seed).normal(size=(len(distinct), 4)).astype(np.float32)
    return Embeddings(unit(vectors), {text: row for row, text in enumerate(distinct)})


def test_similarities_are_means_of_cosines_by_kind():
    families = bundled_families()
    embeddings = embedded([text for family in families for text in family.texts])
    result = measure_families(embeddings, families)
    for kind in KINDS:
        cosines = [
            float(embeddings.of([f.sentence])[0] @ embeddings.of([text])[0])
            for f in families
            for text in f.others[kind]
        ]
        assert result.kinds[kind].pairs == len(cosines)
        assert result.kinds[kind].similarity == pytest.approx(np.mean(cosines), abs=1e-6)
    assert result.ranking is not None
    assert len(result.points) == 64 * 6 + 4 * 14


def test_every_paraphrase_meets_every_negation_of_its_sentence():
    vectors = np.array([[1, 0], [1, 0.1], [0, 1], [1, 0.05], [1, 2]], dtype=np.float32)
    embeddings = Embeddings(unit(vectors), {t: i for i, t in enumerate("spqno")})
    family = Family("s", {"paraphrase": ["p", "q"], "negation": ["n", "o"]})
    # p lies behind n and ahead of o, q behind both.
    assert measure_families(embeddings, [family]).ranking == 0.25


def test_what_there_is_none_of_is_none():
    embeddings = embedded(["a b", "a c"])
    result = measure_families(embeddings, [Family("a b", {"deletion": ["a c"]})])
    assert result.ranking is None
    assert result.wording is None
    with pytest.raises(UserError, match="no transformed sentence"):
        measure_families(embeddings, [Family("a b", {})])


def test_the_sentence_whose_negation_is_furthest_above_its_paraphrase_comes_first():
    texts = {"low p": 30, "low n": 60, "high p": 60, "high n": 30, "lone d": 10}
    degrees = np.deg2rad([0, *texts.values()])
    vectors = np.stack([np.cos(degrees), np.sin(degrees)], axis=1).astype(np.float32)
    rows = {text: row for row, text in enumerate(["anchor", *texts])}
    embeddings = Embeddings(unit(vectors), rows | {"low": 0, "high": 0, "lone": 0})
    families = [
        Family("lone", {"deletion": ["lone d"]}),
        Family("low", {"paraphrase": ["low p"], "negation": ["low n"]}),
        Family("high", {"paraphrase": ["high p"], "negation": ["high n"]}),
    ]
    found = measure_families(embeddings, families)
    assert most_misled(found) == ["high", "low", "lone"]
    shown = [(p.original, p.text, p.kind, round(p.similarity, 3)) for p in found.points[1:3]]
    assert shown == [("low", "low p", "paraphrase", 0.866), ("low", "low n", "negation", 0.5)]
