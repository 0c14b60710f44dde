"""The opposite relation: "led to" -> "prevented", "is similar to" -> "is different from"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import is_fixed
from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.english.inflection import bare_form, inflected, with_particle
from pipeline.negation.english.lexicon import VERB_TAGS
from pipeline.negation.english.relations import (
    DEEDS,
    NEVER_PASSIVE,
    OF_THE_MAIN_VERB,
    STATES,
    WITH_OBJECT,
)
from pipeline.negation.english.things import SET_OF
from pipeline.negation.kinds.antonym.given import are_two, is_given
from pipeline.negation.kinds.antonym.harm import is_harmed
from pipeline.negation.kinds.checks.framing import AVOIDING
from pipeline.negation.kinds.checks.grounds import gives_grounds
from pipeline.negation.kinds.facts.limits import BARRED
from pipeline.negation.kinds.facts.nouns import bare_noun, is_somebody
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.headline import is_headline

if TYPE_CHECKING:
    from spacy.tokens import Token

STATIVE_TAGS = frozenset("JJ VBN VBD IN".split())
BE = frozenset("is are was were be been being 's remain remains remained".split())
# They strengthen a state, and would not fit its opposite: "closely related".
SEVERAL = frozenset("different same separate various several".split())
STRENGTHS = frozenset(
    "closely directly strongly very quite highly inextricably intimately heavily largely loosely"
    " entirely partly completely wholly almost slightly clearly deeply greatly especially"
    " particularly fully totally originally primarily mainly solely only chiefly more most less"
    " least too so as equally how usually often commonly generally typically not enough"
    " increasingly roughly exactly".split()
)
DOERS = frozenset((*WITH_OBJECT, *(deed.partition(" ")[0] for deed in DEEDS), "depend", "rely"))
"""Verbs that have an opposite, with or without a preposition."""
FIRST_STATES = frozenset(state.partition(" ")[0] for state in STATES)
# "found in a study", "found on the third page": a passive of "find", not a place to live.
SEEN = frozenset("guilty dead to that be hiding".split())
# "full of fun", "free of charge", "aware of the use": the opposite would not fit.
SENSES = frozenset("use fun charge note aware sense".split())
# These adverbs fit both sides.
HOW = frozenset(
    "greatly significantly considerably substantially slightly gradually rapidly steadily quickly"
    " slowly immediately eventually finally initially originally recently subsequently".split()
)
WAYS = frozenset(
    "road path street door gate way stair staircase track bridge trail passage route line tunnel"
    " corridor step ladder".split()
)
# Nobody has trouble in endangering something.
ATTACKERS = frozenset("bomber gunman militant insurgent attacker terrorist rebel taliban".split())
MEASURES = frozenset("rate rates level levels concentration frequency amount".split())
JUDGED = frozenset("convict acquit ban fine punish jail arrest sentence".split())
HARDSHIPS = frozenset(
    "difficulty trouble problem interest interested hardship struggle challenge obstacle".split()
)
HAVE = frozenset("has have had having 've".split())
NOT_BESIDE = frozenset("as to from into by between among until over".split())
ENABLING = frozenset("allow enable permit".split())
ENABLED_FORMS = frozenset(
    form for verb in ENABLING for form in (verb, f"{verb}s", f"{verb}ed", f"{verb}d")
)


def opposite_relation(scene: Scene) -> Iterator[list[Edit]]:
    """ "is similar to" -> "is different from", "led to a strike" -> "prevented a strike"."""
    # "supported the plan on several occasions", and opposed it on others
    # and "was acquitted on the grounds of"
    if scene.has(("occasions", "grounds")) or gives_grounds(scene):
        return
    # "In common with the first hall, the second one is connected to the mill"
    if "in common with" in scene.sentence.lower:
        return
    for token in scene.stated(*VERB_TAGS, *STATIVE_TAGS):
        found = _state(token) if token.lower_ in FIRST_STATES else None
        if found is None and token.tag_ in VERB_TAGS:
            found = _deed(token, main=token.i == scene.head.i)
        if found is None:
            continue
        # "Completing the ring are two towers"
        inverted = token.i == 0 and token.tag_ == "VBG"
        if inverted or any(t.lower_ in BARRED for t in token.subtree):
            continue
        if is_given(token):
            continue
        # "tried to prevent it being associated with crime"
        if any(t.lower_ in AVOIDING for t in token.ancestors):
            continue
        # "2,000 people were involved", and others were not.
        who = [c for c in token.children if c.dep_ in ("nsubj", "nsubjpass")]
        if any(t.tag_ == "CD" for w in who for t in w.lefts):
            continue
        if not scene.has(found.new.split()[:1]):
            yield [found]


def preventing(scene: Scene) -> Iterator[list[Edit]]:
    """ "The dam allowed ships to pass" -> "The dam prevented ships from passing"."""
    for token in scene.stated() if scene.has(ENABLED_FORMS) else ():
        if token.lower_ not in ENABLED_FORMS or token.tag_ not in ("VBD", "VBZ", "VBP"):
            continue
        done = [c for c in token.children if c.dep_ in ("ccomp", "xcomp") and c.i > token.i]
        if len(done) != 1 or done[0].tag_ != "VB" or done[0].lower_ == "have":
            continue
        to = [c for c in done[0].children if c.tag_ == "TO"]
        who = [c for c in (*done[0].children, *token.children) if c.dep_ in ("nsubj", "dobj")]
        who = [c for c in who if token.i < c.i < done[0].i]
        if len(to) != 1 or len(who) != 1 or to[0].i + 1 != done[0].i:
            continue
        # "allowed them to pay and leave", "allowed the mayor enough money to live"
        if any(c.dep_ == "conj" for c in done[0].rights) or are_two(who[0]):
            continue
        doing = inflected(bare_form(done[0].text), "VBG")
        yield [
            replace(token, inflected("prevent", token.tag_)),
            Edit(to[0].idx, end_of(done[0]), f"from {doing}"),
        ]


def _state(token: Token) -> Edit | None:
    """The edit of "similar to", if a form of "be" precedes it or it follows its noun."""
    doc, i = token.doc, token.i
    if i + 2 >= len(doc) or token.tag_ not in STATIVE_TAGS:
        return None
    place = doc[i + 1]
    new = STATES.get(f"{token.lower_} {place.lower_}")
    if new is None or not any(c.dep_ in ("pobj", "pcomp") for c in place.children):
        return None
    # "found in Peru and in Chile", "present at a high rate"
    if any(c.dep_ == "conj" or c.lower_ in MEASURES for c in place.children):
        return None
    if token.dep_ == "acomp":
        below = token.head.lower_ in BE
    elif token.tag_ in ("VBN", "VBD"):
        helpers = [c.lower_ for c in token.children if c.dep_ == "auxpass"]
        below = bool(helpers) and helpers[0] in BE
    else:
        below = token.dep_ in ("amod", "prep") and token.i > token.head.i
        # "chose one based on its size", "a method capable of finding it"
        below = below and token.lower_ not in ("based", "capable")
    if not below or any(c.dep_ in ("conj", "cc", "xcomp", "ccomp", "oprd") for c in token.children):
        return None
    if place.head.i != i or any(c.lower_ in SEEN for c in token.children):
        return None
    # "is found in Peru" says where it lives; "was found in a box" says what somebody did.
    if token.lower_ == "found" and not any(c.lower_ in ("is", "are") for c in token.children):
        return None
    # "present in more than six towns", and absent from six others
    if any(t.dep_ == "nummod" or t.lower_ in BARRED for c in place.children for t in c.lefts):
        return None
    # "contained in different boxes": absent from which?
    if any(t.lower_ in SEVERAL for c in place.children for t in c.lefts):
        return None
    # "is dependent on the sea to live"
    if any(t.tag_ == "TO" and t.i > i for t in token.head.subtree):
        return None
    # "separated from the terminal by a gap"
    if any(c.lower_ in SENSES for c in place.children) or any(
        c.lower_ == "by" for c in token.rights
    ):
        return None
    if any(c.dep_ in ("advmod", "npadvmod") and c.i < i for c in token.children):
        return None
    return (
        None if doc[i - 1].lower_ in STRENGTHS else Edit(token.idx, end_of(place), like(token, new))
    )


def _deed(token: Token, *, main: bool) -> Edit | None:
    """The edit of a verb and its preposition, or of a verb with an object."""
    lemma = bare_form(token.text)
    if lemma not in DOERS:
        return None
    children = list(token.children)
    if any(c.dep_ in ("prt", "xcomp", "ccomp", "dative", "oprd", "acomp") for c in children):
        return None
    if token.tag_ == "VBG" and _is_found_hard(token):
        return None
    if any(
        c.dep_ == "advmod" and c.lower_.endswith("ly") and c.lower_ not in HOW for c in children
    ):
        return None
    if token.dep_ == "conj" or any(c.dep_ == "conj" for c in children):
        return None
    place = token.doc[token.i + 1] if token.i + 1 < len(token.doc) else None
    if place is not None and place.dep_ == "prep" and place.head.i == token.i:
        barred, found = _deed_with(token, lemma, place)
        if barred or found is not None:
            return found
    return _deed_to(token, lemma, main=main)


def _is_found_hard(doing: Token) -> bool:
    """ "had trouble in protecting it", "had difficulty protecting it", "no interest in it"."""
    behind = doing.doc[max(doing.i - 4, 0) : doing.i]
    return doing.dep_ in ("pcomp", "acl", "xcomp", "advcl") and any(
        bare_noun(t) in HARDSHIPS for t in behind
    )


def _deed_with(token: Token, lemma: str, place: Token) -> tuple[bool, Edit | None]:
    """Whether a verb and its preposition have no opposite here, and the edit if they have one."""
    children = list(token.children)
    # "depends on the heat and on the light"
    if any(c.dep_ == "conj" and c.tag_ == "IN" for c in place.rights):
        return True, None
    new = DEEDS.get(f"{lemma} {place.lower_}")
    # Who arrived in May may have left in May.
    if lemma == "arrive" and token.tag_ not in ("VBZ", "VBP") and _is_dated(token):
        return True, None
    # "Prince arrives in Odda", in a headline, and leaves it the next day
    if lemma == "arrive" and is_headline(token.doc):
        return True, None
    passive = token.tag_ == "VBN" and any(c.dep_ == "auxpass" for c in children)
    # "He contributed to the journal", "Mills contribute to one fifth of the sales"
    who = (c for c in children if c.dep_ == "nsubj")
    if lemma == "contribute" and (any(map(is_somebody, who)) or _is_share(place)):
        return True, None
    # "differs from it in three ways"
    if lemma == "differ" and _has_below(token, "in"):
        return True, None
    # "money added to the account", without "is"
    if lemma == "add" and token.tag_ == "VBN" and not any(c.lower_ in HAVE for c in children):
        return True, None
    # "the road leading to the city"
    if lemma == "lead" and _is_a_way(token):
        return True, None
    where = [c for c in place.children if c.dep_ == "pobj"]
    # "arrived in 1792"
    if any(c.tag_ == "CD" for c in where):
        return True, None
    if new is not None and not passive and where:
        return False, Edit(token.idx, end_of(place), like(token, with_particle(new, token.tag_)))
    # "depends on" has its opposite in an adjective.
    be = {"VBZ": "is", "VBP": "are"}.get(token.tag_)
    held = any(c.dep_ == "nsubj" for c in children)
    if f"{lemma} {place.lower_}" in ("depend on", "rely on") and be is not None and held:
        return False, Edit(token.idx, end_of(place), f"{be} independent of")
    return False, None


def _is_share(place: Token) -> bool:
    return any(t.tag_ == "CD" for c in place.children for t in (c, *c.lefts))


def _deed_to(token: Token, lemma: str, *, main: bool) -> Edit | None:
    """The edit of a verb with an object: "caused a strike" -> "prevented a strike"."""
    children = list(token.children)
    if lemma not in WITH_OBJECT or (lemma in OF_THE_MAIN_VERB and not main):
        return None
    # "the damage caused by rain": the noun says that there was some.
    if token.dep_ == "acl" and token.tag_ == "VBN":
        return None
    passive = any(c.dep_ in ("nsubjpass", "auxpass") for c in children)
    if passive and token.tag_ == "VBN":
        if lemma in NEVER_PASSIVE:
            return None
    # "expand southwards": a direction taken for an object
    elif not any(
        c.dep_ == "dobj" and c.i > token.i and not c.lower_.endswith(("ward", "wards"))
        for c in children
    ):
        return None
    # "Bombers attack the port": nobody expects that they defend it.
    if lemma in ("attack", "defend") and any(
        bare_noun(c) in ATTACKERS for c in children if c.dep_ == "nsubj"
    ):
        return None
    if is_harmed(token, lemma):
        return None
    # "convicted for arson", "banned for doping": a reason for one of the two
    if lemma in JUDGED and _has_below(token, "for"):
        return None
    # "ignored me": nobody heeds a person; who attacks a man does not defend one.
    if lemma in ("ignore", "attack", "defend") and any(
        is_somebody(c) for c in children if c.dep_ == "dobj"
    ):
        return None
    # "enabled the device to be built", "allowed it to be built", "was extended to others"
    if lemma in ("extend", "shorten") and _has_below(token, "to"):
        return None
    forced = ("enable", "allow", "permit", "cause")
    things = [c for c in children if lemma in forced and c.dep_ == "dobj"]
    if any(t.tag_ == "TO" and t.i > c.i for c in things for t in c.subtree):
        return None
    # "is promoted by the club as safe", with "as" wherever the parser attaches it
    if _is_bound(token, lemma) or (lemma == "promote" and _has_below(token, "as")):
        return None
    return replace(token, with_particle(WITH_OBJECT[lemma], token.tag_))


def _has_below(verb: Token, word: str) -> bool:
    return any(t.lower_ == word and t.i > verb.i for t in verb.subtree)


def _is_bound(verb: Token, lemma: str) -> bool:
    """Whether the object or a preposition belongs to the verb and not to its opposite."""
    children = list(verb.children)
    # "promoted him to captain" is another sense; "as" and "from ... to" fit one side alone.
    beside = any(c.dep_ == "prep" and c.lower_ in NOT_BESIDE for c in children)
    # "was promoted back to the top"
    beside |= any(c.lower_ == "back" for c in children)
    # "protects it from rain", with "from" attached to the object
    # "divides his time between them", "attracted guests to the fair"
    deep = {"divide": "between", "attract": "to"}.get(lemma)
    objects = [c for c in children if c.dep_ == "dobj"]
    beside |= any(c.lower_ in ("as", "from") for o in objects for c in o.rights)
    beside |= any(t.lower_ == deep and t.dep_ == "prep" for o in objects for t in o.subtree)
    if beside and not any(c.dep_ == "agent" for c in children):
        return True
    things = [c for c in children if c.dep_ in ("dobj", "nsubjpass")]
    return any(is_fixed(lemma, "v", thing.lower_) for thing in things)


def _is_dated(verb: Token) -> bool:
    """Whether a clause tells the day or the year."""
    return any(t.tag_ == "CD" or SET_OF.get(t.text) in ("day", "month") for t in verb.subtree)


def _is_a_way(verb: Token) -> bool:
    return verb.dep_ == "acl" or any(
        c.dep_ == "nsubj" and bare_noun(c) in WAYS for c in verb.children
    )
