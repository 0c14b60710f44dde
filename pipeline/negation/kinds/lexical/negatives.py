"""Denials without "not": "happy" -> "unhappy", "opened" -> "failed to open"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import FOCUS, YEAR
from pipeline.negation.english.things import PERSONS, SET_OF
from pipeline.negation.kinds.checks.certain import is_certain
from pipeline.negation.kinds.checks.grounds import gives_grounds
from pipeline.negation.kinds.facts.limits import PARTIAL
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.agreement import be_form
from pipeline.negation.reading.neighbour import lower_before

if TYPE_CHECKING:
    from spacy.tokens import Token

TURNED = {
    "manage": "fail",
    "fail": "manage",
    "agree": "refuse",
    "refuse": "agree",
    "remember": "forget",
    "forget": "remember",
    "continue": "cease",
    "cease": "continue",
    **dict.fromkeys("decide choose opt proceed volunteer".split(), "refuse"),
}
"""Verbs that take "to" and an infinitive."""
LIMITING = frozenset("only without finally until till".split())
LASTING = LIMITING | {"throughout"}
LACKING = {
    "has": "lacks",
    "have": "lack",
    "had": "lacked",
    "contains": "lacks",
    "contain": "lack",
    "contained": "lacked",
}
# Things that one would expect: "lacks a school", but not "lacks a problem".
POSSESSIONS = frozenset(
    (
        "school church garden library balcony roof window door tail hospital station airport"
        " harbour harbor port bridge pool gym kitchen lift elevator garage terrace park museum"
        " theatre theater cinema stadium court tower moon ring atmosphere engine motor screen"
        " camera keyboard battery lock licence license permit degree diploma job car bicycle boat"
        " website army navy constitution parliament president king mayor director manager coach"
        " jurisdiction authority access knowledge experience expertise talent skill support"
        " confidence funding relevance sovereignty autonomy immunity"
        " database membrane ribosome mechanism chapel cathedral casino campus airfield runway"
        " zoo aquarium playground courtyard basement chimney fireplace porch dome spire moat"
        " cemetery marina orchestra choir crest fin mane tusk antenna"
        " beard moustache nucleus shell backbone wing stem root flower seed university college"
    ).split()
)
# "has the right to vote"
ABILITIES = frozenset(
    "ability right power authority potential capacity opportunity means resources skills status"
    " option advantage benefit support distinction".split()
)
NOT_LACKED = frozenset(
    "similar same different comparable minor small little brief slight short so more most fewer"
    " less further extra additional".split()
)
QUALIFIED = frozenset(
    "stance view approach policy accent style quality presence position tone outlook"
    " variety range selection collection network influence impact effect role history tradition"
    " reputation capacity knowledge background appearance structure design character vocabulary"
    " density output economy climate fauna flora repertoire supply stock following audience fleet"
    " shape build voice taste smell texture edge surface".split()
)
AMOUNTS = frozenset(
    "hundreds thousands dozens handful number lot lots loads plenty deal total pair dozen couple"
    " fifth quarter third half many few much".split()
)
# What everything has to some degree, and nouns that form one verb with "have".
INHERENT = frozenset(
    (
        "time day year week month chance look talk effect impact influence role part place"
        " problem trouble difficulty issue population area length width height depth size weight"
        " mass diameter radius speed temperature range value rate price cost name title history"
        " meaning origin shape colour color form appearance structure composition capacity budget"
        " turnover revenue income score record career life death child baby birth affair"
        " relationship marriage friendship conversation argument discussion dispute feud fight"
        " quarrel breakfast lunch dinner drink meal party meeting session break rest sleep dream"
        " idea view opinion feeling sense fear doubt belief mind thought desire wish intention"
        " plan reason need right duty responsibility choice option opportunity way use go try"
        " attempt stroke attack accident injury illness disease disability cancer fever cold"
        " headache pain condition pressure thing wound scar debt deficit disadvantage drawback flaw"
        " fault error limit limitation"
        " consequence repercussion implication connotation reputation tendency say hand eye head"
        " heart body face boundary border neighbour neighbor density age level degree frequency"
        " period term duration lifespan scope extent amount quantity sum variety plenty majority"
        " minority everything something nothing anything it hit success failure victory defeat"
        " crush hometown parent ancestor climate weather elevation altitude location position"
        " occurrence instance case example characteristic feature property temper figure"
        " emergency crisis weekend holiday vacation change suspicion hunch present gift surprise"
        " win lead transplant surgery operation treatment toothache backache earache stomachache"
        " ache hangover allergy nightmare encounter experience honeymoon crash collision"
    ).split()
)
# "could see": somebody saw it.
SENSED = frozenset("see hear feel smell taste remember recall understand".split())
ONCE = frozenset("then once already yesterday ago finally childhood still".split())
# With "can" these say what may happen, not what somebody is able to do.
NO_ABILITY = frozenset(
    "result have vary range occur happen include refer mean seem appear expect".split()
)
STRESSING = FOCUS | {"even"}
BELONGING = INHERENT | PERSONS
CONCRETE = SET_OF.keys() | PERSONS
NOT_OF_ALL = PARTIAL | {"also", "only", "this", "these", "there"}


def turned_attempt(scene: Scene) -> Iterator[list[Edit]]:
    """ "managed to open" -> "failed to open", "agreed to pay" -> "refused to pay"."""
    clause = scene.clause
    if clause is None or not scene.is_open:
        return
    verb = clause.verb
    lemma = bare_form(verb.text)
    to = next((c for c in verb.children if c.dep_ == "xcomp" and c.i > verb.i), None)
    if lemma not in TURNED or to is None or not any(c.tag_ == "TO" for c in to.children):
        return
    # "was chosen to sing", "chose not to sing"; "decided to go, but it rained" would not fit.
    passive = any(t.dep_ == "auxpass" for t in clause.auxiliaries)
    denied = any(c.dep_ == "neg" or any(t.lower_ == "no" for t in c.lefts) for c in to.children)
    if passive or denied or scene.has(("but", "instead")):
        return
    # "continued to sing until 1930", "decided to sing only once", "to finally go": limits and
    # circumstances of what was done
    if any(t.lower_ in LIMITING for t in to.subtree) or _is_told_around(scene, verb, to):
        return
    # "decided whether to go", "steadfastly refused to go"
    if any(t.tag_ in ("WRB", "WP") or t.lower_ == "whether" for t in to.lefts):
        return
    if lemma == "refuse" and verb.i > 0 and verb.nbor(-1).lower_.endswith("ly"):
        return
    # "I managed to find it, I think this is it", "continued to spend, increasing their share"
    if verb.head.i != verb.i or gives_grounds(scene):
        return
    yield [replace(verb, inflected(TURNED[lemma], clause.tag))]


def _is_told_around(scene: Scene, verb: Token, to: Token) -> bool:
    """Whether more is told of an attempt than fits its opposite.

    "Until her death she continued to sing", "In order to sing, she decided to go", "agreed to sing
    and came", "decided to leave, having", "eagerly agreed to go"
    """
    if bare_form(verb.text) == "continue" and scene.has(LASTING):
        return True
    seconds = [c for t in (verb, to) for c in t.rights if c.dep_ == "conj" and c.tag_[0] == "V"]
    if any(all(c.dep_ not in ("nsubj", "nsubjpass") for c in t.lefts) for t in seconds):
        return True
    if verb.i and verb.nbor(-1).lower_.endswith("ly"):
        return True
    if any(t.lower_ == "with" and t.nbor(-1).text == "," for t in scene.tokens[verb.i :]):
        return True
    aim = ("in", "order") in pairwise(scene.lowers)
    return aim or "having" in scene.lowers[verb.i :]


def lacking(scene: Scene) -> Iterator[list[Edit]]:
    """ "The village has a school" -> "The village lacks a school"."""
    clause = scene.clause
    if clause is None or clause.subject is None or not scene.is_open or clause.auxiliaries:
        return
    verb = clause.verb
    if verb.text not in LACKING or clause.conjuncts or clause.inverted:
        return
    # "has rich soil: wheat grows there"
    if scene.has((":", ";")):
        return
    # "even has a school"
    if any(c.lower_ in STRESSING for c in verb.lefts):
        return
    thing = next((c for c in verb.children if c.dep_ == "dobj" and c.i > verb.i), None)
    if thing is None or any(c.dep_ in ("xcomp", "ccomp", "prt", "advcl") for c in verb.children):
        return
    one = thing.left_edge.lower_ in ("a", "an") and thing.tag_ == "NN"
    able = thing.left_edge.lower_ == "the" and thing.lower_ in ABILITIES
    if is_named(thing) or not (one or able or _is_bare(thing)):
        return
    # "has a point"; "has a rival, the Odda Bears", "a derby named the Odda Derby": there is one.
    if thing.lower_ == "point" or any(_is_name_for(c) for c in thing.rights):
        return
    # "has a choir, with a hall in the town"
    if any(c.lower_ == "with" and c.nbor(-1).text == "," for t in (verb, thing) for c in t.rights):
        return
    # "had a similar experience", "has more doors" compare; "had a minor role": nobody lacks that.
    if any(c.lower_ in NOT_LACKED for c in thing.lefts):
        return
    # "contains a number of errors", "contains a fifth of the sum": an amount
    measured = any(t.tag_ == "CD" or t.lower_ in AMOUNTS for t in thing.subtree)
    # "Two towns have schools", and two others lack them; "has a hall, too", "has a higher spire"
    measured |= any(c.dep_ == "nummod" for c in clause.subject.lefts) or scene.has(("too",))
    measured |= any(t.tag_ == "JJR" for t in thing.lefts)
    if any(t.lower_ in PARTIAL or _goes_on(t) for t in thing.subtree) or measured:
        return
    word = bare_noun(thing)
    expected = word in POSSESSIONS or verb.text.startswith("contain")
    # "has a long history": there is one, but none that is long.
    expected |= able or (word in QUALIFIED and any(c.tag_ == "JJ" for c in thing.lefts))
    related = word in BELONGING or SET_OF.get(word) in ("kin", "kinswoman")
    if expected or not related:
        yield [replace(verb, LACKING[verb.text])]


def _is_name_for(part: Token) -> bool:
    if part.dep_ == "acl":
        return part.lower_ in ("named", "called", "known", "dubbed") and "oprd" in {
            c.dep_ for c in part.rights
        }
    return part.dep_ == "appos"


def _goes_on(part: Token) -> bool:
    """ "has a hall, which she built"; not "has a hall that holds forty", "a hall and a tower"."""
    if part.dep_ == "conj":
        return part.tag_[0] == "V" or part.head.dep_ == "dobj"
    return part.dep_ == "relcl" and lower_before(part.left_edge) == ","


def _is_bare(thing: Token) -> bool:
    """ "has windows", "has long white hair"."""
    plain = all(c.dep_ in ("amod", "compound", "prep", "acl") for c in thing.children)
    qualified = any(c.dep_ == "amod" for c in thing.children)
    return plain and (thing.tag_ == "NNS" or (thing.tag_ == "NN" and qualified))


def unable(scene: Scene) -> Iterator[list[Edit]]:
    """ "She can swim" -> "She is unable to swim"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.negators or scene.is_question:
        return
    if scene.is_denied or [t.lower_ for t in clause.auxiliaries] not in (
        ["can"],
        ["could"],
        ["may"],
    ):
        return
    modal, subject = clause.auxiliaries[0], clause.subject
    # "If it rains, she could stay": about a hypothetical case.
    if any(t.dep_ == "mark" for t in scene.tokens) or subject.lower_ in ("you", "one"):
        return
    if clause.verb.lower_ == "be" or modal.i + 1 != clause.verb.i or clause.conjuncts:
        return
    # "can speak a little French"
    if scene.has(("little",)):
        return
    # "The drug may cause fever"; of somebody, "may" says what is allowed.
    if modal.lower_ == "may":
        if not is_certain(subject) and any(c.dep_ == "dobj" for c in clause.verb.rights):
            yield from _incapable(scene, subject, modal, clause.verb)
        return
    able = subject.tag_ == "PRP" or subject.tag_ == "NNP" or subject.lower_.endswith(("er", "or"))
    if not able or subject.lower_ in ("it", "that"):
        yield from _incapable(scene, subject, modal, clause.verb)
        return
    if modal.lower_ == "could" and not _is_past(scene, modal):
        return
    be = be_form(subject, past=modal.lower_ == "could")
    yield [replace(modal, f"{be} unable to")]


