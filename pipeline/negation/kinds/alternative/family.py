"""Another person by the surname: "composed by Ottla Berg" -> "composed by Ottla Novak".

`named` exchanges the given names that it knows. Most names are unknown, or a surname alone, so that
only the entity recogniser tells whether they are of a person; it is slow, and is asked last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.given_names import SEXES
from pipeline.negation.english.surnames import SURNAMES
from pipeline.negation.kinds.alternative.alone import has_part_of_one
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

PERSON = "PERSON"
JOINING = frozenset(("'s", "’s", "'", "’", "-", "–", "&", "/", "("))
NUMERALS = frozenset("ii iii iv vi vii viii ix xi xii jr sr jr. sr. esq. mp".split())
# "Saint John", "Lake Berg", "Princess Ottla", "Ottla de Berg"
BEFORE = frozenset(
    "saint st. st mount lake fort cape port camp san santa pope emperor empress king queen prince"
    " princess lady lord sultan shah emir caliph de di da del della van von der ben ibn bin al el"
    " la le mac o'".split()
)
TITLES = frozenset(
    "general colonel major captain lieutenant sergeant admiral commander dr mr mrs ms professor sir"
    " president senator governor bishop judge justice inspector".split()
)
PARTS = frozenset("nsubj attr appos dobj pobj".split())
"""Relations of the names of which `alone` knows whether only one person can have their part."""
MOST = 3
"""How many words a name has at most."""


def other_surname(scene: Scene) -> Iterator[list[Edit]]:
    """ "The mayor was Ottla Berg" -> "The mayor was Ottla Novak"."""
    tags = scene.sentence.tags
    if scene.is_question or "NNP" not in tags[1:]:
        return
    for token, tag, relation in zip(scene.tokens, tags, scene.relations, strict=True):
        if tag != "NNP" or relation not in PARTS or not _ends_a_name(token):
            continue
        if token.i in scene.enclosed:
            continue
        whole = _name(token)
        if whole is None or not has_part_of_one(token, scene):
            continue
        # A name that is told twice would stay the second time.
        if any(scene.text.count(t.text) > 1 for t in whole):
            continue
        if not _is_of_person(whole, scene):
            continue
        options = [n for n in SURNAMES if n not in scene.text and n[0] != token.text[0]]
        yield [replace(token, scene.choice(token, options))]


def _ends_a_name(token: Token) -> bool:
    """Whether a word may be the surname in a name that nothing follows."""
    word = token.text
    if len(word) < 3 or not word.isalpha() or not word.istitle() or word.lower() in NUMERALS:
        return False
    after = token.doc[token.i + 1] if token.i + 1 < len(token.doc) else None
    if after is None:
        return True
    return not (after.text[0].isupper() or after.text in JOINING or after.text[0].isdecimal())


def _name(last: Token) -> Span | None:
    """The words of a name that ends with a word; None if it has other words, or is one of two."""
    doc, first = last.doc, last.i
    while first > 0 and doc[first - 1].tag_ == "NNP" and doc[first - 1].head.i == last.i:
        first -= 1
    found = doc[first : last.i + 1]
    # "Kowal and Berg", "the Berg", "the Berg brothers"
    if any(c.dep_ in ("cc", "conj", "det", "nummod", "poss", "prep") for c in last.children):
        return None
    before = doc[first - 1] if first else None
    if before is not None and (
        before.tag_ in ("NNP", "NNPS") or before.text in JOINING or before.lower_ in BEFORE
    ):
        return None
    return None if any(t.lower_ in BEFORE for t in found) else found


def _is_of_person(name: Span, scene: Scene) -> bool:
    """Whether the recogniser takes a name for a person's, with at most one title before it.

    It takes many a firm or a town of one word for a person. Whoever writes or founds something, or
    has something named after him, is one.
    """
    surname, alone = name[-1], len(name) == 1
    does = surname.dep_ == "nsubj"
    honoured = surname.head.lower_ == "after"
    if alone and (surname.text in SEXES or not (does or honoured)):
        return False
    types = scene.names(scene.doc)
    own = [t for t in name if types.get(t.i) == PERSON]
    if not own or own[-1].i != name.end - 1 or len(name) - len(own) > 1:
        return False
    if PERSON in (types.get(name.end), types.get(name.start - 1)) or len(own) > MOST:
        return False
    if len(own) > 1 or alone:
        return True
    # "General Berg"; not "his brother Bela", "was bought by Odda"
    return surname.text not in SEXES and name[0].lower_.rstrip(".") in TITLES
