from __future__ import annotations

import gc
import threading

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.errors import WorkFailed
from trainer.objective.vector_store import VectorStore


@settings(max_examples=12)
@given(
    parts=st.lists(st.lists(st.text(max_size=6), max_size=8), max_size=5),
    wanted=st.lists(st.text(max_size=2), max_size=9),
)
def test_it_is_a_dictionary_of_vectors(parts, wanted):
    store, known = VectorStore(), {}
    for part in parts:
        missing = store.missing(part)
        assert missing == [text for text in dict.fromkeys(part) if text not in known]
        vectors = torch.randn(len(missing), 3)
        store.put(missing, vectors)
        known |= dict(zip(missing, vectors, strict=True))
    assert store.missing(wanted) == [t for t in dict.fromkeys(wanted) if t not in known]
    asked = [*known, *known][::-1]
    if asked:
        assert torch.equal(store.get(asked), torch.stack([known[text] for text in asked]))


def test_more_than_memory_has_room_for_come_back_to_the_last_bit():
    store = VectorStore(room=64 * 1024)
    texts, vectors = [f"sentence {i}" for i in range(1200)], torch.randn(1200, 256)
    store.put(texts, vectors)
    assert torch.equal(store.get(texts[::-1]), vectors.flip(0))
    with pytest.raises(KeyError):
        store.get(["sentence 7", "another"])


def test_a_full_disk_says_what_to_do():
    store = VectorStore()
    store._database.execute("PRAGMA max_page_count=8")
    with pytest.raises(WorkFailed, match=r"no room .*\(database or disk is full\). Set TMPDIR"):
        store.put([str(i) for i in range(300)], torch.zeros(300, 384))


def test_it_may_be_given_up_in_another_thread():
    """As in a garbage collection while the next batches are tokenised."""
    held = [VectorStore()]
    thread = threading.Thread(target=lambda: (held.clear(), gc.collect()))
    thread.start()
    thread.join()
