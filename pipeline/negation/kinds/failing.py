"""What somebody did or does, said to have failed: "failed to reach", "refused to pay"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.deeds import ACTIONS, HABITS, OF_STATE, OF_WILL
from pipeline.negation.english.edits import Edit, before, delete, end_of, like, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import REPORTING
from pipeline.negation.english.things import PERSONS
from pipeline.negation.kinds.grounds import gives_grounds
from pipeline.negation.kinds.limits import BARRED, COUNTS, SOMEBODY
from pipeline.negation.kinds.nouns import bare_noun
from pipeline.negation.kinds.scene import Scene
from pipeline.negation.kinds.undoing import is_manner, one_act
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

BEFALLING = frozenset(
    "receive get suffer lose inherit violate compile injure hurt sprain bruise contract".split()
)
UNWANTED = frozenset(
    "accidental unauthorised unauthorized slow bad poor weak little few threat threats loss losses"
    " damage injury injuries defeat criticism mistake mistakes error errors illness".split()
)
WITH_A_WILL = frozenset("he she they we i who".split())
IMPERSONAL = frozenset("appear take seem happen remain last need".split())
HYPOTHETICAL = frozenset("if unless whether would-be otherwise rather wish wished were".split())
# Between "and" and a verb, and left out with it.
FIRST = frozenset("then later also eventually finally subsequently".split())
OF_FIRST = frozenset("dobj prep attr acomp advmod prt npadvmod".split())
PLAIN = frozenset("dobj prep prt npadvmod punct cc".split())
NOT_TRIED = frozenset("represent cause have receive get lose become".split())
TELLING = REPORTING | {"tell", "ask", "write", "add"}
# Nobody tries to: these say how things are, or what somebody is in need of.
NOT_FAILED = frozenset("require need constitute comprise contain work".split())
SOME = frozenset("some something somebody someone several certain many various numerous".split())
# In the present, what somebody does again and again.
OF_HABIT = frozenset(
    "drive ride cook bake fish hunt smoke collect paint run walk play sing dance write read teach"
    " study work swim eat drink grow sell buy speak wear clean wash produce manufacture".split()
)
ENTERING = frozenset("join enter become enlist enrol enroll acquire purchase obtain".split())
STAGES = frozenset("initially first mainly primarily partly especially firstly originally".split())
ALSO = frozenset(("also", "thus", "thereby", "thereafter"))
OF_EFFORT = frozenset(
    "vigour vigor zeal care ease success enthusiasm energy skill great force speed pride joy"
    " passion honour honor distinction support help difficulty determination".split()
)
# What somebody is, or goes on doing, after an act: "founded it and became its head"
OUTCOMES = frozenset("come flow become remain serve stay begin continue live emerge".split())
SHARES = frozenset(("%", "percent"))
# "went and won": the second is part of the first.
LIGHT = frozenset("go come try manage continue stop help let decide attempt begin start".split())


def failing(scene: Scene) -> Iterator[list[Edit]]:
    """ "The team reached the final" -> "The team failed to reach the final"; or "refused to".

    In the present too: "The act defines the term" -> "The act fails to define the term".
    """
    clause = scene.clause
    if clause is None or clause.auxiliaries or clause.tag not in ("VBD", "VBZ", "VBP"):
        return
    act = one_act(scene)
    if act is None or (act.tag != "VBD" and not _can_fail(act)):
        return
    if act.conjuncts and any(failing_at_last(scene)):
        return
    verb = act.verb
    lemma = bare_form(verb.text)
    subject = act.subject
    if _is_unwanted(verb) or _goes_on(verb) or gives_grounds(scene, second=False):
        return
    if _is_untried(act, scene):
        return
    if lemma in NOT_FAILED or _is_of_some(verb) or _tells_how(scene, act):
        return
    # '"If you go," he told them, "I stay."': what is quoted was said.
    if lemma in TELLING and any(t.is_quote for t in scene.tokens):
        return
    # "won 60 percent of the vote": of another share one does not say that somebody failed to win it
    if any(c.dep_ == "dobj" and c.lower_ in SHARES for c in verb.rights):
        return
    # "Hundreds cheered", "24 players broke the record": the others may have failed.
    if subject is not None and (
        subject.lower_ in COUNTS or any(c.dep_ == "nummod" for c in subject.children)
    ):
        return
    person = subject is not None and (
        subject.lower_ in WITH_A_WILL or bare_noun(subject) in PERSONS or subject.tag_ == "NNP"
    )
    counted = any(t.tag_ == "CD" for c in verb.rights if c.dep_ == "dobj" for t in c.lefts)
    willing = person and lemma in OF_WILL and not counted
    how = scene.choice(verb, ("refuse", "fail", "decline")) if willing else "fail"
    put, ahead = f"{inflected(how, act.tag)} to", verb.nbor(-1)
    if is_manner(ahead, verb):
        # "seriously affected" -> "failed to seriously affect"
        yield [before(ahead, put), Edit(verb.idx, end_of(verb), lemma)]
        return
    done = Edit(verb.idx, end_of(verb), like(verb, f"{put} {lemma}"))
    # "also failed to" would add to another failure.
    yield [done, delete(ahead)] if ahead.lower_ == "also" else [done]


def _is_untried(act: Clause, scene: Scene) -> bool:
    """Whether nobody tries to do it, or the sentence tells that it was done.

    "grew up in Rome", "drives a lorry for a living", "made his final appearance in a defeat",
    "initially holds the shaft and begins to turn it"
    """
    verb, children = act.verb, list(act.verb.children)
    if bare_form(verb.text) == "grow" and any(c.lower_ == "up" for c in children):
        return True
    if scene.has(("initially", "living")):
        return True
    present = act.tag in ("VBZ", "VBP")
    if present and (act.conjuncts or bare_form(verb.text) in OF_HABIT):
        return True
    if any(c.dep_ == "conj" and c.tag_[0] == "V" and _is_next(c) for c in children):
        return True
    # "joined the board and headed it": one heads what one has joined.
    if bare_form(verb.text) in ENTERING and any(
        c.dep_ == "conj" and not any(t.dep_ in ("nsubj", "nsubjpass") for t in c.lefts)
        for c in children
    ):
        return True
    # "bought the mill when it moved": one act
    if any(c.dep_ == "advcl" and c.i > verb.i and _is_same_act(c) for c in children):
        return True
    things = [c for c in children if c.dep_ in ("dobj", "attr")]
    return any(t.lower_ in ("final", "last") for thing in things for t in thing.lefts)


def _is_next(second: Token) -> bool:
    """Whether a second verb may tell what came of the first.

    "She founded a school and became its head", "He opened the tap and water came out", "sold the
    mill and then built a house"; but not "She sang in Kent and swam in Ohio".
    """
    beside = {c.dep_ for c in second.children}
    if any(c.lower_ == "then" for c in second.lefts):
        return True
    if beside & {"dobj", "ccomp", "auxpass"}:
        return False
    return "nsubj" in beside or bare_form(second.text) in OUTCOMES


def _is_same_act(clause: Token) -> bool:
    """ "when it moved", "when they met"."""
    when = any(c.lower_ in ("when", "as") for c in clause.lefts)
    return when and any(c.dep_ == "nsubj" and c.tag_ == "PRP" for c in clause.lefts)


def failing_to_come(scene: Scene) -> Iterator[list[Edit]]:
    """ "She would later win the cup" -> "She would later fail to win the cup"; "will" as well."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.negators or scene.is_question:
        return
    if [t.lower_ for t in clause.auxiliaries] not in (["would"], ["will"]) or clause.inverted:
        return
    verb, modal = clause.verb, clause.auxiliaries[0]
    if verb.tag_ != "VB" or bare_form(verb.text) not in ACTIONS - NOT_TRIED or scene.is_denied:
        return
    # "would win if", "would rather win"; "Some would win"
    if scene.has(HYPOTHETICAL) or clause.subject.i > modal.i or modal.i in scene.enclosed:
        return
    if any(t.lower_ in BARRED | SOMEBODY for t in (*verb.children, *clause.subject.subtree)):
        return
    if _is_unwanted(verb) or _goes_on(verb) or gives_grounds(scene, second=False):
        return
    # "It would appear that", "It would take two years"
    if any(t.tag_ == "CD" for t in clause.subject.subtree) or verb.lower_ in IMPERSONAL:
        return
    done, ahead = replace(verb, f"fail to {verb.text}"), verb.nbor(-1)
    yield [done, delete(ahead)] if ahead.lower_ == "also" else [done]


