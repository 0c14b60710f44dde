"""Other frequencies and amounts: "often" -> "infrequently", "many" -> "only a few"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.kinds.facts.limits import DENYING
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.neighbour import lower_after

if TYPE_CHECKING:
    pass

# "may often be": what may often be may also rarely be.
NOT_OFTEN = frozenset("may might can could would should".split())


def none_for_number(scene: Scene) -> Iterator[list[Edit]]:
    """ "Five killed in a fire" -> "None killed in a fire"; only in headlines."""
    doc = scene.doc
    if len(doc) < 4 or doc[0].tag_ != "CD" or doc[1].tag_ not in ("VBN", "VBD"):
        return
    if not any(t.lower_ in DENYING for t in doc) and doc[-1].text not in (".", "?", "!"):
        yield [replace(doc[0], "None")]


BEFORE_MANY = frozenset("as the a an quite very only so too how".split())
SELDOM = ("infrequently", "only occasionally")
HOW_OFTEN = {
    **dict.fromkeys(
        "often usually frequently commonly typically generally normally always".split(), SELDOM
    ),
    "rarely": ("often",),
    "seldom": ("often",),
}


def other_frequency(scene: Scene) -> Iterator[list[Edit]]:
    """ "He often writes" -> "He infrequently writes"; only next to the main verb."""
    clause = scene.clause if scene.has(HOW_OFTEN) else None
    if clause is None or clause.subject is None or clause.conjuncts or scene.is_question:
        return
    if clause.negators or any(t.lower_ in NOT_OFTEN for t in clause.auxiliaries):
        return
    for token in clause.verb.children:
        if (
            token.lower_ not in HOW_OFTEN
            or token.dep_ != "advmod"
            or any(True for _ in token.lefts)
        ):
            continue
        behind = scene.tokens[token.i + 1 : token.i + 2]
        before_aux = any(t.dep_ in ("aux", "auxpass") for t in behind)
        near = abs(token.i - clause.verb.i) == 1 or before_aux
        others = (DENYING | frozenset(HOW_OFTEN)) & scene.words - {token.lower_}
        # "Generally, it is cold" modifies the sentence.
        if near and token.i > 0 and not others:
            options = HOW_OFTEN[token.lower_]
            # "It is often best": "infrequently" goes with verbs alone.
            verbal = any(t.tag_.startswith("V") for t in scene.tokens[token.i + 1 : token.i + 2])
            yield [replace(token, scene.choice(token, options if verbal else options[-1:]))]


def other_amount(scene: Scene) -> Iterator[list[Edit]]:
    """ "It has many branches" -> "It has only a few branches"."""
    if scene.is_question or scene.is_denied or not scene.has(("many", "numerous", "few")):
        return
    for token in scene.tokens:
        if token.lower_ not in ("many", "numerous", "few") or token.dep_ != "amod":
            continue
        noun = token.head
        if noun.tag_ != "NNS" or noun.dep_ not in ("dobj", "attr") or token.i == 0:
            continue
        # "a few", "as many as", "so many", "how many", "many other"
        before, after = token.nbor(-1), lower_after(token)
        bare = before.dep_ not in ("det", "advmod", "poss") and before.lower_ not in BEFORE_MANY
        # "has many scenes; critics called it crude"
        bare = bare and ";" not in scene.words
        plain = bare and after not in ("as", "more", "other", "such", "different")
        joined = scene.clause is not None and bool(scene.clause.conjuncts)
        if plain and noun.head.i == scene.head.i and not joined:
            yield [replace(token, "many" if token.lower_ == "few" else "only a few")]
