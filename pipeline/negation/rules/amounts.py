"""Rules for subjects that are an amount: "Thousands of people marched" -> "No people marched".

With "not", the sentence would be about other thousands, who did not march.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, delete, end_of
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import FINITE_TAGS, PLURAL_TAGS
from pipeline.negation.english.things import SET_OF
from pipeline.negation.reading.neighbour import lower_after
from pipeline.negation.reading.structure import Clause
from pipeline.negation.rules.headlines import ABOUT
from pipeline.negation.rules.polarity import UNITS, below_negation

if TYPE_CHECKING:
    from spacy.tokens import Token

LARGE = 100
"""From this number on, nobody sees at once which ones are counted."""
SCALES = frozenset("hundred thousand million billion trillion dozen".split())
HEAPS = frozenset("number hundreds thousands millions dozens scores tens lots plenty".split())
PARTS = frozenset(
    "parts elements sections portions segments pieces members areas districts regions".split()
)
"""Words for some of a whole: "Parts of the town are dry" says nothing about the others."""
SHARES = frozenset(("%", "percent", "cent"))
SINGULAR_VERBS = frozenset(("is", "was", "has", "'s", "’s"))
# What happens to some people and not to others: "Seven people were killed".
OF_VICTIMS = frozenset("kill injure wound hurt arrest die perish drown".split())
YEARS = range(1400, 2101)


def amount(clause: Clause, word: str) -> list[Edit] | None:
    """ "60 were shot down" -> "None were shot down", "A few men left" -> "No men left".

    None unless the subject is an indefinite amount of more than a handful.
    """
    subject, verb = clause.subject, clause.verb
    if subject is None or subject.i > verb.i or subject.dep_ == "expl" or clause.conjuncts:
        return None
    if word != "not" or clause.inverted or any(c.dep_ in ("conj", "cc") for c in subject.children):
        return None
    # "Two men came and tried, but left": the subject of an earlier verb, too
    if verb.dep_ == "conj" and verb.head.i > subject.i and verb.head.tag_ in FINITE_TAGS:
        return None
    first = subject.left_edge
    # "At least ten" is "fewer than ten"; "ten in Kent and three in Essex" are not counted alone.
    if first.lower_ == "at" or (first.i and first.nbor(-1).dep_ == "cc"):
        return None
    counted = _of_number(subject, verb) or _of_heap(subject) or _of_figure(clause, subject)
    counted = counted or _of_few(subject)
    if counted is None and (parts := _of_parts(clause, subject)) is not None:
        return [parts, *below_negation(clause)]
    if counted is None:
        return None
    # "200 cases in 45 towns": beside "no cases in 45 towns" there may be some in others;
    # not "8 of the 12 clubs".
    inside = (t for t in subject.subtree if t.tag_ == "CD" and t.i > subject.i)
    if any(t.nbor(-1).tag_ not in ("DT", "PRP$") for t in inside):
        return []
    # "60, mostly men, were lost", "2% (1 of 50) were lost": what follows tells of those counted.
    if subject.doc.text[counted.stop :].lstrip()[:1] in (",", "("):
        return []
    # "Two of her children, Ada and Ben, came"
    if any(t.dep_ == "appos" and t.tag_ == "NNP" for t in subject.subtree):
        return []
    # "None were also given a medal"
    finite = clause.auxiliaries[0] if clause.auxiliaries else verb
    added = (c for c in verb.children if c.lower_ == "also" and abs(c.i - finite.i) == 1)
    return [counted, *map(delete, added), *below_negation(clause)]


def _of_number(noun: Token, verb: Token) -> Edit | None:
    """ "About 70 million people" -> "No people"."""
    if noun.tag_ not in PLURAL_TAGS and noun.lower_ != "people":
        return None
    number = next((c for c in noun.lefts if c.dep_ == "nummod" and c.like_num), None)
    if number is None or noun.lower_ in UNITS:
        return None
    last = number
    while last.i + 1 < noun.i and (last.nbor(1).tag_ == "CD" or last.nbor(1).lower_ == "and"):
        last = last.nbor(1)
    first, phrase = noun.doc[noun.left_edge.i], noun.doc[noun.left_edge.i : last.i + 1]
    if not all(_is_of_number(t) for t in phrase):
        return None
    rounded = any(t.lower_ in ABOUT for t in phrase)
    victims = bare_form(verb.text) in OF_VICTIMS
    if not (victims and number.lower_ not in ("one", "1")) and not _is_large(number, rounded):
        return None
    return _edit(first, last, "no")


def _edit(first: Token, last: Token, put: str) -> Edit:
    """Put "no" or "none" for the words; a text that begins with a figure begins with a capital."""
    capital = first.text[0].isupper() or (first.i == 0 and first.text[0].isdigit())
    return Edit(first.idx, end_of(last), put.capitalize() if capital else put)


def _is_of_number(token: Token) -> bool:
    return token.tag_ == "CD" or token.lower_ in ABOUT or token.lower_ == "and"


def _is_large(number: Token, rounded: bool) -> bool:
    text = number.lower_
    if text in SCALES or any(c.lower_ in SCALES for c in number.children):
        return True
    digits = text.replace(",", "")
    if not digits.isdecimal() or int(digits) < LARGE:
        return False
    return rounded or "," in text or int(digits) not in YEARS


def _of_heap(noun: Token) -> Edit | None:
    """ "Thousands of people" -> "No people", "a number of her songs" -> "none of her songs"."""
    if noun.lower_ not in HEAPS:
        return None
    first = noun.doc[noun.left_edge.i]
    before = noun.doc[first.i : noun.i]
    following = noun.doc[noun.i + 1 : noun.i + 2].text.lower()
    if noun.lower_ == "number" and (first.lower_ != "a" or following != "of"):
        return None
    # "tens of thousands"
    heaped = HEAPS | {"of"} if first.lower_ in HEAPS else frozenset()
    plain = (
        t.lower_ in ABOUT or t.lower_ in heaped or t.tag_ in ("JJ", "VBG", "RB") or t == first
        for t in before
    )
    if not all(plain) or any(t.tag_ in ("DT", "PRP$") and t.lower_ != "a" for t in before):
        return None
    return _counted_out(first, noun)


def _of_few(noun: Token) -> Edit | None:
    """ "A few shops" -> "No shops", "a few of the shops" -> "none of the shops"."""
    first = noun.doc[noun.left_edge.i]
    if first.lower_ != "a" or lower_after(first) != "few" or noun.lower_ in UNITS:
        return None
    if first.i + 2 == len(first.doc):
        return None
    few, following = first.nbor(1), first.nbor(2)
    # "A few hundred people", "a few more"
    if following.lower_ in SCALES or following.tag_ in ("CD", "JJR") or few.i > noun.i:
        return None
    return _edit(first, few, "none" if following.lower_ == "of" or few == noun else "no")


def _of_parts(clause: Clause, noun: Token) -> Edit | None:
    """ "Parts of the town were flooded" -> "No parts of the town were flooded"."""
    if noun.lower_ not in PARTS or noun.left_edge.i != noun.i or noun.i + 2 >= len(noun.doc):
        return None
    # "Members must pay"
    if noun.nbor(1).lower_ != "of" or any(
        t.lower_ in ("must", "should") for t in clause.auxiliaries
    ):
        return None
    whole = next((c for c in noun.nbor(1).children if c.dep_ == "pobj"), None)
    known = whole is not None and (
        whole.tag_ == "NNP" or any(c.dep_ in ("det", "poss") for c in whole.lefts)
    )
    return _edit(noun, noun, f"no {noun.lower_}") if known else None


def _of_figure(clause: Clause, number: Token) -> Edit | None:
    """ "60 were lost" -> "none were lost", "17% of men" -> "no men", "Two of them" -> "None"."""
    finite = clause.auxiliaries[0] if clause.auxiliaries else clause.verb
    first = number.doc[number.left_edge.i]
    if number.lower_ in SHARES:
        share = next((c for c in number.lefts if c.dep_ == "nummod"), None)
        inside = number.doc[first.i : number.i]
        if share is None or not all(t.lower_ in (*ABOUT, "per") or t.tag_ == "CD" for t in inside):
            return None
        # Two shares of more than half exclude each other, so "not" suffices for most of a thing.
        return None if _value(share) > 50 else _counted_out(first, number)
    if number.tag_ != "CD" or not number.is_alpha | number.text.replace(",", "").isdecimal():
        return None
    single = finite.lower_ in SINGULAR_VERBS or finite.tag_ == "VBZ"
    if single or number.lower_ in ("one", "1") or not number.like_num:
        return None
    if not all(_is_of_number(t) for t in number.doc[first.i : number.i]):
        return None
    return _counted_out(first, number)


def _value(share: Token) -> float:
    try:
        return float(share.text.replace(",", "."))
    except ValueError:
        return 0.0


def _counted_out(first: Token, last: Token) -> Edit | None:
    """ "No" for an amount "of" something, and "none" for one that stands alone or of "the" ones."""
    doc = last.doc
    none = _edit(first, last, "none")
    if last.i + 1 == len(doc) or doc[last.i + 1].lower_ != "of":
        return none
    of = doc[last.i + 1]
    noun = next((c for c in of.children if c.dep_ == "pobj"), None)
    if noun is None:
        return None
    # "Tens of thousands queue"
    if noun.lower_ in HEAPS:
        return _counted_out(first, noun)
    named = any(c.dep_ in ("det", "poss") for c in noun.lefts)
    # "50% of Danes", whom the parser may take for one
    people = SET_OF.get(noun.text.removesuffix("s")) == "nationality" and noun.text[-1] == "s"
    if not named and (noun.tag_ in (*PLURAL_TAGS, "NN") or people):
        return _edit(first, of, "no")
    return none if named or noun.tag_ in ("PRP", "NNP", "CD") else None
