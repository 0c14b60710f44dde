"""Finds what a sentence says because its main clause is true: reasons, contrasts and results.

Denied, the clause would contradict the rest: "Though it rained, she did not come", "The dam did
not hold, saving the town". What goes on in a clause of its own is read in `later`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import (
    BE,
    FINITE_TAGS,
    HAVE,
    PLURAL_TAGS,
    REPORTING,
    SUBJECTS,
)
from pipeline.negation.reading.neighbour import lower_before, word_before
from pipeline.negation.reading.structure import Clause, is_below

if TYPE_CHECKING:
    from spacy.tokens import Token

_SURE = re.compile(
    r"(?:al)?though\b|even (?:though|if|after|before|when|as|with)\b|whereas\b|because\b"
    r"|notwithstanding\b"
    r"|despite\b|in spite of\b|unlike\b|besides \w|except\b|with the exception of\b"
    r"|(?:in addition|thanks|due|owing|contrary) to\b|in contrast (?:to|with)\b"
    r"|(?:apart|aside) from\b|as a (?:result|consequence) of\b|instead of\b|rather than\b"
    r"|(?:as well as|regardless of|far from)\b"
    r"|through (?:its|his|her|their|this|these|our|my|[\w-]+['’]s) "
    r"|given (?!names?\b)|based on\b|in order (?:to|that|for)\b|so as to\b"
    # What lasts or holds beside the clause, unlike "while having lunch", "while being driven home".
    r"|whil(?:e|st) (?:\w+ly |still |also )?(?:not|lacking|remaining|retaining|sharing|possessing"
    r"|containing|acknowledging|considered|known|regarded|described|based on|similar"
    r"|having (?!(?:a |an )?(?:\w+ )?(?:lunch|dinner|breakfast|tea|meal|bath|rest|fun)\b)"
    r"|being (?!\w+(?:ed|en)\b))"
    r"|with (?:the |its |his |her |their |some )?(?:\w+ )?(?:support|help|aid|assistance|backing)\b"
)
"""Openings of a reason, a concession, an addition or an aim."""
_LINKING = re.compile(
    r"[\"'“‘( ]*(?:(?:however|moreover|furthermore|additionally|also|but|and|yet|still|thus"
    r"|therefore|consequently|nevertheless|nonetheless|later|then|finally|in addition|in fact"
    r"|indeed), )?"
)
"""What links a sentence to the one before it, and what stands before its first word."""
_OPENS = re.compile(
    r"while\b|whilst\b|since\b|as\b|to (?!tell the truth|be (?:honest|fair|frank|sure|clear))"
    r"|(?:knowing|believing|fearing|hoping)\b"
)
# First, quick looks at a text before its words are read; a search for plain words is faster
# than a pattern with alternatives.
_TRAILING = ("though", "even if", "unlike", "however", "in that", "regardless", "notwithstanding",
             "but when", "but if", "but once", "but while")  # fmt: skip
_REASON = re.compile(r", (?:because|since|as|for|so) ")
_THEREBY = ("thus ", "thereby ", "hence ", "therefore ", "consequently ")
_OWING = re.compile(
    r", (?:(?:largely|mainly|mostly|partly|primarily|chiefly|probably|possibly|perhaps|presumably"
    r"|in (?:large )?part) )?(?:due to|owing to|thanks to|because of|based on|as a result)\b"
    r"|, (?:largely|mainly|mostly|partly|primarily|chiefly|in part) (?:because|by|in|to|from)\b"
    r"|, (?:in order to|so as to|followed by)\b"
    r"| (?:rather than|instead of) "
)
# The parser often gives these to the noun before them: "finished the race despite the cold".
_CONCEDED = re.compile(r"\b(?:despite|in spite of) ")
# "urges her to sing, which she does": the deed is told, too.
_TAKEN_UP = re.compile(r", (?:which|as) (?:\w+ ){1,2}(?:do|does|did)(?: so)?\b *(?:[.,;!]|$)")
_PARTICIPLE = re.compile(r", (?:\w+ ){0,2}\w+(?:ing|ed|en|t|d|n)\b")
_DOING = re.compile(r", (?:\w+ ){0,2}\w+ing\b")
_RELATIVE = re.compile(r" wh(?:ere|ich|om?|ereupon)\b")
CONCEDING = frozenset("though although despite unlike notwithstanding regardless".split())
GIVING_REASON = frozenset("because since as for".split())
THEREBY = frozenset(word.strip() for word in _THEREBY)
# Participles that have become prepositions.
PREPOSITIONS = frozenset(
    "including excluding according following during concerning regarding depending starting"
    " beginning ranging barring involving pending named called known".split()
)
WITHOUT_RESULT = PREPOSITIONS | frozenset(
    "using working serving living lying standing sitting stretching running wearing carrying"
    " consisting containing featuring starring covering extending spanning representing belonging"
    " focusing depicting surrounded located based situated".split()
)
"""Participles of a manner or a state, which a denial covers; none of them tells a result."""
COMPLEMENTS = frozenset(("acomp", "attr", "xcomp", "oprd"))
CLAUSAL = frozenset(("ROOT", "conj", "ccomp", "parataxis", "advcl"))
MARKING = SUBJECTS | frozenset(("mark", "aux", "auxpass"))
ESPECIALLY = frozenset("especially particularly mainly mostly notably primarily".split())
FOLLOWING = frozenset(
    "lead result make cause allow enable give bring contribute help mean force prompt create leave"
    " end produce ensure permit prevent require reduce increase improve raise spark trigger"
    " culminate form suggest indicate show prove demonstrate imply connect earn mark".split()
)
"""Verbs of what follows from a whole clause: "which led to a fire", "leading to a fire"."""
HANDING = frozenset(
    "fall go come pass give sell hand send return lead move transfer appoint elect succeed replace"
    " marry meet lose defeat win beat kill arrest entrust grant award transmit report".split()
)
"""Verbs after which a relative clause tells what the receiver did next."""
RELATIVE = frozenset(("relcl",))
"""The only clauses below which a phrase at the end surely goes on from their own verb; the parser
may attach it to a clause of time or manner ("played until one wins, leading to long matches")."""
SPANS = frozenset("years months weeks days hours".split())
PERSONAL = frozenset("he she they it i we you".split())


def is_dependent(clause: Clause, lower: str, start: int = 0) -> bool:
    """Whether the rest of the sentence makes no sense beside the denial of a clause.

    "Despite the rain, she came", "It was closed, because it rained", "It broke, causing a flood".

    Args:
        clause: the clause to deny.
        lower: its sentence in lower case.
        start: where the clause begins in it; what precedes it belongs to another clause.
    """
    # "However, because it rained, she came"
    linking = _LINKING.match(lower, start)
    start = start if linking is None else linking.end()
    begun = lower[start:]
    sure = _SURE.match(begun) is not None
    if (sure or _OPENS.match(begun)) and _is_fronted(clause, start, sure=sure):
        return True
    # "As soon as the bell rang, he did not leave" tells of something else than of the bell.
    if begun.startswith("as soon as ") and not clause.negators:
        return True
    rest = lower[clause.verb.idx :]
    return (
        _OWING.search(rest) is not None
        or _CONCEDED.search(rest) is not None
        or _TAKEN_UP.search(rest) is not None
        or (";" in rest and clause.subject is not None and _is_continued(clause))
        or (_may_reason(rest) and _has_reason(clause))
        or (_PARTICIPLE.search(rest) is not None and _has_result(clause, rest))
        or (_may_follow(rest) and _has_consequence(clause))
        or (_RELATIVE.search(rest) is not None and _goes_on(clause))
        or (" after " in rest and not clause.negators and bare_form(clause.verb.text) == "fail")
    )


def _may_reason(rest: str) -> bool:
    return _REASON.search(rest) is not None or any(word in rest for word in _TRAILING)


def _may_follow(rest: str) -> bool:
    if any(word in rest for word in _THEREBY):
        return True
    return _DOING.search(rest) is not None and _consequences().search(rest) is not None


def _is_fronted(clause: Clause, start: int, *, sure: bool) -> bool:
    """ "While it is old, it works", "As it was late, she left", "To save time, they ran"."""
    doc = clause.verb.doc
    first = next((t for t in doc if t.idx >= start and t.is_alpha), doc[0])
    head = first.head
    # "Because it rained.", an answer
    if sure or first.tag_ == "VBG":
        return first.dep_ != "mark" or head != clause.verb
    if head.i > clause.verb.i or head.i == first.i:
        return False
    if first.lower_ == "to":
        closed = doc[head.right_edge.i + 1 : head.right_edge.i + 2].text == ","
        return head.tag_ == "VB" and head.dep_ == "advcl" and closed
    if first.dep_ != "mark" or head == clause.verb or head.dep_ != "advcl":
        return False
    helpers = [c for c in head.lefts if c.dep_ in ("aux", "auxpass")]
    if first.lower_ == "since":
        return not any(t.lower_ in HAVE for t in clause.auxiliaries)
    if head.tag_ == "VBG" or (head.tag_ == "VBN" and all(h.tag_ == "VBG" for h in helpers)):
        return False
    if first.lower_ == "as":
        state = head.lower_ in BE | HAVE or any(h.lower_ in HAVE or h.tag_ == "MD" for h in helpers)
        return state and _is_told(head)
    # "While he was in Rome", "While they were away"
    placed = any(c.dep_ in ("prep", "advmod") and c.i == head.i + 1 for c in head.rights)
    return not (head.lower_ in BE and placed)


def _has_reason(clause: Clause) -> bool:
    """ "She came despite the rain", "It was shut, because it rained", "It differs in that ..."."""
    for verb in (clause.verb, *clause.conjuncts):
        for child in verb.rights:
            opening = verb.doc[child.left_edge.i]
            # A question word may come first although it belongs to what follows the verb.
            before = opening.nbor(-1) if opening.i > 0 else opening
            if child.dep_ == "prep" and child.lower_ in CONCEDING:
                return True
            if child.lower_ == "however":
                return True
            if child.dep_ != "advcl":
                continue
            marks = {c.lower_ for c in child.lefts if c.dep_ == "mark" or c.dep_ == "advmod"}
            if marks & CONCEDING or (opening.lower_ == "even" and marks & {"if", "though"}):
                return True
            if marks & GIVING_REASON and before.text == "," and _is_told(child):
                return True
            if "that" in marks and before.lower_ == "in":
                return True
    return _is_followed(clause)


def _is_followed(clause: Clause) -> bool:
    """ ", so they left", "in that it is old", where the parser gives the words other heads."""
    doc = clause.verb.doc
    for token in doc[clause.verb.i + 1 : len(doc) - 2]:
        lower, before, after = token.lower_, token.nbor(-1), token.nbor(1)
        if lower == "so" and before.text == ",":
            return after.lower_ == "that" or any(
                t.dep_ in SUBJECTS for t in doc[after.i : after.i + 3]
            )
        # "but when she came, he left"
        below = after.lower_ in ("when", "if", "although", "though", "because", "once", "while")
        if lower == "but" and token.dep_ == "cc" and token.head == clause.verb and below:
            return True
        if lower == "in" and after.lower_ == "that" and after.dep_ == "mark":
            return True
        if lower in ("though", "although", "however", "despite") and before.text in (",", ";"):
            return True
    return False


def _is_continued(clause: Clause) -> bool:
    """Whether a clause follows a semicolon, and not the items of a list."""
    rest = clause.verb.doc[clause.verb.i + 1 :]
    stop = next((t.i for t in rest if t.text == ";"), len(clause.verb.doc))
    return any(
        t.dep_ in CLAUSAL
        and any(c.dep_ in SUBJECTS for c in t.lefts)
        and any(c.tag_ in FINITE_TAGS for c in (t, *t.lefts))
        for t in clause.verb.doc[stop:]
    )


def _is_told(child: Token) -> bool:
    """A whole clause, and not "as he said" nor "as seen in May"."""
    own = any(c.dep_ in SUBJECTS for c in child.lefts)
    if any(c.lower_ == "since" for c in child.lefts):
        return own
    known = child.lower_ in ("known", "called", "seen", "shown", "described", "noted")
    return own and not known and bare_form(child.text) not in REPORTING


def _has_result(clause: Clause, rest: str) -> bool:
    """ ", causing a flood", ", followed by a war", where the participle depends on the verb."""
    verbs = [clause.verb, *clause.conjuncts]
    verbs += [c for c in clause.verb.rights if c.dep_ in COMPLEMENTS]
    aim = rest.find(" to ")
    below = _infinitives(clause) if aim >= 0 and ", " in rest[aim:] else iter(())
    return any(
        child.dep_ == "advcl"
        and child.tag_ in ("VBG", "VBN")
        and child.lower_ not in WITHOUT_RESULT
        and _is_apart(child, clause)
        for verb in chain(verbs, below)
        for child in verb.rights
    )


def _infinitives(clause: Clause) -> Iterator[Token]:
    """ "was one of the first to see it", "hoped to leave", not those of clauses below."""
    for token in clause.verb.doc[clause.verb.i + 1 :]:
        if token.tag_ != "VB" or not any(c.tag_ == "TO" for c in token.lefts):
            continue
        # "There are ways to see it": those who see are others.
        if token.dep_ == "relcl" or not clause.verb.is_ancestor(token):
            continue
        if not is_below(token.head, clause.verb):
            yield token


def _has_consequence(clause: Clause) -> bool:
    """ ", thus allowing trade", ", leading to a war", whatever word the parser attaches it to."""
    for token in clause.verb.doc[clause.verb.i + 2 :]:
        if token.tag_ != "VBG":
            continue
        if {token.nbor(-1).lower_, token.nbor(-2).lower_} & THEREBY:
            return True
        if token.dep_ in ("acl", "advcl") and bare_form(token.text) in FOLLOWING:
            return _is_apart(token, clause) and not is_below(token.head, clause.verb, RELATIVE)
    return False


def _is_apart(participle: Token, clause: Clause) -> bool:
    """Whether a comma separates a participle from its clause, and it has no subject of its own."""
    doc = participle.doc
    first = participle.left_edge.i
    if first <= clause.verb.i or doc[first - 1].text != "," or doc[first].lower_ in ESPECIALLY:
        return False
    return not any(c.dep_ in MARKING for c in participle.lefts)


@cache
def _consequences() -> re.Pattern[str]:
    """What the participles of consequence look like, for a first, quick look."""
    words = "|".join(inflected(verb, "VBG") for verb in sorted(FOLLOWING))
    return re.compile(rf", (?:\w+ ){{0,2}}(?:{words})\b")


def _goes_on(clause: Clause) -> bool:
    """ "fell to Ann, who chose Ben", "moved to Rome, where he died", "which led to a war"."""
    for told in clause.verb.doc[clause.verb.i + 1 :]:
        if told.dep_ not in ("relcl", "advcl", "ccomp") or not told.tag_.startswith("V"):
            continue
        pronoun = next((c for c in told.subtree if c.tag_ in ("WDT", "WP", "WRB")), None)
        if pronoun is None or pronoun.i > told.i or is_below(told.head, clause.verb, RELATIVE):
            continue
        before = word_before(pronoun)
        first = before if before is not None and before.dep_ == "prep" else pronoun
        apart = lower_before(first) == ","
        # "has many shops which increases the trade"
        # "was closed for two years which caused a loss"
        whole = apart or told.head.lower_ in SPANS
        whole = whole or (told.tag_ == "VBZ" and told.head.tag_ in PLURAL_TAGS)
        if whole and pronoun.lower_ == "which" and bare_form(told.text) in FOLLOWING:
            return True
        if clause.tag not in ("VBD", "VBN") or _is_state(clause):
            continue
        if _is_next(told, pronoun, clause, apart=apart):
            return True
    return False


def _is_state(clause: Clause) -> bool:
    """ "was", "had": no deed after which something else happens."""
    return clause.verb.lower_ in BE | HAVE


def _is_next(told: Token, pronoun: Token, clause: Clause, *, apart: bool) -> bool:
    """Whether a relative clause tells a deed in the past after that of the main clause."""
    helpers = [c.lower_ for c in told.lefts if c.dep_ in ("aux", "auxpass")]
    past = told.tag_ == "VBD" or (told.tag_ == "VBN" and set(helpers) & {"was", "were", "got"})
    if not past or told.lower_ in BE | HAVE or "had" in helpers:
        return False
    subject = next((c for c in told.lefts if c.dep_ in SUBJECTS), None)
    if subject is None:
        return False
    # "moved to Rome, where she died", "works in which he found tales"
    if pronoun.lower_ in ("where", "which", "whom") and subject.lower_ in PERSONAL:
        return apart or pronoun.lower_ == "where"
    return apart and subject == pronoun and bare_form(clause.verb.text) in HANDING
