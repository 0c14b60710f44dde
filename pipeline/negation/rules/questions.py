"""Questions: "not" after the subject, and tags that must change with their sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.negation.english.edits import Edit, after, end_of, like
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import (
    ANYBODY,
    BE,
    CONTRACTIONS,
    FINITE_TAGS,
    NEGATORS,
    UNCONTRACTED,
)
from pipeline.negation.reading.structure import Clause, subject_end

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

PRONOUNS = frozenset(("i you he she it we they there").split())
STOPS = frozenset((".", ";", ":", "!", "?", "…", "..."))
SUBORDINATE = frozenset("relcl ccomp advcl pcomp csubj csubjpass acl".split())
ASKED = PRONOUNS | ANYBODY | {"that", "this"}
# "Why do you think he left?" asks why he left: what stands below these is asked about.
OPINIONS = frozenset(
    "think believe say suppose feel imagine reckon guess assume expect suspect claim".split()
)
# "I ask again if it is late?": what is asked stands below these.
ASKING = frozenset("ask wonder repeat".split())


def inversion(clause: Clause, word: str) -> list[Edit] | None:
    """ "What do I need?" -> "What do I not need?"."""
    finite = clause.finite
    if not clause.inverted or finite is None:
        return None
    if finite == clause.verb and clause.verb.lower_ not in BE:
        return None
    last = subject_end(clause)
    if all(t.is_punct for t in last.doc[last.i + 1 :]):
        return contracted(clause)
    return [after(last, word)]


def contracted(clause: Clause) -> list[Edit] | None:
    """ "Why is it open?" -> "Why isn't it open?"; None if the finite word has no such form."""
    finite = clause.finite
    if finite is None:
        return None
    if finite.text in ("'s", "’s"):
        return [Edit(finite.idx, end_of(finite), f" isn{finite.text[0]}t")]
    if finite.lower_ not in CONTRACTIONS:
        return None
    return [Edit(finite.idx, end_of(finite), like(finite, CONTRACTIONS[finite.lower_]))]


def is_left_open(doc: Doc, clause: Clause | None) -> bool:
    """Whether a text ends in a question that the denial of the clause does not turn round.

    What is asked about one thing can be asked about another: "She told whom?". A clause that only
    precedes the question does not matter: "You bet; is it late?", "Go on, is it late?". But "He
    asked himself: is it late?" tells what he did.
    """
    end = len(doc) - 1
    while end > 0 and doc[end].is_punct and doc[end].text != "?":
        end -= 1
    if doc[end].text != "?" or doc[-1].is_quote:
        return False
    if clause is None:  # "How much bread needed?"
        return any(_asks_for_thing(t) for t in doc)
    verb = clause.verb
    end = next((t.i for t in doc[verb.i : end] if t.text == ":"), end)
    if any(t.text in STOPS for t in doc[verb.i : end]):
        return True
    # "I don't mean to be rude, but why is it late?"
    if any(t.lower_ == "why" for t in doc[verb.i : end]):
        return True
    # "Go figure you're late?", "much as they did in May?", "so what his friends don't know is it?"
    order = clause.subject is None and clause.finite is None
    below = any(c.dep_ == "mark" for c in verb.lefts) or _is_followed(clause)
    if order or below or any(_asks_for_thing(t) for t in doc[:end]):
        return True
    # "Why is the speed of light 300 m/s?": "not" would follow the number.
    if not clause.inverted:
        return False
    last = subject_end(clause)
    following = doc[last.i + 1 : last.i + 2]
    return any(t.tag_ == "CD" or (last.tag_ == "CD" and t.tag_[0] == "N") for t in following)


def _asks_for_thing(word: Token) -> bool:
    """Whether a word asks for a thing or a number: "What is it?", "How much is it?"."""
    if word.tag_ not in ("WP", "WP$", "WDT") and word.lower_ != "how":
        return False
    # "Why did you leave when you saw who came?"
    first = word.i == 0 or word.nbor(-1).text in STOPS
    # "It is the result of what, then?"
    last = word.i + 1 < len(word.doc) and word.nbor(1).is_punct
    return first or last or not any(t.dep_ in SUBORDINATE for t in word.ancestors)


def _is_followed(clause: Clause) -> bool:
    """ "suing because his friends don't mind is not helping?": the main verb is a later one."""
    verb = clause.verb
    later = (t for above in verb.ancestors for t in above.rights if t.i > verb.i)
    return verb.dep_ == "ccomp" and any(t.dep_ == "ccomp" for t in later)


def is_degree_question(clause: Clause) -> bool:
    """ "How far did he walk?" has no negation that anyone would ask."""
    opening, doc = _opening(clause), clause.verb.doc
    if opening is None or not any(t.text == "?" for t in doc):
        return False
    if opening.lower_ != "how" and opening.text not in ("Whither", "Whence"):
        return False
    # "How many guests came?" counts its subject.
    subject = clause.subject
    counts = subject is not None and subject.i < clause.verb.i and opening in subject.subtree
    return clause.inverted or not counts


def is_unturned(clause: Clause) -> bool:
    """Whether a question is not contradicted by its negation, or makes no sense then.

    "Is it not open?" asks the same as "Is it open?". "Who came?" and "Who did not come?" can both
    be asked, and nobody asks what is not the capital of Peru. "Why did it rain?" alone takes
    something for granted that "Why did it not rain?" denies.
    """
    doc, finite = clause.verb.doc, clause.finite
    # "What time is the match? All you need to know"
    if not any(t.text == "?" for t in (*doc[clause.verb.i :], *doc[-3:])):
        return False
    if finite is None or clause.subject is None:  # "How to do that?", "Got any proof?"
        # "Did n't Tom smile?" with the subject taken for a part of the verb; "think it's late?"
        ordered = clause.tag == "VB" and finite is None and doc[0].lower_ not in ("why", "come")
        said = any(t.dep_ == "ccomp" for t in clause.verb.rights)
        asked = any(t.text == ":" for t in doc)  # "Look it up: who wrote it?"
        return not ordered or said or asked or clause.infinitive is not None
    # "The end of the protests?": a noun taken for a verb
    behind = doc[clause.verb.i + 1 :]
    alone = finite == clause.verb and finite.lower_ not in BE
    if alone and len(behind) > 0 and all(t.is_punct for t in behind):
        return True
    if doc[0].lower_ in ANYBODY:  # "Anyone else for tea?"
        return True
    opening = _opening(clause)
    if opening is not None:
        # "Why don't you sing?" proposes it; without its "not", "anybody" would have to change.
        proposed = finite.lower_ == "do" and clause.subject.lower_ in ("we", "you")
        denied = proposed or clause.subject.lower_ in ANYBODY
        if opening.lower_ != "why" or (bool(clause.negators) and denied):
            return True
        return _asks_below(clause)
    # "Well, isn't it late?"
    after_finite = [t for t in doc[finite.i + 1 : finite.i + 3] if t.lower_ not in NEGATORS]
    turned = bool(after_finite) and after_finite[0].lower_ in ASKED
    if _frames_question(clause):
        return True
    return clause.inverted or finite.i == 0 or turned


def _asks_below(clause: Clause) -> bool:
    """ "Why do you think he left?" may ask for his reasons, not for those of the thought."""
    return bare_form(clause.verb.text) in OPINIONS and any(
        c.dep_ == "ccomp" and c.i > clause.verb.i for c in clause.verb.rights
    )


def _frames_question(clause: Clause) -> bool:
    """ "You mean, he sold it?", "I see, he sold it?", "I ask if he sold it?": a frame."""
    verb, subject = clause.verb, clause.subject
    if subject is None or subject.lower_ not in ("i", "we", "you") or subject.i > verb.i:
        return False
    if subject.lower_ == "you":
        return verb.lower_ == "mean"
    asks = bare_form(verb.text) in ASKING
    return asks or verb.doc[verb.i + 1 : verb.i + 2].text in (",", ":")


def has_loose_tag(clause: Clause) -> bool:
    """ "We were early were we not?": a tag without its comma, which would have to change too."""
    doc = clause.verb.doc
    words = [t.lower_ for t in doc[-5:]]
    if not words or words[-1] != "?" or not any(t.tag_ in FINITE_TAGS for t in doc[:-4]):
        return False
    words = [word for word in words[:-1] if word not in ("not", "n't", "n’t")]
    if len(words) < 2 or words[-1] not in PRONOUNS:
        return False
    return words[-2] in CONTRACTIONS or words[-2] in UNCONTRACTED


def _opening(clause: Clause) -> Token | None:
    """The question word of a clause, before its finite verb."""
    finite = clause.finite
    if finite is None:
        return None
    for token in reversed(clause.verb.doc[: finite.i]):
        if token.text == ",":
            return None
        if token.tag_ in ("WP", "WP$", "WDT", "WRB") or token.lower_ == "how":
            return token
    return None


class Tag(NamedTuple):
    """A tag question: the token indices of its comma, auxiliary and pronoun."""

    comma: int
    auxiliary: int
    pronoun: int


def tag_of(doc: Doc) -> Tag | None:
    """The tag question at the end of a sentence, if any."""
    end = len(doc) - 1
    if end < 4 or doc[end].text != "?" or doc[end - 1].lower_ not in PRONOUNS:
        return None
    place = end - 2
    if doc[place].lower_ in ("n't", "n’t"):
        place -= 1
    if place < 2 or doc[place - 1].text != ",":
        return None
    if doc[place].lower_ not in CONTRACTIONS and doc[place].lower_ not in (*UNCONTRACTED, "am"):
        return None
    return Tag(place - 1, place, end - 1)


def is_of_another(tag: Tag, clause: Clause) -> bool:
    """Whether a tag belongs to a later sentence: "Why do you ask? It's late, isn't it?" """
    doc, subject = clause.verb.doc, clause.subject
    # "You know he can't sing, don't you?", of which the parser finds the second clause
    asked = doc[tag.pronoun].lower_
    if subject is not None and asked in ("i", "you") and subject.tag_ in ("NNP", "NN", "NNS"):
        return True
    between = doc[clause.verb.i : tag.comma]
    return any(token.text in (".", "!", "?") for token in between)


def turned_tag(doc: Doc, tag: Tag) -> Edit | None:
    """The tag of the opposite sentence: "isn't it?" -> "is it?" and back."""
    _, place, pronoun = tag
    word = doc[place].lower_
    if pronoun == place + 2:
        positive = UNCONTRACTED.get(word, word)
        if word == "are" and doc[pronoun].text == "I":
            positive = "am"
        return Edit(doc[place].idx, end_of(doc[place + 1]), positive)
    if word == "am":
        return Edit(doc[place].idx, end_of(doc[place]), "aren't")
    if word not in CONTRACTIONS:
        return None
    return Edit(doc[place].idx, end_of(doc[place]), CONTRACTIONS[word])
