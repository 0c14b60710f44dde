"""Finds the last of several main clauses.

What comes later in a sentence goes on from what comes earlier: "His father died and Ben led the
family". Only the last clause can be denied without making nonsense of what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form, is_form
from pipeline.negation.english.lexicon import (
    AUXILIARIES,
    BE,
    FINITE_TAGS,
    HAVE,
    INTRANSITIVE,
    NEGATIVE_PRONOUNS,
    OF_MOTION,
    REPORTING,
    SUBJECTS,
)
from pipeline.negation.reading.clause import find_clause
from pipeline.negation.reading.structure import FINITE_VERBS, Clause, clause_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

SETTING = frozenset(("but", "yet", "so"))
"""Links that make no sense once one of their clauses is denied; "and" still makes sense."""
LINKS = SETTING | {"and"}
STOPS = frozenset((",", ";"))
NEGATIVE_OBJECTS = NEGATIVE_PRONOUNS.keys() | {"no"}
"""First words of objects that deny their verb."""
# "It is old, you know": frames, which are no second clause.
FRAMING = REPORTING | frozenset(
    "know mean see hear feel seem appear guess suppose hope wonder remember understand call".split()
)
CONNECTING = frozenset(
    "however therefore thus hence consequently accordingly nevertheless nonetheless otherwise"
    " instead though conversely".split()
)
"""Adverbs of contrast and consequence."""
RELATIVE = frozenset(("WDT", "WP", "WRB", "WP$"))


def beside(clause: Clause) -> list[Token]:
    """The verbs of the main clauses after the first, in no order.

    They have their own subjects; after "but" the subject may be shared, "He tried but failed", and
    so may that of a verb that is denied already, "He sings and does not dance".

    Args:
        clause: the first main clause.
    """
    verb, subject = clause.verb, clause.subject
    if subject is None or subject.i > verb.i or clause.finite is None:
        return []
    found = [other for other in _chain(verb) if _is_beside(other) and not _is_cited(other, verb)]
    root = _root_beside(verb)
    if root is not None:
        found += [root, *(other for other in _chain(root) if _is_beside(other))]
    return found


def last_clause(clause: Clause, others: Sequence[Token]) -> Clause | None:
    """ "His father died and Ben led the family": Ben led the family.

    Args:
        clause: the first main clause.
        others: the verbs beside it, from `beside`.

    Returns:
        The last clause; None if the parse does not show beyond doubt that it is one.
    """
    later = _clause(max(others, key=lambda verb: verb.i), clause)
    return later if later is not None and _is_whole(later) else None


def denied_clause(doc: Doc) -> Clause | None:
    """The clause that a denial changes: the last of several main clauses; None without a verb."""
    clause = find_clause(doc)
    others = [] if clause is None else beside(clause)
    if clause is None or not others:
        return clause
    return last_clause(clause, others) or clause


def link_of(later: Clause) -> Token | None:
    """The word that joins a last clause to what precedes it: "and", "but", "so".

    Args:
        later: from `last_clause`.
    """
    start = _start(later)
    for token in later.verb.doc[max(start - 2, 0) : min(start + 2, _first(later, start).i)]:
        if token.lower_ in LINKS or token.lower_ == "or":
            return token
        if token.text not in STOPS and not token.is_quote and token.i >= start:
            break
    return None


def is_set(later: Clause) -> bool:
    """ "; however, it is small", "or it is small", "and hence it is small": a link that stays.

    Args:
        later: from `last_clause`.
    """
    link, verb = link_of(later), later.verb
    if link is not None and link.lower_ == "or":
        return True
    near = verb.doc[_start(later) : verb.i + 2]
    # "It is dry; i.e. it is closed"
    if any(t.lower_ == "i.e." for t in near):
        return True
    return any(t.lower_ in CONNECTING and t.head == verb for t in near)


def start_of(later: Clause) -> int:
    """Where a last clause begins in its text.

    Args:
        later: from `last_clause`.
    """
    return int(later.verb.doc[_start(later)].idx)


def _first(later: Clause, start: int) -> Token:
    """Its subject's first word, or its verb, where the subject is that of the first clause."""
    subject = later.subject
    return later.verb if subject is None or subject.i < start else subject.left_edge


def _start(later: Clause) -> int:
    """The index of its first word, without the clauses before it."""
    verb = later.verb
    start = verb.left_edge.i
    for child in verb.lefts:
        if child.dep_ in ("ccomp", "parataxis", "advcl") and _is_finite(child):
            after = min(child.right_edge.i + 1, len(verb.doc) - 1)
            marked = any(c.dep_ == "mark" or c.tag_ in RELATIVE for c in child.lefts)
            # Before a semicolon the mark is a preposition: "After the flood it was dry; then ..."
            if not marked or verb.doc[after].text == ";":
                start = after
    while start < verb.i and (verb.doc[start].text in STOPS or verb.doc[start].is_quote):
        start += 1
    return start


def _root_beside(verb: Token) -> Token | None:
    """The second clause, if the parser makes the first its dependent: "It fell; it broke"."""
    root = verb.head
    apart = verb.dep_ in ("ccomp", "parataxis", "advcl") and verb.i < root.i
    if not apart or verb.right_edge.i > root.i:
        return None
    gap = verb.doc[verb.right_edge.i + 1 : root.i]
    if verb.dep_ == "advcl" and gap[:1].text != ";":
        return None
    if not gap or not (gap[0].text in STOPS or gap[0].lower_ in LINKS):
        return None
    if bare_form(root.text) in FRAMING or not root.tag_.startswith("V"):
        return None
    subject = next((c for c in root.lefts if c.dep_ in SUBJECTS and c != verb), None)
    if subject is None or subject.i < verb.right_edge.i:
        return None
    # "It is, she told us, a ruin": no link, and words in between
    plain = gap[0].text == "," and gap[0].i + 1 != subject.left_edge.i
    linked = any(t.lower_ in LINKS | {"then"} for t in gap[:3])
    return None if plain and not linked else root


