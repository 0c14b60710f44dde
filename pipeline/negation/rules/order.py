"""The rules, tried in order: each gives the edits that negate a clause, or None if it does not
apply. Changing what a rule does needs a new version in its name."""

from __future__ import annotations

from collections.abc import Callable

from pipeline.negation.english.edits import Edit
from pipeline.negation.reading.structure import Clause
from pipeline.negation.rules.amounts import amount
from pipeline.negation.rules.contrast import contrast
from pipeline.negation.rules.fragments import infinitive
from pipeline.negation.rules.orders import imperative, lets
from pipeline.negation.rules.positive import (
    existing_negation,
    negative_opening,
    negative_word,
)
from pipeline.negation.rules.questions import inversion
from pipeline.negation.rules.subjects import quantifier
from pipeline.negation.rules.verbal import (
    auxiliary,
    copula,
    do_support,
    elliptic,
    no_longer,
    participle,
)

Rule = Callable[[Clause, str], list[Edit] | None]

RULES: dict[str, Rule] = {
    # These remove a negation that is there already; any rule below would add a second one.
    "negative_opening.v1": lambda clause, _: negative_opening(clause),
    "contrast.v1": lambda clause, _: contrast(clause),
    "existing_negation.v1": lambda clause, _: existing_negation(clause),
    "negative_word.v1": lambda clause, _: negative_word(clause),
    # An order may have an auxiliary ("Please be seated"), which takes no "not".
    "lets.v1": lets,
    "imperative.v1": imperative,
    # "Thousands did not march" would be about others, and "All are not here" about some.
    "amount.v1": amount,
    "infinitive.v1": lambda clause, _: infinitive(clause),
    "quantifier.v1": quantifier,
    # In a question "not" follows the subject ("Are you not driving?"), otherwise the verb.
    "inversion.v1": inversion,
    # "No longer" rather than "not still".
    "still.v1": no_longer,
    # The verb decides where "not" stands. The last rule would make "does not be" of a copula.
    "auxiliary.v1": auxiliary,
    "copula.v1": copula,
    "participle.v1": participle,
    "elliptic.v1": elliptic,
    "do_support.v1": do_support,
}
"""Name with version -> rule, in the order in which they are tried."""
