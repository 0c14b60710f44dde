"""What was said or can be done, denied by its verb: "said that" -> "denied that"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import by_affix, opposite
from pipeline.negation.english.edits import Edit, end_of, replace
from pipeline.negation.english.inflection import bare_form, with_particle
from pipeline.negation.english.things import PERSONS
from pipeline.negation.kinds.facts.limits import DENYING, PARTIAL
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.agreement import be_form
from pipeline.negation.reading.bound import relies_on

if TYPE_CHECKING:
    from spacy.tokens import Token

REPORTS = {
    verb: new
    for new, verbs in {
        "deny": (
            "say state claim argue insist assert maintain contend declare admit acknowledge confirm"
            " announce report allege affirm stress emphasise emphasize note remark write agree"
            " concede accept recognise recognize explain add"
        ),
        "doubt": "believe think suspect assume feel expect",
        "rule out": "show suggest indicate conclude find demonstrate prove imply predict mean",
    }.items()
    for verb in verbs.split()
}
"""Verb of somebody who makes a statement -> the verb of somebody who holds the opposite.

Whoever hopes or fears that something is so may doubt it, too.
"""
MINDS = PERSONS | frozenset(
    "people scientist researcher scholar historian critic expert author analyst economist official"
    " police investigator physician psychologist linguist archaeologist philosopher voter resident"
    " member many".split()
)
# Predicates of degree: "far from clear", not "far from Spanish".
GRADED = frozenset(
    (
        "clear certain obvious simple easy common rare popular famous important essential useful"
        " effective efficient successful complete perfect uniform universal identical equal"
        " typical normal usual safe stable secure reliable accurate precise exact consistent"
        " reasonable rational fair just ideal adequate sufficient satisfactory satisfied happy"
        " pleased impressed convinced alone unique new modern rich poor strong weak large small"
        " long short high low deep dense abundant plentiful scarce widespread active independent"
        " neutral objective original serious severe significant substantial considerable extensive"
        " strict flexible smooth flat straight regular constant steady harmless dangerous toxic"
        " friendly peaceful quiet calm silent dry wet warm cold hot bright dark empty full free"
        " cheap expensive wealthy healthy honest innocent loyal enthusiastic optimistic"
        " homogeneous influential prominent powerful dominant superior inferior transparent"
        " visible familiar suitable appropriate acceptable difficult complex complicated"
        " sophisticated intelligent competitive profitable beautiful attractive comfortable"
        " memorable similar"
        " fluent functional paramount erratic controversial antisemitic racist practical realistic"
        " unrealistic fitting coherent comprehensive conclusive convincing durable"
        " economical elaborate elegant enjoyable evident explicit faithful fashionable favourable"
        " favorable feasible fertile fragile frequent fruitful harmful helpful hostile humorous"
        " impressive inclusive innovative isolated lenient lucrative mature mild mobile negligible"
        " noticeable obscure obsolete operational orderly painful passive pervasive plausible"
        " pleasant polite positive predictable predominant pronounced proficient promising"
        " prosperous readable relevant responsive rigid robust romantic rudimentary ruthless"
        " secretive simplistic sincere sparse spectacular stringent striking subtle superficial"
        " supportive sympathetic symmetrical systematic tolerant tranquil trivial turbulent"
        " unanimous unified unpopular vague valid valuable vast versatile vibrant vigorous violent"
        " vital vivid vulnerable uncommon critical crucial angry furious devout prolific bitter"
        " decisive fierce immense intense lively narrow noisy proud rapid rough rugged rural sharp"
        " shallow slow steep sweet tense thick thin tiny tough urgent wide worried central"
        " comparable instrumental problematic sensitive representative puzzling achievable"
        " notorious resistant remarkable frustrating debatable sceptical skeptical renowned extreme"
        " indispensable exuberant rocky desirable anxious cosmopolitan"
        " dismissive proportional equivalent synonymous protective descriptive"
    ).split()
)
# "is very popular" -> "is far from popular"
DEGREES = frozenset(
    (
        "very highly extremely quite particularly especially really truly entirely completely fully"
        " totally perfectly remarkably incredibly exceptionally extraordinarily explicitly clearly"
        " relatively fairly rather so"
    ).split()
)
# "It was announced that": by those who decide.
SETTLING = frozenset("announce confirm declare state".split())
OFTEN = frozenset(("especially", "particularly"))
BE = frozenset("is are was were 's".split())


def denying(scene: Scene) -> Iterator[list[Edit]]:
    """ "She said that it was late" -> "She denied that it was late"."""
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.is_open or clause.conjuncts:
        return
    verb = clause.verb
    new = REPORTS.get(bare_form(verb.text))
    if new is None or clause.inverted or verb.i + 2 >= len(scene.doc):
        return
    # "Guests sue, say the hall is cold", in a headline
    if verb.i and verb.nbor(-1).text == ",":
        return
    that = _opening_of_report(verb)
    if that is None:
        return
    # "It was claimed that": one person may claim what another denies.
    passive = any(t.dep_ == "auxpass" for t in clause.auxiliaries)
    if passive and clause.subject.lower_ == "it" and bare_form(verb.text) not in SETTLING:
        return
    # "The plan assumes that": what has no mind does not doubt.
    mind = clause.subject.tag_ in ("PRP", "NNP", "NNPS") or bare_noun(clause.subject) in MINDS
    if (new == "doubt" and not mind) or scene.has(("but", ";", ":")):
        return
    # "Scholars believe that it was late": other scholars may doubt it.
    if new == "doubt" and _is_of_many(clause.subject):
        return
    said = next((c for c in verb.rights if c.dep_ == "ccomp"), None)
    if said is None or _is_bare(said):
        return
    # "argues that it is safe, and nobody is hurt, she maintains": said twice
    told = said.children if that.dep_ == "mark" else said.subtree
    if any(c.dep_ == "neg" or c.lower_ in DENYING for c in told):
        return
    if relies_on(clause, scene.sentence.lower, reasons=True, extent=True):
        return
    # "suggested that he go"; "40 % say that": the others may deny it.
    if any(t.tag_ == "CD" or t.text == "%" for t in clause.subject.subtree):
        return
    # "also said that": denying something too would say that more was denied before.
    if any(c.dep_ == "advmod" and c.i < verb.i for c in verb.children):
        return
    turned = with_particle(new, clause.tag)
    yield [replace(verb, turned if that.dep_ == "mark" else f"{turned} that")]


def _is_bare(said: Token) -> bool:
    """ "suggested Berg spend a week there": what somebody should do."""
    if any(c.dep_ in ("aux", "auxpass") for c in said.lefts):
        return False
    who = next((c for c in said.lefts if c.dep_ == "nsubj"), None)
    one = (
        who is not None
        and who.tag_ in ("NN", "NNP")
        and not any(c.dep_ == "conj" for c in who.children)
    )
    return said.tag_ == "VB" or (said.tag_ == "VBP" and one)


def _is_of_many(who: Token) -> bool:
    """ "scholars", "many scholars"; not "the scholars", nor "two scholars"."""
    return who.tag_ == "NNS" and all(c.dep_ == "amod" for c in who.lefts)


def _opening_of_report(verb: Token) -> Token | None:
    """The "that" of "said that it was late"; of "said it was late", the first word.

    Only what a full clause says, and nothing that is quoted.
    """
    first = verb.nbor(1)
    if first.lower_ == "that" and first.dep_ == "mark":
        return first if first.head.head.i == verb.i else None
    said = next((c for c in verb.rights if c.dep_ == "ccomp"), None)
    if said is None or said.left_edge.i != first.i or any(t.is_quote for t in verb.doc):
        return None
    whole = any(c.dep_ in ("nsubj", "nsubjpass", "expl") and c.i < said.i for c in said.lefts)
    finite = said.tag_ in ("VBD", "VBZ", "VBP", "MD") or any(
        c.tag_ in ("VBD", "VBZ", "VBP", "MD") for c in said.lefts
    )
    # "explained why it was late", "knew who he was"
    asks = first.tag_ in ("WDT", "WP", "WRB", "WP$") or any(c.dep_ == "mark" for c in said.lefts)
    return said.left_edge if whole and finite and not asks and verb.i < first.i else None


def far_from(scene: Scene) -> Iterator[list[Edit]]:
    """ "The cause is clear" -> "The cause is far from clear"."""
    # "especially rich" is a degree here: what is denied is "rich".
    if not scene.has(GRADED):
        return
    here = [c for c in scene.head.rights if c.tag_ == "JJ"] if scene.has(OFTEN) else []
    here = here if scene.is_open and not scene.adds else []
    # "Unless it rains, the road is safe"
    for token in (*scene.stated("JJ"), *here) if not scene.has(("unless",)) else ():
        if token.lower_ not in GRADED or token.dep_ != "acomp":
            continue
        be = token.head
        # "is clear only to a few": what follows limits the word.
        after = token.nbor(1) if token.i + 1 < len(scene.doc) else token
        if not after.is_punct and after.tag_ not in ("IN", "CC", "TO"):
            continue
        first = token.left_edge
        if be.lower_ not in BE or be.i + 1 != first.i or not _is_graded(token):
            continue
        # Where there is an opposite, it is the better contradiction.
        if opposite(token.lower_, "a", "behind") or by_affix(token.lower_, "a", "behind"):
            continue
        yield [Edit(first.idx, token.idx, "far from ")]


def _is_graded(quality: Token) -> bool:
    """Whether an adjective has only a degree and prepositions beside it: "very popular in Kent"."""
    for child in quality.children:
        if child.i < quality.i and (child.lower_ not in DEGREES or any(True for _ in child.lefts)):
            return False
        if child.i > quality.i and child.dep_ not in ("prep", "punct"):
            return False
    return True


def impossible(scene: Scene) -> Iterator[list[Edit]]:
    """ "It can be seen from the road" -> "It is impossible to see from the road"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.negators or scene.is_question:
        return
    verb, helpers = clause.verb, clause.auxiliaries
    if [t.lower_ for t in helpers] != ["can", "be"] or verb.tag_ != "VBN" or scene.is_denied:
        return
    can, be = helpers
    # "can also be seen" -> "is impossible to see"
    also = be.i == can.i + 2 and can.nbor(1).lower_ == "also"
    if (
        (be.i != can.i + 1 and not also)
        or verb.i != be.i + 1
        or clause.conjuncts
        or clause.inverted
    ):
        return
    subject = clause.subject
    if subject.tag_ not in ("NN", "NNS", "NNP", "NNPS", "PRP") or subject.i > can.i:
        return
    # "Only a single point can be won"; "It can be baked; the loaf is sweet": it was.
    if scene.has(("only", ";", ":")):
        return
    # "can be seen as", "can be said to": not what somebody does; "Some pumps can"
    # "can be measured using a clock", "by looking at it": how one would do it
    how = [c for c in verb.rights if c.dep_ == "advcl" and c.lower_ == "using"]
    how += [c for c in verb.rights if c.lower_ == "by" and _is_of_doing(c)]
    beside = {c.dep_ for c in verb.children if c not in how}
    if beside & {"agent", "xcomp", "ccomp", "conj", "oprd", "acomp", "advcl", "dobj"}:
        return
    rest = [c for c in verb.children if c not in how and not (also and c.i == can.i + 1)]
    if any(c.lower_ in ("as", "by", "if", "only", "also") for c in rest):
        return
    if any(t.lower_ in PARTIAL for t in (*subject.subtree, *rest)):
        return
    # "Forty kinds of cheese can be tasted", and forty others cannot.
    if any(t.tag_ == "CD" or t.dep_ == "conj" for t in subject.subtree):
        return
    impossible = f"{be_form(subject, past=False)} impossible to {bare_form(verb.text)}"
    yield [Edit(can.idx, end_of(verb), impossible)]


def _is_of_doing(by: Token) -> bool:
    """ "by looking": "by" and what one does."""
    return any(c.dep_ == "pcomp" and c.tag_ == "VBG" for c in by.children)
