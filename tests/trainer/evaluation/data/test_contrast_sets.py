"""Where contrast sets are found, how they are sampled, and whether the bundled one is balanced."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from statistics import mean

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schemas.errors import UserError
from schemas.mer import mer
from trainer.evaluation.data.contrast_sets import BUNDLED, SCOPE, bundled_contrast, read_contrast
from trainer.evaluation.data.families import bundled_families

TRIPLES = [
    {"set": name, "subset": "", "anchor": f"a{i}", "paraphrase": f"p{i}", "contradiction": f"c{i}"}
    for name in ("one", "two")
    for i in range(9)
]
PAIRS = [
    {"set": "three", "subset": "", "sentence1": f"s{i}", "sentence2": f"t{i}", "same": i % 2}
    for i in range(6)
]


@pytest.fixture
def folder(tmp_path):
    pq.write_table(pa.Table.from_pylist(TRIPLES), tmp_path / "triples.parquet")
    pq.write_table(pa.Table.from_pylist(PAIRS), tmp_path / "pairs.parquet")
    (tmp_path / "notes.json").write_text("[]")  # not looked at beside the two
    return tmp_path


def test_a_folder_or_a_file(folder):
    found = read_contrast([str(folder)])
    assert (len(found.triples), len(found.pairs)) == (18, 6)
    assert len(found.texts) == len(set(found.texts)) == 27 + 12
    assert not read_contrast([str(folder / "triples.parquet")]).pairs


def test_the_sample_is_that_of_the_rows_digests(folder):
    """As any other program would take it: the SHA-256 of a row's JSON, the keys in order."""

    def digest(row):
        return hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()

    wanted = sorted((row for row in TRIPLES if row["set"] == "two"), key=digest)[:4]
    found = [row for row in read_contrast([str(folder)], 4).triples if row.set == "two"]
    assert {row.anchor for row in found} == {row["anchor"] for row in wanted}
    assert [row.anchor for row in found] == sorted(row.anchor for row in found)


def test_what_holds_no_set_is_named(tmp_path, folder):
    with pytest.raises(UserError, match="absent does not exist"):
        read_contrast([str(tmp_path / "absent")])
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(UserError, match=r"holds no contrast set.*triples\.parquet"):
        read_contrast([str(empty)])
    pq.write_table(pa.Table.from_pylist(PAIRS[::2]), tmp_path / "pairs.parquet")
    with pytest.raises(UserError, match="All pairs of three have the label 0"):
        read_contrast([str(folder)])


