"""Finds the clause of a sentence to negate, the main one, in the parse.

A small parser sometimes makes the first of two clauses a dependent of the second, or takes a
quotation or a reduced relative clause for the sentence. Each function corrects one such error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form, is_form
from pipeline.negation.english.lexicon import (
    BE,
    FINITE_TAGS,
    HAVE,
    REPORTING,
    SUBJECTS,
    SUBORDINATORS,
)
from pipeline.negation.reading.misread import misread_verb
from pipeline.negation.reading.neighbour import lower_after
from pipeline.negation.reading.structure import Clause, clause_of, roots_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

DASHES = frozenset(("—", "–", "--", "-"))
STOPS = DASHES | {";", ":"}
# Conjunctions that are never prepositions: "since 1979" may be misread.
CONJUNCTIONS = frozenset("if although though while whilst because unless whereas whether".split())
# These introduce a guess; "I do not guess that" is not English.
GUESSING = frozenset("guess suppose bet assume hope reckon mean presume fear gather".split())
# Relations of the first of two main clauses if the second is the root.
BESIDE = frozenset(("ccomp", "advcl", "csubj", "parataxis", "nsubj", "nsubjpass"))
# With one of these, the child must be the main clause if the root has no other subject.
LOST = frozenset(("ccomp", "nsubj", "nsubjpass"))


def find_clause(doc: Doc) -> Clause | None:
    """The main clause; in "..., police say." what they say. None if there is no verb."""
    fallback = below = None
    for root in roots_of(doc):
        clause = _root_clause(root)
        if clause is not None and (clause.finite is not None or clause.tag == "VB"):
            # "Although it rained, she came" may be split in two: the second is the main clause.
            if not _is_subordinate(clause):
                return _content(clause)
            below = below or clause
        fallback = fallback or clause
    return below or fallback


def _content(clause: Clause) -> Clause:
    """ "I guess the train was late", "Chances are it will rain": what is guessed, or likely.

    Returns the clause itself for other frames: "I do not think so" negates what is thought.
    """
    verb, subject = clause.verb, clause.subject
    if subject is None or clause.auxiliaries or clause.negators or clause.inverted:
        return clause
    holder = verb
    if verb.lower_ in BE:
        afraid = (c for c in verb.rights if c.dep_ == "acomp" and c.lower_ == "afraid")
        holder = next(afraid, verb)
        framed = holder != verb or subject.lower_ in ("chances", "odds")
    else:
        framed = subject.lower_ in ("i", "we") and bare_form(verb.text) in GUESSING
    content = next((c for c in holder.rights if c.dep_ == "ccomp"), None) if framed else None
    if content is None:
        return clause
    found = clause_of(content)
    return found if found.finite is not None and found.subject is not None else clause


def _is_subordinate(clause: Clause) -> bool:
    marks = (c.lower_ for c in clause.verb.lefts if c.dep_ == "mark")
    return any(mark in CONJUNCTIONS for mark in marks)


def _root_clause(root: Token) -> Clause | None:
    if not root.tag_.startswith("V") and root.tag_ != "MD":
        return _nominal(root)
    first = _first_clause(root)
    if first is not None:
        return first
    clause = clause_of(root)
    if clause.finite is None and clause.subject is None and root.tag_ in ("VBG", "VBN"):
        verb, tag, subject = misread_verb(root)
        if verb is not None:
            return clause_of(verb, tag, subject)
    return _second_clause(clause) or clause


def _nominal(root: Token) -> Clause | None:
    """The clause of a root that is not tagged as a verb."""
    first = next((c for c in root.children if c.dep_ in ("aux", "auxpass")), None)
    if first is not None and first.tag_ != "TO":
        clause = clause_of(root)
        # "had quarterback Mount": the parser takes the verb for an auxiliary of the noun.
        if root.tag_.startswith("N") and first.lower_ in BE | HAVE:
            return Clause(first, first.tag_, [], clause.subject, clause.negators)
        return clause
    subject = next((c for c in root.children if c.dep_ in SUBJECTS), None)
    if subject is not None and root.tag_ == "NN" and is_form(root.text, "VBG"):
        # "A woman slicing onions"
        return clause_of(root, "VBG", subject)
    verb, tag, subject = misread_verb(root)
    return None if verb is None else clause_of(verb, tag, subject)


def _first_clause(root: Token) -> Clause | None:
    """The first of two main clauses, if the parser makes it a dependent of the second.

    "..., police say", "The rain stops; the wind turns", 'She told us, "The door was open."'
    """
    for child in root.children:
        if child.i > root.i or child.dep_ not in BESIDE:
            continue
        if child.dep_ in ("nsubj", "nsubjpass") and child.tag_ not in FINITE_TAGS:
            continue
        if child.dep_ == "parataxis" and _is_inserted(child):
            continue
        content = _first_clause(child) or clause_of(child)
        content = _second_clause(content) or content
        if _is_order(content):
            # "Close the gate," said the farmer.
            if _is_apart(child, root) and (_is_stopped(child, root) or _reports(root)):
                return content
        elif content.finite is not None and _is_main(content, child, root):
            return content
    return None


def _is_order(content: Clause) -> bool:
    """ "Close the gate", "Do not run"."""
    if content.tag != "VB" or content.subject is not None or content.infinitive is not None:
        return False
    helped = [t.lower_ for t in content.auxiliaries]
    return not helped or (helped == ["do"] and bool(content.negators))


def _is_main(content: Clause, child: Token, root: Token) -> bool:
    """Whether a finite clause to the left of the root is a main clause."""
    subject, finite = content.subject, content.finite
    if subject is None or finite is None or _opens_below(child):
        return False
    own = next((c for c in root.children if c.dep_ in SUBJECTS and c != child), None)
    lost = own is None and child.dep_ in LOST and not content.inverted
    if not lost and not _is_apart(child, root):
        return False
    # "The fog, called haar, comes from the sea": the participle is not a past tense.
    if finite.tag_ == "VBN":
        return False
    # "With features made softer, they ...": a preposition without its noun.
    if any(c.lower_ == "with" and not any(c.children) for c in child.lefts):
        return False
    before = child.doc[max(child.left_edge.i - 1, 0) : subject.i].text
    if before.count("(") > before.count(")"):
        return False
    # "It is common in sports where a team could go on": the root without its own subject.
    if lost and clause_of(root).finite is not None and _is_clear(content, child):
        return True
    helped = any(c.dep_ in ("aux", "auxpass") for c in root.children)
    # "The sum is, of course, the number of coins found": a participle as root
    if not helped and (root.tag_ == "VBN" or (own is None and is_form(root.text, "VBN"))):
        return True
    if _reports(root) and child.dep_ == "ccomp":
        return True
    if child.dep_ == "ccomp" and _is_stopped(child, root):
        return not _is_parenthesis(content, child, root)
    # "So you know, I am new here"
    if child.doc[child.left_edge.i].lower_ == "so":
        return False
    # "Had he known, he would have stayed"
    if content.inverted or finite.i < subject.i or own is None or own.i < child.right_edge.i:
        return False
    return not any(t.lower_ in SUBORDINATORS and not _is_preposition(t) for t in child.lefts)


def _is_clear(content: Clause, child: Token) -> bool:
    """Whether a clause whose root has no other subject is one: a verb with its dependents.

    "China stocks close lower" has a noun there, "Historians committed to it have ..." a participle.
    """
    finite, verb, subject = content.finite, content.verb, content.subject
    if finite is None or subject is None or finite.tag_ not in FINITE_TAGS:
        return False
    if finite == verb and finite.tag_ == "VBD" and is_form(verb.text, "VBN"):
        return False
    if child.dep_ == "ccomp":
        return True
    plural = subject.tag_ in ("NNS", "NNPS", "CD")
    more = any(c.dep_ not in ("cc", "conj", "punct") for c in verb.rights)
    return more and plural == (finite.tag_ != "VBZ")


def _is_inserted(child: Token) -> bool:
    """ "In that light, she argues, there is no hurry": who says so, between two commas."""
    content, doc = clause_of(child), child.doc
    if content.subject is None or content.finite is None or not _reports(child):
        return False
    start = content.subject.left_edge.i
    if start == 0 or {doc[start - 1].text, doc[child.i + 1].text} != {","}:
        return False
    # 'At last she said, "We won."': the whole quotation is hers, and it begins there.
    quoted = any(t.is_quote or t.text == "''" for t in doc[child.i + 2 : child.i + 3])
    return not quoted or (start > 1 and doc[start - 2].is_quote)


def _reports(root: Token) -> bool:
    return bare_form(root.text) in REPORTING


def _is_stopped(content: Token, root: Token) -> bool:
    """Whether two clauses are separated by more than a comma."""
    return any(t.text in STOPS for t in root.doc[content.right_edge.i + 1 : root.i + 1])


def _is_parenthesis(content: Clause, child: Token, root: Token) -> bool:
    """ "Later – the mill had burnt down – the family moved": between two dashes."""
    subject = content.subject
    if subject is None or subject.left_edge.i == 0:
        return False
    stop = lower_after(child.right_edge)
    return stop in DASHES and root.doc[subject.left_edge.i - 1].text in DASHES


def _is_apart(content: Token, root: Token) -> bool:
    """Whether a comma, dash or quotation mark ends a main clause before its frame."""
    end = content.right_edge.i + 1
    stop = content.doc[max(end - 1, content.i) : max(end + 1, root.i)]
    apart = any(t.is_punct for t in stop) or _ends_in_conjunction(content)
    return apart and not _opens_below(content)


def _ends_in_conjunction(content: Token) -> bool:
    """ "It is green there, whilst up here it is bare": "whilst" attached to the first clause."""
    return any(
        t.lower_ in CONJUNCTIONS and t.dep_ == "prep" and t.nbor(-1).text == ","
        for t in content.rights
    )


def _opens_below(content: Token) -> bool:
    """Whether a clause starts with a conjunction or relative pronoun that makes it subordinate."""
    first = content.doc[content.left_edge.i]
    # "If lamp A burns out, ...", with "if" attached to the lamp
    if first.lower_ in CONJUNCTIONS and first.dep_ == "mark":
        return True
    if first.lower_ in SUBORDINATORS and first.head == content and not _is_preposition(first):
        return True
    marks = (c for c in content.lefts if c.dep_ == "mark" or c.tag_ in ("WDT", "WP", "WRB"))
    if any(not _is_preposition(c) for c in marks):
        return True
    # The conjunction may be attached to another word: "and when poor Ada had to leave, ..."
    subject = next((c for c in content.lefts if c.dep_ in SUBJECTS), content)
    for token in reversed(content.doc[first.i : subject.left_edge.i + 1]):
        if token.text == ",":
            break
        opens = token.tag_ == "WRB" or (token.lower_ in SUBORDINATORS and token.dep_ == "mark")
        # "As it cools ..." with its own verb, and no "and" that would continue it
        between = content.doc[token.head.i : subject.left_edge.i]
        inside = token.head.i < subject.i and not any(t.dep_ == "cc" for t in between)
        if opens and not inside and not _is_preposition(token):
            return True
    return False


def _is_preposition(token: Token) -> bool:
    """ "In May", but not "in case" nor "since", which the parser may wrongly call a preposition."""
    phrase_head = any(c.dep_ == "pobj" for c in token.children)
    if not (token.dep_ == "prep" or phrase_head) or lower_after(token) == "case":
        return False
    # "After the town was taken, ..."
    if token.i == 0 and token.lower_ in ("after", "before") and not any(token.children):
        return False
    if token.lower_ != "since":
        return True
    # "Since May, ...", not "Since the year began, ...", whose verb the parser may have missed.
    phrase = token.doc[token.i : token.right_edge.i + 2]
    return phrase[-1].text == "," and not any(t.text == "," for t in phrase[:-1])


def _second_clause(clause: Clause) -> Clause | None:
    """The main clause to the right of a root that is not one: a relative, "if ...", ", she
    said,"."""
    verb, subject = clause.verb, clause.subject
    if subject is None or subject.i > verb.i:
        return None
    later = [c for c in verb.rights if c.dep_ in ("conj", "ccomp") and c.tag_.startswith("V")]
    if later and _is_inserted(verb):
        said = (clause_of(other) for other in later if other.dep_ == "ccomp")
        return next((f for f in said if f.finite is not None and f.subject is not None), None)
    found = _beyond(clause, subject, later) if later else None
    # Questions have another word order.
    return None if found is None or any(t.text == "?" for t in verb.doc) else found


