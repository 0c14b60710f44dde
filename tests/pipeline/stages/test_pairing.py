"""Near copies and balance, from the tables to the triples."""

import shutil

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.commands.summaries import summary
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.samples import Selection, examples
from pipeline.stages.filter import run_filter
from pipeline.stages.pairing import balanced_variants
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.verify import verify
from schemas.errors import UserError
from tests.artifacts import make_artifacts
from tests.pairs import GATE, LAMP, OTHERS, SENTENCES


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_artifacts(tmp_path_factory.mktemp("pairing") / "a", SENTENCES, others=OTHERS)


def filtered(made, tmp_path, **settings):
    folder = tmp_path / "a"
    shutil.copytree(made, folder)
    run_filter(folder, FilterConfig(max_mer=0.9, **settings), executor=LocalExecutor(1))
    reader = ArtifactsFolder(folder).table("triples")
    return folder, reader.read(0, reader.rows).to_pylist()


def test_near_copies_are_marked_and_in_further_triples_alone(made, tmp_path):
    folder, rows = filtered(made, tmp_path, near_copies=9)
    near = [r for r in rows if r["paraphrase_rule"] == "near_copy"]
    assert [(r["variant"], r["paraphrase"]) for r in near] == [
        (2, SENTENCES[GATE][1][1][1]),
        (3, SENTENCES[GATE][1][0][1]),
    ]
    assert all(r["mer"] < 0.15 for r in near)
    assert {r["status"] for r in near} == {"complete"}
    assert rows[0]["paraphrase"] == SENTENCES[GATE][1][3][1]
    assert list(verify(ArtifactsFolder(folder))) == []
    assert len(examples(folder, Selection(9))) == len(rows)


def test_near_copies_by_rule_agree_with_the_tables_that_they_come_from(tmp_path):
    big = "The old gate near the big garden was painted green by our neighbour."
    by_rule = {GATE: [("synonyms.v1", big)], LAMP: []}
    folder = make_artifacts(tmp_path / "a", SENTENCES, others=OTHERS, rephrasings=by_rule)
    run_filter(folder, FilterConfig(max_mer=0.9, near_copies=9), executor=LocalExecutor(1))
    reader = ArtifactsFolder(folder).table("triples")
    rules = [row["paraphrase_rule"] for row in reader.read(0, reader.rows).to_pylist()]
    assert {rule for rule in rules if rule} == {"near_copy", "near_copy:synonyms.v1"}
    assert list(verify(ArtifactsFolder(folder))) == []


def test_without_the_option_there_is_no_near_copy(made, tmp_path):
    _, rows = filtered(made, tmp_path)
    assert not any(r["paraphrase_rule"] for r in rows)


def test_the_balance_keeps_pairs_that_depart_alike(made, tmp_path):
    """One word is changed in the near copy, and one in the contradiction of another kind."""
    folder, rows = filtered(
        made, tmp_path, near_copies=2, balance=True, contradict_paraphrases=True
    )
    assert [(r["variant"], r["kind"], r["rule"], r["status"]) for r in rows] == [
        (0, None, "left_out", "no_negation"),
        (1, "alternative", "alternative_1.v1", "complete"),
        (0, None, "left_out", "no_negation"),
    ]
    assert rows[1]["paraphrase_rule"] == "near_copy"
    manifest = ArtifactsFolder(folder).require("triples")
    left_out = {k: n for k, n in manifest.counts().items() if k.startswith("left_out")}
    assert sum(left_out.values()) == 4
    said = "\n".join(line for line in summary(manifest) if isinstance(line, str))
    assert "Contradictions left out for balance: " in said
    card = (folder / "README.md").read_text()
    assert "`--balance` left the denial of 2 sentences out of it" in card
    assert list(verify(ArtifactsFolder(folder))) == []


@pytest.mark.parametrize(("shard_rows", "shards"), [(1, [[GATE], [LAMP]]), (2, [[GATE, LAMP]])])
def test_each_shard_is_balanced_by_itself(made, tmp_path, monkeypatch, shard_rows, shards):
    """The help of `--shard-rows` says so."""
    seen = []

    def recording(rows, texts):
        seen.append([row.sentence.anchor for row in rows])
        return balanced_variants(rows, texts)

    monkeypatch.setattr("pipeline.stages.filter.balanced_variants", recording)
    filtered(made, tmp_path, balance=True, contradict_paraphrases=True, shard_rows=shard_rows)
    assert seen == shards


def test_the_balance_needs_contradictions_of_paraphrases(made):
    with pytest.raises(UserError, match="--balance needs --contradict-paraphrases"):
        run_filter(made, FilterConfig(balance=True))
