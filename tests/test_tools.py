"""Sentences that the tools write and choose for training."""

from __future__ import annotations

import importlib.util
import random
import re
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
import torch
from safetensors import safe_open
from typer.testing import CliRunner

from schemas.tables import TRIPLES, table_of_records
from tests.triples import some_triples, write_triples
from trainer.data.triples import TripleTable
from trainer.encoders.difference import PUBLISHED, read_stated
from trainer.encoders.tensors import write_tensors

TOOLS = Path(__file__).parents[1] / "tools"


@pytest.fixture(autouse=True)
def beside_each_other(monkeypatch):
    """Tools import their neighbours."""
    monkeypatch.syspath_prepend(TOOLS)


def tool(name):
    spec = importlib.util.spec_from_file_location(f"tool_{name}", TOOLS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_words_that_belong_together_are_found():
    texts = ["The public holidays are in May."] * 20 + ["It has a private garden."] * 20
    texts += [
        "It has a public garden.",
        "They rejected the offer.",
        "They accepted the offer.",
    ] * 20
    found = tool("fixed_words").fixed(texts)
    assert [one[:5] for one in found] == [("a", "public", "private", "holiday", 20)]


def test_terms_are_found_where_no_synonym_stands():
    texts = ["The lethal virus came.", "A deadly virus came.", "Lethal voltages are rare."] * 20
    texts += [f"They said number {n} of many other things." for n in range(400)]
    texts += ["He saw deadly snakes.", "He drank a lethal dose."] * 20
    assert tool("fixed_terms").terms(texts) == [("lethal", "voltage", "deadly", 20, 0)]


def test_made_triples_are_different_and_the_same_for_a_seed():
    triples = tool("made_triples").triples
    made = list(triples(400, seed=1))
    assert made == list(triples(400, seed=1)) != list(triples(400, seed=2))
    assert len({t.anchor for t in made}) == 400
    assert {t.topic for t in made} == set(tool("made_triples").TOPICS)
    for t in made:
        assert len({t.anchor, t.paraphrase, t.contradiction}) == 3
        assert all(text[0].isupper() for text in t[:3])
        assert not re.search(r"[{}<>|/]|\b[Aa] [aeio]|\ban [^aeiou]", " ".join(t[:3]))


def test_every_kind_of_made_triples_has_forms_that_its_parts_fill():
    made = tool("made_triples")
    for kind in [kind for topic in made.TOPICS for kind in made.kinds(topic)]:
        parts = made.Draw(random.Random(3)).parts(kind.draws)
        names = {name for line in kind.draws for name in line.split(" = ")[0].split(", ")}
        for form in (*kind.forms, *kind.briefs, *kind.others, *kind.implied):
            told = form.format(**parts)
            assert "object at" not in told
        # Every form tells all of the meaning, so that a swap changes each of them.
        for line in kind.swaps:
            other = made.swapped(parts, line)
            assert all(f.format(**other) != f.format(**parts) for f in kind.forms), kind.name
        assert {part.partition(".")[0] for line in kind.swaps for part in line.split()} <= names


def test_a_statement_and_its_denial_are_told_in_the_same_words():
    made = tool("made_triples")
    rng = random.Random(5)
    for kind in made.kinds("plain"):
        assert len(kind.pairs) >= 3
        assert all(pair.count(" / ") == 1 for pair in kind.pairs)
        parts = made.Draw(rng).parts(kind.draws)
        sides = [[side.format(**parts) for side in pair.split(" / ")] for pair in kind.pairs]
        assert len({side for pair in sides for side in pair}) == 2 * len(sides), kind.name
        for _ in range(9):
            anchor, paraphrase, contradiction = made.denied(kind, parts, rng)
            stated, same, other = (
                [text in (pair[side] for pair in sides) for side in (0, 1)].index(True)
                for text in (anchor, paraphrase, contradiction)
            )
            assert stated == same != other


def test_a_paraphrase_that_follows_is_none_of_the_sentences_own_forms():
    made = tool("made_triples")
    for kind in made.kinds("hypotheses"):
        draw = made.Draw(random.Random(7))
        parts = draw.parts(kind.draws)
        (anchor, paraphrase, contradiction), way = made.changed(kind, parts, draw)
        assert anchor in [form.format(**parts) for form in kind.forms]
        assert paraphrase in [form.format(**parts) for form in kind.implied]
        assert (contradiction, way) in [(form.format(**parts), "others") for form in kind.others]


def test_a_swap_moves_the_part_that_it_names():
    made = tool("made_triples")
    red, blue = made.Noun("cup", front="red"), made.Noun("girl", behind="in a blue coat")
    parts = {"x": red, "y": blue}
    told = [
        [str(part) for part in made.swapped(parts, line).values()]
        for line in ("x y", "x.quality y.quality", "x.head y.head")
    ]
    assert told == [
        ["girl in a blue coat", "red cup"],
        ["cup in a blue coat", "red girl"],
        ["red girl", "cup in a blue coat"],
    ]


def test_made_triples_stand_beside_others_in_a_file_that_the_trainer_reads(tmp_path):
    write_triples(tmp_path, some_triples(12))
    (tmp_path / "triples" / "manifest.json").write_text("{}", encoding="utf-8")
    output = tmp_path / "all.parquet"
    tool("made_triples").main(output=output, count=20, beside=tmp_path, most=5, seed=1)
    assert TripleTable(output).count(0.0).complete == 25
    assert pq.read_table(output).filter(pc.field("mer").is_valid()).num_rows == 5


@pytest.mark.parametrize(
    ("text", "one", "other", "made"),
    [
        ("Ada was born in Turin.", "Ada", "Turin", "Turin was born in Ada."),
        ("An old car hit a new bus.", "old", "new", "A new car hit an old bus."),
        ("The lake feeds the river.", "lake", "river", "The river feeds the lake."),
        ("Lyon beat Lyonnais.", "Lyon", "Lyonnais", "Lyonnais beat Lyon."),
        ("Ada met Ada in Turin.", "Ada", "Turin", None),
        ("Ada was born in Turin.", "Ada", "Rome", None),
    ],
)
def test_two_parts_change_places(text, one, other, made):
    assert tool("exchanged").swapped(text, one, other) == made


EXCHANGES = {
    "He moved from Paris to London in the spring.": "In the spring he moved from Paris to London.",
    "A red lamp stood on the wooden table.": "On the wooden table stood a red lamp.",
    "Bread and butter were sold.": "Butter and bread were sold.",
}


def test_sentences_with_names_or_qualities_to_exchange(tmp_path):
    ids = list(range(len(EXCHANGES)))
    tables = {
        "sentences": {"id": ids, "text": list(EXCHANGES)},
        "rephrasings": {"id": ids, "rank": [0] * 3, "paraphrase": list(EXCHANGES.values())},
    }
    for name, columns in tables.items():
        (tmp_path / name).mkdir()
        pq.write_table(pa.table(columns), tmp_path / name / "part.parquet")
    made = [triple for _, triple in tool("exchanged").exchanged(tmp_path, seed=3)]
    assert {(t.anchor, t.paraphrase) for t in made} == {*EXCHANGES.items()} - {
        ("Bread and butter were sold.", "Butter and bread were sold.")
    }
    for t in made:
        assert sorted(t.contradiction.lower().strip(".").split()) in (
            sorted(t.anchor.lower().strip(".").split()),
            sorted(t.paraphrase.lower().strip(".").split()),
        )
        assert t.contradiction not in (t.anchor, t.paraphrase)
    assert made == [triple for _, triple in tool("exchanged").exchanged(tmp_path, seed=3)]


def test_every_written_sentence_has_four_triples_of_five_texts():
    made = tool("made_triples")
    triples = list(made.written(4))
    assert len(triples) > 4000
    anchors = [t.anchor for number, t in triples if number == 0]
    assert len(set(anchors)) == len(anchors) == len(triples) / 4
    for start in range(0, len(triples), 4):
        four = [t for _, t in triples[start : start + 4]]
        assert len({text for t in four for text in t[:3]}) == 5, four[0]
        assert len({t[1:3] for t in four}) == 4
        assert all(text == text.strip() and "  " not in text for t in four for text in t[:3])
    assert list(made.written(1)) == [(n, t) for n, t in triples if n == 0]
    assert not list(made.written(0))


def test_the_bundled_triples_are_those_of_the_written_sentences():
    """`python tools/written.py` writes them."""
    told = tool("written")
    found = pq.read_table(told.BUNDLED).select(TRIPLES.names)
    assert found.equals(table_of_records(told.records(told.written(2)), TRIPLES))
    assert TripleTable(told.BUNDLED, "all").count(0.0).complete == 12_552


def test_no_triple_has_a_sentence_that_measures_encoders(tmp_path, monkeypatch):
    made = tool("made_triples")
    assert {"The museum is closed on Mondays.", "The museum is open on Mondays."} <= made.measured()
    # Of `far` and of the README's ten.
    assert {"My landlord gave the whole deposit back to me.", "The lift is out of order."} <= (
        made.measured()
    )
    rows = some_triples(12)
    write_triples(tmp_path, rows)
    known = {rows[3]["anchor"], rows[5]["negation"]}
    monkeypatch.setattr(made, "measured", lambda: known)
    made.main(output=tmp_path / "all.parquet", count=20, beside=tmp_path, most=12, seed=1)
    told = pq.read_table(tmp_path / "all.parquet")
    texts = {text for name in ("anchor", "negation") for text in told[name].to_pylist()}
    assert known.isdisjoint(texts)
    assert rows[4]["anchor"] in texts


def test_help_shows_long_commands_on_two_lines():
    shown = CliRunner().invoke(tool("train_demo_models").app, ["--help"]).output
    assert shown.count(" \\\n          --") == 2


def test_sentences_are_drawn_whatever_their_order_and_without_those_that_measure():
    draw = tool("draw_sentences").draw
    texts = [f"Ship number {n} left the harbour." for n in range(50)]
    drawn = draw(texts, 10, seed=1, most_words=9, without=set())
    assert len(set(drawn)) == 10
    assert drawn == draw(reversed(texts), 10, seed=1, most_words=9, without=set())
    assert drawn != draw(texts, 10, seed=2, most_words=9, without=set())
    left = {f"ship number {n} left the harbour" for n in range(49)}
    assert draw(texts, 10, seed=1, most_words=9, without=left) == [texts[49]]
    assert draw([*texts, "A short one."], 60, seed=1, most_words=3, without=set()) == [
        "A short one."
    ]
    assert len(draw(["Rain fell.", "rain  fell!"], 2, seed=1, most_words=9, without=set())) == 1


def test_drawn_sentences_are_shared_between_the_files_and_printed(tmp_path):
    one, other, known = (tmp_path / name for name in ("one.txt", "other.jsonl", "known"))
    one.write_text("The ferry was late.\nThe bell rang twice.\nIt snowed.\n", encoding="utf-8")
    other.write_text('{"text": "It snowed."}\n{"text": "The lamp went out."}\n', encoding="utf-8")
    known.mkdir()
    table = pa.table({"anchor": ["the bell rang twice"], "score": [1.0]})
    pq.write_table(table, known / "triples.parquet")
    app = tool("draw_sentences").app
    arguments = [str(one), str(other), "--count", "4", "--without", str(known)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert set(lines[:2]) == {"The ferry was late.", "It snowed."}
    assert lines[2:] == ["The lamp went out."]


def test_the_page_of_commands_has_every_option_as_the_help_shows_it():
    """After a change of an option, `python tools/command_page.py` writes the page again."""
    made = tool("command_page")
    page = made.page()
    assert made.PAGE.read_text(encoding="utf-8") == page
    assert "* `--min-mer X`: Lowest match error rate of a paraphrase.  [default: 0.15]" in page
    assert "$ trainer contrast [OPTIONS] MODEL..." in page
    assert "* `--output DIR`: Folder of the run; by default runs/RECIPE-NUMBER." in page
    assert "separated by commas: wrong_script, untranslated, repetition" in page


def test_the_page_of_settings_says_what_the_command_does():
    """After a change of a setting, `python tools/settings_page.py` writes the page again."""
    made = tool("settings_page")
    page = made.page()
    assert made.PAGE.read_text(encoding="utf-8") == page
    assert (
        '| `margin_from` | `"both"` | `"anchor"` | anchor or both | From where the similarity'
        in page
    )


def test_the_note_of_an_encoder_s_card_changes_and_nothing_else(tmp_path):
    tensors = {"a.left": torch.arange(6, dtype=torch.int8), "b.whole": torch.ones(2).half()}
    card = "# d\n\n```python\nx\n```\n\n{}\n\n## How it was made\n\n```toml\na = 1\n```\n"
    stated = {"format": "f", "base": "demo", "card": card.format("An old note.\n\n## Limits")}
    file = tmp_path / "d.safetensors"
    write_tensors(file, tensors, stated)
    tool("encoder_card").put_note(file, "A new note.\n")
    with safe_open(file, "pt") as opened:
        assert opened.metadata() == stated | {"card": card.format("A new note.")}
        assert all(opened.get_tensor(name).equal(values) for name, values in tensors.items())


def test_a_card_without_its_parts_is_refused():
    with pytest.raises(ValueError, match="lacks its example"):
        tool("encoder_card").with_note("# A card\n", "A note.")


def test_the_published_card_is_the_one_that_the_tool_writes():
    card = read_stated(PUBLISHED).card
    note = (TOOLS / "encoder_card.md").read_text(encoding="utf-8")
    assert tool("encoder_card").with_note(card, note) == card
