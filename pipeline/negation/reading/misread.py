"""Finite verbs that the parser took for a noun or for a modifier of the root.

A small parser sometimes reads "A dog chases a ball" as a noun phrase ("dog chases"), and "The choir
from Lund performed here" as "the choir, performed". Both leave traces by which to recognise them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form, inflected, is_form, is_noun
from pipeline.negation.english.lexicon import BE, FINITE_TAGS, RELATIVES, SUBJECTS
from pipeline.negation.english.things import PERSONS

if TYPE_CHECKING:
    from spacy.tokens import Token

    from pipeline.negation.reading.structure import Clause

Found = tuple["Token | None", "str | None", "Token | None"]
NOTHING: Found = (None, None, None)
NOMINAL = frozenset(("NN", "NNS", "NNP", "NNPS", "CD", "JJ"))
# First words of definite noun phrases, with which captions seldom start.
DEFINITE = frozenset("the this that these those my your his her its our their many most".split())
# Without an object these are hardly ever past tenses: "The choir based in Lund."
PASSIVE = frozenset(
    "based born called defined dressed dyed entitled established founded headquartered held known"
    " located made named organised organized seated situated titled used written".split()
)
# Relations of dependents that only verbs have, never nouns.
VERBAL = frozenset(("dobj", "csubj", "nsubj", "nsubjpass", "dative", "prt"))


def misread_verb(root: Token) -> Found:
    """The finite verb of a sentence whose root is not a verb.

    Returns:
        The verb, its tag and the head of its subject; three times None if there is none.
    """
    past = next((c for c in root.children if c.dep_ == "acl" and _is_past(c, root)), None)
    modifier = _modifier(root)
    if past is not None and modifier[2] in (None, root):
        return past, "VBD", root
    for reading in (_noun(root, sure=True), modifier, _noun(root, sure=False)):
        if reading[0] is not None:
            return reading
    return NOTHING


def _modifier(root: Token) -> Found:
    """A finite verb below the root that no relative pronoun or conjunction subordinates."""
    below = [*root.children]
    below += [grandchild for child in root.children for grandchild in child.children]
    # "The glory won in a day was remarkable": what can be a participle is tried last.
    for verb in sorted(below, key=lambda t: (t.tag_ == "VBD" and is_form(t.text, "VBN"), t.i)):
        children = list(verb.children)
        # "Monday thru sat"
        bare = verb.dep_ == "pobj" and not any(verb.rights)
        if bare or verb.dep_ in ("aux", "auxpass", "amod", "compound"):
            continue
        auxiliaries = [c for c in children if c.dep_ in ("aux", "auxpass")]
        finite = auxiliaries[0] if auxiliaries else verb
        subject = next((c for c in children if c.dep_ in SUBJECTS), None)
        # "The layout and use of glass allow for light", with the layout as the root
        joined = verb.dep_ == "conj" and verb.head == root and not auxiliaries
        if verb.tag_ == "VB" and joined and subject is not None and subject.i < verb.i:
            return verb, "VBP", subject
        if finite.tag_ not in FINITE_TAGS or (auxiliaries and not verb.tag_.startswith("V")):
            continue
        left = verb.doc[verb.left_edge.i : verb.i]
        if any(t.lower_ in RELATIVES or t.dep_ == "mark" for t in left):
            continue
        # Verbs are coordinated with verbs: with a noun before "and", the first verb was missed.
        if subject is None and verb.dep_ == "conj" and verb.head == root:
            continue
        if subject is not None and verb.dep_ not in ("relcl", "acl", "advcl"):
            return verb, None, subject
        clear = finite.tag_ != "VBD" or not is_form(finite.text, "VBN") or root.doc[-1].is_punct
        if subject is None and clear and root.i < finite.i:
            # ", built by X, opened": the commas enclose an insertion.
            commas = [t.i for t in verb.doc[root.i : finite.i] if t.text == ","]
            if not commas or commas[-1] + 1 < finite.i or len(commas) > 1:
                return verb, verb.tag_, root
    return NOTHING


def _is_finite(verb: Token) -> bool:
    first = next((c for c in verb.lefts if c.dep_ in ("aux", "auxpass")), verb)
    return first.tag_ in ("VBZ", "MD")


def _is_past(verb: Token, root: Token) -> bool:
    """ "The king handed over his crown", "Oslo hosted and won": a past tagged as a participle.

    A participle has no object and no finite verb beside it, and does not modify a name.
    """
    if verb.tag_ != "VBN" or verb.doc[-1].text != "." or not is_form(verb.text, "VBD"):
        return False
    if verb.i < root.i or any(c.dep_ in ("agent", "aux", "auxpass") for c in verb.children):
        return False
    # "Lind, who lived there, moved": two commas enclose an insertion.
    commas = sum(t.text == "," for t in verb.doc[root.i : verb.i])
    if commas == 1 or (verb.nbor(-1).is_punct and commas != 2 and not verb.nbor(-1).is_quote):
        return False
    if any(c.dep_ == "dobj" for c in verb.children) or root.tag_ in ("NNP", "NNPS", "PRP"):
        return True
    # "Her grandparents divorced in 1951."
    if verb.nbor(-1).tag_ in NOMINAL and any(c.lower_ in DEFINITE for c in root.lefts):
        return verb.lower_ not in PASSIVE
    return any(c.dep_ == "conj" and c.tag_ in ("VBD", "VBZ") for c in verb.children)


def _noun(root: Token, *, sure: bool) -> Found:
    """ "A dog chases a ball", "Pupils protest": a form of a verb at the end of a noun phrase.

    It is certain if the word has a dependent that nouns never have.
    """
    if root.tag_ not in ("NNS", "NN", "NNPS") or root.i == 0 or root.text.isupper():
        return NOTHING
    # A capital inside a sentence marks a name; in headlines it does not.
    if root.text.istitle() and root.doc[-1].is_punct:
        return NOTHING
    before = root.nbor(-1)
    relations = {c.dep_ for c in root.children}
    subject = next((c for c in root.children if c.dep_ in SUBJECTS), None)
    if subject is None and (before.tag_ not in NOMINAL or before.head != root):
        return NOTHING
    third = root.tag_ != "NN"
    bare = bare_form(root.text)
    if third and (inflected(bare, "VBZ") != root.lower_ or bare == root.lower_):
        return NOTHING
    if not third and (bare != root.lower_ or (subject or before).tag_ not in ("NNS", "NNPS")):
        return NOTHING
    if not is_form(root.text, "VBZ" if third else "VBP"):
        return NOTHING
    if root.i + 1 == len(root.doc):
        return NOTHING
    following = root.nbor(1)
    # "Foreign ministers to discuss ban": persons who will do so
    if bare in PERSONS and following.tag_ == "TO":
        return NOTHING
    certain = bool(relations & VERBAL) or any(
        c.dep_ == "conj"
        and (
            (before.tag_ in ("NN", "NNP") and _is_finite(c))
            or any(s.dep_ in SUBJECTS for s in c.children)
        )
        for c in root.children
    )
    if not sure:
        certain = certain or not is_noun(root.text)
        certain = certain or following.tag_ in ("DT", "PRP$", "PRP", "TO")
    if not sure and third and before.tag_ in ("NN", "NNP"):
        # "a dog chases" is not a noun phrase, and "court rejects appeal" would be an odd one.
        certain = certain or root.doc[root.left_edge.i].lower_ in ("a", "an")
        certain = certain or (following.tag_ in NOMINAL and not is_form(following.text, "VBP"))
    return (root, "VBZ" if third else "VBP", subject or before) if certain else NOTHING


def has_second_be(clause: Clause) -> bool:
    """ "A lorry used in the film was shown": a participle that the parser takes for the verb."""
    verb, subject = clause.verb, clause.subject
    if clause.auxiliaries or verb.lower_ in BE or verb.tag_ not in ("VBD", "VBN"):
        return False
    if subject is None or subject.tag_ == "PRP":
        return False
    for other in verb.rights:
        if other.lower_ not in BE or other.dep_ not in ("ccomp", "conj"):
            continue
        between = verb.doc[verb.i + 1 : other.i]
        if any(c.dep_ in SUBJECTS or c.dep_ == "mark" for c in other.children):
            continue
        if not any(t.dep_ == "cc" or t.tag_[0] == "V" for t in between):
            return True
    return False


def is_quoted(before: str, after: str) -> bool:
    """Whether a quotation is open before the verb, and the sentence goes on after its end.

    Not where the sentence begins with it: "They left," Berg said.
    """
    said = before[1:]
    if before.count('"') % 2 and '"' in said:
        end = '"'
    elif before.count("“") > before.count("”") and "“" in said:
        end = "”"
    else:
        return False
    return any(letter.isalpha() for letter in after.partition(end)[2])


def is_trailing(clause: Clause) -> bool:
    """Whether a noun phrase ends in a comma and one word that the parser took for its verb.

    "the place at which a river ends, mouths", as dictionaries list it
    """
    verb, subject = clause.verb, clause.subject
    if clause.auxiliaries or subject is None or verb.i < 2 or verb.nbor(-1).text != ",":
        return False
    if clause.tag not in ("VBZ", "VBP") or subject.i > verb.i or not is_noun(bare_form(verb.text)):
        return False
    # "The mill, which is old, turns": between two commas
    inside = [t.text for t in verb.doc[subject.i : verb.i]]
    return inside.count(",") == 1 and all(t.is_punct for t in verb.doc[verb.i + 1 :])
