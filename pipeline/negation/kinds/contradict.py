"""The contradictions of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, apply_edits, cue_of, repeats, settled
from pipeline.negation.failed import tried
from pipeline.negation.kinds.checks.reliance import relied_on
from pipeline.negation.kinds.facts.scene import Scene, no_names
from pipeline.negation.kinds.kind import Contradiction, Kind
from pipeline.negation.kinds.table import KINDS, OF_CLAUSE, SCOPE, SHORTENED
from pipeline.negation.reading.parsed import Parsed
from pipeline.negation.reading.shortened import shortened
from pipeline.negation.reading.standalone import Role, standing_alone

if TYPE_CHECKING:
    from spacy.tokens import Doc

UNFIT: Mapping[Role, frozenset[str]] = {
    Role.STATES: frozenset(),
    Role.TIMES: frozenset(("antonym",)),
    Role.DEFINES: frozenset(("antonym", "lexical", "roles")),
}
"""Role of a clause -> kinds that do not suit it: who arrived then may have left later."""


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
        At most one text per rule, in the order of `KINDS`; no text twice. If there is none, or only
        those of `scope`, also those of the main clause alone; if there is none of these either, of
        the first other clause that has one.
    """
    if not _is_sound(sentence):
        return []
    found = _found(sentence, kinds, names)
    # `scope` denies a part and leaves the main clause as it is.
    if any(one.kind != SCOPE for one in found):
        return found
    rest = [kind for kind in kinds if kind != SCOPE]
    shorter = shortened(sentence)
    if shorter is not None and _is_sound(shorter):
        made = _found(shorter, rest, names)
        if made:
            return found + [replace(one, rule=SHORTENED + one.rule) for one in made]
    for alone in standing_alone(sentence):
        if not _is_sound(alone.sentence):
            continue
        fit = [kind for kind in rest if kind not in UNFIT[alone.role]]
        made = _found(alone.sentence, fit, names)
        if made:
            return found + [replace(one, rule=OF_CLAUSE + one.rule) for one in made]
    return found


def _is_sound(sentence: Parsed) -> bool:
    """Whether a text is a whole sentence whose parse may be right."""
    if len(sentence.doc) < 3 or sentence.is_misparsed:
        return False
    return not (sentence.is_cut_off or sentence.is_damaged)


def _found(
    sentence: Parsed, kinds: Sequence[str], names: Callable[[Doc], Mapping[int, str]]
) -> list[Contradiction]:
    """The contradictions of one parse, as `contradictions` returns them."""
    scene = Scene(sentence, names)
    found: dict[str, Contradiction] = {}
    for kind, rule in _rules(tuple(kinds), plain=sentence.is_plain):
        made = tried(rule, _first_new, scene, kind, rule, found)
        if made is not None:
            found[made.text] = made
    return list(found.values())


@cache
def _rules(kinds: tuple[str, ...], *, plain: bool) -> Sequence[tuple[Kind, str]]:
    """The rules of some kinds, by name, that a sentence may have which is plain or not."""
    return [
        (kind, rule)
        for kind in KINDS
        if kind.name in kinds
        for rule in kind.rules
        if plain or not kind.plain or rule in kind.anywhere
    ]


def _first_new(scene: Scene, kind: Kind, rule: str, found: Container[str]) -> Contradiction | None:
    """The first contradiction that a rule makes and whose text no other rule has made."""
    for edits in kind.rules[rule](scene):
        if relied_on(scene, edits, turns=kind.turns, denies=kind.denies):
            continue
        made = _made(scene.text, kind.name, rule, edits)
        if made is not None and made.text not in found:
            return made
    return None


def _made(text: str, kind: str, rule: str, edits: list[Edit]) -> Contradiction | None:
    ready = settled(text, edits)
    made = apply_edits(text, ready) if ready else None
    if not ready or made is None or repeats(made, text):
        return None
    return Contradiction(made, kind, rule, cue_of(text, ready))
