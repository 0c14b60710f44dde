"""The kinds of contradiction, with their rules.

A new kind is one folder with its rules and one entry in `KINDS`; a new rule is one entry in a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pipeline.negation.english.edits import Edit
from pipeline.negation.kinds.alternative import doings, family, named, persons, things, towns, words
from pipeline.negation.kinds.antonym import (
    aims,
    causes,
    delays,
    likeness,
    manner,
    outcomes,
    partly,
    parts,
    qualities,
    relations,
    strength,
    verbs,
)
from pipeline.negation.kinds.checks.also import without_also
from pipeline.negation.kinds.checks.clashes import fits_rest
from pipeline.negation.kinds.comparison import degrees, likelihood
from pipeline.negation.kinds.direction import (
    alike,
    nearness,
    outside,
    past,
    places,
    sides,
    times,
    trend,
    ways,
)
from pipeline.negation.kinds.facts.scene import Rule, Scene
from pipeline.negation.kinds.kind import Kind
from pipeline.negation.kinds.lexical import (
    absence,
    affixes,
    anything,
    ceasing,
    excluding,
    failing,
    inability,
    membership,
    negatives,
    pending,
    reports,
    starting,
    state,
    undoing,
)
from pipeline.negation.kinds.modality import conditions, duties
from pipeline.negation.kinds.quantity import (
    amounts,
    births,
    bounds,
    counts,
    dates,
    eras,
    extent,
    figures,
    firsts,
    frequencies,
    later,
    pairs,
    portions,
    quantifiers,
    ranges,
    ranks,
    several,
    sole,
    spans,
    wholes,
    works,
)
from pipeline.negation.kinds.roles import converse, swaps, turns
from pipeline.negation.kinds.scope import circumstances, instead
from schemas.errors import UserError

DENIAL = "negation"
"""The kind of rank 0: the denial of the main clause, as in the paper."""
SCOPE = "scope"
SHORTENED = "shortened:"
"""Begins the rule of what contradicts the main clause alone, without what is added to it."""
OF_CLAUSE = "clause:"
"""Begins the rule of what contradicts another clause of the sentence alone."""


def _rules(*rules: Callable[[Scene], Iterator[list[Edit]]]) -> dict[str, Rule]:
    return {f"{rule.__name__}.v1": rule for rule in rules}


KINDS: tuple[Kind, ...] = (
    # The opposite word: a cheap hotel, an expensive hotel.
    Kind(
        "antonym",
        _rules(
            fits_rest(verbs.opposite_verb),
            fits_rest(without_also(qualities.opposite_quality)),
            fits_rest(qualities.opposite_state),
            fits_rest(qualities.opposite_modifier),
            fits_rest(manner.opposite_manner),
            fits_rest(strength.other_strength),
            fits_rest(delays.much_later),
            causes.other_cause,
            aims.other_aim,
            partly.in_whole,
            fits_rest(outcomes.opposite_noun),
            fits_rest(without_also(relations.opposite_relation)),
            fits_rest(relations.preventing),
            fits_rest(likeness.other_sameness),
            parts.apart,
        ),
        turns=True,
        plain=True,
        anywhere=frozenset(
            "other_strength.v1 much_later.v1 other_cause.v1 other_aim.v1 in_whole.v1".split()
        ),
    ),
    # Another number, date or quantifier: three eggs, five eggs.
    Kind(
        "quantity",
        _rules(
            counts.none_for_number,
            bounds.other_bound,
            quantifiers.other_quantifier,
            quantifiers.none_of_all,
            quantifiers.little_of_much,
            counts.other_frequency,
            frequencies.rare_cases,
            frequencies.seldom_beside,
            fits_rest(extent.other_extent),
            counts.other_amount,
            several.only_one,
            several.only_few,
            fits_rest(wholes.some_of_all),
            fits_rest(wholes.few_of_most),
            pairs.one_of_both,
            pairs.one_unlike_other,
            pairs.only_one_of_not_only,
            sole.only_member,
            sole.one_of_several,
            amounts.other_number,
            amounts.other_sum,
            ranges.other_range,
            figures.one_more,
            figures.other_figure,
            figures.other_length,
            figures.other_score,
            extent.other_share,
            portions.other_fraction,
            ranks.other_time,
            dates.other_year,
            works.other_year_of_work,
            spans.other_span,
            eras.other_decade,
            births.other_birth,
            dates.other_day,
            eras.other_century,
            ranks.other_ordinal,
            # The same few words each time, so only where no other date is safe
            later.only_after,
            firsts.one_of_last,
            firsts.later_than_first,
            firsts.other_rank_of_named,
            firsts.last_for_first,
        ),
    ),
    # Another time, direction or cause: before the war, after the war.
    Kind(
        "direction",
        _rules(
            fits_rest(trend.other_trend),
            times.other_side_of_time,
            ways.other_way,
            sides.other_side,
            times.other_end,
            past.former,
            nearness.far_away,
            alike.unlike,
            outside.outside,
            nearness.other_period,
            places.other_place,
        ),
    ),
    # Who does what to whom, reversed: a dog chases a cat, a cat chases a dog.
    Kind(
        "roles",
        _rules(
            turns.turned_roles,
            turns.turned_places,
            turns.turned_modifiers,
            swaps.swapped_names,
            converse.turned_to_passive,
            converse.turned_to_active,
            converse.turned_winner,
        ),
        reads_names=True,
    ),
    # The comparison reversed: larger than, smaller than.
    Kind(
        "comparison",
        _rules(
            degrees.changed_sides,
            fits_rest(degrees.other_degree),
            fits_rest(degrees.other_extreme),
            fits_rest(degrees.other_foremost),
            fits_rest(likelihood.other_likelihood),
        ),
        turns=True,
        plain=True,
    ),
    # Another duty or permission: must pay, need not pay.
    Kind(
        "modality",
        _rules(
            fits_rest(without_also(duties.other_permission)),
            duties.other_duty,
            conditions.other_condition,
        ),
        turns=True,
        plain=True,
        anywhere=frozenset(("other_condition.v1",)),
    ),
    # A denial without 'not': happy, unhappy; opened, failed to open.
    Kind(
        "lexical",
        _rules(
            fits_rest(without_also(affixes.affixed)),
            fits_rest(state.affixed_state),
            negatives.turned_attempt,
            starting.ended,
            negatives.unable,
            without_also(negatives.lacking),
            negatives.bare_of,
            without_also(excluding.excluding),
            starting.denied,
            absence.absent,
            undoing.undone,
            without_also(undoing.stopping),
            membership.never_becoming,
            reports.denying,
            reports.impossible,
            inability.incapable,
            fits_rest(without_also(reports.far_from)),
            # The same few words each time, so only where no other rule fits
            pending.yet,
            ceasing.ceasing,
            ceasing.remaining,
            failing.failing,
            failing.failing_to_come,
            failing.failing_at_last,
            fits_rest(without_also(anything.anything_but)),
        ),
        turns=True,
        denies=True,
    ),
    # Another thing of the same kind: a red door, a blue door.
    Kind(
        "alternative",
        _rules(
            things.other_thing,
            doings.other_doing,
            persons.other_sex,
            named.other_name,
            family.other_surname,
            named.other_long_place,
            words.other_tongue,
            towns.other_town,
            towns.unknown_town,
        ),
        reads_names=True,
    ),
    # A denial of one part: built by monks, built, but not by monks.
    Kind(
        SCOPE,
        _rules(
            circumstances.denied_reason,
            circumstances.denial_before_reason,
            circumstances.denied_circumstance,
            instead.instead_of,
        ),
    ),
)


def parse_kinds(text: str) -> tuple[str, ...]:
    """Parse names of kinds separated by commas; `all`, or `negation` alone.

    Raises:
        UserError: a name is unknown.
    """
    known = (DENIAL, *(kind.name for kind in KINDS))
    names = known if text == "all" else tuple(dict.fromkeys(text.split(",")))
    if unknown := [name for name in names if name not in known]:
        raise UserError(
            f"--kinds {text!r}: there is no kind {unknown[0]!r}. The kinds are {', '.join(known)};"
            " or all."
        )
    return names


def rules_of(kinds: Sequence[str]) -> list[str]:
    """Names of the rules of some kinds, in the order in which they are tried.

    The last two stand for the rules with a prefix.
    """
    named = [rule for kind in KINDS if kind.name in kinds for rule in kind.rules]
    return [*named, f"{SHORTENED}v1", f"{OF_CLAUSE}v1"] if named else []


def reads_names(kinds: Sequence[str]) -> bool:
    """Whether any of these kinds needs to know which words are names."""
    return any(kind.reads_names for kind in KINDS if kind.name in kinds)
