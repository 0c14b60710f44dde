"""What there is in a place: "The town has a church" and "There is a church in the town"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.english.lexicon import BE_FINITE
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.agreement import be_form
from pipeline.rephrasing.pieces.phrases import inside, is_plain, last_word, until_end, whole

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

PLACES = frozenset(
    "town village city house building room park garden school hotel museum castle county district"
    " region province country street neighbourhood neighborhood suburb settlement flat apartment"
    " university township municipality".split()
)
HOLDERS = frozenset(
    "box bag basket bottle drawer fridge refrigerator cupboard kitchen bedroom bathroom cellar"
    " attic office library classroom hall church stadium theatre theater cinema hospital restaurant"
    " shop store cafe bar factory prison camp car bus train boat yard courtyard forest wood field"
    " valley river lake sea sky area world universe window basement garage barn cave desert jungle"
    " square corner centre center".split()
)
"""Other things that contain something."""
THINGS = frozenset(
    "church churches school schools station stations museum museums park parks library libraries"
    " hospital hospitals airport airports pool pools garden gardens bridge bridges castle castles"
    " restaurant restaurants shop shops hotel hotels market markets theatre theatres theater"
    " theaters cinema cinemas temple temples mosque mosques synagogue monument monuments mill mills"
    " bank banks pub pubs cafe stadium cemetery playground fountain statue chapel chapels"
    " university universities college colleges factory factories village villages town towns lake"
    " lakes river rivers forest forests mountain mountains bedroom bedrooms bathroom bathrooms room"
    " rooms kitchen door doors window windows bed beds table tables chair chairs sofa fireplace"
    " tree trees".split()
)
"""Things that stand in a place, in contrast to its qualities, such as its population."""
AMOUNTS = frozenset(
    "a an two three four five six seven eight nine ten several many some numerous".split()
)
HAS = {"has": False, "have": False, "had": True}
"""Form -> whether it is past."""
LONGEST = 5


def there_in_place(scene: Scene) -> Iterator[list[Edit]]:
    """ "The town has a church" -> "There is a church in the town"."""
    clause, doc = scene.clause, scene.doc
    if clause is None or clause.subject is None or clause.negators or clause.conjuncts:
        return
    has, subject = clause.verb, clause.subject
    if has.lower_ not in HAS or clause.auxiliaries or not is_plain(doc) or clause.inverted:
        return
    thing = next((c for c in has.rights if c.dep_ == "dobj"), None)
    place = doc[0 : has.i]
    if thing is None or subject.i != has.i - 1 or not _is_place(place):
        return
    what = until_end(doc, has.i + 1)
    if not _is_there(thing, what):
        return
    # "A church and a school" are two; "there is" takes the number of the first.
    be = be_form(thing, past=HAS[has.lower_])
    yield whole(doc, f"There {be} {what.text} in {inside(place)}")


def place_in_front(scene: Scene) -> Iterator[list[Edit]]:
    """ "There is a doll in the box" -> "In the box, there is a doll"."""
    doc = scene.doc
    if len(doc) < 7 or doc[0].lower_ != "there" or doc[0].dep_ != "expl" or not is_plain(doc):
        return
    be, in_ = doc[1], doc[last_word(doc).i - 2]
    place = until_end(doc, in_.i + 1)
    if in_.dep_ != "prep" and in_.i:
        in_, place = in_.nbor(-1), until_end(doc, in_.i)
    thing = next((c for c in be.rights if c.dep_ == "attr"), None)
    if be.lower_ not in BE_FINITE or be.head != be or thing is None or in_.head not in (thing, be):
        return
    if in_.lower_ != "in" or in_.i != thing.i + 1 or not _holds(place):
        return
    if any(t.text == "," or t.dep_ in ("relcl", "acl", "cc") for t in doc):
        return
    yield whole(doc, f"In {place.text}, there {doc[1 : in_.i].text}")


def place_behind(scene: Scene) -> Iterator[list[Edit]]:
    """ "In the box, there is a doll" -> "There is a doll in the box"."""
    doc = scene.doc
    there = next((t for t in doc[3:6] if t.lower_ == "there" and t.dep_ == "expl"), None)
    if there is None or there.i + 1 >= len(doc) or doc[0].text != "In" or not is_plain(doc):
        return
    be, stop = there.nbor(1), there.i - (there.nbor(-1).text == ",")
    thing = next((c for c in be.rights if c.dep_ == "attr"), None)
    if be.lower_ not in BE_FINITE or be.head != be or not _holds(doc[1:stop]):
        return
    if thing is None or thing != last_word(doc):
        return
    if any(t.text == "," or t.dep_ in ("relcl", "acl", "cc") for t in doc[there.i :]):
        return
    rest = doc[be.i : thing.i + 1].text
    yield whole(doc, f"There {rest} {inside(doc[:stop])}")


def _holds(phrase: Span) -> bool:
    """Two or three words for what can contain something, but cannot be about something."""
    determiners = ("the", "this", "that", "our", "my", "your", "her", "his")
    return _names(phrase, PLACES | HOLDERS) and phrase[0].lower_ in determiners


def _is_place(phrase: Span) -> bool:
    """Two or three words: "the old town"."""
    return _names(phrase, PLACES) and phrase[0].lower_ in ("the", "this", "our", "my")


def _names(phrase: Span, nouns: frozenset[str]) -> bool:
    """Whether one of the nouns ends the phrase, after one or two words."""
    if not 2 <= len(phrase) <= 3 or phrase[-1].lower_ not in nouns:
        return False
    return all(t.tag_ in ("JJ", "NN") for t in phrase[1:])


def _is_there(thing: Token, phrase: Span) -> bool:
    """Whether the phrase consists only of things that stand in places."""
    if thing.text not in THINGS or phrase[0].lower_ not in AMOUNTS or len(phrase) > LONGEST:
        return False
    return thing == phrase[-1] and all(t.tag_ in ("DT", "CD", "JJ", "NN") for t in phrase[:-1])
