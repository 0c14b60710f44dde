"""Active and passive: "The firm built the bridge" and "The bridge was built by the firm".

The agent is kept. Verbs that hardly have a passive, phrases that may not belong to the noun before
them, and words whose scope would change are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.agreement import be_form, is_plural
from pipeline.negation.reading.structure import Clause
from pipeline.rephrasing.constructions.naturalness import is_natural
from pipeline.rephrasing.pieces.phrases import (
    SCOPE,
    TO_OBJECT,
    TO_SUBJECT,
    inside,
    is_plain,
    is_simple,
    opening,
    participle_of,
    phrase_of,
    present,
    until_end,
    whole,
    word_after,
)
from pipeline.rephrasing.pieces.words import OF_TIME, PASSIVE_VERBS

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

MODALS = frozenset("will would can could may might must should".split())
# After "by", not an agent: "by train", "by mistake", "by May".
NOT_ACTING = frozenset(
    "train car bus plane boat ship bike bicycle foot hand mistake accident chance mail email post"
    " phone telephone law force birth name default means way fire day night mouth road sea air land"
    " rail number size age order virtue nature definition reason end time tomorrow noon midnight"
    " then now example lot degree percent margin vote votes method process use help addition"
    " surprise storm design sight heart lift elevator tram taxi ferry coach".split()
)
# Passives that describe a state, and whose active nobody uses.
FIXED = frozenset(
    "bear follow base situate locate compose comprise concern involve associate relate divide mean"
    " get accompany bind motivate suppose rumour rumor crowd mark characterise characterize head"
    " do name call know consider regard view describe define determine limit measure intend".split()
)
LONGEST = 24
COMPARING = frozenset("unlike like as besides alongside with without instead".split())
PARTICIPLES = frozenset(("VBG", "VBN"))


def passive(scene: Scene) -> Iterator[list[Edit]]:
    """ "The firm built the bridge in May" -> "The bridge was built by the firm in May"."""
    clause = scene.clause
    if clause is None or not _is_movable(scene, clause):
        return
    verb, subject = clause.verb, clause.subject
    objects = [c for c in verb.children if c.dep_ == "dobj"]
    if subject is None or len(objects) != 1 or bare_form(verb.text) not in PASSIVE_VERBS:
        return
    found = objects[0]
    start = phrase_of(found).start
    if start != verb.i + 1 or not _can_move(found, TO_SUBJECT) or not _can_act(subject, TO_OBJECT):
        return
    if any(
        c.dep_ not in ("nsubj", "dobj", "aux", "neg", "prep", "npadvmod", "punct", "advmod")
        for c in verb.children
    ):
        return
    between = scene.doc[phrase_of(subject).end : verb.i]
    adverbs = [t for t in between if t not in clause.auxiliaries and t not in clause.negators]
    if any(t.dep_ != "advmod" or not t.lower_.endswith("ly") for t in adverbs):
        return
    chain = _passive_chain(clause, found)
    done = participle_of(bare_form(verb.text))
    if chain is None or done is None:
        return
    agent = TO_OBJECT[subject.lower_] if subject.tag_ == "PRP" else None
    patient = TO_SUBJECT[found.lower_] if found.tag_ == "PRP" else phrase_of(found).text
    first = phrase_of(subject)
    lead = _lead(scene, first.start)
    if lead is None:
        return
    behind = until_end(scene.doc, phrase_of(found).end)
    # "cut by a man with a knife": the knife would be his.
    if len(behind) and behind[0].lower_ in ("with", "from", "of", "who", "which", "that"):
        return
    # "objects heavier than these", "the land south of the river": the object goes on.
    # "the troupe Arabya in 1915": its name would be left behind.
    goes_on = ("JJ", "JJR", "NNP", "NNPS")
    if any(t.tag_ in goes_on for t in behind[:1]) or behind[1:2].text in ("of", "than"):
        return
    if _has_gerund(behind) or _may_share(behind) or not is_natural(clause, subject, found, behind):
        return
    rest = behind.text
    words = [patient, chain, *(t.text for t in adverbs), done, "by", agent or inside(first), rest]
    yield whole(scene.doc, _sentence(lead, words))


def active(scene: Scene) -> Iterator[list[Edit]]:
    """ "The bridge was built by the firm in May" -> "The firm built the bridge in May"."""
    clause = scene.clause
    if clause is None or not _is_movable(scene, clause):
        return
    verb, subject = clause.verb, clause.subject
    agents = [c for c in verb.children if c.dep_ == "agent" and c.lower_ == "by"]
    if subject is None or len(agents) != 1 or verb.tag_ != "VBN":
        return
    actors = [c for c in agents[0].children if c.dep_ == "pobj"]
    if len(actors) != 1 or len(list(agents[0].children)) != 1:
        return
    actor = actors[0]
    if not _can_act(actor, TO_SUBJECT) or not _can_move(subject, TO_OBJECT) or clause.negators:
        return
    if actor.lower_ in NOT_ACTING | OF_TIME or actor.tag_ == "CD":
        return
    if bare_form(verb.text) in FIXED:
        return
    if any(
        c.dep_
        not in ("nsubjpass", "auxpass", "aux", "agent", "prep", "npadvmod", "punct", "advmod")
        for c in verb.children
    ):
        return
    finite = _active_chain(clause, actor)
    first = phrase_of(subject)
    lead = _lead(scene, first.start)
    if finite is None or lead is None or _has_gerund(scene.doc[verb.i :]):
        return
    if _may_share(scene.doc[verb.i + 1 : agents[0].i]):
        return
    # "by the local school, Hill School": what follows would lose its noun.
    after_actor = word_after(actor.right_edge)
    if after_actor is not None and after_actor.text == ",":
        return
    between = [t for t in scene.doc[first.end : verb.i] if t not in clause.auxiliaries]
    if any(t.dep_ != "advmod" or not t.lower_.endswith("ly") for t in between):
        return
    after = scene.doc[verb.i + 1 : agents[0].i].text
    rest = until_end(scene.doc, phrase_of(actor).end).text
    doer = TO_SUBJECT[actor.lower_] if actor.tag_ == "PRP" else phrase_of(actor).text
    done_to = TO_OBJECT[subject.lower_] if subject.tag_ == "PRP" else inside(first)
    manner = [t.text for t in between]
    yield whole(scene.doc, _sentence(lead, [doer, *manner, finite, done_to, after, rest]))


def _has_gerund(span: Span) -> bool:
    """ "before losing to Oslo": its subject is that of the clause, which would change."""
    return any(t.tag_ == "VBG" and t.dep_ in ("pcomp", "advcl", "xcomp") for t in span)


def _may_share(behind: Span) -> bool:
    """ "built the bridge by the river and the road": the road may have been built, too."""
    return any(a.tag_ == "CC" and b.tag_ in ("DT", "PRP$") for a, b in pairwise(behind))


def _is_movable(scene: Scene, clause: Clause) -> bool:
    """Whether the clause is the whole sentence, in the word order of a statement."""
    if clause.subject is None or clause.inverted or clause.conjuncts or scene.is_question:
        return False
    if not is_plain(scene.doc) or len(scene.doc) > LONGEST or clause.finite is None:
        return False
    if any(t.dep_ == "conj" and t.head == clause.verb for t in scene.doc):
        return False
    # "by machines alone": elsewhere, "alone" belongs to another word.
    if any(t.lower_ == "alone" for t in scene.doc):
        return False
    return not any(t.lower_ in SCOPE - {"not"} for t in clause.verb.children)


def _lead(scene: Scene, start: int) -> str | None:
    """The text before the subject: nothing, or something that ends with a comma."""
    if start == 0:
        return ""
    first = scene.doc[0]
    # "Unlike the cat, the dog ...", "Founded in 1950, the club ...": about this subject.
    if scene.doc[start - 1].text != "," or first.lower_ in COMPARING or first.tag_ in PARTICIPLES:
        return None
    return str(scene.doc[:start].text)


def _sentence(lead: str, words: list[str]) -> str:
    text = " ".join(word for word in words if word).replace(" ,", ",")
    return f"{lead} {text}" if lead else opening(text)


def _can_move(noun: Token, forms: Mapping[str, str]) -> bool:
    """Whether the patient can change its place; a pronoun needs its other form."""
    if noun.tag_ == "PRP":
        return noun.lower_ in forms and not any(noun.children)
    if not is_simple(noun):
        return False
    # "his keys" may be the agent's: the two would change places.
    return not any(
        t.tag_ in ("PRP$", "WP$") or t.lower_.endswith(("self", "selves")) for t in phrase_of(noun)
    )


def _can_act(noun: Token, forms: Mapping[str, str]) -> bool:
    """Whether the agent can change its place; a pronoun needs its other form."""
    if noun.tag_ == "PRP":
        return _can_move(noun, forms) and noun.lower_ not in ("it", "you")
    return is_simple(noun) and not any(t.tag_ == "PRP$" for t in phrase_of(noun))


def _passive_chain(clause: Clause, subject: Token) -> str | None:
    """The auxiliaries of the passive: "builds" -> "is", "has built" -> "has been"."""
    helpers = [t.lower_ for t in clause.auxiliaries]
    no = " not" if any(t.lower_ == "not" for t in clause.negators) else ""
    if clause.negators and not no:
        return None
    if not helpers:
        if clause.negators or clause.tag not in ("VBZ", "VBP", "VBD"):
            return None
        return be_form(subject, past=clause.tag == "VBD")
    if len(helpers) > 1:
        return None
    first = helpers[0]
    if first in ("do", "does", "did"):
        return be_form(subject, past=first == "did") + no if no else None
    if first in MODALS:
        return f"{first}{no} be"
    many = is_plural(subject) or subject.lower_ == "me"
    if first in ("has", "have") and clause.verb.tag_ in ("VBN", "VBD"):
        return f"{'have' if many else 'has'}{no} been"
    if first == "had" and clause.verb.tag_ in ("VBN", "VBD"):
        return f"had{no} been"
    if first in ("is", "are", "was", "were", "am") and clause.verb.tag_ == "VBG":
        return f"{be_form(subject, past=first in ('was', 'were'))}{no} being"
    return None


def _active_chain(clause: Clause, subject: Token) -> str | None:
    """The verb of the active with its auxiliaries: "was built" -> "built"."""
    helpers = [t.lower_ for t in clause.auxiliaries]
    bare = bare_form(clause.verb.text)
    many = is_plural(subject) or subject.lower_ in ("me", "you")
    if helpers in (["was"], ["were"]):
        return inflected(bare, "VBD")
    if helpers in (["is"], ["are"], ["am"]):
        return present(bare, subject)
    if len(helpers) != 2:
        return None
    if helpers[1] == "be" and helpers[0] in MODALS:
        return f"{helpers[0]} {bare}"
    if helpers[1] == "been" and helpers[0] in ("has", "have"):
        return f"{'have' if many else 'has'} {clause.verb.lower_}"
    if helpers == ["had", "been"]:
        return f"had {clause.verb.lower_}"
    if helpers[1] == "being":
        return f"{be_form(subject, past=helpers[0] in ('was', 'were'))} {inflected(bare, 'VBG')}"
    return None
