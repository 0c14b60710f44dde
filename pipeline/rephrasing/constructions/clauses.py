"""Relative clauses and their short forms, that-clauses, "there is", linking adverbs.

"The house that was built in May" is "the house built in May", and "However, it failed" is "It,
however, failed".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.inflection import bare_form, is_form
from pipeline.negation.english.lexicon import BE_FINITE
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.agreement import be_form, is_plural
from pipeline.rephrasing.pieces.phrases import (
    inside,
    is_plain,
    opening,
    subject_of,
    until_end,
    whole,
)

if TYPE_CHECKING:
    from spacy.tokens import Token

PERSONS = frozenset(
    "man woman boy girl child person player student teacher doctor nurse driver officer policeman"
    " soldier king queen father mother brother sister son daughter husband wife friend neighbour"
    " neighbor boss worker lawyer judge singer actor actress writer poet painter artist chef waiter"
    " customer guest farmer hunter fisherman pilot sailor captain president minister mayor senator"
    " priest monk prince princess coach goalkeeper lady gentleman kid baby teenager adult tourist"
    " visitor reporter journalist guy people men women boys girls children persons players students"
    " teachers doctors nurses drivers officers soldiers friends workers lawyers singers actors"
    " writers artists customers guests farmers hunters sailors ladies kids babies teenagers adults"
    " tourists visitors guys".split()
)
# Verbs like "believe", after which "that" is optional.
SAYING = frozenset("say think believe know hope claim suppose feel guess admit agree".split())
LINKING = {"however", "therefore", "nevertheless", "consequently", "moreover", "furthermore"}
STATES = frozenset(
    "located situated based built written made designed published released founded called named"
    " used produced painted taken given held found caused created developed owned led born composed"
    " directed inspired signed chosen elected sent kept sold shown formed recorded introduced"
    " established constructed invented discovered played broadcast known".split()
)

LASTING = frozenset("located situated based called used known owned found".split())
REPEATED = frozenset("caused sold played produced shown published sent kept held broadcast".split())
"""Participles that, beside a verb in the present, may describe what is still being done."""


def shortened_relative(scene: Scene) -> Iterator[list[Edit]]:
    """ "the man who is standing there" -> "the man standing there"."""
    for pronoun in scene.doc[:-2]:
        if pronoun.lower_ not in ("who", "which", "that") or pronoun.i in scene.enclosed:
            continue
        verb, be = pronoun.head, pronoun.nbor(1)
        if verb.dep_ != "relcl" or be.lower_ not in BE_FINITE or pronoun.dep_[:5] != "nsubj":
            continue
        noun, following = verb.head, be.nbor(1)
        if noun.i != pronoun.i - 1 or following != verb or noun.tag_ not in ("NN", "NNS"):
            continue
        acting = verb.tag_ == "VBG" and be.dep_ == "aux" and be.lower_ in ("is", "are")
        done = verb.tag_ == "VBN" and be.dep_ == "auxpass" and any(verb.rights)
        if acting or done:
            yield [Edit(pronoun.idx, verb.idx, "")]


def whole_relative(scene: Scene) -> Iterator[list[Edit]]:
    """ "a man standing there" -> "a man who is standing there"; "a house built in May"."""
    edits = []
    finite = scene.clause.finite if scene.clause is not None else None
    past = finite is not None and finite.tag_ == "VBD"
    for verb in scene.doc[1:]:
        if verb.dep_ != "acl" or verb.i in scene.enclosed or not any(verb.rights):
            continue
        noun = verb.head
        # Commas, adverbs and other phrases in between leave the antecedent in doubt.
        if noun.i != verb.i - 1 or noun.tag_ not in ("NN", "NNS") or noun.dep_ == "pobj":
            continue
        if verb.nbor(1).text == "-" or any(c.dep_ == "conj" for c in verb.children):
            continue
        # "a boy and a girl playing": both are playing
        if noun.dep_ == "conj" or any(c.dep_ == "conj" for c in noun.children):
            continue
        person = noun.lower_ in PERSONS
        if verb.tag_ == "VBG" and person and not past and _is_action(verb):
            edits.append(Edit(verb.idx, verb.idx, f"who {be_form(noun, past=False)} "))
        # "Boat found after storm" is a headline, and "found" its main verb.
        elif verb.tag_ == "VBN" and finite is not None and _is_state(verb):
            who = "who" if person else "that"
            if (past or verb.lower_ not in REPEATED) and not _is_caused(noun):
                edits.append(Edit(verb.idx, verb.idx, f"{who} {_be_of(noun, verb, past)} "))
    if edits and not scene.is_question:
        yield edits[:1]


def _is_action(verb: Token) -> bool:
    """Whether a verb has a progressive form: nothing "is containing" or "is including"."""
    stative = "contain include have be belong consist cost know like live own want need seem weigh"
    return bare_form(verb.text) not in stative.split() and is_form(verb.text, "VBG")


def _is_state(verb: Token) -> bool:
    active = any(c.dep_ in ("dobj", "oprd", "xcomp", "aux") for c in verb.children)
    return verb.lower_ in STATES and not active


def _is_caused(noun: Token) -> bool:
    """Whether a noun is the object of "have", "get" or "want": "had a copy made"."""
    return noun.dep_ == "dobj" and bare_form(noun.head.text) in ("have", "get", "want")


def _be_of(noun: Token, verb: Token, past: bool) -> str:
    """The form of "be": "is located" still holds, but "was built" is past."""
    lasting = verb.lower_ in LASTING
    return be_form(noun, past=past if lasting else True)


def without_that(scene: Scene) -> Iterator[list[Edit]]:
    """ "She said that it rained" -> "She said it rained"."""
    for that in scene.doc[1:-1]:
        if that.lower_ != "that" or that.dep_ != "mark" or that.i in scene.enclosed:
            continue
        verb = that.head
        bare = that.nbor(1).tag_ not in ("IN", "WRB", "RB", ",")
        if verb.dep_ == "ccomp" and verb.head.i == that.i - 1 and bare and _says(verb.head):
            yield [Edit(that.idx, that.nbor(1).idx, "")]


def with_that(scene: Scene) -> Iterator[list[Edit]]:
    """ "She said it rained" -> "She said that it rained"."""
    for verb in scene.doc:
        if verb.dep_ != "ccomp" or verb.i in scene.enclosed or not _says(verb.head):
            continue
        if _is_in_relative(verb.head):
            continue
        first = verb.left_edge
        subject = subject_of(verb)
        if subject is None or subject.left_edge != first or first.i != verb.head.i + 1:
            continue
        # Questions, orders and gerunds take no "that".
        helped = [c for c in verb.lefts if c.dep_ in ("aux", "auxpass")]
        finite = (helped or [verb])[0].tag_ in ("VBZ", "VBP", "VBD", "MD")
        if finite and not first.tag_.startswith("W"):
            yield [Edit(first.idx, first.idx, "that ")]


def _is_in_relative(verb: Token) -> bool:
    """ "the man she thinks he is", but not "the man who thinks he is ill".

    There the complement of "is" stands before the relative clause.
    """
    relatives = (t for t in (verb, *verb.ancestors) if t.dep_ == "relcl")
    subjects = (subject_of(relative) for relative in relatives)
    return any(subject is not None and subject.tag_[0] != "W" for subject in subjects)


def _says(verb: Token) -> bool:
    return verb.tag_.startswith("V") and bare_form(verb.text) in SAYING


def there_is(scene: Scene) -> Iterator[list[Edit]]:
    """ "A man is playing a drum" -> "There is a man playing a drum"."""
    clause, doc = scene.clause, scene.doc
    if clause is None or clause.subject is None or clause.negators or clause.conjuncts:
        return
    subject, verb = clause.subject, clause.verb
    if not is_plain(doc) or verb.tag_ != "VBG" or len(clause.auxiliaries) != 1:
        return
    be = clause.auxiliaries[0]
    first = subject.left_edge
    opens = first.i == 0 and (first.lower_ in ("a", "an", "two", "three", "four", "some", "no"))
    if not opens or be.lower_ not in BE_FINITE or be.i != subject.right_edge.i + 1:
        return
    if verb.i != be.i + 1 or len(list(subject.subtree)) > 6:
        return
    if any(t.dep_ in ("relcl", "acl", "conj") for t in subject.subtree):
        return
    rest = until_end(doc, verb.i).text
    phrase = inside(doc[: be.i])
    yield whole(doc, f"There {be.text} {phrase} {rest}")


def no_there(scene: Scene) -> Iterator[list[Edit]]:
    """ "There is a man playing a drum" -> "A man is playing a drum"."""
    doc = scene.doc
    if len(doc) < 6 or doc[0].lower_ != "there" or doc[0].dep_ != "expl" or not is_plain(doc):
        return
    be = doc[1]
    if be.lower_ not in BE_FINITE or be.head != be:
        return
    noun = next((c for c in be.rights if c.dep_ == "attr"), None)
    if noun is None or noun.left_edge.i != 2 or noun.left_edge.lower_ == "not":
        return
    verb = next((c for c in noun.rights if c.dep_ == "acl" and c.tag_ == "VBG"), None)
    if verb is None or verb.i != noun.i + 1 or is_plural(noun) != (be.lower_ in ("are", "were")):
        return
    if not _is_action(verb) or any(t.dep_ in ("conj", "relcl") for t in doc[: verb.i]):
        return
    rest = until_end(doc, verb.i).text
    phrase = opening(doc[2 : noun.i + 1].text)
    yield whole(doc, f"{phrase} {be.text} {rest}")


def linked_inside(scene: Scene) -> Iterator[list[Edit]]:
    """ "However, the plan failed" -> "The plan, however, failed"."""
    clause, doc = scene.clause, scene.doc
    if clause is None or clause.subject is None or clause.finite is None or len(doc) < 5:
        return
    if doc[0].lower_ not in LINKING or doc[1].text != "," or scene.is_question:
        return
    subject = clause.subject
    if (
        subject.left_edge.i != 2
        or subject.dep_ == "expl"
        or subject.right_edge.i + 1 != clause.finite.i
    ):
        return
    if any(t.text == "," for t in doc[2 : clause.finite.i]) or clause.inverted:
        return
    # "However, she's late"
    if not doc[clause.finite.i - 1].whitespace_:
        return
    phrase = opening(doc[2 : clause.finite.i].text)
    yield [Edit(0, end_of(doc[clause.finite.i - 1]), f"{phrase}, {doc[0].lower_},")]


def linked_in_front(scene: Scene) -> Iterator[list[Edit]]:
    """ "The plan, however, failed" -> "However, the plan failed"."""
    doc = scene.doc
    for word in doc[2:-2]:
        if word.lower_ not in LINKING or word.nbor(-1).text != "," or word.nbor(1).text != ",":
            continue
        # "to live and, therefore, to eat": the word links two phrases.
        if word.nbor(-2).tag_ == "CC":
            continue
        clause = scene.clause
        if clause is None or clause.subject is None or clause.subject.left_edge.i != 0:
            return
        if clause.subject.right_edge.i > word.i or any(t.text == "," for t in doc[: word.i - 1]):
            return
        text = f"{opening(word.lower_)}, {inside(doc[: word.i - 1])}"
        yield [Edit(0, end_of(word.nbor(1)), text)]
        return


def also_in_front(scene: Scene) -> Iterator[list[Edit]]:
    """ "She also sings" -> "In addition, she sings"."""
    clause, doc = scene.clause, scene.doc
    if clause is None or clause.subject is None or clause.finite is None or clause.inverted:
        return
    if clause.subject.left_edge.i != 0 or clause.conjuncts or scene.is_question or clause.negators:
        return
    found = [c for c in clause.verb.children if c.lower_ == "also" and c.dep_ == "advmod"]
    if len(found) != 1 or sum(t.lower_ == "also" for t in doc) > 1:
        return
    also = found[0]
    if also.i > min(clause.verb.i + 1, len(doc) - 2):
        return
    if also.nbor(1).is_punct or also.nbor(1).lower_ == "known":
        return
    start = inside(doc[: also.i])
    rest = until_end(doc, also.i + 1).text
    yield whole(doc, f"In addition, {start} {rest}")
