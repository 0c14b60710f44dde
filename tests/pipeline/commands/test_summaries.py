"""What a stage prints when it is done."""

import re
from pathlib import Path

import pytest
from rich.console import Console

from pipeline.acceptance.guards import losses
from pipeline.commands.shortage import WRONG_TEXT, Known, are_general, next_to_nothing
from pipeline.commands.summaries import _backtranslate, _negate, summary
from schemas.console import Message
from schemas.manifest import Manifest, Shard

FEW = (
    "WARNING: {}, too few to train on: `pipeline inspect --artifacts 'my art'` shows where"
    " sentences are lost. More sentences give more triples; `demo` as a further --input adds 957"
    " bundled ones."
)


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        (4, "only 4 of the 100 sentences have a paraphrase"),
        (1, "only 1 of the 100 sentences has a paraphrase"),
        (0, "none of the 100 sentences has a paraphrase"),
        (5, None),
        (60, None),
    ],
)
def test_a_filter_that_keeps_next_to_nothing_says_so(kept, told):
    counts = {"status complete": kept, "status no_paraphrase": 100 - kept}
    lines = next_to_nothing(counts, 100, losses(), Known())
    assert bool(lines) == bool(told)
    for line in lines:
        assert told in line


@pytest.mark.parametrize(
    ("reason", "general", "told"),
    [
        ("sql", False, "correct the statement and filter again with --overwrite."),
        ("no_candidate", False, "not translated there and back"),
        ("mer_below", False, "or take a lower --min-mer, and filter again with --overwrite."),
        ("copy", True, "or take a lower --min-mer"),
        ("trust", True, "filter again with --overwrite and a lower --min-trust"),
        ("polarity", True, "leave this check out with --guards"),
        ("mer_above", True, "filter again with --overwrite and a higher --max-mer"),
        ("mer_above", False, "trained on another kind of text"),
        ("repetition", False, "backtranslate --models firefox:pt --overwrite"),
        ("repetition", True, "leave this check out with --guards"),
    ],
)
def test_the_advice_is_for_what_refused_most(reason, general, told):
    counts = {f"lost {reason}": 60, "lost numbers": 40}
    [line] = next_to_nothing(counts, 100, losses(), Known(general=general))
    assert "The most frequent reason (60 of them): " in line
    assert told in line
    assert ("firefox:pt" in line) == (told in WRONG_TEXT.format(at=""))


@pytest.mark.parametrize(
    ("reason", "commands"),
    [
        ("sql", ["inspect --artifacts 'my art' --status no_paraphrase --sample 20"]),
        ("polarity", ["inspect --artifacts 'my art' --status no_paraphrase --sample 20"]),
        ("mer_below", ["run rephrase --artifacts 'my art'"]),
        ("trust", ["inspect --artifacts 'my art' --status no_paraphrase --sample 20"]),
        (
            "no_candidate",
            [
                "run backtranslate --artifacts 'my art' --overwrite",
                "run rephrase --artifacts 'my art'",
            ],
        ),
        (
            "empty",
            [
                "inspect --artifacts 'my art' --status no_paraphrase --sample 20",
                "run backtranslate --artifacts 'my art' --models firefox:pt --overwrite",
            ],
        ),
    ],
)
def test_the_advice_names_the_folder(reason, commands):
    counts = {"status complete": 1, "status no_paraphrase": 99, f"lost {reason}": 99}
    shard = Shard("part-00000.parquet", 0, 100, 100, 9, "", counts)
    config = {"min_mer": 0.15, "max_mer": 0.6, "balance": False}
    made = Manifest("triples", config, {}, {}, ["part-00000.parquet"], 100, shards=[shard])
    told = summary(made, artifacts=Path("my art"))[-1]
    assert isinstance(told, Message)
    assert re.findall("`pipeline ([^`]+)`", told) == commands


