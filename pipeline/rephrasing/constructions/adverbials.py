"""Adverbials at the end and in front: "He left in May" and "In May, he left".

Phrases of time and subordinate clauses move to the front. A phrase before a comma moves to the end
if that is its only other place in the clause.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.structure import Clause
from pipeline.rephrasing.pieces.phrases import (
    SCOPE,
    inside,
    is_plain,
    last_word,
    opening,
    other_verbs,
    subject_of,
    whole,
)
from pipeline.rephrasing.pieces.words import OF_TIME

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

# Conjunctions whose clause may come first or last.
CLAUSES = frozenset(
    "because if when while although though after before unless once whenever".split()
)
# In front, these change the meaning of a negated clause.
BOUND_BY_NOT = frozenset("because before after when until once".split())
PREPOSITIONS = frozenset("in on at during after before since despite throughout".split())
DENYING = frozenset(
    "no none nobody nothing neither nor few little only just even hardly barely rarely seldom never"
    " without".split()
)
CLOSELY = frozenset("soon shortly long immediately right just directly".split())
"""Adverbs that say how long before or after something another thing happened."""
UNITS = frozenset("years months weeks days hours minutes seasons periods times".split())
# Places that have room for all of the action.
SURROUNDINGS = frozenset(
    "garden park street beach kitchen field forest square market station harbour courtyard"
    " playground stadium gym yard classroom office restaurant library museum studio desert snow"
    " rain countryside city town village mountains woods jungle zoo farm garage workshop".split()
)
# Words after which "if" may mean "whether".
ASKING = frozenset(
    "sure unsure certain uncertain wonder wonders wondered wondering ask asks asked asking know"
    " knows knew see sees check checks checked doubt doubts doubted tell told say care matter"
    " explore explores explored examine examines examined investigate investigates investigated"
    " test tests tested determine determines determined study studies studied decide decides"
    " decided consider considers considered discuss discussed debate debated".split()
)
LEFT_OPEN = frozenset("do does did can could will would is are was were have has had to".split())
AT_PLACE = frozenset("in on at".split())
# Openings that link a sentence to the one before it.
CONNECTING = frozenset(
    "addition fact particular general contrast turn short total response words case conclusion"
    " example instance hand course result consequence least most best worst first last end other"
    " same way sense effect theory practice reality principle comparison summary order spite terms"
    " view light latter former all that this which whom it".split()
)
SPANS = frozenset("year years decade decades century centuries month months week weeks".split())


def fronted(scene: Scene) -> Iterator[list[Edit]]:
    """ "The mill burnt down in 1910" -> "In 1910, the mill burnt down"."""
    clause = _movable(scene)
    if clause is None or clause.subject is None or clause.subject.left_edge.i != 0:
        return
    last = last_word(scene.doc)
    for part in clause.verb.children:
        if part.right_edge.i != last.i or part.left_edge.i <= clause.verb.i:
            continue
        moved = scene.doc[part.left_edge.i : last.i + 1]
        before = scene.doc[: moved.start]
        if before[-1].text == ",":
            if part.dep_ != "advcl":
                return
            before = before[:-1]
        if not (_is_time(part) or _is_clause(part, clause)) or _belongs_to_word_before(part):
            return
        # A second such phrase before it would be left behind.
        if part.dep_ != "advcl" and before[-1].dep_ in ("prep", "cc"):
            return
        if _is_ambiguous(scene, clause, part) or "," in (t.text for t in before):
            return
        yield whole(scene.doc, f"{opening(moved.text)}, {inside(before)}")
        return


def _belongs_to_word_before(part: Token) -> bool:
    """Whether a phrase of time or a clause tells more about the words right before it.

    "culminated in 1993 when", "I don't like it when you do that", "I wonder if", "Night is when".
    """
    before = part.left_edge.nbor(-1)
    if before.text == ",":
        before = before.nbor(-1)
    if part.dep_ != "advcl":
        # "late on Sunday", "early in May"
        if before.lower_ in ("late", "early"):
            return True
        # "the highest level in ten years", "in a decade"
        span = {t.lower_ for t in part.subtree}
        if part.lower_ in ("in", "for") and span & SPANS and "the" not in span:
            return any(t.tag_ in ("JJS", "RBS") for t in part.doc[: part.left_edge.i])
        return part.dep_ == "npadvmod" and (before.tag_ == "CD" or before.lower_ in OF_TIME)
    first, last = part.left_edge, part.right_edge
    # "soon after it rained", "two days before it rained"
    if first.lower_ in ("after", "before") and _says_how_long(before):
        return True
    # "because, for example, ...", "before Tom does"
    if first.nbor(1).text == "," or last.lower_ in LEFT_OPEN:
        return True
    if first.lower_ == "if" and before.lower_ in ASKING:
        return True
    timed = before.tag_ == "CD" or before.lower_ in OF_TIME
    bare = before.lower_ == "it" and before.dep_ == "dobj"
    bare |= before == part.head and bare_form(before.text) == "be"
    return first.lower_ in ("when", "if", "while") and (timed or bare)


def _says_how_long(before: Token) -> bool:
    """ "soon", "long", "two days"."""
    return before.lower_ in CLOSELY or before.lower_ in UNITS or before.lower_ in OF_TIME


def place_first(scene: Scene) -> Iterator[list[Edit]]:
    """ "A man is painting a boat on the beach" -> "On the beach, a man is painting a boat".

    Only if all of the action is in that place, so that it does not matter whether the place belongs
    to the boat or to the painting.
    """
    clause = _movable(scene)
    if clause is None or clause.subject is None or clause.subject.left_edge.i != 0:
        return
    if clause.verb.tag_ != "VBG" or clause.negators or any(t.text == "," for t in scene.doc):
        return
    last = last_word(scene.doc)
    if last.dep_ != "pobj" or last.lower_ not in SURROUNDINGS or last.head.lower_ not in AT_PLACE:
        return
    part = last.head
    before = scene.doc[: part.i]
    if part.i == 0 or (before[-1] == clause.verb and part.lower_ == "at"):
        return  # "is looking at a garden"
    if before[-1].tag_ in ("IN", "CC", "DT", "TO"):
        return
    article = next(iter(last.children), last)
    if article.i != part.i + 1 or article.lower_ not in ("a", "an", "the"):
        return
    if any(t.dep_ in ("relcl", "acl", "advcl") for t in before) or other_verbs(scene):
        return
    moved = scene.doc[part.i : last.i + 1]
    yield whole(scene.doc, f"{opening(moved.text)}, {inside(before)}")


def moved_back(scene: Scene) -> Iterator[list[Edit]]:
    """ "In 1910, the mill burnt down" -> "The mill burnt down in 1910"."""
    clause = _movable(scene)
    if clause is None or clause.subject is None:
        return
    start = clause.subject.left_edge.i
    if start < 2 or scene.doc[start - 1].text != ",":
        return
    moved: Span = scene.doc[: start - 1]
    part = next((t for t in moved if t.head == clause.verb), None)
    if part is None or part.left_edge.i != 0 or part.right_edge.i != start - 2:
        return
    if any(t.text == "," for t in moved) or not _may_follow(part, clause):
        return
    if _is_ambiguous(scene, clause, part):
        return
    last = last_word(scene.doc)
    rest = scene.doc[start : last.i + 1]
    if any(t.text == "," for t in rest) or _ends_loosely(rest, part):
        return
    yield whole(scene.doc, f"{opening(rest.text)} {inside(moved)}")


def _movable(scene: Scene) -> Clause | None:
    """The clause, if it is a plain statement or order and the only one on its level."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or scene.is_question:
        return None
    if clause.conjuncts or clause.finite is None or not is_plain(scene.doc):
        return None
    if any(t.dep_ in ("conj", "parataxis", "ccomp") and t.head == clause.verb for t in scene.doc):
        return None
    return clause


