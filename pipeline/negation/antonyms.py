"""Antonyms in place of a negation: "The lake is deep" -> "The lake is shallow".

From an English wordnet through the package `wn`. Only safe ones are taken: the word's first sense
must have an antonym, it must be the only one that any of its common senses has, and it must name
the word as its own antonym in turn. "old" has none here, since it is both not new and not young.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from pipeline.negation.edits import Edit, replace
from pipeline.negation.inflection import bare_form, inflected
from pipeline.negation.lexicon import BE
from pipeline.negation.parts import Clause
from schemas.errors import UserError

if TYPE_CHECKING:
    from spacy.tokens import Token

COMMON_SENSES = 3
PartOfSpeech = Literal["a", "v"]


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
def antonym(lemma: str, pos: PartOfSpeech) -> str | None:
    """The one word that is safely the opposite of another; None where there is none.

    Args:
        lemma: an adjective or the infinitive of a verb, in small letters.
        pos: `a` for adjectives, `v` for verbs.
    """
    opposites = _opposites(lemma, pos)
    if len(set(opposites)) != 1 or not opposites[0].isalpha():
        return None
    found = opposites[0]
    return found if lemma in _opposites(found, pos) else None


@lru_cache(maxsize=16_384)
def _opposites(lemma: str, pos: PartOfSpeech) -> tuple[str, ...]:
    """Antonyms of the common senses; none at all where the first sense has none."""
    found: list[str] = []
    for number, sense in enumerate(wordnet().senses(lemma, pos=pos)[:COMMON_SENSES]):
        words = [str(other.word().lemma()) for other in sense.get_related("antonym")]
        if number == 0 and not words:
            return ()
        found += words
    return tuple(found)


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
    opposite = antonym(bare_form(verb.text), "v")
    if opposite is None:
        return None
    return [replace(verb, opposite if tag == "VB" else inflected(opposite, tag))]


def _adjective(verb: Token) -> list[Edit] | None:
    found = [c for c in verb.children if c.dep_ == "acomp" and c.tag_ == "JJ" and c.i > verb.i]
    if len(found) != 1:
        return None
    # "two metres deep", "good at chess", "warm and dry": not the adjective alone.
    if any(c.dep_ in ("npadvmod", "prep", "conj", "xcomp", "ccomp") for c in found[0].children):
        return None
    opposite = antonym(found[0].lower_, "a")
    return None if opposite is None else [replace(found[0], opposite)]
