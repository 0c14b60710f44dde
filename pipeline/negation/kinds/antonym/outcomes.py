"""The opposite of a noun: "The vote was a victory" -> "The vote was a defeat"."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.negation.english.antonyms import is_listed, opposite
from pipeline.negation.english.edits import Edit, exchange
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.scene import Scene

# The results of what people do: "after the victory", "in defeat".
EVENTS = frozenset("victory defeat success failure arrival departure profit loss".split())
WITH_RESULT = frozenset(
    "win score claim secure celebrate achieve gain clinch earn record suffer concede".split()
)
AFTER = frozenset("after before since until".split())
REPORTING_SUMS = frozenset("post report make have show see expect announce forecast".split())
# "gathered allies", "shook hands with his friend": of persons, only what somebody is.
OF_PERSONS = frozenset("ally enemy friend supporter opponent".split())
# What is said of one of these seldom goes with its opposite.
ONE_SIDED = frozenset("friend enemy criticism praise success failure".split())


def opposite_noun(scene: Scene) -> Iterator[list[Edit]]:
    """ "The vote was a victory" -> "The vote was a defeat"."""
    for token in scene.asserted():
        relation = scene.relations[token.i]
        if relation not in ("dobj", "attr", "pobj", "ROOT") or token.tag_ not in ("NN", "NNS"):
            continue
        lemma = bare_noun(token)
        if not is_listed(lemma, "n"):
            continue
        # "a wealth of old houses": many
        if lemma == "wealth" and any(c.lower_ == "of" for c in token.rights):
            continue
        # "trade surplus" is fine, "success story" is not: its head is another word.
        if is_named(token) or any(c.dep_ in ("conj", "acl") for c in token.children):
            continue
        if token.dep_ == "dobj" and bare_form(token.head.text) in WITH_RESULT:
            continue  # "won a victory", "suffered a defeat"
        # "There have been criticisms": praise is not counted.
        if token.lower_ == "criticisms":
            continue
        # "close friends", "sworn enemies", "harsh criticism", "had better success"
        if lemma in ONE_SIDED and any(c.dep_ == "amod" for c in token.children):
            continue
        # "rebutted the criticism", "brought wealth": the verb fits one side alone.
        if token.dep_ == "dobj" and bare_form(token.head.text) not in REPORTING_SUMS:
            continue
        # "friends who founded a club": enemies do not.
        told = any(c.dep_ == "relcl" for c in token.children)
        if lemma in OF_PERSONS and (told or token.dep_ != "attr"):
            continue
        # "an ally in his rise": what they did for him
        behind = token.doc[token.i + 1 : token.i + 2]
        if lemma in OF_PERSONS and any(t.lower_ == "in" for t in behind):
            continue
        if token.dep_ == "pobj" and (lemma not in EVENTS or token.head.lower_ not in AFTER):
            continue
        new = opposite(lemma, "n", "noun")
        if new is not None and new not in scene.words:
            yield exchange(token, inflected(new, "NNS") if token.tag_ == "NNS" else new)
