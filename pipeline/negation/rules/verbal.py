"""Rules for the verb of a clause: its auxiliary, its copula, or "do" if it has neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, before, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, DO_FORMS, DOES
from pipeline.negation.reading.structure import Clause
from pipeline.negation.rules.coordination import conjoined
from pipeline.negation.rules.fragments import LONGEST_CAPTION, has_finite
from pipeline.negation.rules.headlines import (
    is_after_verb,
    is_reduced_passive,
    is_undecided,
    none_of_number,
)
from pipeline.negation.rules.placing import (
    already,
    behind,
    first_adverb,
    is_elliptic,
    supported,
)
from pipeline.negation.rules.polarity import below_negation

if TYPE_CHECKING:
    from spacy.tokens import Token

OF_PLACE = frozenset(("stand", "lie", "sit", "hang", "live", "come", "go", "rise"))


def elliptic(clause: Clause, word: str) -> list[Edit] | None:
    """ "The club has since 1950": the verb after "has" is left out, and "not" follows "has"."""
    return behind(clause.verb, word) if is_elliptic(clause) else None


def auxiliary(clause: Clause, word: str) -> list[Edit] | None:
    """ "has seen" -> "has not seen", "ought to" -> "ought not to", "had better not"."""
    first = clause.finite
    # "You ought to ask": the modal may be the root.
    if first is None or (not clause.auxiliaries and first.tag_ != "MD"):
        return None
    changed = already(first, word) + below_negation(clause)
    for other in clause.auxiliaries[1:]:
        # "can and will help", "can and do help"
        if (other.tag_ == "MD" or other.lower_ in DO_FORMS) and other.nbor(-1).dep_ == "cc":
            changed += behind(other, word)
    return [*behind(first, word), *changed, *conjoined(clause, word)]


def copula(clause: Clause, word: str) -> list[Edit] | None:
    """ "is late" -> "is not late"."""
    verb = clause.verb
    if clause.auxiliaries or verb.lower_ not in BE or clause.tag not in DOES:
        return None
    if _presents(clause):
        return None
    changed = already(verb, word) + below_negation(clause)
    return [*behind(verb, word), *changed, *conjoined(clause, word)]


def do_support(clause: Clause, word: str) -> list[Edit] | None:
    """ "likes" -> "does not like", an adverb before the verb stays before it."""
    verb = clause.verb
    if clause.auxiliaries or clause.tag not in DOES:
        return None
    # "The train runs": the parser may take the subject for a compound of the verb.
    if clause.subject is None and (verb.i == 0 or clause.tag == "VBP" or _is_cut_off(verb)):
        return None
    # "Kyoto, at least, does"
    if verb.lower_ in DO_FORMS and verb.i and verb.nbor(-1).lower_ in ("least", "rate"):
        return None
    # "We sure had fun"
    if verb.i and verb.nbor(-1).lower_ == "sure" and verb.nbor(-1).dep_ == "advmod":
        return None
    if _presents(clause) or _is_locative(clause) or is_undecided(clause):
        return None
    # "has yet to come" is negative already, and "gotta" is not a past.
    if verb.i + 1 < len(verb.doc) and verb.nbor(1).lower_ in ("yet", "ta"):
        return None
    if verb.i and verb.nbor(-1).lower_ in ("wanna", "gonna", "gotta", "na"):
        return None
    # "said the farmer", "here comes the bus"
    if clause.subject is not None and clause.subject.i > verb.i:
        return None
    if _is_emphatic(verb):
        return behind(verb, word)
    # "Five die in storm" -> "None die in storm"
    if word == "not" and clause.subject is not None and clause.subject.like_num:
        none = none_of_number(clause.subject)
        if none is not None and not clause.conjuncts:
            return none
    return [*supported(clause, word), *below_negation(clause), *conjoined(clause, word)]


def _presents(clause: Clause) -> bool:
    """ "Here is my answer", "Below are the names", "There goes Nora": it shows what comes next."""
    verb, subject = clause.verb, clause.subject
    opening = verb.nbor(-1).lower_ if verb.i else ""
    # Of "There goes the bus" the parser may take "there" for the subject.
    if subject is not None and subject.i < verb.i and subject.lower_ != "there":
        return False
    if verb.lower_ in BE:
        return opening in ("here", "below")
    return opening in ("here", "there") and bare_form(verb.text) in ("come", "go")


def _is_locative(clause: Clause) -> bool:
    """ "On the hill stands a church": the subject comes last."""
    verb, opening = clause.verb, clause.verb.doc[0]
    if verb.i + 1 == len(verb.doc) or verb.nbor(1).tag_ not in ("DT", "PRP$"):
        return False
    return clause.subject is None and opening.tag_ == "IN" and bare_form(verb.text) in OF_PLACE


def _is_cut_off(verb: Token) -> bool:
    """ "In essence, returns to scale refer": a single comma separates the verb from what
    precedes."""
    return verb.nbor(-1).text == "," and sum(t.text == "," for t in verb.doc[: verb.i]) == 1


def _is_emphatic(verb: Token) -> bool:
    """ "did attempt to leave", which may be read as "did" with a noun as its object."""
    if verb.lower_ not in ("do", "does", "did") or verb.i + 2 >= len(verb.doc):
        return False
    following = verb.nbor(1)
    if following.tag_ not in ("NN", "VB") or following.nbor(1).tag_ != "TO":
        return False
    return bare_form(following.text) == following.lower_


def participle(clause: Clause, word: str) -> list[Edit] | None:
    """Headlines: "Four people killed in flood" -> "Four people not killed in flood"."""
    subject, verb = clause.subject, clause.verb
    if clause.auxiliaries or subject is None or subject.i > verb.i or word != "not":
        return None
    if clause.tag == "VBG" and not any(verb.rights) and verb.nbor(-1).dep_ in ("pobj", "compound"):
        return None
    # With a full stop it is a caption only if it is short; otherwise the verb was missed.
    if verb.doc[-1].text == "." and (len(verb.doc) > LONGEST_CAPTION or has_finite(verb.doc)):
        return None
    # "What became of the mill being a school?"
    if any(t.text == "?" for t in verb.doc):
        return None
    # "The king's christening a surprise": a noun, or an odd sentence
    if is_after_verb(verb) or verb.nbor(-1).tag_ == "POS":
        return None
    reduced = clause.tag == "VBN" or (clause.tag == "VBD" and is_reduced_passive(clause))
    if reduced and (none := none_of_number(subject)) is not None:
        return none
    if not reduced and clause.tag != "VBG":
        return None
    # "Ships damaged, sunk in storm": neither "not damaged, sunk" nor the second alone
    behind = verb.doc[verb.i + 1 : verb.i + 3]
    if reduced and len(behind) > 1 and behind[0].text == "," and behind[1].tag_ in ("VBN", "VBD"):
        return []
    first = first_adverb(clause)
    also = first.nbor(-1)
    # "also not" would continue another denial.
    return [replace(also, "not") if also.lower_ == "also" else before(first, "not")]


def no_longer(clause: Clause, word: str) -> list[Edit] | None:
    """ "The shop is still open" -> "The shop is no longer open"."""
    finite, verb = clause.finite, clause.verb
    if finite is None or clause.subject is None or clause.inverted or clause.conjuncts:
        return None
    still = next((c for c in verb.children if c.lower_ == "still" and c.dep_ == "advmod"), None)
    if still is None or still.i + 1 == len(verb.doc):
        return None
    # With a past tense, as in "He still won", it may mean "even so".
    lasting = clause.tag in ("VBZ", "VBP") and still.i + 1 == verb.i
    follows = still.i == finite.i + 1 and (clause.auxiliaries or finite.lower_ in BE)
    following = still.nbor(1)
    # "is still to come", "is still higher", "can still only guess"
    other = following.tag_ in ("TO", "JJR", "RBR") or following.lower_ in ("only", "just")
    if other or not (lasting or follows):
        return None
    return [replace(still, "no longer"), *below_negation(clause)]
