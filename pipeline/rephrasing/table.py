"""The rules of paraphrasing, in groups.

A new rule is a function in a module of one of the folders, and an entry in `RULES` that names its
group. A paraphrase uses at most one rule of each group, so that no rule undoes another.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.negation.kinds.facts.scene import Rule
from pipeline.rephrasing.constructions import (
    adverbials,
    clauses,
    dative,
    genitive,
    gerunds,
    links,
    order,
    places,
    sides,
    views,
    voice,
)
from pipeline.rephrasing.denial import absence, adjectives, verbs
from pipeline.rephrasing.forms import contractions, figures, measures, modals, nations, purposes
from pipeline.rephrasing.synonyms import replacement
from schemas.errors import UserError

JOINT = "+"
"""Separates the names of the rules that made a paraphrase, in the order of application."""


@dataclass(frozen=True, slots=True)
class Rephrasing:
    """An entry of the table.

    Attributes:
        rule: the edits that it makes in a parsed sentence.
        group: rules that would undo or hinder each other.
        turns_polarity: whether it adds or removes a negating word on purpose.
    """

    rule: Rule
    group: str
    turns_polarity: bool = False


RULES: dict[str, Rephrasing] = {
    "negated_antonym.v1": Rephrasing(adjectives.denied_opposite, "denial", turns_polarity=True),
    "negated_degree.v1": Rephrasing(adjectives.denied_degree, "denial", turns_polarity=True),
    "negated_verb.v1": Rephrasing(verbs.denied_verb, "denial", turns_polarity=True),
    "negated_leaning.v1": Rephrasing(verbs.denied_leaning, "denial", turns_polarity=True),
    "not_any.v1": Rephrasing(absence.not_any, "denial"),
    "no_thing.v1": Rephrasing(absence.no_thing, "denial"),
    "passive.v1": Rephrasing(voice.passive, "voice"),
    "active.v1": Rephrasing(voice.active, "voice"),
    "fronted.v1": Rephrasing(adverbials.fronted, "adverbials"),
    "moved_back.v1": Rephrasing(adverbials.moved_back, "adverbials"),
    "linked_inside.v1": Rephrasing(clauses.linked_inside, "linking"),
    "linked_in_front.v1": Rephrasing(clauses.linked_in_front, "linking"),
    "also_in_front.v1": Rephrasing(clauses.also_in_front, "linking"),
    "there_is.v1": Rephrasing(clauses.there_is, "there"),
    "no_there.v1": Rephrasing(clauses.no_there, "there"),
    "there_in_place.v1": Rephrasing(places.there_in_place, "there"),
    "place_in_front.v1": Rephrasing(places.place_in_front, "there"),
    "place_behind.v1": Rephrasing(places.place_behind, "there"),
    "of_owner.v1": Rephrasing(genitive.of_owner, "genitive"),
    "owners.v1": Rephrasing(genitive.owners, "genitive"),
    "given_to.v1": Rephrasing(dative.given_to, "dative"),
    "given_directly.v1": Rephrasing(dative.given_directly, "dative"),
    "shortened_relative.v1": Rephrasing(clauses.shortened_relative, "relative"),
    "whole_relative.v1": Rephrasing(clauses.whole_relative, "relative"),
    "without_that.v1": Rephrasing(clauses.without_that, "that"),
    "with_that.v1": Rephrasing(clauses.with_that, "that"),
    "month_first.v1": Rephrasing(figures.month_first, "dates"),
    "day_first.v1": Rephrasing(figures.day_first, "dates"),
    "number_words.v1": Rephrasing(figures.number_words, "numbers"),
    "number_figures.v1": Rephrasing(figures.number_figures, "numbers"),
    "decade_words.v1": Rephrasing(figures.decade_words, "decades"),
    "units_in_full.v1": Rephrasing(measures.units_in_full, "units"),
    "percent_sign.v1": Rephrasing(measures.percent_sign, "units"),
    "inhabitants.v1": Rephrasing(measures.inhabitants, "inhabitants"),
    "in_the_year.v1": Rephrasing(figures.in_the_year, "year"),
    "turned_pair.v1": Rephrasing(order.turned_pair, "order"),
    "turned_phrases.v1": Rephrasing(order.turned_phrases, "order"),
    "turned_clauses.v1": Rephrasing(order.turned_clauses, "order"),
    "turned_comparison.v1": Rephrasing(sides.turned_comparison, "sides"),
    "no_other.v1": Rephrasing(sides.no_other, "sides", turns_polarity=True),
    "turned_place.v1": Rephrasing(sides.turned_place, "sides"),
    "from_country.v1": Rephrasing(nations.from_country, "nations"),
    "although_in_front.v1": Rephrasing(links.although_in_front, "links"),
    "but_between.v1": Rephrasing(links.but_between, "links"),
    "because_in_front.v1": Rephrasing(links.because_in_front, "links"),
    "so_between.v1": Rephrasing(links.so_between, "links"),
    "in_order_to.v1": Rephrasing(purposes.in_order_to, "purposes"),
    "gerund_in_front.v1": Rephrasing(gerunds.gerund_in_front, "gerunds"),
    "in_my_opinion.v1": Rephrasing(views.in_my_opinion, "views"),
    "for_what_reason.v1": Rephrasing(views.for_what_reason, "views"),
    "has_to.v1": Rephrasing(modals.has_to, "modals"),
    "not_able.v1": Rephrasing(modals.not_able, "modals"),
    "going_to.v1": Rephrasing(modals.going_to, "modals"),
    "will_do.v1": Rephrasing(modals.will_do, "modals"),
    "began_doing.v1": Rephrasing(modals.began_doing, "beginning"),
    "not_anymore.v1": Rephrasing(modals.not_anymore, "modals"),
    "place_first.v1": Rephrasing(adverbials.place_first, "adverbials"),
    "synonyms.v1": Rephrasing(replacement.synonymous, "synonyms"),
    "contracted.v1": Rephrasing(contractions.contracted, "contractions"),
    "expanded.v1": Rephrasing(contractions.expanded, "contractions"),
}
"""Name with version -> rule, in the order in which they are tried. The functions have examples."""


def turns_polarity(rule: str | None) -> bool:
    """Whether this rule, or combination of rules, changes the number of negating words.

    The guard against lost and gained negations relies on this function alone.
    """
    names = rule.split(JOINT) if rule else ()
    return any(RULES[name].turns_polarity for name in names if name in RULES)


def parse_rules(text: str) -> tuple[str, ...]:
    """Rule names separated by commas; `all`; or `all` without those that have a `-` in front.

    `all` beside other names includes them.

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
    every = "all" in names or not taken
    wanted = {known.get(name, name) for name in (known if every else taken)}
    wanted -= {known.get(name, name) for name in left_out}
    if not wanted:
        raise UserError(f"--rules {text!r} leaves no rule: name at least one.")
    return tuple(name for name in RULES if name in wanted)
