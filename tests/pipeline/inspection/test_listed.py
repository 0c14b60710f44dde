"""The data card lists the tables that are there, whichever stage made one of them last."""

import shutil

import pytest
import yaml

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.datacard import CardOptions
from pipeline.inspection.derived import derived_faults
from pipeline.inspection.listed import MARK, relisted
from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.negate import NegateConfig, run_negate
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.locks import locked
from pipeline.translation.models import resolve_pivots
from schemas.manifest import parse_manifest
from tests.artifacts import make_artifacts

SENTENCES = {
    "Rain fell.": ("Rain did not fall.", [("de", "There was rain.", -0.5)]),
    "The inn is full.": ("The inn is not full.", [("de", "The inn has no free room.", -0.4)]),
}
STALE = "\n\n> Out of date: these triples were made from other {} than are here now. `pipeline"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = make_artifacts(tmp_path_factory.mktemp("listed") / "a", SENTENCES, ("de",))
    card = CardOptions(license="cc-by-4.0", examples=True)
    run_filter(folder, FilterConfig(0.0, 1.0, guards=()), executor=LocalExecutor(1), card=card)
    return folder


@pytest.fixture
def artifacts(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "a", ignore=shutil.ignore_patterns(".lock"))


def ingest(artifacts):
    """Make other sentences."""
    text = artifacts.parent / "other.txt"
    text.write_text("Snow fell.")
    return run_ingest([str(text)], artifacts, IngestConfig(), overwrite=True)


def card(artifacts):
    return (artifacts / "README.md").read_text()


def listed(artifacts):
    """Configuration -> its description, and the licence."""
    found = yaml.safe_load(card(artifacts).split("---\n")[1])
    return {c["config_name"]: c["description"] for c in found["configs"]}, found["license"]


def test_datasets_loads_the_sentences_of_a_new_ingest(artifacts, tmp_path, monkeypatch):
    import datasets

    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    datasets.disable_progress_bars()

    def texts():
        cache = str(tmp_path / "cache")
        return datasets.load_dataset(str(artifacts), "sentences", split="train", cache_dir=cache)[
            "text"
        ][:]

    assert texts() == ["Rain fell.", "The inn is full."]
    ingest(artifacts)
    assert texts() == ["Snow fell."]
    assert datasets.load_dataset(
        str(artifacts), "complete", split="train", cache_dir=str(tmp_path / "cache")
    )["anchor"][:] == ["Rain fell.", "The inn is full."]


def test_the_card_of_tables_that_were_replaced_says_so(artifacts):
    before, _ = listed(artifacts)
    made = ingest(artifacts)
    assert listed(artifacts) == (
        before | {"sentences": f"Content {made.fingerprint()}"},
        "unknown",
    )
    assert MARK + STALE.format("sentences") in card(artifacts)
    negated = run_negate(artifacts, NegateConfig(), executor=LocalExecutor(1), overwrite=True)
    assert listed(artifacts)[0]["negations"] == f"Content {negated.fingerprint()}"
    assert card(artifacts).count(STALE.format("sentences and negations")) == 1
    assert "is `cc-by-4.0`" in card(artifacts)


def test_with_the_first_sentences_again_the_card_is_the_first_one_too(whole, artifacts):
    before = card(artifacts)
    ingest(artifacts)
    assert card(artifacts) != before
    first = [str(whole.parent / "a.txt")]
    run_ingest(first, artifacts, IngestConfig(shard_rows=3), overwrite=True)
    assert card(artifacts) == before
    assert list(derived_faults(ArtifactsFolder(artifacts))) == []


def test_translations_are_listed_anew_too(artifacts):
    config = BacktranslateConfig(tuple(resolve_pivots(["demo"])))
    made = run_backtranslate(artifacts, config, executor=LocalExecutor(1), overwrite=True)
    assert listed(artifacts)[0]["backtranslations"] == f"Content {made.fingerprint()}"
    assert STALE.format("backtranslations") in card(artifacts)


def test_a_table_that_a_stage_left_unfinished_is_not_listed(artifacts):
    before, _ = listed(artifacts)
    unfinished = parse_manifest(artifacts / "negations").manifest
    unfinished.shards = []

    def interrupted():
        with relisted(artifacts):
            unfinished.save(artifacts / "negations")
            raise KeyboardInterrupt

    shutil.rmtree(artifacts / ".manifests/negations")
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    del before["negations"]
    assert listed(artifacts)[0] == before
    assert STALE.format("negations") in card(artifacts)


@pytest.mark.parametrize("page", [None, "My notes."])
def test_a_folder_without_a_card_gets_none(artifacts, page):
    (artifacts / "README.md").unlink()
    if page is not None:
        (artifacts / "README.md").write_text(page)
    ingest(artifacts)
    assert (artifacts / "README.md").exists() == (page is not None)
    assert page is None or card(artifacts) == page


def test_while_filter_works_the_card_is_left_to_it(artifacts):
    before = card(artifacts)
    with locked(artifacts / "triples"):
        ingest(artifacts)
    assert card(artifacts) == before
    ingest(artifacts)
    assert card(artifacts) != before
