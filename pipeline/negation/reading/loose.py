"""Finds loose parts of a sentence that make sense only if its clause is true.

"The town grew, with three shops opened", "It has two doors, the same number as the mill": if the
town did not grow, nobody would add them. What follows from a clause is read in `dependent`, what it
names in `members`, and what repeats it in `parallel`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, HAVE, PLURAL_TAGS, SUBJECTS
from pipeline.negation.reading.dependent import RELATIVE, THEREBY
from pipeline.negation.reading.structure import Clause, is_below

if TYPE_CHECKING:
    from spacy.tokens import Token

# "(although it is old)", "(she has three)": an aside that is a clause of its own
_ASIDE = re.compile(r"\((?:(?:al)?though|because|but|hence|thus|therefore|he|she|it|they|this) \w")
# "is popular, as is his brother", "grew, as was the case in Kent"
_LIKEWISE = re.compile(
    r", (?:such )?as (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b"
)
# "is required, or at least useful", "has two doors, as many as mine", "came, as well as singing",
# "went to Ben, who then left", "is old, having opened in May", "said no, asking instead for tea",
# "is dry, thus it is safe"
_ADDED = re.compile(
    r", (?:or at least |(?:about |roughly |nearly |almost )?(?:the same|as (?:many|much|\w+ly)) as "
    r"|as well as \w+ing |(?:who|which) then |having |\w+ing instead\b|instead \w+ing\b"
    r"|(?:and )?(?:thus|hence|therefore|consequently) (?:it|he|she|they|we|this|that|the|an?|its) )"
)
# "looks older, an effect of the paint", "sang, something that pleased all"
_SUMMED_UP = re.compile(
    r", (?:an? (?:\S+ ){0,2}?(?:effect|feat|achievement|record|decision|move|trend|increase|rise"
    r"|decline|decrease|success|result|step|fact)\b|something (?:that|which)\b)"
)
_RATED = re.compile(
    r", (?:the (?:same|only|first|second|third|last|most|\w+est) |(?:more|less|\w+er) than )"
)
_PART = re.compile(r", (?:\S+ ){1,3}of wh(?:ich|om)\b")
CAUSES = frozenset(("because", "due", "owing", "thanks"))
STATES = frozenset(("acomp", "attr", "oprd"))
SHARING = frozenset("both each all the most some one two three four half".split())
# A first, quick look before the words are read.
_SHARING = re.compile(rf",\s*(?:{'|'.join(sorted(SHARING))})")
RATING = frozenset("same only first second third last most".split())
KNOWN = frozenset("the this that these those its his her their my our your than over".split())


def has_loose_part(clause: Clause, lower: str) -> bool:
    """Whether a loose part of the sentence makes sense only if the clause is true.

    "It grew, with three shops opened", "It is rare, as is the gull", "It is odd, or at least new".

    Args:
        clause: the clause to deny.
        lower: its sentence in lower case.
    """
    rest = lower[clause.verb.idx :]
    if "(" in rest and _ASIDE.search(rest) is not None:
        return True
    # Most of the other parts stand behind a comma.
    if ", " in rest:
        if "as " in rest and _LIKEWISE.search(rest) is not None:
            return True
        if _ADDED.search(rest) is not None or _SUMMED_UP.search(rest) is not None:
            return True
        if any(mark in rest and found(clause, rest) for mark, found in PARTS.items()):
            return True
    return (" as " in rest and _has_grounds(clause)) or (
        any(word in rest for word in CAUSES) and _has_cause(clause)
    )


def _after_comma(clause: Clause, word: str) -> Iterator[Token]:
    """Each such word that follows a comma, and belongs to no relative clause."""
    for token in clause.verb.doc[clause.verb.i + 2 :]:
        apart = token.lower_ == word and token.nbor(-1).text == ","
        if apart and not is_below(token, clause.verb, RELATIVE):
            yield token


def _has_setting(clause: Clause, _: str) -> bool:
    """ ", with three shops opened", ", with lines like "I am sad", ", with more wins than ..."."""
    for token in _after_comma(clause, "with"):
        # The parser may take it for a conjunction.
        if token.dep_ == "mark" or any(c.dep_ == "pcomp" for c in token.rights):
            return True
        for noun in (c for c in token.rights if c.dep_ == "pobj"):
            held = (noun, *(c for of in noun.rights if of.lower_ == "of" for c in of.rights))
            if any(c.dep_ == "acl" and c.tag_ in ("VBN", "VBG") for n in held for c in n.rights):
                return True
            if noun.tag_ in PLURAL_TAGS and any(c.lower_ == "like" for c in noun.rights):
                return True
            # ", with more wins than ...", ", with no empty seats", ", with little success"
            if any(c.tag_ == "JJR" or c.lower_ in ("no", "little") for c in noun.lefts):
                return True
    return False


def _has_means(clause: Clause, _: str) -> bool:
    """ ", by selling bread"."""
    return any(c.dep_ == "pcomp" for by in _after_comma(clause, "by") for c in by.rights)


def _has_aim(clause: Clause, _: str) -> bool:
    """ ", specifically to keep the bread"; but "asked Ada, a nurse, to help" has no such comma."""
    for aim in (c for verb in (clause.verb, *clause.conjuncts) for c in verb.rights):
        if aim.dep_ != "advcl" or aim.tag_ != "VB" or not any(c.tag_ == "TO" for c in aim.lefts):
            continue
        before = aim.doc[aim.head.i : aim.left_edge.i]
        commas = sum(t.text == "," for t in before)
        if before and before[-1].text == "," and (commas == 1 or aim.left_edge.tag_ == "RB"):
            return True
    return False