@pytest.mark.parametrize(
    ("engine", "model", "general"),
    [
        ("marian", "enpt 12", True),
        ("ctranslate2", "wmt19-en-de 12", True),
        ("ctranslate2", "en-de 12", False),
    ],
)
def test_which_models_are_of_general_text(engine, model, general):
    read = {"sentences": "12", "de forward": model, "de backward": model}
    made = Manifest("backtranslations", {"engine": engine}, {}, read, [], 9)
    assert are_general(made) == general
    assert not are_general(None)


@pytest.mark.parametrize(
    ("complete", "further", "sentences", "told"),
    [
        (0, 0, 10, "no triple is complete"),
        (0, 0, 3, "no triple is complete"),
        (0, 0, 0, None),
        (1, 0, 10, "only 1 triple is complete"),
        (60, 39, 200, "only 99 triples are complete"),
        (60, 40, 200, None),
        (9, 0, 9, None),
    ],
)
def test_a_filter_that_gives_few_triples_says_so(complete, further, sentences, told):
    counts = {"status complete": complete, "status no_negation": sentences - complete}
    shard = Shard("part-00000.parquet", 0, sentences, sentences + further, 9, "", counts)
    config = {"min_mer": 0.15, "max_mer": 0.6, "balance": False}
    made = Manifest("triples", config, {}, {}, [shard.file], sentences, shards=[shard])
    said = [str(line) for line in summary(made, artifacts=Path("my art")) if "WARN" in str(line)]
    assert said == ([FEW.format(told)] if told else [])


@pytest.mark.parametrize(
    ("negated", "said"),
    [
        (0, "WARNING: no sentence was negated. The rules"),
        (19, "WARNING: only 19.0 % of the sentences were negated. The rules"),
        (20, ""),
    ],
)
def test_a_text_that_is_hardly_negated_is_warned_of(negated, said):
    shard = Shard("part-00000.parquet", 0, 100, 100, 9, "", {"negated": negated})
    made = Manifest("negations", {}, {}, {}, [shard.file], 100, shards=[shard])
    told = str(summary(made)[-1])
    assert told.startswith(said) if said else "WARNING" not in told


def test_few_triples_of_garbled_translations_are_the_fault_of_the_models():
    """More sentences of the same text would be lost as these were."""

    def told(**lost):
        counts = {"status complete": 3, "status no_paraphrase": 57}
        counts |= {f"lost {reason}": count for reason, count in lost.items()}
        shard = Shard("part-00000.parquet", 0, 60, 60, 9, "", counts)
        config = {"min_mer": 0.15, "max_mer": 0.6, "balance": False}
        made = Manifest("triples", config, {}, {}, [shard.file], 60, shards=[shard])
        return str(summary(made, artifacts=Path("my art"))[-1])

    assert told(mer_above=20, length_ratio=20, numbers=17) == (
        "WARNING: only 3 triples are complete, too few to train on. Most likely the translation"
        " models were trained on another kind of text, the bundled ones on the demo's. Look at"
        " `pipeline inspect --artifacts 'my art' --status no_paraphrase --sample 20`, then run"
        " backtranslate with models of general English (`pipeline run backtranslate --artifacts"
        " 'my art' --models firefox:pt --overwrite`, or wmt19 on a GPU) and filter again with"
        " --overwrite."
    )
    assert told(mer_above=20, polarity=37) == FEW.format("only 3 triples are complete")


@pytest.mark.parametrize(
    ("complete", "said"),
    [
        (2, "only 2 triples are complete, too few to train on."),
        (0, "none of the 22 sentences has a paraphrase."),
    ],
)
def test_few_triples_of_another_language_are_the_fault_of_the_text(complete, said):
    """More sentences of it, or other models, would not help."""
    counts = {"status complete": complete, "status no_paraphrase": 22 - complete, "lost copy": 9}
    shard = Shard("part-00000.parquet", 0, 22, 22, 9, "", {**counts, "tried pt": 22})
    config = {"min_mer": 0.15, "max_mer": 0.6, "balance": False}
    made = Manifest("triples", config, {}, {}, [shard.file], 22, shards=[shard])
    foreign = "most of the first 20 sentences do not look English (de)"
    assert [str(line) for line in summary(made, foreign=foreign) if "WARN" in str(line)] == [
        f"WARNING: {said} The cause is the text: most of the first 20 sentences do not look"
        " English (de), and the rules and the parser read English only. Begin again with English"
        " sentences."
    ]


