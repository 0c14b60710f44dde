"""One of two: "teaches both singing and dancing" -> "teaches only singing"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.several import JOINING, SINGULAR

if TYPE_CHECKING:
    from spacy.tokens import Token

# What goes on about the two.
OF_TWO = frozenset(
    "they them their themselves theirs these those each other respectively together between among"
    " side-by-side two latter former same alike different separate another while whereas but"
    " equally".split()
)
# "a mix of both tea and milk" is none of tea alone.
MIXED = frozenset(
    "mix mixture combination blend balance relationship result union fusion link bridge contrast"
    " difference conflict cross hybrid variety range".split()
)
TIES = JOINING | frozenset("involve require need depend intersect relate interact balance".split())
# "only in churches" reads better than "in only churches".
BEFORE_ONLY = frozenset("in at on by from for to with as through under during".split())
# "between both Odda and Sund"
NEAR = frozenset("between among near".split())
NOT_FOLLOWED = frozenset("relcl acl appos advcl conj".split())
# "and others", "and more" are no second thing.
VAGUE = frozenset("others more other beyond elsewhere so not then also thus later often".split())


def one_of_both(scene: Scene) -> Iterator[list[Edit]]:
    """ "It teaches both singing and dancing" -> "It teaches only singing"."""
    if not scene.has(("both",)) or not scene.has(("and",)) or scene.is_question:
        return
    if bare_form(scene.head.text) in TIES:
        return
    for both in scene.tokens[1:-3]:
        found = _pair(both) if both.lower_ == "both" else None
        if found is None:
            continue
        first, joint, second = found
        if first.i < scene.head.i or _is_said_again(joint, second, scene):
            continue
        if not scene.states(first) or not OF_TWO.isdisjoint(scene.lowers[both.i + 1 :]):
            continue
        if any(a.dep_ in SUBJECT for a in (first, *first.ancestors)) or _is_mixed(first):
            continue
        last = _last_of(first, second)
        if last is None:
            continue
        yield [*_only(both), Edit(end_of(joint.nbor(-1)), end_of(last), "")]


def one_unlike_other(scene: Scene) -> Iterator[list[Edit]]:
    """ "Both Anna and Ben were born here" -> "Anna, unlike Ben, was born here"."""
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.has(("both",)) or not scene.is_open:
        return
    both, finite = clause.subject.left_edge, clause.finite
    found = _pair(both) if both.lower_ == "both" and not clause.inverted else None
    if found is None or finite is None or clause.conjuncts or scene.adds:
        return
    first, joint, second = found
    if first.i != clause.subject.i or first.tag_ != second.tag_ or clause.negators:
        return
    if first.tag_ not in ("NNP", "NN"):
        return
    verb = SINGULAR.get(finite.lower_) if finite.tag_ != "VBD" or finite.lower_ == "were" else ""
    if verb is None or not OF_TWO.isdisjoint(scene.lowers[finite.i :]):
        return
    # "Both Anna and Ben were bakers"
    if any(c.dep_ == "attr" for c in clause.verb.children) or bare_form(scene.head.text) in TIES:
        return
    end = second.right_edge
    if end.i + 1 > finite.i or any(t.text in (",", "(") for t in both.doc[both.i : end.i + 1]):
        return
    start = both.nbor(1)
    opening = start.text if start.tag_[:3] == "NNP" else like(both, start.text)
    yield [
        Edit(both.idx, end_of(start), opening),
        Edit(end_of(joint.nbor(-1)), end_of(joint), ", unlike"),
        Edit(end_of(end), end_of(end), ","),
        *([Edit(finite.idx, end_of(finite), verb)] if verb else []),
    ]


def only_one_of_not_only(scene: Scene) -> Iterator[list[Edit]]:
    """ "sang not only songs but also hymns" -> "sang only songs"."""
    if "not only" not in scene.sentence.lower or scene.is_question or not scene.has(("but",)):
        return
    for only in scene.tokens[2:-3]:
        if only.lower_ != "only" or only.nbor(-1).lower_ != "not":
            continue
        but = next((t for t in scene.tokens[only.i + 1 :] if t.lower_ == "but"), None)
        behind = scene.tokens[but.i + 1 :] if but is not None else ()
        if but is None or any(t.text in ",;:–—(" for t in behind) or but.i - only.i < 2:
            continue
        last = behind[-1] if behind and behind[-1].is_punct else None
        deep = any(a.dep_ in ("relcl", "acl", "ccomp", "advcl") for a in only.ancestors)
        if last is None or deep or any(t.lower_ == "and" for t in behind) or scene.is_denied:
            continue
        yield [
            Edit(only.nbor(-1).idx, end_of(only), "only"),
            Edit(end_of(_before(but)), last.idx, ""),
        ]


def _before(but: Token) -> Token:
    """The last word before ", but"."""
    before = but.nbor(-1)
    return before.nbor(-1) if before.text == "," else before


def _pair(both: Token) -> tuple[Token, Token, Token] | None:
    """ "singing", "and" and "dancing" behind "both"; None if it is not clear what the two are."""
    behind = both.doc[both.i + 1 :]
    joint = next((t for t in behind if t.lower_ == "and"), None)
    if joint is None or joint.dep_ != "cc" or joint.head.i < both.i:
        return None
    first = joint.head
    second = next((c for c in first.rights if c.dep_ == "conj" and c.i > joint.i), None)
    if second is None or first.tag_[:2] != second.tag_[:2] or first.tag_[0] == "V":
        return None
    # "both local and Danish history", "both inside and outside of Odda": they share what follows.
    shared = ("amod", "compound", "nmod")
    if first.dep_ in shared or second.dep_ in shared:
        return None
    if any(c.dep_ in shared for c in second.lefts) > any(c.dep_ in shared for c in first.lefts):
        return None
    behind = second.doc[second.i + 1 : second.i + 2]
    if second.tag_ == "IN" and behind.text == "of":
        return None
    before = both.nbor(-1) if both.i else both
    if before.lower_ in NEAR or (before.text == "," and first.tag_[:2] == "JJ"):
        return None
    if any(t.is_punct and t.text != "-" for t in both.doc[both.i : second.i]):
        return None
    # "both acts and their authors"
    if first.left_edge.i not in (both.i, both.i + 1) or joint.nbor(1).lower_ in VAGUE:
        return None
    if sum(c.dep_ == "conj" for c in first.rights) > 1 or any(
        c.dep_ == "conj" for c in second.rights
    ):
        return None
    return first, joint, second


def _last_of(first: Token, second: Token) -> Token | None:
    """The last word of the second thing, without what belongs to both; None if that is unclear."""
    if second.tag_ in ("IN", "TO"):
        # "both in churches and in halls"
        held = [c for c in second.rights if c.dep_ in ("pobj", "pcomp")]
        # "both inside and outside the town"
        if not any(c.dep_ in ("pobj", "pcomp") for c in first.rights):
            return second
        own = [c for t in held for c in t.rights]
        return held[0] if len(held) == 1 and not own else None
    own = [c for c in second.rights if not c.is_punct]
    if any(c.dep_ in NOT_FOLLOWED for c in own):
        return None
    # "lamps both old and new", "both ill and tired of it", "both the old and the new calendar"
    if first.tag_[:2] == "JJ" and (first.head.i < first.i - 1 or own):
        return None
    if first.tag_ == "NNP" and second.tag_ in ("NN", "NNS"):
        return None
    beside = [c for c in first.rights if c.dep_ not in ("cc", "conj", "punct")]
    if beside:
        return second.right_edge if own else second
    # "both the size and the shape of the hall", but "both Danish and a dialect of Finnish"
    if any(c.lower_ == "of" for c in own) and _has_article(first) != _has_article(second):
        return None
    return second


def _is_said_again(joint: Token, second: Token, scene: Scene) -> bool:
    """ "for both Danes and Finns, with the Finns in front": what follows is about the second."""
    words = {t.lower_ for t in scene.tokens[joint.i + 1 : second.i + 1] if t.tag_[0] in "NJV"}
    return any(t.lower_ in words for t in scene.tokens[second.i + 1 :])


def _has_article(noun: Token) -> bool:
    return any(c.dep_ in ("det", "poss") and c.lower_ != "both" for c in noun.lefts)


def _is_mixed(first: Token) -> bool:
    return any(bare_form(a.text) in TIES or a.lower_ in MIXED for a in first.ancestors)


def _only(both: Token) -> list[Edit]:
    """ "for both" -> "only for"; "both" -> "only"."""
    before = both.nbor(-1)
    if before.lower_ in BEFORE_ONLY and before.dep_ in ("prep", "agent"):
        return [Edit(before.idx, end_of(both), f"only {before.lower_}")]
    return [Edit(both.idx, end_of(both), "only")]
