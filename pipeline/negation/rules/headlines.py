"""Headlines: reduced passives, and numbers that are negated themselves.

"Mayor sentenced to two years" lacks its "is", and the parser often takes the participle for an
active past. The denial of "Four injured in storm" is "None injured in storm": "four not injured"
might be four others.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.inflection import bare_form, inflected, is_form, is_noun
from pipeline.negation.english.lexicon import (
    WITH_INFINITIVE,
    WITH_TWO_OBJECTS,
)
from pipeline.negation.english.things import PERSONS
from pipeline.negation.reading.headline import ALONE, has_object, is_headline
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

MANY = frozenset(("many", "several"))
HEAPS = MANY | {"hundreds", "thousands", "dozens", "scores", "tens"}
# Words before a number that belong to it.
ABOUT = frozenset("at least about around over nearly almost some more than up to".split())


def is_reduced_passive(clause: Clause) -> bool:
    """Whether the past form in a headline is a participle: "Singer arrested over theft"."""
    verb, subject = clause.verb, clause.subject
    if not is_headline(verb.doc) or subject is None or clause.auxiliaries:
        return False
    lemma = bare_form(verb.text)
    if (lemma in ALONE and not _is_voted_in(verb)) or not _may_be_participle(verb):
        return False
    # "Norway tied 2-2 by Sweden"
    scored = any(c.lower_ == "by" and c.i - verb.i < 5 for c in verb.rights)
    if (has_object(verb) and not (scored and verb.nbor(1).tag_ == "CD")) or any(
        t.tag_ in ("PRP", "EX") for t in subject.subtree
    ):
        return False
    to = any(
        c.dep_ in ("xcomp", "ccomp", "advcl") and any(t.tag_ == "TO" for t in c.lefts)
        for c in verb.rights
    )
    return not (to and lemma in WITH_INFINITIVE)


def _is_voted_in(verb: Token) -> bool:
    """ "Club voted into league", "Mayor voted out": by others."""
    behind = verb.doc[verb.i + 1 : verb.i + 2].text.lower()
    return bare_form(verb.text) == "vote" and behind in ("into", "out", "off", "onto")


def _may_be_participle(verb: Token) -> bool:
    # "biased", of which dictionaries have another spelling
    if verb.lower_.endswith("ed"):
        return True
    return inflected(bare_form(verb.text), "VBN") == verb.lower_ or is_form(verb.text, "VBN")


def is_undecided(clause: Clause) -> bool:
    """Whether a past form may be a participle: "Actor granted bail" keeps an object."""
    verb = clause.verb
    if clause.tag != "VBD" or clause.auxiliaries:
        return False
    if not is_headline(verb.doc):
        return _opens_text(clause)
    return bare_form(verb.text) in WITH_TWO_OBJECTS and has_object(verb)


def _opens_text(clause: Clause) -> bool:
    """A headline before a sentence: "Singer arrested over theft A singer was ..."."""
    verb, subject = clause.verb, clause.subject
    if subject is None or subject.i > verb.i or bare_form(verb.text) in ALONE:
        return False
    # "Singer sent home: what will it mean?"; without an article, "singer" starts no sentence.
    asks = verb.doc[-1].text == "?" and any(t.text == ":" for t in verb.doc[verb.i :])
    person = subject.i == 0 and subject.tag_ == "NN" and subject.lower_ in PERSONS
    # "money deposited in a bank.", which explains a word
    bare = subject.i == 0 and subject.tag_ == "NN" and subject.text.islower()
    return (asks or person or bare) and _may_be_participle(verb) and not has_object(verb)


def is_after_verb(verb: Token) -> bool:
    """Whether a verb of a headline was taken for a noun, and its object for a participle.

    "School bans hugging", "Fans hail Games opening", "Police to search burning house", "Storm
    warning".
    """
    doc = verb.doc
    if not verb.lower_.endswith("ing") or not is_headline(doc) or verb.i == 0:
        return False
    if any(t.tag_ == "TO" or (t.lower_ == "to" and t.i > 0) for t in doc[: verb.i]):
        return True
    before = doc[verb.i - 1]
    bare = not any(c.dep_ in ("det", "poss", "nummod") for c in before.lefts)
    alone = not has_object(verb) and is_noun(verb.text) and not _goes_on(verb)
    if alone and bare and before.tag_ == "NN" and before.lower_ not in PERSONS:
        return True
    pairs = pairwise(doc[: verb.i])
    return any(_is_verb(noun, after, last=after.i + 1 == verb.i) for noun, after in pairs)


def _goes_on(verb: Token) -> bool:
    """ "Storm bearing down", "Team playing well"."""
    return any(c.dep_ in ("prt", "advmod") for c in verb.rights)


def _is_verb(noun: Token, word: Token, *, last: bool) -> bool:
    """ "school bans", "fans hail": a plural before a bare form, or a singular before an -s."""
    if noun.tag_ == "NNS" and word.tag_ in ("NN", "NNP"):
        return word.lower_ == bare_form(word.text) and is_form(word.text, "VBP")
    singular = last and noun.tag_ in ("NN", "NNP") and word.tag_ in ("NNS", "NNPS")
    bare = bare_form(word.text)
    return singular and is_form(word.text, "VBZ") and bare != word.lower_ and bare not in PERSONS


def none_of_number(noun: Token) -> list[Edit] | None:
    """ "Five hurt" -> "None hurt", "Two men held" -> "No men held", "Many killed" -> "None killed".

    Returns None if no number precedes it.

    Args:
        noun: the noun that the participle describes.
    """
    doc = noun.doc
    first = doc[noun.left_edge.i]
    if not is_headline(doc) or any(c.dep_ in ("conj", "cc") for c in noun.children):
        return None
    # "One held, five hurt"
    ahead = first.nbor(-1).text if first.i else ""
    if ahead not in ("", ":", ","):
        return None
    number = noun if noun.like_num else _number_of(noun)
    if number is not None and all(t.lower_ in ABOUT for t in doc[first.i : number.i]):
        word = "none" if number == noun else "no"
        put = word if ahead == "," else word.capitalize()
        return [Edit(first.idx, end_of(number), put)]
    if noun.lower_ in HEAPS and first == noun and noun.i + 1 < len(doc):
        of = noun.nbor(1)
        counted = of.lower_ == "of" and of.i + 1 < len(doc) and of.nbor(1).tag_ in ("NNS", "NNPS")
        end, word = (of, "no") if counted else (noun, "none")
        return [Edit(first.idx, end_of(end), word if ahead == "," else word.capitalize())]
    return None


def _number_of(noun: Token) -> Token | None:
    counts = (c for c in noun.lefts if (c.dep_ == "nummod" and c.like_num) or c.lower_ in MANY)
    return next(counts, None)
