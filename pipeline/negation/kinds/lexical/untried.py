"""What nobody tries to do, or what a sentence tells was done: "grew up in Rome", "caught flu"."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import FINITE_TAGS
from pipeline.negation.kinds.facts.known import below
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.neighbour import lower_before, word_before
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

BEFALLING = frozenset(
    "receive get suffer lose inherit violate compile injure hurt sprain bruise contract".split()
)
UNWANTED = frozenset(
    "accidental wrong unauthorised unauthorized slow bad poor weak little few threat threats loss"
    " losses damage injury injuries defeat criticism mistake mistakes error errors illness flu cold"
    " fever".split()
)
# Nobody tries to: these say how things are, or what somebody is in need of.
NOT_FAILED = frozenset("require need constitute comprise contain result".split())
# "refers to a river": what a word means
MEANING = frozenset("refer denote".split())
PARTS = frozenset("much most part half some amount portion share majority".split())
AMOUNTS = frozenset("bit lot lots number half most much amount".split())
SHARES = AMOUNTS | {"variety", "range"}
DASHES = frozenset("–—")
SOME = frozenset("some something somebody someone several certain many various numerous".split())
# In the present, what somebody does again and again.
OF_HABIT = frozenset(
    "drive ride cook bake fish hunt smoke collect paint run walk play sing dance write read teach"
    " study work swim eat drink grow sell buy speak wear clean wash produce manufacture".split()
)
ENTERING = frozenset("join enter become enlist enrol enroll acquire purchase obtain".split())
FELT = frozenset("delight dismay surprise horror relief annoyance anger satisfaction".split())
STAGES = frozenset("initially first mainly primarily partly especially firstly originally".split())
ALSO = frozenset(("also", "thus", "thereby", "thereafter"))
OF_EFFORT = frozenset(
    "vigour vigor zeal care ease success enthusiasm energy skill great force speed pride joy"
    " passion honour honor distinction support help difficulty determination use".split()
)
# What somebody is, or goes on doing, after an act: "founded it and became its head"
OUTCOMES = frozenset(
    "come flow become remain serve stay begin continue live emerge advance progress qualify".split()
)
# "became ill", "became sidelined"
STATED = frozenset("acomp xcomp oprd attr".split())
# Verbs of getting to where the second takes place: "arrived and unloaded her cargo"
ARRIVING = frozenset("arrive enter reach return land dock board".split())
COMING_OF = frozenset("result lead cause make mark represent become mean bring earn give".split())
UNPLANNED = frozenset("accident chance mistake coincidence luck".split())
AIMING = frozenset((("in", "order"), ("so", "that")))
TELLING_MORE = frozenset("relcl acl advcl appos".split())
TOLD_BESIDE = frozenset("case with before after".split())
NO_DEED = OF_HABIT | MEANING


def is_untried(act: Clause, scene: Scene) -> bool:
    """Whether nobody tries to do it, or the sentence tells that it was done.

    "grew up in Rome", "drives a lorry for a living", "made his final appearance in a defeat",
    "initially holds the shaft and begins to turn it"
    """
    verb, children = act.verb, list(act.verb.children)
    lemma = bare_form(verb.text)
    # "The pump worked": only somebody can refuse to.
    works = lemma == "work" and not (act.tag == "VBD" and _is_somebody(act))
    if (
        lemma in NOT_FAILED
        or works
        or (lemma == "grow" and any(c.lower_ == "up" for c in children))
    ):
        return True
    # "led the table in scoring by winning"; "allows it only if it rains"
    if "by" in scene.words and "pcomp" in scene.relations:
        means = (t for t in below(scene, verb) if t.lower_ == "by" and _is_means(t, verb))
        if any(c.dep_ == "pcomp" for by in means for c in by.children):
            return True
    if "if" in scene.words and ("only", "if") in pairwise(scene.lowers):
        return True
    if scene.has(("initially", "living")) or scene.lowers[0] in ("starting", "beginning"):
        return True
    # "became sidelined": nobody wants to.
    if lemma == "become" and verb.dep_ == "auxpass":
        return True
    if lemma == "become" and any(c.dep_ in STATED and c.tag_ in ("VBN", "JJ") for c in verb.rights):
        return True
    present = act.tag in ("VBZ", "VBP")
    if present and (act.conjuncts or lemma in NO_DEED):
        return True
    seconds = [c for c in children if c.dep_ == "conj" and c.tag_[0] == "V"]
    # "led to a strike and later led to a war": the second goes on from the first.
    if any(_is_next(c) or bare_form(c.text) == lemma for c in seconds):
        return True
    # "joined the board and headed it": one heads what one has joined.
    if lemma in ENTERING and any(
        c.dep_ == "conj" and not any(t.dep_ in ("nsubj", "nsubjpass") for t in c.lefts)
        for c in children
    ):
        return True
    # "bought the mill when it moved": one act; "kept a base until 1982, when it was closed"
    if any(c.dep_ == "advcl" and c.i > verb.i and is_same_act(c) for c in children):
        return True
    if "relcl" in scene.relations and any(
        t.dep_ == "relcl" and t.i > verb.i and is_same_act(t) for t in below(scene, verb)
    ):
        return True
    things = [c for c in children if c.dep_ in ("dobj", "attr")]
    return any(t.lower_ in ("final", "last") for thing in things for t in thing.lefts)


def _is_means(by: Token, verb: Token) -> bool:
    return by.i > verb.i and (by.head.i == verb.i or by.head.dep_ == "pcomp")


def _is_somebody(act: Clause) -> bool:
    return act.subject is not None and (
        act.subject.lower_ in ("he", "she") or act.subject.tag_ == "NNP"
    )


def _is_next(second: Token) -> bool:
    """Whether a second verb may tell what came of the first.

    "She founded a school and became its head", "He opened the tap and water came out", "sold the
    mill and then built a house", "ran for mayor and was defeated"; but not "She sang in Kent and
    swam in Ohio".
    """
    beside = {c.dep_ for c in second.children}
    if any(c.lower_ == "then" for c in second.lefts):
        return True
    # "arrived at the port and unloaded her cargo": there
    if bare_form(second.head.text) in ARRIVING and "nsubj" not in beside:
        return True
    if "auxpass" in beside:
        return "nsubjpass" not in beside
    if beside & {"dobj", "ccomp"}:
        return False
    return "nsubj" in beside or bare_form(second.text) in OUTCOMES


def is_same_act(clause: Token) -> bool:
    """ "when it moved", "when they met"."""
    when = any(c.lower_ in ("when", "as") for c in clause.lefts)
    return when and any(c.dep_ in ("nsubj", "nsubjpass") and c.tag_ == "PRP" for c in clause.lefts)


def is_of_some(act: Clause) -> bool:
    """ "led some towns to close it", "Much of the work failed": others, perhaps, they did not.

    Also "sang it in some of the plays".
    """
    subject = act.subject
    if subject is not None and subject.lower_ in PARTS:
        return True
    things = [c for c in act.verb.rights if c.dep_ in ("dobj", "pobj")]
    things += [t for c in act.verb.rights if c.dep_ == "agent" for t in c.children]
    # "received half of the sum", "told us quite a bit", "published few letters"
    if any(t.lower_ in ("few", "little") for c in things for t in c.lefts):
        return True
    if any(c.lower_ in AMOUNTS and c.left_edge.lower_ != "the" for c in things):
        return True
    if any(t.lower_ in SOME for thing in things for t in (thing, *thing.lefts)):
        return True
    places = [c for c in act.verb.rights if c.dep_ == "prep"]
    return any(
        t.lower_ in SOME and t.dep_ in ("pobj", "det", "amod")
        for c in places
        for thing in c.children
        for t in (thing, *thing.lefts)
    )


def tells_how(scene: Scene, act: Clause) -> bool:
    """Whether a sentence tells how something was done, or what else was.

    "extended its rule, initially by treaties", "worked on with renewed vigour", "In addition to her
    songs she wrote plays", "She gave him a tour and also sang"
    """
    verb = act.verb
    if is_for_an_aim(scene, verb) or "for the first time" in scene.sentence.lower:
        return True
    behind = scene.tokens[verb.i + 1 :]
    if scene.has(STAGES) and any(t.lower_ in STAGES and t.nbor(-1).text == "," for t in behind):
        return True
    if scene.has(ALSO) and any(
        t.lower_ in ALSO and t.head.tag_[0] == "V" and t.head.i != verb.i for t in behind
    ):
        return True
    # "rejected it, to the delight of the town"
    if scene.has(FELT) and any(
        t.lower_ in FELT and t.dep_ == "pobj" and t.head.lower_ == "to" for t in behind
    ):
        return True
    first = scene.lowers[:2]
    if first in (("in", "addition"), ("as", "well")) and "to" in scene.words:
        return True
    return scene.has(OF_EFFORT) and any(
        c.lower_ == "with" and any(t.lower_ in OF_EFFORT for t in c.children) for c in verb.children
    )


def is_for_an_aim(scene: Scene, verb: Token) -> bool:
    """ "built it to prove that it can be done", "in order to sell it", "so that he saw it".

    "failed to build it to prove" leaves open what failed.
    """
    behind = scene.lowers[verb.i + 1 :]
    if scene.has(("order", "so")) and not AIMING.isdisjoint(pairwise(behind)):
        return True
    if "to" not in behind:
        return False
    aims = [c for c in verb.rights if c.dep_ == "advcl"]
    # "built it to prove": the parser may put the aim below the pronoun.
    aims += [t for c in verb.rights if c.tag_ == "PRP" for t in c.rights]
    return any(c.tag_ == "TO" for aim in aims for c in aim.lefts)


def _is_apart(first: Token) -> bool:
    """ ", which", and after a title in quotation marks: '"Ada," which'."""
    before = word_before(first)
    if before is None:
        return False
    return before.text == "," or (before.is_quote and lower_before(before) == ",")


def goes_on(scene: Scene, verb: Token) -> bool:
    """Whether the sentence goes on with what was done.

    "wrote a song, which she sang in May", "raised a tax – a tax that hurt the poor", "played in the
    Cup beating Odda"

    Args:
        scene: the sentence.
        verb: what was done.
    """
    # "went on in May: it sold forty copies"
    if ":" in scene.words:
        colon = next((t for t in scene.tokens[verb.i :] if t.text == ":" and t.whitespace_), None)
        if colon is not None and any(t.tag_ in FINITE_TAGS for t in scene.tokens[colon.i :]):
            return True
    for part in below(scene, verb):
        place = part.i
        if place <= verb.i:
            continue
        relation, word = scene.relations[place], scene.lowers[place]
        if relation in TELLING_MORE and _tells_more(part, relation, verb):
            return True
        # "is sold, in which case", "survived with a guard saying so", "sang it before selling it"
        if word in TOLD_BESIDE and is_told_beside(part):
            return True
        if word in DASHES and part.nbor(-1).whitespace_:
            return True
    return False


def _tells_more(part: Token, relation: str, verb: Token) -> bool:
    """Whether a phrase behind a verb, with one of `TELLING_MORE`, goes on with what was done."""
    # "was found, one of the largest in Spain"
    if relation == "appos":
        return part.lower_ == "one" and part.head.i <= verb.i
    if relation == "relcl" and _is_apart(part.left_edge):
        return True
    if relation == "acl" and part.tag_ == "VBG" and part.head.tag_ == "NNP":
        return True
    # "became the abbot, a position he held until 1379"
    held = relation == "relcl" and part.head.dep_ == "appos"
    if held and any(c.dep_ == "nsubj" and c.tag_ == "PRP" for c in part.lefts):
        return True
    return _is_outcome(part, relation)


def _is_outcome(part: Token, relation: str) -> bool:
    """Whether it is what came of a deed: "sold it, making her rich", "sold it which led to"."""
    if part.i == 0:
        return False
    before = part.nbor(-1)
    if relation == "relcl":
        come = before.lower_ == "which"
    else:
        come = part.tag_ == "VBG" and before.text == ","
    return come and bare_form(part.text) in COMING_OF


def is_told_beside(part: Token) -> bool:
    """Whether a part of a sentence tells what else was so, or what was done with it."""
    if part.lower_ not in TOLD_BESIDE:
        return False
    if part.lower_ == "case" and part.i > 0 and part.nbor(-1).lower_ == "which":
        return True
    # "opened with Berg appointed its head"
    named = (c for c in part.rights if c.dep_ == "pobj" and c.tag_ == "NNP")
    if part.lower_ == "with" and any(t.dep_ == "acl" for c in named for t in c.rights):
        return True
    doing = next((c for c in part.rights if c.dep_ == "pcomp" and c.tag_ in ("VBG", "VBN")), None)
    if doing is None:
        return False
    if part.lower_ == "with":
        return any(c.dep_ == "nsubj" for c in doing.lefts)
    things = (c.lower_ for c in doing.rights if c.dep_ == "dobj")
    return part.lower_ in ("before", "after") and not {"it", "them"}.isdisjoint(things)


def is_unwanted(scene: Scene, verb: Token) -> bool:
    """ "received threats", "made an accidental stop", "found it by accident": nobody tries to."""
    # "passed out", "ran out of money"
    out = any(c.lower_ == "out" for c in verb.rights)
    fell = out and bare_form(verb.text) in ("pass", "run")
    if fell or bare_form(verb.text) in BEFALLING:
        return True
    if scene.has(UNPLANNED) and any(
        t.lower_ in UNPLANNED and t.nbor(-1).lower_ == "by" for t in below(scene, verb) if t.i
    ):
        return True
    things = [c for c in verb.rights if c.dep_ == "dobj"]
    # "led them to a heavy defeat"
    things += [t for c in verb.rights if c.lower_ == "to" for t in c.children]
    return any(t.lower_ in UNWANTED for thing in things for t in (thing, *thing.lefts))
