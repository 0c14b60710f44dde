"""Which other thing of a set fits the words that stand beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form, one_of
from pipeline.negation.english.lexicon import BE, ORDINALS, YEAR
from pipeline.negation.english.things import ANIMALS, BODY, SET_OF, SETS
from pipeline.negation.kinds.alternative.idioms import fits_colour
from pipeline.negation.kinds.checks.elsewhere import is_rank
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

GROUPS: dict[str, tuple[frozenset[str], ...]] = {
    kind: tuple(frozenset(words.split()) for words in groups)
    for kind, groups in {
        # One directs a film or an opera, sings a song, reads a novel and hangs a painting.
        "work": (
            "film opera",
            "album song",
            "novel poem",
            "painting sculpture",
            "opera musical",
        ),
        "vehicle": ("car bus truck", "bus train tram", "bicycle motorcycle", "boat plane"),
        "limb": ("arm leg", "shoulder knee ankle elbow"),
        "programme": ("sitcom documentary cartoon drama western", "comedy documentary thriller"),
        "celestial": ("planet asteroid comet", "star galaxy"),
    }.items()
}
"""Kind of thing -> groups within which most words beside a thing fit another."""
# Beside these a vehicle is of its own sort: a boat on a lake, a train on its tracks.
BOUND = {
    "boat": frozenset(
        "water lake river sea ocean harbour harbor dock fishing fish sail sailing shore".split()
    ),
    "train": frozenset("track tracks rail rails railroad railway".split()),
    "plane": frozenset("sky air flying flew runway airport wing wings pilot".split()),
}
LEANING = frozenset("lean leans leaning leaned leant propped".split())
LIGHT = frozenset(("bicycle", "motorcycle"))
"""Vehicles that lean against something."""
# "May", which may be a verb, is not exchanged, but stands in order.
CALENDAR = (*SETS["month"][:4], "May", *SETS["month"][4:])
SHORT_MONTHS = frozenset("April June September November".split())
DENOMINATIONS = frozenset(
    "lutheran anglican catholic protestant orthodox sunni shia methodist baptist christian".split()
)
# Of these one says "a beer".
SERVED = frozenset(("coffee", "beer", "tea"))
# These fall in one month, or in two.
FEASTS = frozenset("easter christmas lent pentecost ramadan midsummer".split())
RIDDEN = frozenset(("horse", "elephant"))
# Colours of animals: a black dog is no purple one.
OF_FUR = frozenset("black white brown grey".split())
# "a gifted painter" may be a gifted poet as well; nobody is a trainee novelist.
SKILLED = frozenset("gifted talented skilled trained trainee apprentice amateur budding".split())
REACTING = frozenset("react reacts reacted reacting form forms formed oxide dioxide".split())
GLAZED = frozenset(("pane", "sheet", "shard"))
# With a colour these are terms: "a black hole", "green tea".
TERMS = frozenset(
    "hole box market magic humour humor comedy metal belt paper noise dwarf collar tape meat fever"
    " energy tea hot lie economy politics power supremacy ink alert carpet star stars sheep"
    " herring elephant blood cent list flag widow pepper".split()
)
# What comes out or takes place every day, week or year: not "daily life", "an annual rate".
PERIODIC = frozenset(
    "newspaper paper magazine journal publication newsletter bulletin column report review meeting"
    " festival conference summit event competition contest tournament race fair market award"
    " ceremony show programme program series concert parade visit flight service train bus"
    " session pilgrimage fee message tradition trip".split()
)
OF_A_FAITH = frozenset(
    "church canon bible priest bishop archbishop monk nun pope cathedral mosque synagogue rabbi"
    " imam temple".split()
)
# What one does to a single arm or knee, and might do to another limb.
TO_LIMBS = frozenset(
    "break hurt injure bruise sprain fracture twist touch hold grab bite kick hit scratch burn cut"
    " lose raise lift swing bend stretch".split()
)
STANDING = frozenset(("located", "situated", "standing", "lying"))
# What can be said of anything of a sort
GENERAL = frozenset(
    "big large small little tiny huge great long short tall high low wide narrow deep good bad best"
    " old new young ancient modern recent former famous popular beautiful pretty ugly fine nice"
    " important major minor main typical ordinary simple only own real same".split()
)
OF_TOWNS = frozenset(("capital", "twin", "sister"))
OF_RULE = frozenset("absolute constitutional hereditary federal elective people".split())
OF_LANGUAGES = frozenset("teacher speaker student learner professor tutor lesson class".split())
# Games named after a nation; there is none of the same name for others.
GAMES = frozenset(
    (
        *("american football", "australian football", "canadian football", "australian rules"),
        *("russian roulette", "chinese checkers"),
    )
)


def _is_of_people(token: Token) -> bool:
    """ "an American football team", "an absolute monarchy"."""
    game = token.doc[token.i : token.i + 2].text.lower() in GAMES
    # "an English teacher", perhaps a Scottish one
    if bare_noun(token.head) in OF_LANGUAGES:
        return True
    return game or any(c.lower_ in OF_RULE for c in token.lefts)


def _is_colour_of_term(token: Token) -> bool:
    """ "a black hole", "the yellow vests movement", "orange yellow with a darker edge"."""
    beside = token.doc[max(token.i - 1, 0) : token.i + 2]
    if any(t.lower_ in SETS["colour"] for t in beside if t.i != token.i):
        return True
    return token.head.lower_ in TERMS or token.head.dep_ == "compound"


def fits_beside(token: Token, kind: str) -> bool:
    """Whether the words beside a noun fit all nouns of its set.

    "the oldest town in Spain", "a small Danish town"; not "a cathedral town", "a bay of the sea",
    "a town that trades in wool".

    Args:
        token: the noun.
        kind: its set.
    """
    if token.dep_ in ("amod", "acomp", "pobj") or token.tag_[:3] == "NNP":
        return True
    of_kin = kind in ("kin", "kinswoman")
    if of_kin and not any(c.dep_ == "poss" or c.lower_ == "of" for c in token.children):
        return False
    # "a good boxer" may be a good swimmer as well.
    if kind in ("player", "kin", "kinswoman") and any(c.dep_ == "amod" for c in token.lefts):
        return False
    # "the oldest town of the county"
    of_all = of_kin or kind == "office_holder" or any(c.tag_ == "JJS" for c in token.lefts)
    for child in token.children:
        if child.dep_ in ("compound", "relcl", "appos", "nmod"):
            return False
        if child.dep_ == "acl" and child.lower_ not in STANDING:
            return False
        if child.lower_ == "of" and not of_all:
            return False
        if child.dep_ == "amod" and not _is_general(child):
            return False
    return True


def _is_general(quality: Token) -> bool:
    of_many = SET_OF.get(quality.text) in ("nationality", "colour")
    return of_many or quality.tag_ == "JJS" or quality.lower_ in GENERAL


def is_term(token: Token, kind: str, scene: Scene) -> bool:
    """Whether a word belongs to a term or a phrase, in which no other of its set stands.

    "a black hole", "on drums", "the star of the show", "citric acid", "waved his arms"

    Args:
        token: the word.
        kind: its set.
        scene: the sentence.
    """
    if kind == "colour":
        return _is_colour_of_term(token)
    if kind in ("nationality", "government"):
        return _is_of_people(token)
    if kind == "frequency":
        # "has annual festivals", and monthly ones, perhaps
        return token.head.tag_ == "NNS" or bare_noun(token.head) not in PERIODIC
    if kind in ("belief", "faith") and token.head.lower_ in OF_A_FAITH:
        return True
    if kind == "limb":
        return bare_form(token.head.text) not in TO_LIMBS
    if kind == "celestial":
        return any(c.lower_ == "of" for c in token.rights)
    # "Mount Odda is a mountain", "the capital city"
    if kind == "land" and "mount" in scene.words:
        return True
    if kind == "settlement" and any(c.lower_ in OF_TOWNS for c in token.lefts):
        return True
    if kind == "profession":
        return _is_one_of_its_professions(token)
    # "the last festival of the year", "the plane of the membrane"
    if kind == "happening" or token.lower_ == "plane":
        return any(c.lower_ == "of" for c in token.rights)
    # "throws footballs" is about balls, "reacts with oxygen" about what forms.
    if kind == "sport" and token.tag_ == "NNS":
        return True
    # "a pane of glass"
    if kind == "material" and bare_noun(token.head.head) in GLAZED:
        return True
    # "income tax"
    if kind == "payment" and any(c.dep_ == "compound" for c in token.lefts):
        return True
    # "75 % are Protestant, of which half are Lutheran"
    if kind in ("belief", "faith") and scene.has(DENOMINATIONS - {token.lower_}):
        return True
    if kind == "gas" and scene.has(REACTING):
        return True
    if kind in ("kin", "kinswoman"):
        return _is_told_from_others(token)
    if kind == "chemical":
        return any(c.lower_.endswith("ic") for c in token.lefts)
    # "the coat of arms", "a dress uniform"
    if kind == "garment" and (token.dep_ == "nmod" or "arms" in scene.words):
        return True
    if kind == "vehicle" and _is_raced_or_named(token):
        return True
    # "Nord Atoll in the Pacific" lies there alone.
    return token.lower_ == "drums" or (kind == "ocean" and token.head.head.tag_ == "NNP")


def _is_one_of_its_professions(token: Token) -> bool:
    """ "became a painter", and a poet later; "is a painter", and a poet, too; "a jazz drummer"."""
    at_a_time = token.dep_ == "attr" and token.head.lower_ in BE and _is_dated(token.head)
    return not at_a_time or any(c.dep_ == "compound" or c.lower_ in SKILLED for c in token.lefts)


def _is_dated(verb: Token) -> bool:
    """ "was a painter in 1920", "In 1920 she was a painter"."""
    when = (t for c in verb.children if c.dep_ == "prep" for t in c.children)
    return any(YEAR.fullmatch(t.text) for t in when)


def _is_told_from_others(kin: Token) -> bool:
    """ "the eldest son of Berg by his second wife", "the sons of Ada", "her younger sister"."""
    if any(c.tag_ in ("JJR", "JJS") for c in kin.lefts):
        return True
    ranked = any(is_rank(c) or c.lower_ in (*ORDINALS, "great") for c in kin.lefts)
    return ranked or (kin.tag_ == "NNS" and any(c.lower_ == "of" for c in kin.rights))


def _is_raced_or_named(vehicle: Token) -> bool:
    """ "raced a car", "Formula One cars"."""
    named = (t for c in vehicle.lefts if c.dep_ != "poss" for t in c.subtree)
    return bare_form(vehicle.head.text) == "race" or any(t.tag_ == "NNP" for t in named)


def fits_place(token: Token, other: str, kind: str, scene: Scene) -> bool:
    """Whether another thing of a set fits what stands beside the word.

    "She directed a film" fits an opera, but no poem; "broke a leg near the hip" fits no other limb;
    "in May 1920 and again in August 1920" keeps its order.

    Args:
        token: the word.
        other: the other thing, in the singular.
        kind: their set.
        scene: the sentence.
    """
    if kind == "month":
        feast = scene.has(FEASTS) or "good friday" in scene.sentence.lower
        return not feast and _has_day(token, other) and _keeps_order(token, other, scene)
    if kind == "colour" and bare_noun(token.head) in ANIMALS:
        return other in OF_FUR
    if kind == "colour" and not fits_colour(token, other):
        return False
    # "with a beer", but nobody says "with a wine"
    if kind == "drink" and any(c.lower_ in ("a", "an") for c in token.lefts):
        return other in SERVED
    if kind == "animal" and bare_form(token.head.text) == "ride":
        return other in RIDDEN
    if kind not in GROUPS:
        return True
    if kind == "limb" and scene.has(BODY - {token.lower_}):
        return False
    own = one_of(token.text) if token.tag_ == "NNS" else token.lower_
    if own in BOUND and scene.has(BOUND[own]):
        return False
    if kind == "vehicle" and other not in LIGHT and scene.has(LEANING):
        return False
    return any(own in group and other in group for group in GROUPS[kind])


def _has_day(token: Token, other: str) -> bool:
    """ "on March 31" fits May, but not April."""
    beside = token.doc[max(token.i - 1, 0) : token.i + 2]
    days = max((int(t.text) for t in beside if t.text in ("29", "30", "31")), default=0)
    return days < 29 or (other != "February" and (days < 31 or other not in SHORT_MONTHS))


def _keeps_order(token: Token, other: str, scene: Scene) -> bool:
    """Whether a month stands in the same order to the other months of the sentence."""
    own, new = CALENDAR.index(token.text), CALENDAR.index(other)
    named = (t for t in scene.tokens if t.text in CALENDAR and t.tag_ != "MD" and t.i != token.i)
    beside = [CALENDAR.index(t.text) for t in named]
    return all((new - place) * (own - place) > 0 for place in beside)
