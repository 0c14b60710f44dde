"""Participles that say how something is, not what is done to it: "The museum is closed".

The parser reads them as passives. As states they have opposites, as adjectives do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

# Words that are states far more often than deeds.
STATES = frozenset(
    "closed shut locked broken married occupied damaged deserted crowded restricted licensed armed"
    " inhabited uninhabited manned unmanned unoccupied unmarried registered".split()
)
PRESENT = frozenset("is are am 's ’s 're ’re 'm ’m".split())
PAST = frozenset(("was", "were"))
# "is closed on Mondays", "is closed to visitors": how it is then, or for them.
WHEN = frozenset("on during throughout".split())
SHUT = frozenset(("closed", "shut"))
WHEN_SHUT = WHEN | {"in", "at", "to"}
# "is closed again", "is currently closed"
LASTING = frozenset(
    "now today currently still often usually always also generally normally again here there"
    " temporarily permanently".split()
)
PARTS = frozenset(("auxpass", "nsubjpass", "nsubj", "punct", "neg", "mark", "det"))


def state_of(clause: Clause) -> Token | None:
    """The participle of a clause that describes a state; None for a passive.

    An agent, a manner or a date shows a deed: "was closed by the police", "was closed in 1990".
    """
    finite, word = clause.finite, clause.verb
    if finite is None or finite.lower_ not in PRESENT | PAST or len(clause.auxiliaries) > 1:
        return None
    if not clause.auxiliaries:
        word = next((c for c in finite.rights if c.dep_ == "acomp" and c.tag_ == "VBN"), finite)
    if word.lower_ not in STATES:
        return None
    past = finite.lower_ in PAST
    around = (c for c in (*finite.children, *word.children) if c not in (finite, word))
    fits = all(c.dep_ in PARTS or _is_of_state(c, word, past=past) for c in around)
    return word if fits else None


def _is_of_state(child: Token, word: Token, *, past: bool) -> bool:
    if child.dep_ == "advmod":
        return child.lower_ in LASTING and not (past and child.lower_ == "again")
    if past or child.dep_ not in ("prep", "npadvmod"):
        return False
    # "is closed in 1990", told in the present
    dated = any(t.tag_ == "CD" for t in child.subtree)
    fitting = WHEN_SHUT if word.lower_ in SHUT else WHEN
    return not dated and (child.dep_ == "npadvmod" or child.lower_ in fitting)
