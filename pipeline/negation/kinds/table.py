"""The kinds of contradiction, and the choice among a sentence's contradictions.

A new kind is one folder with its rules and one entry in `KINDS`; a new rule is one entry in a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, apply_edits, cue_of, repeats, settled
from pipeline.negation.kinds.alternative import doings, named, persons, things
from pipeline.negation.kinds.antonym import (
    likeness,
    manner,
    outcomes,
    parts,
    qualities,
    relations,
    verbs,
)
from pipeline.negation.kinds.checks.also import without_also
from pipeline.negation.kinds.checks.clashes import fits_rest
from pipeline.negation.kinds.checks.reliance import relied_on
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
from pipeline.negation.kinds.facts.scene import Rule, Scene, no_names
from pipeline.negation.kinds.kind import Contradiction, Kind
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
from pipeline.negation.kinds.modality import duties
from pipeline.negation.kinds.quantity import (
    amounts,
    bounds,
    counts,
    dates,
    eras,
    extent,
    figures,
    firsts,
    frequencies,
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
from pipeline.negation.kinds.roles import swaps, turns
from pipeline.negation.kinds.scope import circumstances, members
from pipeline.negation.reading.parsed import Parsed
from schemas.errors import UserError

if TYPE_CHECKING:
    from spacy.tokens import Doc

DENIAL = "negation"
"""The kind of rank 0: the denial of the main clause, as in the paper."""


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
            fits_rest(outcomes.opposite_noun),
            fits_rest(without_also(relations.opposite_relation)),
            fits_rest(relations.preventing),
            fits_rest(likeness.other_sameness),
            parts.apart,
        ),
        turns=True,
        plain=True,
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
            dates.other_birth,
            dates.other_day,
            eras.other_century,
            ranks.other_ordinal,
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
        ),
        turns=True,
        plain=True,
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
            named.other_long_place,
        ),
    ),
    # A denial of one part: built by monks, built, but not by monks.
    Kind(
        "scope",
        _rules(
            circumstances.denied_reason,
            circumstances.denial_before_reason,
            circumstances.denied_circumstance,
            pairs.instead_of_as_well,
            members.one_rather_than_other,
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
    """Names of the rules of some kinds, in the order in which they are tried."""
    return [rule for kind in KINDS if kind.name in kinds for rule in kind.rules]


def reads_names(kinds: Sequence[str]) -> bool:
    """Whether any of these kinds needs to know which words are names."""
    return any(kind.reads_names for kind in KINDS if kind.name in kinds)


def contradictions(
    sentence: Parsed,
    kinds: Sequence[str],
    *,
    names: Callable[[Doc], Mapping[int, str]] = no_names,
) -> list[Contradiction]:
    """Every contradiction of the given kinds except the denial of the main clause.

    Args:
        sentence: the parse with its main clause.
        kinds: names of kinds.
        names: entity types of words, for the kinds that need them.

    Returns:
        At most one text per rule, in the order of `KINDS`; no text twice.
    """
    if len(sentence.doc) < 3 or sentence.is_misparsed or sentence.is_cut_off:
        return []
    if sentence.is_damaged:
        return []
    scene = Scene(sentence, names)
    found: dict[str, Contradiction] = {}
    for kind in KINDS:
        if kind.name not in kinds or (kind.plain and not sentence.is_plain):
            continue
        for rule, changes in kind.rules.items():
            for edits in changes(scene):
                if relied_on(scene, edits, turns=kind.turns, denies=kind.denies):
                    continue
                made = _made(scene.text, kind.name, rule, edits)
                if made is not None and made.text not in found:
                    found[made.text] = made
                    break
    return list(found.values())


def chosen(found: Sequence[Contradiction], most: int, start: int = 0) -> list[Contradiction]:
    """At most `most` contradictions, of as many kinds as possible.

    Args:
        found: from `contradictions`.
        most: how many to take.
        start: which kind comes first; another for each sentence, so that none is always first.
    """
    by_kind: dict[str, list[Contradiction]] = {}
    for one in found:
        by_kind.setdefault(one.kind, []).append(one)
    turn = list(by_kind)
    turn = turn[start % len(turn) :] + turn[: start % len(turn)] if turn else []
    taken: list[Contradiction] = []
    while len(taken) < most and any(by_kind.values()):
        for kind in turn:
            if by_kind[kind] and len(taken) < most:
                taken.append(by_kind[kind].pop(0))
    return taken


def _made(text: str, kind: str, rule: str, edits: list[Edit]) -> Contradiction | None:
    ready = settled(text, edits)
    made = apply_edits(text, ready) if ready else None
    if not ready or made is None or repeats(made, text):
        return None
    return Contradiction(made, kind, rule, cue_of(text, ready))
