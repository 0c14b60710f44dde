"""Fault rates in the terminal."""

from rich.console import Console

from pipeline.commands.faults_text import shown_faults
from pipeline.inspection.faults import Agreement, faults
from tests.judgements import judgement


def test_a_long_group_is_cut_and_counted():
    given = [judgement(key, rule=f"rule{key:02}.v1") for key in range(12)]
    console = Console(width=80)
    with console.capture() as held:
        console.print(*shown_faults(faults(given)))
    lines = [" ".join(line.split()) for line in held.get().splitlines()]
    assert "rule09.v1 1 0.0 % 0.0 to 79.3" in lines
    assert "2 more in --json" in lines
    assert not any("rule10.v1" in line for line in lines)
    assert "any part of a triple 12 0.0 % 0.0 to 24.2" in lines


def test_the_name_of_a_rule_is_never_broken():
    rules = ["paraphrase:opposite_modifier.v1", "unchecked.v1"]
    found = faults([judgement(key, rule=rule) for key, rule in enumerate(rules)])
    console = Console(width=80)
    with console.capture() as held:
        console.print(*shown_faults(found))
    lines = held.get().splitlines()
    assert any("paraphrase:opposite_modifier.v1" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_what_counts_as_a_fault_is_told_where_readers_differ():
    """One of two readers finds the fault: 100 % together, 0 % and 100 % of each."""
    given = [judgement(1, reader="anna"), judgement(1, reader="ben", part="negation")]
    *parts, agreed = shown_faults(faults(given))
    console = Console(width=80)
    with console.capture() as held:
        console.print(*parts)
    lines = [" ".join(line.split()) for line in held.get().splitlines()]
    assert "any part of a triple 1 100.0 % 20.7 to 100.0" in lines
    start = lines.index("any part, each reader alone")
    assert lines[start + 1 : start + 3] == [
        "anna 1 0.0 % 0.0 to 79.3",
        "ben 1 100.0 % 20.7 to 100.0",
    ]
    assert "at least half of them say so: of two, one is enough." in " ".join(lines)
    assert agreed == "  anna and ben agree on 0 of 1 (0.0 %), Cohen's kappa 0.00"
    alone = shown_faults(faults(given[:1]))
    assert not any("half of them" in str(part) for part in alone)


def test_sixty_columns_hold_every_name_and_interval():
    rules = ["paraphrase:opposite_modifier.v1", "unchecked.v1"]
    found = faults([judgement(n, rule=rule, part="negation") for n, rule in enumerate(rules)])
    console = Console(width=60)
    with console.capture() as held:
        console.print(*shown_faults(found))
    lines = [line.strip() for line in held.get().splitlines()]
    place = lines.index("paraphrase:opposite_modifier.v1")
    assert lines[place + 1] == "read: 1 · faulty: 100.0 % · 95 %: 20.7 to 100.0"


def test_intervals_are_not_broken():
    given = [judgement(key, rule="paraphrase:opposite_modifier.v1") for key in range(2)]
    refused = judgement(9, reason="prepositions", part="paraphrase")
    console = Console(width=80)
    with console.capture() as held:
        console.print(*shown_faults(faults([*given, refused])))
    assert held.get().count("0.0 to 65.8") == 3
    assert held.get().count("20.7 to 100.0") == 1


def test_judgements_of_other_triples_alone_are_told():
    said = "  The verdicts of anna and ben are about other triples than these and are not counted."
    assert shown_faults(faults([], ["anna", "ben"])) == [said]
    assert faults([]) is None


def test_kappa_has_no_negative_zero():
    texts = [Agreement(("a", "b"), 9, 4, kappa).kappa_text for kappa in (-0.004, -0.2, None)]
    assert texts == ["0.00", "-0.20", ""]
