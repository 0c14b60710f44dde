"""The negated opposite of an adjective, and the way back: "is closed" and "is not open".

These paraphrases lose or gain a negating word. Without them an encoder learns from the triples
that "not" by itself changes the meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import is_affixed
from pipeline.negation.english.edits import Edit, delete, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import BE, DO_FORMS, DOES, HAVE, UNCONTRACTED
from pipeline.negation.kinds.checks.reliance import NEEDING
from pipeline.negation.kinds.facts.nouns import is_somebody
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.states import state_of
from pipeline.negation.reading.structure import Clause, clause_of
from pipeline.rephrasing.denial.opposites import Nearness, asserted, denied
from pipeline.rephrasing.pieces.phrases import SCOPE, word_after

if TYPE_CHECKING:
    from spacy.tokens import Token

# "can be closed" does not exclude that it is open; "cannot be open" does.
FIRM = frozenset("will would may might must should 'll ’ll wo".split())
SEEMING = frozenset(("seem", "look", "appear", "sound", "feel"))
# After these, a negation reaches beyond the adjective.
WIDE = frozenset("because since so as than too enough to for about with of from by".split())
# Prepositions of time and place, whose phrases belong to the clause,
AROUND = frozenset("in on at during until after before".split())
# except after these, to which they belong: "present at the start".
GOVERNING = frozenset(
    "present absent guilty innocent good bad rich poor strong weak slow fast right wrong".split()
)
# Their opposite takes another preposition: "dependent on", "independent of".
OTHERWISE = frozenset(("dependent", "independent"))
# Adverbs before the adjective that the negation leaves as they are: "is also not open".
NEUTRAL = frozenset(
    "also currently usually often sometimes probably certainly clearly now then therefore thus"
    " however generally normally typically reportedly apparently presumably still".split()
)
# Dependents that a participle does not have if it describes a state.
OF_EVENTS = frozenset(("agent", "npadvmod", "prep", "advcl", "xcomp"))


def denied_opposite(scene: Scene) -> Iterator[list[Edit]]:
    """ "The shop is closed" -> "The shop is not open", and back."""
    yield from _rewritten(scene, "complementary")


def denied_degree(scene: Scene) -> Iterator[list[Edit]]:
    """ "It was cheap" -> "It was not expensive", and back: near, but the denial says less."""
    yield from _rewritten(scene, "gradable")


def _rewritten(scene: Scene, nearness: Nearness) -> Iterator[list[Edit]]:
    # "is not cheap any longer": without "not", nothing would negate "any".
    if scene.is_question or scene.has(NEEDING):
        return
    for clause in _clauses(scene):
        if clause.subject is None or clause.inverted or clause.verb.i in scene.enclosed:
            continue
        word = _predicate(clause)
        if word is None or _is_bound(scene, clause, word):
            continue
        with_or_without = _without_not if clause.negators else _with_not
        made = with_or_without(clause, word, nearness)
        if made is not None:
            yield made
            return


def _clauses(scene: Scene) -> Iterator[Clause]:
    """The main clause and its subordinate clauses that say how something is: equivalence holds in
    conditions, reports and relative clauses too."""
    if scene.clause is not None:
        yield scene.clause
    for verb in scene.doc:
        below = verb.i != scene.head.i and verb.tag_.startswith("V")
        # "makes me feel sad" has no place for a "do not".
        below &= verb.tag_ != "VB" or any(c.dep_ == "aux" for c in verb.lefts)
        if below and any(c.dep_ == "acomp" for c in verb.rights):
            yield clause_of(verb)


def _predicate(clause: Clause) -> Token | None:
    """The predicate adjective, or a participle that describes a state."""
    verb = clause.verb
    if any(t.lower_ not in FIRM | HAVE | BE for t in clause.auxiliaries):
        return None if bare_form(verb.text) not in SEEMING else _complement(verb)
    if verb.lower_ in BE or bare_form(verb.text) in SEEMING:
        return _complement(verb)
    # "The shop is closed on Mondays", parsed as a passive
    if (lasting := state_of(clause)) is not None:
        return lasting
    state = [t for t in clause.auxiliaries if t.dep_ == "auxpass" and t.lower_ in BE]
    if not state or len(clause.auxiliaries) > 1 or any(c.dep_ in OF_EVENTS for c in verb.children):
        return None
    return verb


def _complement(verb: Token) -> Token | None:
    found = [c for c in verb.children if c.dep_ in ("acomp", "oprd") and c.i > verb.i]
    return found[0] if len(found) == 1 and found[0].tag_ in ("JJ", "VBN", "RB", "VBD") else None


def _is_bound(scene: Scene, clause: Clause, word: Token) -> bool:
    """Whether the word is modified or quantified, so that it cannot be exchanged alone."""
    subject, verb = clause.subject, clause.verb
    if subject is None or clause.conjuncts or word.i in scene.enclosed:
        return True
    # "what's wrong" asks for the fault; "you are safe here" is not about danger from you.
    if subject.lower_ == "what" or (word.lower_ == "safe" and is_somebody(subject)):
        return True
    if any(t.lower_ in SCOPE for t in subject.subtree):
        return True
    if any(
        c.dep_ not in ("punct", "prep", "xcomp", "ccomp", "aux", "auxpass", "nsubjpass", "neg")
        and c.lower_ not in NEUTRAL
        for c in word.children
        if c != subject
    ):
        return True
    # Next to the word or the verb: "very", "always", "because".
    for child in (*verb.children, *word.children):
        if child.lower_ in (SCOPE - {"not"}) | {"because", "so"} or child.dep_ in ("cc", "conj"):
            return True
        if child.dep_ == "advmod" and child.lower_ not in NEUTRAL and child.i < word.i:
            return True
        if child.dep_ == "advcl" and any(t.lower_ in WIDE for t in child.lefts):
            return True
    between = word.doc[verb.i + 1 : word.i]
    return any(t.lower_ not in NEUTRAL and t.dep_ != "neg" and t != subject for t in between)


def _goes_on(word: Token, other: str) -> bool:
    """Whether the words after it depend on this very word: "open to ideas", "present at the
    start"."""
    following = word_after(word)
    if following is None:
        return False
    if word.lower_ in OTHERWISE:
        return following.tag_ == "IN"
    if is_affixed(word.lower_, other):
        return False
    if following.lower_ in AROUND and word.lower_ not in GOVERNING:
        return False
    return following.lower_ in WIDE or following.tag_ == "IN"