def _beyond(clause: Clause, subject: Token, later: list[Token]) -> Clause | None:
    verb = clause.verb
    enclosed = verb.i > 0 and verb.nbor(-1).text == "," and is_form(verb.text, "VBN")
    if enclosed and not clause.auxiliaries:
        # "The law, referred to as harsh, was repealed": two commas enclose an insertion.
        for other in later:
            found = clause_of(other, None, subject)
            closed = verb.doc[other.left_edge.i - 1].text == ","
            if found.auxiliaries and found.finite is not None and closed and not _has_own(other):
                return found
    if verb.tag_ == "VBN" and not clause.auxiliaries:
        # "Pupils asked to wait are often bored": no conjunction, and no subject of its own.
        linked = any(c.dep_ in ("cc", "punct") and c.i > verb.i for c in verb.children)
        for other in later:
            found = clause_of(other, None, subject)
            if found.finite is not None and not linked and other.dep_ == "conj":
                return None if _has_own(other) else found
        return None
    heads = [c for c in verb.lefts if c.dep_ in ("nsubj", "nsubjpass")]
    if len(heads) > 1:
        # "The star Galle observed is dim": the relative clause depends on the star.
        others = (clause_of(other, None, heads[0]) for other in later if other.dep_ == "ccomp")
        return next((f for f in others if f.finite is not None and not _has_own(f.verb)), None)
    if subject.tag_ == "WP" and subject.i == 0:
        # "What would become the museum was first a barn": the parser misses the verb's subject.
        return next((f for f in map(clause_of, later) if f.finite is not None and f.subject), None)
    mark = next((c.lower_ for c in verb.lefts if c.dep_ == "mark"), "")
    # "since 1979" may be misread; before a comma without "and" it is a clause.
    linked = any(c.dep_ == "cc" and c.i > verb.i for c in verb.children)
    if mark in CONJUNCTIONS or (mark in SUBORDINATORS and not linked):
        after = (clause_of(other) for other in later if other.dep_ == "conj")
        return next((f for f in after if f.finite is not None and f.subject is not None), None)
    return None


def _has_own(verb: Token) -> bool:
    return any(c.dep_ in SUBJECTS for c in verb.children)


def before_tag(root: Token, comma: int) -> Clause | None:
    """The clause that a tag question belongs to, if the parser makes the tag the root."""
    for child in root.children:
        if child.i < comma and child.dep_ in ("ccomp", "parataxis", "conj"):
            clause = clause_of(child)
            if clause.finite is not None and clause.subject is not None:
                return clause
    return None
