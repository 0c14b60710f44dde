"""Synonyms, from a curated list: `synonyms.tsv`.

"The firm bought a car" is "The company purchased an automobile". A pair is in the list if both
words mean the same in nearly every sentence with the stated frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, settled
from pipeline.negation.english.inflection import bare_form, inflected, one_of
from pipeline.negation.english.lexicon import VERB_TAGS
from pipeline.negation.kinds.nouns import is_named, is_somebody
from pipeline.negation.kinds.scene import Scene
from pipeline.rephrasing.passives import other_than_passive
from pipeline.rephrasing.synonym_list import Synonym, entries
from pipeline.rephrasing.synonym_verbs import following, other_verb, put

if TYPE_CHECKING:
    from spacy.tokens import Token

MOST = 4
"""Most words of a sentence that are replaced together; any one of them may be a bad fit."""
PREPOSITIONS = frozenset("after before during near".split())
NOT_OF_TIME = frozenset("look go name put place stand kneel sit come appear".split())
"""Verbs behind which such a preposition may be one of place or rank."""
QUANTIFIERS = frozenset("many several enough various".split())
THING = frozenset("DT PRP PRP$ NN NNS NNP NNPS JJ JJS RBS EX".split())
"""Penn tags that begin a noun phrase."""
NEVER = frozenset("never ever not n't n’t".split())
LESS_OR_MORE = frozenset("well better best less least more most".split())
PRONOUNS = frozenset("i you we they he she".split())
GRADING = frozenset("RB WRB JJ PDT".split())


def synonymous(scene: Scene) -> Iterator[list[Edit]]:
    """ "The firm bought a car" -> "The company purchased an automobile"."""
    edits: list[Edit] = []
    changed = behind = 0
    for token in scene.doc:
        if token.i < behind or token.i in scene.enclosed or _is_hyphened(token):
            continue
        # "Keep Not Silent": the title of something.
        if token.i and token.text[0].isupper() and not scene.text.isupper():
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
    for pos, make in _MAKERS:
        of_verb = pos in ("v", "p") and token.tag_ in VERB_TAGS
        key = bare_form(token.text) if of_verb else token.lower_
        if pos == "n" and token.tag_ == "NNS":
            key = (one_of(token.lower_) or "").lower()
        listed = entries().get((pos, key), ())
        if pos == "n" and key != token.lower_:
            listed = entries().get((pos, token.lower_), ()) + listed
        for entry in listed:
            stop = token.i + len(entry.words)
            rest = tuple(t.lower_ for t in token.doc[token.i + 1 : stop])
            if rest == entry.words[1:] and (new := make(token, entry)) is not None:
                return new, stop
    return None


_FOLLOWED: dict[str, Callable[[Token], bool]] = {
    "number": lambda t: t.tag_ == "CD",
    "last": lambda t: t.is_punct and t.text not in ("-", "–", "/"),
    "thing": lambda t: t.tag_ in THING,
    "several": lambda t: t.tag_ == "NNS",
    "stuff": lambda t: t.tag_ == "NN",
    "infinitive": lambda t: t.tag_ == "VB",
    "date": lambda t: t.text[0].isdigit(),
    "question": lambda t: t.tag_ in ("WRB", "WP", "WDT") or t.lower_ in ("if", "whether"),
    "ends": lambda t: t.is_punct or t.tag_ in ("IN", "RB", "RBR", "CC"),
}
"""Frame of a phrase -> whether the word behind it is of that kind."""


def _phrase(token: Token, entry: Synonym) -> list[Edit] | None:
    behind, before = following(token, entry), token.nbor(-1) if token.i > 0 else None
    if behind is None:
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
    # "better known as", "best known for"
    if entry.words[0] == "known" and before is not None and before.lower_ in LESS_OR_MORE:
        return None
    # "when asked if he knew her"
    if entry.words[0] == "asked" and (
        token.tag_ != "VBD" or any(c.dep_ == "dobj" for c in token.children)
    ):
        return None
    if entry.frames:
        fits = any(_FOLLOWED[frame](behind) for frame in entry.frames)
        return put(token, entry, entry.other) if fits else None
    return put(token, entry, entry.other) if _fits(token, entry, behind) else None


def _may_open_relative(before: Token | None) -> bool:
    """Whether a relative clause without a pronoun may begin behind a word."""
    return before is not None and (before.lower_ in ("all", "what") or before.tag_[:2] == "NN")


def _fits(token: Token, entry: Synonym, behind: Token) -> bool:
    """Whether words that stand anywhere mean what the entry says."""
    determined = behind.tag_ in ("DT", "PRP$")
    if entry.words[0] == "during" and not determined:
        return False  # "during day and night"
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
    if token.tag_ not in ("NN", "NNS") or is_named(token) or token.dep_ == "compound":
        return None
    if any(c.dep_ in ("compound", "nmod") for c in token.children):
        return None
    if token.lower_ == "movies" and token.i > 0 and token.nbor(-1).lower_ == "the":
        return None  # "at the movies"
    if entry.frames and not _is_owned(token, entry):
        return None
    if token.lower_ == "ladies" and any(c.dep_ == "conj" for c in token.children):
        return None  # "Ladies and gentlemen"
    # "Singer was the first to speak": a name, or nobody can tell.
    if token.i == 0 and token.tag_ == "NN":
        return None
    # "a writer of novels and poet", "the songwriter Mary Field"
    behind = following(token, entry)
    named = behind is not None and behind.tag_ == "NNP"
    if " of " in entry.other and (named or any(c.dep_ in ("conj", "prep") for c in token.children)):
        return None
    return put(token, entry, _as_many(token, entry))


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


def _adjective(token: Token, entry: Synonym) -> list[Edit] | None:
    if token.tag_ != "JJ" or is_named(token):
        return None
    if any(c.dep_ in ("conj", "cc", "advmod") for c in token.children):
        return None
    if token.dep_ == "acomp":
        return put(token, entry, entry.other) if _completes(token, entry) else None
    noun = token.head
    if token.dep_ != "amod" or noun.i < token.i:
        return None
    if (noun.lower_ in entry.nouns) != ("these" in entry.frames):
        return None
    if any(t.dep_ == "compound" or t.tag_ in ("NNP", "NNPS") for t in noun.lefts if t != token):
        return None
    if "plural" in entry.frames and noun.tag_ != "NNS":
        return None
    # "a numerous family": a quantifier takes no article.
    if token.nbor(1).lower_ == "other":
        return None  # "various other"
    # "most major cities", "some little revenue"
    if token.i > 0 and token.nbor(-1).lower_ in LESS_OR_MORE:
        return None
    if entry.other == "little" and noun.tag_ == "NN" and not _counted(noun):
        return None
    counts = entry.other in QUANTIFIERS or entry.words[0] in QUANTIFIERS
    determined = any(t.dep_ in ("det", "poss", "nummod") for t in noun.lefts)
    if counts and (determined or noun.tag_ != "NNS"):
        return None
    # "how many people", "too many people"
    before = token.nbor(-1) if token.i > 0 else None
    if counts and before is not None and (before.tag_ in GRADING or before.lower_ == "as"):
        return None
    fits = entry.frames & {"front", "plural", "these"}
    return put(token, entry, entry.other) if fits else None


def _counted(noun: Token) -> bool:
    return any(t.lower_ in ("a", "an", "the", "this", "that") for t in noun.lefts)


def _completes(adjective: Token, entry: Synonym) -> bool:
    """Whether an entry holds for an adjective behind its verb."""
    children = list(adjective.children)
    # "sick of waiting"
    if entry.words[0] == "sick" and any(c.lower_ == "of" for c in children):
        return False
    if "bare" in entry.frames:
        return not any(c.dep_ in ("xcomp", "ccomp", "advcl") or c.lower_ == "to" for c in children)
    if "behind" not in entry.frames:
        return False
    subject = next((c for c in adjective.head.lefts if c.dep_ == "nsubj"), None)
    return "person" not in entry.frames or (subject is not None and is_somebody(subject))


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
    ("p", other_than_passive),
    ("v", other_verb),
    ("n", _noun),
    ("a", _adjective),
    ("r", _adverb),
)
"""Part of speech in the list -> what makes the edits."""
