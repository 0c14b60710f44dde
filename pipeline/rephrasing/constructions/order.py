"""Two coordinated phrases or clauses in the other order: "bread and butter", "butter and bread"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.inflection import bare_form, is_noun
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.rephrasing.pieces.phrases import (
    inside,
    is_finite,
    is_plain,
    opening,
    subject_of,
    until_end,
    whole,
    word_after,
)

if TYPE_CHECKING:
    from spacy.tokens import Token

# Words of pairs that have a fixed order.
FIXED = frozenset(
    "lady ladies husband man men salt bread fish law trial bed cause supply research arts science"
    " food room black male boy boys mother father king bride brother rock rhythm knife life death"
    " birth day night head hand body mind heart time size shape profit import terms pros war trade"
    " stock wear hide cat cats cut ups odds peace health safety".split()
)

TURNED_LINKS = {"while": "while", "whereas": "whereas", "before": "after", "after": "before"}
# Pronouns refer to a noun before them; in front of it, they refer to another one.
REFERRING = frozenset(("PRP", "PRP$", "WDT", "WP"))
MEASURES = frozenset("yards points goals runs wickets rebounds touchdowns assists".split())
STATES = frozenset("be have live stay know own seem remain belong believe want like need".split())


def turned_pair(scene: Scene) -> Iterator[list[Edit]]:
    """ "They sell shoes and hats" -> "They sell hats and shoes"."""
    edits: list[Edit] = []
    for first in scene.doc[:-2]:
        second = _partner(first)
        if second is None or first.i in scene.enclosed or (edits and first.idx < edits[-1].stop):
            continue
        edits += [
            Edit(first.idx, end_of(first), second.text),
            Edit(second.idx, end_of(second), first.text),
        ]
    if edits:
        yield edits


def turned_phrases(scene: Scene) -> Iterator[list[Edit]]:
    """ "They have a dog and two cats" -> "They have two cats and a dog"."""
    for first in scene.doc:
        second = _other_phrase(first)
        if second is None or first.i in scene.enclosed:
            continue
        one = scene.doc[first.left_edge.i : first.i + 1]
        other = scene.doc[second.left_edge.i : second.i + 1]
        text = opening(other.text) if one.start == 0 else other.text
        yield [Edit(one[0].idx, end_of(second), f"{text} and {inside(one)}")]
        return


def turned_clauses(scene: Scene) -> Iterator[list[Edit]]:
    """ "A man sings while a girl dances" -> "A girl dances while a man sings"."""
    clause, doc = scene.clause, scene.doc
    if clause is None or clause.subject is None or clause.inverted or scene.is_question:
        return
    found = next((t for t in doc if t.lower_ in TURNED_LINKS and t.i > clause.verb.i), None)
    if found is None or clause.negators or clause.conjuncts or not is_plain(doc):
        return
    verb = found.head
    if verb.dep_ != "advcl" or verb.head != clause.verb or verb.left_edge != found:
        return
    one, other = doc[: found.i], until_end(doc, found.i + 1)
    if not _is_whole(verb) or verb.right_edge.i != other[-1].i or one.start != 0:
        return
    if any(t.text == "," or t.tag_ in REFERRING or t.dep_ == "neg" for t in doc):
        return
    link = TURNED_LINKS[found.lower_]
    if link != found.lower_ and not (_is_event(clause.verb) and _is_event(verb)):
        return
    # "is used while a swimmer is diving" contrasts what always holds and what goes on.
    if (clause.verb.tag_ == "VBG") != (verb.tag_ == "VBG") or _goes_on(clause.verb) != _goes_on(
        verb
    ):
        return
    # "provided no evidence while the results were great": "while" means "although".
    if link == "while" and any(bare_form(v.text) in STATES for v in (clause.verb, verb)):
        return
    if one[-1].pos_ in ("ADV", "NUM") or one[-1].dep_ == "npadvmod":
        return  # "long before", "two days after"
    yield whole(doc, f"{opening(other.text)} {link} {inside(one)}")


def _goes_on(verb: Token) -> bool:
    """ "is singing", "was being built"."""
    return verb.tag_ == "VBG" or any(c.lower_ == "being" for c in verb.lefts)


def _is_whole(verb: Token) -> bool:
    """Whether a clause has a subject and a finite verb of its own."""
    return subject_of(verb) is not None and is_finite(verb)


def _is_event(verb: Token) -> bool:
    """Whether something happened, once and in the simple past: "left", not "was ill"."""
    helped = any(c.dep_ in ("aux", "auxpass") for c in verb.children)
    return verb.tag_ == "VBD" and not helped and bare_form(verb.text) not in STATES


def _other_phrase(first: Token) -> Token | None:
    """The other of two phrases joined by "and", each with its own article or number."""
    joined = [c for c in first.children if c.dep_ == "conj"]
    link = [c for c in first.children if c.dep_ == "cc"]
    if len(joined) != 1 or len(link) != 1 or first.dep_ in ("conj", "compound", "appos", "nmod"):
        return None
    (second,), (and_,) = joined, link
    # "Here is a fork and two spoons": the verb has the number of the first.
    if first.tag_ != second.tag_ and first.dep_ in ("nsubj", "attr") and first.i > first.head.i:
        return None
    if and_.lower_ != "and" or not (_is_own(first, {second, and_}) and _is_own(second, set())):
        return None
    if and_.i != first.i + 1 or second.left_edge.i != and_.i + 1 or second.right_edge != second:
        return None
    # "passes for 260 yards and 1 touchdown"
    if first.lower_ in MEASURES or second.lower_ in MEASURES:
        return None
    if any(t.tag_ == "PRP$" for t in second.subtree):
        return None  # "Ada and her son"
    before = first.left_edge
    if before.i and before.nbor(-1).lower_ in ("between", "both", "of", ","):
        return None
    after = word_after(second)
    ends = after is None or after.is_punct or after.dep_ in ("aux", "auxpass", "ROOT")
    return second if ends and (after is None or after.text not in (",", "-", "'")) else None


def _is_own(noun: Token, besides: set[Token]) -> bool:
    """Whether a noun has its own article or number, and no modifier behind it."""
    if noun.tag_ not in ("NN", "NNS"):
        return False
    own = [c for c in noun.children if c not in besides]
    plain = all(c.dep_ in ("det", "nummod", "amod", "compound") and c.i < noun.i for c in own)
    counted = [c for c in own if c.lower_ in ("a", "an", "the") or c.dep_ == "nummod"]
    return plain and len(counted) == 1 and noun.left_edge == counted[0]


def _partner(first: Token) -> Token | None:
    """The other of two bare plural or mass nouns without any modifier."""
    if first.tag_ not in ("NNS", "NN") or is_named(first) or first.lower_ in FIXED:
        return None
    and_ = first.nbor(1)
    if and_.lower_ not in ("and", "or") or and_.dep_ != "cc" or and_.head != first:
        return None
    joined = [c for c in first.children if c.dep_ == "conj"]
    second = word_after(and_)
    if second is None or joined != [second] or second.tag_ != first.tag_ or is_named(second):
        return None
    if any(c.dep_ != "cc" for c in second.children) or second.lower_ in FIXED:
        return None
    # "cats, dogs and birds" continues to the left, "oil and gas fields" to the right; a word before
    # the pair may modify only the first.
    others = [c for c in first.children if c.dep_ not in ("cc", "conj", "punct")]
    after = word_after(second)
    compound = after is not None and (after.tag_.startswith("N") or after.text in ("-", "/", "of"))
    if others or compound or first.dep_ in ("conj", "compound", "appos", "nmod"):
        return None
    if not (is_noun(first.text) and is_noun(second.text)):
        return None
    bare = first.i > 0 and first.nbor(-1).tag_ not in ("JJ", "DT", "PRP$", "CD", ",", "NN", "VBN")
    return second if bare and first.nbor(-1).lower_ not in ("between", "both", "of") else None
