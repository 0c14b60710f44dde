"""The public names: all there, and none loaded before it is asked for."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import osscse
from schemas.errors import UserError
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


def test_kinds_may_be_a_list():
    made = osscse.contradict("The old bridge is open.", kinds=["antonym", "negation"])
    assert [one.text for one in made] == ["The old bridge is closed."]


def test_paths_may_be_text(tmp_path, monkeypatch):
    given = []
    monkeypatch.setattr("trainer.training.fit.fit", lambda *a, **k: given.append((a, k)))
    recipe = osscse.load_recipe("demo", ["epochs=1"])
    osscse.fit(recipe, "artifacts", "runs/api", dev="dev.parquet", sts="sts.parquet")
    (places, options) = given[0]
    assert places == (recipe, [Path("artifacts")], Path("runs/api"))
    assert (options["dev"], options["sts"]) == (Path("dev.parquet"), Path("sts.parquet"))
    osscse.fit(recipe, ["artifacts", Path("written")], "runs/api")
    assert given[1][0][1] == [Path("artifacts"), Path("written")]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: osscse.negate(None), "negate takes text, not None."),
        (lambda: osscse.rephrase(["It rains."]), "rephrase takes text, not ['It rains.']."),
        (
            lambda: osscse.negate("It rains. " * 100_001),
            "negate takes one sentence of at most 1,000,000 characters; this text has 1,000,010.",
        ),
        (
            lambda: osscse.contradict("It rains. " * 100_001),
            "contradict takes one sentence of at most 1,000,000 characters; this text has",
        ),
        (
            lambda: osscse.rephrase("It rains. " * 100_001),
            "rephrase takes one sentence of at most 1,000,000 characters; this text has",
        ),
        (lambda: osscse.mer("It rains.", 3), "mer takes text, not 3."),
        (
            lambda: osscse.contradict("It rains.", kinds=["antonym", "antonyms"]),
            "--kinds 'antonym,antonyms': there is no kind 'antonyms'.",
        ),
        (
            lambda: osscse.contradict("It rains.", kinds=None),
            "kinds should be a list of texts, not None.",
        ),
        (
            lambda: osscse.artifacts("made").table("triplets"),
            "There is no table 'triplets'. The tables are sentences, negations, rephrasings,"
            " backtranslations, verdicts, triples.",
        ),
        (lambda: osscse.artifacts(None), "artifacts takes the name of a folder, not None."),
        (lambda: osscse.load_recipe(None), "load_recipe takes text, not None."),
        (lambda: osscse.load_recipe("oscse"), "There is no recipe or file named oscse."),
        (
            lambda: osscse.load_recipe("demo", "epochs=1"),
            "changes should be a list of texts, not 'epochs=1'.",
        ),
        (
            lambda: osscse.load_recipe("demo", {"epochs": 1}),
            "changes should be a list of texts, not {'epochs': 1}.",
        ),
        (
            lambda: osscse.fit(osscse.load_recipe("demo"), [], "runs/a"),
            "fit takes triples: give a folder, or a list of one or more.",
        ),
        (
            lambda: osscse.fit(osscse.load_recipe("demo"), {"artifacts"}, "runs/a"),
            "fit takes text, not {'artifacts'}.",
        ),
        (
            lambda: osscse.fit(osscse.load_recipe("demo"), ["artifacts", 3], "runs/a"),
            "fit takes text, not 3.",
        ),
        (
            lambda: osscse.fit("demo", "artifacts", "runs/a"),
            "fit takes a recipe, not 'demo': load it with osscse.load_recipe.",
        ),
        (
            lambda: osscse.fit(osscse.load_recipe("demo"), "artifacts", "runs/a", device="gpu"),
            "There is no device 'gpu'. There are auto, cpu, cuda.",
        ),
        (
            lambda: osscse.load_encoder("demo", pooling="max"),
            "There is no pooling 'max'. There are cls, mean, mask.",
        ),
        (
            lambda: osscse.load_encoder("demo", template="It means"),
            "The template 'It means' must contain {} once and [MASK] once.",
        ),
        (
            lambda: osscse.load_encoder("demo", max_tokens=0),
            "max_tokens is 0, it should be at least 1.",
        ),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_sentence(call, said):
    with pytest.raises(UserError) as refused:
        call()
    assert str(refused.value).startswith(said)


def test_a_single_text_is_not_encoded_letter_by_letter(tiny_bert):
    encoder = osscse.load_encoder(str(tiny_bert), pooling="mean")
    with pytest.raises(UserError, match=r"for a single one, encode\(\[text\]\)\."):
        encoder.encode("It rains.")
    with pytest.raises(UserError, match="encode takes a list of texts: None is not a text"):
        encoder.encode(["It rains.", None])
