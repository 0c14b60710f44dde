"""Whether a sentence is about somebody or something certain: a name, "she", "the mill".

"Italian climber rescued in Peru" and "Mills were built in Kent" say that there is one, or that
there are some. A Spanish climber may have been rescued as well, and mills may have been built
elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import is_known, is_noun
from pipeline.negation.english.lexicon import CAPTION_STARTS, YEAR
from pipeline.negation.english.things import SET_OF
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.nouns import CERTAIN
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

ALL_OF_THEM = CERTAIN | frozenset("these those our my your both all each every whose".split())
PEOPLES = frozenset(("nationality", "belief"))
ANY = frozenset("anyone someone somebody anybody one you something there".split())


def is_certain(noun: Token) -> bool:
    """Whether a noun means one certain person or thing, or all of certain ones.

    "Anna Berg", "she", "the mill", "the village's mills"; not "a mill", "two mills", "police".
    """
    if noun.tag_ in ("PRP", "WP", "WDT", "DT"):
        return noun.lower_ not in ANY
    first = noun.left_edge.lower_
    if first in ALL_OF_THEM or any(
        c.lower_ in ALL_OF_THEM or (c.dep_ == "poss" and is_certain(c)) for c in noun.lefts
    ):
        return True
    # The parser may take an unknown name for a noun.
    if noun.tag_ in ("NN", "NNS") and noun.text.istitle() and not is_known(noun.lower_):
        return noun.left_edge.i == noun.i
    if noun.tag_ not in ("NNP", "NNPS"):
        # "Chemist Anna Berg", where the parser takes the name for an apposition
        return any(c.dep_ == "appos" and c.tag_ == "NNP" for c in noun.rights)
    # "Ferry sinks": the first word of a headline is a name only if it is no other noun.
    if noun.i == 0 and noun.tag_ == "NNP" and is_noun(noun.lower_) and _has_no_stop(noun):
        return False
    # "Ferry Sinks": every word of a title begins with a capital.
    if is_noun(noun.lower_) and _is_title_case(noun):
        return False
    # "Danes vote", "an Odda", "three Swedes"
    open_ = any(c.lower_ in ("a", "an") or _counts(c) for c in noun.lefts)
    people = noun.tag_ == "NNPS" and noun.left_edge.i == noun.i
    return not (open_ or people or SET_OF.get(noun.text) in PEOPLES)


def _counts(word: Token) -> bool:
    """ "three Swedes"; not "In 1931 Berg", where the parser joins the year to the name."""
    return word.dep_ == "nummod" and YEAR.fullmatch(word.text) is None


def _has_no_stop(token: Token) -> bool:
    return not token.doc[-1].is_punct


def _is_title_case(token: Token) -> bool:
    long = [t for t in token.doc if t.is_alpha and len(t) > 4]
    return len(long) > 2 and all(t.text[0].isupper() for t in long)


def is_news(scene: Scene) -> bool:
    """Whether a text is a headline with names: what happened, to somebody or other.

    A caption, "Brown dog on grass", shows one thing; "Brown dog rescued in Odda" tells of one.
    """
    last = scene.tokens[-1]
    if last.is_punct and last.text not in ("'", "’"):
        return False
    return (
        any(
            t.tag_ in ("NNP", "NNPS") or SET_OF.get(t.text) in PEOPLES or t.tag_ == "CD"
            for t in scene.tokens
        )
        and not scene.text[0].islower()
    )


def lacks_verb(scene: Scene) -> bool:
    """Whether the parser has found no verb in what seems to be a sentence and no caption."""
    if scene.clause is not None or scene.doc[-1].text != ".":
        return False
    return scene.lowers[0] not in CAPTION_STARTS


def subject_of(token: Token) -> Token | None:
    """The subject of the clause that a word belongs to; None if it has none.

    A participle behind its noun has that as its subject: "a mill built in Kent".
    """
    for above in (token, *token.ancestors):
        own = next((c for c in above.lefts if c.dep_ in SUBJECT), None)
        if own is not None and own.i != token.i:
            relative = own.tag_ in ("WP", "WDT") and above.dep_ == "relcl"
            return _named_by(above.head) if relative else own
        if above.dep_ in ("acl", "relcl"):
            return _named_by(above.head)
    return None


def _named_by(noun: Token) -> Token:
    """What a noun is said of: Odda in "Odda is a mill built in May" and in "Odda, a mill"."""
    if noun.dep_ == "appos":
        return noun.head
    if noun.dep_ != "attr":
        return noun
    return next((c for c in noun.head.lefts if c.dep_ in SUBJECT), noun)


def is_about_some(token: Token, scene: Scene) -> bool:
    """Whether a word is said of, or belongs to, a subject that there may be more of.

    Also of the noun that a caption without a verb consists of.

    Args:
        token: the word.
        scene: the sentence.
    """
    # "Danish sailors rescued a boat": those of another country may have, too.
    noun = token.head
    if token.dep_ == "amod" and noun.dep_ in SUBJECT and not is_certain(noun):
        return True
    subject = subject_of(token)
    # Without a verb or a subject, the parser has not understood a headline.
    if (subject is None or scene.clause is None) and is_news(scene):
        return True
    if subject is None:
        subject = next((t for t in (token, *token.ancestors) if t.head.i == t.i), token)
        if subject.tag_[0] != "N":
            return False
    if subject.i == token.i:
        return True
    return not is_certain(subject)
