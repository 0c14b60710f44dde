"""Rules for requests: "Let's go", "Sit down"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, after, before, delete, end_of
from pipeline.negation.english.inflection import bare_form, is_known
from pipeline.negation.english.lexicon import WITH_INFINITIVE
from pipeline.negation.reading.headline import is_headline
from pipeline.negation.reading.structure import Clause, clause_of
from pipeline.negation.rules.coordination import conjoined
from pipeline.negation.rules.polarity import below_negation

if TYPE_CHECKING:
    from spacy.tokens import Token


SET_PHRASES = frozenset(
    (("excuse", "me"), ("pardon", "me"), ("be", "sure"), ("be", "certain"), ("see", "you"))
)
"""First two words of orders that nobody denies."""
REFERRING = frozenset(("see", "compare", "cf", "cf.", "note"))
PARTS = frozenset("page figure table section chapter appendix annex".split())
NO_OBJECT = frozenset("RP IN RB CD".split())


def lets(clause: Clause, word: str) -> list[Edit] | None:
    """ "Let's go" -> "Let's not go"."""
    verb = clause.verb
    if verb.lower_ != "let" or verb.i + 1 >= len(verb.doc):
        return None
    us = verb.nbor(1)
    following = us.nbor(1) if us.i + 1 < len(us.doc) else us
    if us.lower_ in ("'s", "’s", "us") and following.lower_ == "not":
        anymore = (t for t in verb.subtree if t.lower_ == "anymore")
        return [delete(following), *map(delete, anymore)]
    # "Let us know" asks somebody else.
    if us.lower_ == "us" and following.lower_ in ("know", "have", "hear", "in", "off", "out"):
        return None
    return [after(us, word)] if us.lower_ in ("'s", "’s", "us") else None


def imperative(clause: Clause, word: str) -> list[Edit] | None:
    """ "Sit down and wait" -> "Do not sit down or wait"."""
    verb = clause.verb
    helper = clause.auxiliaries[0] if clause.auxiliaries else None
    put = "do not" if word == "not" else word
    # "Please be seated"
    if clause.subject is None and helper is not None and helper.text in ("be", "Be"):
        plain = len(clause.auxiliaries) == 1 and clause.infinitive is None
        return [before(helper, put)] if plain and helper.i < 2 else None
    if clause.subject is not None or clause.auxiliaries or verb.tag_ not in ("VB", "VBP"):
        return None
    if verb.lower_ != bare_form(verb.text) or clause.infinitive is not None:
        return None
    # "How do we get rid of it?"
    if _is_no_order(verb) or (verb.i > 0 and verb.doc[0].tag_ in ("WRB", "WP", "WDT")):
        return None
    if _explains_word(verb):
        return None
    # "Later re-engined and sold": the parser takes the prefix for a verb.
    prefixed = verb.i + 1 < len(verb.doc) and verb.nbor(1).text == "-" and not verb.whitespace_
    if prefixed and verb.lower_ in ("re", "co", "pre", "de"):
        return None
    # "Thank you", "Note: ..." and "Note on the text" are not orders.
    following = verb.nbor(1).lower_ if verb.i + 1 < len(verb.doc) else ""
    if verb.lower_ in ("thank", "hope", "wish", "denote", "suppose", "assume") or following == ":":
        return None
    if verb.lower_ == "note" and following in ("on", "about", "to", "from", "regarding"):
        return None
    # "Excuse me, but ...", "Be sure to call"
    if (verb.lower_, following) in SET_PHRASES:
        return None
    # "Let me explain" asks for leave to do it.
    if verb.lower_ == "let" and verb.i + 1 < len(verb.doc) and verb.nbor(1).lower_ == "me":
        return None
    if verb.lower_ in REFERRING and _refers(verb):
        return None
    # "Help Needed was founded in May": a name
    if any(c.dep_ == "xcomp" and c.tag_ == "VBD" for c in verb.rights):
        return None
    # "use or employ, put to work" explains a word.
    if _is_listed(clause):
        return None
    # "Be accumulates in ice": a noun that looks like a verb.
    if verb.i + 1 < len(verb.doc) and verb.nbor(1).tag_ in ("VBZ", "MD"):
        return None
    # A noun, "and" or "(cause to)" before it: the parser missed the subject.
    if verb.i and verb.nbor(-1).tag_ in ("-RRB-", "NN", "NNS", "NNP", "NNPS", "CC"):
        return None
    # "Airline to test new route": no order, but a name without its verb.
    to = any(t.tag_ == "TO" for t in verb.doc[verb.i + 1 : verb.i + 2])
    named = verb.text[0].isupper() and verb.lower_ not in WITH_INFINITIVE
    if to and named and is_headline(verb.doc):
        return None
    if (urged := _urged(verb)) is not None:
        return [*below_negation(clause_of(urged)), before(urged, put)]
    edits = [*below_negation(clause), *conjoined(_as_bare(clause), "not")]
    if verb.text[0].isupper():
        return [*edits, Edit(verb.idx, end_of(verb), f"{put.capitalize()} {verb.lower_}")]
    return [*edits, before(verb, put)]


def _is_no_order(verb: Token) -> bool:
    """ "do over, make new" explains a word; "Rupee up against dollar" has no verb at all.

    "Google it" has an object, so that an unknown word is a verb.
    """
    opened = verb.i > 0 and verb.nbor(-1).text == "," and verb.doc[0].tag_ in ("VB", "VBP")
    if opened and is_headline(verb.doc):
        return True
    return not is_known(verb.lower_) and any(t.tag_ in NO_OBJECT for t in verb.doc[1:2])


def _refers(verb: Token) -> bool:
    """Whether an order sends the reader elsewhere, or only tells something.

    "(For details, see the annex)", "see also the map", "see below", "compare the map on page 4",
    "Note that it is late", "It is round, see the map"; but not "See the mayor at noon", "Compare
    the two maps".
    """
    if verb.doc[0].text in ("(", "["):
        return True
    if any(c.dep_ in ("ccomp", "parataxis") for c in verb.lefts):
        return True
    following = verb.doc[verb.i + 1 : verb.i + 2].text.lower()
    if verb.lower_ == "note":
        return following in ("that", "how", "also")
    if following in ("also", "above", "below"):
        return True
    behind = verb.doc[verb.i + 1 :]
    return any(t.lower_ in PARTS or t.lower_ == "details" for t in behind)


def _explains_word(verb: Token) -> bool:
    """ "Be a sign of; have as a meaning", "hurt, feel pain", "climb aboard (ships, coaches)"."""
    marks = {t.text for t in verb.doc if t.is_punct}
    listed = "(" in marks and verb.i == 0 and verb.text.islower()
    return ";" in marks or listed or _has_synonym(verb)


def _has_synonym(verb: Token) -> bool:
    """ "hurt, feel pain": a second bare verb directly after a comma, in a text without a stop."""
    behind = verb.doc[verb.i + 1 : verb.i + 3]
    return (
        not verb.doc[-1].is_punct
        and verb.text.islower()
        and len(behind) == 2
        and behind[0].text == ","
        and behind[1].tag_ in ("VB", "VBP")
    )


def _is_listed(clause: Clause) -> bool:
    """Whether another order follows after a comma, although "or" has ended the list."""
    for verb in clause.conjuncts:
        before = verb.doc[clause.verb.i : verb.i]
        linked = any(t.lower_ == "or" for t in before)
        if linked and before[-1].text == "," and verb.tag_ in ("VB", "VBP"):
            return True
    return False


def _urged(verb: Token) -> Token | None:
    """ "Come on, trust me": the order is the second verb."""
    if [t.lower_ for t in verb.doc[verb.i : verb.i + 3]] != ["come", "on", ","]:
        return None
    return next((c for c in verb.rights if c.tag_ in ("VB", "VBP") and not any(c.lefts)), None)


def _as_bare(clause: Clause) -> Clause:
    conjuncts = [v for v in clause.conjuncts if v.tag_ in ("VB", "VBP")]
    return Clause(clause.verb, "VB", [], None, [], conjuncts)
