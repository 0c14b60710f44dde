"""An encoder as its difference from another: what is kept, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.encoders import DEMO_ON_HUB, OSSCSE
from schemas.errors import UserError
from trainer.encoders.difference import (
    PUBLISHED,
    apply_difference,
    difference_file,
    read_stated,
    weights_sha256,
    write_difference,
)

ROOT = Path(__file__).parents[3]


def layers(seed, columns=6):
    torch.manual_seed(seed)
    return torch.nn.Sequential(torch.nn.Linear(columns, 8), torch.nn.Linear(8, 5))


def restored(file, base):
    apply_difference(base, read_stated(file))
    return base.state_dict()


def test_with_room_for_all_the_encoder_comes_back(tmp_path):
    before, after = layers(1).state_dict(), layers(2).state_dict()
    file = tmp_path / "all.safetensors"
    kept = write_difference(file, before, after, base="mine", most=10_000, card="# A card")
    assert kept == pytest.approx(1, abs=1e-3)
    stated = read_stated(file)
    assert (stated.base, stated.card) == ("mine", "# A card")
    for name, weight in restored(file, layers(1)).items():
        # The factors are kept in bytes.
        torch.testing.assert_close(weight, after[name], atol=1e-2, rtol=0)


def test_the_ranks_kept_are_those_of_most_change_for_their_size(tmp_path):
    before, after = layers(1).state_dict(), layers(2).state_dict()
    change = {n: (after[n] - before[n]).numpy() for n in ("0.weight", "1.weight")}
    # Room for the vectors (13 numbers of two bytes) and 28 bytes of factors.
    singular = {n: np.linalg.svd(c) for n, c in change.items()}
    worth = sorted(
        ((s**2 / sum(change[n].shape), n) for n, (_, v, _) in singular.items() for s in v),
        reverse=True,
    )
    room, ranks = 28, {"0.weight": 0, "1.weight": 0}
    for _, name in worth:
        if (room := room - sum(change[name].shape)) < 0:
            break
        ranks[name] += 1
    file = tmp_path / "few.safetensors"
    write_difference(file, before, after, base="mine", most=2 * 13 + 28)
    found = restored(file, layers(1))
    for name, rank in ranks.items():
        left, values, right = singular[name]
        wanted = before[name].numpy() + (left[:, :rank] * values[:rank]) @ right[:rank]
        np.testing.assert_allclose(found[name].numpy(), wanted, atol=1e-2)
    assert sum(ranks.values()) > 1


@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(40, 400), min_size=2, max_size=2))
def test_more_room_keeps_no_less(tmp_path_factory, sizes):
    before, after = layers(1).state_dict(), layers(2).state_dict()
    folder = tmp_path_factory.mktemp("difference")
    less, more = (
        write_difference(folder / f"{i}.safetensors", before, after, base="mine", most=size)
        for i, size in enumerate(sorted(sizes))
    )
    assert less <= more + 1e-3 <= 1 + 2e-3


def test_the_digest_tells_names_shapes_and_values():
    weights = {"a": torch.arange(6.0).reshape(2, 3)}
    others = [{"b": weights["a"]}, {"a": weights["a"].T}, {"a": weights["a"] + 1e-6}]
    assert len({weights_sha256(w) for w in [weights, *others]}) == 4
    assert weights_sha256({"a": weights["a"].T.contiguous().T}) == weights_sha256(weights)


def test_other_bases_other_shapes_and_too_little_room_are_refused(tmp_path):
    before, after, file = layers(1).state_dict(), layers(2).state_dict(), tmp_path / "d.safetensors"
    write_difference(file, before, after, base="mine", most=1000)
    with pytest.raises(UserError, match="difference from mine, but what is loaded"):
        apply_difference(layers(3), read_stated(file))
    with pytest.raises(UserError, match="have weights of different names or shapes"):
        write_difference(file, before, layers(2, columns=7).state_dict(), base="mine", most=1000)
    with pytest.raises(UserError, match="The vectors alone take 26 bytes, of 20 allowed"):
        write_difference(file, before, after, base="mine", most=20)


@pytest.mark.parametrize("end", [0, 6, 40, -5])
def test_a_cut_file_is_refused(tmp_path, end):
    file = tmp_path / "d.safetensors"
    write_difference(file, layers(1).state_dict(), layers(2).state_dict(), base="mine", most=1000)
    file.write_bytes(file.read_bytes()[:end])
    with pytest.raises(UserError, match=r"cannot be read as safetensors|is damaged"):
        apply_difference(layers(1), read_stated(file))


@pytest.mark.parametrize("lost", ["0.weight.right", "0.weight.left.scale"])
def test_a_difference_that_lacks_a_part_is_refused(tmp_path, lost):
    from safetensors import safe_open
    from safetensors.torch import save_file

    file = tmp_path / "d.safetensors"
    write_difference(file, layers(1).state_dict(), layers(2).state_dict(), base="mine", most=1000)
    with safe_open(file, framework="pt") as opened:
        kept = {name: opened.get_tensor(name) for name in opened.keys() if name != lost}  # noqa: SIM118
        stated = opened.metadata()
    save_file(kept, file, stated)
    with pytest.raises(UserError, match=rf"d\.safetensors is damaged: '{lost}'\. Get the file"):
        apply_difference(layers(1), read_stated(file))


def test_weights_of_another_kind_are_no_difference(tmp_path):
    from safetensors.torch import save_file

    file = tmp_path / "model.safetensors"
    save_file(layers(1).state_dict(), file)
    assert difference_file(str(file)) == file
    with pytest.raises(UserError, match="does not hold an encoder's difference"):
        read_stated(file)


def test_the_published_encoder_is_small_and_has_its_card():
    assert difference_file(OSSCSE) == PUBLISHED
    stated = read_stated(PUBLISHED)
    assert stated.base == DEMO_ON_HUB
    assert (ROOT / "tools/encoder_card.md").read_text(encoding="utf-8").strip() in stated.card
    assert PUBLISHED.stat().st_size < 1e7
