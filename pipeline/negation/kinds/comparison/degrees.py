"""Reversed comparisons: "larger than" -> "smaller than", or both sides exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import compared
from pipeline.negation.english.edits import Edit, end_of, exchange, like, replace, swapped
from pipeline.negation.english.inflection import comparative
from pipeline.negation.english.lexicon import BE_FINITE, ORDINALS, YEAR
from pipeline.negation.kinds.facts.nouns import is_named, phrase
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

AFTER_BEST = frozenset(
    "friend friends seller sellers man practice practices interest interests guess example"
    " examples list lists".split()
)
DEGREES = {"more": "less", "less": "more", "most": "least", "least": "most"}

ENDS = {"first": "last", "last": "first"}
RANKING = frozenset("than middle upper inner outer".split())
MEASURED = frozenset("largest smallest highest lowest longest shortest biggest tallest".split())
AGAINST = frozenset("but although though yet despite however unbeaten undefeated".split())
OF_LEVELS = frozenset("level levels supply close point ebb score".split())
OF_RANK = frozenset(
    "court courts office offices honour honor honours honors authority bidder bidders judge ranks"
    " rank order priority concern hope score scorer percentages percentage".split()
)
BY_FAR = frozenset("margin still far easily rival rivaled rivalled difference bulk led".split())
# What rises, falls or thrives goes with one end of a scale.
COURSES = (
    *("increas", "decreas", "declin", "flourish", "thriv", "prosper", "dominat", "rising"),
    *("falling", "growing", "growth", "shrink", "rapidly", "boom", "expand"),
)
# "select the best boats", "the record for the heaviest load": nobody seeks the other end.
SEEKING = frozenset("select choose pick seek find record records award awards prize prizes".split())
# "was nominated as one of the best": nobody honours the worst.
HONOURING = frozenset(
    "nominated awarded honoured honored selected chosen shortlisted prized celebrated hailed lauded"
    " acclaimed praised picked elected".split()
)
TIMELY = frozenset("earlier later sooner faster slower better worse".split())


def other_degree(scene: Scene) -> Iterator[list[Edit]]:
    """ "older than" -> "younger than"; "more useful than" -> "less useful than"."""
    # "is lower, given the many bakers"
    if scene.has(("despite", "although", "though", "given", "reason", "reasons")):
        return
    for token in scene.tokens if scene.has(("than",)) else ():
        if not _is_compared(token, scene):
            continue
        # "knows birds smarter than that", and stupider ones, too
        if token.head.tag_ in ("NNS", "NN") and token.i > token.head.i:
            continue
        # "French is harder than Spanish": is the opposite easier or softer?
        if token.lower_ in ("harder", "softer"):
            continue
        if token.lower_ in ("more", "less"):
            if token.dep_ == "advmod" and token.head.tag_ in ("JJ", "RB", "VBN", "VBG"):
                yield [_other_degree_of(token)]
        # "extends deeper than"
        elif token.tag_ == "RBR" and token.dep_ == "advmod" and token.lower_ not in TIMELY:
            continue
        elif token.tag_ in ("JJR", "RBR") and (new := compared(token.lower_, token.tag_)):
            yield [replace(token, new)]


def _other_degree_of(degree: Token) -> Edit:
    """ "more useful" -> "less useful", "less useful" -> "more useful", "less hard" -> "harder"."""
    quality = degree.head
    if degree.lower_ == "less" and quality.i == degree.i + 1:
        longer = comparative(quality.lower_)
        if longer is not None:
            return Edit(degree.idx, end_of(quality), like(degree, longer))
    return replace(degree, DEGREES[degree.lower_])


def other_extreme(scene: Scene) -> Iterator[list[Edit]]:
    """ "the largest lake" -> "the smallest lake"; "the most useful" -> "the least useful"."""
    degrees = scene.has(("most", "least"))
    found = scene.stated() if degrees else scene.stated("JJS")
    # "between the highest and the lowest"
    if found and sum(t.tag_ in ("JJS", "RBS") for t in scene.tokens) > 1:
        return
    # "formed the next largest group, after the bakers, with 2,000 members"
    if found and scene.has(("next", "after")):
        return
    # "among the largest lakes, with shores longer than any other"; "the lowest part ... the upper"
    if found and scene.has(RANKING):
        return
    for token in found:
        # "At the highest level it helps", and at others, too; "rose, ending at its highest level"
        if is_named(token) or _opens(token, scene) or _is_reached(token):
            continue
        if _is_honoured(token, scene):
            continue
        if token.lower_ in MEASURED and _has_figures(scene):
            continue
        if _is_set_apart(token, scene) or _is_told_again(token, scene):
            continue
        if token.lower_ in ("most", "least") and token.i and token.nbor(-1).lower_ == "the":
            if token.dep_ == "advmod" and token.head.tag_ == "JJ" and token.head.i == token.i + 1:
                yield [replace(token, DEGREES[token.lower_])]
        elif token.tag_ != "JJS" or token.dep_ not in ("amod", "attr", "acomp"):
            continue
        elif token.head.lower_ in AFTER_BEST or _ends_range(token) or token.lower_ == "narrowest":
            continue  # "a best seller", "from the whale to the smallest shrimp"
        elif (new := compared(token.lower_, "JJS")) and not _is_counted(token):
            yield exchange(token, new)


def _is_set_apart(token: Token, scene: Scene) -> bool:
    """Whether a rank is set against something.

    "one of the fastest, but he never won", "second largest after Oslo"
    """
    if scene.has(AGAINST):
        return True
    above = [token.head, *token.children, *token.head.children]
    ranked = any(t.lower_ in ORDINALS or t.tag_ == "CD" for t in above if t.i < token.i)
    before = token.nbor(-1) if token.i else token
    ranked = ranked or before.lower_ in ORDINALS
    return ranked and scene.has(("after", "behind"))


def _is_told_again(token: Token, scene: Scene) -> bool:
    """Whether other words tell which end of a scale it is, or only one end has a name.

    "the highest court", "the largest group by a wide margin", "is warmest at noon and cools",
    "the city flourished and became the largest"
    """
    if token.head.lower_ in OF_RANK or scene.has(BY_FAR):
        return True
    return any(w.startswith(COURSES) and len(w) > 5 for w in scene.lowers)


def _has_figures(scene: Scene) -> bool:
    """ "With 40 boats it has the largest fleet": the figure says how large it is."""
    return any(
        t.tag_ == "CD" and t.dep_ == "nummod" and not YEAR.fullmatch(t.text) for t in scene.tokens
    )


def other_foremost(scene: Scene) -> Iterator[list[Edit]]:
    """ "The longest canal is the Ouse" -> "The shortest canal is the Ouse".

    Also "one of the most visited towns" -> "one of the least visited", and first and last.
    """
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or scene.is_question:
        return
    # "The largest river is the Ouse, which carries ships": the rest tells why.
    if scene.has(("which", "who", "that", "because")) or scene.has(AGAINST):
        return
    # "It is one of the best mills, and its bread is famous"
    if any(c.dep_ == "conj" for c in clause.verb.children):
        return
    if (
        clause.verb.lower_ not in BE_FINITE
        or clause.auxiliaries
        or clause.conjuncts
        or scene.is_denied
    ):
        return
    ranks = [t for t in scene.tokens if t.tag_ in ("JJS", "RBS") or t.lower_ in ENDS]
    if len(ranks) != 1 or ranks[0].i in scene.enclosed or is_named(ranks[0]):
        return
    rank, subject = ranks[0], clause.subject
    noun = rank.head.head if rank.dep_ == "advmod" else rank.head
    one = _one_of(noun)
    holder = one or noun
    # The best example of a fault is the worst one.
    if (one is None and rank.lower_ in ENDS) or noun.lower_ in AFTER_BEST:
        return
    is_subject = holder.i == subject.i and _is_identity(clause.verb)
    is_member = one is not None and holder.dep_ == "attr" and holder.head.i == clause.verb.i
    if not (is_subject or is_member) or _is_sole(rank, noun):
        return
    if (new := _opposite_rank(rank)) is not None:
        yield [replace(rank, new)]


def _one_of(noun: Token) -> Token | None:
    """The "one" of "one of the towns"."""
    of = noun.head
    if noun.dep_ == "pobj" and of.lower_ == "of" and of.head.lower_ == "one":
        return of.head
    return None


def _is_identity(verb: Token) -> bool:
    """Whether "be" says who or what something is: by name, with "the", or "that"."""
    for child in verb.rights:
        if child.dep_ in ("ccomp", "xcomp"):
            return True
        if child.dep_ == "attr":
            first = child.left_edge
            return child.tag_ in ("NNP", "NNPS") or first.lower_ == "the" or first.tag_ == "PRP$"
    return False


def _is_sole(rank: Token, noun: Token) -> bool:
    """ "second largest": neither "the" nor whose it is stands before it."""
    before = rank.nbor(-1) if rank.i else rank
    return before.lower_ not in ("the", "his", "her", "its", "their", "whose")


def _opposite_rank(rank: Token) -> str | None:
    if rank.lower_ in ENDS:
        return ENDS[rank.lower_]
    if rank.lower_ in ("most", "least"):
        graded = rank.dep_ == "advmod" and rank.head.tag_ in ("JJ", "VBN", "VBG")
        follows = rank.head.i in (rank.i + 1, rank.i + 2)
        return DEGREES[rank.lower_] if graded and follows else None
    return compared(rank.lower_, "JJS") if rank.tag_ == "JJS" else None


def _is_reached(token: Token) -> bool:
    """ "its highest level", "in short supply", "as the best solution", "the biggest selling"."""
    noun = token.head
    if noun.lower_ in OF_LEVELS or noun.head.lower_ == "as":
        return True
    return token.i + 1 < len(token.doc) and token.nbor(1).tag_ == "VBG"


def _is_honoured(token: Token, scene: Scene) -> bool:
    """ "was chosen as one of the best", "his own biggest rival", "the record for the largest"."""
    noun = token.head
    if any(c.lower_ == "own" for c in noun.lefts):
        return True
    if scene.has(SEEKING) and any(a.lower_ in SEEKING for a in noun.ancestors):
        return True
    one = _one_of(noun)
    return one is not None and one.head.lower_ in ("as", "among") and scene.has(HONOURING)


def changed_sides(scene: Scene) -> Iterator[list[Edit]]:
    """ "The oak is older than the elm" -> "The elm is older than the oak"."""
    clause = scene.clause if scene.has(("than",)) else None
    if clause is None or clause.subject is None or not scene.is_open or clause.inverted:
        return
    for than in scene.tokens:
        if than.lower_ != "than" or than.i + 1 == len(scene.doc):
            continue
        other = next((c for c in than.children if c.dep_ == "pobj"), None)
        degree = than.head
        if other is None or degree.tag_ not in ("JJR", "RBR", "JJ") or other.tag_ == "CD":
            continue
        if degree.head.i != clause.verb.i or clause.subject.tag_ != other.tag_:
            continue
        # "lasted longer than a year"; "is denser than tin, but weaker than the tin used for cans"
        if clause.verb.lower_ not in BE_FINITE or scene.has(("but", "although")):
            continue
        if than.i in scene.enclosed or scene.lowers.count(other.lower_) > 1:
            continue
        first, second = phrase(clause.subject), phrase(other)
        if first is None or second is None or first.start != 0:
            continue
        if _sort_of(first) == _sort_of(second):
            yield swapped(first, second)


def _sort_of(side: Span) -> str:
    """Whether a side is one certain thing, something named, or anything of its sort.

    "The mill is older than a century" and "The plan is better than Bank news" have sides of two
    sorts, which do not change places.
    """
    if side[0].tag_ in ("DT", "PRP$"):
        return "any" if side[0].lower_ in ("a", "an") else "certain"
    if side[-1].tag_ in ("NNP", "NNPS"):
        return "named"
    return "several" if side[-1].tag_ == "NNS" else f"bare {len(side)}"


def _is_compared(token: Token, scene: Scene) -> bool:
    """Whether "than" follows in the main clause, without a number: "more than ten"."""
    if token.tag_ not in ("JJR", "RBR", "JJ", "RB") or token.head.i == token.i:
        return False
    if not scene.is_open or token.i in scene.enclosed:
        return False
    if token.i == 0:  # "More than that, ..."
        return False
    place = token
    while place.i != scene.head.i:
        if place.dep_ in ("advcl", "ccomp", "relcl", "acl", "csubj", "nsubj", "nsubjpass", "conj"):
            return False
        if place.head.i == place.i:
            return False
        place = place.head
    # "no larger than", "much more than", "any better than"
    if token.i and token.nbor(-1).lower_ in ("no", "any", "not", "the", "once", "or", "times"):
        return False
    behind = scene.tokens[token.i + 1 : token.i + 5]
    than = next((t for t in behind if t.lower_ == "than"), None)
    if than is None or than.i + 1 == len(scene.doc):
        return False
    # "with one cheek larger than the other": then the other one is smaller.
    other = scene.doc[than.i + 1 : than.i + 3].text.lower()
    if other.startswith("the other") or other.startswith("another"):
        return False
    return than.nbor(1).tag_ != "CD" and than.nbor(1).lower_ not in ("ever", "usual", "expected")


def _opens(token: Token, scene: Scene) -> bool:
    """Whether a word is in a phrase with a preposition in front of the subject."""
    subject = scene.clause.subject if scene.clause is not None else None
    if subject is None or token.i >= subject.left_edge.i:
        return False
    return any(above.dep_ == "prep" for above in token.ancestors)


def _ends_range(token: Token) -> bool:
    above = token.head.head
    return above.lower_ == "to" and any(t.lower_ == "from" for t in token.doc[: above.i])


def _is_counted(token: Token) -> bool:
    """ "two of the largest", "the best known": what is not named may be as large."""
    doc, i = token.doc, token.i
    before = [t.lower_ for t in doc[max(i - 3, 0) : i]]
    known = doc[i + 1 : i + 2].text in ("known", "-", "man", "woman")
    return known or "-" in before or ("of" in before and "one" not in before)
