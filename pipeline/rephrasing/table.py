"""The rules of paraphrasing, in groups.

A new rule is a function in the module of its group and an entry in `RULES`. A paraphrase uses at
most one rule of each group, so that no rule undoes another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.negation.kinds.scene import Rule
from pipeline.rephrasing import (
    absence,
    adverbials,
    clauses,
    contractions,
    dative,
    denial,
    figures,
    genitive,
    order,
    places,
    synonyms,
    verb_denial,
    voice,
)
from schemas.errors import UserError

JOINT = "+"
"""Separates the names of the rules that made a paraphrase, in the order of application."""


@dataclass(frozen=True, slots=True)
class Rephrasing:
    """An entry of the table.

    Attributes:
        rule: the edits that it makes in a parsed sentence.
        group: rules that would undo or hinder each other.
        what: an example, for users.
        turns_polarity: whether it adds or removes a negating word on purpose.
    """

    rule: Rule
    group: str
    what: str
    turns_polarity: bool = False


RULES: dict[str, Rephrasing] = {
    "negated_antonym.v1": Rephrasing(
        denial.denied_opposite, "denial", "closed: not open", turns_polarity=True
    ),
    "negated_degree.v1": Rephrasing(
        denial.denied_degree, "denial", "cheap: not expensive", turns_polarity=True
    ),
    "negated_verb.v1": Rephrasing(
        verb_denial.denied_verb, "denial", "failed: did not pass", turns_polarity=True
    ),
    "negated_leaning.v1": Rephrasing(
        verb_denial.denied_leaning, "denial", "dislikes: does not like", turns_polarity=True
    ),
    "not_any.v1": Rephrasing(absence.not_any, "denial", "has no car: does not have any car"),
    "no_thing.v1": Rephrasing(absence.no_thing, "denial", "does not have any car: has no car"),
    "passive.v1": Rephrasing(voice.passive, "voice", "built it: it was built by"),
    "active.v1": Rephrasing(voice.active, "voice", "was built by: built"),
    "fronted.v1": Rephrasing(adverbials.fronted, "adverbials", "left in May: in May, left"),
    "moved_back.v1": Rephrasing(adverbials.moved_back, "adverbials", "in May, left: left in May"),
    "linked_inside.v1": Rephrasing(
        clauses.linked_inside, "linking", "However, it failed: It, however, failed"
    ),
    "linked_in_front.v1": Rephrasing(
        clauses.linked_in_front, "linking", "It, however, failed: However, it failed"
    ),
    "also_in_front.v1": Rephrasing(
        clauses.also_in_front, "linking", "she also sings: in addition, she sings"
    ),
    "there_is.v1": Rephrasing(
        clauses.there_is, "there", "a man is playing: there is a man playing"
    ),
    "no_there.v1": Rephrasing(
        clauses.no_there, "there", "there is a man playing: a man is playing"
    ),
    "there_in_place.v1": Rephrasing(
        places.there_in_place, "there", "the town has a church: there is a church in the town"
    ),
    "place_in_front.v1": Rephrasing(
        places.place_in_front, "there", "there is a doll in the box: in the box, there is a doll"
    ),
    "place_behind.v1": Rephrasing(
        places.place_behind, "there", "in the box, there is a doll: there is a doll in the box"
    ),
    "of_owner.v1": Rephrasing(
        genitive.of_owner, "genitive", "the city's mayor: the mayor of the city"
    ),
    "owners.v1": Rephrasing(genitive.owners, "genitive", "the mayor of the city: the city's mayor"),
    "given_to.v1": Rephrasing(dative.given_to, "dative", "gave her the book: gave the book to her"),
    "given_directly.v1": Rephrasing(
        dative.given_directly, "dative", "gave the book to her: gave her the book"
    ),
    "shortened_relative.v1": Rephrasing(
        clauses.shortened_relative, "relative", "the man who is standing: the man standing"
    ),
    "whole_relative.v1": Rephrasing(
        clauses.whole_relative, "relative", "a house built here: a house that was built here"
    ),
    "without_that.v1": Rephrasing(
        clauses.without_that, "that", "said that it rained: said it rained"
    ),
    "with_that.v1": Rephrasing(clauses.with_that, "that", "said it rained: said that it rained"),
    "month_first.v1": Rephrasing(figures.month_first, "dates", "4 May 1990: May 4, 1990"),
    "day_first.v1": Rephrasing(figures.day_first, "dates", "May 4, 1990: 4 May 1990"),
    "number_words.v1": Rephrasing(figures.number_words, "numbers", "9 dogs: nine dogs"),
    "number_figures.v1": Rephrasing(figures.number_figures, "numbers", "twelve dogs: 12 dogs"),
    "decade_words.v1": Rephrasing(figures.decade_words, "decades", "the 1990s: the nineties"),
    "in_the_year.v1": Rephrasing(figures.in_the_year, "year", "in 1990: in the year 1990"),
    "turned_pair.v1": Rephrasing(order.turned_pair, "order", "shoes and hats: hats and shoes"),
    "synonyms.v1": Rephrasing(synonyms.synonymous, "synonyms", "the firm: the company"),
    "contracted.v1": Rephrasing(contractions.contracted, "contractions", "is not: isn't"),
    "expanded.v1": Rephrasing(contractions.expanded, "contractions", "isn't: is not"),
}
"""Name with version -> rule, in the order in which they are tried."""


def turns_polarity(rule: str | None) -> bool:
    """Whether this rule, or combination of rules, changes the number of negating words.

    The guard against lost and gained negations relies on this function alone.
    """
    names = rule.split(JOINT) if rule else ()
    return any(RULES[name].turns_polarity for name in names if name in RULES)


def parse_rules(text: str) -> tuple[str, ...]:
    """Rule names separated by commas; `all`; or `all` without those that have a `-` in front.

    Raises:
        UserError: a name is unknown, or no rule is left.
    """
    names = text.split(",")
    taken = [name for name in names if not name.startswith("-") and name != "all"]
    left_out = [name[1:] for name in names if name.startswith("-")]
    known = {name.partition(".")[0]: name for name in RULES}
    if unknown := [name for name in (*taken, *left_out) if known.get(name, name) not in RULES]:
        raise UserError(
            f"--rules {text!r}: there is no rule {unknown[0]!r}. The rules are"
            f" {', '.join(known)}; or give all, or all without some, as in all,-negated_degree."
        )
    wanted = {known.get(name, name) for name in (taken or known)}
    wanted -= {known.get(name, name) for name in left_out}
    if not wanted:
        raise UserError(f"--rules {text!r} leaves no rule.")
    return tuple(name for name in RULES if name in wanted)


def groups(rules: Sequence[str]) -> frozenset[str]:
    """The groups of some rules."""
    return frozenset(RULES[name].group for name in rules)