def _is_beside(verb: Token) -> bool:
    """Whether a coordinated verb begins a clause of its own, and not "that it rained"."""
    subjects = [c for c in verb.lefts if c.dep_ in SUBJECTS]
    before = _cc_before(verb).lower_
    if before == "nor" or any(c.dep_ == "mark" or c.tag_ in RELATIVE for c in verb.lefts):
        return False
    own = any(c.tag_ not in RELATIVE for c in subjects)
    # "and so do his friends"
    own = own or (verb.lower_ in AUXILIARIES and any(c.dep_ in SUBJECTS for c in verb.rights))
    if own or subjects:
        return own
    return before in ("but", "yet") or (before in ("and", "or") and _is_negative(verb))


def _is_cited(verb: Token, first: Token) -> bool:
    """Whether a verb is quoted, and the first is not: "has lines like 'I fell' and 'I rose'"."""
    between, behind = verb.doc[first.i : verb.i], verb.doc[verb.i :]
    opened = sum((t.tag_ == "``") - (t.tag_ == "''") for t in between)
    return opened > 0 and any(t.tag_ == "''" for t in behind)


def _is_negative(verb: Token) -> bool:
    """ "and does not write", "and has no friends": denied already, with its own finite verb."""
    denied = any(
        c.dep_ == "neg" or (c.dep_ in ("dobj", "attr") and (c.left_edge.lower_ in NEGATIVE_OBJECTS))
        for c in verb.children
    )
    return denied and _is_finite(verb)


def _chain(verb: Token) -> Iterator[Token]:
    for child in verb.rights:
        if child.dep_ == "conj" and (child.tag_.startswith("V") or child.tag_ == "MD"):
            yield child
            yield from _chain(child)
        elif child.dep_ in ("acomp", "attr"):
            # "She is old and her brother is young": the parser attaches "is" to "old".
            for below in child.rights:
                if below.dep_ == "conj" and below.tag_ in FINITE_VERBS and _is_finite(below):
                    yield below
                    yield from _chain(below)


def _cc_before(verb: Token) -> Token:
    """The word before a verb and what belongs to it; before a comma: "but, in May, left"."""
    before = verb.doc[max(verb.left_edge.i - 1, 0)]
    return before.nbor(-1) if before.text == "," and before.i else before


def _is_finite(verb: Token) -> bool:
    found = clause_of(verb)
    return found.finite is not None and found.finite.tag_ in FINITE_TAGS


def _clause(verb: Token, first: Clause) -> Clause | None:
    """The clause of a coordinated verb; with the subject of the first if it has none."""
    if any(c.dep_ in SUBJECTS for c in verb.children):
        return clause_of(verb)
    later = clause_of(verb, None, first.subject)
    # "is covered but known": a participle that shares "is"
    if later.auxiliaries or verb.tag_ in ("VBZ", "VBP") or verb.tag_ == first.tag == "VBD":
        return later
    past = verb.tag_ == "VBN" and first.tag == "VBD" and not first.auxiliaries
    # "was elected but died": no passive
    active = bare_form(verb.text) in INTRANSITIVE or any(c.dep_ == "dobj" for c in verb.rights)
    if is_form(verb.text, "VBD") and (past or (verb.tag_ == "VBD" and active)):
        return clause_of(verb, "VBD", first.subject)
    return None


def _shares_passive(later: Clause) -> bool:
    """ "The barn was closed and the doors removed": a participle that shares "was"."""
    verb, first = later.verb, later.verb.head
    if later.auxiliaries or verb.dep_ != "conj" or not is_form(verb.text, "VBN"):
        return False
    passive = any(c.dep_ == "auxpass" for c in first.lefts)
    passive = passive or any(
        c.dep_ == "xcomp" and any(d.dep_ == "auxpass" for d in c.lefts) for c in first.rights
    )
    if not passive or bare_form(verb.text) in INTRANSITIVE | OF_MOTION:
        return False
    told = ("dobj", "xcomp", "ccomp", "attr", "acomp", "prt", "oprd")
    return verb.lower_ not in BE | HAVE and not any(c.dep_ in told for c in verb.rights)


def _is_whole(later: Clause) -> bool:
    """Whether the words before and after the verb show a main clause that can be denied."""
    verb, subject, finite = later.verb, later.subject, later.finite
    if subject is None or finite is None:
        return False
    # "and the guards replaced by dogs": a participle that shares "was"
    whole = finite.tag_ == "VBN" and any(c.dep_ == "dobj" for c in verb.rights)
    if finite.tag_ not in FINITE_TAGS and not whole:
        return False
    if _shares_passive(later):
        return False
    if subject.i > finite.i or subject.tag_ in RELATIVE:
        return False
    if any(c.dep_ == "mark" or c.tag_ in RELATIVE for c in verb.lefts):
        return False
    # "and he often does", "but the cafe is not"
    told = any(not c.is_punct and c.dep_ != "neg" for c in verb.rights)
    if verb.lower_ in AUXILIARIES and not told:
        return False
    if link_of(later) is not None:
        return True
    # "It is round, diamond shaped": a participle, which the parser takes for a verb
    bare = finite == verb and not told and is_form(verb.text, "VBN")
    stop = verb.doc[max(_start(later) - 1, 0)].text
    return stop == ";" or (stop == "," and not bare)
