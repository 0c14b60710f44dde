"""Negation of verbs that share a subject: "does not sing or dance"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, delete, end_of, replace
from pipeline.negation.english.inflection import bare_form, is_form, is_possible, is_quality
from pipeline.negation.english.lexicon import (
    BE,
    DOES,
    FINITE_TAGS,
    HAVE,
    INTRANSITIVE,
    MODALS,
    OF_MOTION,
    WITH_TWO_OBJECTS,
)
from pipeline.negation.reading.neighbour import word_before
from pipeline.negation.reading.structure import Clause, clause_of
from pipeline.negation.rules.placing import behind, is_elliptic, supported
from pipeline.negation.rules.polarity import below_negation
from pipeline.negation.rules.positive import negative_word

if TYPE_CHECKING:
    from spacy.tokens import Token

# After one of these in a coordination, the second verb is negated by itself: "and then did not".
SEQUENCE = frozenset(("then", "later", "subsequently", "also", "thus", "therefore", "eventually"))
# "Come and see" is one deed.
LASTING = frozenset("consist belong depend lie last survive serve participate".split())
"""Verbs that have no passive, or hardly any."""
SETTING_OUT = frozenset(("come", "go", "try"))


def conjoined(clause: Clause, word: str) -> list[Edit]:
    """Negate all verbs that share a subject.

    If their forms allow it, one negation suffices: "does not sing or dance". Otherwise each verb
    has its own: "is not small and does not live in ponds".
    """
    edits: list[Edit] = []
    shared = True
    for index, verb in enumerate(clause.conjuncts):
        link = _link(clause.conjuncts[index:])
        if link is not None and link.lower_ not in ("and", "or"):
            # "did not name it but did not say why": two denials, no contrast
            if link.lower_ == "but" and clause_of(verb).negators:
                edits.append(replace(link, "and"))
            break
        # 'include "and stay" among its rules'
        if link is not None and link.i and link.nbor(-1).is_quote and not link.nbor(-1).whitespace_:
            break
        # "and so do most of his friends"
        if link is not None and link.nbor(1).lower_ in ("so", "neither", "nor"):
            break
        # Without a conjunction, the parser's coordination is reliable only in headlines.
        if link is None and verb.doc[-1].is_punct:
            break
        other = clause_of(verb)
        if other.negators or negative_word(other) is not None:
            break
        if _is_second_participle(other):
            continue
        other.tag = _conjunct_tag(clause, other)
        last = index + 1 == len(clause.conjuncts)
        if _is_complement(clause, other) or (last and _is_described(clause, other)):
            continue
        shared = shared and _shares(clause, other, link)
        if not shared and _is_undecided(clause, other):
            break
        if shared:
            if clause.tag in DOES and not clause.auxiliaries and word != "never":
                # "became a mother and got married"
                first = next((c for c in verb.lefts if bare_form(c.text) == "get"), verb)
                edits.append(Edit(first.idx, end_of(first), bare_form(first.text)))
            joined = link is not None and link.head == verb.head and link.lower_ == "and"
            if link is not None and joined and not _is_one(clause.verb, link):
                edits.append(replace(link, "or"))
        elif link is None:
            break
        else:
            other.conjuncts, other.subject = [], clause.subject
            denied = _alone(other, word)
            # "cannot sing or cannot dance" would leave one of them possible.
            if denied and link.lower_ == "or":
                edits.append(replace(link, "and"))
            edits += denied
    return edits


def joined(link: Token) -> Edit:
    """ "It is old, but it works" -> "and": the contrast or consequence is gone.

    Args:
        link: "but", "yet" or "so" between two clauses.
    """
    if link.i and link.nbor(-1).lower_ == "and":
        return delete(link)
    following = link.nbor(1)
    # "It is old, yet, it works"
    return Edit(link.idx, end_of(following if following.text == "," else link), "and")


def _is_one(verb: Token, link: Token) -> bool:
    """Whether "and" stays: "did not both sing and act", "do not come and see"."""
    setting_out = bare_form(verb.text) in SETTING_OUT and link.i == verb.i + 1
    return setting_out or _follows_both(verb)


def _is_complement(clause: Clause, other: Clause) -> bool:
    """ "became a city and known as the Rock": the participle is no second verb."""
    verb = other.verb
    if clause.auxiliaries or other.auxiliaries or clause.verb.tag_ == "MD":
        return False
    if not is_form(verb.text, "VBN"):
        return False
    return not is_possible(verb.text, "VBD") or _is_in_state(clause, verb)


def _is_in_state(clause: Clause, verb: Token) -> bool:
    """ "The leaves are green or turned back": no second verb, which would be in the present."""
    if clause.verb.lower_ not in BE or clause.tag not in ("VBZ", "VBP"):
        return False
    done = any(c.dep_ == "dobj" for c in verb.rights)
    return verb.head.tag_ == "VBN" or (verb.tag_ == "VBN" and not done)


def _is_described(clause: Clause, other: Clause) -> bool:
    """ "praised the plot and underused colours": an adjective that looks like a past."""
    verb = other.verb
    if clause.auxiliaries or other.auxiliaries or not is_quality(verb.text):
        return False
    thing = next((c for c in verb.rights if c.dep_ == "dobj"), None)
    return thing is not None and thing.left_edge.i == verb.i + 1


def _follows_both(verb: Token) -> bool:
    """ "Ada both sang and acted" -> "Ada did not both sing and act"."""
    return verb.i > 0 and verb.nbor(-1).lower_ == "both"


def _is_second_participle(other: Clause) -> bool:
    """ "thrives and is grown, dried and sold": the negation of the passive covers them all."""
    if other.auxiliaries or not is_form(other.verb.text, "VBN") or _is_active(other):
        return False
    first = clause_of(other.verb.head)
    while not first.auxiliaries and first.verb.dep_ == "conj" and is_form(first.verb.text, "VBN"):
        first = clause_of(first.verb.head)
    return first.verb.dep_ == "conj" and _is_passive(first)


def _conjunct_tag(clause: Clause, other: Clause) -> str:
    """ "smokes or drinks", "built and sold": a noun or a participle only according to the
    parser."""
    tag = other.tag
    if tag in ("NNS", "NN"):
        return "VBZ" if tag == "NNS" else "VB"
    # "The rules are short and change often", "Ducks have arrived and stay here"
    finite = clause.finite
    helped = finite is not None and finite.lower_ in ("are", "were", "have", "'ve", "’ve")
    if tag == "VB" and helped and not other.auxiliaries and _is_bare(other.verb.text):
        return "VBP"
    past = tag == "VB" and clause.tag == "VBD" and not is_form(other.verb.text, "VB")
    if past or (tag == "VBN" and not clause.auxiliaries and not other.auxiliaries):
        return "VBD"
    if tag == "VBN" and _is_passive(clause) and _is_active(other):
        return "VBD"
    return tag


def _is_bare(word: str) -> bool:
    """ "stay", but not "come", which is also a participle, nor "ramjet", which is no verb."""
    return is_form(word, "VB") and not is_form(word, "VBN")


def _is_passive(clause: Clause) -> bool:
    return bool(clause.auxiliaries) and clause.auxiliaries[-1].lower_ in BE


def _is_active(other: Clause) -> bool:
    """ "was born in Leeds and studied law": a passive would have lost its object."""
    verb = other.verb
    if other.auxiliaries or bare_form(verb.text) in WITH_TWO_OBJECTS:
        return False
    return is_form(verb.text, "VBD") and any(c.dep_ == "dobj" for c in verb.children)


def _link(conjuncts: list[Token]) -> Token | None:
    """The conjunction before the first conjunct, or in its list: "built, sold and forgot"."""
    for verb in conjuncts:
        links = [c for c in verb.head.children if c.dep_ == "cc" and verb.head.i < c.i < verb.i]
        if links:
            return links[-1]
    # The parser may attach "and" to a verb in between.
    before = word_before(conjuncts[0].left_edge)
    return before if before is not None and before.lower_ in ("and", "or") else None


def _shares(clause: Clause, other: Clause, link: Token | None) -> bool:
    """Whether a second verb can stand under the first one's negation without one of its own."""
    if other.auxiliaries or other.verb.tag_ == "MD":
        return False
    if link is not None and link.nbor(1).lower_ in SEQUENCE:
        return False
    paired = (c for c in clause.verb.children if c.lower_ in ("both", "either"))
    if any(c.dep_ == "preconj" for c in paired) and not _follows_both(clause.verb):
        return False
    if clause.auxiliaries or clause.verb.tag_ == "MD":
        if clause.finite is not None and clause.finite.lower_ in MODALS | {"do", "does", "did"}:
            return other.tag in ("VB", "VBP") and other.verb.lower_ == bare_form(other.verb.text)
        if clause.auxiliaries and clause.auxiliaries[-1].lower_ in HAVE:
            return is_form(other.verb.text, "VBN")
        return other.tag == clause.verb.tag_
    if (clause.verb.lower_ in BE) or (other.verb.lower_ in BE):
        return False
    return other.tag == clause.tag or {other.tag, clause.tag} == {"VB", "VBP"}


