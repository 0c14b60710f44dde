"""Another language that a word is of: "It is a Latin word" -> "It is a Greek word"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, exchange
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE
from pipeline.negation.kinds.checks.certain import is_certain, subject_of
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# No two of these are of one family, or have given each other so many words that both would be true.
TONGUES = tuple("Latin Greek Hebrew Sanskrit Arabic Turkish Russian Japanese Chinese".split())
# What gives way to one of these; whatever comes from French comes from Latin, too.
GIVING_WAY = frozenset(
    (
        *TONGUES,
        *"French Spanish Italian German Dutch Portuguese Persian Welsh Irish Swedish".split(),
        *"Norwegian Danish Polish Hungarian Finnish Korean Hindi Urdu Tamil Bengali".split(),
    )
)
LOWER = frozenset(name.lower() for name in GIVING_WAY)
DAUGHTERS = {
    **dict.fromkeys("French Spanish Italian Portuguese".split(), frozenset(("Latin",))),
    **dict.fromkeys("Hindi Urdu Bengali".split(), frozenset(("Sanskrit", "Arabic"))),
    "Persian": frozenset(("Arabic", "Turkish")),
    "Turkish": frozenset(("Arabic",)),
    "Arabic": frozenset(("Hebrew",)),
    "Hebrew": frozenset(("Arabic",)),
    "Latin": frozenset(("Greek",)),
    "Greek": frozenset(("Latin",)),
    "Japanese": frozenset(("Chinese",)),
    "Korean": frozenset(("Chinese",)),
    "Polish": frozenset(("Russian",)),
}
"""Language -> those from which its words may come, or to which they may have passed."""
WORDS = frozenset("word term name phrase verb noun adjective expression surname".split())
ARISING = frozenset("derive come originate stem take borrow descend".split())


def other_tongue(scene: Scene) -> Iterator[list[Edit]]:
    """ "It comes from the Latin word for moss" -> "It comes from the Hebrew word for moss"."""
    if not scene.has(LOWER):
        return
    named = [t for t in scene.tokens if t.text in GIVING_WAY]
    # "from Latin, by way of French"
    if len(named) != 1 or scene.is_question:
        return
    token = named[0]
    if not scene.states(token) or not _is_of_a_word(token):
        return
    before = token.nbor(-1) if token.i else token
    # "Old French", "Proto-Greek"
    if before.text[0].isupper() or before.text in ("-", "–") or before.lower_ == "ancient":
        return
    near = DAUGHTERS.get(token.text, frozenset())
    options = [n for n in TONGUES if n != token.text and n not in near]
    yield exchange(token, scene.choice(token, options))


def _is_of_a_word(token: Token) -> bool:
    """Whether a language is the one that a word is of, or comes from."""
    word = token.head
    if token.dep_ in ("amod", "compound", "nmod") and word.lower_ in WORDS and word.i > token.i:
        return _is_what_it_is(word) or _is_whence(word)
    if token.dep_ in ("attr", "acomp"):
        meant = any(c.lower_ == "for" for c in token.rights)
        return meant and _is_what_it_is(token)
    return token.dep_ == "pobj" and _is_whence(token)


def _is_what_it_is(word: Token) -> bool:
    """ "Espero is a Latin word", "the Latin word for moss"."""
    if word.dep_ not in ("attr", "acomp") or word.head.lower_ not in BE:
        return False
    subject = subject_of(word.head)
    return subject is not None and is_certain(subject)


def _is_whence(word: Token) -> bool:
    """ "comes from the Latin word", "is derived from Greek"."""
    if word.dep_ != "pobj" or word.head.lower_ != "from":
        return False
    verb = word.head.head
    if bare_form(verb.text) not in ARISING:
        return False
    subject = subject_of(verb)
    return subject is not None and is_certain(subject)
