"""The data card: what the hub and its library make of a folder, and what it says."""

import re
from pathlib import Path

import pytest
import yaml

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.columns import COLUMNS
from pipeline.inspection.datacard import (
    MARK,
    CardOptions,
    as_code,
    card,
    write_card,
)
from pipeline.inspection.faults import faults
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.errors import UserError
from schemas.manifest import copy_folder, parse_manifest
from schemas.tables import TABLES
from tests.artifacts import make_artifacts
from tests.judgements import judgement
from tests.triples import CORPUS

SENTENCES = {
    line: (
        f"It is not so that {line}",
        [("de", line.replace("today", "now").replace("the", "that"), -0.5)] if i % 3 else [],
    )
    for i, line in enumerate(CORPUS[:30])
}


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory):
    folder = make_artifacts(tmp_path_factory.mktemp("card") / "artifacts", SENTENCES)
    run_filter(folder, FilterConfig(guards=(), min_mer=0.1), executor=LocalExecutor(1))
    return folder


@pytest.fixture
def load(artifacts, tmp_path, monkeypatch):
    """`load_dataset` of the folder, offline and with a cache of its own."""
    import datasets

    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)

    def loaded(name=None, split="train", folder=artifacts):
        return datasets.load_dataset(
            str(folder), name, split=split, cache_dir=str(tmp_path / "cache")
        )

    datasets.disable_progress_bars()
    return loaded


def front_matter(folder):
    return yaml.safe_load((folder / "README.md").read_text().split("---\n")[1])


def test_every_table_loads_as_a_dataset(load):
    assert load().column_names[:5] == ["id", "variant", "anchor", "paraphrase", "negation"]
    rows = {
        name: load(name).num_rows
        for name in ("triples", "sentences", "negations", "backtranslations", "verdicts")
    }
    assert rows == {
        "triples": 30, "sentences": 30, "negations": 30, "backtranslations": 20, "verdicts": 30,
    }  # fmt: skip


def test_other_rows_are_not_taken_from_the_cache(load, tmp_path):
    """Folders of one name and one configuration: what `datasets` has cached is the other's."""
    texts = {}
    for project, word in (("one", "Rain"), ("two", "Snow")):
        folder = make_artifacts(
            tmp_path / project / "artifacts", {f"{word} fell.": (f"{word} did not fall.", [])}
        )
        run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
        texts[project] = [
            load("triples", folder=folder)["anchor"][0],
            load("sentences", folder=folder)["text"][0],
        ]
    assert texts == {"one": ["Rain fell.", "Rain fell."], "two": ["Snow fell.", "Snow fell."]}


def test_every_configuration_states_the_fingerprint_of_its_table(artifacts):
    folder = ArtifactsFolder(artifacts)
    stated = {c["config_name"]: c["description"] for c in front_matter(artifacts)["configs"]}
    assert stated["complete"] == f"Content {folder.require('triples').fingerprint()}"
    assert stated["sentences"] == f"Content {folder.require('sentences').fingerprint()}"


def test_complete_rows_train_a_sentence_transformer_unchanged(load, tiny_bert, tmp_path):
    pytest.importorskip("accelerate", reason="the trainer of transformers needs accelerate")
    from sentence_transformers import (
        SentenceTransformer,
        SentenceTransformerTrainer,
        SentenceTransformerTrainingArguments,
    )
    from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss

    complete = load("complete")
    assert complete.column_names == ["anchor", "paraphrase", "negation"]
    assert complete.num_rows == sum(s == "complete" for s in load()["status"]) == 20
    encoder = SentenceTransformer(str(tiny_bert), device="cpu")
    before = encoder.encode(["the baker"])
    trainer = SentenceTransformerTrainer(
        model=encoder,
        args=SentenceTransformerTrainingArguments(
            str(tmp_path / "run"),
            max_steps=2,
            per_device_train_batch_size=4,
            learning_rate=0.01,
            report_to="none",
            save_strategy="no",
            disable_tqdm=True,
            use_cpu=True,
        ),
        train_dataset=complete,
        loss=MultipleNegativesRankingLoss(encoder),
    )
    assert trainer.train().global_step == 2
    assert abs(encoder.encode(["the baker"]) - before).max() > 0


