from __future__ import annotations

import errno
import os
import stat

import pytest
import torch
from safetensors import safe_open

from schemas.errors import WorkFailed
from schemas.files import replace_folder
from tests.limits import files_of_at_most
from trainer.encoders.folder import load_encoder, save_encoder
from trainer.encoders.tensors import write_tensors


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o027, 0o640)])
def test_a_file_can_be_read_by_whom_the_umask_lets(tmp_path, umask, mode):
    before = os.umask(umask)
    try:
        write_tensors(tmp_path / "x.safetensors", {"a": torch.zeros(3)})
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "x.safetensors").stat().st_mode) == mode


def test_the_same_tensors_and_metadata_are_the_same_bytes(tmp_path):
    # safetensors writes several names in any order.
    stated = {name: f"{name} “1”\n" for name in ("base", "card", "format", "digest", "note")}
    tensors = {"a": torch.arange(7.0), "b": torch.ones(3, 5)}
    files = [tmp_path / f"{n}.safetensors" for n in range(8)]
    for file in files:
        write_tensors(file, tensors, dict(reversed(stated.items())))
    assert len({file.read_bytes() for file in files}) == 1
    with safe_open(files[0], "pt") as opened:
        assert opened.metadata() == stated
        assert all(opened.get_tensor(name).equal(values) for name, values in tensors.items())


def test_a_refusal_of_the_system_is_an_os_error(tmp_path):
    with files_of_at_most(1000), pytest.raises(OSError, match="too large") as caught:
        write_tensors(tmp_path / "x.safetensors", {"a": torch.zeros(5000)})
    assert caught.value.errno == errno.EFBIG


def test_an_encoder_that_does_not_fit_leaves_the_old_one_and_a_sentence(tiny_bert, tmp_path):
    encoder, final = load_encoder(str(tiny_bert), pooling="mean"), tmp_path / "best"
    replace_folder(final, lambda folder: save_encoder(encoder, folder))
    before = (final / "model.safetensors").read_bytes()
    with files_of_at_most(20_000), pytest.raises(WorkFailed, match="best cannot be written: files"):
        replace_folder(final, lambda folder: save_encoder(encoder, folder))
    assert (final / "model.safetensors").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["best"]
