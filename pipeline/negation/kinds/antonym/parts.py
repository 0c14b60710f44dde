"""A part said to be apart: "is a part of Odda" -> "is separate from Odda"."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.negation.english.edits import Edit, end_of, replace
from pipeline.negation.english.inflection import inflected
from pipeline.negation.english.lexicon import BE
from pipeline.negation.kinds.checks.certain import is_certain
from pipeline.negation.kinds.checks.grounds import gives_grounds
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.negation.kinds.facts.scene import Scene

# With a size a part is told from others: "a small part of the hall".
SIZES = frozenset("large small big great major minor tiny huge first last only same main".split())
LASTING = {**dict.fromkeys(("become", "became"), "remain"), "becomes": "remain"}


def apart(scene: Scene) -> Iterator[list[Edit]]:
    """ "The isle is a part of Odda" -> "The isle is separate from Odda"; "became part of" too."""
    clause = scene.clause
    if "part" not in scene.words or clause is None or clause.subject is None:
        return
    if not scene.is_open or clause.conjuncts:
        return
    verb = clause.verb
    became = LASTING.get(verb.lower_)
    if verb.lower_ not in BE and became is None:
        return
    if clause.inverted or scene.adds or gives_grounds(scene) or not is_certain(clause.subject):
        return
    part = next((c for c in verb.rights if c.dep_ == "attr" and c.lower_ == "part"), None)
    if part is None or part.left_edge.i != verb.i + 1 or part.i + 1 >= len(scene.doc):
        return
    # "is a part of the film that": a part that is told from others
    of = part.nbor(1)
    if of.lower_ != "of" or any(c.dep_ in ("relcl", "conj", "acl") for c in part.children):
        return
    whole = next((c for c in of.children if c.dep_ == "pobj"), None)
    if whole is None or not (is_named(whole) or is_certain(whole)):
        return
    if any(c.lower_ in SIZES or c.tag_ == "CD" for c in part.lefts):
        return
    changed = Edit(part.left_edge.idx, end_of(of), "separate from")
    if became is None:
        yield [changed]
    else:
        yield [replace(verb, inflected(became, verb.tag_)), changed]