def _is_of_some(verb: Token) -> bool:
    """ "led some towns to close it", "found something": others, perhaps, they did not."""
    things = [c for c in verb.rights if c.dep_ in ("dobj", "pobj")]
    return any(t.lower_ in SOME for thing in things for t in (thing, *thing.lefts))


def _tells_how(scene: Scene, act: Clause) -> bool:
    """Whether a sentence tells how something was done, or what else was.

    "extended its rule, initially by treaties", "worked on with renewed vigour", "In addition to her
    songs she wrote plays", "She gave him a tour and also sang"
    """
    verb = act.verb
    behind = scene.tokens[verb.i + 1 :]
    if any(t.lower_ in STAGES and t.nbor(-1).text == "," for t in behind):
        return True
    if any(t.lower_ in ALSO and t.head.tag_[0] == "V" and t.head.i != verb.i for t in behind):
        return True
    first = scene.lowers[:3]
    if first[:2] in (("in", "addition"), ("as", "well")) and "to" in scene.words:
        return True
    return any(
        c.lower_ == "with" and any(t.lower_ in OF_EFFORT for t in c.children) for c in verb.children
    )


def _goes_on(verb: Token) -> bool:
    """ "wrote a song, which she sang in May": it came about."""
    return any(
        t.dep_ == "relcl" and t.left_edge.i > verb.i and t.left_edge.nbor(-1).text == ","
        for t in verb.subtree
    )


