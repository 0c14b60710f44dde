"""How a finite clause takes "not" or "never": behind its auxiliary or copula, or with "do"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, after, before, end_of, like, replace
from pipeline.negation.english.inflection import bare_form, inflected, is_form
from pipeline.negation.english.lexicon import (
    BE,
    BEFORE_DO,
    BEFORE_NOT,
    DO_FORMS,
    EXPANDED,
    FINITE_TAGS,
    HAVE,
    INTRANSITIVE,
    MODALS,
    OF_MOTION,
    SEMI_MODAL,
    WITH_TWO_OBJECTS,
)
from pipeline.negation.reading.structure import Clause, clause_of
from pipeline.negation.rules.fragments import LONGEST_CAPTION, has_finite
from pipeline.negation.rules.polarity import below_negation
from pipeline.negation.rules.positive import negative_word

if TYPE_CHECKING:
    from spacy.tokens import Token

ADJUNCTS = frozenset(("prep", "punct", "advmod", "npadvmod", "advcl", "cc", "conj"))
FLOATING = frozenset(("all", "both", "each"))
DO = {"VBZ": "does", "VBP": "do", "VBD": "did"}
PASSIVE_FRAME = frozenset(("in", "by", "after", "over", "for", "at", "as", "on", "hard"))
OF_PLACE = frozenset(("stand", "lie", "sit", "hang", "live", "come", "go", "rise"))
# After one of these in a coordination, the second verb is denied by itself: "and then did not".
SEQUENCE = frozenset(("then", "later", "subsequently", "also", "thus", "therefore", "eventually"))


def elliptic(clause: Clause, word: str) -> list[Edit] | None:
    """ "The club has since 1950": what "has" stands for is left out, and "not" follows it."""
    verb = clause.verb
    if clause.auxiliaries or verb.lower_ not in ("has", "have", "had") or verb.i == 0:
        return None
    bare = not any(c.dep_ not in ADJUNCTS for c in verb.rights)
    return _behind(verb, word) if bare else None


def auxiliary(clause: Clause, word: str) -> list[Edit] | None:
    """ "has seen" -> "has not seen", "ought to" -> "ought not to", "had better not"."""
    first = clause.finite
    # "You ought to ask": the modal is the root itself.
    if first is None or (not clause.auxiliaries and first.tag_ != "MD"):
        return None
    changed = _already(first, word) + below_negation(clause)
    for other in clause.auxiliaries[1:]:
        # "can and will help", "can and do help"
        if (other.tag_ == "MD" or other.lower_ in DO_FORMS) and other.nbor(-1).dep_ == "cc":
            changed += _behind(other, word)
    return [*_behind(first, word), *changed, *conjoined(clause, word)]


def copula(clause: Clause, word: str) -> list[Edit] | None:
    """ "is late" -> "is not late"."""
    verb = clause.verb
    if clause.auxiliaries or verb.lower_ not in BE or clause.tag not in DO:
        return None
    changed = _already(verb, word) + below_negation(clause)
    return [*_behind(verb, word), *changed, *conjoined(clause, word)]


def do_support(clause: Clause, word: str) -> list[Edit] | None:
    """ "likes" -> "does not like", an adverb before the verb stays before it."""
    verb = clause.verb
    if clause.auxiliaries or clause.tag not in DO:
        return None
    # "The train runs": the parse may take the subject for a compound of the verb.
    if clause.subject is None and (verb.i == 0 or clause.tag == "VBP" or _is_cut_off(verb)):
        return None
    if _is_locative(clause):
        return None
    # "has yet to come" denies already, and "gotta" is no past.
    if verb.i + 1 < len(verb.doc) and verb.nbor(1).lower_ in ("yet", "ta"):
        return None
    # "said the farmer", "here comes the bus"
    if clause.subject is not None and clause.subject.i > verb.i:
        return None
    if _is_emphatic(verb):
        return _behind(verb, word)
    return [*_supported(clause, word), *below_negation(clause), *conjoined(clause, word)]


def _is_locative(clause: Clause) -> bool:
    """ "There goes the train", "On the hill stands a church": the subject comes last."""
    verb, opening = clause.verb, clause.verb.doc[0]
    if verb.i + 1 == len(verb.doc) or verb.nbor(1).tag_ not in ("DT", "PRP$"):
        return False
    if opening.lower_ in ("here", "there") and verb.i == 1:
        return bare_form(verb.text) in ("come", "go")
    return clause.subject is None and opening.tag_ == "IN" and bare_form(verb.text) in OF_PLACE


def _is_cut_off(verb: Token) -> bool:
    """ "In essence, returns to scale refer": one comma parts the verb from what stands before."""
    return verb.nbor(-1).text == "," and sum(t.text == "," for t in verb.doc[: verb.i]) == 1


def _is_emphatic(verb: Token) -> bool:
    """ "did attempt to leave", which may be read as "did" with a noun as its object."""
    if verb.lower_ not in ("do", "does", "did") or verb.i + 2 >= len(verb.doc):
        return False
    following = verb.nbor(1)
    if following.tag_ not in ("NN", "VB") or following.nbor(1).tag_ != "TO":
        return False
    return bare_form(following.text) == following.lower_


def participle(clause: Clause, word: str) -> list[Edit] | None:
    """Headlines: "Four people killed in flood" -> "Four people not killed in flood"."""
    subject, verb = clause.subject, clause.verb
    if clause.auxiliaries or subject is None or subject.i > verb.i or word != "not":
        return None
    if clause.tag == "VBG" and not any(verb.rights) and verb.nbor(-1).dep_ in ("pobj", "compound"):
        return None
    # With a full stop it is a caption only if it is short, or else its verb was not seen.
    if verb.doc[-1].text == "." and (len(verb.doc) > LONGEST_CAPTION or has_finite(verb.doc)):
        return None
    if clause.tag in ("VBG", "VBN") or (clause.tag == "VBD" and _is_headline_passive(clause)):
        return [before(_first_adverb(clause), "not")]
    return None


def _is_headline_passive(clause: Clause) -> bool:
    verb, doc = clause.verb, clause.verb.doc
    if doc[-1].is_punct or clause.subject is None or bare_form(verb.text) in INTRANSITIVE:
        return False
    if inflected(bare_form(verb.text), "VBN") != verb.lower_:
        return False
    following = doc[verb.i + 1] if verb.i + 1 < len(doc) else None
    if following is not None and (
        following.tag_ == "VBN"
        or following.lower_ in ("alive", "dead", "guilty", "safe", "missing")
    ):
        return True
    # "Two men shot, killed by neighbour"
    if following is not None and following.text == ",":
        second = doc[verb.i + 2 : verb.i + 3]
        participle_too = any(is_form(t.text, "VBN") for t in second)
        return participle_too and any(t.lower_ in ("by", "in", "after") for t in doc[verb.i + 3 :])
    if any(c.dep_ in ("dobj", "ccomp", "xcomp", "attr", "acomp", "prt") for c in verb.children):
        return False
    if any(t.tag_ in ("DT", "PRP", "PRP$", "EX") for t in clause.subject.subtree):
        return False
    return following is None or following.lower_ in PASSIVE_FRAME


def _behind(finite: Token, word: str) -> list[Edit]:
    """The negation behind an auxiliary or copula and the adverbs that it does not deny."""
    place = finite
    following = finite.nbor(1) if finite.i + 1 < len(finite.doc) else None
    if following is not None:
        semi = finite.lower_ in SEMI_MODAL.get(following.lower_, ())
        apart = following.lower_ in BEFORE_NOT and following.dep_ == "advmod"
        # "is not sometimes called" would leave it open.
        if following.lower_ in ("sometimes", "occasionally") and following.dep_ == "advmod":
            return [replace(following, "never")]
        # "can not also", for "can also not" would say that one is able to abstain.
        if semi or (apart and not (finite.tag_ == "MD" and following.lower_ == "also")):
            place = following
    if following is not None and following.lower_ in ("'ve", "’ve"):
        return [Edit(end_of(finite), end_of(following), f" {word} have")]
    if place == finite and word == "not":
        if finite.lower_ in EXPANDED:
            return [Edit(finite.idx, end_of(finite), f" {EXPANDED[finite.lower_]} not")]
        if finite.lower_ in ("'d", "’d") and following is not None:
            past = is_form(following.text, "VBN") and following.lower_ != bare_form(following.text)
            whole = "had" if past else "would"
            return [Edit(finite.idx, end_of(finite), f" {whole} not")]
        if finite.lower_ == "can":
            return [Edit(end_of(finite), end_of(finite), "NOT" if finite.text == "CAN" else "not")]
    return [after(place, word)]


def _already(finite: Token, word: str) -> list[Edit]:
    """ "has already left": "not already" would deny the time alone, "not yet" denies it all."""
    following = finite.nbor(1) if finite.i + 1 < len(finite.doc) else None
    if word == "not" and following is not None and following.lower_ == "already":
        return [replace(following, "yet")]
    return []


def _first_adverb(clause: Clause) -> Token:
    """The first of the adverbs right before the verb that a negation denies with it."""
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
        # "very often": with what belongs to the adverb.
        first = max(previous.left_edge.i, subject + 1)
        adverbs = all(t.tag_.startswith("RB") for t in verb.doc[first : previous.i])
        start = verb.doc[first] if adverbs else previous
    return start


def _supported(clause: Clause, word: str) -> list[Edit]:
    verb, start = clause.verb, _first_adverb(clause)
    if word == "never":
        return [before(start, word)]
    # "does not sometimes rain" would leave it open.
    if start != verb and start.lower_ in ("sometimes", "occasionally") and start.nbor(1) == verb:
        return [replace(start, "never")]
    support, bare = DO[clause.tag], bare_form(verb.text)
    rest = verb.doc[verb.i : verb.i + 3]
    if len(rest) == 3 and rest[1].text == "-" and not verb.whitespace_:
        # "co-founded", "re-elected": the parser cuts them at the hyphen.
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


def _is_prefixed(verb: Token) -> bool:
    """Behind a hyphen that belongs to its word."""
    return verb.nbor(-1).text == "-" and verb.nbor(-1).idx == end_of(verb.nbor(-2))


def conjoined(clause: Clause, word: str) -> list[Edit]:
    """The negation holds for all verbs under one subject.

    Where their forms allow it one negation does: "does not sing or dance". Otherwise each verb
    has its own: "is not small and does not live in ponds".
    """
    edits: list[Edit] = []
    shared = True
    for index, verb in enumerate(clause.conjuncts):
        link = _link(clause.conjuncts[index:])
        if link is not None and link.lower_ not in ("and", "or"):
            break
        # "and so do most of his friends"
        if link is not None and link.nbor(1).lower_ in ("so", "neither", "nor"):
            break
        # Without a conjunction what the parse has joined is sure in headlines alone.
        if link is None and verb.doc[-1].is_punct:
            break
        other = clause_of(verb)
        if other.negators or negative_word(other) is not None:
            break
        if _is_second_participle(other):
            continue
        other.tag = _conjunct_tag(clause, other)
        shared = shared and _shares(clause, other, link)
        if not shared and _is_undecided(clause, other):
            break
        if shared:
            if clause.tag in DO and not clause.auxiliaries and word != "never":
                edits.append(Edit(verb.idx, end_of(verb), bare_form(verb.text)))
            joined = link is not None and link.head == verb.head and link.lower_ == "and"
            if link is not None and joined and not _follows_both(clause.verb):
                edits.append(replace(link, "or"))
        elif link is None:
            break
        else:
            other.conjuncts, other.subject = [], clause.subject
            edits += _alone(other, word)
    return edits


def _follows_both(verb: Token) -> bool:
    """ "Ada both sang and acted" -> "Ada did not both sing and act"."""
    return verb.i > 0 and verb.nbor(-1).lower_ == "both"


def _is_second_participle(other: Clause) -> bool:
    """ "thrives and is grown, dried and sold": the negation of the passive covers them all."""
    if other.auxiliaries or not is_form(other.verb.text, "VBN") or _is_active(other):
        return False
    first = clause_of(other.verb.head)
    while not first.auxiliaries and first.verb.dep_ == "conj" and is_form(first.verb.text, "VBN"):
        first = clause_of(first.verb.head)
    return first.verb.dep_ == "conj" and _is_passive(first)


def _conjunct_tag(clause: Clause, other: Clause) -> str:
    """ "smokes or drinks", "built and sold": a noun or a participle only in the parse."""
    tag = other.tag
    if tag in ("NNS", "NN"):
        return "VBZ" if tag == "NNS" else "VB"
    past = tag == "VB" and clause.tag == "VBD" and not is_form(other.verb.text, "VB")
    if past or (tag == "VBN" and not clause.auxiliaries and not other.auxiliaries):
        return "VBD"
    if tag == "VBN" and _is_passive(clause) and _is_active(other):
        return "VBD"
    return tag


def _is_passive(clause: Clause) -> bool:
    return bool(clause.auxiliaries) and clause.auxiliaries[-1].lower_ in BE


def _is_active(other: Clause) -> bool:
    """ "was born in Leeds and studied law": a passive would have lost its object."""
    verb = other.verb
    if other.auxiliaries or bare_form(verb.text) in WITH_TWO_OBJECTS:
        return False
    return is_form(verb.text, "VBD") and any(c.dep_ == "dobj" for c in verb.children)


def _link(conjuncts: list[Token]) -> Token | None:
    """The conjunction of the first, or of the list that it stands in: "built, sold and forgot"."""
    for verb in conjuncts:
        links = [c for c in verb.head.children if c.dep_ == "cc" and verb.head.i < c.i < verb.i]
        if links:
            return links[-1]
    # The parse may hang "and" on a verb in between.
    before = conjuncts[0].doc[conjuncts[0].left_edge.i - 1]
    return before if before.lower_ in ("and", "or") else None


def _shares(clause: Clause, other: Clause, link: Token | None) -> bool:
    """Whether a second verb can stand under the first one's negation without one of its own."""
    if other.auxiliaries or other.verb.tag_ == "MD":
        return False
    if link is not None and link.nbor(1).lower_ in SEQUENCE:
        return False
    paired = (c for c in clause.verb.children if c.lower_ in ("both", "either"))
    if any(c.dep_ == "preconj" for c in paired) and not _follows_both(clause.verb):
        return False
    if clause.auxiliaries or clause.verb.tag_ == "MD":
        if clause.finite is not None and clause.finite.lower_ in MODALS | {"do", "does", "did"}:
            return other.tag in ("VB", "VBP") and other.verb.lower_ == bare_form(other.verb.text)
        if clause.auxiliaries and clause.auxiliaries[-1].lower_ in HAVE:
            return is_form(other.verb.text, "VBN")
        return other.tag == clause.verb.tag_
    if (clause.verb.lower_ in BE) or (other.verb.lower_ in BE):
        return False
    return other.tag == clause.tag or {other.tag, clause.tag} == {"VB", "VBP"}


