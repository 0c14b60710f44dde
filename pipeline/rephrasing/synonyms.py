"""Synonyms, from a curated list: `synonyms.tsv`.

"The firm bought a car" is "The company purchased an automobile". A pair is in the list if both
words mean the same in nearly every sentence with the stated frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from zlib import crc32

from pipeline.negation.english.edits import Edit, settled
from pipeline.negation.english.inflection import bare_form, inflected, one_of
from pipeline.negation.english.lexicon import VERB_TAGS
from pipeline.negation.kinds.nouns import is_named
from pipeline.negation.kinds.scene import Scene
from pipeline.rephrasing.passives import other_than_passive
from pipeline.rephrasing.phrases import word_after
from pipeline.rephrasing.synonym_adjectives import (
    GRADING,
    LESS_OR_MORE,
    QUANTIFIERS,
    other_adjective,
)
from pipeline.rephrasing.synonym_list import CONDITIONS, WHOM, WHOSE, Synonym, entries
from pipeline.rephrasing.synonym_phrases import has_name, other_verb_phrase, stands_at
from pipeline.rephrasing.synonym_verbs import following, other_verb, put

if TYPE_CHECKING:
    from spacy.tokens import Token

MOST = 4
"""Most words of a sentence that are replaced together; any one of them may be a bad fit."""
PREPOSITIONS = frozenset("after before during near".split())
NOT_OF_TIME = frozenset("look go name put place stand kneel sit come appear".split())
"""Verbs behind which such a preposition may be one of place or rank."""
THING = frozenset("DT PRP PRP$ NN NNS NNP NNPS JJ JJS RBS EX".split())
"""Penn tags that begin a noun phrase."""
NEVER = frozenset("never ever not n't n’t".split())
PRONOUNS = frozenset("i you we they he she".split())


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
    behind = word_after(token)
    nearby = ((), (WHOM,), (WHOSE,), () if behind is None else (behind.lower_,))
    for pos, make in _MAKERS:
        of_verb = pos in ("v", "p", "w") and token.tag_ in VERB_TAGS
        key = bare_form(token.text) if of_verb else token.lower_
        if pos == "n" and token.tag_ == "NNS":
            key = (one_of(token.lower_) or "").lower()
        listed = entries().get((pos, key), ())
        if pos == "n" and key != token.lower_:
            listed = entries().get((pos, token.lower_), ()) + listed
        fitting: list[tuple[list[Edit], int]] = []
        for entry in listed:
            stop = token.i + len(entry.words)
            if fitting and fitting[0][1] > stop:
                break
            # Hundreds of phrases begin with "in": most differ in the next word.
            if entry.words[1:2] not in nearby or not stands_at(token, entry):
                continue
            if (new := make(token, entry)) is not None:
                fitting.append((new, stop))
        if fitting:
            return fitting[_number(token) % len(fitting)]
    return None


def _number(token: Token) -> int:
    """A number that depends on the sentence and the word, so that of several synonyms each has
    its turn, and always the same in one sentence."""
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
    "ends": lambda t: t.is_punct or t.tag_ in ("IN", "RB", "RBR", "CC"),
}
"""Frame of a phrase -> whether the word behind it is of that kind."""


def _phrase(token: Token, entry: Synonym) -> list[Edit] | None:
    behind, before = following(token, entry), token.nbor(-1) if token.i > 0 else None
    if behind is None or has_name(token, entry):
        return None
    # "how many people", "Do you have to leave?"
    if before is not None and entry.words[0] in QUANTIFIERS and before.tag_ in GRADING:
        return None
    # "all you have to do"
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
    # "better known as", "best known for"
    if entry.words[0] == "known" and before is not None and before.lower_ in LESS_OR_MORE:
        return None
    # "when asked if he knew her"
    if entry.words[0] == "asked" and (
        token.tag_ != "VBD" or any(c.dep_ == "dobj" for c in token.children)
    ):
        return None
    if "start" in entry.frames and not _may_start(before):
        return None
    if entry.frames - CONDITIONS:
        return put(token, entry, entry.other) if _is_followed(entry, behind) else None
    return put(token, entry, entry.other) if _fits(token, entry, behind) else None


def _is_followed(entry: Synonym, behind: Token) -> bool:
    return any(_FOLLOWED[frame](behind) for frame in entry.frames - CONDITIONS)


def _may_start(before: Token | None) -> bool:
    """ "Can you help me?", "Tom, can you help me?", but not "What can you give me?"."""
    return before is None or before.is_punct or before.lower_ in ("please", "and", "but")


def _verb_phrase(token: Token, entry: Synonym) -> list[Edit] | None:
    """ "She gave him a hand" -> "She helped him"."""
    behind = following(token, entry)
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
        # "after six", "after ten o'clock"
        if entry.other == "following" and behind.tag_ == "CD":
            return False
    # "can" needs a bare verb, "too" the end of a clause.
    if entry.other in ("can", "must") and behind.tag_ != "VB":
        return False
    return entry.other != "too" or bool(behind.is_punct)


def _noun(token: Token, entry: Synonym) -> list[Edit] | None:
    head = token.doc[token.i + len(entry.words) - 1]
    if head.tag_ not in ("NN", "NNS") or is_named(head) or head.dep_ == "compound":
        return None
    if any(c.dep_ in ("compound", "nmod") and c.i < token.i for c in head.children):
        return None
    if token.lower_ == "movies" and token.i > 0 and token.nbor(-1).lower_ == "the":
        return None  # "at the movies"
    if entry.frames and not _is_owned(token, entry):
        return None
    if token.lower_ == "ladies" and any(c.dep_ == "conj" for c in token.children):
        return None  # "Ladies and gentlemen"
    # "Singer was the first to speak": a name, or nobody can tell.
    if token.i == 0 and token.tag_ != "NNS":
        return None
    # "a writer of novels and poet", "the songwriter Mary Field"
    behind = following(token, entry)
    named = behind is not None and behind.tag_ == "NNP"
    if " of " in entry.other and (named or any(c.dep_ in ("conj", "prep") for c in head.children)):
        return None
    return put(token, entry, _as_many(head, entry))


def _is_owned(noun: Token, entry: Synonym) -> bool:
    """ "his parents", "Mary's house"; in the frame "mine" the speaker's or the reader's."""
    owner = noun.nbor(-1) if noun.i > 0 else noun
    if "mine" in entry.frames:
        return owner.lower_ in ("my", "our", "your")
    return owner.tag_ in ("PRP$", "POS")


def _as_many(noun: Token, entry: Synonym) -> str:
    """The synonym in the number of the noun: that of its first word if "of" or "in" follows."""
    if noun.tag_ == "NN" or noun.lower_ == entry.words[-1]:
        return entry.other
    if " of " in entry.other or " in " in entry.other:
        head, _, rest = entry.other.partition(" ")
        return f"{inflected(head, 'NNS')} {rest}"
    head, _, rest = entry.other.rpartition(" ")
    return f"{head} {inflected(rest, 'NNS')}".strip()


def _adverb(token: Token, entry: Synonym) -> list[Edit] | None:
    if token.tag_ not in ("RB", "IN"):
        return None
    behind = following(token, entry)
    if "number" in entry.frames:
        # "at about ten" is a time of day.
        if behind is None or behind.tag_ != "CD" or behind.dep_ in ("pobj", "npadvmod"):
            return None
        return put(token, entry, entry.other)
    if token.tag_ == "IN":
        return None
    if any(token.children) or token.dep_ != "advmod":
        return None
    if "last" in entry.frames and behind is not None and not behind.is_punct:
        return None
    if "verb" in entry.frames and (behind is None or behind != token.head):
        return None
    # "highly useful", but not "highly regarded"
    if "quality" in entry.frames and (behind is None or behind.tag_ != "JJ"):
        return None
    # "I never want to see it again" is not about one more time.
    if entry.words[0] == "again" and any(t.lower_ in NEVER for t in token.doc):
        return None
    # "They were now famous": then, and not currently.
    verb = token.head
    past = verb.tag_ == "VBD" or any(c.lower_ in ("was", "were", "had") for c in verb.lefts)
    if entry.words[0] == "now" and past:
        return None
    # "a mainly rural area": words of several parts do not fit before an adjective.
    if " " in entry.other and not token.head.tag_.startswith(("V", "M")):
        return None
    return put(token, entry, entry.other)


_MAKERS: tuple[tuple[str, Callable[[Token, Synonym], list[Edit] | None]], ...] = (
    ("x", _phrase),
    ("w", _verb_phrase),
    ("p", other_than_passive),
    ("v", other_verb),
    ("n", _noun),
    ("a", other_adjective),
    ("r", _adverb),
)
"""Part of speech in the list -> what makes the edits."""
