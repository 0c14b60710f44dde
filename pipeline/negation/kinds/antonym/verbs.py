"""The opposite verb: "The council accepted the plan" -> "The council rejected the plan"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import Use, is_listed, opposite
from pipeline.negation.english.edits import Edit, end_of, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import VERB_TAGS
from pipeline.negation.kinds.antonym.counted import (
    is_counted_out,
    is_of_some,
    is_undone,
    leaves_survivors,
)
from pipeline.negation.kinds.antonym.given import is_given
from pipeline.negation.kinds.antonym.harm import DISASTERS, is_harmed
from pipeline.negation.kinds.antonym.relations import ATTACKERS
from pipeline.negation.kinds.checks.certain import is_news
from pipeline.negation.kinds.checks.changes import (
    AMOUNTS,
    EXTREMES,
    goes_from_to,
    is_measured_again,
)
from pipeline.negation.kinds.checks.grounds import gives_grounds
from pipeline.negation.kinds.facts.nouns import bare_noun, is_somebody
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.states import state_of

if TYPE_CHECKING:
    from spacy.tokens import Token

    from pipeline.negation.reading.structure import Clause

# Whatever is sold is bought; "supported by the figures", "his claim was denied"; nobody "was
# ascended from" a family; what was preceded by one thing may be followed by it, too.
NOT_PASSIVE = frozenset(
    "sell buy support oppose deny like lose admit export import descend precede follow".split()
)
# "Dogs are allowed", but "The method allows a replacement".
PASSIVE_ALONE = frozenset("allow permit".split())
# "Forty legal dyes are allowed": none of them is banned.
OF_LAW = frozenset("allow permit ban prohibit forbid".split())
# With "to" these need another preposition: added to, removed from.
JOINING = frozenset(
    "add attach insert install load lock admit sell buy lend borrow appoint ban export"
    " import protect defend".split()
)
HIRING = frozenset(("employ", "hire", "appoint"))
INTO = frozenset("to into in on onto with from".split())
RANKS = frozenset(
    "prominence power fame stardom popularity importance rank position throne occasion challenge"
    " top presidency office leadership notoriety feet chair".split()
)
OF_TIME = frozenset(
    "recently finally formally officially immediately eventually subsequently initially originally"
    " previously currently shortly early consequently briefly simultaneously usually".split()
)
TRADED = frozenset("stock share market index bond yen dollar poll future".split())
BEGUN_OR_ENDED = frozenset("open close begin end start".split())
# Before a time: both the beginning and the end of something may be then.
OF_TIMES = frozenset("after before at in on during by since until".split())
TRENDS = frozenset("rise fall grow shrink increase decrease decline".split())
TURNING = frozenset("simplify complicate shorten lengthen weaken strengthen".split())
# One disables a device, and not a development.
DEVICES = frozenset(
    "device button feature function alarm camera lock switch setting option service account"
    " engine motor printer sensor microphone bluetooth wifi notification cookie extension plugin"
    " mode module driver protocol system".split()
)
LAWFUL = frozenset("legal lawful permitted allowed illegal forbidden banned approved".split())
LEFT_AT = frozenset("in inside on at under".split())
# One survives what has hurt one.
HURT = frozenset(
    "shot hurt injured wounded stabbed hit struck attacked crash fire accident rescued shooting"
    " burned burnt bombing".split()
)
FOR_EVER = frozenset("life forever always long still ever years".split())
PLANS = frozenset(
    "plan proposal idea bill law policy reform measure decision motion strike war candidate party"
    " government union movement cause campaign ban tax project change agreement treaty deal"
    " independence abortion marriage immigration".split()
)
IN_FORCE = frozenset("current present existing".split())
ENDING = BEGUN_OR_ENDED | {"stop"}


def opposite_verb(scene: Scene) -> Iterator[list[Edit]]:
    """ "The council accepted the plan" -> "The council rejected the plan"."""
    clause = scene.clause
    if clause is None or not scene.is_open or clause.conjuncts or clause.subject is None:
        return
    # "hail fair opening", in a headline: no verb
    if is_news(scene) and clause.tag == "VBG" and not clause.auxiliaries:
        return
    # "also decreased", "was also added": besides something else
    verb, lemma = clause.verb, bare_form(clause.verb.text)
    passive = any(c.dep_ == "nsubjpass" for c in verb.children)
    if scene.adds and (lemma in TRENDS or passive):
        return
    if not is_listed(lemma, "v") or gives_grounds(scene):
        return
    if not scene.describes and (is_undone(verb, lemma) or is_of_some(clause)):
        return
    # "is closed": not "is opened", but "is open"
    if state_of(clause) is not None:
        return
    if any(c.dep_ in ("prt", "xcomp", "ccomp", "dative", "acomp", "oprd") for c in verb.children):
        return  # "give up", "want to go": the verb alone does not carry the meaning
    if lemma in ("die", "survive") and (leaves_survivors(clause) or not scene.has(HURT)):
        return
    # "is opened and drunk", where the parser may take the second for an adjective
    if any(c.dep_ == "conj" for c in verb.rights):
        return
    if lemma in (NOT_PASSIVE if passive else PASSIVE_ALONE) or _clashes(scene, clause, lemma):
        return
    # "starts to sing", whose infinitive the parser may have missed; "admitted only men"
    if any(t.tag_ == "TO" or t.lower_ == "only" for t in scene.tokens[verb.i + 1 : verb.i + 2]):
        return
    if _is_relative(verb) or (lemma in OF_LAW and scene.has(LAWFUL - {verb.lower_})):
        return
    # "The ports support it": they have it.
    backed = is_somebody(clause.subject)
    if lemma in ("support", "oppose", "admit", "deny") and not backed:
        return
    use = _use(verb)
    if clause.tag not in VERB_TAGS or use is None:
        return
    # "Shares close lower" as they may have opened.
    traded = bare_noun(clause.subject) in TRADED or scene.has(("higher", "lower"))
    if traded and lemma in BEGUN_OR_ENDED:
        return
    things = [c for c in verb.children if c.dep_ in ("dobj", "nsubjpass")]
    if _has_two_objects(lemma, things):
        return
    if is_measured_again(verb) or _is_absurd(clause, lemma, things):
        return
    new = opposite(lemma, "v", use, things[0].lower_ if things else "")
    if new is not None and new not in scene.words:
        changed = replace(verb, inflected(new, clause.tag))
        prevented = _from_doing(verb)
        if prevented is None:
            yield [changed]
        elif new in ("allow", "permit"):
            yield [changed, prevented]


def _has_two_objects(lemma: str, things: list[Token]) -> bool:
    """ "lend the town 40 crowns", where the parser may take the town for a part of the sum.

    Also "were allowed access": nobody is banned access.
    """
    return len(things) > 1 or (lemma == "lend" and is_counted_out(things))


def _from_doing(verb: Token) -> Edit | None:
    """ "from selling" -> "to sell", which "prohibit" has and "allow" does not."""
    for place in verb.children:
        doing = next((c for c in place.children if c.dep_ == "pcomp"), None)
        if place.lower_ != "from" or doing is None:
            continue
        # "from ever selling"
        if all(t.lower_ == "ever" for t in place.doc[place.i + 1 : doing.i]):
            return Edit(place.idx, end_of(doing), f"to {bare_form(doing.text)}")
    return None


def _is_absurd(clause: Clause, lemma: str, things: list[Token]) -> bool:
    """ "gained a new name": nobody loses what is new."""
    # "The current rule was adopted in 2005": one that was rejected is not current.
    if lemma == "adopt" and any(c.lower_ in IN_FORCE for t in things for c in t.lefts):
        return True
    beside = {c.lower_ for c in clause.verb.children if c.dep_ in ("prep", "agent")}
    # "an earthquake destroyed the town"
    who = bare_noun(clause.subject) if clause.subject is not None else ""
    if lemma in ("destroy", *BEGUN_OR_ENDED) and who in DISASTERS:
        return True
    # "was destroyed by fire", "damaged in a raid": what does so repairs and preserves nothing.
    if is_harmed(clause.verb, lemma):
        return True
    # "lend Spain": whom one lends to
    if lemma in ("lend", "borrow") and any(
        t.tag_ == "NNP" for thing in things for t in (thing, *thing.lefts)
    ):
        return True
    # "is attacked by foxes", "A bomber attacked the base": nobody expects that they defended it.
    # Nor does who attacks a man defend one.
    if lemma in ("attack", "defend") and (
        "by" in beside or who in ATTACKERS or any(is_somebody(thing) for thing in things)
    ):
        return True
    # "enabled the growth of a town": only a device is disabled.
    if lemma == "enable":
        return any(t.tag_ == "TO" for t in clause.verb.subtree) or not all(
            bare_noun(thing) in DEVICES for thing in things
        )
    # "employed a new style", "was employed by several shops": only a person is dismissed.
    if lemma == "employ":
        return not all(is_somebody(thing) and thing.dep_ == "dobj" for thing in things)
    # "bought a rug", and sold another
    if lemma in ("buy", "sell") and clause.tag == "VBD":
        return any(thing.left_edge.lower_ in ("a", "an", "some") for thing in things)
    # "added 29 runs"
    if lemma == "add":
        return any(c.dep_ == "nummod" for thing in things for c in thing.lefts)
    # "opens the door to abuse"; "reduced to a small force"
    if lemma in (*BEGUN_OR_ENDED, "reduce") and "to" in beside:
        return True
    # "is protected by law"
    if lemma in ("protect", "endanger") and "by" in beside:
        return True
    # "started after the war", and stopped after it, too
    # "was closed in 2008", and opened then, too
    moved = not things or any(t.dep_ == "nsubjpass" for t in things)
    if lemma in ENDING and moved and _is_timed(clause.verb):
        return True
    # "Her health declined": what rises is counted.
    if lemma in TRENDS and not things and who not in AMOUNTS:
        return True
    return _is_odd_of_anybody(clause.verb, lemma, things, beside)


def _is_odd_of_anybody(verb: Token, lemma: str, things: list[Token], beside: set[str]) -> bool:
    """ "laughed at him": nobody cries at somebody."""
    # "will remember it all her life": nobody forgets something for so long.
    if lemma in ("remember", "forget") and _is_lasting(verb):
        return True
    # "laughed at him": nobody cries at somebody
    if lemma in ("laugh", "cry") and "at" in beside:
        return True
    # "forgot his hat in the hall"
    if lemma == "forget" and any(t.lower_ in LEFT_AT for t in verb.subtree):
        return True
    # "was simplified to Ox": what becomes of it shows the direction.
    if lemma in TURNING and "to" in beside:
        return True
    # "ignored the girl": nobody heeds a person
    if lemma == "ignore":
        return any(is_somebody(thing) for thing in things)
    # "gained the title for its loyalty"
    if lemma in ("gain", "lose") and "for" in beside:
        return True
    before = (c for thing in things for c in thing.lefts)
    return lemma in ("gain", "lose") and any(
        c.dep_ == "amod" or c.lower_ in ("a", "an", "another") for c in before
    )


def _is_lasting(verb: Token) -> bool:
    return any(t.lower_ in FOR_EVER for t in verb.subtree)


def _is_timed(verb: Token) -> bool:
    """ "started after the war", "began in May"."""
    when = [c for c in verb.children if c.dep_ in ("prep", "advcl", "npadvmod")]
    marks = {
        m.lower_ for c in when for m in (c, *c.children) if c.dep_ == "prep" or m.dep_ == "mark"
    }
    return not marks.isdisjoint(OF_TIMES)


def _is_relative(verb: Token) -> bool:
    """ "rises above 5,000", "fell to a new low", "narrowly won", "went from 40 to 30"."""
    return (
        any(c.lower_ in ("above", "below", "beyond") for c in verb.children)
        # "opposed it on several occasions", and supported it on others
        or any(t.lower_ in EXTREMES or t.lower_ == "occasions" for t in verb.doc)
        or _is_qualified(verb)
        or goes_from_to(verb)
        or _is_bound(verb)
    )


def _is_qualified(verb: Token) -> bool:
    """ "severely damaged", "narrowly won": the adverb would not fit the opposite."""
    return any(
        c.dep_ == "advmod" and c.lower_.endswith("ly") and c.lower_ not in OF_TIME
        for c in verb.children
    )


def _is_bound(verb: Token) -> bool:
    """ "added to the list", "rose to power": with a preposition that the opposite does not take."""
    lemma = bare_form(verb.text)
    # The parser may attach the preposition to the object: "adding sugar to the tea".
    objects = [c for c in verb.children if c.dep_ in ("dobj", "nsubjpass")]
    for place in (*verb.children, *(c for thing in objects for c in thing.rights)):
        if place.lower_ == "as":
            return True
        if place.dep_ != "prep":
            continue
        if lemma in JOINING and place.lower_ in INTO:
            return True
        if place.lower_ == "to" and any(c.lower_ in RANKS for c in place.children):
            return True
    # "employed potters to make jugs"
    hired = lemma in HIRING
    return hired and any(t.tag_ == "TO" and t.i > verb.i for t in verb.subtree)


def _use(verb: Token) -> Use | None:
    relations = {c.dep_ for c in verb.children}
    if any(c.dep_ == "prep" and c.lower_ in ("as", "of", "for", "on") for c in verb.children) and (
        "dobj" not in relations
    ):
        return None  # "act as", "approve of", "look for"
    # "was accepted to the college": nobody is rejected to one.
    if bare_form(verb.text) == "accept" and any(c.lower_ in ("to", "into") for c in verb.rights):
        return None
    if relations & {"dobj", "nsubjpass"}:
        return "object"
    return "phrase" if "prep" in relations else "alone"


def _clashes(scene: Scene, clause: Clause, lemma: str) -> bool:
    """Whether the rest does not fit to the opposite of the verb."""
    verb = clause.verb
    if is_given(verb):
        return True
    # "banned cars from the centre": one does not allow them from it.
    if lemma == "ban" and any(c.lower_ == "from" for c in verb.rights):
        return True
    # "increased by a half, ahead of the growth of the town"
    # "had fallen to only 16 %"
    if lemma in TRENDS and scene.has(("ahead", "outpacing", "faster", "only", "just", "merely")):
        return True
    # "The program supports audio": a plan is opposed, not sound.
    things = [c for c in verb.rights if c.dep_ == "dobj"]
    usual = clause.finite is not None and clause.finite.tag_ in ("VBZ", "VBP")
    # Who appoints them dismisses them, too; "hired him for the job".
    if lemma in HIRING and (usual or any(c.lower_ == "for" for c in verb.rights)):
        return True
    return lemma == "support" and usual and any(not _is_plan(c) for c in things)


def _is_plan(thing: Token) -> bool:
    """ "the plan", "the new law", "him": what somebody may be for or against."""
    return thing.tag_ in ("PRP", "NNP") or bare_noun(thing) in PLANS
