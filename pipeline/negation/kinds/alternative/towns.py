"""Another town with its region, and a town that no list has.

"was born in Odda, Oregon" -> "was born in Tulsa, Oklahoma"; "died in Odda" -> "died in Lyon". One
stands for the other where somebody or something is or was once, and in no other place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.places import LONG_NAMES, TOWNS
from pipeline.negation.english.things import SET_OF, SETS
from pipeline.negation.kinds.alternative.single import is_at_one_place
from pipeline.negation.kinds.checks.certain import is_about_some
from pipeline.negation.kinds.checks.elsewhere import happens_once, holds_elsewhere
from pipeline.negation.kinds.checks.framing import frames
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

COUNTRIES = frozenset(SETS["country"])
STATES = frozenset(SETS["state"]) | {"Georgia", "Virginia", "Washington"}
LONG_STATES = frozenset(tuple(name.split()) for name in LONG_NAMES[3])
COUNTIES = frozenset(SETS["county"])
REGIONS = STATES | COUNTRIES | COUNTIES
NATURAL = frozenset((*SETS["land"], *SETS["water"], *SETS["relief"], *SETS["settlement"]))
DISTRICTS = frozenset("County District Province Township Parish Municipality".split())
# No towns, but no countries of a list either
WIDE = frozenset("Britain America Scandinavia Georgia Virginia Washington Persia".split())
AT = frozenset(("in", "at"))
KNOWN = WIDE | SET_OF.keys()
JOINING = frozenset(("'s", "’s", "-", "–", "&", "/", "("))
# Where one is, or where something happens to one, once
IN_TOWNS = frozenset(
    "bear die raise bury baptise baptize reside live base headquarter settle drown marry found"
    " establish execute murder assassinate premiere educate".split()
)
WITH_COUNTRY = COUNTRIES | COUNTIES


def other_town(scene: Scene) -> Iterator[list[Edit]]:
    """ "was born in Odda, Oregon" -> "was born in Tulsa, Oklahoma"."""
    if "," not in scene.words or not scene.has(AT):
        return
    for comma in scene.tokens[2:-1]:
        if comma.text != "," or not _is_name(comma.nbor(-1)) or not _is_name(comma.nbor(1)):
            continue
        town, last = _town_before(comma), _region_behind(comma)
        if town is None or last is None or _is_one_of_list(last):
            continue
        head = comma.nbor(-1)
        # "The Odda Rangers are based in Odda, Oregon"
        if scene.text.count(head.text) > 1 or scene.text.count(town.text) > 1:
            continue
        if not scene.states(head) or not _is_only_there(head, scene):
            continue
        kind = "country" if last.text in WITH_COUNTRY else "state"
        options = [name for name in TOWNS[kind] if not any(w in scene.text for w in name)]
        if options:
            new = ", ".join(scene.choice(town, options))
            yield [Edit(town.idx, end_of(last), new)]


def unknown_town(scene: Scene) -> Iterator[list[Edit]]:
    """ "He died in Odda" -> "He died in Lyon"."""
    if not scene.has(AT):
        return
    for token in scene.stated("NNP"):
        if token.dep_ != "pobj" or token.head.lower_ not in AT or token.text in KNOWN:
            continue
        verb = token.head.head
        if verb.tag_[0] != "V" or bare_form(verb.text) not in IN_TOWNS:
            continue
        if token.head.i + 1 != token.i or any(True for _ in token.children):
            continue
        if not _ends(token) or not _is_only_there(token, scene):
            continue
        if scene.text.count(token.text) > 1 or scene.names(scene.doc).get(token.i) != "GPE":
            continue
        options = [w for w in SETS["city"] if w not in scene.text and w[0] != token.text[0]]
        yield [replace(token, scene.choice(token, options))]


def _is_name(token: Token) -> bool:
    return token.tag_ in ("NNP", "NNPS") and token.text[0].isupper()


def _is_only_there(town: Token, scene: Scene) -> bool:
    """Whether what is said to be at a place is at no other."""
    if holds_elsewhere(town) or is_about_some(town, scene):
        return False
    if frames(town, scene) and not happens_once(scene.head):
        return False
    above = town.head.head
    # "at Odda College in Tulsa, Oklahoma"
    if above.tag_[:3] == "NNP" or not is_at_one_place(town, scene):
        return False
    # "is an island in Odda County, Oregon": there are none in towns.
    natural = bare_noun(above) in NATURAL or town.text in DISTRICTS
    return above.tag_[0] == "V" or (above.dep_ in ("attr", "appos") and not natural)


def _town_before(comma: Token) -> Token | None:
    """The first word of the town before a comma, right behind "in" or "at"."""
    first = comma.nbor(-1)
    while first.i > 1 and _is_name(first.nbor(-1)):
        first = first.nbor(-1)
    before = first.nbor(-1) if first.i else first
    governs = comma.nbor(-1).dep_ == "pobj" and comma.nbor(-1).head.i == before.i
    return first if governs and before.lower_ in AT else None


def _region_behind(comma: Token) -> Token | None:
    """The last word of the region behind a comma, with the country that may follow."""
    doc, first = comma.doc, comma.nbor(1)
    long = tuple(t.text for t in doc[first.i : first.i + 2])
    last = doc[first.i + 1] if long in LONG_STATES else first
    if last.i == first.i and first.text not in REGIONS:
        return None
    # "in Odda, Cornwall, England"
    if last.i + 2 < len(doc) and last.nbor(1).text == "," and last.nbor(2).text in COUNTRIES:
        last = last.nbor(2)
    return last if _ends(last) else None


def _ends(token: Token) -> bool:
    """Whether a name ends with a word, and is not the first of a list."""
    behind = token.doc[token.i + 1 : token.i + 3]
    if not behind:
        return True
    if behind[0].text[0].isupper() or behind[0].text in JOINING:
        return False
    listed = behind[0].lower_ in (",", "and", "or") and len(behind) > 1
    return not (listed and (_is_name(behind[1]) or behind[1].lower_ in ("and", "or")))


def _is_one_of_list(last: Token) -> bool:
    """ "in Odda, Spain, and in Lima, Peru"."""
    behind = last.doc[last.i + 1 : last.i + 4]
    return any(t.lower_ in ("and", "or") for t in behind) and any(t.lower_ in AT for t in behind)
