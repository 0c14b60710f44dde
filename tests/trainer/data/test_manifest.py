"""The trainer takes triples only as their manifest vouches for them."""

import json
import shutil

import pytest

from schemas.errors import UserError
from tests.artifacts import make_artifacts
from trainer.data.triples import TripleTable


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    from pipeline.acceptance.judging import FilterConfig
    from pipeline.stages.filter import run_filter

    folder = tmp_path_factory.mktemp("whole") / "a"
    sentences = {"Rain fell.": ("Rain did not fall.", []), "Snow fell.": (None, [])}
    make_artifacts(folder, sentences)
    run_filter(folder, FilterConfig(shard_rows=1), workers=1)
    return folder


@pytest.mark.parametrize("change", ["fewer shards", "settings"])
def test_a_manifest_that_was_edited_is_refused(whole, tmp_path, change):
    folder = shutil.copytree(whole, tmp_path / "a")
    path = folder / "triples" / "manifest.json"
    said = json.loads(path.read_text())
    if change == "settings":
        said["config"]["min_mer"] = 0.0
    else:
        (folder / "triples" / said["shards"].pop()["file"]).unlink()
        said["planned"].pop()
    TripleTable(whole)
    path.write_text(json.dumps(said))
    with pytest.raises(UserError, match="is not what was written"):
        TripleTable(folder)