def _is_undecided(clause: Clause, other: Clause) -> bool:
    """ "was shown as a lion and painted on shields": a past tense, or a second participle."""
    verb = other.verb
    if other.tag != "VBD" or other.auxiliaries or not is_form(verb.text, "VBN"):
        return False
    if clause.verb.lower_ in BE:
        # "is grey and covered with moss", "is red and made famous by poets"
        if any(c.dep_ == "agent" for c in verb.children):
            return True
        return verb.i + 1 < len(verb.doc) and verb.nbor(1).lower_ in ("by", "with")
    if not _is_passive(clause):
        return False
    if bare_form(verb.text) in INTRANSITIVE | OF_MOTION | LASTING or verb.lower_ in BE | HAVE:
        return False
    if bare_form(verb.text) in WITH_TWO_OBJECTS:
        return True
    return not any(c.dep_ in ("dobj", "xcomp", "ccomp") for c in verb.children)


def _alone(clause: Clause, word: str) -> list[Edit]:
    if clause.auxiliaries or clause.verb.tag_ == "MD":
        finite = clause.finite
        return [] if finite is None or finite.tag_ not in FINITE_TAGS else behind(finite, word)
    if clause.tag not in DOES:
        return []
    if clause.verb.lower_ in BE:
        return [*behind(clause.verb, word), *below_negation(clause)]
    if is_elliptic(clause):
        return behind(clause.verb, word)
    return [*supported(clause, word), *below_negation(clause)]