def test_a_filter_warns_of_one_thing():
    counts = {"status no_paraphrase": 20, "lost numbers": 20}
    shard = Shard("part-00000.parquet", 0, 20, 20, 9, "", counts)
    config = {"min_mer": 0.15, "max_mer": 0.6, "balance": False}
    made = Manifest("triples", config, {}, {}, [shard.file], 20, shards=[shard])
    (said,) = [str(line) for line in summary(made) if "WARN" in str(line)]
    assert said.startswith("WARNING: none of the 20 sentences has a paraphrase.")


def told_of_pivot(counts):
    """The warnings after a filter of 50 sentences that all have a triple."""
    counts = {"status complete": 50, "variant scope": 60, **counts}
    shard = Shard("part-00000.parquet", 0, 50, 110, 9, "", counts)
    config = {"min_mer": 0.15, "max_mer": 0.6, "balance": False}
    made = Manifest("triples", config, {}, {}, [shard.file], 50, shards=[shard])
    return [str(line) for line in summary(made, artifacts=Path("my art")) if "WARN" in str(line)]


def test_a_pivot_that_gives_next_to_nothing_is_told_although_rules_hide_it():
    refused = {"refused pt copy": 39, "refused pt mer_below": 39, "refused pt trust": 21}
    assert told_of_pivot({"tried pt": 50, "found pt": 1, **refused}) == [
        "WARNING: only 1 of the 50 sentences translated through pt has an accepted translation."
        " 78 of its 99 refused candidates were too close to the sentence. Short, plain sentences"
        " often come back like this, and wider beams hardly change it. See what a lower limit"
        " would accept (`pipeline inspect --artifacts 'my art' --window 0.1:0.6`), then filter"
        " again with --overwrite and a lower --min-mer; or backtranslate with --ngram-penalty"
        " 0.003 and --overwrite, which gives more new words, but also more errors."
    ]


def test_a_pivot_refused_for_another_reason_names_it_and_shows_how_to_read_it():
    refused = {"refused de>ru trust": 70, "refused de>ru copy": 30}
    assert told_of_pivot({"tried de>ru": 50, **refused}) == [
        "WARNING: none of the 50 sentences translated through de>ru has an accepted translation."
        " The most frequent reason (70 of its 100 refused candidates): probably does not mean the"
        " same (--min-trust). Read some of them: `pipeline inspect --artifacts 'my art' --sql"
        " \"from candidates where pivot_lang = 'de>ru' and verdict = 'trust' limit 9\"`."
    ]


@pytest.mark.parametrize(("tried", "found"), [(9, 0), (50, 2), (50, 50), (1457, 40)])
def test_a_pivot_that_was_hardly_tried_or_gives_enough_is_not_told(tried, found):
    assert told_of_pivot({"tried pt": tried, "found pt": found, "refused pt copy": 9}) == []


def test_a_filter_of_nothing_says_nothing():
    assert next_to_nothing({}, 0, losses(), Known()) == []


def test_negations_that_balancing_left_out_are_told():
    def made(stage, config, counts):
        shard = Shard("part-00000.parquet", 0, 40, 40, 9, "", counts)
        return Manifest(stage, config, {}, {}, [shard.file], 40, shards=[shard])

    config = {"min_mer": 0.15, "max_mer": 0.6, "balance": True}
    triples = made("triples", config, {"status complete": 20, "status no_negation": 20})
    negations = made("negations", {}, {"negated": 37, "rule no_clause": 3})
    said = [line for line in summary(triples, {"negations": negations}) if isinstance(line, str)]
    assert said[0].startswith("17 of the sentences counted as no_negation or anchor_only have")
    assert not any("--balance" in str(line) for line in summary(triples))