def put(path, *texts):
    """Write triples that state no set, one for each text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [{"anchor": t, "paraphrase": f"{t} p", "contradiction": f"{t} c"} for t in texts]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def sets_of(sources):
    return [(row.set, row.anchor) for row in read_contrast(sources).triples]


def test_files_of_the_same_name_are_sets_of_their_own(tmp_path):
    a, b = put(tmp_path / "a" / "test.jsonl", "one"), put(tmp_path / "b" / "test.jsonl", "two")
    other, deep = put(tmp_path / "c.jsonl", "three"), put(tmp_path / "x" / "a" / "test.jsonl", "4")
    assert sets_of([a, other]) == [("test", "one"), ("c", "three")]
    assert sets_of([a, other, b]) == [("a/test", "one"), ("c", "three"), ("b/test", "two")]
    assert sets_of([a, b, deep]) == [(a, "one"), ("b/test", "two"), (deep, "4")]
    mine = put(tmp_path / "a" / "test.json", "five")
    assert sets_of([a, mine]) == [("a/test.jsonl", "one"), ("a/test.json", "five")]


def test_a_file_is_read_once(tmp_path, monkeypatch):
    put(tmp_path / "a" / "test.jsonl", "one")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "a" / "test.jsonl")
    monkeypatch.chdir(tmp_path)
    assert sets_of(["a/test.jsonl", "./a/test.jsonl", "a"]) == [("test", "one")]
    assert sets_of(["link.jsonl"]) == [("link", "one")]
    assert len(read_contrast([SCOPE, SCOPE]).triples) == 30


def test_a_file_named_like_the_bundled_set_is_not_part_of_it(tmp_path):
    mine = put(tmp_path / "a" / "bundled.jsonl", "one")
    assert sets_of([mine]) == [("bundled", "one")]
    assert sets_of([BUNDLED, mine])[299:] == [("bundled", BUNDLE[-1].anchor), ("a/bundled", "one")]


def test_subsets_named_after_files_are_told_apart_too(tmp_path):
    files = []
    for name in ("qqp", "wiki"):
        file = tmp_path / name / "test.tsv"
        file.parent.mkdir()
        file.write_text("id\tsentence1\tsentence2\tlabel\n1\ta\tb\t0\n2\tc\td\t1\n")
        files.append(str(file))
    pairs = read_contrast(files).pairs
    assert [(row.set, row.subset) for row in pairs] == [
        ("paws", "qqp/test"),
        ("paws", "qqp/test"),
        ("paws", "wiki/test"),
        ("paws", "wiki/test"),
    ]


BUNDLE = bundled_contrast().triples
_NEGATORS = set(
    "not n't no never nobody nothing none nor neither nowhere without cannot hardly barely".split()
)


def test_the_bundled_set_has_thirty_triples_of_each_of_ten_kinds():
    assert Counter(row.subset for row in BUNDLE) == dict.fromkeys(
        [
            "negation",
            "antonym",
            "quantity",
            "direction and time",
            "roles",
            "comparison",
            "modality and condition",
            "lexical negation",
            "alternative",
            "negated antonym",
        ],
        30,
    )
    assert {row.set for row in BUNDLE} == {BUNDLED}
    texts = [text for row in BUNDLE for text in (row.anchor, row.paraphrase, row.contradiction)]
    assert len(set(texts)) == len(texts) == 900
    assert not set(texts) & {text for family in bundled_families() for text in family.texts}


def test_the_set_about_scope_has_thirty_triples_that_no_count_of_negating_words_ranks():
    rows = read_contrast([SCOPE]).triples
    assert {(row.set, row.subset) for row in rows} == {(SCOPE, "scope")}
    texts = {text for row in rows for text in (row.anchor, row.paraphrase, row.contradiction)}
    assert (len(rows), len(texts)) == (30, 90)
    assert not texts & {t for row in BUNDLE for t in (row.anchor, row.paraphrase)}
    counts = [(negators(row.paraphrase), negators(row.contradiction)) for row in rows]
    right = mean((low < high) + 0.5 * (low == high) for low, high in counts)
    assert 0.4 <= right <= 0.6


def words(text):
    return re.findall(r"n't|[a-z']+", text.lower().replace("n't", " n't"))


def negators(text):
    return sum(word in _NEGATORS for word in words(text))


def overlap(left, right):
    first, second = set(words(left)), set(words(right))
    return len(first & second) / len(first | second)


CUES = {
    "negating words": lambda anchor, text: negators(text),
    "negating words more or fewer than the anchor's": lambda anchor, text: abs(
        negators(text) - negators(anchor)
    ),
    "words shared with the anchor": overlap,
    "match error rate": mer,
    "length": lambda anchor, text: len(text),
    "length unlike the anchor's": lambda anchor, text: abs(len(text) - len(anchor)),
}


@pytest.mark.parametrize("cue", CUES)
def test_form_alone_does_not_give_the_contradiction_away(cue):
    """Ranking by a cue, either way, is right in at most 60 % of the triples."""
    values = [
        (CUES[cue](row.anchor, row.paraphrase), CUES[cue](row.anchor, row.contradiction))
        for row in BUNDLE
    ]
    right = mean((low < high) + 0.5 * (low == high) for low, high in values)
    assert 0.4 <= right <= 0.6
