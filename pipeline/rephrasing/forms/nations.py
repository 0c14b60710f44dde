"""Countries and their people: "a French singer" and "a singer from France"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, article_for, delete, end_of, replace
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.rephrasing.pieces.phrases import word_after

if TYPE_CHECKING:
    from spacy.tokens import Token

_COUNTRIES = (
    "American:the United States, Argentine:Argentina, Australian:Australia, Austrian:Austria,"
    " Belgian:Belgium, Brazilian:Brazil, British:Britain, Bulgarian:Bulgaria, Canadian:Canada,"
    " Chilean:Chile, Chinese:China, Colombian:Colombia, Croatian:Croatia, Cuban:Cuba,"
    " Danish:Denmark, Dutch:the Netherlands, Egyptian:Egypt, English:England, Estonian:Estonia,"
    " Finnish:Finland, French:France, German:Germany, Greek:Greece, Hungarian:Hungary,"
    " Icelandic:Iceland, Indian:India, Indonesian:Indonesia, Iranian:Iran, Irish:Ireland,"
    " Israeli:Israel, Italian:Italy, Jamaican:Jamaica, Japanese:Japan, Kenyan:Kenya,"
    " Latvian:Latvia, Lithuanian:Lithuania, Mexican:Mexico, Nigerian:Nigeria, Norwegian:Norway,"
    " Peruvian:Peru, Polish:Poland, Portuguese:Portugal, Romanian:Romania, Russian:Russia,"
    " Scottish:Scotland, Serbian:Serbia, Spanish:Spain, Swedish:Sweden, Swiss:Switzerland,"
    " Thai:Thailand, Turkish:Turkey, Ukrainian:Ukraine, Vietnamese:Vietnam, Welsh:Wales"
)
COUNTRIES = dict(pair.split(":") for pair in _COUNTRIES.split(", "))
ORIGINATING = frozenset(
    "academic actor actress architect artist astronomer athlete author band biologist boxer"
    " businessman businesswoman chemist choreographer comedian company composer conductor cricketer"
    " cyclist dancer designer director economist engineer film filmmaker footballer golfer"
    " guitarist historian illustrator journalist lawyer man mathematician model musician novelist"
    " painter philosopher photographer physicist pianist player playwright poet politician producer"
    " professor rapper rower runner scholar scientist screenwriter sculptor singer skater skier"
    " songwriter sportsman sprinter swimmer violinist woman wrestler writer".split()
)
"""Nouns of which both forms mean the same; a "French teacher" may teach French."""
LONGEST = 6


def from_country(scene: Scene) -> Iterator[list[Edit]]:
    """ "a French actor and singer" -> "an actor and singer from France"."""
    for people in scene.doc[1:-1]:
        noun = people.head
        if people.text not in COUNTRIES or people.dep_ != "amod" or people.i in scene.enclosed:
            continue
        if not _is_of_origin(noun) or not _is_first(people) or noun.i - people.i > LONGEST:
            continue
        last = _last_of(noun)
        if last is None or any(
            t.tag_ in ("NNP", "NNPS", "-") for t in scene.doc[people.i + 1 : last.i]
        ):
            continue
        article, following = people.nbor(-1), people.nbor(1)
        edits = [
            delete(people),
            Edit(end_of(last), end_of(last), f" from {COUNTRIES[people.text]}"),
        ]
        if article.lower_ in ("a", "an"):
            edits.insert(0, replace(article, article_for(following.text)))
        yield edits
        return


def _is_of_origin(noun: Token) -> bool:
    if noun.tag_ != "NN" or noun.lower_ not in ORIGINATING or noun.dep_ in ("compound", "poss"):
        return False
    # Other phrases behind the noun would come between it and its country.
    return not any(c.dep_ == "prep" and c.lower_ in ("of", "from", "in") for c in noun.rights)


def _is_first(people: Token) -> bool:
    """Whether the adjective follows the article, or a year behind the article."""
    before = people.nbor(-1)
    if before.tag_ == "CD" and before.text.isdecimal() and before.i > 0:
        before = before.nbor(-1)
    if before.lower_ not in ("a", "an", "the"):
        return False
    following = people.nbor(1)
    return following.text not in ("-", "and", "or", "/", ",") and following.text not in COUNTRIES


def _last_of(noun: Token) -> Token | None:
    """The last of the joined nouns ("actor and singer"); None if one has its own article."""
    joined = [c for c in noun.children if c.dep_ == "conj"]
    while joined:
        noun = joined[-1]
        if noun.tag_ != "NN" or any(
            c.dep_ in ("det", "prep", "relcl", "acl") for c in noun.children
        ):
            return None
        joined = [c for c in noun.children if c.dep_ == "conj"]
    following = word_after(noun)
    if following is None:
        return noun
    # "the British mathematician Ada Field": its name follows.
    named = following.tag_ in ("NNP", "NNPS")
    return None if named or following.text in ("-", "/", "'s", "’s") else noun
