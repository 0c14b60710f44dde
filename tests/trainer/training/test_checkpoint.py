"""A checkpoint is read exactly as it was written, or refused."""

from __future__ import annotations

import json
import struct

import pytest

from schemas.errors import UserError
from trainer.training.fit import fit


@pytest.fixture
def run(recipe_for, small_bert, artifacts, tmp_path):
    recipe = recipe_for(small_bert, epochs=1)
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


def another_format(header):
    header["__metadata__"]["format"] = "2"


def test_a_changed_header_is_refused(run):
    recipe, artifacts, folder = run
    file = folder / "checkpoint.safetensors"
    whole = file.read_bytes()
    for change, said in (
        (another_step, "its checksum differs"),
        (no_checksum, "its checksum differs"),
        (another_format, "has the format 2, but this program reads 3. Resume with the version"),
    ):
        file.write_bytes(whole)
        with_header(file, change)
        with pytest.raises(UserError, match=said):
            fit(recipe, artifacts, folder, device="cpu", resume=True)