def _is_rated(clause: Clause, rest: str) -> bool:
    """ "has two doors, the same number as ...", "built a mill, the first of its kind"."""
    if _RATED.search(rest) is None:
        return False
    for token in clause.verb.doc[clause.verb.i + 2 : -1]:
        if token.nbor(-1).text != ",":
            continue
        if token.tag_ in ("JJR", "RBR") and token.nbor(1).lower_ == "than":
            return not is_below(token, clause.verb, RELATIVE)
        if token.lower_ == "the" and token.head.i > token.i:
            noun, held = token.head, _described(token.head, clause.verb)
            rated = any(t.lower_ in RATING or t.tag_ == "JJS" for t in (noun, *noun.lefts))
            if rated and held is not None and _is_new(held) and not is_below(held, clause.verb):
                return True
    return False


def _described(noun: Token, verb: Token) -> Token | None:
    """What a noun behind a comma tells of: "a mill, the first"; the parser may see two objects."""
    if noun.dep_ == "appos":
        return noun.head
    if noun.dep_ not in ("dobj", "npadvmod") or noun.head.i != verb.i:
        return None
    return next((c for c in verb.rights if c.dep_ == "dobj" and c.i < noun.i), None)


def _is_new(noun: Token) -> bool:
    """ "a mill", "42 mills"; not "the mill", "Rome", "Ada's mill", "more than ten mills"."""
    if noun.tag_ not in ("NN", "NNS"):
        return False
    before = noun.doc[noun.left_edge.i : noun.i]
    return not any(t.dep_ == "poss" or t.lower_ in KNOWN for t in before)


def _has_quality(clause: Clause, _: str) -> bool:
    """ "is a rare metal, necessary for life"."""
    return any(
        word.tag_ == "JJ"
        and word.nbor(-1).text == ","
        and any(c.dep_ == "prep" for c in word.rights)
        for noun in clause.verb.rights
        if noun.dep_ == "attr"
        for word in noun.rights
    )


def _follows(clause: Clause, rest: str) -> bool:
    """ "is close to Dutch, and therefore to English"; a second verb is denied as well."""
    if not any(f"and {word} " in rest for word in THEREBY):
        return False
    denied = {v.i for v in clause.conjuncts}
    return any(
        token.lower_ in THEREBY and token.nbor(-1).lower_ == "and" and token.head.i not in denied
        for token in clause.verb.doc[clause.verb.i + 2 :]
    )


def _has_part(clause: Clause, rest: str) -> bool:
    """ "took four years, much of which she slept", "is an island, most of which is bare"."""
    if clause.negators or _PART.search(rest) is None:
        return False
    for token in clause.verb.doc[clause.verb.i + 3 :]:
        if token.lower_ in ("which", "whom") and token.nbor(-1).lower_ == "of":
            for noun in token.ancestors:
                near = noun.head if noun.dep_ != "pobj" else noun.head.head
                if near.i == clause.verb.i and noun.i < token.i:
                    return _is_new(noun)
    return False


def _has_cause(clause: Clause) -> bool:
    """ "is possible because it is dry", "is famous for its age due to a song".

    Not "It is due to the snow", where the reason is all that is said.
    """
    verb = clause.verb
    if clause.negators or not (verb.lower_ in BE or bare_form(verb.text) == "remain"):
        return False
    held = [c for c in verb.rights if c.dep_ in STATES and c.lower_ not in CAUSES]
    if not held:
        return False
    near = {verb.i, *(c.i for c in held)}
    for cause in verb.doc[held[0].i + 1 :]:
        if cause.lower_ in CAUSES:
            above = cause.head.head if cause.dep_ == "mark" else cause.head
            if above.i in near:
                return True
    return False


def _has_grounds(clause: Clause) -> bool:
    """ "is intact as the valley is empty": a state gives the reason."""
    return any(_is_state_after_as(c) for c in clause.verb.rights if c.dep_ == "advcl")


def _is_set_apart(clause: Clause, rest: str) -> bool:
    """ ", both marriages ending in divorce", ", the rest being small": with a subject."""
    if _SHARING.search(rest) is None:
        return False
    for token in clause.verb.doc[clause.verb.i + 2 :]:
        if token.nbor(-1).text != "," or token.lower_ not in SHARING:
            continue
        noun = token if token.dep_ != "det" else token.head
        verb = noun.head if noun.dep_ in SUBJECTS else next(noun.rights, noun)
        if verb.tag_ == "VBG" and verb.i > noun.i and not any(c.dep_ == "aux" for c in verb.lefts):
            return True
    return False


def _is_state_after_as(verb: Token) -> bool:
    mark = next((c for c in verb.lefts if c.lower_ == "as" and c.dep_ == "mark"), None)
    if mark is None or not any(c.dep_ in SUBJECTS and c.i > mark.i for c in verb.lefts):
        return False
    helpers = [c for c in verb.lefts if c.dep_ in ("aux", "auxpass")]
    if any(h.lower_ in HAVE or h.tag_ == "MD" for h in helpers):
        return True
    return verb.lower_ in BE | HAVE and any(True for _ in verb.rights)


PARTS: dict[str, Callable[[Clause, str], bool]] = {
    ", with ": _has_setting,
    ", by ": _has_means,
    "ing ": _is_set_apart,
    " to ": _has_aim,
    " than ": _is_rated,
    ", the ": _is_rated,
    " for ": _has_quality,
    "and th": _follows,
    "and hence ": _follows,
    "and consequently ": _follows,
    " of wh": _has_part,
}
"""What every text with such a part contains -> whether a clause has one."""
