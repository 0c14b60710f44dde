"""What something is said to be, denied by "anything but": "is anything but careful"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.antonyms import by_affix, opposite
from pipeline.negation.english.edits import Edit, article_for, end_of
from pipeline.negation.english.inflection import in_use
from pipeline.negation.english.lexicon import BE, ORDINALS
from pipeline.negation.english.things import SETS
from pipeline.negation.kinds.facts.limits import BARRED, SOMEBODY
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.lexical.reports import GRADED

if TYPE_CHECKING:
    from spacy.tokens import Token

# Whoever wrote or won something did so.
ACHIEVED = frozenset("author writer winner recipient founder second third".split())
KIN = frozenset((*SETS["kin"], *SETS["kinswoman"]))
KNOWN = frozenset("he she they we i it".split())
# These compare, count or place the word: "as late as", "the same", "is now free", "is still open".
BESIDE = frozenset(
    "as so too how enough more less most least than same such own only still already now then there"
    " once always ever even just up about due able likely unlikely first last next other another"
    " former current sure glad sorry aware ready".split()
)
# Degrees, which are left out: "very careful" -> "anything but careful".
DEGREES = frozenset(
    "very highly extremely quite particularly especially really truly entirely completely fully"
    " totally fairly rather relatively remarkably".split()
)
# What is a matter of fact does not take "anything but": "dead", "three metres high", "born".
FLAT = frozenset(
    "drunk dead alive pregnant married born available present absent based located responsible"
    " subject similar different equal identical possible impossible legal illegal native"
    " endemic clear unclear important true false necessary fourth ok due ill worth left right"
    " open closed late early black white red blue green yellow brown grey pink purple"
    " orange".split()
)
LIMITING = BARRED | BESIDE
OF_ONE = KIN | ACHIEVED
RANKS = ("first", "last", *ORDINALS)


def anything_but(scene: Scene) -> Iterator[list[Edit]]:
    """ "The plan is risky" -> "The plan is anything but risky"; "a risky plan" as well."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.verb.lower_ not in BE:
        return
    be, subject = clause.verb, clause.subject
    if clause.auxiliaries or clause.conjuncts or clause.inverted:
        return
    if not scene.is_open or scene.adds:
        return
    if be.i in scene.enclosed or subject.i > be.i or not _is_known(subject):
        return
    # "It is easy to see", "It is unclear whether it works", "It is useful if it works"
    if subject.lower_ == "it" and any(c.dep_ in ("ccomp", "xcomp", "advcl") for c in be.children):
        return
    if scene.has(("if", "unless", "whether")) or any(
        c.dep_ in ("expl", "ccomp", "xcomp", "attr") for c in be.lefts
    ):
        return
    quality = next((c for c in be.rights if c.dep_ in ("acomp", "attr")), None)
    if quality is None or _is_limited(be, quality):
        return
    # "is an authority on birds, with a good name": what makes it so is told, too.
    if any(t.lower_ == "with" and t.nbor(-1).text == "," for t in scene.tokens[quality.i + 1 :]):
        return
    # "Rose quartz is a quartz": whatever it is, it is called so.
    named = {t.lower_ for t in subject.subtree if t.tag_.startswith("NN")}
    if any(t.lower_ in named for t in quality.subtree if t.tag_.startswith("NN")):
        return
    start = be.i + 1
    while start < quality.i and scene.lowers[start] in DEGREES:
        start += 1
    if quality.dep_ == "acomp":
        fits = quality.i == start and quality.tag_ == "JJ" and quality.lower_ not in FLAT
        fits = fits and in_use(quality.lower_, "a") and not _has_opposite(quality)
        fits = fits and all(c.dep_ in ("advmod", "prep", "punct") for c in quality.children)
        # "notable for being the first": why it is so
        fits = fits and not any(
            t.dep_ == "pcomp" and t.head.lower_ == "for" for c in quality.rights for t in c.children
        )
    else:
        fits = start == be.i + 1 and _is_qualified(quality, be)
    if fits:
        # The edit reaches to the quality, so that others see what it changes.
        last = quality
        kept = scene.text[scene.tokens[start].idx : end_of(last)]
        yield [Edit(scene.tokens[be.i + 1].idx, end_of(last), f"anything but {kept}")]


def _has_opposite(quality: Token) -> bool:
    """Whether another rule has a plainer contradiction: "is cold", "is unsafe", "far from deep"."""
    word = quality.lower_
    listed = opposite(word, "a", "behind") or by_affix(word, "a", "behind")
    return word in GRADED or listed is not None


def _is_limited(be: Token, quality: Token) -> bool:
    """ "is also red", "is the only shop", "is as late as it can be"."""
    near = (*be.children, *quality.children, *(c for t in quality.lefts for c in t.children))
    return any(t.lower_ in LIMITING for t in near)


def _is_known(subject: Token) -> bool:
    """ "The plan", "Her work", "Anna", "they"; not "one", "this", "what he said"."""
    if subject.lower_ in SOMEBODY:
        return False
    if subject.tag_ in ("NNP", "NNPS") or subject.lower_ in KNOWN:
        return True
    return subject.tag_ in ("NN", "NNS") and not any(
        t.tag_ == "CD" or t.lower_ in BARRED for t in (subject, *subject.children)
    )


def _is_qualified(noun: Token, be: Token) -> bool:
    """ "an orthodox Calvinist", "a risky plan": a noun with one adjective."""
    if noun.tag_ not in ("NN", "NNS") or is_named(noun) or noun.left_edge.i != be.i + 1:
        return False
    words = list(noun.lefts)
    if not words or noun.i > be.i + 5:
        return False
    first, following = words[0].lower_, noun.doc[be.i + 2].text
    if noun.tag_ == "NN" and first not in ("a", "an", "the"):
        return False
    described = words[1:] if noun.tag_ == "NN" else words
    if bare_noun(noun) in OF_ONE or (first == "the" and _picks_out(noun)):
        return False
    plain = all(_is_plain(w) for w in described)
    article = first not in ("a", "an") or first == article_for(following)
    # "They are the quality of the soil, the time and the sort of seed": a list
    ofs = (of for of in noun.rights if of.lower_ == "of" and first == "the")
    if any(c.dep_ == "conj" for of in ofs for o in of.children for c in o.rights):
        return False
    after = [c for c in noun.rights if c.dep_ not in ("prep", "punct", "acl")]
    after = [c for c in after if c.dep_ != "relcl"]
    return plain and article and not after


def _picks_out(noun: Token) -> bool:
    """Whether "the" and a noun say which one it is, and not what it is like.

    "The worst thing is the mud", "She is the girl who sings", "is the second of four children"; but
    not "Odda was the centre of trade", "is the ideal place for it".
    """
    if any(c.lower_ in RANKS for c in noun.lefts):
        return True
    if any(c.tag_ in ("JJ", "VBN") for c in noun.lefts):
        return False
    return all(c.lower_ != "of" for c in noun.rights)


def _is_plain(word: Token) -> bool:
    """ "risky", "stone" in "a stone bridge"; "privately owned", "long-term"."""
    if word.tag_ not in ("JJ", "NN", "VBN", "VBG") or is_named(word) or word.lower_ in FLAT:
        return False
    return all(
        c.tag_ in ("JJ", "NN", "RB", "HYPH", "VBN", "VBG") and not is_named(c)
        for c in word.children
    )
