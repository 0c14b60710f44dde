"""Another cause: "closed due to snow" -> "closed for reasons unrelated to snow"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like
from pipeline.negation.english.lexicon import BE
from pipeline.negation.kinds.facts.limits import WEAK
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.neighbour import lower_before

if TYPE_CHECKING:
    from spacy.tokens import Token

# First words of a cause, with those that follow.
CAUSES = {
    "due": ("to",),
    "because": ("of",),
    "owing": ("to",),
    "thanks": ("to",),
    "as": ("a", "result", "of"),
    "in": ("response", "to"),
}
NEW = "for reasons unrelated to"
# "was caused by ice" -> "was unrelated to ice"
CAUSED = frozenset("caused prompted triggered motivated".split())
# What somebody is punished for, or known for above all, is one thing.
PUNISHED = frozenset(
    "arrested imprisoned jailed fined executed hanged expelled disqualified punished detained"
    " indicted sued dismissed deported court-martialled".split()
)
KNOWN = frozenset("known remembered noted famous".split())
ABOVE_ALL = frozenset("best most mainly chiefly primarily mostly principally".split())
# "mainly due to", "perhaps because of", "not because of"
BEFORE = frozenset(
    "mainly mostly largely partly partially primarily possibly perhaps probably presumably only"
    " solely simply just not also and or but either both especially particularly in is are was"
    " were be been being than even entirely chiefly that itself part many some"
    " several often one".split()
)
# "It was because of her that he left", "because of which": these point elsewhere.
POINTING = frozenset("which whom this that these those it him her them what".split())
RESULTING = frozenset("therefore thus hence consequently so meaning".split())
OPENING = frozenset((*CAUSES, "by", "for"))
SPANS = frozenset("years year months month days life time while good weeks".split())
SAID_AGAIN = frozenset("because due owing thanks cause caused reason reasons result".split())
NO_CAUSE_BEHIND = BEFORE | {"-", "–"}


def other_cause(scene: Scene) -> Iterator[list[Edit]]:
    """ "The road is closed due to snow" -> "closed for reasons unrelated to snow"."""
    clause = scene.clause if scene.has(OPENING) else None
    if clause is None or clause.subject is None or scene.is_question or clause.inverted:
        return
    if (
        scene.has(RESULTING)
        or ";" in scene.words
        or sum(word in SAID_AGAIN for word in scene.lowers) > 1
    ):
        return
    for token, word in zip(scene.tokens, scene.lowers, strict=True):
        if word not in OPENING or token.i in scene.enclosed:
            continue
        last = _last_of(token)
        if last is not None and _is_of_clause(token, last, scene):
            yield [Edit(token.idx, end_of(last), like(token, NEW))]
        elif word == "because" and _is_because(token, scene):
            yield [Edit(token.idx, end_of(token), like(token, f"{NEW} the fact that"))]
        elif word == "by" and _is_caused(token, scene):
            yield [Edit(token.head.idx, end_of(token), "unrelated to")]
        elif word == "for" and _is_charged(token, scene):
            yield [Edit(token.idx, end_of(token), NEW)]


def _is_told(verb: Token, scene: Scene) -> bool:
    """Whether a verb is the main one, or holds with it."""
    return verb.i == scene.head.i or (verb.tag_[0] == "V" and scene.states(verb))


def _is_because(mark: Token, scene: Scene) -> bool:
    """ "She left because it rained", but not "This is because it rained"."""
    verb = mark.head
    if mark.dep_ != "mark" or verb.dep_ != "advcl" or not _is_told(verb.head, scene):
        return False
    if not scene.is_open or (mark.i and mark.nbor(-1).lower_ in NO_CAUSE_BEHIND):
        return False
    return any(c.dep_ in ("nsubj", "nsubjpass", "expl") for c in verb.children)


def _is_caused(by: Token, scene: Scene) -> bool:
    """ "was caused by ice", "the damage caused by ice"."""
    done = by.head
    if done.lower_ not in CAUSED or done.i != by.i - 1 or not scene.states(done):
        return False
    if done.dep_ == "acl":
        return done.head.i == done.i - 1
    helpers = [c.lower_ for c in done.children if c.dep_ in ("aux", "auxpass")]
    lone = not any(c.dep_ in ("conj", "advmod", "neg", "xcomp", "ccomp") for c in done.children)
    return lone and bool(helpers) and set(helpers) <= BE and lower_before(done) in BE


def _is_charged(place: Token, scene: Scene) -> bool:
    """ "was jailed for theft", "is best known for her songs"."""
    done = place.head
    if place.dep_ != "prep" or done.i != place.i - 1:
        return False
    if not (done.lower_ in KNOWN or done.lower_ in PUNISHED):
        return False
    if scene.adds or not scene.states(done):
        return False
    if done.lower_ in KNOWN:
        return any(c.lower_ in ABOVE_ALL for c in done.lefts) and "also" not in scene.words
    spans = [t.lower_ for t in place.subtree if t.tag_ == "CD" or t.lower_ in SPANS]
    return done.lower_ in PUNISHED and done.tag_ == "VBN" and not spans


def _last_of(token: Token) -> Token | None:
    """The last word of "due to", "because of", "as a result of"."""
    rest = CAUSES.get(token.lower_)
    if rest is None:
        return None
    behind = token.doc[token.i + 1 : token.i + 1 + len(rest)]
    if tuple(t.lower_ for t in behind) != rest or token.i + len(rest) + 1 >= len(token.doc):
        return None
    return behind[-1]


def _is_of_clause(token: Token, last: Token, scene: Scene) -> bool:
    """Whether the cause is told of the main verb, or of what it says of its subject."""
    if token.i and token.nbor(-1).lower_ in BEFORE:
        return False
    first = last.nbor(1)
    # "due to join the club"
    if last.tag_ == "TO" and first.tag_ == "VB":
        return False
    if first.lower_ in POINTING:
        return False
    verb = token.head
    # "In response to a call, one is to act": what is done each time
    if token.lower_ == "in" and verb.tag_ not in ("VBD", "VBN"):
        return False
    if verb.dep_ in ("acomp", "attr", "oprd", "xcomp") and verb.tag_[0] in "JV":
        verb = verb.head
    if not _is_told(verb, scene) or token.dep_ not in ("prep", "advmod", "npadvmod", "acomp"):
        return False
    helpers = [c for c in verb.children if c.dep_ in ("aux", "auxpass", "neg", "expl")]
    return not any(c.lower_ in WEAK or c.dep_ == "expl" for c in helpers)
