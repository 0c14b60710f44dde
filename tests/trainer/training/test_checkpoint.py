"""A checkpoint is read as it was written, or not at all."""

from __future__ import annotations

import json
import struct

import pytest

from schemas.errors import UserError
from trainer.training.fit import fit


@pytest.fixture
def run(recipe_for, tiny_bert, artifacts, tmp_path):
    recipe = recipe_for(tiny_bert, epochs=1)
    fit(recipe, artifacts, tmp_path / "run", device="cpu")
    return recipe, artifacts, tmp_path / "run"


def with_header(file, change):
    """Change the JSON in front of the tensors, whose bytes stay."""
    data = file.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])
    change(header)
    text = json.dumps(header).encode()
    file.write_bytes(struct.pack("<Q", len(text)) + text + data[8 + size :])


def another_step(header):
    said = header["__metadata__"]["progressed"]
    header["__metadata__"]["progressed"] = said.replace('"step": 7', '"step": 3', 1)


def no_checksum(header):
    header["__metadata__"]["crc33"] = header["__metadata__"].pop("crc32")


@pytest.mark.parametrize("change", [another_step, no_checksum])
def test_a_changed_header_is_refused(run, change):
    recipe, artifacts, folder = run
    with_header(folder / "checkpoint.safetensors", change)
    with pytest.raises(UserError, match="its checksum differs"):
        fit(recipe, artifacts, folder, device="cpu", resume=True)
