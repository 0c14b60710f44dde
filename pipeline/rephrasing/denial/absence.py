"""Two ways to say that there is none: "has no car" and "does not have any car"."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.negation.english.edits import Edit, delete, end_of, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE_FINITE, DO_FORMS, DOES
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.rephrasing.pieces.phrases import conjugated, word_after


def not_any(scene: Scene) -> Iterator[list[Edit]]:
    """ "She has no car" -> "She does not have any car"; "there is no" -> "there is not any"."""
    clause = scene.clause
    if clause is None or clause.negators or clause.conjuncts or clause.inverted:
        return
    verb = clause.verb
    found = [t for t in verb.doc if t.lower_ == "no" and t.dep_ == "det"]
    if len(found) != 1 or verb.i + 1 != found[0].i or clause.auxiliaries or scene.is_question:
        return
    no = found[0]
    # "no longer", "no one", "no more than" do not say how many things there are.
    noun = no.head
    if noun.head != verb or noun.tag_ not in ("NN", "NNS") or noun.i > no.i + 3:
        return
    if any(c.dep_ in ("cc", "conj") for c in noun.children) or noun.lower_ == "one":
        return
    if verb.lower_ in BE_FINITE and any(c.dep_ == "expl" for c in verb.lefts):
        yield [replace(no, "not any")]
    elif noun.dep_ == "dobj" and clause.subject is not None and clause.tag in DOES:
        bare = bare_form(verb.text)
        yield [replace(verb, f"{DOES[clause.tag]} not {bare}"), replace(no, "any")]


def no_thing(scene: Scene) -> Iterator[list[Edit]]:
    """ "She does not have any car" -> "She has no car"."""
    clause = scene.clause
    if clause is None or len(clause.negators) != 1 or clause.conjuncts or clause.inverted:
        return
    verb, negator = clause.verb, clause.negators[0]
    any_ = word_after(verb)
    if any_ is None or any_.lower_ != "any" or any_.dep_ != "det" or any_.head.dep_ != "dobj":
        return
    if sum(t.lower_ == "any" for t in verb.doc) > 1 or any_.head.tag_ not in ("NN", "NNS"):
        return
    if any(c.dep_ in ("cc", "conj") for c in any_.head.children):
        return
    tag = DO_FORMS.get(clause.auxiliaries[0].lower_) if len(clause.auxiliaries) == 1 else None
    does = clause.auxiliaries[0] if clause.auxiliaries else verb
    if tag is None or negator.i != does.i + 1 or verb.i != negator.i + 1:
        return
    form = conjugated(bare_form(verb.text), tag)
    yield [delete(does, negator), Edit(verb.idx, end_of(any_), f"{form} no")]
