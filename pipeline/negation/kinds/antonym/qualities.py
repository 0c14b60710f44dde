"""The opposite adjective: "a cheap hotel" -> "an expensive hotel", "is closed" -> "is open"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import compared, opposite
from pipeline.negation.english.edits import Edit, exchange, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.checks.certain import is_certain, is_news, lacks_verb
from pipeline.negation.kinds.checks.framing import (
    IN_ORDER,
    explains,
    frames,
    is_counted_among,
    is_listed_part,
    is_of_many,
    is_one_of_several,
    leaves_others,
    picks_one,
)
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named, is_somebody
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.facts.states import told_state

if TYPE_CHECKING:
    from spacy.tokens import Token

    from pipeline.negation.reading.structure import Clause

# Nouns with which "poor" means that they have little money.
OF_MONEY = frozenset(
    "man woman boy girl child person people family household couple widow orphan farmer peasant"
    " country nation state village town city region area district neighbourhood neighborhood"
    " community background parent neighbour neighbor".split()
)
OF_POLITICS = frozenset(
    "government politician politics policy newspaper magazine think-tank judge justice candidate"
    " leader member voter faction coalition view ideology majority senator thinker".split()
)
# Qualities whose opposite only a person has.
OF_SOMEBODY = frozenset(("poor", "sad"))
COPULAS = frozenset(
    "be become remain stay seem appear get grow feel look taste smell sound turn prove".split()
)
# "wide in places", and narrow in others
IN_PARTS = frozenset("areas places parts spots sections regions cases".split())
WHERE = frozenset("in among during throughout within at".split())
# These say again how old something is: "an ancient town with a long history".
OF_AGE = frozenset("ancient modern old new young".split())
DEMANDED = frozenset("demand demands demanded demanding request requests requested".split())
SAID = frozenset("story statement claim account report rumour rumor answer belief news".split())
AGED = frozenset("history founded century centuries since oldest dating dates".split())
# What an outdoor thing is beside, an indoor one is not.
OUTDOORS = frozenset(
    "building street road park garden lawn terrace patio tent tree trees sun sky beach".split()
)
HOLDING = frozenset("have own use offer provide contain include feature tender sell".split())


def opposite_quality(scene: Scene) -> Iterator[list[Edit]]:
    """ "The soup was hot" -> "The soup was cold"; for the predicate adjective."""
    for token in scene.stated("JJ") if "acomp" in scene.relations else ():
        if token.dep_ != "acomp" or token.i < token.head.i:
            continue
        # "With trade becoming common, ...": the rest rests on it.
        if token.head.dep_ in ("advcl", "pcomp"):
            continue
        # "cracks open"
        if token.head.pos_ != "AUX" and bare_form(token.head.text) not in COPULAS:
            continue
        # "Surrounded by enemies, he was tense"
        if any(c.dep_ == "advcl" and c.i < token.i for c in scene.head.lefts):
            continue
        # "was hot and burned her hand"
        if scene.clause is not None and scene.clause.conjuncts:
            continue
        # "two metres deep", "good at chess", "due to rain", "warm and dry": the word is not alone.
        # "rare in winter" is as good as alone.
        if any(c.dep_ not in ("advmod", "punct") and c.lower_ not in WHERE for c in token.children):
            continue
        if _is_in_parts(token):
            continue
        # "between 1 and 2 m deep", "different depending on the size"
        measured = token.i > 1 and token.nbor(-2).tag_ == "CD"
        if measured or "depending" in scene.words:
            continue
        # "as cold as", "so small that", "too late to"
        if any(
            c.lower_ in ("as", "so", "too", "enough", "how", "more", "less", "wide")
            for c in token.children
        ):
            continue
        # "They were safe in the village"; "Her eyesight is poor", "That is sad"
        somebody = any(is_somebody(c) for c in token.head.children if c.dep_ == "nsubj")
        if somebody if token.lower_ == "safe" else token.lower_ in OF_SOMEBODY and not somebody:
            continue
        # "present at the battle" is "absent from" it; "good until May" is valid.
        held = {"present": "at", "absent": "at", "good": "until"}.get(token.lower_)
        if held is not None and any(c.lower_ == held for c in (*token.rights, *token.head.rights)):
            continue
        # "has been dead for years"
        if token.lower_ in ("alive", "dead") and any(c.lower_ == "for" for c in token.head.rights):
            continue
        # "is still alive", "is still young"
        if token.lower_ in ("alive", "dead", "young", "new") and scene.has(("still",)):
            continue
        new = opposite(token.lower_, "a", "behind")
        if new is not None and new not in scene.words:
            yield exchange(token, new)


def _is_in_parts(quality: Token) -> bool:
    """ "wide in places", "is in places wide": not everywhere."""
    preps = [c for c in (*quality.children, *quality.head.children) if c.lower_ == "in"]
    return any(t.lower_ in IN_PARTS and t.left_edge.i == t.i for c in preps for t in c.children)


def opposite_modifier(scene: Scene) -> Iterator[list[Edit]]:
    """ "They live in a small house" -> "They live in a large house"."""
    clause = scene.clause
    # "Show me the small boat", and then the large one
    if clause and (_asks(clause) or any(c.dep_ == "expl" for c in clause.verb.children)):
        return
    # "For use on hard wood, glass and stone", and on soft wood, perhaps
    if clause is None and scene.head.i == 0 and scene.head.tag_ in ("IN", "TO"):
        return
    for token in scene.stated("JJ", "JJR"):
        if token.dep_ != "amod" or token.i > token.head.i or is_named(token):
            continue
        noun = token.head
        # "Cheap paper developed in Kent.": a verb that was taken for a participle
        misread = noun.i == scene.head.i and lacks_verb(scene)
        if misread or not noun.tag_.startswith("NN"):
            continue
        # "Senior clerk arrested in Kent", and a junior one, perhaps
        if is_news(scene) and not is_certain(noun):
            continue
        # "a former chair from 2012 to 2016"
        if token.lower_ in ("former", "current") and (scene.has_digits or scene.has(("still",))):
            continue
        if token.tag_ == "JJ":
            new = opposite(token.lower_, "a", "front", noun.lower_)
        else:
            new = compared(token.lower_, "JJR", noun.lower_)
        # "from a large house to a small one"
        if new is None or new in scene.words or _is_only_called_true(token):
            continue
        if noun.i - token.i > 2 or _is_compound(token) or frames(noun, scene):
            continue
        # "a 3 km long canal", "a two years old boat": long and old are part of a measure.
        if any(c.dep_ in ("npadvmod", "nummod") for c in token.lefts):
            continue
        if _is_one_end(token, scene) or (scene.has(DEMANDED) and _is_demanded(noun)):
            continue
        # "a public participation programme", "professional men's teams", "smaller parties' seats"
        if noun.dep_ in ("compound", "nmod") or (noun.dep_ == "poss" and noun.tag_ == "NNS"):
            continue
        # "also on coastal plains", besides the inland ones
        if noun.tag_ == "NNS" and noun.dep_ == "pobj" and scene.has(("also",)):
            continue
        if leaves_others(noun) or explains(noun, scene) or is_listed_part(noun):
            continue
        if is_of_many(noun, scene) or is_one_of_several(scene) or _tells_which(token, scene):
            continue
        # "taught the younger pupils", and the older ones, perhaps: there are two such groups.
        one_of_two = token.tag_ == "JJR" and any(c.lower_ == "the" for c in noun.lefts)
        if one_of_two and noun.dep_ in ("dobj", "pobj"):
            continue
        if _may_be_both(token) or _is_out_of_place(token, scene):
            continue
        # "a conservative estimate": only in politics is there a liberal one.
        if token.lower_ in ("conservative", "liberal") and not _is_political(noun):
            continue
        # "a poor musician" has little skill, "a poor memory" is weak: only money has the opposite.
        if token.lower_ == "poor" and bare_noun(noun) not in OF_MONEY:
            continue
        yield exchange(token, new)


def _is_political(noun: Token) -> bool:
    return is_somebody(noun) or bare_noun(noun) in OF_POLITICS


def _tells_which(quality: Token, scene: Scene) -> bool:
    """Whether a quality tells which thing is meant, so that the same may hold of another."""
    noun = quality.head
    # "offers this wider view": this one is wider.
    if noun.left_edge.lower_ in ("this", "that", "these", "those"):
        return True
    if picks_one(quality) or is_counted_among(noun, scene) or _is_of_the_first(noun):
        return True
    return not scene.describes and _is_known(noun)


def _is_known(noun: Token) -> bool:
    """Whether a quality only tells which thing is meant: "in the shorter chapters".

    The same may hold of the longer ones. "a short chapter" says how long it is, and so does "her
    short chapter" as an object.
    """
    owned = any(c.dep_ == "poss" for c in noun.lefts)
    if noun.left_edge.lower_ != "the" and not owned:
        return False
    # "made his debut with the senior team": there is one debut.
    if any(t.lower_ == "debut" for a in noun.ancestors for t in (a, *a.children)):
        return False
    # "is one of the large towns"
    above = noun.head.head
    if noun.dep_ == "pobj" and above.lower_ == "one":
        return above.dep_ == "dobj"
    return noun.dep_ in ("pobj", "conj") or (noun.dep_ == "dobj" and not owned)


def _may_be_both(quality: Token) -> bool:
    """Whether the opposite may be true as well, or the rest tells which is.

    "has professional teams", "left her former life"; "got on well, forming a friendly relation"
    """
    noun = quality.head
    if any(t.dep_ == "advcl" and t.tag_ == "VBG" for t in quality.ancestors):
        return True
    if quality.lower_ == "former" and any(c.dep_ == "poss" for c in noun.lefts):
        return True
    # "a part of a larger process"
    if quality.tag_ == "JJR" and noun.head.lower_ == "within":
        return True
    # "computers with a small memory and slow processors": one tells of the other.
    if noun.dep_ == "pobj" and any(c.dep_ == "conj" and _is_qualified(c) for c in noun.rights):
        return True
    several = noun.tag_ == "NNS" and noun.dep_ == "dobj"
    return several and bare_form(noun.head.text) in HOLDING


def _is_out_of_place(quality: Token, scene: Scene) -> bool:
    """ "a bomber rather than a defensive plane"; "an outdoor table in front of a tent"."""
    before = scene.lowers[: quality.i]
    if any(pair in (("rather", "than"), ("instead", "of")) for pair in pairwise(before)):
        return True
    return quality.lower_ == "outdoor" and scene.has(OUTDOORS)


def _is_qualified(noun: Token) -> bool:
    return any(c.dep_ == "amod" for c in noun.lefts)


def opposite_state(scene: Scene) -> Iterator[list[Edit]]:
    """ "The museum is closed on Mondays" -> "The museum is open on Mondays"."""
    state = told_state(scene)
    if state is None:
        return
    new = opposite(state.lower_, "a", "behind")
    if new is not None and new not in scene.words:
        yield [replace(state, new)]


def _is_only_called_true(quality: Token) -> bool:
    """ "the true month": only what is said is true or false."""
    return quality.lower_ in ("true", "false") and bare_noun(quality.head) not in SAID


def _is_one_end(quality: Token, scene: Scene) -> bool:
    """ "his final illness", "an initial order": the same may hold of the other one.

    Also what other words tell again: "knighted in 1892, his final year".
    """
    ends = quality.lower_ in ("initial", "final")
    if ends and (quality.head.dep_ in ("dobj", "pobj") or scene.has_digits):
        return True
    return quality.lower_ in OF_AGE and scene.has(AGED)


def _is_of_the_first(noun: Token) -> bool:
    """ "was the first baker to open a large shop": others were the first to open a small one."""
    verb = noun.head
    if noun.dep_ != "dobj" or verb.dep_ not in ("relcl", "acl", "xcomp"):
        return False
    # The parser may put "to open" below "was".
    named = [verb.head, *(c for c in verb.head.rights if c.dep_ == "attr" and c.i < verb.i)]
    return any(c.lower_ in IN_ORDER or c.tag_ == "JJS" for n in named for c in (n, *n.lefts))


def _is_demanded(noun: Token) -> bool:
    """ "demanded access to the closed hall", and to the open one, perhaps."""
    return any(above.lower_ in DEMANDED for above in noun.ancestors)


def _asks(clause: Clause) -> bool:
    """ "Show me the boat", "Guide: Show me the boat"."""
    verb = clause.verb
    named = verb.i > 0 and verb.nbor(-1).text == ":"
    return verb.tag_ == "VB" and not clause.auxiliaries and (clause.subject is None or named)


def _is_compound(token: Token) -> bool:
    """ "a high-speed train", "a more difficult climb", "such a small house"."""
    doc, i = token.doc, token.i
    if any(t.text in ("-", "–", "/") for t in doc[max(i - 1, 0) : i + 2]):
        return True
    # "more difficult"; "a sudden death match", in which death may be what is sudden
    if i and doc[i - 1].lower_ in ("more", "most", "less", "least"):
        return True
    if token.head.i > i + 1 and doc[i + 1].dep_ == "compound":
        return True
    # "such a small house", "as small a house"
    return any(c.lower_ in ("such", "as") for c in token.head.children)
