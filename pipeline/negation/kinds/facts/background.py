"""Which subordinate clauses a sentence asserts or takes for granted.

"The ferry that has a red funnel is late" would be about another ferry if the funnel were blue, but
"He sailed a ferry that has a red funnel" asserts the colour, as "He sailed a red ferry" does. "The
shop closed because the owner was ill" takes for granted that the owner was ill.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import REPORTING
from pipeline.negation.kinds.facts.limits import APART, SUBJECT, UNDOING, WEAK

if TYPE_CHECKING:
    from spacy.tokens import Token

DECIDING = APART | SUBJECT | {"xcomp", "conj"}
"""Relations by which a phrase may hold, or not, regardless of the clauses above it; with the
others that takes a modal."""
IN_CAPTIONS = frozenset(("acl", "advcl"))
JOINING = frozenset(("relcl", "acl", "advcl", "ccomp"))
# "as he left" is a time, "as shown above" a reference: it needs a subject.
FACTIVE = frozenset("because although though while whereas after when since as".split())
PAST = frozenset("was were had did been".split())
# Prepositions before a participle whose act took place: "by closing", not "without closing".
DONE = frozenset("by after for in with from".split())
# With "from" these say what is not done.
KEEPING = frozenset(
    "prevent keep stop bar ban hinder discourage dissuade deter prohibit forbid refrain abstain"
    " save desist".split()
)
# "ruining the town" with a word before it: "thus ruining the town".
RESULT_MARKS = frozenset("thus thereby".split())
RELATIVES = frozenset("which who that whose".split())
# "those who", "anyone that", "things that"; "in case the cat comes"
OPEN_NOUNS = frozenset("those anyone someone person people thing one ones case".split())


def holds_by_itself(place: Token, *, joined: bool) -> bool | None:
    """Whether the phrase of a word holds, or does not, regardless of the clauses above it.

    Args:
        place: the word.
        joined: whether its clause is asserted with the clause above.

    Returns:
        None if it holds exactly when the clauses above do.
    """
    relation = place.dep_
    # "because the northern gate was closed": the southern one may have been closed too.
    if relation in SUBJECT:
        return False
    if relation in APART:
        if is_granted(place):
            return True
        return None if joined or shares_assertion(place) else False
    if relation == "xcomp" and place.head.lower_ in UNDOING:
        return False
    if any(c.lower_ in WEAK for c in place.children if c.dep_ == "aux" or relation == "conj"):
        return False
    if relation == "conj" and any(c.dep_ == "neg" for c in place.children):
        return False
    return None


def joins(verb: Token, *, described: bool) -> bool:
    """Whether the content of a subordinate clause is asserted with the clause above.

    Args:
        verb: the verb of the subordinate clause.
        described: whether the sentence describes a scene, so that its participles are asserted.
    """
    if described and verb.dep_ in IN_CAPTIONS:
        return not _is_in_case(verb)
    if verb.dep_ == "appos":
        return True
    if verb.dep_ not in JOINING:
        return False
    first, head = verb.left_edge, verb.head
    comma = first.i > 0 and first.nbor(-1).text == ","
    if any(c.lower_ in WEAK or c.dep_ == "neg" for c in verb.children):
        return False
    # "The hall, which was built in 1920, ...", "The hall, built in 1920, ..."
    if verb.dep_ in ("relcl", "acl"):
        return comma and first.lower_ in ("which", "who", verb.lower_)
    # "He left, arriving in May"
    if verb.dep_ == "advcl":
        return comma and verb.tag_ == "VBG" and first == verb
    # "She said (that) prices rose"
    said = bare_form(head.text) in REPORTING
    return said and first.lower_ not in ("if", "whether", "what", "how", "why")


def _is_in_case(verb: Token) -> bool:
    """ "Close the gate in case the dog runs out": perhaps it does not."""
    return any(c.lower_ == "case" for t in verb.lefts if t.lower_ == "in" for c in t.children)


def is_granted(verb: Token) -> bool:
    """Whether a clause holds although the main clause is denied or only possible.

    "Although he sold the mill, ..."; "the mill, which he sold, ..."
    """
    if any(c.dep_ == "neg" for c in verb.children):
        return False
    if verb.dep_ == "advcl":
        return _is_fact(verb)
    if verb.dep_ in ("ccomp", "parataxis"):
        return _is_beside(verb)
    if verb.dep_ == "relcl":
        first = verb.left_edge
        comma = first.i > 0 and first.nbor(-1).text == ","
        return (comma or verb.head.tag_ == "NNP") and first.lower_ in RELATIVES and _is_past(verb)
    return False


def shares_assertion(verb: Token) -> bool:
    """Whether a clause is asserted together with its head: "a mill built by monks"."""
    if any(c.dep_ == "neg" for c in verb.children):
        return False
    if verb.dep_ in ("relcl", "acl"):
        return _describes_one(verb)
    if verb.dep_ == "pcomp":
        # "kept him from selling the red boat": and from selling the blue one, perhaps
        kept = verb.head.lower_ == "from" and bare_form(verb.head.head.text) in KEEPING
        return verb.tag_ == "VBG" and verb.head.lower_ in DONE and not kept
    if verb.dep_ != "advcl" or any(c.dep_ == "mark" for c in verb.children):
        return False
    first = verb.left_edge
    if verb.tag_ == "VB":
        return first.tag_ == "TO" and verb.i > verb.head.i
    if verb.tag_ not in ("VBG", "VBN"):
        return False
    # "Driven by steam, the mill ..."; "the mill closed, ruining the town"
    bare = first.i == verb.i or first.lower_ in RESULT_MARKS
    return bare and not any(c.dep_ in ("nsubj", "nsubjpass") for c in verb.children)


def _describes_one(verb: Token) -> bool:
    """ "a mill that burnt", but not "mills that burn": others may not."""
    noun = verb.head
    if verb.tag_ == "VB" or noun.lower_ in OPEN_NOUNS or noun.tag_ not in ("NN", "NNP", "NNS"):
        return False
    if noun.tag_ == "NNS":
        return any(c.dep_ in ("det", "poss", "nummod") for c in noun.children)
    return True


def _is_fact(verb: Token) -> bool:
    marks = [c.lower_ for c in verb.children if c.dep_ == "mark" or c.tag_ == "WRB"]
    if len(marks) != 1 or marks[0] not in FACTIVE:
        return False
    if not any(c.dep_ in ("nsubj", "nsubjpass") for c in verb.children):
        return False
    if any(c.lower_ in WEAK for c in verb.children):
        return False
    # "because it is deep" is a reason; "when it is deep" is a condition.
    return _is_past(verb) or marks[0] in ("because", "although", "though", "whereas")


def _is_beside(verb: Token) -> bool:
    """ "The mill is closed; the shop is open": two clauses with a semicolon between them."""
    first, last = verb.left_edge, verb.right_edge
    ahead = verb.doc[first.i - 1].text if first.i else ""
    behind = verb.doc[last.i + 1].text if last.i + 1 < len(verb.doc) else ""
    whole = any(c.dep_ in ("nsubj", "nsubjpass") for c in verb.children)
    sides = [*verb.children, *verb.head.children]
    open_ = any(t.tag_ == "MD" or t.dep_ == "neg" for t in sides)
    return whole and ";" in (ahead, behind) and not open_


def _is_past(verb: Token) -> bool:
    helpers = [c.lower_ for c in verb.children if c.dep_ in ("aux", "auxpass")]
    return (verb.tag_ == "VBD" and not helpers) or (bool(helpers) and set(helpers) <= PAST)
