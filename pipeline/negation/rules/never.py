"""Where "never" denies a clause as "not" does: what it says might have been so at other times.

"He eats meat" speaks of many times, and "He never eats meat" of none of them. What lasts ("The
slope is steep") and what happened once ("They lost the match") has no other times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, CAPTION_STARTS, DO_FORMS, HAVE
from pipeline.negation.english.things import PERSONS, SETS
from pipeline.negation.reading.structure import Clause
from pipeline.negation.rules.placing import MAYBE
from pipeline.negation.rules.polarity import SUBORDINATE
from pipeline.negation.rules.questions import PRONOUNS

if TYPE_CHECKING:
    from spacy.tokens import Token

# "She never often writes" and "He never still calls" would be wrong.
NOT_WITH_NEVER = frozenset(
    "often sometimes always usually frequently occasionally ever once still already finally"
    " eventually now just soon almost nearly only merely simply typically generally".split()
)
# Verbs for what lasts: in the present, it does not come and go.
LASTING = frozenset(
    "have hold own possess belong include lie live reside stand exist serve feature share know"
    " mean believe think agree understand like love hate prefer want wish hope need refer concern"
    " depict cover differ depend represent star entail underlie".split()
)
# What something is made of, how much of it there is, and what goes on lasts in the past, too.
MEASURED = frozenset(
    "consist comprise contain constitute continue remain resemble equal cost weigh measure number"
    " border span date originate stem derive".split()
)
# Qualities that come and go; in the present others last ("wooden"), or are opinions ("good").
PASSING = frozenset(
    "open closed shut locked full empty crowded busy quiet noisy loud silent cold warm hot cool wet"
    " dry damp dirty clean dark late early absent present ready free available asleep awake alone"
    " tired hungry thirsty ill sick sad happy angry afraid bored worried nervous anxious jealous"
    " pleased glad excited calm drunk sober lonely lazy polite rude careful careless punctual"
    " cloudy sunny rainy foggy windy icy frozen flooded broken missing offline drowsy dizzy".split()
)
# Qualities that last in the past, too; of others one says "It was never easy".
SHAPES = frozenset(
    "large small big tiny huge long short tall high low wide narrow deep shallow steep flat thick"
    " thin broad round square oval hollow hilly rocky old young native similar identical different"
    " typical".split()
)
# Participles of how something is and stays: "The mill is located in Kent", "It is made of oak".
MADE = frozenset(
    "locate situate base bury enclose surround compose make connect contain name entitle title"
    " attach divide pin park carve paint intend project".split()
)
# What happens to somebody or something once.
ONCE = frozenset(("die", "bear"))
# These happen once, too, but without a place, a maker or an object one says "The bridge was never
# built".
BEGUN = frozenset(
    "found establish build construct design compose create invent discover write direct begin start"
    " end finish conclude debut premiere name".split()
)
DECIDED = frozenset(("win", "lose"))
CONTESTS = frozenset(
    "match game race election battle war final semifinal vote fight bout contest duel derby"
    " referendum tournament".split()
)
# How long something takes: "It has been ages".
WHILES = frozenset("while time ages moment years months weeks days hours decades".split())
DEFINITE = frozenset("the this that these those".split())
# At one time only: "never" would say more than the opposite.
AT_ONE_TIME = frozenset(
    "first last yesterday today tonight tomorrow ago currently recently century".split()
) | {name.lower() for name in (*SETS["day"], *SETS["month"])}
# With a past tense, these say when something happened.
IN_ORDER = frozenset(
    "when after until till later then next following afterwards afterward subsequently thereafter"
    " aged".split()
)
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
_FIGURE = re.compile(r"[0-9]")


def suits_never(clause: Clause) -> bool:
    """Whether "never" denies a clause: it says what comes and goes, or what could happen again.

    "The soup is cold", "She visits Rome" and "She has visited Rome" fit; "The slope is steep",
    "She was born in Rome" and "A man is running" do not.
    """
    if clause.inverted:  # "Would you never help me?" asks something else
        return False
    # "It may never be" does not exclude "It may be", and "Bus never hits wall" is no headline.
    if any(t.lower_ in MAYBE for t in clause.auxiliaries) or not clause.verb.doc[-1].is_punct:
        return False
    # "A man is never running", "He does never believe it"
    if any(t.lower_ in DO_FORMS for t in clause.auxiliaries):
        return False
    if clause.verb.tag_ == "VBG" and any(t.lower_ in BE for t in clause.auxiliaries):
        return False
    if _is_of_one_time(clause) or _is_of_somebody(clause):
        return False
    return not any(_lasts(clause, v) or _is_once(clause, v) for v in _verbs(clause))


def _verbs(clause: Clause) -> tuple[Token, ...]:
    return (clause.verb, *clause.conjuncts)


def _is_plain(clause: Clause) -> bool:
    """Whether the clause has no auxiliary but those of a passive and of a perfect: "was built"."""
    return all(t.lower_ in BE or t.lower_ in HAVE for t in clause.auxiliaries)


def _is_past(clause: Clause) -> bool:
    finite = clause.finite
    return finite is not None and "VBD" in (finite.tag_, clause.tag)


def _is_of_one_time(clause: Clause) -> bool:
    """ "She sang yesterday", "When it rained, she left", "Prices rose by 5 %", "He came twice"."""
    beside = [child for verb in _verbs(clause) for child in verb.children]
    # "that evening", "every day"
    if any(c.lower_ in NOT_WITH_NEVER or c.dep_ == "npadvmod" for c in beside):
        return True
    if any(t.lower_ in AT_ONE_TIME or _YEAR.fullmatch(t.text) for t in clause.verb.subtree):
        return True
    if _is_past(clause) and any(map(_is_in_order, beside)):
        return True
    return _is_plain(clause) and any(_is_counted(t) for v in _verbs(clause) for t in _behind(v))


def _is_in_order(child: Token) -> bool:
    """ "later", "after the war", "when it rained"."""
    return child.lower_ in IN_ORDER or (
        child.dep_ == "advcl" and any(c.lower_ in IN_ORDER for c in child.lefts)
    )


def _is_counted(token: Token) -> bool:
    return (token.tag_ == "CD" and token.lower_ != "one") or bool(_FIGURE.search(token.text))


def _behind(word: Token) -> Iterator[Token]:
    """What follows a word and depends on it, without subordinate clauses."""
    for child in word.rights:
        if child.dep_ not in SUBORDINATE and child.dep_ != "conj":
            yield from _within(child)


def _within(word: Token) -> Iterator[Token]:
    yield word
    for child in word.children:
        if child.dep_ not in SUBORDINATE:
            yield from _within(child)


def _is_of_somebody(clause: Clause) -> bool:
    """ "A man plays the piano", "Two dogs ran": somebody of whom nothing else is known."""
    subject = clause.subject
    # "A man has never walked there" and "A man can never know" are about everybody.
    if subject is None or any(t.lower_ not in BE for t in clause.auxiliaries):
        return False
    first = subject.left_edge
    return first.lower_ in CAPTION_STARTS or (first.tag_ == "CD" and first.head in (subject, first))


def _lasts(clause: Clause, verb: Token) -> bool:
    """ "The house has two floors", "The slope is steep", "It is in Kent", "It is made of oak".

    Nobody asks at which times that is so. "She is ill", "The shop is open" may be so at times.
    """
    if not _is_plain(clause):
        return False
    # "It has been a while", "It was a long time"
    if any(c.dep_ == "attr" and c.lower_ in WHILES for c in verb.rights):
        return True
    finite, present = clause.finite, not _is_past(clause)
    if clause.auxiliaries:
        passive = finite is not None and finite.lower_ in BE and verb.tag_ in ("VBN", "VBD")
        lasting = MADE | BEGUN if present else MADE
        return passive and bare_form(verb.text) in lasting
    if verb.lower_ not in BE:
        deed = bare_form(verb.text)
        return deed in MEASURED or (deed in LASTING and clause.tag in ("VBZ", "VBP"))
    said = {c.dep_: c for c in verb.rights}
    if "acomp" in said:
        quality = said["acomp"]
        if present:
            return quality.lower_ not in PASSING
        return quality.lower_ in SHAPES or quality.tag_ in ("JJR", "JJS")
    if "attr" in said:
        return present or _is_definite(said["attr"])
    # "The aim is to win", "The fact is that they won", "It is because it rained"
    if said.keys() & {"ccomp", "xcomp", "advcl"}:
        return True
    return present and "prep" in said and not _moves(clause.subject)


def _is_definite(noun: Token) -> bool:
    """ "the mayor", "her aunt", "Anna"."""
    near = (c for c in noun.lefts if c.dep_ in ("det", "poss"))
    return noun.tag_ == "NNP" or any(c.dep_ == "poss" or c.lower_ in DEFINITE for c in near)


def _moves(subject: Token | None) -> bool:
    """ "she", "the teacher"; a name may be that of a place, and "it" a house."""
    if subject is None:
        return False
    return subject.lower_ in PRONOUNS - {"it", "there"} or subject.lower_ in PERSONS


def _is_once(clause: Clause, verb: Token) -> bool:
    """ "He died in Kent", "They lost the match", "It was built by monks"; not "It was built"."""
    deed = bare_form(verb.text)
    if deed in ONCE:
        return True
    if verb.tag_ not in ("VBD", "VBN") or not _is_plain(clause):
        return False
    what = next((c for c in verb.rights if c.dep_ == "dobj"), None)
    if deed in DECIDED:
        return what is not None and what.lower_ in CONTESTS and _is_definite(what)
    if deed not in BEGUN:
        return False
    if what is not None:
        return _is_definite(what)
    return any(c.dep_ in ("agent", "prep", "xcomp", "oprd", "advcl") for c in verb.rights)