def test_the_front_matter_is_what_the_hub_reads(artifacts):
    from huggingface_hub import DatasetCard

    found = front_matter(artifacts)
    assert DatasetCard((artifacts / "README.md").read_text()).data.license == "unknown"
    assert found["license"] == "unknown"
    assert found["language"] == ["en"]
    assert found["size_categories"] == ["n<1K"]
    assert [c["config_name"] for c in found["configs"]] == [
        "triples", "complete", "sentences", "negations", "backtranslations", "verdicts",
    ]  # fmt: skip


def test_a_long_list_of_fault_rates_is_cut_and_counted(artifacts, monkeypatch):
    found = faults([judgement(key, rule=f"rule{key:02}.v1") for key in range(12)])
    monkeypatch.setattr("pipeline.inspection.datacard.faults_in", lambda *_: found)
    text = card(ArtifactsFolder(artifacts), CardOptions())
    assert "| negation, by rule | rule09.v1 | 1 | 0.0 % | 0.0 to 79.3 % |\n" in text
    assert (
        "| negation, by rule | 2 more in `pipeline status --json` | | | |\n| negation, by" in text
    )
    assert "rule10.v1" not in text


def test_the_text_says_what_is_in_it_and_where_it_comes_from(artifacts):
    text = (artifacts / "README.md").read_text()
    assert "20 complete triples, made from 30 English sentences." in text
    assert "20 of the sentences (66.7 %) have one with the denial" in text
    assert "people read none of the triples" in text
    assert "| `balance` | `no` |" in text
    assert "left the denial" not in text
    assert re.search(r"\| `\S*artifacts\.txt` \| `[0-9a-f]{64}` \|", text)
    assert "| `complete` | 20 | 66.7 % |" in text
    assert "| `de` | 20 |" in text
    assert "| `copula.v1` |" not in text  # the hand-made negations have no counts
    assert "| `no_candidate` | 10 |" in text
    assert "| `min_mer` | `0.1` |" in text
    assert "licence of the sentences is unknown" in text
    assert not any(line in text for line in SENTENCES)


def test_the_same_tables_give_the_same_bytes(artifacts):
    first = (artifacts / "README.md").read_bytes()
    run_filter(artifacts, FilterConfig(guards=(), min_mer=0.1), executor=LocalExecutor(1))
    assert (artifacts / "README.md").read_bytes() == first


def small(folder):
    made = make_artifacts(folder, {"Rain fell.": ("Rain did not fall.", [])})
    run_filter(made, FilterConfig(), executor=LocalExecutor(1), card=CardOptions("cc-by-4.0"))
    return made


def test_a_licence_is_kept_for_the_same_sentences_alone(tmp_path):
    folder = small(tmp_path / "a")
    assert front_matter(folder)["license"] == "cc-by-4.0"
    run_filter(folder, FilterConfig(max_mer=0.5), executor=LocalExecutor(1), overwrite=True)
    assert front_matter(folder)["license"] == "cc-by-4.0"
    assert "is `cc-by-4.0`" in (folder / "README.md").read_text()
    other = tmp_path / "b"
    make_artifacts(other, {"Snow fell.": ("Snow did not fall.", [])})
    (other / "README.md").write_text((folder / "README.md").read_text())
    run_filter(other, FilterConfig(), executor=LocalExecutor(1))
    assert front_matter(other)["license"] == "unknown"


def test_a_readme_of_somebody_else_is_left_alone(tmp_path):
    folder = small(tmp_path / "a")
    (folder / "README.md").write_text("My notes.")
    assert not write_card(ArtifactsFolder(folder), CardOptions())
    assert (folder / "README.md").read_text() == "My notes."


