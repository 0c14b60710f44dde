"""Detects parses that contradict themselves or the dictionary, and so cannot be trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form, is_form, is_noun, is_possible
from pipeline.negation.english.lexicon import (
    AUXILIARIES,
    BE,
    DO_FORMS,
    FINITE_TAGS,
    HAVE,
    MODALS,
    REPORTING,
    SUBJECTS,
)
from pipeline.negation.reading.headline import has_other_verb, is_abbreviation, is_noun_for_verb
from pipeline.negation.reading.misread import has_second_be, is_quoted, is_trailing
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

CONDITIONS = frozenset("since because although though while if when unless whereas".split())
NOMINAL = frozenset(("NN", "NNS", "NNP", "NNPS", "PRP"))
GROUPS = frozenset("group pair row number couple lot line set series collection bunch".split())
SINGULAR = ("ics", "ss", "news", "series", "species", "studies", "works", "headquarters", "means")
CONDITIONAL = frozenset(("had", "should", "were"))
# What the parser may take for prepositions: "After the town was occupied, ..."
OPENING = frozenset("after before since until as like".split())


def is_misparsed(clause: Clause, text: str) -> bool:
    """Whether the parse of the clause must be wrong."""
    if not clause.auxiliaries and not is_possible(clause.verb.text, clause.tag):
        return clause.verb.lower_ not in AUXILIARIES
    # "In this case (A stands for amber) ..."
    before = text[1 : clause.verb.idx]
    if before.count("(") > before.count(")"):
        return True
    # "He wrote the song "Give It All" and sang it."
    if is_quoted(text[: clause.verb.idx], text[clause.verb.idx :]):
        return True
    return any(doubt(clause) for doubt in DOUBTS)


def _is_cut(clause: Clause) -> bool:
    """A verb that is part of a word ("Im") or a noun ("after suffering stroke")."""
    verb, subject = clause.verb, clause.subject
    if not any(letter.isalpha() for letter in verb.text):
        return True
    # "Asilus barbarus is a fly": another finite verb follows directly.
    if verb.i + 1 < len(verb.doc) and not clause.auxiliaries and verb.lower_ not in BE:
        following = verb.nbor(1)
        if clause.tag == "VBZ" and following.tag_ == "VBD":
            return True
        if following.tag_ in ("VBZ", "MD") and following.lower_ in BE | MODALS | {"has"}:
            return following.text[0] not in "'’"
    if verb.i and verb.is_alpha and verb.nbor(-1).is_alpha and not verb.nbor(-1).whitespace_:
        return True
    # "These finds formed the core of a museum"
    if clause.tag == "VBZ" and not clause.auxiliaries and subject is not None:
        return subject.lower_ in ("these", "those") and not any(subject.rights)
    if clause.tag != "VBP" or subject is None or verb.lower_ in BE:
        return False
    if any(c.dep_ == "conj" for c in subject.children) or subject.i > verb.i:
        return False
    return subject.tag_ == "VBG" or subject.lower_ in ("he", "she", "it")


def _disagrees(clause: Clause) -> bool:
    """A noun taken for a verb: "gold rush silences gripes", "a group of river barges"."""
    verb, subject = clause.verb, clause.subject
    if clause.auxiliaries or clause.tag not in ("VBZ", "VBD") or verb.lower_ in AUXILIARIES:
        return False
    if subject is None:
        # "Connolly said": the parser took the name for an adverb.
        named = verb.i > 0 and verb.nbor(-1).tag_ == "NNP"
        return named and verb.nbor(-1).dep_ == "advmod" and not clause.inverted
    if clause.tag != "VBZ" or subject.i > verb.i:
        return False
    several = subject.lower_ in GROUPS
    inside = (t for c in subject.children if c.lower_ == "of" for t in c.children)
    if several and any(t.tag_ == "NN" and t.i + 1 == verb.i for t in inside):
        return is_noun(verb.text)
    # "The guild classifies all works": "classifies" is no noun.
    nouns = (subject.text, bare_form(subject.text))
    verbal = subject.tag_ == "NNS" and is_form(subject.text, "VBZ")
    if verbal and not any(map(is_noun, nouns)):
        return True
    plural = subject.tag_ == "NNS" and subject.text.endswith("s")
    return plural and not subject.text.endswith(SINGULAR) and subject.i + 1 == verb.i


def _is_headless(clause: Clause) -> bool:
    """A relative pronoun as subject or object, outside questions: no clause of its own."""
    subject, doc = clause.subject, clause.verb.doc
    if subject is None:
        return False
    # "What the doctors say", a headline
    heading = doc[0].tag_ == "WP" and doc[0].dep_ == "dobj" and doc[0].head == clause.verb
    if not (heading or clause.inverted or subject.tag_ in ("WP", "WDT")):
        return False
    if any(t.text == "?" for t in doc):
        return False
    if heading:
        return True
    if clause.inverted and subject.dep_ != "expl" and clause.finite is not None:
        first = clause.finite
        # "The boards have full tax raising power": not a question.
        held = first.i and first.nbor(-1).tag_ in NOMINAL and not doc[0].tag_.startswith("W")
        if held:
            return True
        opens = first.i == 0 or first.nbor(-1).text in (",", ";")
        # "Should you need help, call us": the root is the condition.
        return opens and first.lower_ in CONDITIONAL
    return subject.tag_ in ("WP", "WDT") and any(
        t.tag_ in FINITE_TAGS and t.i > clause.verb.i for t in doc
    )


def _is_bare(clause: Clause) -> bool:
    """No subject after "since" and the like: it is in what the parser takes for a phrase."""
    first = clause.verb.doc[0].lower_
    return clause.subject is None and clause.verb.i > 1 and first in CONDITIONS


def _is_frame(clause: Clause) -> bool:
    """ "..., he claimed.", where the parser does not see a clause in what he claimed."""
    verb, subject = clause.verb, clause.subject
    if subject is None or bare_form(verb.text) not in REPORTING or subject.left_edge.i == 0:
        return False
    ends = all(t.is_punct for t in verb.doc[verb.i + 1 :])
    return ends and subject.i == verb.i - 1 and subject.left_edge.nbor(-1).text == ","


def _is_inserted(clause: Clause) -> bool:
    """ "The tower, built in May, was grey": the verb after the first comma is a participle."""
    verb, subject = clause.verb, clause.subject
    if clause.auxiliaries or subject is None or subject.i > verb.i:
        return False
    # "The man, now known as Ben, left"
    adverb = verb.nbor(-1).tag_ == "RB" and is_form(verb.text, "VBN")
    if verb.nbor(-2 if adverb and verb.i > 1 else -1).text != ",":
        return False
    # Between two commas an insertion is complete: "The tower, a ruin, fell."
    commas = [t.text for t in verb.doc[subject.i : verb.i]].count(",")
    return commas == 1 and any(t.text == "," for t in verb.doc[verb.i :])


def _has_rival(clause: Clause) -> bool:
    """A second finite verb that shares the subject, without a conjunction.

    "Patients expected to recover are sent home": the first is a participle.
    """
    verb = clause.verb
    if clause.auxiliaries:
        return False
    # "Long walks in the hills don't help": the plural is not a verb.
    if any(c.dep_ == "xcomp" and _has_finite(c) for c in verb.rights):
        return True
    if not is_form(verb.text, "VBN"):
        return False
    others = [c for c in verb.rights if c.dep_ in ("conj", "advcl") and c.tag_.startswith("V")]
    return any(_is_rival(other, verb) for other in others)


def _has_agent(clause: Clause) -> bool:
    """ "Interest led by the king has grown": with an agent it is a participle."""
    if clause.auxiliaries or clause.tag != "VBD" or not is_form(clause.verb.text, "VBN"):
        return False
    return any(c.dep_ == "agent" and c.lower_ == "by" for c in clause.verb.rights)


def _is_feature(clause: Clause) -> bool:
    """ "Gulls have countershaded plumage": not a verb in the dictionary, but what they have."""
    verb, helpers = clause.verb, clause.auxiliaries
    if len(helpers) != 1 or helpers[0].lower_ not in HAVE or helpers[0].i + 1 != verb.i:
        return False
    held = any(c.dep_ == "dobj" and c.left_edge.tag_ in ("JJ", "NN", "NNS") for c in verb.rights)
    return held and not is_form(verb.text, "VBN")


def _has_finite(verb: Token) -> bool:
    return any(c.dep_ == "aux" and c.lower_ in DO_FORMS for c in verb.lefts)


def _is_below(clause: Clause) -> bool:
    """ "Three hurt as wall collapses": the only verb found belongs to a subordinate clause."""
    subject = clause.subject
    if subject is None or subject.left_edge.i < 2 or subject.i > clause.verb.i:
        return False
    before = subject.left_edge.nbor(-1)
    return before.lower_ in ("as", "while", "when", "after") and before.nbor(-1).tag_ in NOMINAL


def _is_opened(clause: Clause) -> bool:
    """A subordinate clause whose main clause the parser missed.

    "After the town was taken, ..." with "after the town" as a phrase, "When it rains its wet.",
    "similar in that it is wet"
    """
    finite, subject, doc = clause.finite, clause.subject, clause.verb.doc
    if finite is None:
        return False
    if subject is None:
        before = [c for c in clause.verb.lefts if c.lower_ in OPENING and c.dep_ == "prep"]
        return any(all(t.is_quote for t in doc[c.right_edge.i + 1 : finite.i]) for c in before)
    first = subject.left_edge.i
    if first == 0 or subject.i > finite.i:
        return False
    ahead = doc[first - 1]
    if ahead.lower_ == "that" and first > 1:
        return doc[first - 2].lower_ == "in"
    return ahead.lower_ in ("when", "whenever") and doc[-1].text == "."


def _lacks_helper(clause: Clause) -> bool:
    """ "The response -- or none -- will become slower": "will" is attached elsewhere."""
    first = clause.auxiliaries[0] if clause.auxiliaries else clause.verb
    while first.i and first.nbor(-1).dep_ == "advmod":
        first = first.nbor(-1)
    # "can and will", "The will be done"
    return first.i > 0 and first.nbor(-1).tag_ == "MD" and first.tag_ != "MD"


def _is_joined_participle(clause: Clause) -> bool:
    """ "The group based in Leeds and believed to be small broke up": a second participle."""
    verb, subject = clause.verb, clause.subject
    if clause.auxiliaries or subject is None or not is_form(verb.text, "VBN"):
        return False
    held = [c for c in subject.rights if c.dep_ == "acl" and c.tag_ == "VBN"]
    open_ended = (
        any(c.dep_ == "cc" for c in word.rights) and not any(c.dep_ == "conj" for c in word.rights)
        for word in (subject, *held)
    )
    return bool(held) and any(open_ended)


def _is_in_title(clause: Clause) -> bool:
    """'The film "Rain Is a Friend" won', with the verb of the title as the main one."""
    finite, subject = clause.finite, clause.subject
    if finite is None or subject is None:
        return False
    doc = finite.doc
    if sum(t.is_quote for t in doc[subject.i : finite.i]) % 2 == 0:
        return False
    end = next((t.i for t in doc[finite.i :] if t.is_quote), len(doc))
    return any(t.tag_ in FINITE_TAGS for t in doc[end + 1 : end + 2])


def _is_of_gerund(clause: Clause) -> bool:
    """ "Having two doors reduces noise and gives rooms added light": the verb is not "added"."""
    verb, subject = clause.verb, clause.subject
    if subject is None or subject.dep_ != "csubj" or not is_form(verb.text, "VBN"):
        return False
    inside = (t for t in verb.doc[subject.i : verb.i] if t.tag_ == "VBZ")
    plural = (c for t in inside for c in t.lefts if c.dep_ == "nsubj" and c.tag_ == "NNS")
    return any(True for _ in plural)


def _is_equated(clause: Clause) -> bool:
    """ "The truth is we were late": "is not we were late" is not English."""
    verb = clause.verb
    if clause.auxiliaries or verb.lower_ not in BE or clause.inverted:
        return False
    for content in verb.rights:
        if content.dep_ not in ("ccomp", "acomp", "attr") or content.left_edge.i != verb.i + 1:
            continue
        helped = any(c.dep_ in ("aux", "auxpass") and c.tag_ in FINITE_TAGS for c in content.lefts)
        held = next((c for c in content.lefts if c.dep_ in SUBJECTS), None)
        if held is None or not (helped or content.tag_ in ("VBZ", "VBP", "VBD")):
            continue
        opened = any(
            t.dep_ == "mark" or t.tag_.startswith("W") for t in verb.doc[verb.i + 1 : content.i]
        )
        whole = held.tag_ == "PRP" or held.left_edge.tag_ in ("DT", "CD", "PRP$", "EX")
        if whole and not opened:
            return True
    return False


def _is_gloss(clause: Clause) -> bool:
    """ "(cause to) become weak" explains a word; what is in brackets cannot be denied alone."""
    doc, verb = clause.verb.doc, clause.verb
    if doc[0].text != "(":
        return False
    end = next((t.i for t in doc if t.text == ")"), len(doc))
    whole = end >= len(doc) - 2
    subject = clause.subject
    return not whole and (verb.i < end or subject is None or subject.i < end)


def _is_unreal(clause: Clause) -> bool:
    """ "turn, be placed", with a noun before "be"; "If you sing, who cares?": a condition alone."""
    first, subject = clause.finite, clause.subject
    if first is not None and first.lower_ == "be" and subject is not None and subject.i < first.i:
        return True
    marks = (c.lower_ for c in clause.verb.lefts if c.dep_ == "mark")
    return any(mark in ("if", "unless", "whether") for mark in marks)


def _is_turned(clause: Clause) -> bool:
    """ "Similar in size is the hall": the subject comes last, and "is not the hall" is odd."""
    verb, subject, first = clause.verb, clause.subject, clause.verb.doc[0]
    if verb.lower_ not in BE or clause.auxiliaries or verb.doc[-1].text == "?":
        return False
    late = subject is None or subject.i > verb.i
    return late and first.tag_ in ("JJ", "JJR", "JJS", "RBR") and first.head.i == verb.i


def _is_in_relative(clause: Clause) -> bool:
    """ "the king, who seized the land, sold it, and left": a list that "who" has begun.

    The parser may take the later verbs of the list for the main ones.
    """
    verb, subject = clause.verb, clause.subject
    if clause.auxiliaries or not verb.i or verb.nbor(-1).text != "," or not clause.conjuncts:
        return False
    between = verb.doc[0 if subject is None else subject.i + 1 : verb.i]
    return any(t.dep_ == "relcl" and t.tag_ == verb.tag_ for t in between)


def _is_joined_order(clause: Clause) -> bool:
    """ "We have a chance and let us take it": one statement and one request."""
    return clause.tag != "VB" and any(
        verb.lower_ == "let" and verb.tag_ == "VB" for verb in clause.conjuncts
    )


def _is_rival(other: Token, verb: Token) -> bool:
    if any(c.dep_ in (*SUBJECTS, "mark") for c in other.children):
        return False
    first = next((c for c in other.lefts if c.dep_ in ("aux", "auxpass")), other)
    if first.tag_ not in FINITE_TAGS:
        return False
    between = verb.doc[verb.i + 1 : first.i]
    joined = (t.dep_ == "cc" or t.is_punct or t.lower_ == "then" for t in between)
    # "revoked a paper stating the sum was due": the parser missed the verb of the object clause.
    return not any(joined) and not any(t.tag_ == "VBG" for t in between)


DOUBTS = (
    _is_cut, _is_headless, _is_bare, _is_inserted, _is_frame, _has_rival, is_noun_for_verb,
    _is_below, _disagrees, _is_feature, _is_opened, _lacks_helper, is_trailing, has_other_verb,
    _has_agent, is_abbreviation, _is_joined_participle, _is_in_title, _is_of_gerund, _is_equated,
    _is_joined_order, _is_gloss, _is_unreal, _is_turned, _is_in_relative, has_second_be,
)  # fmt: skip