@pytest.mark.parametrize(("negated", "told"), [(0, True), (19, True), (20, False), (95, False)])
def test_text_that_is_hardly_english_is_noticed(negated, told):
    shard = Shard("part-00000.parquet", 0, 100, 100, 9, "", {"negated": negated})
    made = Manifest("negations", {}, {}, {}, ["part-00000.parquet"], 100, shards=[shard])
    said = [line for line in _negate(made) if "another language" in str(line)]
    assert bool(said) == told


@pytest.mark.parametrize(
    ("further", "told"),
    [(0, []), (4, ["7 complete triples in all: 3 first and 4 further."])],
)
def test_triples_are_counted_with_the_further_ones(further, told):
    counts = {"status complete": 3, "status no_negation": 7}
    if further:
        counts["variant antonym"] = further
    shard = Shard("part-00000.parquet", 0, 10, 10 + further, 9, "", counts)
    config = {"min_mer": 0.15, "max_mer": 0.6}
    made = Manifest("triples", config, {}, {}, ["part-00000.parquet"], 10, shards=[shard])
    assert [line for line in summary(made) if "complete triples" in str(line)] == told


@pytest.mark.parametrize(
    ("reason", "lost", "told"),
    [
        ("too_long", 1, "1 round trip skipped: too long for the model"),
        ("pivot_unfinished", 2, "2 round trips skipped: the translation into the pivot reached"),
        ("pivot_empty", 1, "1 round trip skipped: translated to nothing"),
        ("pivot_too_long", 1, "1 round trip skipped: the pivot text is too long for the model"),
        ("unfinished", 2, "2 round trips skipped: the translation back reached --max-length"),
    ],
)
def test_round_trips_that_were_skipped_are_counted_with_the_reason(reason, lost, told):
    shard = Shard("de/part-00000.parquet", 0, 9, 20, 9, "", {"candidates": 20, reason: lost})
    made = Manifest("backtranslations", {"pivots": ["de"]}, {}, {}, [shard.file], 9, shards=[shard])
    assert _backtranslate(made)[-1].startswith(told)


def test_shares_say_what_they_are_of():
    counts = {
        "negated": 3,
        "rule copula.v1": 3,
        "rule no_clause": 1,
        "kind scope": 6,
        "kind roles": 2,
    }
    shard = Shard("part-00000.parquet", 0, 4, 12, 9, "", counts)
    made = Manifest("negations", {}, {}, {}, [shard.file], 4, shards=[shard])
    console = Console(width=80)
    with console.capture() as held:
        console.print(*_negate(made))
    lines = [" ".join(line.split()) for line in held.get().splitlines()]
    assert "rule, or why there is none sentences of all sentences" in lines
    assert "copula.v1 3 75.0 %" in lines
    assert "kind other contradictions of these" in lines
    assert "scope 6 75.0 %" in lines


@pytest.mark.parametrize(("tables", "told"), [({}, False), ({"rephrasings": "12"}, True)])
def test_filter_says_of_what_its_shares_are_and_names_only_what_ran(tables, told):
    counts = {"status no_negation": 1, "status no_paraphrase": 99, "lost no_candidate": 99}
    counts |= {"variant antonym": 3, "variant scope": 1}
    shard = Shard("part-00000.parquet", 0, 100, 104, 9, "", counts)
    config = {"min_mer": 0.15, "max_mer": 0.6, "balance": False}
    made = Manifest("triples", config, {}, tables, [shard.file], 100, shards=[shard])
    console = Console(width=400)
    with console.capture() as held:
        console.print(*summary(made), sep="\n")
    lines = [" ".join(line.split()) for line in held.get().splitlines()]
    assert "4 further triples, by kind of contradiction" in lines
    assert "kind triples of these" in lines
    assert "antonym 3 75.0 %" in lines
    (row,) = [line for line in lines if line.startswith("no_candidate")]
    assert row.endswith("and no rule fits (see rephrase)") == told
    assert row.endswith("or past --limit") != told
    assert lines[-1].startswith("WARNING: only 1 of the 100 sentences has a paraphrase.")
    assert ("(see rephrase)" in lines[-1]) == told
