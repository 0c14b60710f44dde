"""Headlines, and the words in them that the parser may have taken for verbs or for nouns.

Without articles, auxiliaries and a final stop, "Mayor plan to close bridge" and "Mayors plan to
close bridge" look alike to a small parser. What tells them apart is agreement, and which forms the
dictionary has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form, is_form, is_known, is_noun
from pipeline.negation.english.lexicon import (
    ACTIVE_ALONE,
    BE,
    HAVE,
    INTRANSITIVE,
    OF_MOTION,
    REPORTING,
)
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

ALONE = INTRANSITIVE | OF_MOTION | ACTIVE_ALONE
"""Verbs that are active without an object."""
OBJECTS = frozenset(("dobj", "ccomp", "dative"))
NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS"))
# Singular in form, plural in agreement.
GROUPS = frozenset("police people staff crew family".split())
STATES = frozenset(("dead", "alive", "home", "guilty"))
"""Words after a participle that are no object: "found dead", "brought home"."""
NOUNS_TOO = frozenset("double treble home high low top best first last second".split())
"""Words that stand as adverbs behind a verb, so that before it they are nouns."""
SUFFERERS = frozenset("accused wounded injured deceased arrested bereaved condemned".split())
"""Participles that also name the people concerned: "the injured"."""


def is_headline(doc: Doc) -> bool:
    """Whether a text ends without a stop, as headlines do."""
    last = next((t for t in reversed(doc) if not t.is_quote and t.text != "'"), None)
    return last is not None and not last.is_punct


def has_object(verb: Token) -> bool:
    """Whether the verb has an object: it follows, or the parse has one."""
    things = [c for c in verb.rights if c.dep_ in OBJECTS and not _is_state(c, verb)]
    if any(not _is_over(c) for c in things):
        return True
    if things:
        return False
    # "Guards shot dead three dogs": the object may be attached to "dead".
    following = verb.doc[verb.i + 1 : verb.i + 3]
    if not len(following) or following[0].dep_ == "prt":
        return False
    places = [t for t in following if t.dep_ not in ("acomp", "oprd") and not _is_state(t, verb)]
    return bool(places) and places[0].tag_ in ("DT", "CD", "PRP$", "NNP", "NNS", "NN")


def _is_over(thing: Token) -> bool:
    """ "charged over 9/11 threats", "held over 2012 riot": no count, so "over" says why."""
    first = thing.left_edge
    if first.lower_ != "over" or first.i + 1 == len(first.doc) or thing.tag_[0] != "N":
        return False
    number = first.nbor(1)
    return number.tag_ == "CD" and ("/" in number.text or thing.tag_ in ("NN", "NNP"))


def _is_state(word: Token, verb: Token) -> bool:
    """ "found dead", "found beheaded", "brought home"."""
    bare = word.i == verb.i + 1 and not any(word.lefts)
    return word.lower_ in STATES or (bare and word.tag_ in ("VBN", "VBD"))


def is_abbreviation(clause: Clause) -> bool:
    """ "The budget totals approx £5": what the parser took for the verb is in no dictionary.

    After "we" and the like it is a new verb, "They vlog".
    """
    verb, subject = clause.verb, clause.subject
    if clause.tag not in ("VBP", "VB") or clause.auxiliaries or subject is None:
        return False
    if subject.tag_ == "PRP" or subject.i > verb.i:
        return False
    return not is_known(verb.lower_) and verb.lower_ not in BE | HAVE


def is_noun_for_verb(clause: Clause) -> bool:
    """Whether the verb of a headline may be a noun, or its subject the verb."""
    verb, subject = clause.verb, clause.subject
    if clause.auxiliaries or subject is None or subject.i > verb.i or verb.lower_ in BE | HAVE:
        return False
    if clause.tag == "VBP" and _is_verb_before(subject, verb):
        return True
    if not is_headline(verb.doc) or clause.infinitive is not None:
        return False
    bare = verb.lower_ == bare_form(verb.text) and is_noun(verb.text)
    return (bare and (_disagrees(verb, subject) or _ends_phrase(verb, subject))) or (
        clause.tag == "VBD" and _is_described(verb)
    )


def has_other_verb(clause: Clause) -> bool:
    """Whether a headline has a second verb, which what was taken for the verb cannot govern.

    "Baker treating Lund children had accident", "Lund double gives Berg victory", "Theft accused
    face trial", "I'll Have Some wins race"
    """
    verb, subject = clause.verb, clause.subject
    if not is_headline(verb.doc):
        return False
    if verb.i > 1 and verb.nbor(-1).lower_ in NOUNS_TOO and verb.nbor(-1).dep_ == "advmod":
        return True
    if _reports_last(verb):
        return True
    if subject is None or subject.i > verb.i:
        return False
    if _is_of_as(clause):
        return True
    following = verb.doc[verb.i + 1 : verb.i + 2]
    if verb.lower_ in SUFFERERS and not clause.auxiliaries:
        forms = (t for t in following if t.tag_ in NOUNS)
        if any(is_form(t.text, "VBP") or is_form(t.text, "VBZ") for t in forms):
            return True
    lemma = bare_form(verb.text)
    if lemma in REPORTING or (clause.tag != "VBG" and lemma not in HAVE):
        return False
    # "Riot rages as council meets", with "Riot fighting" before the verb
    if clause.tag == "VBG" and not clause.auxiliaries and verb.tag_ in NOUNS:
        bare = not any(c.dep_ in ("det", "nummod", "poss") for c in subject.lefts)
        ends = verb.doc[verb.i + 2 : verb.i + 3]
        joined = not len(ends) or ends[0].tag_ == "IN"
        if bare and joined and any(t.tag_ == "NNS" and is_form(t.text, "VBZ") for t in following):
            return True
    return any(_is_finite_content(c) for c in verb.rights)


def _is_of_as(clause: Clause) -> bool:
    """ "Two officers murdered as unrest continues": the verb of the clause that "as" begins."""
    subject = clause.subject
    if subject is None or not any(c.dep_ == "acl" and c.tag_ == "VBN" for c in subject.rights):
        return False
    phrases = (c for c in subject.rights if c.dep_ == "prep" and c.lower_ in ("as", "while"))
    return any(c.right_edge.i + 1 == clause.verb.i for c in phrases)


def _reports_last(verb: Token) -> bool:
    """ "Hall to be a wood, says Anna Berg": the frame, where nothing else was found."""
    if verb.i == 0 or verb.nbor(-1).text != "," or bare_form(verb.text) not in REPORTING:
        return False
    return all(t.tag_ in ("NNP", "NN", "DT") for t in verb.doc[verb.i + 1 :])


def _is_finite_content(verb: Token) -> bool:
    """ "[treating] Lund children had an accident": a finite verb that nothing subordinates."""
    if verb.dep_ != "ccomp" or verb.tag_ not in ("VBZ", "VBD", "VBP"):
        return False
    return not any(c.dep_ in ("mark", "aux") or c.tag_[0] == "W" for c in verb.lefts)


def _is_verb_before(subject: Token, verb: Token) -> bool:
    """ "Party submits plan for May", "Minister lifts ban on fishing", "Bank redesigns search
    results".

    The plural before what the parser took for the verb is itself a form of a verb.
    """
    if subject.tag_ not in ("NNS", "NNPS") or subject.i != verb.i - 1:
        return False
    if not any(c.dep_ in ("compound", "nmod") for c in subject.lefts) or not is_form(
        subject.text, "VBZ"
    ):
        return False
    if verb.lower_ != bare_form(verb.text) or not is_noun(verb.text):
        return False
    if not is_noun(subject.text):
        return True
    if not is_headline(verb.doc):
        return False
    following = verb.doc[verb.i + 1 : verb.i + 2]
    if any(t.tag_ in ("NN", "NNS") and t.dep_ == "dobj" for t in following):
        return True
    return verb.lower_ not in ALONE and not has_object(verb)


def _disagrees(verb: Token, subject: Token) -> bool:
    """ "Mayor plan to close bridge", "Mine clash kills two": a singular before a bare form."""
    if subject.tag_ not in ("NN", "NNP") or subject.lower_ in GROUPS:
        return False
    if any(c.dep_ in ("conj", "appos") for c in subject.children):
        return False
    # "Council cut rates" is a past; "United win cup" treats a name as several persons.
    if is_form(verb.text, "VBD"):
        return False
    following = verb.doc[verb.i + 1 : verb.i + 2].text
    return not has_object(verb) or is_form(following, "VBZ")


def _ends_phrase(verb: Token, subject: Token) -> bool:
    """ "Two killed in harbour clash": after a participle, "clash" belongs to the last noun."""
    held = any(c.dep_ == "acl" and c.tag_ in ("VBN", "VBD") for c in subject.rights)
    return held and verb.nbor(-1).tag_ in NOUNS and verb.nbor(-1).i != subject.i


def _is_described(verb: Token) -> bool:
    """ "City divided opposition marches on": a participle before a noun, and then the verb."""
    if not is_form(verb.text, "VBN"):
        return False
    thing = next((c for c in verb.rights if c.dep_ == "dobj"), None)
    if thing is None or thing.tag_ != "NNS" or thing.left_edge.i != verb.i + 1:
        return False
    piled = all(t.tag_ in NOUNS for t in verb.doc[verb.i + 1 : thing.i])
    return piled and thing.i > verb.i + 1 and is_form(thing.text, "VBZ")
