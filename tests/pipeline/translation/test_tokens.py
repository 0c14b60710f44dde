"""Text to token ids: what the tokenizer's own call gives, in any process."""

import json
import shutil
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.stages import backtranslate
from pipeline.translation.checkpoint import load_tokenizer
from pipeline.translation.models import demo_pivots
from pipeline.translation.pretrained import PRETRAINED
from pipeline.translation.tokens import Pending, TokenizerPool, encode
from schemas.errors import WorkFailed

FORWARD = demo_pivots()[0].forward
TOKENIZER = load_tokenizer(FORWARD)
PIECES = st.sampled_from(
    ["</s>", "<pad>", "<unk>", "<s>", "don't", "“so”", " ", "\t", "\n", "…", "--", "&amp;", "U.S.",
     "e.g.", "3,000.50", "www.example.org", "naïve", "日本", "\u200b", "🙂"]
)  # fmt: skip
DIED = r"tokenizer process ended unexpectedly .* fewer --work"
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=12)), max_size=8).map("".join)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_ids_are_those_of_the_tokenizers_own_call(text):
    assert encode(FORWARD, [text]) == TOKENIZER([text], truncation=False)["input_ids"]


def test_every_text_ends_with_the_end_of_the_sentence():
    found = encode(FORWARD, ["Rain fell.", "", "Snow melts in the warm sun."])
    assert [ids[-1] for ids in found] == [TOKENIZER.sep_token_id] * 3
    assert found[1] == [TOKENIZER.sep_token_id]


@pytest.mark.parametrize(
    ("threads", "sentences", "processes"),
    [(1, 10**6, 0), (2, 100, 0), (2, 10**6, 2), (64, 10**6, 6)],
)
def test_a_cpu_gets_tokenizer_processes_for_much_work_on_several_threads(
    threads, sentences, processes
):
    assert backtranslate._tokenizers_beside(threads, sentences) == processes


def test_a_tokenizer_process_that_was_killed_is_told():
    lost = Future()
    lost.set_exception(BrokenProcessPool("a process was terminated abruptly"))
    with pytest.raises(WorkFailed, match=DIED):
        Pending([lost], ["made before"]).result()


def test_work_for_tokenizer_processes_that_were_killed_is_refused(monkeypatch):
    def submit(*arguments):
        raise BrokenProcessPool("the process pool is not usable anymore")

    with TokenizerPool(1) as pool:
        monkeypatch.setattr(pool._pool, "submit", submit)
        with pytest.raises(WorkFailed, match=DIED):
            pool.map(encode, FORWARD, ["Rain fell."])


def test_every_piece_of_a_larger_target_vocabulary_has_a_text(tmp_path):
    folder = shutil.copytree(FORWARD, tmp_path / "model")
    source, target = (
        json.loads((folder / f"vocab-{side}.json").read_text("utf-8")) for side in ("src", "tgt")
    )
    fewer = dict(list(source.items())[:-100])
    (folder / "vocab-src.json").write_text(json.dumps(fewer), encoding="utf-8")
    assert PRETRAINED.pieces(str(folder)) == sorted(target, key=target.__getitem__)