def _is_undecided(clause: Clause, other: Clause) -> bool:
    """ "was shown as a lion and painted on shields": a past, or a second participle."""
    verb = other.verb
    if other.tag != "VBD" or other.auxiliaries or not is_form(verb.text, "VBN"):
        return False
    if clause.verb.lower_ in BE:
        # "is grey and covered with moss"
        return verb.i + 1 < len(verb.doc) and verb.nbor(1).lower_ in ("by", "with")
    if not _is_passive(clause):
        return False
    if bare_form(verb.text) in INTRANSITIVE | OF_MOTION or verb.lower_ in BE | HAVE:
        return False
    if bare_form(verb.text) in WITH_TWO_OBJECTS:
        return True
    return not any(c.dep_ in ("dobj", "xcomp", "ccomp") for c in verb.children)


def _alone(clause: Clause, word: str) -> list[Edit]:
    if clause.auxiliaries or clause.verb.tag_ == "MD":
        finite = clause.finite
        return [] if finite is None or finite.tag_ not in FINITE_TAGS else _behind(finite, word)
    if clause.tag not in DO:
        return []
    if clause.verb.lower_ in BE:
        return [*_behind(clause.verb, word), *below_negation(clause)]
    return elliptic(clause, word) or [*_supported(clause, word), *below_negation(clause)]
