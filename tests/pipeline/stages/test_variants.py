"""Which contradictions meet which paraphrases, and what the tables make of them."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.catalog import open_catalog, query
from pipeline.inspection.datacard import CardOptions
from pipeline.inspection.explain import explain
from pipeline.inspection.overview import overview
from pipeline.inspection.samples import Selection, examples
from pipeline.stages.filter import run_filter
from pipeline.stages.variants import Variant, paired
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.verify import verify
from tests.artifacts import make_artifacts

PLACES = st.lists(st.integers(1, 9), max_size=4, unique=True)


@given(st.booleans(), PLACES, st.none() | st.just(0), PLACES)
def test_each_is_used_and_no_pair_twice(denial, others, best, paraphrases):
    paraphrases = paraphrases if best is not None else []
    first, *further = paired(denial, others, best, paraphrases)
    assert first == (0 if denial else None, best)
    assert all(None not in variant for variant in further)
    assert len({first, *further}) == 1 + len(further)
    if best is not None and (denial or others):
        assert {c for c, _ in further} >= set(others)
        assert {p for _, p in further} >= set(paraphrases)
        assert len(further) in (max(len(others), len(paraphrases)), 0)


@pytest.mark.parametrize(
    ("denial", "others", "best", "paraphrases", "further"),
    [
        (True, [1, 2], 4, [], [(1, 4), (2, 4)]),
        (True, [], 4, [5, 6], [(0, 5), (0, 6)]),
        (False, [], 4, [5, 6], []),
        (True, [1, 2, 3], 4, [5, 6], [(1, 5), (2, 6), (3, 5)]),
        (False, [1], 4, [5, 6], [(1, 5), (1, 6)]),
        (True, [1, 2], None, [], []),
    ],
)
def test_the_shorter_list_is_gone_through_again(denial, others, best, paraphrases, further):
    assert paired(denial, others, best, paraphrases)[1:] == [Variant(*one) for one in further]


@pytest.mark.parametrize(
    ("others", "paraphrases", "reworded", "further"),
    [
        # Another paraphrase than the one that it was made from, also the best one.
        ([], [5], {7: 4}, [(7, 5)]),
        ([], [5], {7: 5}, [(7, 4), (7, 5)]),
        ([], [], {7: 4}, [(7, 4)]),
        ([1], [5, 6], {7: 4, 8: 5}, [(1, 5), (7, 6), (8, 4)]),
        ([1], [5, 6], {7: 6}, [(1, 5), (7, 4), (1, 6)]),
    ],
)
def test_a_reworded_contradiction_meets_another_paraphrase(others, paraphrases, reworded, further):
    found = paired(True, others, 4, paraphrases, reworded)
    assert found == [Variant(0, 4), *(Variant(*one) for one in further)]


@pytest.mark.parametrize(
    ("denial", "others", "best", "paraphrases", "reworded", "further"),
    [
        # A contradiction made from a paraphrase is farther off than the near copy.
        (True, [1], 4, [], {7: 4}, [(1, 4), (7, 4), (7, 9)]),
        (True, [1], 4, [], {}, [(1, 4), (1, 9)]),
        (True, [], 4, [], {}, [(0, 9)]),
        (True, [1, 2], None, [], {}, [(1, 9), (2, 9)]),
        (True, [], None, [], {}, [(0, 9)]),
        (False, [], 4, [], {}, []),
    ],
)
def test_a_near_copy_meets_what_is_farther_off(
    denial, others, best, paraphrases, reworded, further
):
    found = paired(denial, others, best, paraphrases, reworded, [9])
    assert found == [Variant(0 if denial else None, best), *(Variant(*one) for one in further)]


BARN = "The old barn was painted red by her brother last summer."
POND = "Two ducks crossed the pond in the morning before school."
RAIN = "It rained for three days in the hills."
SENTENCES = {
    BARN: (
        "The old barn was not painted red by her brother last summer.",
        [
            ("de", "The old shed was coloured red by her brother in summer.", -0.2),
            ("de", "The old barn was coloured red by one brother last summer.", -0.4),
            ("ru", "The old barn was coloured red by one brother last summer.", -0.3),
            ("ru", "Last summer her brother gave the old barn a red colour.", -0.5),
        ],
    ),
    POND: (None, [("de", "In the morning two ducks swam over the pond before school.", -0.1)]),
    RAIN: ("It did not rain for three days in the hills.", []),
}
OTHERS = {
    BARN: [
        ("antonym", "The new barn was painted red by her brother last summer."),
        ("direction", "The old barn was painted red by her brother next summer."),
    ],
    POND: [("quantity", "Nine ducks crossed the pond in the morning before school.")],
    RAIN: [("quantity", "It rained for nine days in the hills.")],
}


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("variants") / "a"
    make_artifacts(folder, SENTENCES, others=OTHERS)
    settings = FilterConfig(guards=(), max_mer=1.0, shard_rows=2)
    run_filter(folder, settings, executor=LocalExecutor(1), card=CardOptions(examples=True))
    return folder


def rows(folder, stage="triples"):
    reader = ArtifactsFolder(folder).table(stage)
    return reader.read(0, reader.rows).to_pylist()


def test_variants_follow_their_sentence(artifacts):
    found = [(r["anchor"], r["variant"], r["kind"], r["status"]) for r in rows(artifacts)]
    assert found == [
        (BARN, 0, "negation", "complete"),
        (BARN, 1, "antonym", "complete"),
        (BARN, 2, "direction", "complete"),
        (POND, 0, None, "no_negation"),
        (POND, 1, "quantity", "complete"),
        (RAIN, 0, "negation", "no_paraphrase"),
    ]
    barn = [r for r in rows(artifacts) if r["anchor"] == BARN]
    # Of the two equal texts the first is taken.
    assert [r["pivot_lang"] for r in barn] == ["de", "de", "ru"]
    assert len({r["paraphrase"] for r in barn}) == 3
    assert len({r["mer"] for r in barn}) == 3
    assert [r["rule"] for r in barn] == ["copula.v1", "antonym_1.v1", "direction_2.v1"]
    assert {r["paraphrase_rule"] for r in barn} == {None}


def test_counts_are_of_sentences_and_variants_apart(artifacts):
    manifest = ArtifactsFolder(artifacts).require("triples")
    assert (manifest.total, manifest.rows) == (3, 6)
    counts = manifest.counts()
    assert {k: n for k, n in counts.items() if k.startswith(("status", "variant"))} == {
        "status complete": 1,
        "status no_negation": 1,
        "status no_paraphrase": 1,
        "variant antonym": 1,
        "variant direction": 1,
        "variant quantity": 1,
    }


def test_without_further_contradictions_there_is_one_triple_a_sentence(tmp_path):
    make_artifacts(tmp_path / "a", SENTENCES)
    run_filter(tmp_path / "a", FilterConfig(guards=(), max_mer=1.0), executor=LocalExecutor(1))
    assert [r["variant"] for r in rows(tmp_path / "a")] == [0, 0, 0]


def test_views_tell_the_papers_triples_from_all(artifacts):
    with open_catalog(artifacts) as db:
        ask = {
            "select count(*) from paper_triples": [(3,)],
            "select count(*) from complete_triples": [(4,)],
            "select sum(sentences) from statuses": [(3,)],
            "select kind, triples, of_paraphrases, percent_nearer from triple_kinds order by kind":
                [("antonym", 1, 0, 100), ("direction", 1, 0, 100), ("negation", 1, 0, 100),
                 ("quantity", 1, 0, 100)],
            "select kind, contradictions, sentences from kinds order by kind": [
                ("antonym", 1, 1), ("direction", 1, 1), ("negation", 2, 2), ("quantity", 2, 2),
            ],
            "select anchor, negation from examples('antonym_1.v1')": [(BARN, OTHERS[BARN][0][1])],
            "select count(*) from survivors(0, 1)": [(3,)],
            "select sum(paraphrases) from mer_histogram": [(2,)],
        }  # fmt: skip
        assert {sql: query(db, sql).rows for sql in ask} == ask


def test_inspection_shows_kinds(artifacts):
    (found,) = examples(artifacts, Selection(9, kind="antonym"))
    assert (found.negation, found.variant) == (OTHERS[BARN][0][1], 1)
    assert "antonym" in found.about
    assert len(examples(artifacts, Selection(9))) == 6
    barn = explain(ArtifactsFolder(artifacts), text="barn")
    assert [(o.kind, o.negation) for o in barn.contradictions] == OTHERS[BARN]
    assert (barn.variants, barn.triple["variant"]) == (3, 0)
    seen = overview(artifacts)
    assert seen.variants == 3
    assert len(seen.kinds.rows) == 4


def test_the_data_card_offers_the_papers_triples_apart(artifacts):
    text = (artifacts / "README.md").read_text()
    assert "config_name: paper" in text
    assert "The other 3 triples" in text
    assert "| kind of contradiction in the further triples | triples |" in text
    assert text.count("| `antonym` | 1 |") == 1


def test_sound_tables_pass_and_wrong_numbers_are_found(artifacts, tmp_path):
    assert list(verify(ArtifactsFolder(artifacts))) == []
    make_artifacts(tmp_path / "a", SENTENCES, others=OTHERS)
    run_filter(tmp_path / "a", FilterConfig(guards=(), max_mer=1.0), executor=LocalExecutor(1))
    for stage, number in (("negations", "rank"), ("triples", "variant")):
        path = tmp_path / "a" / stage / "part-00000.parquet"
        table = pq.read_table(path, partitioning=None)
        place = table.column_names.index(number)
        numbers = [n + (n > 0) for n in table[number].to_pylist()]
        field = table.schema.field(number)
        pq.write_table(table.set_column(place, field, pa.array(numbers, pa.int16())), path)
    said = "\n".join(problem.text for problem in verify(ArtifactsFolder(tmp_path / "a")))
    assert "sentences whose ranks are not 0, 1, 2 and so on" in said
    assert "sentences whose variants are not 0, 1, 2 and so on" in said
    assert "with the id of another sentence" not in said
