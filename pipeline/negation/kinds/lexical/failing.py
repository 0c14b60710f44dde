"""What somebody did or does, said to have failed: "failed to reach", "refused to pay"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.deeds import ACTIONS, HABITS, OF_STATE, OF_WILL
from pipeline.negation.english.edits import Edit, before, delete, end_of, like, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import PERCENT, REPORTING, YEAR
from pipeline.negation.english.things import PERSONS
from pipeline.negation.kinds.checks.certain import is_certain
from pipeline.negation.kinds.checks.grounds import gives_grounds
from pipeline.negation.kinds.facts.limits import BARRED, COUNTS, SOMEBODY
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.lexical.undoing import is_manner, one_act
from pipeline.negation.kinds.lexical.untried import (
    goes_on,
    is_for_an_aim,
    is_of_some,
    is_untried,
    is_unwanted,
    tells_how,
)
from pipeline.negation.reading.neighbour import lower_before
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

WITH_A_WILL = frozenset("he she they we i who".split())
IMPERSONAL = frozenset("appear take seem happen remain last need".split())
HYPOTHETICAL = frozenset(
    "if unless whether would-be otherwise rather wish wished were not never either finally".split()
)
# Between "and" and a verb, and left out with it.
FIRST = frozenset("then later also eventually finally subsequently".split())
OF_FIRST = frozenset("dobj prep attr acomp advmod prt npadvmod".split())
PLAIN = frozenset("dobj prep prt npadvmod punct cc".split())
NOT_TRIED = frozenset("represent cause have receive get lose become".split())
TELLING = REPORTING | {"tell", "ask", "write", "add"}
AMOUNTS = frozenset("number lot lots bit part half most".split())
MOSTLY = frozenset("mostly mainly largely primarily chiefly rarely".split())
WINNING = frozenset("win wins victory victories triumph beating defeating winning".split())
WON = frozenset(("win", "beat", "defeat"))
SCORE = re.compile(r"\d+[-–]\d+")
# "went and won": the second is part of the first.
LIGHT = frozenset("go come try manage continue stop help let decide attempt begin start".split())
TRIED = ACTIONS - NOT_TRIED
UNSURE = BARRED | SOMEBODY
ONGOING = HABITS | OF_STATE


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
    if gives_grounds(scene, second=False) or is_unwanted(scene, verb) or _is_told_of(verb):
        return
    # '"If you go," he told them, "I stay."': what is quoted was said.
    if lemma in TELLING and any(t.is_quote for t in scene.tokens):
        return
    if is_of_some(act) or is_untried(act, scene) or tells_how(scene, act) or goes_on(scene, verb):
        return
    # "won 4–3 and advanced": who fails to win so may win otherwise.
    if verb.i + 1 < len(scene.tokens) and SCORE.fullmatch(verb.nbor(1).text):
        return
    if lemma in WON and _tells_of_winning(act):
        return
    # "The trains stop here mostly at night": and at noon, perhaps
    if scene.has(MOSTLY) and any(
        c.dep_ == "prep" and c.nbor(-1).lower_ in MOSTLY for c in verb.rights
    ):
        return
    if _goes_on_from(act) or _is_won_by_some(act):
        return
    # "won 60 percent of the vote": of another share one does not say that somebody failed to win it
    if any(c.dep_ == "dobj" and c.lower_ in PERCENT for c in verb.rights):
        return
    # "Hundreds cheered", "24 players broke the record": the others may have failed.
    if subject is not None and (subject.lower_ in COUNTS or _is_counted(subject)):
        return
    person = subject is not None and (
        subject.lower_ in WITH_A_WILL or bare_noun(subject) in PERSONS or subject.tag_ == "NNP"
    )
    counted = any(t.tag_ == "CD" for c in verb.rights if c.dep_ == "dobj" for t in c.lefts)
    # '"Touch" entered the list': a title has no will.
    titled = subject is not None and subject.i in scene.enclosed
    willing = person and lemma in OF_WILL and not counted and not titled
    ways = ("refuse", "decline") if lemma == "work" else ("refuse", "fail", "decline")
    how = scene.choice(verb, ways) if willing else "fail"
    put, ahead = f"{inflected(how, act.tag)} to", verb.nbor(-1)
    if is_manner(ahead, verb):
        # "seriously affected" -> "failed to seriously affect"
        yield [before(ahead, put), Edit(verb.idx, end_of(verb), lemma)]
        return
    done = Edit(verb.idx, end_of(verb), like(verb, f"{put} {lemma}"))
    # "also failed to" would add to another failure.
    yield [done, delete(ahead)] if ahead.lower_ == "also" else [done]


def _goes_on_from(act: Clause) -> bool:
    """Whether what else was done goes on from the act.

    "grew the mould and found that it was green", "sold it, built a mill and left"
    """
    seconds = [c for c in act.conjuncts if _shares_subject(c)]
    return len(seconds) > 1 or any(not _is_set_apart(c) for c in seconds)


def _is_won_by_some(act: Clause) -> bool:
    """ "won by forty votes", and might win by others."""
    margins = (c for c in act.verb.rights if c.lower_ == "by")
    won = bare_form(act.verb.text) in WON
    return won and any(t.tag_ == "CD" for c in margins for t in c.subtree)


def _shares_subject(second: Token) -> bool:
    return not any(c.dep_ in ("nsubj", "nsubjpass", "expl") for c in second.lefts)


def _is_set_apart(second: Token) -> bool:
    """ "completed a course, and went on to work": with a comma "failed to" ends there."""
    joining = [t for t in second.head.children if t.dep_ == "cc" and t.i < second.i]
    return bool(joining) and lower_before(joining[-1]) == ","


def _is_told_of(verb: Token) -> bool:
    """ "devised a machine, found in 2010": what else is told of it says that it was made."""
    things = (c for c in verb.rights if c.dep_ == "dobj")
    more = (t for thing in things for t in thing.rights if t.dep_ in ("acl", "relcl"))
    return any(t.tag_ in ("VBD", "VBN", "VBZ") for t in more)


def _is_counted(subject: Token) -> bool:
    """ "24 players"; not "the two brothers", nor a year: "The 1953 team"."""
    # "Two out of the ten survived", "A total of ten survived"
    if subject.tag_ == "CD" or subject.lower_ in ("total", "number", "majority", "minority"):
        return True
    numbers = [c for c in subject.children if c.dep_ == "nummod"]
    return not is_certain(subject) and any(not YEAR.fullmatch(c.text) for c in numbers)


def _tells_of_winning(act: Clause) -> bool:
    """ "won the title after a 3–1 win", "won it by beating Odda": who won did not fail to."""
    beside = [c for c in act.verb.rights if c.dep_ in ("prep", "agent", "advcl")]
    return any(t.lower_ in WINNING for c in beside for t in c.subtree)


def failing_to_come(scene: Scene) -> Iterator[list[Edit]]:
    """ "She would later win the cup" -> "She would later fail to win the cup"; "will" as well."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.negators or scene.is_question:
        return
    if [t.lower_ for t in clause.auxiliaries] not in (["would"], ["will"]) or clause.inverted:
        return
    verb, modal = clause.verb, clause.auxiliaries[0]
    if verb.tag_ != "VB" or bare_form(verb.text) not in TRIED or scene.is_denied:
        return
    if verb.i == 0:
        return
    # "would win if", "would rather win"; "would finally win"; "Some would win"
    if scene.has(HYPOTHETICAL) or clause.subject.i > modal.i or modal.i in scene.enclosed:
        return
    if any(t.lower_ in UNSURE for t in (*verb.children, *clause.subject.subtree)):
        return
    if gives_grounds(scene, second=False) or is_unwanted(scene, verb) or goes_on(scene, verb):
        return
    # "would leave and be replaced": the second goes on from the first.
    if is_for_an_aim(scene, verb) or any(_shares_subject(c) for c in clause.conjuncts):
        return
    # "It would appear that", "It would take two years"
    if any(t.tag_ == "CD" for t in clause.subject.subtree) or verb.lower_ in IMPERSONAL:
        return
    # "I would remind you" is said now; nobody says "I will fail to help you".
    if clause.subject.lower_ in ("i", "we"):
        return
    done, ahead = replace(verb, f"fail to {verb.text}"), verb.nbor(-1)
    yield [done, delete(ahead)] if ahead.lower_ == "also" else [done]


def _can_fail(act: Clause) -> bool:
    """Whether a verb in the present says what something does, not how it is or what one sees."""
    subject, verb = act.subject, act.verb
    lemma = bare_form(verb.text)
    # What is done repeatedly can be stopped; see `stopping`.
    if subject is None or lemma in ONGOING:
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
    # "affects around 3 % of the hens": the parser may take "around" for a place.
    shares = [t for c in verb.rights if c.dep_ == "prep" for t in c.children]
    return not any(t.tag_ == "CD" or t.text == "%" for t in things) and not any(
        t.text in PERCENT for t in shares
    )


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
    if joining is None or gives_grounds(scene, second=False) or is_unwanted(scene, last):
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
    # "listed a number of sponsors", and no others
    if any(c.lower_ in AMOUNTS for c in beside):
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
