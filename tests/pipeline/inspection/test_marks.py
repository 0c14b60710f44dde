"""Marks of a page: only well-formed ones about triples of the folder become judgements."""

import json

import pytest

from pipeline.inspection.marks import judgements_of, merged, parsed_marks, read_marks
from pipeline.inspection.samples import Selection, examples, with_keys
from schemas.errors import UserError

FILE = {"table": "judgements", "triples": "ab12", "reader": "anna", "judgements": []}


def marks(*judgements):
    return parsed_marks(FILE | {"judgements": list(judgements)})


def test_marks_become_judgements_of_the_triples_that_they_name(inspected):
    found = examples(inspected, Selection(9, status="complete"))
    first, second = found[0], found[1]
    given = marks(
        {"id": str(first.id), "variant": 0, "part": None},
        {"id": str(second.id), "variant": 0, "part": "both"},
    )
    made = judgements_of(given, "anna", with_keys(inspected, given.parts))
    assert [(one.anchor, one.part, one.reader) for one in made] == [
        (first.anchor, None, "anna"),
        (second.anchor, "both", "anna"),
    ]
    newer = judgements_of(marks({"id": first.id, "variant": 0, "part": "negation"}), "anna", found)
    assert [one.part for one in merged(made, newer)] == ["both", "negation"]


def test_a_triple_that_is_not_there_is_refused(inspected):
    given = marks({"id": "7", "variant": 3, "part": None})
    with pytest.raises(UserError, match="variant 3 of triple 7, which is not in this folder"):
        judgements_of(given, "anna", with_keys(inspected, given.parts))


def test_a_fault_in_a_part_that_a_triple_lacks_is_refused(inspected):
    (found,) = examples(inspected, Selection(9, status="no_negation"))
    given = marks({"id": found.id, "variant": 0, "part": "both"})
    with pytest.raises(UserError, match=r"a fault \(both\) in a text that triple .* does not have"):
        judgements_of(given, "anna", [found])


@pytest.mark.parametrize(
    "content",
    [
        "[]",
        "{",
        json.dumps(FILE | {"table": "triples"}),
        json.dumps(FILE | {"judgements": [{"id": "x", "variant": 0, "part": None}]}),
        json.dumps(FILE | {"judgements": [{"id": "1", "variant": 0, "part": "verb"}]}),
        json.dumps(FILE | {"judgements": [{"id": 1e999, "variant": 0, "part": None}]}),
        json.dumps(FILE | {"judgements": 3}),
        "[" * 100_000,
    ],
)
def test_another_file_is_refused_with_one_message(tmp_path, content):
    (tmp_path / "marks.json").write_text(content)
    with pytest.raises(UserError, match="is not a file of marks: download it again"):
        read_marks(tmp_path / "marks.json")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UserError, match=r"marks\.json cannot be read: No such file"):
        read_marks(tmp_path / "marks.json")
