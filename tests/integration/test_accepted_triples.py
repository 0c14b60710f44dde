"""The trainer accepts triples only if they match their manifest."""

import json
import shutil

import pyarrow.parquet as pq
import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from schemas.errors import UserError
from schemas.files import sha256_file
from schemas.manifest import parse_manifest
from tests.artifacts import make_artifacts
from trainer.commands.material import families_of, heldout_triples
from trainer.data.triples import TripleTable


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small") / "a"
    sentences = {"Rain fell.": ("Rain did not fall.", []), "Snow fell.": (None, [])}
    make_artifacts(folder, sentences)
    run_filter(folder, FilterConfig(shard_rows=1), executor=LocalExecutor(1))
    return folder


def without_rows(shard):
    """Take the rows out of a shard; returns what its manifest would say of it then."""
    pq.write_table(pq.read_table(shard)[:0], shard)
    return {"rows": 0, "bytes": shard.stat().st_size, "sha256": sha256_file(shard)}


@pytest.mark.parametrize("change", ["fewer shards", "fewer rows", "settings"])
def test_a_manifest_that_was_edited_is_refused(small, tmp_path, change):
    folder = shutil.copytree(small, tmp_path / "a")
    path = folder / "triples" / "manifest.json"
    said = json.loads(path.read_text())
    if change == "settings":
        said["config"]["min_mer"] = 0.0
    elif change == "fewer rows":
        said["shards"][0] |= without_rows(folder / "triples" / said["shards"][0]["file"])
    else:
        (folder / "triples" / said["shards"].pop()["file"]).unlink()
        said["planned"].pop()
    TripleTable(small)
    path.write_text(json.dumps(said))
    with pytest.raises(UserError, match="was altered"):
        TripleTable(folder)


def test_a_shard_with_fewer_rows_is_not_that_of_the_manifest(small, tmp_path):
    folder = shutil.copytree(small, tmp_path / "a")
    without_rows(folder / "triples/part-00000.parquet")
    with pytest.raises(UserError, match=r"part-00000\.parquet has .* bytes instead of the"):
        TripleTable(folder)


def test_a_manifest_that_was_edited_with_its_digest_is_refused(small, tmp_path):
    folder = shutil.copytree(small, tmp_path / "a")
    manifest = parse_manifest(folder / "triples").manifest
    (folder / "triples" / manifest.shards.pop().file).unlink()
    manifest.planned.pop()
    manifest.save(folder / "triples")
    with pytest.raises(UserError, match="differs from its copy"):
        TripleTable(folder)


@pytest.mark.parametrize("left", [".manifests", "verdicts"])
def test_triples_of_the_pipeline_without_their_manifest_are_refused(small, tmp_path, left):
    folder = shutil.copytree(small, tmp_path / "a")
    (folder / "triples/manifest.json").unlink()
    shutil.rmtree(folder / {".manifests": "verdicts", "verdicts": ".manifests"}[left])
    with pytest.raises(UserError, match=r"triples/manifest\.json is missing"):
        TripleTable(folder)


def test_triples_of_another_origin_need_no_manifest(small, tmp_path):
    shutil.copytree(small / "triples", tmp_path / "triples")
    (tmp_path / "triples/manifest.json").unlink()
    assert TripleTable(tmp_path).count(0.0).rows == 2


def test_a_manifest_that_is_no_json_is_refused(small, tmp_path):
    folder = shutil.copytree(small, tmp_path / "a")
    (folder / "triples/manifest.json").write_text("{")
    with pytest.raises(UserError, match=r"triples/manifest\.json is damaged"):
        TripleTable(folder)


@pytest.mark.parametrize(("shards", "models"), [(2, ["de-en", "en-de"]), (1, [])])
def test_the_models_are_those_that_translated_for_these_triples(small, tmp_path, shards, models):
    folder = shutil.copytree(small, tmp_path / "a") / "backtranslations"
    manifest = parse_manifest(folder).manifest
    manifest.input |= {
        "de forward": "en-de 0a",
        "de backward": "de-en 0b",
        "ru forward": "en-de 0a",
    }
    del manifest.shards[shards:]
    manifest.save(folder)
    assert TripleTable(folder.parent).origin() == {
        "kinds": {}, "pivots": {}, "rephrased": 0, "translated_by": models,
    }  # fmt: skip


def test_a_folder_that_lost_all_its_shards_is_not_said_to_hold_no_triples(small, tmp_path):
    folder = shutil.copytree(small, tmp_path / "my art")
    for file in (folder / "triples").glob("part-*.parquet"):
        file.unlink()
    said = (
        f"{folder / 'triples/part-00000.parquet'} is missing. `pipeline verify --artifacts"
        f" '{folder}'` lists the damage, and `pipeline repair --artifacts '{folder}'` repairs it."
    )
    for place in (folder, folder / "triples"):
        with pytest.raises(UserError) as caught:
            TripleTable(place)
        assert str(caught.value) == said


def test_triples_that_are_older_than_the_sentences_are_told_of(small, tmp_path):
    folder = shutil.copytree(small, tmp_path / "a")
    text = tmp_path / "other.txt"
    text.write_text("Hail fell.\nRain fell.\n", encoding="utf-8")
    run_ingest([str(text)], folder, IngestConfig(), overwrite=True)
    said = (
        f"{folder / 'triples'} was made from other sentences than those in {folder} now: `pipeline"
        f" verify --artifacts {folder}` says which commands bring it up to date."
    )
    places = (small, folder, folder / "triples", folder / "triples/part-00000.parquet")
    assert [TripleTable(place).outdated() for place in places] == ["", said, said, ""]


def test_a_shard_that_reads_as_an_empty_one_is_not_measured_on(tmp_path):
    other = "The doors, 9 of them, stand open."
    sentences = {"The 9 doors are open.": ("The 9 doors are not open.", [("de", other, -0.1)])}
    folder = tmp_path / "a"
    make_artifacts(folder, sentences, ("de",))
    run_filter(folder, FilterConfig(min_mer=0.0))
    (shard,) = (folder / "triples").glob("part-*.parquet")
    (sound,) = heldout_triples(folder, [], 1.0, 9)
    assert sound.paraphrase == other
    size = shard.stat().st_size
    pq.write_table(pq.read_table(shard)[:0], shard)
    empty = shard.read_bytes()
    shard.write_bytes(empty[:4] + bytes(size - len(empty)) + empty[4:])
    assert (shard.stat().st_size, pq.read_table(shard).num_rows) == (size, 0)
    with pytest.raises(UserError, match=r"part-00000\.parquet differs from its manifest"):
        heldout_triples(folder, [], 1.0, 9)
    with pytest.raises(UserError, match=r"part-00000\.parquet differs from its manifest"):
        families_of(None, folder, None, 0.1, 0, 9)
