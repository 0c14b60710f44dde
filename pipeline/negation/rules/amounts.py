"""Rules for subjects that are an amount: "Thousands of people marched" -> "No people marched".

With "not" the verb would speak of other thousands, who did not march.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, delete, end_of
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import PLURAL_TAGS
from pipeline.negation.reading.structure import Clause
from pipeline.negation.rules.headlines import ABOUT
from pipeline.negation.rules.polarity import UNITS, below_negation

if TYPE_CHECKING:
    from spacy.tokens import Token

LARGE = 100
"""From here on nobody sees at once which ones are counted."""
SCALES = frozenset("hundred thousand million billion trillion dozen".split())
HEAPS = frozenset("number hundreds thousands millions dozens scores tens lots plenty".split())
SHARES = frozenset(("%", "percent", "cent"))
SINGULAR_VERBS = frozenset(("is", "was", "has", "'s", "’s"))
# What happens to some and not to others: "Seven people were killed".
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
    first = subject.left_edge
    # "At least ten" is "fewer than ten"; "ten in Kent and three in Essex" are not counted alone.
    if first.lower_ == "at" or (first.i and first.nbor(-1).dep_ == "cc"):
        return None
    counted = _of_number(subject, verb) or _of_heap(subject) or _of_figure(clause, subject)
    counted = counted or _of_few(subject)
    if counted is None:
        return None
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
    if first.lower_ != "a" or first.nbor(1).lower_ != "few" or noun.lower_ in UNITS:
        return None
    few, following = first.nbor(1), first.nbor(2)
    # "A few hundred people", "a few more"
    if following.lower_ in SCALES or following.tag_ in ("CD", "JJR") or few.i > noun.i:
        return None
    return _edit(first, few, "none" if following.lower_ == "of" or few == noun else "no")


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
    if named or noun.tag_ in ("PRP", "NNP", "NN", "CD"):
        return none
    return _edit(first, of, "no") if noun.tag_ in PLURAL_TAGS else None