def _is_time(part: Token) -> bool:
    """ "in May", "last year", "yesterday", "after the war"."""
    if len(list(part.subtree)) > 7:
        return False
    if part.dep_ == "npadvmod" or (part.dep_ == "advmod" and part.tag_ in ("NN", "RB")):
        if any(t.lower_ in SCOPE for t in part.subtree) or _is_length(part):
            return False
        # "the Division I baseball season": part of a name
        first = part.left_edge
        named = first != part and first.tag_ in ("NNP", "PRP", "CD") and first.lower_ != "one"
        return part.lower_ in OF_TIME and not named
    if part.dep_ != "prep" or part.lower_ not in PREPOSITIONS:
        return False
    noun = next((c for c in part.children if c.dep_ == "pobj"), None)
    if noun is None or any(t.lower_ in SCOPE for t in part.subtree):
        return False
    # "I have not sung in a long time"
    if (part.lower_, noun.lower_) == ("in", "time") and _is_length(noun):
        return False
    # "in years", "for hours" say how long.
    if noun.lower_.endswith("s") and not any(noun.lefts) and noun.lower_ in UNITS:
        return False
    # "in 1998 for assessment"
    if any(t.dep_ == "prep" and t != part and t.lower_ != "of" for t in part.subtree):
        return False
    # "built the mill in May and the road": the road is no time.
    return all(_is_when(t) for t in (noun, *noun.conjuncts))


