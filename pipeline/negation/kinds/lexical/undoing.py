"""What was done, said not to have come about: "failed to open", "has yet to open"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.deeds import (
    ACTIONS,
    CHOSEN,
    COMPLETED,
    GIVEN,
    HABITS,
    PROMPTING,
    SUFFERED,
    UNDONE,
)
from pipeline.negation.english.edits import Edit, end_of, replace
from pipeline.negation.english.former import FORMER
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.things import PERSONS
from pipeline.negation.kinds.facts.limits import COUNTS, PARTIAL, SOMEBODY
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.lexical.untried import goes_on, is_of_some
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
COMING_ABOUT = frozenset("dobj prt dative conj".split())
THROUGH = frozenset("until till for from since between during throughout through as after".split())
BEFORE_FAILING = frozenset(
    "later then eventually also subsequently initially ultimately again".split()
)


def yet(scene: Scene) -> Iterator[list[Edit]]:
    """ "The band has released an album" -> "The band has yet to release an album".

    Also of the past: "It had been sold", "It was sold" -> "It had yet to be sold".
    """
    clause = scene.clause
    # "Only three have survived": the others have not.
    if clause is None or not clause.auxiliaries or scene.has(("only",)):
        return
    # "Over the years it has been used": again and again
    if any(often in scene.sentence.lower for often in ("over the years", "many ways")):
        return
    # "was moved in 1586 and again in 1610"; "had drunk a lot, fallen and died"
    if scene.has(("again",)) or any(c.dep_ == "conj" for c in clause.verb.rights):
        return
    if clause.auxiliaries[0].text in ("was", "were"):
        yield from _yet_to_be(scene)
        return
    if clause.auxiliaries[0].text not in ("has", "have", "had") or (act := one_act(scene)) is None:
        return
    words = [t.lower_ for t in act.auxiliaries[1:]]
    first, verb = act.auxiliaries[0], act.verb
    # "has got a boat" is "has a boat".
    if verb.tag_ != "VBN" or words not in ([], ["been"]) or verb.text == "got":
        return
    if act.auxiliaries[-1].i + 1 != verb.i or act.auxiliaries[-1].i != first.i + len(words):
        return
    # "has signed a number of treaties", and has yet to sign a number of others; "has sung and
    # danced"
    if act.conjuncts or scene.has(("number",)) or is_of_some(act) or goes_on(act.verb):
        return
    # Twelve were found; twelve others may yet be.
    if act.subject is not None and any(c.dep_ == "nummod" for c in act.subject.children):
        return
    # "won the last three games" are games that were played.
    if any(t.lower_ in ("last", "past", "previous") for t in verb.subtree):
        return
    # "has since built", "have been built for years", "has kept it to this day"
    if any(t.lower_ in ("since", "already", "ever", "for") for t in verb.children):
        return
    until_now = scene.has(("this",)) and scene.has(("day", "date"))
    if until_now or scene.has(("recently", "lately", "recent")):
        return
    # "has adopted two strategies", and has yet to adopt others
    if any(t.tag_ == "CD" for c in verb.rights if c.dep_ == "dobj" for t in (c, *c.lefts)):
        return
    # "has ties with 40 towns", and has yet to have them with others
    if scene.has_digits and any(_is_count(t) for c in verb.rights for t in c.subtree):
        return
    done = f"be {verb.text}" if words else bare_form(verb.text)
    yield [Edit(first.idx, end_of(verb), f"{first.text} yet to {done}")]


def _is_count(number: Token) -> bool:
    """ "40" in "40 towns"."""
    return number.tag_ == "CD" and number.dep_ == "nummod" and number.head.tag_ == "NNS"


def _yet_to_be(scene: Scene) -> Iterator[list[Edit]]:
    act = one_act(scene)
    if act is None or len(act.auxiliaries) != 1 or act.verb.tag_ != "VBN":
        return
    be, verb, subject = act.auxiliaries[0], act.verb, act.subject
    if be.i + 1 != verb.i or verb.text not in COMPLETED:
        return
    # "was shown for years" says how long, "was founded on trade", "named after him" say on what.
    places = [c for c in verb.children if c.dep_ == "prep"]
    # "was made of people who": what it consists of
    if any(c.lower_ in THROUGH | {"of"} for c in places):
        return
    if any(c.lower_ == "on" and not any(t.tag_ == "CD" for t in c.subtree) for c in places):
        return
    # "40 were sold", and others had yet to be.
    if (
        subject is None
        or subject.lower_ in COUNTS
        or any(t.tag_ == "CD" for t in (subject, *subject.lefts))
    ):
        return
    if scene.adds or goes_on(verb) or any(c.dep_ in COMING_ABOUT for c in verb.children):
        return
    if any(c.dep_ == "agent" and c.nbor(-1).text == "," for c in verb.children):
        return
    # "discovered when she boiled it", "at the invitation of the club": how it came about
    if any(c.dep_ == "advcl" and c.i > verb.i for c in verb.children):
        return
    if any(c.lower_ in ("at", "by", "under", "with") and c.i < be.i for c in verb.children):
        return
    if scene.has(("so", "thus")) or _is_told_on(scene, verb):
        return
    # "was designed by a monk, who built it"
    doer = (t for c in verb.children if c.dep_ == "agent" for t in c.subtree)
    if any(t.dep_ == "relcl" for t in doer):
        return
    yield [Edit(be.idx, end_of(verb), f"had yet to be {verb.text}")]


def _is_told_on(scene: Scene, verb: Token) -> bool:
    """Whether a sentence goes on with when or where it was so.

    "was shown in Kent until 1990, when it moved"
    """
    behind = scene.tokens[verb.i + 1 :]
    return any(t.lower_ in ("when", "until") and t.nbor(-1).text == "," for t in behind)


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
    if clause.subject.lower_ in SOMEBODY:
        return
    if be.i + 1 != verb.i or verb.tag_ != "VBN" or scene.doc[-1].text not in (".", "!"):
        return
    beside = {c.dep_ for c in verb.children}
    if verb.text in GIVEN:
        if "dobj" in beside and not beside & {"xcomp", "ccomp", "conj", "prt"}:
            yield [replace(verb, "denied")]
        return
    if verb.text in SUFFERED and not beside & {"ccomp", "conj", "prt", "oprd", "dobj"}:
        # "cancelled because of rain": unclear what the rain would have done
        if any(c.lower_ in ("because", "due", "after") for c in verb.children):
            return
        # "60 people were killed", and others escaped.
        counted = any(t.tag_ == "CD" or t.lower_ in PARTIAL for t in clause.subject.subtree)
        if not (scene.adds or counted or clause.subject.lower_ in COUNTS):
            how = scene.choice(verb, ("avoided", "escaped"))
            yield [Edit(be.idx, end_of(verb), f"{how} being {verb.text}")]
        return
    if beside & {"agent", "xcomp", "ccomp", "conj", "advcl", "prt", "oprd", "dobj", "advmod"}:
        return
    # "Three halls were used", and three others remained unused.
    if any(t.tag_ == "CD" for t in clause.subject.subtree):
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


def stopping(scene: Scene) -> Iterator[list[Edit]]:
    """ "The mill produces paper" -> "The mill has stopped producing paper"."""
    clause = scene.clause
    if clause is None or clause.auxiliaries or clause.tag not in ("VBZ", "VBP"):
        return
    if scene.describes or scene.has(("only",)) or (act := one_act(scene)) is None:
        return
    subject, verb = act.subject, act.verb
    if bare_form(verb.text) not in HABITS or _is_for_good(verb):
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
    """ "the mill", "our neighbours": persons or an institution, and certain ones."""
    certain = any(c.dep_ in ("det", "poss") and c.lower_ not in ("a", "an") for c in noun.children)
    return certain and bare_noun(noun) in PERSONS | FORMER


def _is_for_good(verb: Token) -> bool:
    """ "The river runs to the sea", "She holds a degree": nobody stops doing so."""
    lemma = bare_form(verb.text)
    runs = lemma == "run" and not any(c.dep_ == "dobj" for c in verb.rights)
    return runs or lemma == "hold"


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
    if any(t.dep_ == "relcl" and t.i > verb.i and _continues(t) for t in verb.subtree):
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
    return alone and adverb.lower_.endswith("ly") and adverb.lower_ not in PARTIAL | NOT_OF_MANNER


def _is_prompted(part: Token, verb: Token) -> bool:
    """ "prompted her to leave", "allowed gas to escape": what somebody or something was to do."""
    if part.dep_ not in ("xcomp", "ccomp") or bare_form(verb.text) not in PROMPTING:
        return False
    to = next((c for c in part.lefts if c.tag_ == "TO"), None)
    return to is not None and to.i > verb.i + 1


def _is_of_time(adverb: Token, verb: Token) -> bool:
    """ "later moved": directly before the verb, an adverb of time also fits the denial."""
    return adverb.i == verb.i - 1 and adverb.lower_ in BEFORE_FAILING
