"""Whether a sentence gives the one value of something that has one value.

"The mill is red", "is a village in Spain" and "was born in Spain" exclude another colour, sort or
place. "She bought a red coat", "visited Spain" and "ate an apple" exclude nothing: she may have
done so twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.events import ONCE_ONLY
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, PERCENT, YEAR
from pipeline.negation.english.things import MONTHS, PERSONS
from pipeline.negation.kinds.alternative.fitting import fits_beside
from pipeline.negation.kinds.alternative.idioms import is_of_measure, was_at_times
from pipeline.negation.kinds.alternative.leaving import TIMES, is_species
from pipeline.negation.kinds.alternative.pictured import is_engaged, is_pictured
from pipeline.negation.kinds.checks.certain import is_certain, subject_of
from pipeline.negation.kinds.checks.elsewhere import LOCATED, happens_once
from pipeline.negation.kinds.checks.framing import frames
from pipeline.negation.kinds.checks.once import happened_once
from pipeline.negation.kinds.facts.nouns import bare_noun, is_somebody
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

SITUATED = frozenset("locate situate base headquarter stand lie set".split())
DWELLING = frozenset("live reside dwell".split())
# What happens to somebody or something once, and so in one place.
AT_ONE_PLACE = frozenset(
    "bear raise baptise baptize die drown perish bury kill murder assassinate execute behead hang"
    " found establish build construct erect crash sink premiere".split()
)
# These need a date: who moved to Spain in 1931 did not move to Italy then.
MOVING = frozenset("move emigrate immigrate relocate flee return migrate transport".split())
MADE_OF = frozenset("make build compose construct carve consist".split())
SAID_IN = frozenset("write compose speak sing film".split())
OF_DEATH = frozenset("die suffer".split())
# The prepositions of a place, and those that lead on from a noun to its place
IN = frozenset("in at on inside near to from by of".split())
ONWARDS = frozenset(("in", "of", "at", "on"))
PARTS = frozenset("belly breast head tail neck beak bill back crown collar roof tip hair".split())
ADDED = frozenset(("also", "too"))
STUFFS = frozenset(("material", "metal"))
OF_COUNTRIES = frozenset(("citizen", "citizens", "national", "nationals"))


def has_one_value(token: Token, kind: str, scene: Scene) -> bool:
    """Whether what the sentence says of a word excludes the others of its set.

    Args:
        token: the word.
        kind: its set.
        scene: the sentence.
    """
    if is_pictured(scene) or is_engaged(token, kind):
        return True
    if kind in TIMES:
        # "makes up for the wet summer"
        if token.dep_ == "pobj" and token.head.lower_ in ("for", "with", "about", "like"):
            return False
        # "Today is Monday", "It is 4:30 in the afternoon"
        return _tells_what(token) or _is_held(token) or _is_dated(token, scene)
    if _tells_what(token) and fits_beside(token, kind):
        return True
    # "is from my neck of the woods"
    return _tells_how(token, kind) or (kind not in STUFFS and _tells_where(token))


def is_one_person(person: Token, scene: Scene) -> bool:
    """Whether a person is the only one: "is my sister", "belongs to my sister", a caption.

    "I saw your sister", and your brother, too.
    """
    owned = person.dep_ == "pobj" and bare_form(person.head.head.text) == "belong"
    titled = person.dep_ == "pobj" and person.head.lower_ == "as"
    # "was won by my sister"; not "is used by my sister"
    helpers = person.head.head.lefts
    did = person.head.dep_ == "agent" and any(c.lower_ in ("was", "were") for c in helpers)
    return owned or titled or did or _tells_what(person) or is_pictured(scene)


def is_at_one_place(token: Token, scene: Scene) -> bool:
    """Whether a place is the only one where something is or happened: "was born in Spain"."""
    return is_pictured(scene) or _tells_where(token)


def _is_dated(time: Token, scene: Scene) -> bool:
    """ "The mill burnt down in May"; not "They build nests in May", and in June, too."""
    verb = next((t for t in time.ancestors if t.tag_[0] == "V"), time)
    if verb.tag_ in ("VBZ", "VBP", "VB") and verb.lower_ not in BE:
        return False
    if not happened_once(time, scene):
        return False
    # "She was there in the morning", and in the evening, too
    who = subject_of(verb)
    if verb.lower_ in BE and who is not None and is_somebody(who):
        return False
    if not frames(time, scene) or happens_once(verb):
        return True
    # "On 4 May 1931 she posted a letter", and another one on 4 June
    if time.head.lower_ == "from" or bare_form(verb.text) not in ONCE_ONLY:
        return False
    return not any(_is_one_of_more(thing) for thing in _things(verb))


def _is_one_of_more(thing: Token) -> bool:
    """ "a letter", "two letters", "letters"."""
    if any(c.lower_ in ("a", "an") or c.dep_ == "nummod" for c in thing.lefts):
        return True
    return thing.tag_ == "NNS" and not any(c.dep_ in ("det", "poss") for c in thing.lefts)


def _is_held(time: Token) -> bool:
    """ "The fair is held in summer", each time; "The picnic takes place on Sunday"."""
    verb = next((t for t in time.ancestors if t.tag_[0] == "V"), time)
    subject = subject_of(time)
    if subject is None or not is_certain(subject):
        return False
    if verb.lower_ in ("held", "celebrated"):
        return any(c.lower_ == "is" for c in verb.lefts)
    falls = verb.lower_ == "falls" or (
        verb.lower_ == "takes" and any(c.lower_ == "place" for c in verb.rights)
    )
    return falls and time.dep_ == "pobj"


def _tells_what(token: Token) -> bool:
    """ "Odda is a village", "The gate is red", "Berg, a Danish painter, died"."""
    noun = token.head if token.dep_ == "amod" else token
    if _is_of_clock(token):
        return True
    if token.dep_ == "amod" and _names(noun):
        return True
    # "an Indian male player", where the parser takes the one for a part of the other
    while noun.dep_ in ("amod", "compound") and noun.head.tag_[:3] != "NNP":
        noun = noun.head
    noun = token.head.head if is_species(token) else noun
    if noun.dep_ == "appos":
        return noun.head.tag_ == "NNP" and noun.left_edge.lower_ in ("a", "an", "the")
    verb, subject = noun.head, subject_of(noun.head)
    if noun.dep_ not in ("attr", "acomp") or verb.lower_ not in BE:
        return False
    if subject is None or subject.i > verb.i or _is_share(noun) or _is_added(verb):
        return False
    # "is a Danish citizen"; "is the son of a painter", and the nephew of another
    if noun.lower_ in OF_COUNTRIES or _is_of_another(noun):
        return False
    # "Those three are his sisters", "30% are Danish"
    if subject.tag_ == "CD" or subject.text in PERCENT:
        return False
    # "A Winter Tale is a Danish film", "Winter is a novel"
    named = subject.tag_ in ("NN", "NNP") and not any(c.dep_ == "det" for c in subject.lefts)
    return named or subject.tag_ == "NNP" or is_certain(subject)


def _is_added(verb: Token) -> bool:
    """ "They are Danish, too"."""
    return any(c.lower_ in ADDED for c in verb.children)


def _is_of_another(noun: Token) -> bool:
    parts = (o for of in noun.rights if of.lower_ == "of" for o in of.children)
    return any(part.left_edge.lower_ in ("a", "an") for part in parts)


def _is_of_clock(token: Token) -> bool:
    """ "It is 4:30 in the afternoon"."""
    hour = token.head.head
    told = token.dep_ == "pobj" and hour.dep_ == "attr" and hour.head.lower_ in BE
    return told and hour.tag_ == "CD" and token.head.lower_ == "in"


def _is_share(quality: Token) -> bool:
    """ "was about 30% Jewish"."""
    return any(t.tag_ == "CD" or t.text in PERCENT for t in quality.lefts)


def _names(noun: Token) -> bool:
    """ "the Danish painter Anna Berg": what somebody with a name is."""
    if noun.dep_ in ("compound", "nmod") and noun.tag_ == "NN":
        return noun.head.tag_ == "NNP" and noun.i < noun.head.i
    return any(c.dep_ == "appos" and c.tag_ == "NNP" for c in noun.rights)


def _tells_how(token: Token, kind: str) -> bool:
    """ "is made of stone", "is written in Danish", "died of cancer", "has a red roof"."""
    if kind == "colour":
        return _is_of_part(token)
    if token.dep_ != "pobj":
        return False
    by, verb = token.head.lower_, token.head.head
    subject = subject_of(verb)
    if subject is None or not is_certain(subject):
        return False
    lemma = bare_form(verb.text)
    if kind in STUFFS:
        return lemma in MADE_OF and by in ("of", "from")
    if kind in ("language", "nationality"):
        return lemma in SAID_IN and by == "in" and verb.tag_ == "VBN"
    if kind == "illness":
        return lemma in OF_DEATH and by in ("of", "from")
    if kind == "faith":
        return lemma == "convert" and by == "to"
    return kind == "footballing" and lemma == "play" and by == "as"


def _is_of_part(colour: Token) -> bool:
    """ "The house has a red roof", "with a red roof": a part of which there is one."""
    part = colour.head
    return colour.dep_ == "amod" and part.tag_ == "NN" and part.lower_ in PARTS and _is_had(part)


def _is_had(part: Token) -> bool:
    subject = subject_of(part)
    owned = part.dep_ == "dobj" and part.head.lower_ in ("has", "have", "had")
    return owned and subject is not None and is_certain(subject)


def _tells_where(token: Token) -> bool:
    """ "is a village in Spain", "is in the kitchen", "lives in Spain", "was born in Spain"."""
    # "in Odda, Norway": where a place is.
    if token.dep_ == "appos" and token.head.tag_[:3] == "NNP":
        return token.i > 0 and token.nbor(-1).text == ","
    if token.dep_ == "dobj":
        return bare_form(token.head.text) == "represent" and _is_of_time(token.head)
    if token.dep_ != "pobj" or token.head.lower_ not in IN or is_of_measure(token.head):
        return False
    noun = _noun_above(token)
    if noun is not None and noun.dep_ in ("attr", "appos"):
        return _is_one_of_its_place(noun, token)
    # "died at her home in Spain"
    if noun is not None and (noun.dep_ != "pobj" or noun.head.lower_ not in IN):
        return False
    verb = token.head.head if noun is None else noun.head.head
    subject = subject_of(token)
    if verb.tag_[0] != "V" or subject is None or not is_certain(subject) or _tells_which(verb):
        return False
    return not _is_added(verb) and _is_verb_of_place(verb, subject)


def _tells_which(verb: Token) -> bool:
    """ "my brother who lives in Spain": another one may live in Italy.

    "is a poet born in Spain" tells of the one who is the poet.
    """
    if verb.dep_ not in ("acl", "relcl") or verb.head.dep_ in ("attr", "ROOT"):
        return False
    return verb.left_edge.i > 0 and verb.left_edge.nbor(-1).text != ","


def _noun_above(token: Token) -> Token | None:
    """The noun that a phrase with a place belongs to: "village" in "a village in the north of"."""
    noun = None
    place = token
    while place.dep_ == "pobj" and place.head.head.tag_[:2] in ("NN", "CD"):
        if place.head.lower_ not in ONWARDS:
            return place
        noun = place = place.head.head
    return noun


def _is_one_of_its_place(noun: Token, token: Token) -> bool:
    """ "a village in Spain", "the capital of Spain"; not "a word in Danish"."""
    if noun.dep_ == "attr":
        subject = subject_of(noun.head)
        if noun.head.lower_ not in BE or subject is None or not is_certain(subject):
            return False
    near = token.head.head
    # "the most influential woman in Spain", and in Europe
    if bare_noun(noun) in PERSONS and any(
        c.tag_ in ("JJS", "RBS") for t in noun.lefts for c in (t, *t.lefts)
    ):
        return False
    return bare_noun(near) in LOCATED or noun.left_edge.lower_ == "the"


def _is_verb_of_place(verb: Token, subject: Token) -> bool:
    lemma, rights = bare_form(verb.text), [c.dep_ for c in verb.rights]
    # "has lived in Spain before", "set off to Spain"
    if "prt" in rights or ((lemma in DWELLING or verb.lower_ == "been") and was_at_times(verb)):
        return False
    if verb.lower_ in BE:
        if verb.tag_ == "VB" or "attr" in rights or "acomp" in rights:
            return False
        # "Tom was in Spain", and in Italy another time
        return verb.tag_ != "VBD" or not is_somebody(subject)
    if lemma in DWELLING:
        return verb.tag_ in ("VBZ", "VBP", "VBN")
    if lemma in SITUATED:
        return "dobj" not in rights and verb.tag_ != "VB"
    if lemma in AT_ONE_PLACE:
        return all(is_certain(c) for c in _things(verb))
    return lemma in MOVING and _is_of_time(verb)


def _things(verb: Token) -> Iterator[Token]:
    return (c for c in verb.rights if c.dep_ == "dobj")


def _is_of_time(verb: Token) -> bool:
    """ "moved there in 1931", "in April"."""
    phrases = (c for c in verb.children if c.dep_ in ("prep", "npadvmod"))
    return any(YEAR.fullmatch(t.text) or t.text in MONTHS for c in phrases for t in c.subtree)
