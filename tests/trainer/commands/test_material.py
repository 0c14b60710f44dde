"""What the commands that measure are given to read."""

from pathlib import Path

import pytest

from schemas.errors import UserError
from tests.triples import triple, write_triples
from trainer.commands.material import families_of, heldout_triples


@pytest.mark.parametrize(
    ("path", "triples", "model", "said"),
    [
        (Path("a.txt"), Path("artifacts"), None, "Give --input or --triples, not both"),
        (None, None, "bert", "edits the sentences of --input or --triples; give one"),
    ],
)
def test_sentences_come_from_one_place(path, triples, model, said):
    with pytest.raises(UserError, match=said):
        families_of(path, triples, model, rate=0.1, seed=0, limit=9)


def test_triples_none_of_which_is_complete_are_refused(tmp_path):
    rows = [triple(i, "It rains .", None, "It does not rain .") for i in range(2)]
    with pytest.raises(UserError, match="artifacts holds no complete triples to transform"):
        families_of(None, write_triples(tmp_path / "artifacts", rows), None, 0.1, 0, 9)


def test_what_the_first_triples_of_the_sentences_leave_out_is_said(tmp_path, capsys):
    made = ["It does not rain .", "It stays dry ."]
    rows = [
        triple(1, "It rains .", "Rain falls .", text) | {"variant": variant}
        for variant, text in enumerate(made)
    ]
    table = write_triples(tmp_path / "artifacts", rows)
    (first,) = families_of(None, table, None, 0.1, 0, 9)
    assert first.others["negation"] == made[:1]
    assert capsys.readouterr().err == (
        "Only the first triple of each sentence is used, as in the paper; --variants all also uses"
        " 1 further complete triple.\n"
    )
    (whole,) = families_of(None, table, None, 0.1, 0, 9, variants="all")
    assert whole.others["negation"] == made
    assert capsys.readouterr().err == ""


def test_a_table_without_held_out_triples_is_refused(tmp_path):
    rows = [triple(i, "It rains .", None, "It does not rain .") for i in range(2)]
    table = write_triples(tmp_path / "artifacts", rows)
    with pytest.raises(UserError, match="artifacts holds no complete triples to measure on"):
        heldout_triples(table, [], 1.0, 9)
    told = r"None of the complete triples in .* is held out with --heldout 0\.05\. Give a larger"
    with pytest.raises(UserError, match=rf"{told} table or a larger share\."):
        heldout_triples(table, ["demo"], None, 9)
    run = tmp_path / "run"
    run.mkdir()
    (run / "recipe.toml").write_text('extends = "osscse"\n')
    with pytest.raises(UserError, match=rf"{told} table\."):
        heldout_triples(table, [str(run)], None, 9)
