"""Accidents to a run's folder: a second writer, damaged and half-written checkpoints."""

import pytest

from schemas.errors import UserError, WorkFailed
from tests.kills import Killed, killed_after
from tests.triples import some_triples, write_triples
from trainer.recipes.reading import load_recipe
from trainer.runs.folder import RunFolder, check_same, open_run, writing_alone
from trainer.training.fit import fit


def test_a_second_process_on_the_same_run_is_turned_away(tmp_path):
    run = RunFolder(tmp_path / "run")
    with (
        writing_alone(run),
        pytest.raises(WorkFailed, match="Another process is training in"),
        writing_alone(run),
    ):
        pass


def test_a_flipped_byte_in_a_checkpoint_is_not_trained_on(recipe_for, small_bert, tmp_path):
    triples = write_triples(tmp_path / "artifacts", some_triples(60))
    recipe = recipe_for(small_bert, epochs=1)
    fit(recipe, triples, tmp_path / "run", device="cpu")
    path = tmp_path / "run" / "checkpoint.safetensors"
    whole = path.read_bytes()
    in_json = whole.index(b'\\"step\\": ') + len(b'\\"step\\": ')
    assert chr(whole[in_json]).isdigit()  # a flip makes another digit of it
    for place in (-1, -len(whole) // 2, in_json):
        content = bytearray(whole)
        content[place] ^= 1
        path.write_bytes(content)
        with pytest.raises(UserError, match="checksum differs"):
            fit(recipe, triples, tmp_path / "run", device="cpu", resume=True)
    path.write_bytes(whole)
    assert fit(recipe, triples, tmp_path / "run", device="cpu", resume=True).resumed_from > 0


def test_a_start_that_was_killed_anywhere_can_be_made_again_or_resumed(tmp_path, monkeypatch):
    recipe = load_recipe("osscse")
    record = {f"{name}_sha256": "0" for name in ("triples", "model", "dev")} | {"processes": 1}

    def begin(folder):
        with open_run(folder, recipe, record, resume=folder.record.exists(), leads=True):
            pass

    for renames in range(9):
        folder = RunFolder(tmp_path / f"after-{renames}")
        with monkeypatch.context() as patch:
            killed_after(patch, renames)
            try:
                begin(folder)
            except Killed:
                pass
            else:
                break
        begin(folder)
        left = {path.name for path in folder.path.iterdir()}
        assert left == {"recipe.toml", "run.json", ".lock"}, renames
    assert renames >= 2


def test_half_a_checkpoint_of_a_killed_run_is_swept_away(tmp_path):
    left = [tmp_path / ".checkpoint.safetensors.4711.tmp", tmp_path / ".tmpMsUVfb"]
    kept = [tmp_path / "checkpoint.safetensors", tmp_path / "metrics.jsonl"]
    for path in left + kept:
        path.write_bytes(b"")
    with writing_alone(RunFolder(tmp_path)):
        assert [path.exists() for path in left + kept] == [False, False, True, True]


def test_a_record_that_is_no_object_is_none(tmp_path):
    (tmp_path / "run.json").write_text("[1]")
    with pytest.raises(UserError, match=r"not the folder of a run: it has no readable run\.json"):
        RunFolder(tmp_path).read_record()


def test_a_run_is_not_resumed_with_another_number_of_processes(recipe_for, small_bert, tmp_path):
    folder, recipe = RunFolder(tmp_path), recipe_for(small_bert)
    folder.recipe.write_text(recipe.to_toml())
    folder.record.write_text('{"processes": 2}')
    record = {"processes": 1, "triples_sha256": None, "model_sha256": None, "dev_sha256": None}
    with pytest.raises(UserError, match="processes: 2 -> 1"):
        check_same(folder, recipe, record)
