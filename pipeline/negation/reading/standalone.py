"""The further clauses of a sentence, each as a sentence of its own.

"She moved to Odda and opened two mills there" states that she opened two mills there. What
contradicts that contradicts the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import takewhile
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import BE, FINITE_TAGS, HAVE, SUBJECTS
from pipeline.negation.reading.agreement import be_form
from pipeline.negation.reading.extent import ENDS, KNOWN, name_of, own_words
from pipeline.negation.reading.parsed import Parsed
from pipeline.negation.reading.rebuilding import LEAST, ROOT, Word, as_sentence, as_subject, kept

if TYPE_CHECKING:
    from spacy.tokens import Token

    from pipeline.negation.reading.structure import Clause

LEADING = frozenset("so also then therefore or nor".split())
PAST = frozenset("after when while".split())
REASONS = frozenset("because although though whereas".split())
# What follows one of these is not said to be so, or the parser may end it too early.
OPEN = frozenset(
    "when while until if unless whether lest or nor except without not never n't n’t than perhaps"
    " maybe allegedly supposedly reportedly".split()
)
DOUBT = frozenset("if unless whether".split())
# What the whole clause does or why, rather than its subject
NOT_DONE = frozenset(
    "having being including resulting leading meaning depending allowing making causing giving"
    " enabling bringing increasing decreasing reducing preventing ensuring helping prompted caused"
    " inspired motivated driven followed compared given faced accompanied combined due".split()
)
IN_PLACE = frozenset("in at from near around".split())
OF_EVENTS = frozenset("reason cause result sign fact problem change success failure".split())
RELATIVE = frozenset(("which", "who", "that"))


class Role(Enum):
    """What a clause does in its sentence."""

    STATES = 0
    TIMES = 1
    """It tells when: "After she moved to Odda, ..."."""
    DEFINES = 2
    """It tells which thing is meant: "the coat found in Odda"."""


@dataclass(frozen=True, slots=True)
class Alone:
    """A clause as a sentence of its own.

    Attributes:
        sentence: the new sentence.
        role: what it does in the whole.
    """

    sentence: Parsed
    role: Role


def standing_alone(sentence: Parsed) -> Iterator[Alone]:
    """The clauses beside and below the main clause that are stated, each as a sentence.

    Args:
        sentence: the parse with its main clause.
    """
    clause = sentence.clause
    if clause is None or clause.subject is None or clause.finite is None:
        return
    if clause.negators or "?" in sentence.text:
        return
    # Two sentences in one text
    if not ENDS.isdisjoint(sentence.lowers[:-1]):
        return
    for token, relation in zip(sentence.tokens, sentence.relations, strict=True):
        reading = READINGS.get(relation)
        if reading is None or _is_bracketed(token, sentence.text):
            continue
        words = reading(token, clause)
        if words and _is_fit(words):
            role = _role(token)
            if role is not Role.DEFINES or _is_known(token):
                yield Alone(Parsed.of(as_sentence(sentence.doc.vocab, words)), role)


def _role(verb: Token) -> Role:
    first = verb.left_edge
    if verb.dep_ == "acl" or (verb.dep_ == "relcl" and first.nbor(-1).text != ","):
        return Role.DEFINES
    return Role.TIMES if verb.dep_ == "advcl" and first.lower_ in PAST else Role.STATES


def _is_known(verb: Token) -> bool:
    """Whether the noun above a clause means one that is known, as in "the mill built by monks"."""
    return verb.head.left_edge.tag_ in KNOWN or verb.left_edge.nbor(-1).text == ","


def _is_bracketed(token: Token, text: str) -> bool:
    before = text[: token.idx]
    return before.count("(") > before.count(")")


def _second(verb: Token, clause: Clause) -> list[Word] | None:
    """ "She moved to Odda and opened two mills" -> "She opened two mills"."""
    above = verb.head
    while above.dep_ == "conj":
        above = above.head
    if above.i != clause.verb.i or verb.tag_[0] not in "VM":
        return None
    if any(c.dep_ == "mark" or c.lower_ == "that" for c in verb.lefts):
        return None
    # "If it rains, they stay and sing"
    if any(t.lower_ in DOUBT for t in verb.doc):
        return None
    part = own_words(verb)
    while part and part[0].dep_ in ("cc", "punct"):
        part = part[1:]
    if not part or part[0].lower_ in LEADING or not _is_added(verb):
        return None
    if any(c.dep_ in SUBJECTS for c in verb.lefts):
        # "Books were printed and maps drawn"
        gap = verb.tag_ in ("VBN", "VBD") and clause.auxiliaries
        return None if gap and not _is_set_apart(verb) else [kept(t, verb) for t in part]
    subject, finite = clause.subject, clause.finite
    if subject is None or finite is None or subject.i > finite.i:
        return None
    helping = [c for c in verb.lefts if c.dep_ in ("aux", "auxpass")]
    # "and, as a result, closed it"
    if part[0].i != verb.i and part[0] not in helping and part[0].dep_ != "advmod":
        return None
    shared: list[Token] = []
    # "was attacked and robbed": the parser may take the second for what the subject did.
    passive = any(t.dep_ == "auxpass" for t in clause.auxiliaries)
    if passive and not helping and verb.tag_ != "VBN":
        return None
    if not helping and verb.tag_ != finite.tag_:
        # "was founded in 1931 and closed in 1940"
        if verb.tag_ != clause.verb.tag_ or not clause.auxiliaries:
            return None
        shared = clause.auxiliaries
    # "The mill is old, and its hall is low and is called Ada": the parser joins it to the first.
    between = verb.doc[clause.verb.i + 1 : part[0].i]
    if any(t.dep_ in ("nsubj", "nsubjpass") for t in between):
        return None
    own = name_of(subject)
    passive = verb.tag_ == "VBN" and any(t.lower_ in BE for t in (*shared, *helping))
    words = as_subject(own, verb, "nsubjpass" if passive else "nsubj", known=False)
    words += [kept(t, verb, at=verb) for t in shared]
    return [*words, *(kept(t, verb) for t in part)] if own else None


def _is_added(verb: Token) -> bool:
    """Whether "and" or "but" joins a verb to the one before it; "or" states neither."""
    links = [c.lower_ for c in verb.head.rights if c.dep_ == "cc" and c.i < verb.i]
    links = links or [c.lower_ for c in verb.lefts if c.dep_ == "cc"]
    # "came, saw and won"
    links = links or [c.lower_ for c in verb.rights if c.dep_ == "cc"]
    return bool(links) and links[-1] in ("and", "but")


def _is_set_apart(verb: Token) -> bool:
    """Whether a comma, or a comma and "and", stands in front of a clause."""
    first = verb.left_edge.i
    ahead = [t.text for t in verb.doc[max(first - 2, 0) : first]]
    return ahead[-1:] == [","] or ahead == [",", "and"]


def _relative(verb: Token, clause: Clause) -> list[Word] | None:
    """ "the mill, which burnt down in 1931" -> "The mill burnt down in 1931"."""
    relative = next((c for c in verb.lefts if c.dep_ in ("nsubj", "nsubjpass")), None)
    first, noun = verb.left_edge, verb.head
    if relative is None or first.i == 0:
        return None
    # "moved to Odda, where she opened two mills"
    if first.lower_ == "where" and first.nbor(-1).text == ",":
        return [kept(t, verb) for t in own_words(verb)[1:]]
    if relative.lower_ not in RELATIVE or relative.i != first.i or _is_ambiguous(noun):
        return None
    # "She lived with bakers in Odda, who sang"
    if relative.lower_ == "who" and noun.dep_ == "pobj" and noun.head.lower_ in IN_PLACE:
        return None
    # "sang in the hall, which is a reason to": the singing is.
    if any(c.dep_ == "attr" and c.lower_ in OF_EVENTS for c in verb.rights):
        return None
    own = name_of(noun, verb)
    if not own or not _follows(relative, own):
        return None
    part = [t for t in own_words(verb) if t.i != relative.i]
    return [*as_subject(own, verb, relative.dep_), *(kept(t, verb) for t in part)]


def _circumstance(verb: Token, clause: Clause) -> list[Word] | None:
    """ "After she moved to Odda in 1931, ..." -> "She moved to Odda in 1931"."""
    if verb.head.i != clause.verb.i:
        return None
    mark = verb.left_edge
    if verb.tag_ in ("VBN", "VBG") and mark.i == verb.i:
        return _participle_of_subject(verb, clause)
    if mark.head.i != verb.i or mark.dep_ not in ("mark", "advmod"):
        return None
    if mark.lower_ not in PAST | REASONS:
        return None
    if not any(c.dep_ in ("nsubj", "nsubjpass") for c in verb.lefts):
        return None
    finite = next((c for c in verb.lefts if c.dep_ in ("aux", "auxpass")), verb)
    if finite.tag_ not in FINITE_TAGS:
        return None
    # "when she was a child": she may be something else now.
    if mark.lower_ in PAST and (verb.tag_ != "VBD" or verb.lower_ in BE):
        return None
    return [kept(t, verb) for t in own_words(verb)[1:]]


def _participle_of_subject(verb: Token, clause: Clause) -> list[Word] | None:
    """ "She moved to Odda, opening two mills" -> "She opened two mills"."""
    subject, finite = clause.subject, clause.finite
    if subject is None or finite is None or verb.lower_ in NOT_DONE:
        return None
    own = name_of(subject)
    if not own or own[0].i <= verb.i <= own[-1].i:
        return None
    if verb.tag_ == "VBN":
        # Not in a list: "has been seen, found and sold"
        return _passive(subject, own, verb, clause) if verb.i == 0 else None
    # "Her aim was peace, bringing them together": not what the aim did
    does = clause.verb.i == finite.i and finite.tag_ != "MD" and finite.lower_ not in BE
    if not does or verb.i < finite.i or verb.nbor(-1).text != ",":
        return None
    # "inserting a wedge, then wetting it"; "containing remixed songs", where a word is misread
    if any(c.dep_ in ("conj", "advcl", "cc") for c in verb.rights):
        return None
    if not any(c.dep_ in ("dobj", "prep") for c in verb.rights):
        return None
    text = inflected(bare_form(verb.text), finite.tag_)
    head = Word(text, finite.tag_, ROOT, verb.i, verb.i, bool(verb.whitespace_))
    rest = [kept(t, verb) for t in own_words(verb) if t.i != verb.i]
    return [*as_subject(own, verb, "nsubj", known=False), head, *rest] if rest else None


def _participle(verb: Token, clause: Clause) -> list[Word] | None:
    """ "a mill built by monks in 1931" -> "The mill was built by monks in 1931"."""
    if verb.tag_ != "VBN" or verb.left_edge.i != verb.i or clause.finite is None:
        return None
    own = name_of(verb.head, verb)
    if not own or not _follows(verb, own) or _is_ambiguous(verb.head):
        return None
    return _passive(verb.head, own, verb, clause)


def _passive(top: Token, own: Sequence[Token], verb: Token, clause: Clause) -> list[Word] | None:
    """ "The mill was built by monks"; none if the tense is not clear."""
    if any(t.lower_ in HAVE or t.tag_ == "MD" for t in clause.auxiliaries):
        return None
    past = clause.finite is not None and clause.finite.tag_ == "VBD"
    text = be_form(top, past=past)
    tag = "VBD" if past else "VBZ" if text == "is" else "VBP"
    be = Word(text, tag, "auxpass", -1, verb.i, spaced=True)
    part = [kept(t, verb) for t in own_words(verb)]
    if verb.i == 0 and part:
        part[0] = replace(part[0], text=part[0].text.lower())
    return [*as_subject(own, verb, "nsubjpass"), be, *part]


def _is_ambiguous(noun: Token) -> bool:
    """ "the coat of a miller, which": either of them; "like a mill, which": not told of it."""
    if noun.dep_ != "pobj":
        return False
    return noun.head.head.tag_[0] != "V" or noun.head.lower_ in ("by", "like", "as", "per")


def _follows(token: Token, own: Sequence[Token]) -> bool:
    """Whether a word follows a noun phrase, behind a comma or at once."""
    between = token.doc[own[-1].i + 1 : token.i]
    return own[-1].i < token.i and (
        len(between) == 0 or (len(between) == 1 and between[0].text == ",")
    )


READINGS: Mapping[str, Callable[[Token, Clause], list[Word] | None]] = {
    "conj": _second,
    "relcl": _relative,
    "advcl": _circumstance,
    "acl": _participle,
}
"""Relation of a clause to its head -> what makes a sentence of it."""


def _is_fit(words: Sequence[Word]) -> bool:
    """Whether the words make a sentence: long enough, whole, and of what is stated."""
    if sum(w.text[0].isalnum() for w in words) < LEAST:
        return False
    # Where words of one clause lie inside another, the verb may be among those left out.
    if ROOT not in (w.relation for w in words):
        return False
    if any(w.text.lower() in OPEN for w in words):
        return False
    text = "".join(w.text for w in words)
    if (
        text.count('"') % 2
        or text.count("“") != text.count("”")
        or text.count("(") != text.count(")")
    ):
        return False
    # "several of which were closed"
    if any(w.tag in ("WDT", "WP", "WP$") for w in takewhile(lambda w: w.relation != ROOT, words)):
        return False
    places = {w.place for w in words}
    return all(w.head in places for w in words)
