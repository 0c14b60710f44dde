"""The public names: all there, and none loaded before it is asked for."""

import subprocess
import sys
from importlib.metadata import version

import pytest

import osscse
from tests.artifacts import make_artifacts


@pytest.mark.parametrize("name", osscse.__all__)
def test_each_public_name_is_there(name):
    assert getattr(osscse, name) is not None


def test_other_names_are_refused():
    with pytest.raises(AttributeError, match="'osscse' has no attribute 'train'"):
        osscse.train  # noqa: B018


def test_it_tells_its_version():
    assert osscse.__version__ == version("osscse")


def test_importing_it_measuring_words_and_reading_a_recipe_load_nothing_heavy():
    code = (
        "import sys, osscse; osscse.mer('a b', 'a c'); osscse.load_recipe('osscse');"
        " print({'torch', 'spacy', 'transformers', 'duckdb', 'pyarrow'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("set()\n", 0), done.stderr


def test_artifacts_reads_tables_by_the_name_of_their_folder(tmp_path):
    made = make_artifacts(tmp_path / "made", {"Water damage is covered.": (None, [])})
    table = osscse.artifacts(str(made)).table("sentences")
    assert table.read(0, table.rows)["text"].to_pylist() == ["Water damage is covered."]


def test_a_sentence_is_contradicted_and_rephrased_with_all_rules():
    sentence = "The old bridge is open."
    assert ("antonym", "The old bridge is closed.") in {
        (one.kind, one.text) for one in osscse.contradict(sentence)
    }
    assert "The old bridge is not closed." in {one.text for one in osscse.rephrase(sentence)}
    assert {one.kind for one in osscse.contradict(sentence, kinds="antonym")} == {"antonym"}
