"""What somebody was, denied by a verb: "failed to become"."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.former import FORMER
from pipeline.negation.english.things import SETS
from pipeline.negation.kinds.facts.scene import Scene

# What one becomes, in contrast to "son" and "native".
POSITIONS = frozenset(
    (
        "member citizen teacher student pupil professor leader founder organiser organizer"
        " candidate delegate representative minister envoy deputy assistant apprentice disciple"
        " follower supporter advocate pioneer winner finalist runner-up star hero king queen"
        " emperor pope abbot cardinal archbishop chancellor dean principal headmaster rector"
        " lecturer reader sheriff marshal general admiral major speaker whip commentator"
        " correspondent writer author poet singer dancer actor actress artist architect translator"
        " critic scholar priest nun monk missionary preacher freemason knight baron merchant"
    ).split()
)
ROLES = POSITIONS | {*SETS["profession"], *SETS["player"], *SETS["footballing"]}
# Words beside a role that one does not become: "the last king", "a native speaker".
UNLIKE = frozenset(
    "real former last first only then future native born male female junior senior".split()
)
TIMES = frozenset("by from between during throughout".split())
ONE_PERSON = frozenset(("he", "she", "who"))
_OF_PEOPLE = frozenset(
    word
    for word in FORMER
    if word.endswith(("er", "or", "ist", "ian", "man", "ant")) or word in ("member", "captain")
)
"""The words of `FORMER` that name people."""
OF_SOMEBODY = ROLES | _OF_PEOPLE


def never_becoming(scene: Scene) -> Iterator[list[Edit]]:
    """ "He was a teacher" -> "He failed to become a teacher"."""
    clause = scene.clause
    if clause is None or clause.verb.lower_ != "was" or clause.auxiliaries or clause.conjuncts:
        return
    subject, verb = clause.subject, clause.verb
    if subject is None or subject.i > verb.i or not scene.is_open or scene.adds:
        return
    if not (subject.lower_ in ONE_PERSON or subject.tag_ == "NNP"):
        return
    role = next((c for c in verb.rights if c.dep_ == "attr"), None)
    if role is None or role.lower_ not in OF_SOMEBODY or verb.i in scene.enclosed:
        return
    first = role.left_edge
    if first.i != verb.i + 1 or first.lower_ not in ("a", "an", "the"):
        return
    # "was a member from 1920 to 1930, and a poet"
    if any(c.dep_ in ("cc", "conj") for c in role.children):
        return
    # "was a former member", "was the last king when it fell"
    beside = (c for c in verb.children if c.dep_ in ("advmod", "advcl", "ccomp", "npadvmod"))
    if any(c.i > subject.i for c in beside):
        return
    # "By 1920 he was a teacher", "From 1920 to 1930", "at the time": a state at one time
    if scene.lowers[0] in TIMES or "at the time" in scene.sentence.lower:
        return
    within = {c.lower_ for c in role.children}
    if any(c.tag_ in ("JJS", "RBS") for c in role.lefts) or within & UNLIKE:
        return
    yield [replace(verb, "failed to become")]
