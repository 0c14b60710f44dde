"""Antonyms in place of a negation: "The lake is deep" -> "The lake is shallow".

From an English wordnet through the package `wn`. Only safe ones are taken: the word's first sense
must have an antonym, which must be the only one that any of its common senses has, must be in
common use, and must name the word as the antonym of its own first sense in turn. "old" has none
here, since it is both not new and not young; nor has "work", for "idle" means first of all to run
without load. A verb's antonym must also take what the verb has in this sentence, as far as the
wordnet's frames say: "the train left" -> "arrived", but not "she left the house".
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form, in_use, inflected
from pipeline.negation.english.lexicon import BE
from pipeline.negation.reading.structure import Clause
from schemas.errors import UserError

if TYPE_CHECKING:
    from spacy.tokens import Token

COMMON_SENSES = 3
PartOfSpeech = Literal["a", "v"]
Complement = Literal["nothing", "object", "preposition"]
FRAMES: dict[Complement, re.Pattern[str]] = {
    "nothing": re.compile(r"----s$"),
    "object": re.compile(r"----s some(thing|body)"),
    "preposition": re.compile(r"----(s|ing) PP$"),
}
"""What a wordnet's frame of a verb must have for each complement."""


@lru_cache(maxsize=1)
def wordnet() -> Any:
    """The English wordnet that `wn` has on this machine.

    Raises:
        UserError: when the package or its data are not installed; says how to get them.
    """
    how = "pip install 'osscse[antonyms]', then python -m wn download oewn:2024"
    try:
        import wn
    except ImportError as error:
        raise UserError(f"--style antonym needs the package wn and its data: {how}.") from error
    lexicons = sorted(lexicon.specifier() for lexicon in wn.lexicons(lang="en"))
    if not lexicons:
        raise UserError(f"--style antonym needs an English wordnet, and wn has none: {how}.")
    return wn.Wordnet(lexicon=lexicons[-1])


def wordnet_version() -> str:
    """Identifier and version of the wordnet, for the manifest."""
    return str(wordnet().lexicons()[0].specifier())


@lru_cache(maxsize=16_384)
def antonym(lemma: str, pos: PartOfSpeech, complement: Complement | None = None) -> str | None:
    """The one word that is safely the opposite of another; None where there is none.

    Args:
        lemma: an adjective or the infinitive of a verb, in small letters.
        pos: `a` for adjectives, `v` for verbs.
        complement: what a verb stands with; None for adjectives.
    """
    senses = _senses(lemma, pos)
    opposites = {word for sense in senses for word in sense.antonyms}
    if len(opposites) != 1 or not senses[0].antonyms:
        return None
    (found,) = opposites
    back = _senses(found, pos)
    if not back or lemma not in back[0].antonyms or not in_use(found, pos):
        return None
    if pos == "v" and "un" + min(lemma, found, key=len) in (lemma, found):
        return None  # "untie" undoes what was done; it is seldom what a denial means
    if complement and not (senses[0].takes(complement) and back[0].takes(complement)):
        return None
    return found


class Sense(NamedTuple):
    """A meaning of a word.

    Attributes:
        antonyms: words of the opposite meaning.
        frames: of a verb, as in "Somebody ----s something".
    """

    antonyms: tuple[str, ...]
    frames: tuple[str, ...]

    def takes(self, complement: Complement) -> bool:
        """Whether a frame has that behind the verb."""
        return any(FRAMES[complement].search(frame) for frame in self.frames)


@lru_cache(maxsize=16_384)
def _senses(lemma: str, pos: PartOfSpeech) -> tuple[Sense, ...]:
    """The common senses of a word, the commonest first."""
    return tuple(
        Sense(
            tuple(str(other.word().lemma()) for other in sense.get_related("antonym")),
            tuple(sense.frames()),
        )
        for sense in wordnet().senses(lemma, pos=pos)[:COMMON_SENSES]
    )


def antonymous(clause: Clause) -> list[Edit] | None:
    """Edits that put an antonym in the place of the predicate adjective or of the verb."""
    verb = clause.verb
    if clause.conjuncts or clause.negators:
        return None
    if verb.lower_ in BE:
        return _adjective(verb)
    if any(child.dep_ in ("prt", "xcomp", "ccomp") for child in verb.children):
        return None  # "give up", "want to go": the verb alone does not carry the meaning
    tag = clause.tag if not clause.auxiliaries else str(verb.tag_)
    if tag not in ("VB", "VBZ", "VBP", "VBD", "VBN", "VBG"):
        return None
    complement = _complement(verb)
    opposite = complement and antonym(bare_form(verb.text), "v", complement)
    if opposite is None:
        return None
    return [replace(verb, opposite if tag == "VB" else inflected(opposite, tag))]


def _complement(verb: Token) -> Complement | None:
    """What a verb stands with; None where that is more than its frames tell of."""
    relations = {child.dep_ for child in verb.children}
    if "dative" in relations:  # who buys somebody a book is not opposed by who sells it to him
        return None
    if any(child.dep_ == "prep" and child.lower_ == "as" for child in verb.children):
        return None  # "act as", "serve as"
    if relations & {"dobj", "nsubjpass"}:
        return "object"
    return "preposition" if "prep" in relations else "nothing"


def _adjective(verb: Token) -> list[Edit] | None:
    found = [c for c in verb.children if c.dep_ == "acomp" and c.tag_ == "JJ" and c.i > verb.i]
    if len(found) != 1:
        return None
    # "two metres deep", "good at chess", "due to rain", "warm and dry": not the adjective alone.
    more = ("npadvmod", "prep", "pcomp", "conj", "xcomp", "ccomp")
    if any(c.dep_ in more for c in found[0].children):
        return None
    opposite = antonym(found[0].lower_, "a")
    return None if opposite is None else [replace(found[0], opposite)]