def test_the_page_of_a_clone_gives_way_to_the_card(tmp_path):
    made = make_artifacts(tmp_path / "artifacts", {"Rain fell.": ("Rain did not fall.", [])})
    page = (Path(__file__).parents[3] / "artifacts" / "README.md").read_text()
    (made / "README.md").write_text(page)
    run_filter(made, FilterConfig(), executor=LocalExecutor(1))
    assert front_matter(made)["configs"][0]["config_name"] == "triples"
    assert "# artifacts\n" not in (made / "README.md").read_text()


def test_every_column_of_every_table_is_explained(artifacts):
    assert set(COLUMNS) == {name for schema in TABLES.values() for name in schema.names}
    text = (artifacts / "README.md").read_text()
    assert "| `negation` | `triples`, `negations` | similar wording, opposite meaning;" in text


def test_examples_are_shown_on_request_alone(artifacts, tmp_path):
    import shutil

    folder = tmp_path / "copy"
    shutil.copytree(artifacts, folder)
    assert write_card(ArtifactsFolder(folder), CardOptions(examples=True))
    text = (folder / "README.md").read_text()
    assert text.count("| It is not so that ") + text.count(" | It is not so that ") >= 3
    assert MARK in text


@pytest.mark.parametrize("licence", ["mit", "1.0", "no", "unknown-terms"])
def test_a_licence_that_yaml_quotes_is_kept_too(tmp_path, licence):
    folder = make_artifacts(tmp_path / "a", {"Rain fell.": ("Rain did not fall.", [])})
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1), card=CardOptions(licence))
    assert front_matter(folder)["license"] == licence
    assert write_card(ArtifactsFolder(folder), CardOptions())
    assert front_matter(folder)["license"] == licence


@pytest.mark.parametrize("name", ["", "CC BY", "mit\nx: y", "a/b"])
def test_a_licence_of_another_form_is_refused(name):
    with pytest.raises(UserError, match="is not an identifier"):
        CardOptions(name)


def test_what_comes_from_data_is_neither_markdown_nor_html(tmp_path):
    from markdown_it import MarkdownIt

    nasty = "The <script>alert(1)</script> said `a|b`, *so* [x](javascript:y) it did."
    name = tmp_path / "in`<b>`|*x*.txt"
    name.write_text(f"{nasty}\n")
    folder = make_artifacts(tmp_path / "artifacts", {nasty: (f"Not {nasty}", [("de", nasty, -1)])})
    run_ingest([str(name)], folder, IngestConfig(), overwrite=True)
    manifest = parse_manifest(folder / "sentences").manifest
    for stage in ("negations", "backtranslations"):
        made = parse_manifest(folder / stage).manifest
        made.input["sentences"] = manifest.fingerprint()
        made.save(folder / stage)
        made.save(copy_folder(folder / stage))
    card = CardOptions(examples=True)
    run_filter(folder, FilterConfig(0.0, 1.0, guards=()), executor=LocalExecutor(1), card=card)
    text = (folder / "README.md").read_text()
    shown = MarkdownIt("gfm-like", {"linkify": False}).render(text.split("---\n", 2)[2])
    assert "<script" not in shown
    assert "<b>" not in shown
    assert "<em>" not in shown
    assert "javascript:y)" in shown
    assert "href=" not in shown
    assert shown.count("<td>The &lt;script&gt;alert(1)") == 2
    assert "in`&lt;b&gt;`|*x*.txt</code>" in shown


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("plain", "`plain`"),
        ("a`b", "`` a`b ``"),
        ("``", "``` `` ```"),
        ("a|b\n\x1b[1m", r"`a\|b \x1b[1m`"),
    ],
)
def test_a_code_span_holds_any_value(value, code):
    assert as_code(value) == code
