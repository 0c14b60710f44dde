"""Forbidden words, checked against a plain search in the text."""

import math
import re

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.translation.avoiding import Avoiding, Spelling
from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.table import open_engine, prepare
from pipeline.translation.tokens import decode, encode
from schemas.errors import UserError
from tests.translation_models import make_fsmt

FRONT = ["</s>", "▁a", "▁B", "▁ab", "a", "b", "▁(", "-", "ba,", "▁", "▁1a"]
"""Marked in front, as SentencePiece does."""
BEHIND = ["</s>", "a</w>", "b</w>", "a", "B", "-</w>", "-", "ab</w>", "</w>", "1a"]
"""Marked behind, as FSMT does."""
WORDS = ["a", "b", "ab", "ba", "abab"]


def count(pieces, words, front):
    """How many forbidden words a text has whole."""
    text = "".join(pieces).lower()
    text = text.replace("▁", " ") if front else text.replace("</w>", " ")
    whole = r"[a-z]+" if front else r"[a-z]+(?=[^a-z])"
    return sum(run in words for run in re.findall(whole, text))


def excluded(texts, words, said):
    """The pieces that a batch may not say next, of each source and row."""
    avoiding = Avoiding(Spelling(texts), words, lambda i, ids: ids)
    said = torch.tensor(said, dtype=torch.long).view(len(said), len(said[0]), -1)
    scores = torch.zeros(*said.shape[:2], len(texts))
    found = avoiding.take(scores, said, torch.arange(len(words)))
    assert not scores.any()  # they are needed as they are
    return [[row.isinf().nonzero()[:, 0].tolist() for row in rows] for rows in found]


def test_a_word_is_excluded_however_it_is_put_together():
    ((start, inside, other),) = excluded(FRONT, [["ab"]], [[[2, 6], [2, 1], [2, 4]]])
    assert [FRONT[i] for i in start] == ["▁ab"]
    assert [FRONT[i] for i in inside] == ["▁ab", "b"]
    assert [FRONT[i] for i in other] == ["▁ab"]  # "ba" + "b" is another word
    ((start, inside),) = excluded(BEHIND, [["ab"]], [[[5], [3]]])
    assert [BEHIND[i] for i in start] == ["ab</w>"]
    assert [BEHIND[i] for i in inside] == ["b</w>"]  # after "a"; "B" may still go on


@settings(max_examples=60)
@given(st.booleans(), st.data())
def test_what_is_excluded_is_what_a_look_at_the_text_says_in_any_company(front, data):
    texts = FRONT if front else BEHIND
    words = data.draw(
        st.lists(st.lists(st.sampled_from(WORDS), max_size=2), min_size=1, max_size=3)
    )
    size = data.draw(st.integers(0, 4))
    rows = st.lists(st.integers(1, len(texts) - 1), min_size=size, max_size=size)
    said = [[data.draw(rows) for _ in range(2)] for _ in words]
    found = excluded(texts, words, said)
    for row, sources, forbidden in zip(found, said, words, strict=True):
        for pieces, never in zip(sources, row, strict=True):
            spoken = [texts[i] for i in pieces]
            before = count(spoken, forbidden, front)
            if before or (front and count([*spoken, " "], forbidden, front)):
                continue  # it was said already
            wanted = [
                i
                for i, text in enumerate(texts)
                if i > 0 and count([*spoken, text], forbidden, front) > 0
            ]
            assert never == wanted


def test_a_vocabulary_without_marks_is_named():
    with pytest.raises(UserError, match=r"--avoid: .* does not mark where words begin"):
        Spelling(["the", "##re", "."])


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan])
def test_shares_that_mean_nothing_are_refused(share):
    assert Decoding(avoid=share).problems() == [f"--avoid {share:g} must be 0 to 1."]


def test_generate_says_no_forbidden_word(tmp_path):
    folder = str(make_fsmt(tmp_path / "de-en", ("de", "en"), seed=3))
    decoding = Decoding(2, 2, max_length=14)
    engine = open_engine(prepare(folder, "transformers", decoding), "cpu", "fp32", 1)
    sources = encode(folder, ["the tap is open", "no", "rain fell"])

    def words_of(outputs):
        texts = decode(folder, [output.ids for output in outputs])
        return {word for text in texts for word in re.findall(r"[a-z]+", text.lower())}

    free = engine.translate(sources, decoding, batch_tokens=999)
    forbidden = [sorted(words_of(outputs)) for outputs in free]
    assert any(forbidden)
    found = engine.translate(sources, decoding, batch_tokens=999, avoid=forbidden)
    for outputs, words in zip(found, forbidden, strict=True):
        assert not words_of([o for o in outputs if o.finished]) & {*words}
    alone = [
        engine.translate([source], decoding, batch_tokens=1, avoid=[words])[0]
        for source, words in zip(sources, forbidden, strict=True)
    ]
    assert [[o.ids for o in row] for row in found] == [[o.ids for o in row] for row in alone]