def _is_unwanted(verb: Token) -> bool:
    """ "received threats", "made an accidental stop", "shows little evidence": nobody tries to."""
    if bare_form(verb.text) in BEFALLING:
        return True
    things = [c for c in verb.rights if c.dep_ == "dobj"]
    return any(t.lower_ in UNWANTED for thing in things for t in (thing, *thing.lefts))


def _can_fail(act: Clause) -> bool:
    """Whether a verb in the present says what something does, not how it is or what one sees."""
    subject, verb = act.subject, act.verb
    lemma = bare_form(verb.text)
    # What is done repeatedly can be stopped; see `stopping`.
    if subject is None or lemma in HABITS | OF_STATE:
        return False
    # "A man cuts a tree" describes a scene, "We ask that ..." is said now.
    first = subject.left_edge
    opening = {first.lower_, verb.doc[0].lower_}
    if opening & {"a", "an"} or any(c.dep_ == "nummod" for c in subject.children):
        return False
    if subject.lower_ in ("i", "we", "you", "one", "there"):
        return False
    # "takes five hours"
    things = [t for c in verb.rights if c.dep_ == "dobj" for t in c.subtree]
    return not any(t.tag_ == "CD" or t.text == "%" for t in things)


def failing_at_last(scene: Scene) -> Iterator[list[Edit]]:
    """ "She walked home and opened the shop" -> "She walked home but failed to open the shop"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or not scene.is_open:
        return
    if len(clause.conjuncts) != 1:
        return
    last = clause.conjuncts[0]
    if clause.tag not in ("VBD", "VBZ") or last.tag_ != clause.tag or clause.auxiliaries:
        return
    deed = bare_form(last.text)
    if deed not in ACTIONS or deed in NOT_TRIED or bare_form(clause.verb.text) in LIGHT:
        return
    # "directed and produced a film": both have one object.
    first = clause.verb
    if not any(c.dep_ in OF_FIRST and first.i < c.i < last.i for c in first.children):
        return
    if scene.doc[-1].text != "." or not _is_plain(last) or last.i in scene.enclosed:
        return
    joining, adverb = _joining(last)
    if joining is None or gives_grounds(scene, second=False) or _is_unwanted(last):
        return
    to = f"{inflected('fail', clause.tag)} to {deed}"
    start = adverb.idx if adverb is not None else last.idx
    yield [replace(joining, "but"), Edit(start, end_of(last), to)]


def _is_plain(last: Token) -> bool:
    """Whether a verb has an object or a place of its own, and nothing that says what followed."""
    beside = [c for c in last.children if c.lower_ not in FIRST]
    if not any(c.dep_ in ("dobj", "prep") and c.i > last.i for c in beside):
        return False
    if any(c.dep_ not in PLAIN for c in beside) or any(t.lower_ in BARRED for t in last.subtree):
        return False
    # "won 20 games", "wrote a song, which she sang", "by selling it": what follows was done.
    things = [t for c in beside if c.dep_ == "dobj" for t in c.lefts]
    within = [t for c in beside for t in c.subtree]
    return not any(t.tag_ == "CD" for t in things) and not any(
        t.dep_ in ("pcomp", "relcl") for t in within
    )


def _joining(last: Token) -> tuple[Token | None, Token | None]:
    """The "and" before a verb, and the adverb of time between the two: "and later opened"."""
    before = last.nbor(-1)
    adverb = before if before.lower_ in FIRST else None
    joining = before.nbor(-1) if adverb is not None and before.i else before
    return (joining if joining.lower_ == "and" else None), adverb
