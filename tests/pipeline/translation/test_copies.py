"""Penalties for n-grams of the anchor, against a plain count over words."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.translation.copies import Copies, Pieces, penalties
from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.table import open_engine, prepare
from pipeline.translation.tokens import decode, encode, encode_target
from schemas.errors import UserError
from tests.translation_models import make_fsmt

FRONT = ["</s>", "▁a", "▁b", "▁c", "d", "▁A", "▁", "▁Kyoto", "▁1911", "."]
"""Marked in front, as SentencePiece does."""
BEHIND = ["</s>", "a</w>", "b</w>", "c</w>", "a", "b", "A</w>", "c"]
"""Marked behind, as FSMT does."""


def words_of(pieces, front):
    """Words in lower case, by plain strings; the last one may go on."""
    text = "".join(pieces).lower()
    return text.replace("▁", " ▁").split() if front else text.replace("</w>", "</w> ").split()


def counted(texts, anchor, said, alpha):
    """What each piece loses: the slow way, word by word."""
    front = "▁a" in texts
    words, spoken = (words_of([texts[i] for i in ids], front) for ids in (anchor, said))
    names = words_of([texts[i] for i in anchor], front=front)
    raw = "".join(texts[i] for i in anchor)
    raw = (raw.replace("▁", " ▁") if front else raw.replace("</w>", "</w> ")).split()
    assert len(raw) == len(names)
    lost = [0.0] * len(texts)
    for at, word in enumerate(words):
        letters = raw[at].removeprefix("▁")
        if at and (letters[:1].isupper() or any(x.isdigit() for x in letters)):
            continue
        for i, text in enumerate(texts):
            piece = text.lower()
            if not word.startswith(piece) or piece == "▁":
                continue
            if not front and said and not texts[said[-1]].endswith("</w>"):
                continue
            total = 0.0
            for n in range(1, 5):
                before = words[max(at - n + 1, 0) : at]
                # A context of words that the anchor has, in its order, right before the word.
                if at - n + 1 < 0 or (n > 1 and spoken[-(n - 1) :] != before):
                    break
                total += alpha * n**4
            lost[i] = max(lost[i], total)
    return lost


def taken(texts, anchors, said, alpha):
    """What each piece loses in a batch, (sources, rows, pieces)."""
    pieces = Pieces(texts, torch.device("cpu"))
    wordings = [pieces.wording(anchor) for anchor in anchors]
    copies = Copies(pieces, wordings, alpha, lambda i, ids: ids)
    said = torch.tensor(said, dtype=torch.long).view(len(said), len(said[0]), -1)
    zeros = torch.zeros(*said.shape[:2], len(texts), dtype=torch.double)
    return -copies.take(zeros, said, torch.arange(len(anchors)))


def test_a_word_that_completes_a_longer_n_gram_loses_more():
    anchor = [1, 2, 3, 2, 1]  # a b c b a
    one, two, three, four = penalties(0.01)
    assert one == 0.01
    assert four == pytest.approx(0.01 * (1 + 16 + 81 + 256))
    after = [[], [1], [1, 2], [1, 2, 3]]
    found = [taken(FRONT, [anchor], [[said]], 0.01)[0, 0].tolist() for said in after]
    a, b, c, capital = ([row[i] for row in found] for i in (1, 2, 3, 5))
    assert a == pytest.approx([one, one, two, one])  # "b a" ends it
    assert b == pytest.approx([one, two, one, four])
    assert c == pytest.approx([one, one, three, one])
    assert capital == a
    assert all(row[i] == 0 for row in found for i in (0, 4, 6, 9))


def test_names_and_numbers_are_free_but_count_as_context():
    anchor = [1, 7, 2, 8, 3]  # a Kyoto b 1911 c
    found = taken(FRONT, [anchor], [[[1, 7], [2, 8]]], 0.01)[0]
    assert not found[:, [7, 8]].any()
    assert found[0, 2] == pytest.approx(penalties(0.01)[2])
    assert found[1, 3] == pytest.approx(penalties(0.01)[2])
    first = taken(FRONT, [[7, 1]], [[[]]], 0.01)[0, 0]
    assert first[7] == 0.01  # a capital says nothing where a sentence begins
    assert not taken(FRONT, [[]], [[[1]]], 0.01).any()


ROWS = st.lists(st.integers(1, 7), min_size=1, max_size=7)


@settings(max_examples=40)
@given(st.booleans(), st.lists(ROWS, min_size=1, max_size=4), st.data())
def test_what_is_lost_is_what_a_plain_count_says_in_any_company(front, anchors, data):
    texts = FRONT if front else BEHIND
    size = data.draw(st.integers(0, 5))
    said = [
        [data.draw(st.lists(st.integers(1, 7), min_size=size, max_size=size)) for _ in range(2)]
        for _ in anchors
    ]
    if front:  # both begin a word, as texts do
        anchors = [[1, *anchor] for anchor in anchors]
        said = [[[2, *row] for row in rows] for rows in said]
    found = taken(texts, anchors, said, 0.01)
    for i, anchor in enumerate(anchors):
        for j, row in enumerate(said[i]):
            wanted = counted(texts, anchor, row, 0.01)
            assert found[i, j].tolist() == pytest.approx(wanted)


def test_a_vocabulary_without_marks_is_named():
    with pytest.raises(UserError, match="does not mark where words begin"):
        Pieces(["the", "##re", "."], torch.device("cpu"))


@pytest.mark.parametrize("alpha", [-0.1, math.inf, math.nan])
def test_strengths_that_mean_nothing_are_refused(alpha):
    said = f"--ngram-penalty {alpha:g} must be at least 0, and finite."
    assert Decoding(ngram_penalty=alpha).problems() == [said]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return str(make_fsmt(tmp_path_factory.mktemp("models") / "de-en", ("de", "en"), seed=3))


TEXTS = ["the tap is open", "no", "she walks to the old town hall", "rain fell"]


def test_generate_is_penalised_step_by_step(folder):
    decoding = Decoding(1, 1, max_length=14, ngram_penalty=0.4)
    engine = open_engine(prepare(folder, "auto", decoding), "cpu", "fp32", 1)
    sources, ids = encode(folder, TEXTS), encode_target(folder, TEXTS)
    # Anchors that the model likes to say: what it says by itself, as words.
    free = engine.translate(sources, Decoding(1, 1, max_length=14), batch_tokens=999)
    anchors = encode_target(folder, decode(folder, [row[0].ids for row in free]))
    found = engine.translate(sources, decoding, batch_tokens=999, anchors=anchors)
    texts = engine._pieces._texts
    for source, anchor, outputs in zip(sources, anchors, found, strict=True):
        said = []
        while len(said) < len(outputs[0].ids):
            logits = engine._model(
                input_ids=torch.tensor([source]), decoder_input_ids=torch.tensor([[2, *said]])
            ).logits[0, -1]
            lost = counted(texts, anchor, said, 0.4)
            said.append(int(np.argmax(logits.detach().numpy()[: len(texts)] - lost)))
        assert outputs[0].ids == said
    assert found != free
    beams = Decoding(3, 2, max_length=14, ngram_penalty=0.4)
    whole = engine.translate(sources, beams, batch_tokens=999, anchors=ids)
    alone = [
        engine.translate([source], beams, batch_tokens=1, anchors=[anchor])[0]
        for source, anchor in zip(sources, ids, strict=True)
    ]
    assert [[o.ids for o in row] for row in whole] == [[o.ids for o in row] for row in alone]
    scores = engine.score(sources, [row[0].ids for row in whole], batch_tokens=999)
    assert [row[0].score for row in whole] == pytest.approx(scores, abs=1e-5)
