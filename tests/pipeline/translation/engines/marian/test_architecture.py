"""The settings of a model."""

import pytest

from pipeline.translation.engines.marian.architecture import Architecture, read_architecture
from pipeline.translation.engines.marian.container import Weights
from schemas.errors import UserError
from tests.pipeline.translation.engines.marian.writing import container, integers, text

SETTINGS = """\
type: transformer
dec-cell: ssru
dec-depth: 2
dim-vocabs:
  - 4
  - 4
enc-depth: 6
transformer-decoder-autoreg: rnn
transformer-heads: 8
transformer-postprocess: dan
transformer-preprocess: ""
"""


def read(tmp_path, settings, *tables):
    items = {name: integers([[1] * 16] * 4, 1.0) for name in tables}
    path = tmp_path / "model.bin"
    path.write_bytes(container(items | {"special:model.yml": text(settings)}))
    return read_architecture(Weights(path))


def test_sizes_and_the_one_table_of_tied_embeddings(tmp_path):
    assert read(tmp_path, SETTINGS, "Wemb") == Architecture(6, 2, 8, 16, "Wemb", "Wemb")


def test_a_table_for_each_side(tmp_path):
    found = read(tmp_path, SETTINGS, "encoder_Wemb", "decoder_Wemb")
    assert (found.source_embedding, found.target_embedding) == ("encoder_Wemb", "decoder_Wemb")


def test_other_architectures_are_refused_with_all_that_differs(tmp_path):
    other = SETTINGS.replace("ssru", "gru").replace("autoreg: rnn", "autoreg: self-attention")
    with pytest.raises(UserError) as caught:
        read(tmp_path, other, "Wemb")
    message = str(caught.value)
    assert "dec-cell is gru (supported: ssru)" in message
    assert "transformer-decoder-autoreg is self-attention (supported: rnn)" in message


def test_settings_without_a_size_are_refused(tmp_path):
    with pytest.raises(UserError, match="say enc-depth is none, not a number"):
        read(tmp_path, SETTINGS.replace("enc-depth: 6\n", ""), "Wemb")
