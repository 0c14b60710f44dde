"""Contractions and their full forms: "is not" and "isn't", "they have" and "they've"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like
from pipeline.negation.english.lexicon import CONTRACTIONS, UNCONTRACTED
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.rephrasing.pieces.phrases import SUBJECTS, word_after

if TYPE_CHECKING:
    from spacy.tokens import Token

PRONOUNS = frozenset("i you he she it we they".split())
SHORT = {"am": "'m", "are": "'re", "is": "'s", "have": "'ve", "has": "'s", "will": "'ll"}
LONG = {"'m": "am", "'re": "are", "'ve": "have", "'ll": "will"}
ARRIVED = frozenset("happened occurred become begun".split())
"""Participles that stand with "has" alone: "What's happened?" is never "What is happened?"."""
STRESSING = frozenset("what where how who than as".split())
"""Words behind which a verb is stressed, since its complement stands before the subject."""
# "mayn't", "shan't", "mightn't" and "needn't" are rare or dated.
COMMON = frozenset("is are was were has have had do does did can could will would should".split())


def contracted(scene: Scene) -> Iterator[list[Edit]]:
    """ "They are not late" -> "They aren't late"."""
    edits: list[Edit] = []
    taken: set[int] = set()
    for token in scene.doc[1:]:
        before = token.nbor(-1)
        if before.i in taken or token.i in scene.enclosed:
            continue
        new = _joined(before, token)
        if new is not None:
            edits.append(Edit(before.idx, end_of(token), like(before, new)))
            taken |= {before.i, token.i}
    if edits:
        yield edits


def _joined(first: Token, second: Token) -> str | None:
    if second.i + 1 >= len(second.doc) or second.nbor(1).is_punct:
        return None
    if second.lower_ == "not" and second.dep_ == "neg":
        if first.lower_ not in COMMON or first.dep_ == "conj" or not first.whitespace_:
            return None
        # "not only", "not ... but": it is not the verb that is negated.
        if second.nbor(1).lower_ in ("only", "just", "merely", "simply", "yet", "to", "a", "the"):
            return None
        return CONTRACTIONS[first.lower_]
    if first.lower_ not in PRONOUNS or second.lower_ not in SHORT or not first.whitespace_:
        return None
    if first.dep_ not in ("nsubj", "nsubjpass") or second.nbor(1).lower_ in ("n't", "n’t"):
        return None
    if second.nbor(1).lower_ == "not" and second.lower_ != "am":
        return None
    main = second.dep_ in ("aux", "auxpass") or second.lower_ in ("am", "are", "is")
    # "I have a car" stays; so does the word before "is" in an indirect question, "what it is".
    if not main or second.tag_ not in ("VBZ", "VBP", "MD"):
        return None
    if first.head not in (second, second.head):
        return None
    if any(t.tag_ in ("WP", "WRB", "WDT") and t.i < first.i for t in second.head.children):
        return None
    # "what I am to you", "older than they are now": the verb is stressed.
    if first.i and first.nbor(-1).lower_ in STRESSING:
        return None
    return first.text + SHORT[second.lower_]


def expanded(scene: Scene) -> Iterator[list[Edit]]:
    """ "They aren't late" -> "They are not late"."""
    edits = []
    for token in scene.doc[1:]:
        before = token.nbor(-1)
        if before.whitespace_ or token.i in scene.enclosed:
            continue
        whole = _whole(before, token)
        if whole is not None:
            edits.append(Edit(before.idx, end_of(token), like(before, whole)))
    if edits:
        yield edits


def _whole(first: Token, second: Token) -> str | None:
    short = second.lower_.replace("’", "'")
    if short == "n't":
        if first.lower_ == "ai" or _is_asked(first):
            return None
        verb = UNCONTRACTED.get(first.lower_, first.lower_ if first.i == 0 else first.text)
        return "cannot" if verb == "can" else f"{verb} not"
    if first.lower_ not in (*PRONOUNS, "that", "there", "who", "what"):
        return None
    if short in LONG:
        return f"{first.text} {LONG[short]}"
    after = word_after(second)
    following = "" if after is None else after.lower_
    if short == "'s" and second.tag_ == "VBZ":
        has = second.dep_ == "aux" and second.head.tag_ in ("VBN", "VBD")
        # "He's being watched"
        has = has and all(c.lower_ != "being" for c in second.head.lefts)
        has = has or following == "been" or _has_come_about(second)
        # "He's gone" may be either, and both mean the same.
        return f"{first.text} {'has' if has else 'is'}"
    if short == "'d" and following == "better":
        return f"{first.text} had"
    if short == "'d" and second.dep_ == "aux" and second.head.tag_ in ("VB", "VBN"):
        # "I'd have sung"
        would = second.head.tag_ == "VB" or following == "have"
        return f"{first.text} {'would' if would else 'had'}"
    return None


def _has_come_about(short: Token) -> bool:
    """ "What's just happened?", whatever the parse says."""
    behind = next((t for t in short.doc[short.i + 1 :] if t.tag_ != "RB"), None)
    return behind is not None and behind.lower_ in ARRIVED


def _is_asked(first: Token) -> bool:
    """ "Isn't it late?": in the full form the words are on both sides of the subject."""
    return any(
        c.dep_ in SUBJECTS and c.i > first.i for c in (*first.children, *first.head.children)
    )
