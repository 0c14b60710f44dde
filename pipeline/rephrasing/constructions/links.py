"""Two clauses, linked in front or between: "although" and "but", "because" and "so"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.rephrasing.pieces.phrases import (
    SUBJECTS,
    inside,
    is_finite,
    is_plain,
    opening,
    subject_of,
    until_end,
    whole,
)

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

WORDS_BEFORE = 18
# What the first clause must not have: excuses, wishes and concessions ("I'm sorry, but").
EXCUSES = frozenset(
    "sorry afraid excuse would could should might may 'd ’d only just either true not n't never no"
    " let please".split()
)
SAME = frozenset("i we you my our your me us".split())
WEATHER = frozenset("rain raining rained snow snowing snowed cold hot warm dark late early".split())


def although_in_front(scene: Scene) -> Iterator[list[Edit]]:
    """ "He was tired, but he worked" -> "Although he was tired, he worked"."""
    parts = _joined(scene, "but")
    # "I was going to write, but I forgot": it did not happen.
    if parts is None or any(t.lower_ == "going" for t in parts[0]):
        return
    # "You can say what you like, but": whatever you say.
    if parts[0][:2].text.lower() in ("you can", "you may") and _has(parts[0], "what", "whatever"):
        return
    if not any(t.lower_ in EXCUSES for t in parts[0]):
        yield whole(scene.doc, f"Although {inside(parts[0])}, {parts[1].text}")


def _has(span: Span, *words: str) -> bool:
    return any(t.lower_ in words for t in span)


def but_between(scene: Scene) -> Iterator[list[Edit]]:
    """ "Although he was tired, he worked" -> "He was tired, but he worked"."""
    parts = _led(scene, ("although", "though"))
    if parts is not None:
        yield whole(scene.doc, f"{opening(parts[0].text)}, but {parts[1].text}")


def because_in_front(scene: Scene) -> Iterator[list[Edit]]:
    """ "It rained, so we left" -> "Because it rained, we left"."""
    parts = _joined(scene, "so")
    if parts is not None and not any(t.tag_ == "MD" for t in parts[1]):
        yield whole(scene.doc, f"Because {inside(parts[0])}, {parts[1].text}")


def so_between(scene: Scene) -> Iterator[list[Edit]]:
    """ "We left because it rained" -> "It rained, so we left"."""
    parts = _led(scene, ("because",)) or _reason_last(scene)
    if parts is not None:
        yield whole(scene.doc, f"{opening(parts[0].text)}, so {inside(parts[1])}")


def _is_ready(scene: Scene) -> bool:
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or scene.is_question:
        return False
    return is_plain(scene.doc) and clause.finite is not None


def _is_whole(verb: Token) -> bool:
    """Whether a clause has a subject and a finite verb of its own."""
    subject = any(c.dep_ in SUBJECTS and c.i < verb.i for c in verb.children)
    return subject and is_finite(verb)


def _joined(scene: Scene, word: str) -> tuple[Span, Span] | None:
    """The clauses before and after ", but" or ", so", each of which is whole."""
    doc = scene.doc
    links = [t for t in doc[2:-2] if t.lower_ == word]
    if len(links) != 1 or links[0].nbor(-1).text != "," or not _is_ready(scene):
        return None
    link = links[0]
    first, second = doc[: link.i - 1], until_end(doc, link.i + 1)
    verb = next((t for t in second if t.dep_ in ("conj", "ROOT", "ccomp") and _is_whole(t)), None)
    own = next((t for t in first if t.dep_ in ("ROOT", "ccomp", "conj") and _is_whole(t)), None)
    if verb is None or own is None or verb.left_edge.i > link.i + 1:
        return None
    subject = subject_of(verb)
    if subject is None or subject.left_edge.i != link.i + 1:
        return None
    if own.left_edge.i != 0 or len(first) > WORDS_BEFORE:
        return None
    if any(t.text == "," for t in doc if t.i != link.i - 1) or _is_linked(first[0]):
        return None
    return first, second


def _is_linked(first: Token) -> bool:
    """Whether a clause begins with a word that links it to another one, or with its verb."""
    return first.tag_ in ("IN", "CC", "WRB", "VB", "UH", "WP", "WDT") or first.lower_ == "so"


def _led(scene: Scene, words: tuple[str, ...]) -> tuple[Span, Span] | None:
    """The subordinate clause in front, without its conjunction, and the main clause."""
    doc, clause = scene.doc, scene.clause
    if not _is_ready(scene) or doc[0].lower_ not in words or clause is None:
        return None
    verb = doc[0].head
    commas = [t for t in doc if t.text == ","]
    if verb.dep_ != "advcl" or not _is_whole(verb) or len(commas) != 1 or clause.subject is None:
        return None
    comma = commas[0].i
    if clause.subject.left_edge.i != comma + 1 or verb.right_edge.i >= comma or comma < 3:
        return None
    # "Although not a doctor": its subject is the other clause's.
    if doc[1].tag_ not in ("PRP", "DT", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "EX"):
        return None
    if _points_ahead(doc[1:comma], clause.subject) or clause.conjuncts:
        return None
    return doc[1:comma], until_end(doc, comma + 1)


def _points_ahead(span: Span, subject: Token) -> bool:
    """ "Because he was ill, Tom left": "he" is Tom, who would be named too late."""
    return subject.tag_ != "PRP" and any(t.tag_ in ("PRP", "PRP$") for t in span)


def _reason_last(scene: Scene) -> tuple[Span, Span] | None:
    """The reason behind the main clause, without "because", and the main clause."""
    doc, clause = scene.doc, scene.clause
    found = [t for t in doc[2:-2] if t.lower_ == "because"]
    if len(found) != 1 or not _is_ready(scene) or clause is None or clause.subject is None:
        return None
    because = found[0]
    verb, before = because.head, because.nbor(-1)
    if verb.dep_ != "advcl" or verb.head != clause.verb or not _is_whole(verb):
        return None
    if clause.subject.left_edge.i != 0 or clause.negators or clause.conjuncts:
        return None
    end = before.i if before.text == "," else because.i
    main, reason = doc[:end], until_end(doc, because.i + 1)
    # "just because", "is because"; a second comma or verb leaves the reach of the reason in doubt.
    if before.tag_ == "RB" or before.lower_ in ("is", "was", "'s", "’s"):
        return None
    if not reason or verb.right_edge.i != reason[-1].i:
        return None
    if any(t.text == "," for t in doc if t.i != before.i):
        return None
    others = {t.lower_ for t in (*main, *reason) if t.tag_ in ("PRP", "PRP$")} - SAME
    if verb.lower_ in WEATHER or any(c.lower_ in WEATHER for c in verb.rights):
        others -= {"it"}
    shared = {t.lower_ for t in reason if t.tag_ == "PRP"}
    if others and not (clause.subject.lower_ in shared and clause.subject.tag_ == "PRP"):
        return None
    if any(t.dep_ in ("ccomp", "xcomp", "advcl", "relcl") for t in main if t != clause.verb):
        return None
    # "because I want to": what the reason leaves out would be named too late.
    elliptic = reason[-1].tag_ in ("TO", "MD", "IN", "VBZ", "VBP")
    return None if elliptic or any(t.lower_ in EXCUSES for t in main) else (reason, main)
