"""The opposite word: "a cheap hotel" -> "an expensive hotel", "accepted" -> "rejected"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import Use, compared, opposite
from pipeline.negation.english.edits import Edit, exchange, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.kinds.direction import EXTREMES, bare_noun
from pipeline.negation.kinds.scene import Scene, is_named

if TYPE_CHECKING:
    from spacy.tokens import Token

VERB_TAGS = frozenset(("VB", "VBZ", "VBP", "VBD", "VBN", "VBG"))


def opposite_quality(scene: Scene) -> Iterator[list[Edit]]:
    """ "The soup was hot" -> "The soup was cold"; the predicate's adjective."""
    for token in scene.asserted():
        if token.tag_ != "JJ" or token.dep_ != "acomp" or token.i < token.head.i:
            continue
        # "two metres deep", "good at chess", "due to rain", "warm and dry": not that word alone.
        if any(c.dep_ not in ("advmod", "punct") for c in token.children):
            continue
        # "as cold as", "so small that", "too late to"
        if any(c.lower_ in ("as", "so", "too", "enough", "how") for c in token.children):
            continue
        if (new := opposite(token.lower_, "a", "behind")) is not None:
            yield exchange(token, new)


def opposite_modifier(scene: Scene) -> Iterator[list[Edit]]:
    """ "They live in a small house" -> "They live in a large house"."""
    for token in scene.asserted():
        if token.dep_ != "amod" or token.i > token.head.i or is_named(token):
            continue
        noun = token.head
        if noun.i - token.i > 2 or _is_compound(token):
            continue
        if token.tag_ == "JJ":
            new = opposite(token.lower_, "a", "front", noun.lower_)
        else:
            new = compared(token.lower_, token.tag_) if token.tag_ == "JJR" else None
        if new is not None:
            yield exchange(token, new)


def opposite_verb(scene: Scene) -> Iterator[list[Edit]]:
    """ "The council accepted the plan" -> "The council rejected the plan"."""
    clause = scene.clause
    if clause is None or not scene.is_open or clause.conjuncts or clause.subject is None:
        return
    verb = clause.verb
    if any(c.dep_ in ("prt", "xcomp", "ccomp", "dative", "acomp", "oprd") for c in verb.children):
        return  # "give up", "want to go": the verb alone does not carry the meaning
    # "co-founded"; "is found in Peru" says where it lives.
    if verb.i and verb.nbor(-1).text == "-":
        return
    passive = any(c.dep_ == "nsubjpass" for c in verb.children)
    if passive and bare_form(verb.text) in ("find", "lose", "like"):
        return
    # "fell to a new low"
    if any(t.lower_ in EXTREMES for t in verb.subtree):
        return
    tag = clause.tag if not clause.auxiliaries else str(verb.tag_)
    use = _use(verb)
    if tag not in VERB_TAGS or use is None:
        return
    # "Shares close lower" as they may have opened.
    traded = bare_noun(clause.subject) in ("stock", "share", "market", "bond", "yen", "dollar")
    if traded and bare_form(verb.text) in ("open", "close", "begin", "end", "start"):
        return
    if (new := opposite(bare_form(verb.text), "v", use)) is not None:
        yield [replace(verb, new if tag in ("VB", "VBP") else inflected(new, tag))]


def opposite_manner(scene: Scene) -> Iterator[list[Edit]]:
    """ "She spoke loudly" -> "She spoke quietly"."""
    for token in scene.asserted():
        if token.tag_ != "RB" or token.dep_ != "advmod" or token.head.i != scene.head.i:
            continue
        if not token.head.tag_.startswith("V") or any(True for _ in token.children):
            continue
        if token.i + 1 < len(token.doc) and token.nbor(1).lower_ in ("as", "than", "enough"):
            continue
        if (new := opposite(token.lower_, "r", "behind")) is not None:
            yield [replace(token, new)]


def opposite_noun(scene: Scene) -> Iterator[list[Edit]]:
    """ "The vote was a victory" -> "The vote was a defeat"."""
    for token in scene.asserted():
        if token.tag_ not in ("NN", "NNS") or token.dep_ not in ("dobj", "attr", "pobj", "ROOT"):
            continue
        # "trade surplus" is as good, "success story" is not: its head is another word.
        if is_named(token) or any(c.dep_ == "conj" for c in token.children):
            continue
        lemma = bare_noun(token)
        if (new := opposite(lemma, "n", "noun")) is not None:
            yield exchange(token, inflected(new, "NNS") if token.tag_ == "NNS" else new)


def _use(verb: Token) -> Use | None:
    relations = {c.dep_ for c in verb.children}
    if any(c.dep_ == "prep" and c.lower_ in ("as", "of", "for", "on") for c in verb.children) and (
        "dobj" not in relations
    ):
        return None  # "act as", "approve of", "look for"
    if relations & {"dobj", "nsubjpass"}:
        return "object"
    return "phrase" if "prep" in relations else "alone"


def _is_compound(token: Token) -> bool:
    """ "a high-speed train", "the old and new halls", "a cold, wet day"."""
    doc, i = token.doc, token.i
    if any(t.text in ("-", "–", "/") for t in doc[max(i - 1, 0) : i + 2]):
        return True
    if any(c.dep_ in ("conj", "cc") for c in token.children) or token.dep_ == "conj":
        return True
    if any(c.lower_ in ("as", "so", "too", "how", "enough", "such") for c in token.children):
        return True
    # "such a small house", "as small a house"
    return any(c.lower_ in ("such", "as") for c in token.head.children)
