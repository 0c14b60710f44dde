"""Texts without a finite verb: captions, headlines, definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, after, before, delete, end_of, replace
from pipeline.negation.english.inflection import bare_form, in_use, is_form, is_noun
from pipeline.negation.english.lexicon import CAPTION_STARTS, FINITE_TAGS, NEGATORS
from pipeline.negation.reading.neighbour import lower_before
from pipeline.negation.reading.structure import Clause
from pipeline.negation.rules.headlines import is_after_verb, none_of_number

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


TOPICS = frozenset(
    "thing things way ways reason reasons tip tips fact facts question questions place places step"
    " steps word words time chance chances need right".split()
)
"""Nouns whose infinitive says which ones are meant, not what they will do."""
DRESSING = frozenset("dress disguise pose know describe see use regard work".split())
"""Verbs that go with "as" and a noun."""
LONGEST_CAPTION = 20
"""Maximum tokens of a caption with a full stop; in a longer text the parser missed the verb."""


def infinitive(clause: Clause) -> list[Edit] | None:
    """ "Council to close two schools" -> "Council not to close two schools"."""
    to, doc = clause.infinitive, clause.verb.doc
    # "(cause to) to turn"
    if clause.finite is not None or to is None or (to.i and to.nbor(-1).lower_ in (")", "yet")):
        return None
    # "from ear to ear"
    if to.i and to.nbor(-1).lower_ == clause.verb.lower_:
        return None
    # "To give an example:"
    if to.i == 0 and doc[-1].text == ":":
        return None
    # "To save time, two gates were opened": the parser missed the main verb.
    if has_finite(doc) or (to.i == 0 and any(t.tag_ in FINITE_TAGS for t in doc)):
        return None
    return [before(to, "not")]


def caption(doc: Doc) -> list[Edit] | None:
    """A noun phrase with a participle: "A man playing a guitar" -> "A man not playing a guitar"."""
    root = next((t for t in doc if t.head == t and not t.is_punct), None)
    # "Farmers' not against it": unclear what is negated.
    if root is None or any(t.lower_ in NEGATORS for t in doc):
        return None
    # "Turn left": an order that the parser missed.
    if root.i == 0 and root.tag_ == "NN" and is_form(root.text, "VBP"):
        return None
    # Names and fronted phrases occur in sentences more than in captions: a verb was missed.
    fronted = any(c.dep_ == "prep" for c in root.lefts)
    unlike = fronted or root.tag_ in ("NNP", "NNPS") or len(doc) > LONGEST_CAPTION
    if doc[-1].text == "." and (unlike or has_finite(doc)):
        return None
    if any(_is_lost_verb(t) for t in doc):
        return None
    verb = _participle(root) or _before_plural(root)
    if verb is not None:
        if is_after_verb(verb) or _has_second(verb) or _is_followed(verb):
            return None
        none = none_of_number(root) if verb.tag_ == "VBN" and verb.head == root else None
        first = _with_adverbs(verb)
        # "Flights delayed, cancelled after storm" -> "Flights not delayed or cancelled"
        if none is None and (second := _second_participle(verb)) is not None:
            comma = second.nbor(-1)
            alone = all(t.text != "," and t.dep_ != "cc" for t in doc[second.i :])
            return [before(first, "not"), Edit(comma.idx, end_of(comma), " or")] if alone else None
        # "3 dead, 4 missing", "17:02 23 killed": no "4 not missing"
        if none is None and first.i and first.nbor(-1).tag_ == "CD":
            return _none(first.nbor(-1))
        # "also not" would continue another denial.
        return none or [replace(first, "not") if first.lower_ == "also" else before(first, "not")]
    if not doc[-1].is_punct:
        return _announcement(root)
    return None


def _is_followed(verb: Token) -> bool:
    """ "Men dressed as women steal cash": the parser takes "as" for a conjunction."""
    if verb.i + 1 >= len(verb.doc) or verb.nbor(1).lower_ != "as" or verb.nbor(1).dep_ != "mark":
        return False
    later = verb.nbor(1).head
    return later.tag_ == "VBP" and bare_form(verb.text) in DRESSING


def _second_participle(verb: Token) -> Token | None:
    """The second of two participles that share their noun: "delayed, cancelled"."""
    behind = verb.doc[verb.i + 1 : verb.i + 3]
    if verb.tag_ != "VBN" or len(behind) < 2 or behind[0].text != ",":
        return None
    return behind[1] if behind[1].tag_ == "VBN" and behind[1].dep_ in ("acl", "conj") else None


def _none(number: Token) -> list[Edit] | None:
    """ "4 missing" -> "none missing", after the time of day or other numbers alone."""
    if not number.like_num or number.lower_ in ("one", "1"):
        return None
    listed = number.i > 0 and number.nbor(-1).text in (",", ";")
    timed = number.i == 1 and ":" in number.nbor(-1).text
    if not (listed or timed or number.i == 0):
        return None
    return [Edit(number.idx, end_of(number), "none" if listed else "None")]


def _is_lost_verb(token: Token) -> bool:
    """ "Police Detain Men Carrying Bread": a form of a verb that is no noun in the dictionary."""
    if token.tag_ not in ("NN", "NNP", "NNPS", "NNS") or token.i == 0 or not token.is_alpha:
        return False
    verbal = is_form(token.text, "VBP") or is_form(token.text, "VBZ")
    return verbal and not is_noun(token.text) and not in_use(token.lower_, "a")


def contracted_copula(doc: Doc) -> list[Edit] | None:
    """ "The tea's too hot.": the parser may take the verb for a possessive."""
    if has_finite(doc):
        return None
    for token in doc[1:-1]:
        if token.tag_ != "POS" or token.lower_ not in ("'s", "’s"):
            continue
        following = token.nbor(1)
        denied = following.lower_ == "not" and following.i + 1 < len(doc)
        if not _is_predicate(following.nbor(1) if denied else following):
            continue
        if denied:
            return [delete(following), *(replace(t, "already") for t in doc if t.lower_ == "yet")]
        return [after(token, "not")]
    return None


def _is_predicate(first: Token) -> bool:
    """Whether the words from there on can be a predicate, and not a possession.

    "a good singer", "in love", "very mild." and "here." as against "very first school", "in-laws".
    """
    doc = first.doc
    if first.tag_ in ("DT", "PRP$") or (first.tag_ == "IN" and first.whitespace_):
        return True
    end = first.i
    while end < len(doc) and doc[end].tag_ == "RB":
        end += 1
    if end < len(doc) and doc[end].tag_ == "JJ":
        end += 1
    return first.i < end < len(doc) and (doc[end].is_punct or doc[end].tag_ in ("IN", "TO"))


def has_finite(doc: Doc) -> bool:
    """Whether a verb of the text is finite and not subordinate, so that the main one was
    misread."""
    return any(
        token.tag_ in FINITE_TAGS
        and verb.dep_ not in ("relcl", "ccomp", "aux", "auxpass")
        and not any(c.dep_ == "mark" or c.tag_ in ("WRB", "WDT", "WP") for c in verb.lefts)
        for token in doc
        for verb in (token.head if token.dep_ in ("aux", "auxpass") else token,)
    )


def _participle(root: Token) -> Token | None:
    for child in root.children:
        held = any(c.dep_ in ("mark", "aux", "neg") or c.tag_ == "WRB" for c in child.children)
        if child.dep_ in ("acl", "advcl") and child.tag_ in ("VBG", "VBN") and child.i > root.i:
            return None if held or _is_doubtful(child, root) else child
    # "Two men on a boat waving": the participle is attached to the nearest noun.
    for token in root.subtree:
        if token.tag_ in ("VBD", "VBN", "VBZ", "VBP", "MD"):
            return None
        if token.dep_ == "acl" and token.tag_ == "VBG" and _is_phrase(token.head, root):
            return token
    return None


def _has_second(verb: Token) -> bool:
    """ "Actor known as Red held in Rome": which of two participles is the news is unclear."""
    doc = verb.doc
    if verb.tag_ != "VBN" or doc[-1].is_punct:
        return False
    for token in doc[verb.i + 1 :]:
        ends = token.is_punct and not token.is_quote and token.text != "'"
        if ends or token.dep_ == "cc":
            return False
        # "found hurt" has one.
        held = any(c.dep_ in ("aux", "auxpass", "mark", "nsubj", "nsubjpass") for c in token.lefts)
        if token.tag_ in ("VBN", "VBD") and token.dep_ != "amod" and token.i > verb.i + 1:
            return not held
    return False


def _is_doubtful(verb: Token, root: Token) -> bool:
    """Whether a text with a full stop may be a sentence, and not a caption.

    "Talks followed in May." is a sentence, "A dog tied to a post." is a caption. What tells them
    apart is the form of the verb, an agent, or how captions begin: "A", "Two".
    """
    if verb.doc[-1].text != ".":
        return False
    if verb.nbor(-1).text == ",":
        return True
    agent = any(c.dep_ == "agent" for c in verb.children)
    if verb.tag_ != "VBN" or not is_form(verb.text, "VBD") or agent:
        return False
    return not any(c.lower_ in CAPTION_STARTS for c in root.lefts)


def _before_plural(root: Token) -> Token | None:
    """ "A woman slicing onions": the parser may read "a ... slicing onions" as one noun phrase."""
    for token in root.subtree:
        if token.lower_ not in ("a", "an") or token.head.tag_ != "NNS" or token.head.i <= token.i:
            continue
        # "in a red bathing suit swings": the plural is the verb that the parser missed.
        if token.head.nbor(-1).tag_[:2] == "NN" and is_form(token.head.text, "VBZ"):
            return None
        for word in token.doc[token.i + 2 : token.head.i]:
            if word.lower_.endswith("ing") and is_form(word.text, "VBG"):
                return word if word.nbor(-1).tag_ in ("NN", "NNP") else None
    return None


def _is_phrase(noun: Token, root: Token) -> bool:
    while noun != root:
        if noun.dep_ not in ("pobj", "prep", "conj", "nsubj", "dobj", "appos"):
            return False
        noun = noun.head
    return True


def _is_progressive(word: Token) -> bool:
    """ "flying"; in a title "Flying", which the parser may take for a name."""
    title = word.tag_ == "NNP" and word.lower_.endswith("ing")
    return word.tag_ == "VBG" or (title and is_form(word.lower_, "VBG"))


def _with_adverbs(verb: Token) -> Token:
    while verb.i and verb.nbor(-1).dep_ == "advmod" and verb.nbor(-1).head.i >= verb.i:
        verb = verb.nbor(-1)
    return verb


def _announcement(root: Token) -> list[Edit] | None:
    """ "Ministers to meet in May" -> "Ministers not to meet in May", as headlines say it."""
    if any(c.dep_ == "det" for c in root.children):
        return None
    for child in root.children:
        if child.tag_ == "VB" and child.i > root.i and child.dep_ in ("acl", "relcl", "xcomp"):
            to = next((c for c in child.children if c.tag_ == "TO"), None)
            # "Jury yet to decide" is negative already.
            if to is None or lower_before(to) in ("", "yet"):
                return None
            # "Ten Things to Know", "What to look for": other things are not to be known.
            if root.lower_ in TOPICS or to.nbor(-1).tag_ in ("WP", "WRB"):
                return None
            # "Mayor, bishop call on council to act", "Navy flying planes to help find crew"
            if any(_is_progressive(t) for t in root.doc[: to.i]):
                return None
            between = root.doc[root.i : to.i]
            called = any(t.dep_ == "prep" and is_form(t.head.text, "VBP") for t in between)
            return None if called else [before(to, "not")]
    return None
