"""Places "not" or "never" in a clause: after its auxiliary or copula, or with "do"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, after, before, delete, end_of, like, replace
from pipeline.negation.english.inflection import bare_form, is_form
from pipeline.negation.english.lexicon import BEFORE_DO, BEFORE_NOT, DOES, EXPANDED, SEMI_MODAL
from pipeline.negation.reading.restated import POSSIBLY
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

ADJUNCTS = frozenset(("prep", "punct", "advmod", "npadvmod", "advcl", "cc", "conj"))
FLOATING = frozenset(("all", "both", "each"))
# "not only old" would say that it is old.
LIMITING = frozenset(("only", "just", "merely", "simply"))
MAYBE = frozenset(("may", "might"))


def is_elliptic(clause: Clause) -> bool:
    """ "The club has since 1950": the verb after "has" is left out."""
    verb = clause.verb
    if clause.auxiliaries or verb.lower_ not in ("has", "have", "had") or verb.i == 0:
        return False
    return not any(c.dep_ not in ADJUNCTS for c in verb.rights)


def behind(finite: Token, word: str) -> list[Edit]:
    """The negation after an auxiliary or copula and the adverbs outside its scope."""
    following = finite.nbor(1) if finite.i + 1 < len(finite.doc) else None
    if following is not None and _is_added(following):
        # "also not" would continue another negation.
        return [*_right_behind(finite, None, word), delete(following)]
    if following is not None and (_is_limiting(following) or _is_unsure(following)):
        return [*_right_behind(finite, None, word), delete(following)]
    place = finite
    if following is not None:
        semi = finite.lower_ in SEMI_MODAL.get(following.lower_, ())
        apart = following.lower_ in BEFORE_NOT and following.dep_ == "advmod"
        # "is not sometimes called" would be ambiguous.
        if following.lower_ in ("sometimes", "occasionally") and following.dep_ == "advmod":
            return [replace(following, "never")]
        if semi or apart:
            place = following
    if place == finite or finite.lower_ in MAYBE:
        return _right_behind(finite, following, word)
    return [after(place, word)]


def _is_added(adverb: Token) -> bool:
    """Whether an "also" stands directly before what it adds."""
    last = adverb.i + 1 == len(adverb.doc)
    return adverb.lower_ == "also" and adverb.dep_ == "advmod" and not last


def _is_apart(adverb: Token) -> bool:
    """The "well" of "well knew" that the parser does not attach to the verb."""
    return adverb.lower_ == "well" and adverb.nbor(-1).lower_ != "as"


def _is_unsure(adverb: Token) -> bool:
    return adverb.lower_ in POSSIBLY and adverb.i + 1 < len(adverb.doc)


def _is_limiting(adverb: Token) -> bool:
    """ "was only three years old" -> "was not three years old"; not "had only just left"."""
    if adverb.lower_ not in LIMITING or adverb.i + 1 == len(adverb.doc):
        return False
    following = adverb.nbor(1)
    return adverb.tag_ == "RB" and following.lower_ not in LIMITING and not following.is_punct


def _right_behind(finite: Token, following: Token | None, word: str) -> list[Edit]:
    if following is not None and following.lower_ in ("'ve", "’ve"):
        return [Edit(end_of(finite), end_of(following), f" {word} have")]
    if word == "not":
        if finite.lower_ in EXPANDED:
            return [Edit(finite.idx, end_of(finite), f" {EXPANDED[finite.lower_]} not")]
        if finite.lower_ in ("'d", "’d") and following is not None:
            past = is_form(following.text, "VBN") and following.lower_ != bare_form(following.text)
            whole = "had" if past else "would"
            return [Edit(finite.idx, end_of(finite), f" {whole} not")]
        if finite.lower_ == "can":
            return [Edit(end_of(finite), end_of(finite), "NOT" if finite.text == "CAN" else "not")]
        # "May not" does not exclude "may"; "cannot" does.
        sure = following is None or following.lower_ not in ("as", "just")
        if finite.lower_ in MAYBE and _is_bound(finite):
            return [replace(finite, "will not")]
        if finite.lower_ in MAYBE and finite.i > 0 and sure and not _is_able(finite):
            well = following is not None and following.lower_ == "well"
            return [replace(finite, "cannot"), *([delete(following)] if well and following else [])]
    return [after(finite, word)]


def _is_bound(finite: Token) -> bool:
    """ "may have to leave": "cannot have to leave" is not English."""
    rest = [t.lower_ for t in finite.doc[finite.i + 1 : finite.i + 5] if t.dep_ != "advmod"]
    return rest[:2] == ["have", "to"]


def _is_able(finite: Token) -> bool:
    """ "might be able to help": "cannot be able to" is not English."""
    rest = [t.lower_ for t in finite.doc[finite.i + 1 : finite.i + 5] if t.dep_ != "advmod"]
    return rest[:2] == ["be", "able"]


def already(finite: Token, word: str) -> list[Edit]:
    """ "has already left": "not already" would negate only the time, "not yet" negates all of
    it."""
    following = finite.nbor(1) if finite.i + 1 < len(finite.doc) else None
    if word == "not" and following is not None and following.lower_ == "already":
        return [replace(following, "yet")]
    return []


def supported(clause: Clause, word: str) -> list[Edit]:
    """ "likes" -> "does not like"; "never" needs no "do"."""
    verb, start = clause.verb, first_adverb(clause)
    if start == verb and verb.i > 1 and _is_apart(verb.nbor(-1)):
        return [*_supported(clause, start, word), Edit(verb.nbor(-1).idx, verb.idx, "")]
    if start.lower_ in LIMITING and start.i + 1 == verb.i and word == "not":
        return [*_supported(clause, verb, word), delete(start)]
    ahead = start.nbor(-1) if start.i > 1 else start
    if ahead.head == verb and (_is_added(ahead) or ahead.lower_ in POSSIBLY):
        return [*_supported(clause, start, word), delete(ahead)]
    return _supported(clause, start, word)


def _supported(clause: Clause, start: Token, word: str) -> list[Edit]:
    verb = clause.verb
    if word == "never":
        return [before(start, word)]
    # "does not sometimes rain" would be ambiguous.
    if start != verb and start.lower_ in ("sometimes", "occasionally") and start.nbor(1) == verb:
        return [replace(start, "never")]
    support, bare = DOES[clause.tag], bare_form(verb.text)
    rest = verb.doc[verb.i : verb.i + 3]
    if len(rest) == 3 and rest[1].text == "-" and not verb.whitespace_:
        # "co-founded", "re-elected": the parser splits them at the hyphen.
        main = rest[2]
        return [
            before(start, f"{support} {word}"),
            Edit(main.idx, end_of(main), bare_form(main.text)),
        ]
    if start == verb and verb.i > 1 and verb.idx == end_of(verb.nbor(-1)) and _is_prefixed(verb):
        start = verb.nbor(-2)
    if start == verb:
        return [Edit(verb.idx, end_of(verb), like(verb, f"{support} {word} {bare}"))]
    changed = Edit(verb.idx, end_of(verb), bare)
    if start.lower_ == "already" and start.nbor(1) == verb:
        return [Edit(start.idx, end_of(start), f"{support} {word} yet"), changed]
    return [before(start, f"{support} {word}"), changed]


def first_adverb(clause: Clause) -> Token:
    """The first of the adverbs directly before the verb that are negated with it."""
    verb, start = clause.verb, clause.verb
    subject = -1 if clause.subject is None else clause.subject.i
    if clause.subject is not None and clause.subject.dep_ == "csubj":
        return verb
    while start.i > subject + 1:
        previous = start.nbor(-1)
        # "Owls all have" -> "Owls do not all have"
        if previous.lower_ in FLOATING and previous.i - 1 == subject:
            return previous
        if previous.dep_ not in ("advmod", "neg") or previous.head != verb:
            break
        if previous.lower_ in BEFORE_DO or previous.tag_ == "WRB":
            break
        # "The boats sailing slowly turn": the adverb may belong to the participle.
        held = previous.nbor(-1) if previous.i else previous
        if held.dep_ == "acl" and held.tag_ == "VBG" and held.i > subject:
            break
        # "very often": together with the modifiers of the adverb.
        first = max(previous.left_edge.i, subject + 1)
        adverbs = all(t.tag_.startswith("RB") for t in verb.doc[first : previous.i])
        start = verb.doc[first] if adverbs else previous
    return start


def _is_prefixed(verb: Token) -> bool:
    """Whether the verb follows a hyphen of its own word."""
    return verb.nbor(-1).text == "-" and verb.nbor(-1).idx == end_of(verb.nbor(-2))
