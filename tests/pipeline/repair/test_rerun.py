"""Manifests whose settings cannot be run again."""

import hashlib

import pytest

from pipeline.repair.rerun import rerun
from pipeline.stages.ingest import IngestConfig, run_ingest
from schemas.errors import UserError
from schemas.manifest import Manifest


def test_sentences_from_standard_input_cannot_be_read_again(tmp_path):
    piped = Manifest("sentences", {}, {}, {"-": "0" * 64}, [], 0)
    with pytest.raises(UserError, match="from standard input, which is not kept: pipe it again to"):
        rerun(piped, tmp_path)


def test_the_demo_sentences_are_read_again(tmp_path):
    made = run_ingest(["demo"], tmp_path, IngestConfig(shard_rows=1000))
    shard = tmp_path / "sentences" / made.planned[0]
    before = shard.read_bytes()
    shard.unlink()
    rerun(made, tmp_path)
    assert shard.read_bytes() == before


def test_settings_of_another_version_are_not_guessed(tmp_path):
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("It rains.\n")
    made_from = {str(corpus): hashlib.sha256(corpus.read_bytes()).hexdigest()}
    newer = Manifest("sentences", {"colour": "red"}, {}, made_from, [], 0)
    with pytest.raises(
        UserError, match=r"another version \(.*'colour'\): install that one to repair"
    ):
        rerun(newer, tmp_path / "artifacts")