def _is_when(noun: Token) -> bool:
    year = noun.tag_ == "CD" and noun.text.isdigit() and len(noun.text) == 4
    return year or noun.lower_ in OF_TIME


def _is_length(noun: Token) -> bool:
    """ "a long time", "two years", which say how long; and "this night", which is tonight."""
    first = noun.left_edge
    if first.lower_ in ("a", "an", "half") or noun.lower_ in UNITS:
        return True
    if any(c.lower_ in ("whole", "entire") for c in noun.lefts):
        return True
    counted = any(c.tag_ == "CD" and c.lower_ != "one" for c in noun.lefts)
    return counted or (first.lower_, noun.lower_) == ("this", "night")


def _is_clause(part: Token, clause: Clause) -> bool:
    """A subordinate clause with a conjunction, a subject and a finite verb of its own."""
    if part.dep_ != "advcl":
        return False
    first = part.left_edge
    subject = subject_of(part)
    # "while he found no proof" is a concession, "while he was asleep" says when.
    if first.lower_ == "while" and clause.verb.i > part.i and part.tag_ != "VBG":
        return False
    # "..., after which it fell"
    if first.i + 1 < len(first.doc) and first.nbor(1).tag_ in ("WDT", "WP", "IN"):
        return False
    if first.lower_ not in CLAUSES or first.head != part or subject is None:
        return False
    return not _changes_reference(clause, subject)


def _changes_reference(clause: Clause, subject: Token) -> bool:
    """ "She left when Ada came", "All she had was gone when Ada came": in the other order "she" is
    Ada."""
    own = clause.subject
    pronouns = ("he", "she", "it", "they")
    if own is None or subject.lower_ in pronouns:
        return False
    return own.lower_ in pronouns or any(t.lower_ in pronouns for t in own.subtree)


def _may_follow(part: Token, clause: Clause) -> bool:
    if part.dep_ == "advcl":
        return _is_clause(part, clause)
    if part.dep_ in ("npadvmod", "advmod"):
        return _is_time(part)
    if part.dep_ != "prep" or part.lower_ not in PREPOSITIONS:
        return False
    noun = next((c for c in part.children if c.dep_ == "pobj"), None)
    if noun is None or len(list(part.subtree)) > 8:
        return False
    words = {t.lower_ for t in part.subtree}
    return not words & (CONNECTING | SCOPE) and not any(t.tag_[0] == "V" for t in part.subtree)


def _is_ambiguous(scene: Scene, clause: Clause, part: Token) -> bool:
    """Whether the part, at its new or old place, may attach to another verb, or be negated."""
    inner = {t.i for t in part.subtree}
    # A verb before the main one, as in a relative clause of the subject, takes no such part.
    if any(t.i not in inner and t.i > clause.verb.i for t in other_verbs(scene)):
        return True
    if any(t.lower_ in DENYING for t in scene.doc if t.i not in inner):
        return True
    denied = bool(clause.negators)
    return denied and (part.dep_ == "advcl" or part.left_edge.lower_ in BOUND_BY_NOT)


def _ends_loosely(rest: Span, part: Token) -> bool:
    """Whether the part could attach to the words that would precede it."""
    if bare_form(rest[-1].text) == "be" or rest[-1].dep_ in ("prep", "aux"):
        return True
    return part.dep_ != "advcl" and len(rest) > 16
