"""Pieces of a parsed sentence that rules move: phrases, their text in a new place, agreement."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.inflection import bare_form, inflected, is_form, is_known
from pipeline.negation.english.lexicon import FINITE_TAGS
from pipeline.negation.english.things import SETS
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.agreement import is_plural

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

SCOPE = frozenset(
    "all every each both any no none nobody nothing neither either few fewer little only just even"
    " also too not never many most everyone everybody everything anyone anything no-one always"
    " almost nearly hardly barely rarely seldom".split()
)
"""Words whose scope changes when they, or the words they modify, move."""
TO_SUBJECT = {
    "me": "I", "him": "he", "her": "she", "us": "we", "them": "they", "you": "you", "it": "it",
}  # fmt: skip
TO_OBJECT = {subject.lower(): object_ for object_, subject in TO_SUBJECT.items()}
# Capitalised adjectives, which the parser tags as adjectives nevertheless.
PEOPLES = frozenset(SETS["nationality"]) | frozenset(
    "European African Asian Arab Arabic Christian Muslim Islamic Jewish Catholic Protestant Roman"
    " Soviet Victorian Latin Hindu Buddhist Iranian Iraqi Israeli Ukrainian Belarusian Austrian"
    " Croatian Serbian Slovak Estonian Latvian Lithuanian Icelandic Thai Vietnamese Indonesian"
    " Pakistani Afghan Syrian Lebanese Cuban Colombian Venezuelan Ethiopian Nigerian South North"
    " Western Eastern Olympic Portuguese Armenian Georgian Catalan Basque Celtic".split()
)
SUBJECTS = ("nsubj", "nsubjpass", "expl")
OPEN_TAGS = frozenset("NN NNS JJ JJR JJS RB VB VBD VBG VBN VBP VBZ FW UH".split())
MARKS = frozenset('"“”()[];:—–…?/*«»')
# What older parsers call the parts of a noun phrase without a clause of its own.
PLAIN = frozenset("det amod poss compound nummod case nmod quantmod punct advmod prep pobj".split())


# Cached, since a dozen rules in turn check the same sentence.
@lru_cache(maxsize=1)
def is_plain(doc: Doc) -> bool:
    """Whether a sentence can be taken apart: no quotation, bracket or second part.

    A full stop inside ("No. 4", "J. Smith") often misleads the parser.
    """
    if doc.text.isupper() or any(set(t.text) & MARKS or "\n" in t.text for t in doc):
        return False
    if any(t.text in (".", "!", "--") for t in doc[:-1]):
        return False
    # "It is called 'rush'": a quotation, but not "his parents' house"
    if any(t.text in ("'", "‘", "’") and t.tag_ != "POS" for t in doc):
        return False
    # "well-known" is one word; after a space a hyphen is a dash.
    return not any(t.text == "-" and (t.whitespace_ or t.nbor(-1).whitespace_) for t in doc[1:-1])


def last_word(doc: Doc) -> Token:
    """The last token that is not final punctuation."""
    return next((t for t in reversed(doc) if not t.is_punct or t.text == "%"), doc[-1])


def until_end(doc: Doc, start: int) -> Span:
    """The words from an index on, without the final punctuation."""
    return doc[start : last_word(doc).i + 1]


def word_after(token: Token) -> Token | None:
    """The next token; None at the end of the text."""
    return token.nbor(1) if token.i + 1 < len(token.doc) else None


def subject_of(verb: Token) -> Token | None:
    """The subject of a verb, as the parse has it."""
    return next((c for c in verb.children if c.dep_ in SUBJECTS), None)


def is_finite(verb: Token) -> bool:
    """Whether a verb or one of its auxiliaries is finite."""
    auxiliaries = (c for c in verb.children if "aux" in c.dep_)
    return verb.tag_ in FINITE_TAGS or any(c.tag_ in FINITE_TAGS for c in auxiliaries)


def phrase_of(noun: Token) -> Span:
    """The noun with everything that depends on it."""
    return noun.doc[noun.left_edge.i : noun.right_edge.i + 1]


def is_simple(noun: Token, *, longest: int = 8) -> bool:
    """Whether a noun's phrase can move as a whole, since all of it surely belongs to the noun.

    Among prepositions only "of" surely belongs to the noun before it.
    """
    phrase = phrase_of(noun)
    if len(phrase) > longest or noun.tag_ in ("EX", "WDT", "WP", "VBG", "CD", "DT"):
        return False
    for token in phrase:
        if token.lower_ in SCOPE or token.text == ",":
            return False
        if token == noun:
            continue
        if token.dep_ == "prep" and token.lower_ != "of":
            return False
        if token.dep_ not in PLAIN and token.dep_ not in ("conj", "cc"):
            return False
        if token.tag_.startswith("V") and token.dep_ not in ("amod", "compound"):
            return False
    return True


def conjugated(verb: str, tag: str) -> str:
    """The form of a bare verb with a Penn tag."""
    return verb if tag in ("VB", "VBP") else inflected(verb, tag)


def present(verb: str, noun: Token) -> str:
    """The present form of a bare verb that agrees with a subject."""
    third = not is_plural(noun) and noun.lower_ not in ("i", "me")
    return conjugated(verb, "VBZ" if third else "VBP")


# Without an article at the start of a sentence the tagger takes these for names.
STUFF = frozenset(
    "bread wool water milk paper heat rain snow ice sand salt sugar coffee tea wine beer oil gold"
    " silver iron steel copper wood glass cotton silk leather linen food meat fish cheese butter"
    " rice wheat corn fruit honey music smoke dust fog mud soil grass traffic money football tennis"
    " chess cricket rugby basketball".split()
)


def is_name(token: Token) -> bool:
    """Whether a word keeps its capital away from the start of a sentence."""
    if token.i == 0 and token.lower_ in STUFF and token.dep_.startswith("nsubj"):
        return False
    if token.text == "I" or (token.text.isupper() and len(token.text) > 1):
        return True
    if token.tag_ in ("NNP", "NNPS") or token.text in PEOPLES:
        return True
    if not token.text[:1].isupper():
        return True
    # A word that no dictionary has in lower case may be a name, whatever its tag.
    return token.tag_ in OPEN_TAGS and not is_known(token.lower_)


def inside(span: Span) -> str:
    """The text of a span that no longer starts the sentence."""
    text = span.text
    first = span[0]
    if first.i > 0 or is_name(first):
        return str(text)
    return str(text[0].lower() + text[1:])


def opening(text: str) -> str:
    """A text with a capital, to start the sentence."""
    return text[:1].upper() + text[1:]


def whole(doc: Doc, text: str) -> list[Edit]:
    """The edit that replaces the sentence except its final punctuation."""
    stop = end_of(last_word(doc))
    # "at 3 p.m." ends with the full stop of the abbreviation.
    stopped = text.endswith(".") and doc.text.startswith(".", stop)
    return [Edit(doc[0].idx, stop, text[:-1] if stopped else text)]


def participle_of(verb: str) -> str | None:
    """The participle of a bare verb; None if the dictionary does not confirm it."""
    form = inflected(verb, "VBN")
    return form if is_form(form, "VBN") and bare_form(form) == verb else None


def other_verbs(scene: Scene) -> list[Token]:
    """Verbs other than the main one and its auxiliaries."""
    clause = scene.clause
    own = {clause.verb.i, *(t.i for t in clause.auxiliaries)} if clause is not None else set()
    return [
        t
        for t in scene.doc
        if (t.tag_.startswith("V") or t.tag_ == "MD")
        and t.i not in own
        and t.dep_ not in ("amod", "compound")
    ]