def _with_not(clause: Clause, word: Token, nearness: Nearness) -> list[Edit] | None:
    other = denied(word.lower_, nearness)
    if other is None or _goes_on(word, other):
        return None
    verb, finite = clause.verb, clause.finite
    if finite is None:
        return None
    if bare_form(verb.text) in SEEMING and verb.lower_ not in BE:
        if clause.auxiliaries or clause.tag not in DOES:
            return None
        denied_verb = f"{DOES[clause.tag]} not {bare_form(verb.text)}"
        return [replace(verb, denied_verb), replace(word, other)]
    if clause.auxiliaries and clause.verb != word:
        # "has not been open", "will not be open"; "must be slow" is a conclusion, "must not be
        # fast" a prohibition.
        first = clause.auxiliaries[0]
        if first.lower_ == "must" and nearness == "gradable":
            return None
        return [replace(first, f"{first.text} not"), replace(word, other)]
    if any(t.lower_ == "still" for t in word.doc[finite.i : word.i]) and nearness == "gradable":
        return None
    return [replace(word, f"not {other}")]


def _without_not(clause: Clause, word: Token, nearness: Nearness) -> list[Edit] | None:
    other = asserted(word.lower_, nearness)
    if other is None or len(clause.negators) != 1 or _goes_on(word, other):
        return None
    negator, verb = clause.negators[0], clause.verb
    if negator.lower_ not in ("not", "n't", "n’t") or negator.i == 0:
        return None
    first = negator.nbor(-1)
    if first.lower_ in DO_FORMS and bare_form(verb.text) in SEEMING:
        tag = DO_FORMS[first.lower_]
        form = verb.text if tag == "VBP" else inflected(bare_form(verb.text), tag)
        return [delete(first, negator), replace(verb, form), replace(word, other)]
    if first.lower_ == "ai":
        return None
    whole = UNCONTRACTED.get(first.lower_)
    mended = [replace(first, whole)] if whole else []
    return [*mended, _cut(negator), replace(word, other)]


def _cut(negator: Token) -> Edit:
    """Remove "not" with its space, or "n't" alone."""
    if negator.lower_ == "not":
        return delete(negator)
    return Edit(negator.idx, negator.idx + len(negator.text), "")