def _is_past(scene: Scene, could: Token) -> bool:
    """Whether "could" is past: "She could swim when she was four"; not "The plan could work"."""
    told = any(t.tag_ == "VBD" for t in scene.tokens)
    verb = could.head.lower_
    return told or verb in SENSED or scene.has(ONCE) or YEAR.search(scene.text) is not None


def _incapable(scene: Scene, subject: Token, modal: Token, verb: Token) -> Iterator[list[Edit]]:
    """ "The pump can lift water" -> "The pump is incapable of lifting water"."""
    # "Some pumps can", "Pumps can also": others cannot, perhaps; "can result" is no ability.
    if modal.lower_ == "could" or subject.tag_ not in ("NN", "NNS", "NNP", "PRP"):
        return
    partial = [*subject.subtree, *verb.children]
    if any(t.lower_ in NOT_OF_ALL for t in partial):
        return
    # "can spread only with help": incapable of what?
    if scene.has(("only",)):
        return
    if any(c.dep_ == "conj" for c in verb.children) or bare_form(verb.text) in NO_ABILITY:
        return
    doing = inflected(bare_form(verb.text), "VBG")
    yield [Edit(modal.idx, end_of(verb), f"{be_form(subject, past=False)} incapable of {doing}")]


def bare_of(scene: Scene) -> Iterator[list[Edit]]:
    """ "a room with a window" -> "a room without a window", and back."""
    for token in scene.tokens if scene.has(("with", "without")) else ():
        if token.lower_ not in ("with", "without") or token.dep_ != "prep":
            continue
        thing = next((c for c in token.children if c.dep_ == "pobj"), None)
        holder = token.head
        if thing is None or not holder.tag_.startswith("NN") or scene.is_question:
            continue
        # "bad with people"
        if token.i and token.nbor(-1).lower_ in ("good", "bad"):
            continue
        # "with a rope, which is pink"
        if any(c.dep_ == "relcl" for c in thing.children) or scene.has(("which",)):
            continue
        held = thing.left_edge.lower_ in ("a", "an") or thing.tag_ == "NNS"
        concrete = bare_noun(holder) in CONCRETE
        if not concrete and not (scene.describes and holder.left_edge.lower_ in ("a", "an")):
            continue
        if thing.tag_ == "NNP" or not held or any(t.tag_ == "CD" for t in thing.subtree):
            continue
        # "persons with ulcers, burns or wounds": persons without them, too, perhaps.
        if any(c.dep_ in ("conj", "appos") or c.lower_ == "including" for c in thing.children):
            continue
        if bare_form(scene.head.text) in ("meet", "talk", "deal", "start", "begin", "live"):
            continue
        # What "without" governs is negated itself, so its head is checked instead.
        if holder.dep_ in ("dobj", "attr", "pobj", "nsubj", "ROOT") and scene.asserts(holder):
            yield [*_some_for_any(token), *_other_with(token)]


def _other_with(word: Token) -> list[Edit]:
    return [replace(word, "without" if word.lower_ == "with" else "with")]


def _some_for_any(word: Token) -> list[Edit]:
    """ "with some rocks" -> "without any rocks"."""
    turned = {"with": {"some": "any"}, "without": {"any": "some"}}[word.lower_]
    following = word.doc[word.i + 1 : word.i + 2]
    return [replace(t, turned[t.lower_]) for t in following if t.lower_ in turned]
