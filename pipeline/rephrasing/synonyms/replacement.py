"""Synonyms, from a curated list: `synonyms.tsv`.

"The firm bought a car" is "The company purchased an automobile". A pair is in the list if both
words mean the same in nearly every sentence with the stated frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from zlib import crc32

from pipeline.negation.english.edits import Edit, settled
from pipeline.negation.english.inflection import bare_form, one_of
from pipeline.negation.english.lexicon import BE, VERB_TAGS
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.neighbour import lower_before
from pipeline.rephrasing.synonyms.adjectives import (
    GRADING,
    LESS_OR_MORE,
    QUANTIFIERS,
    other_adjective,
)
from pipeline.rephrasing.synonyms.adverbs import NEVER, other_adverb
from pipeline.rephrasing.synonyms.entries import CONDITIONS, Synonym, beginning
from pipeline.rephrasing.synonyms.nouns import other_noun
from pipeline.rephrasing.synonyms.passives import other_than_passive
from pipeline.rephrasing.synonyms.terms import in_term
from pipeline.rephrasing.synonyms.verb_phrases import (
    adverb_behind,
    has_name,
    other_verb_phrase,
    stands_at,
)
from pipeline.rephrasing.synonyms.verbs import following, other_verb, put

if TYPE_CHECKING:
    from spacy.tokens import Token

MOST = 4
"""Maximum number of words replaced together in a sentence; any of them may be a bad fit."""
MOMENTS = frozenset("night day daytime birth death dawn dusk sunset sunrise noon".split())
"""Nouns that do not fit behind "in the course of"."""
PREPOSITIONS = frozenset("after before during near".split())
NOT_OF_TIME = frozenset("look go name put place stand kneel sit come appear".split())
"""Verbs behind which such a preposition may be one of place or rank."""
THING = frozenset("DT PRP PRP$ NN NNS NNP NNPS JJ JJS RBS EX".split())
"""Penn tags that begin a noun phrase."""
PRONOUNS = frozenset("i you we they he she".split())
QUOTES = frozenset(('"', "“", "‘", "'"))
NOT_MOST = frozenset("at the a his her its their my our your these those".split())
"""Words before a "most" that does not mean "the majority of"."""


def synonymous(scene: Scene) -> Iterator[list[Edit]]:
    """ "The firm bought a car" -> "The company purchased an automobile"."""
    edits: list[Edit] = []
    changed = behind = 0
    for token in scene.doc:
        if token.i < behind or token.i in scene.enclosed or _is_hyphened(token):
            continue
        # "Keep Not Silent": the title of something.
        capital = token.text[0].isupper() and token.text != "I"
        if token.i and capital and not scene.text.isupper():
            continue
        found = _exchanged(token)
        if found is None:
            continue
        new, stop = found
        # "is now owned by": in "is currently", there is no "is" left to remove.
        if settled(scene.text, [*edits, *new]) is None:
            continue
        edits += new
        changed, behind = changed + 1, stop
        if changed == MOST:
            break
    if edits:
        yield edits


def _is_hyphened(token: Token) -> bool:
    near = token.doc[max(token.i - 1, 0) : token.i + 2]
    return any(t.text in ("-", "–", "/") for t in near)


def _exchanged(token: Token) -> tuple[list[Edit], int] | None:
    """The edits for the words that start at a token, and the index after those words."""
    if in_term(token):
        return None
    between = adverb_behind(token)
    words = [*(t.lower_ for t in token.doc[token.i + 1 : token.i + 3]), "", ""]
    for pos, make in _MAKERS:
        skipped = between if pos == "w" else 0
        second = words[skipped]
        of_verb = pos in ("v", "p", "w") and token.tag_ in VERB_TAGS
        key = bare_form(token.text) if of_verb else token.lower_
        if pos == "n" and token.tag_ == "NNS":
            key = (one_of(token.lower_) or "").lower()
        listed = beginning(pos, key, second)
        if pos == "n" and key != token.lower_:
            listed = beginning(pos, token.lower_, second) + listed
        fitting: list[tuple[list[Edit], int]] = []
        for entry in listed:
            stop = token.i + skipped + len(entry.words)
            if fitting and fitting[0][1] > stop:
                break
            if not stands_at(token, entry, skipped):
                continue
            if (new := make(token, entry)) is not None:
                fitting.append((new, stop))
        if fitting:
            return fitting[_number(token) % len(fitting)]
    return None


def _is_year(token: Token) -> bool:
    """ "1945", but not "1,945"."""
    return token.text.isdigit() and len(token.text) == 4


def _is_period(token: Token) -> bool:
    """ "1920s", "19th century", but not "19th century church"."""
    rest = token.doc[token.i + 1 : token.i + 3]
    if token.text[:4].isdigit() and token.text[4:] == "s":
        return not len(rest) or rest[0].tag_[0] not in "NJ"
    return len(rest) == 2 and rest[0].lower_ == "century" and rest[1].tag_[0] not in "NJ"


def _number(token: Token) -> int:
    """A number that picks one of several synonyms: it varies between sentences and words, but is
    always the same for a word of one sentence."""
    return crc32(f"{token.doc.text} {token.i}".encode())


_FOLLOWED: dict[str, Callable[[Token], bool]] = {
    "number": lambda t: t.tag_ == "CD",
    "last": lambda t: t.is_punct and t.text not in ("-", "–", "/"),
    "thing": lambda t: t.tag_ in THING,
    "several": lambda t: t.tag_ == "NNS",
    "stuff": lambda t: t.tag_ == "NN",
    "infinitive": lambda t: t.tag_ == "VB",
    "gerund": lambda t: t.tag_ == "VBG",
    "date": lambda t: t.text[0].isdigit(),
    "question": lambda t: t.tag_ in ("WRB", "WP", "WDT") or t.lower_ in ("if", "whether"),
    "quality": lambda t: t.tag_ in ("JJ", "JJR", "RBR"),
    "clause": lambda t: t.tag_ in ("DT", "PRP", "PRP$", "NNP", "EX"),
    "determined": lambda t: t.tag_ in ("DT", "PRP$"),
    "hundreds": lambda t: t.tag_ == "CD" and sum(map(str.isdigit, t.text)) > 2 and not _is_year(t),
    "quoted": lambda t: t.text in QUOTES,
    "period": lambda t: _is_period(t),
    "ends": lambda t: t.is_punct or t.tag_ in ("IN", "RB", "RBR", "CC"),
}
"""Frame of a phrase -> test of the word behind it."""


def _phrase(token: Token, entry: Synonym) -> list[Edit] | None:
    behind, before = following(token, entry), token.nbor(-1) if token.i > 0 else None
    if behind is None or has_name(token, entry) or behind.lower_ in entry.nouns:
        return None
    # "in short-term memory", "The outside of the house", "although smaller"
    if behind.text == "-" or (entry.words[-1] == "of" and before is not None and _is_noun(token)):
        return None
    if _has_article_already(entry, before):
        return None
    if entry.other == "even though" and behind.tag_ in ("JJ", "JJR", "VBN", "IN", "RB"):
        return None
    # "Like other fruit such as plums": one "like" is enough.
    if entry.other == "like" and any(t.lower_ == "like" for t in token.doc):
        return None
    # "At that time, it rained": "Then, it rained" would be what came next.
    if entry.other == "then" and before is None:
        return None
    # "most of the action"
    if entry.other == "the majority of the" and (behind.tag_ == "NN" or behind.head.tag_ == "NN"):
        return None
    if _says_how_much(token, entry, before):
        return None
    # "Do you have to leave?", "all you have to do"
    asked = entry.words[0] in PRONOUNS and any(t.text == "?" for t in token.doc)
    if asked or (entry.words[0] in PRONOUNS and _may_open_relative(before)):
        return None
    # "on the first day of every month"
    if entry.words[0] == "every" and before is not None and before.tag_ == "IN":
        return None
    # "She can't get along with him."
    if entry.words[0] == "along" and before is not None and before.tag_ in VERB_TAGS:
        return None
    # "at least once a week"
    if entry.words[0] == "once" and before is not None and before.lower_ in LESS_OR_MORE:
        return None
    # "everyone, including you", "it still remains open"
    if entry.words[-1] == "including" and (before is None or before.tag_[-1] != "S"):
        return None
    if entry.other.startswith("is still") and before is not None and before.lower_ == "still":
        return None
    if entry.words[0] in ("considered", "owned") and not _is_modifier_or_passive(token):
        return None
    # "The wreck was located in 1985"
    if "located" in entry.words and behind.tag_ == "CD":
        return None
    # "known as a great poet"
    if entry.words[0] == "known" and entry.other == "called" and behind.lower_ in ("a", "an"):
        return None
    # "better known as", "best known for"
    known = entry.words[0] in ("known", "famous")
    if known and before is not None and before.lower_ in LESS_OR_MORE:
        return None
    if entry.words[0] == "asked" and not _asks(token):
        return None
    if "start" in entry.frames and not _may_start(before):
        return None
    if entry.frames - CONDITIONS:
        return put(token, entry, entry.other) if _is_followed(entry, behind) else None
    return put(token, entry, entry.other) if _fits(token, entry, behind) else None


def _has_article_already(entry: Synonym, before: Token | None) -> bool:
    """Whether "the many people" would become "the a lot of people"."""
    added = entry.other.startswith(("a ", "an ")) and entry.words[0] not in ("a", "an")
    return added and before is not None and before.tag_ in ("DT", "PRP$", "POS")


def _asks(verb: Token) -> bool:
    """ "asked if he knew her", but not "when asked if he knew her"."""
    return verb.tag_ == "VBD" and all(c.dep_ != "dobj" for c in verb.children)


def _is_modifier_or_passive(verb: Token) -> bool:
    """ "is considered dangerous", but not "has considered dangerous plans"; "is owned by" has a
    rule of its own."""
    if verb.tag_ != "VBN":
        return False
    if any(c.dep_ == "auxpass" for c in verb.children):
        return verb.lower_ != "owned"
    return bool(verb.dep_ == "acl") and lower_before(verb) not in BE


def _says_how_much(token: Token, entry: Synonym, before: Token | None) -> bool:
    """Whether the words of an entry, or those around them, grade or count something that the
    entry does not mean."""
    first = entry.words[0]
    # "how many people", "so much better", "not long before"; "just a little", "not a bit"
    counts = first in QUANTIFIERS or first in ("much", "long") or entry.other == "somewhat"
    if counts and before is not None and before.tag_ in GRADING:
        return True
    # "four or five times"
    if entry.words[-1] == "times" and before is not None and before.tag_ == "CC":
        return True
    # "this kind of spicy food"
    if entry.words in (("kind", "of"), ("sort", "of")):
        return before is None or before.tag_ not in VERB_TAGS
    # "at most", "the most friends"
    if entry.words == ("most",) and before is not None and before.lower_ in NOT_MOST:
        return True
    # "not very good" is no "not excellent".
    if first == "very" and any(t.lower_ in NEVER or t.lower_ == "no" for t in token.doc):
        return True
    # "worked hard to win"
    return first in ("hard", "harder") and token.tag_.startswith("RB")


def _is_noun(token: Token) -> bool:
    """ "the outside of the house", "the inside of the box"."""
    placed = token.lower_ in ("outside", "inside")
    return placed and token.nbor(-1).tag_ in ("DT", "PRP$")


def _is_followed(entry: Synonym, behind: Token) -> bool:
    return any(_FOLLOWED[frame](behind) for frame in entry.frames - CONDITIONS)


def _may_start(before: Token | None) -> bool:
    """ "Can you help me?", "Tom, can you help me?", but not "What can you give me?"."""
    return before is None or before.is_punct or before.lower_ in ("please", "and", "but")


def _verb_phrase(token: Token, entry: Synonym) -> list[Edit] | None:
    """ "She gave him a hand" -> "She helped him"."""
    skipped = adverb_behind(token) if entry.words[0] == "be" else 0
    behind = following(token, entry, skipped)
    if entry.frames and (behind is None or not _is_followed(entry, behind)):
        return None
    return other_verb_phrase(token, entry)


def _may_open_relative(before: Token | None) -> bool:
    """Whether a relative clause without a pronoun may begin behind a word."""
    return before is not None and (before.lower_ in ("all", "what") or before.tag_[:2] == "NN")


def _fits(token: Token, entry: Synonym, behind: Token) -> bool:
    """Whether words that stand anywhere mean what the entry says."""
    determined = behind.tag_ in ("DT", "PRP$")
    if entry.words[0] in PREPOSITIONS and entry.words[0] != "near" and not determined:
        return False  # "during day and night", "after school"
    if entry.other in QUANTIFIERS and determined:
        return False  # "a number of his books"
    # "has participated in"
    if entry.other.startswith("took ") and token.tag_ == "VBN":
        return False
    # "due to start", "has to do with", "as well as"
    bare = behind.tag_ == "VB" and entry.words[0] in ("due", "owing", "next", "prior")
    if bare or behind.lower_ == "as" or (entry.words[0] == "has" and behind.lower_ == "do"):
        return False
    if len(entry.words) == 1 and token.tag_ not in ("IN", "RB"):
        return False
    if entry.words[0] in PREPOSITIONS and len(entry.words) == 1:
        # "looked after", "after he left", "the day before"
        governs = token.dep_ == "prep" and any(c.dep_ == "pobj" for c in token.children)
        if not governs or token.i == 0 or bare_form(token.head.text) in NOT_OF_TIME:
            return False
        if behind.tag_ == "VBG":
            return False
        # "born during the Second Republic": this is "in", not "in the course of"
        if entry.words[0] == "during" and any(
            c.tag_ == "NNP" or c.lower_ in MOMENTS for c in token.children
        ):
            return False
        # "after six", "after ten o'clock"
        if entry.other == "following" and behind.tag_ == "CD":
            return False
    # "can" needs a bare verb, "too" the end of a clause.
    if entry.other in ("can", "must") and behind.tag_ != "VB":
        return False
    return entry.other != "too" or bool(behind.is_punct)


_MAKERS: tuple[tuple[str, Callable[[Token, Synonym], list[Edit] | None]], ...] = (
    ("x", _phrase),
    ("w", _verb_phrase),
    ("p", other_than_passive),
    ("v", other_verb),
    ("n", other_noun),
    ("a", other_adjective),
    ("r", other_adverb),
)
"""Part of speech in the list -> what makes the edits."""
