"""Opinions and reasons in other words: "I think he is right" and "In my opinion, he is right"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.rephrasing.pieces.phrases import is_plain, last_word, subject_of, until_end, whole

if TYPE_CHECKING:
    from spacy.tokens import Token

ASKING = frozenset("did do does is are was were has have had can could will would should".split())
OWNERS = frozenset("i we".split())
JUDGING = frozenset(
    "good bad great better best worse worst important essential necessary unnecessary right wrong"
    " correct incorrect mistaken true false fair unfair beautiful pretty ugly lovely nice kind"
    " interesting boring exciting stupid silly foolish clever smart wise unwise strange odd weird"
    " ridiculous absurd wonderful terrible awful horrible excellent perfect fantastic amazing funny"
    " useful useless difficult hard easy simple dangerous safe reasonable unreasonable acceptable"
    " unacceptable enough undeniable obvious clear sad cute attractive overrated delicious tasty"
    " rude polite crazy brilliant impressive possible impossible worth cheap expensive".split()
)
"""Adjectives that express a judgement, not a guess."""
THINKING = frozenset("think believe".split())


def in_my_opinion(scene: Scene) -> Iterator[list[Edit]]:
    """ "I think that he is right" -> "In my opinion, he is right"."""
    doc = scene.doc
    if len(doc) < 5 or doc[0].lower_ not in OWNERS or doc[1].lower_ not in THINKING:
        return
    verb = doc[1]
    said = next((c for c in verb.rights if c.dep_ == "ccomp"), None)
    if said is None or verb.head != verb or not is_plain(doc) or scene.is_question:
        return
    first = said.left_edge
    if first.i != 2 or said.right_edge.i < last_word(doc).i:
        return
    start = first.nbor(1) if first.lower_ == "that" and first.dep_ == "mark" else first
    subject = subject_of(said)
    # "I think I'll go" tells what one is going to do.
    if subject is None or subject.left_edge != start or subject.lower_ in OWNERS:
        return
    if subject.tag_ in ("WP", "WDT") or any(c.dep_ == "conj" for c in verb.children):
        return
    if not _is_view(said):
        return
    whose = "my" if doc[0].lower_ == "i" else "our"
    text = until_end(doc, start.i).text
    yield whole(doc, f"In {whose} opinion, {text}")


def _is_view(said: Token) -> bool:
    """Whether it says how good something is, or what should be: "it is a good idea", but not "he is
    asleep", which is a guess."""
    if any(c.lower_ == "should" for c in said.lefts):
        return True
    if bare_form(said.text) != "be" or said.tag_ not in ("VBZ", "VBP", "VBD", "VB"):
        return False
    found = [c for c in said.rights if c.dep_ in ("acomp", "attr")]
    # "all right" is a prediction.
    if any(d.lower_ == "all" for c in found for d in c.lefts):
        return False
    return any(c.lower_ in JUDGING or any(d.lower_ in JUDGING for d in c.lefts) for c in found)


def for_what_reason(scene: Scene) -> Iterator[list[Edit]]:
    """ "Why did she leave?" -> "For what reason did she leave?"."""
    doc = scene.doc
    if len(doc) < 5 or doc[0].lower_ != "why" or doc[1].lower_ not in ASKING:
        return
    if doc[2].lower_ in ("not", "n't", "n’t") or doc[-1].text != "?":
        return
    # "Why do I even bother?", "Why on earth did you go?" do not ask for a reason.
    if any(t.lower_ in ("even", "bother", "ever", "earth", "hell", "always") for t in doc):
        return
    yield [replace(doc[0], "for what reason")]
