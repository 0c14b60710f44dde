"""What was done, said not to have come about: "remained unopened", "has stopped opening"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.deeds import (
    ACTIONS,
    CHOSEN,
    GIVEN,
    HABITS,
    PROMPTING,
    SUFFERED,
    UNDONE,
)
from pipeline.negation.english.edits import Edit, end_of, replace
from pipeline.negation.english.former import FORMER
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.things import PERSONS, SETS
from pipeline.negation.kinds.checks.certain import is_certain
from pipeline.negation.kinds.facts.known import below, known
from pipeline.negation.kinds.facts.limits import COUNTS, PARTIAL, SOMEBODY
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.lexical.untried import goes_on, is_for_an_aim, is_of_some, is_same_act
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

CONTESTED = frozenset("win avenge qualify reach secure clinch gain earn".split())
UNFIT = frozenset(
    "little no none not perhaps possibly probably unsuccessful failed futile finally".split()
)
# Before a verb these say when or how surely, not in what manner.
NOT_OF_MANNER = frozenset(
    (
        "only early yearly daily recently previously formerly currently presently originally"
        " certainly clearly obviously surely possibly really actually simply merely especially"
        " similarly likewise accordingly consequently additionally effectively essentially"
        " virtually practically literally reportedly allegedly supposedly apparently hardly"
        " scarcely rarely barely accidentally coincidentally inadvertently unexpectedly"
        " suddenly unfortunately"
        " immediately quickly rapidly soon shortly briefly tragically narrowly finally eventually"
        " initially subsequently ultimately reluctantly unofficially unsuccessfully"
    ).split()
)
# What these say or offer they do for good.
WORKS = frozenset((*SETS["work"], *SETS["paper"], "book", "article", "study", "series", "magazine"))
OPENING = frozenset(
    "between during after before later then hence thus therefore contrast instead".split()
)
BEFORE_FAILING = frozenset(
    "later then eventually also subsequently initially ultimately again".split()
)
ENDURING = PERSONS | FORMER
DENIABLE = GIVEN | SUFFERED | CHOSEN | UNDONE.keys()
NO_MANNER = PARTIAL | NOT_OF_MANNER


def undone(scene: Scene) -> Iterator[list[Edit]]:
    """ "was published" -> "remained unpublished", "was given a medal" -> "was denied a medal".

    What happened to somebody was avoided: "was arrested" -> "avoided being arrested".
    """
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.is_open or clause.conjuncts:
        return
    verb, helpers = clause.verb, clause.auxiliaries
    if len(helpers) != 1 or helpers[0].text not in ("was", "were") or clause.inverted:
        return
    be = helpers[0]
    if verb.text not in DENIABLE or clause.subject.lower_ in SOMEBODY:
        return
    if be.i + 1 != verb.i or verb.tag_ != "VBN" or scene.tokens[-1].text not in (".", "!"):
        return
    # "was hanged, which was shown", "was used in several towns", "in May and also in June"
    if scene.has(("also", "based", "not")) or is_of_some(clause) or goes_on(scene, verb):
        return
    beside = {c.dep_ for c in verb.children}
    if verb.text in GIVEN:
        aimed = is_for_an_aim(scene, verb)
        if "dobj" in beside and not beside & {"xcomp", "ccomp", "conj", "prt"} and not aimed:
            yield [replace(verb, "denied")]
        return
    # "Similar losses were reported", "A man was arrested": others were not.
    if not is_certain(clause.subject) and clause.subject.i not in scene.enclosed:
        return
    # "was sacked for the first time", and had escaped so far
    if "for the first time" in scene.sentence.lower:
        return
    if verb.text in SUFFERED and not beside & {"ccomp", "conj", "prt", "oprd", "dobj"}:
        if _is_avoidable(scene, clause):
            how = scene.choice(verb, ("avoided", "escaped"))
            yield [Edit(be.idx, end_of(verb), f"{how} being {verb.text}")]
        return
    if beside & {"agent", "xcomp", "ccomp", "conj", "advcl", "prt", "oprd", "dobj", "advmod"}:
        return
    # "Three halls were used", and three others remained unused.
    if any(t.tag_ == "CD" for t in below(scene, clause.subject)):
        return
    # "She was released in May" is another meaning of "released".
    if verb.text == "released" and clause.subject.tag_ == "PRP":
        return
    places = [c.lower_ for c in verb.children if c.dep_ == "prep"]
    # "published in the July issue of a journal"
    if verb.text == "published" and "in" in places and scene.has(("issue", "journal", "magazine")):
        return
    if verb.text in UNDONE and not {"as", "for", "to", "into", "from", "with", "under"} & set(
        places
    ):
        yield [Edit(be.idx, end_of(verb), f"remained {UNDONE[verb.text]}")]
    elif verb.text in CHOSEN:
        yield [Edit(be.idx, end_of(verb), f"failed to be {verb.text}")]


def _is_avoidable(scene: Scene, clause: Clause) -> bool:
    """Whether what happened to one subject could have been avoided, as far as the sentence tells.

    Not "cancelled because of rain", where it is unclear what the rain would have done, "abolished
    when it was split", or "60 people were killed", of whom others escaped.
    """
    verb, subject = clause.verb, clause.subject
    if subject is None or scene.adds or subject.lower_ in COUNTS:
        return False
    if any(c.lower_ in ("because", "due", "after") for c in verb.children):
        return False
    if any(t.i > verb.i and is_same_act(t) for t in below(scene, verb)):
        return False
    return not any(t.tag_ == "CD" or t.lower_ in PARTIAL for t in subject.subtree)


def stopping(scene: Scene) -> Iterator[list[Edit]]:
    """ "The mill produces paper" -> "The mill has stopped producing paper"."""
    clause = scene.clause
    if clause is None or clause.auxiliaries or clause.tag not in ("VBZ", "VBP"):
        return
    if (
        scene.describes
        or scene.has(("only",))
        or scene.lowers[0] in ("a", "an")
        or (act := one_act(scene)) is None
    ):
        return
    subject, verb = act.subject, act.verb
    if bare_form(verb.text) not in HABITS or _is_for_good(verb) or _is_at_one_time(scene):
        return
    if any(t.text in (";", ":") and t.i not in scene.enclosed for t in scene.tokens):
        return
    # "works at the school, where she is the head"
    if "where" in scene.words and any(
        t.dep_ == "relcl" and _is_where_one_is(t) for t in below(scene, verb)
    ):
        return
    # "Children play", said of children in general, and "The pump uses oil": these do not stop.
    if subject is None or not (subject.tag_ in ("NNP", "PRP") or _is_of_somebody(subject)):
        return
    if is_manner(verb.nbor(-1), verb):
        return
    have = "has" if act.tag == "VBZ" else "have"
    doing = inflected(bare_form(verb.text), "VBG")
    yield [Edit(verb.idx, end_of(verb), f"{have} stopped {doing}")]


def _is_of_somebody(noun: Token) -> bool:
    """ "the mill", "our neighbours": persons or an institution, and certain ones; not "a book"."""
    if noun.lower_ in WORKS:
        return False
    certain = any(c.dep_ in ("det", "poss") and c.lower_ not in ("a", "an") for c in noun.children)
    return certain and bare_noun(noun) in ENDURING


def _is_where_one_is(clause: Token) -> bool:
    return any(c.lower_ == "where" for c in clause.lefts) and any(
        c.tag_ == "PRP" for c in clause.lefts
    )


def _is_at_one_time(scene: Scene) -> bool:
    """Whether something in front says when, or that it goes on from what was said before.

    "In his map of 1776 he writes", "Months later they sing", "Hence it offers", "Set in Odda, the
    player controls", "The more you study"
    """
    subject = scene.clause.subject if scene.clause is not None else None
    opening = scene.tokens[: subject.left_edge.i] if subject is not None else ()
    if any(t.tag_ in ("CD", "PRP$", "VBG", "VBN") or t.lower_ in OPENING for t in opening):
        return True
    return scene.lowers[:2] in (("the", "more"), ("the", "less"))


def _is_for_good(verb: Token) -> bool:
    """ "The river runs to the sea", "She holds a degree": nobody stops doing so."""
    lemma = bare_form(verb.text)
    runs = lemma == "run" and not any(c.dep_ == "dobj" for c in verb.rights)
    return runs or lemma == "hold"


@known
def one_act(scene: Scene) -> Clause | None:
    """The main clause if it reports one act of somebody, and its verb has no other dependents."""
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.is_open:
        return None
    # A participle in a headline, "Body found", is not a past tense.
    if scene.doc[-1].text not in (".", "!", '"', "”") or clause.inverted:
        return None
    # "leaves no doubt": "fails to leave no doubt"; "was sold, perhaps by Peel"; "finally closed"
    if scene.has(UNFIT):
        return None
    verb = clause.verb
    if verb.i < clause.subject.i or bare_form(verb.text) not in ACTIONS:
        return None
    if clause.subject.lower_ in SOMEBODY:
        return None
    # "co-wrote"; "a gift made to a church.", which defines a word
    if verb.nbor(-1).text == "-" or scene.tokens[0].text in ("a", "an"):
        return None
    # "quickly finished": the adverb does not fit something that was not done.
    start = clause.subject.left_edge.i
    around = [c for c in verb.children if not (_is_of_time(c, verb) or _opens(c, start))]
    around = [c for c in around if not (is_manner(c, verb) or _is_prompted(c, verb))]
    beside = {c.dep_ for c in around}
    if beside & {"neg", "ccomp", "xcomp", "advmod", "parataxis", "npadvmod"}:
        return None
    if any(c.dep_ in ("advcl", "conj") and not _stands_without(c, verb) for c in verb.children):
        return None
    # "made an offer, which he accepted": what follows took place.
    if "relcl" in scene.relations and any(
        t.dep_ == "relcl" and t.i > verb.i and _continues(t) for t in below(scene, verb)
    ):
        return None
    # "won it by beating them": what follows was done.
    doing = (d for c in verb.children if c.dep_ == "prep" for d in c.children)
    if any(d.dep_ == "pcomp" and (d.head.lower_ == "by" or _is_contested(verb)) for d in doing):
        return None
    # "His career began in Rome": he did not fail at it.
    if bare_form(verb.text) in ("begin", "end", "start") and "dobj" not in beside:
        return None
    # "became ill": nobody wants to.
    if beside & {"acomp", "oprd"}:
        return None
    return clause


def _continues(part: Token) -> bool:
    """Whether a relative clause after a comma goes on about something that is new, "an offer"."""
    new = part.head.left_edge.lower_ in ("a", "an")
    return new and part.left_edge.i > 0 and part.left_edge.nbor(-1).text == ","


def _is_contested(verb: Token) -> bool:
    return bare_form(verb.text) in CONTESTED


def _stands_without(part: Token, verb: Token) -> bool:
    """Whether a clause does not continue what was done: "sold it to pay his debts".

    "sold it, moving to Rome" and "opened it and sold it" do.
    """
    if part.dep_ == "conj":
        # "attended and liked the school": both have one object.
        own = any(c.dep_ in ("nsubj", "nsubjpass") for c in part.children)
        done = any(c.dep_ in ("dobj", "prep") and verb.i < c.i < part.i for c in verb.children)
        on = any(t.lower_ in ("it", "them", "this", "these") for t in part.subtree)
        begun = bare_form(verb.text) in ("start", "begin", "carry")
        helped = any(c.dep_ in ("aux", "auxpass") and c.tag_ == "VBD" for c in part.lefts)
        finite = helped or part.tag_ in ("VBD", verb.tag_)
        # "conquered it but did not stay": a contrast with what was done
        but = any(c.lower_ == "but" for c in verb.children) and not own
        return (own or (done and not on and not begun)) and finite and not but
    if part.i < verb.i or part.tag_ == "VB":
        return True
    marks = {c.lower_ for c in part.children if c.dep_ == "mark" or c.tag_ == "WRB"}
    return bool(marks & {"although", "though", "while", "when"})


def _opens(part: Token, start: int) -> bool:
    """ "However, he sold it", "When she died, he sold it": in front, it fits the denial too."""
    if part.i >= start or part.dep_ not in ("advmod", "npadvmod", "advcl"):
        return False
    if any(c.lower_ in ("if", "unless") for c in part.children):
        return False
    partial = any(t.lower_ in PARTIAL for t in part.subtree)
    return not partial and part.doc[start - 1].text == ","


def is_manner(adverb: Token, verb: Token) -> bool:
    """ "seriously affected": one adverb in -ly directly before the verb."""
    alone = adverb.i == verb.i - 1 and adverb.dep_ == "advmod" and not any(adverb.children)
    return alone and adverb.lower_.endswith("ly") and adverb.lower_ not in NO_MANNER


def _is_prompted(part: Token, verb: Token) -> bool:
    """ "prompted her to leave", "allowed gas to escape": what somebody or something was to do."""
    if part.dep_ not in ("xcomp", "ccomp") or bare_form(verb.text) not in PROMPTING:
        return False
    to = next((c for c in part.lefts if c.tag_ == "TO"), None)
    return to is not None and to.i > verb.i + 1


def _is_of_time(adverb: Token, verb: Token) -> bool:
    """ "later moved": directly before the verb, an adverb of time also fits the denial."""
    return adverb.i == verb.i - 1 and adverb.lower_ in BEFORE_FAILING
