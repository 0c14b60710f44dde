"""Who gets something: "gave her the book" and "gave the book to her"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.things import PERSONS
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.rephrasing.pieces.phrases import SCOPE, TO_SUBJECT, is_simple, phrase_of, word_after

if TYPE_CHECKING:
    from spacy.tokens import Token

TO = frozenset("give send show lend hand offer sell award grant present pass".split())
FOR = frozenset("buy bake knit sew cook build".split())
# Objects of "give" that are not handed over: "gave him a call", "gave birth to".
IDIOMS = frozenset(
    "call buzz ring kiss hug smile look glance push kick punch lift ride bath break chance try go"
    " home score hand headache cold fright shock surprise birth rise way thanks idea impression"
    " feeling sense start boost shot time trouble treatment hope courage strength reason pause life"
    " mercy notice one lot bit nickname name names title wave nod shout talk lesson advantage edge"
    " lead boy girl child son daughter voice rest beating warning piece pleasure pain appearance"
    " opportunity ability freedom minute minutes second seconds moment hour hours day"
    " days week weeks while party speech elevator answer warnings".split()
)
RECEIVERS = PERSONS - frozenset("dog cat horse cow wolf fox bear lion tiger".split())
# To whom these refer depends on where they stand.
BOUND = frozenset(
    "his her its their theirs himself herself itself themselves other another".split()
)
LONGEST = 5


def given_to(scene: Scene) -> Iterator[list[Edit]]:
    """ "gave her the book" -> "gave the book to her"; "bought her a ring" -> "... for her"."""
    for verb in scene.doc[:-2]:
        word = _preposition(verb)
        if word is None:
            continue
        receiver = next((c for c in verb.rights if c.dep_ == "dative"), None)
        thing = next((c for c in verb.rights if c.dep_ == "dobj"), None)
        if receiver is None or thing is None or not _is_receiver(receiver):
            continue
        who, what = phrase_of(receiver), phrase_of(thing)
        if who[0].i != verb.i + 1 or what[0].i != who[-1].i + 1 or not _is_thing(thing):
            continue
        if verb.i in scene.enclosed or _goes_on(verb, what[-1]):
            continue
        yield [Edit(who[0].idx, end_of(what[-1]), f"{what.text} {word} {who.text}")]


def given_directly(scene: Scene) -> Iterator[list[Edit]]:
    """ "gave the book to her" -> "gave her the book"."""
    for verb in scene.doc[:-2]:
        if _preposition(verb) != "to":
            continue
        thing = next((c for c in verb.rights if c.dep_ == "dobj"), None)
        to = next((c for c in verb.rights if c.dep_ in ("dative", "prep") and c.text == "to"), None)
        receiver = next(iter(to.rights), None) if to is not None else None
        if thing is None or to is None or receiver is None or receiver.dep_ != "pobj":
            continue
        who, what = phrase_of(receiver), phrase_of(thing)
        if what[0].i != verb.i + 1 or to.i != what[-1].i + 1 or who[0].i != to.i + 1:
            continue
        if not _is_thing(thing) or not _is_receiver(receiver) or _goes_on(verb, who[-1]):
            continue
        if verb.i in scene.enclosed or not _is_person(receiver, verb):
            continue
        yield [Edit(what[0].idx, end_of(who[-1]), f"{who.text} {what.text}")]


def _preposition(verb: Token) -> str | None:
    """The preposition between what is given and the receiver."""
    if not verb.tag_.startswith("V"):
        return None
    bare = bare_form(verb.text)
    return "to" if bare in TO else "for" if bare in FOR else None


def _is_person(receiver: Token, verb: Token) -> bool:
    """Whether the receiver must be a person: a name after "send" may be a place."""
    if receiver.tag_ == "NNP":
        return bare_form(verb.text) != "send"
    return receiver.lower_ in TO_SUBJECT or receiver.text in RECEIVERS


def _is_receiver(receiver: Token) -> bool:
    if receiver.tag_ == "PRP":
        return receiver.lower_ in TO_SUBJECT and receiver.lower_ != "it"
    if receiver.tag_ not in ("NN", "NNS", "NNP", "NNPS"):
        return False
    return is_simple(receiver, longest=LONGEST) and not _barred(receiver)


def _is_thing(thing: Token) -> bool:
    """Whether it is one certain thing, or several, that changes hands."""
    phrase = phrase_of(thing)
    if thing.tag_ not in ("NN", "NNS") or thing.lower_ in IDIOMS:
        return False
    determined = phrase[0].tag_ in ("DT", "PRP$", "CD") and phrase[0].lower_ not in BOUND
    return determined and is_simple(thing, longest=LONGEST + 1) and not _barred(thing)


def _barred(noun: Token) -> bool:
    phrase = phrase_of(noun)
    return any(t.lower_ in BOUND | SCOPE or t.dep_ in ("conj", "cc", "prep") for t in phrase)


def _goes_on(verb: Token, last: Token) -> bool:
    """Whether words follow that depend on what would be moved away from them."""
    following = word_after(last)
    if following is None:
        return False
    if following.text in ("-", "–", "("):
        return True
    while following.head.i > last.i and following.head != following:
        following = following.head
    return bool(verb.i < following.head.i <= last.i)
