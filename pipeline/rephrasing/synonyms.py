"""Synonyms, from a curated list: `synonyms.tsv`.

"The firm bought a car" is "The company purchased an automobile". A pair is in the list if both
words mean the same in nearly every sentence with the stated frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, exchange, like
from pipeline.negation.english.inflection import bare_form, inflected, one_of
from pipeline.negation.english.lexicon import VERB_TAGS
from pipeline.negation.kinds.nouns import bare_noun, is_named
from pipeline.negation.kinds.scene import Scene
from pipeline.negation.reading.agreement import be_form
from pipeline.rephrasing.synonym_list import Synonym, entries
from pipeline.rephrasing.words import OF_TIME

if TYPE_CHECKING:
    from spacy.tokens import Token

MOST = 4
"""Most words of a sentence that are replaced together; any one of them may be a bad fit."""
PREPOSITIONS = frozenset("after before during near".split())
NOT_OF_TIME = frozenset("look go name put place stand kneel sit come appear".split())
"""Verbs behind which such a preposition may be one of place or rank."""
QUANTIFIERS = frozenset("many several enough various".split())
THING = frozenset("DT PRP PRP$ NN NNS NNP NNPS JJ JJS RBS EX".split())
"""Penn tags that begin a noun phrase."""
GRADING = frozenset("RB WRB JJ PDT".split())


def synonymous(scene: Scene) -> Iterator[list[Edit]]:
    """ "The firm bought a car" -> "The company purchased an automobile"."""
    edits: list[Edit] = []
    changed = behind = 0
    for token in scene.doc:
        if token.i < behind or token.i in scene.enclosed or _is_hyphened(token):
            continue
        # "Keep Not Silent": the title of something.
        if token.i and token.text[0].isupper() and not scene.text.isupper():
            continue
        found = _exchanged(scene, token)
        if found is None:
            continue
        new, last = found
        edits += new
        changed, behind = changed + 1, last.i + 1
        if changed == MOST:
            break
    if edits:
        yield edits


def _is_hyphened(token: Token) -> bool:
    near = token.doc[max(token.i - 1, 0) : token.i + 2]
    return any(t.text in ("-", "–", "/") for t in near)


def _exchanged(scene: Scene, token: Token) -> tuple[list[Edit], Token] | None:
    """The edits for the words that start at a token, and the last of those words."""
    makers = (("x", _phrase), ("v", _verb), ("n", _noun), ("a", _adjective), ("r", _adverb))
    for pos, make in makers:
        key = bare_form(token.text) if pos == "v" and token.tag_ in VERB_TAGS else token.lower_
        if pos == "n" and token.tag_ == "NNS":
            key = (one_of(token.lower_) or "").lower()
        for entry in entries().get((pos, key), ()):
            last = _end(token, entry)
            new = make(scene, token, entry) if last is not None else None
            if last is not None and new is not None:
                return new, last
    return None


def _end(token: Token, entry: Synonym) -> Token | None:
    """The last token, if the words of an entry follow each other."""
    rest = token.doc[token.i + 1 : token.i + len(entry.words)]
    if tuple(t.lower_ for t in rest) != entry.words[1:]:
        return None
    return rest[-1] if entry.words[1:] else token


def _following(token: Token, entry: Synonym) -> Token | None:
    after = token.i + len(entry.words)
    return token.doc[after] if after < len(token.doc) else None


def _put(token: Token, entry: Synonym, other: str) -> list[Edit]:
    if len(entry.words) == 1:
        return exchange(token, other)
    last = token.doc[token.i + len(entry.words) - 1]
    return [Edit(token.idx, end_of(last), like(token, other))]


_FOLLOWED: dict[str, Callable[[Token], bool]] = {
    "number": lambda t: t.tag_ == "CD",
    "last": lambda t: t.is_punct and t.text not in ("-", "–", "/"),
    "thing": lambda t: t.tag_ in THING,
    "several": lambda t: t.tag_ == "NNS",
    "stuff": lambda t: t.tag_ == "NN",
}
"""Frame of a phrase -> whether the word behind it is of that kind."""


def _phrase(scene: Scene, token: Token, entry: Synonym) -> list[Edit] | None:
    following = _following(token, entry)
    if following is None:
        return None
    if entry.frames:
        fits = any(_FOLLOWED[frame](following) for frame in entry.frames)
        return _put(token, entry, entry.other) if fits else None
    determined = following.tag_ in ("DT", "PRP$")
    if entry.words[0] == "during" and not determined:
        return None  # "during day and night"
    if entry.other in QUANTIFIERS and determined:
        return None  # "a number of his books"
    # "has participated in"
    if entry.other.startswith("took ") and token.tag_ == "VBN":
        return None
    # "due to start", "has to do with", "as well as"
    bare = following.tag_ == "VB" and entry.words[0] in ("due", "owing", "next", "prior")
    if bare or following.lower_ == "as" or (entry.words[0] == "has" and following.lower_ == "do"):
        return None
    if len(entry.words) == 1 and token.tag_ not in ("IN", "RB"):
        return None
    if entry.words[0] in PREPOSITIONS and len(entry.words) == 1:
        # "looked after", "after he left", "the day before"
        governs = token.dep_ == "prep" and any(c.dep_ == "pobj" for c in token.children)
        if not governs or token.i == 0 or bare_form(token.head.text) in NOT_OF_TIME:
            return None
        if following.tag_ == "VBG":
            return None
        # "after six", "after ten o'clock"
        if entry.other == "following" and following.tag_ == "CD":
            return None
    # "can" needs a bare verb, "too" the end of a clause.
    if entry.other in ("can", "must") and following.tag_ != "VB":
        return None
    if entry.other == "too" and not following.is_punct:
        return None
    return _put(token, entry, entry.other)


def _verb(scene: Scene, token: Token, entry: Synonym) -> list[Edit] | None:
    if token.tag_ not in VERB_TAGS or token.dep_ in ("amod", "compound", "aux", "auxpass"):
        return None
    frame = _frame(token, len(entry.words) > 1)
    if not frame & entry.frames and not ("any" in entry.frames and frame):
        return None
    head, _, rest = entry.other.partition(" ")
    objects = [c for c in token.children if c.dep_ == "dobj"]
    following = _following(token, entry)
    # "consists of denouncing wine"
    if len(entry.words) > 1 and following is not None and following.tag_ == "VBG":
        return None
    # "It is said that", "they say that": a rumour, and nobody's statement.
    if entry.words[0] == "say" and token.tag_ != "VBD":
        return None
    # "can't believe" is surprise.
    if entry.words[0] == "believe" and any(c.tag_ == "MD" for c in token.lefts):
        return None
    # "called it off", not "called off it"
    if rest and "active" not in entry.frames and any(o.tag_ == "PRP" for o in objects):
        return None
    if entry.nouns and not _acts_on(token, entry.nouns):
        return None
    # "wrote and directed the play": the play belongs to both.
    if rest and (token.dep_ == "conj" or any(c.dep_ == "conj" for c in token.children)):
        return None
    form = head if token.tag_ in ("VB", "VBP") else inflected(head, token.tag_)
    if head == "be":
        found = _be(token)
        if found is None or ("active" in entry.frames and _has_circumstances(token)):
            return None
        form = found
    return _put(token, entry, f"{form} {rest}".strip())


def _be(verb: Token) -> str | None:
    """The form of "be" in the place of a verb; None beside an auxiliary."""
    subject = next((c for c in verb.lefts if c.dep_ == "nsubj"), None)
    helped = any(c.dep_ in ("aux", "neg") for c in verb.children)
    if subject is None or helped or verb.tag_ not in ("VBZ", "VBP", "VBD"):
        return None
    return be_form(subject, past=verb.tag_ == "VBD")


def _has_circumstances(verb: Token) -> bool:
    """ "founded the club in 1950": but nobody "was the founder of the club in 1950"."""
    if any(c.dep_ not in ("nsubj", "dobj", "punct", "mark") for c in verb.children):
        return True
    return any(t.tag_ == "CD" or t.lower_ in OF_TIME for t in verb.subtree if t.i > verb.i)


def _acts_on(verb: Token, nouns: frozenset[str]) -> bool:
    """Whether the object of a verb, or the subject of its passive, is one of some nouns."""
    found = next((c for c in verb.children if c.dep_ in ("dobj", "nsubjpass")), None)
    return found is not None and not nouns.isdisjoint((found.lower_, bare_noun(found)))


def _frame(verb: Token, several: bool) -> frozenset[str]:
    """What the verb takes; empty if it has a particle that is not part of the entry."""
    children = list(verb.children)
    relations = {c.dep_ for c in children}
    if relations & {"acomp", "attr", "oprd", "dative"} or ("prt" in relations and not several):
        return frozenset()
    passive = bool(relations & {"nsubjpass", "auxpass"}) or (
        verb.tag_ == "VBN" and verb.dep_ in ("acl", "relcl")
    )
    for clause in children:
        if clause.dep_ == "xcomp" and any(c.tag_ == "TO" for c in clause.lefts):
            return frozenset(("object",)) if passive or "dobj" in relations else frozenset(("to",))
        if clause.dep_ == "ccomp":
            infinitive = any(c.tag_ == "TO" for c in clause.lefts)
            said = any(c.dep_ in ("nsubj", "nsubjpass", "expl") for c in clause.lefts)
            asked = any(
                c.tag_ in ("WRB", "WP", "WDT") or c.lower_ in ("if", "whether")
                for c in clause.lefts
            )
            if infinitive:
                return frozenset(("object",))
            whom = ("that", "whom") if "dobj" in relations else ("that",)
            return frozenset(whom) if said and not asked else frozenset()
    if "xcomp" in relations:
        return frozenset()
    if passive:
        return frozenset(("object",))
    if "dobj" in relations:
        after = any(c.dep_ == "dobj" and c.i > verb.i for c in children)
        return frozenset(("object", "active")) if after else frozenset(("object",))
    return frozenset(("phrase",)) if "prep" in relations else frozenset(("alone",))


def _noun(scene: Scene, token: Token, entry: Synonym) -> list[Edit] | None:
    if token.tag_ not in ("NN", "NNS") or is_named(token) or token.dep_ == "compound":
        return None
    if any(c.dep_ in ("compound", "nmod") for c in token.children):
        return None
    if token.lower_ == "movies" and token.i > 0 and token.nbor(-1).lower_ == "the":
        return None  # "at the movies"
    # "Singer was the first to speak": a name, or nobody can tell.
    if token.i == 0 and token.tag_ == "NN":
        return None
    head, _, rest = entry.other.rpartition(" ")
    other = inflected(rest, "NNS") if token.tag_ == "NNS" else rest
    return _put(token, entry, f"{head} {other}".strip())


def _adjective(scene: Scene, token: Token, entry: Synonym) -> list[Edit] | None:
    if (
        token.tag_ != "JJ"
        or is_named(token)
        or any(c.dep_ in ("conj", "cc", "advmod") for c in token.children)
    ):
        return None
    if token.dep_ == "acomp":
        return _put(token, entry, entry.other) if "behind" in entry.frames else None
    noun = token.head
    if token.dep_ != "amod" or noun.i < token.i or noun.lower_ in entry.nouns:
        return None
    if any(t.dep_ == "compound" or t.tag_ in ("NNP", "NNPS") for t in noun.lefts if t != token):
        return None
    if "plural" in entry.frames and noun.tag_ != "NNS":
        return None
    # "a numerous family": a quantifier takes no article.
    if token.nbor(1).lower_ == "other":
        return None  # "various other"
    counts = entry.other in QUANTIFIERS or entry.words[0] in QUANTIFIERS
    determined = any(t.dep_ in ("det", "poss", "nummod") for t in noun.lefts)
    if counts and (determined or noun.tag_ != "NNS"):
        return None
    # "how many people", "too many people"
    before = token.nbor(-1) if token.i > 0 else None
    if counts and before is not None and (before.tag_ in GRADING or before.lower_ == "as"):
        return None
    return _put(token, entry, entry.other) if entry.frames & {"front", "plural"} else None


def _adverb(scene: Scene, token: Token, entry: Synonym) -> list[Edit] | None:
    if token.tag_ not in ("RB", "IN"):
        return None
    following = _following(token, entry)
    if "number" in entry.frames:
        # "at about ten" is a time of day.
        if following is None or following.tag_ != "CD" or following.dep_ in ("pobj", "npadvmod"):
            return None
        return _put(token, entry, entry.other)
    if token.tag_ == "IN":
        return None
    if any(True for _ in token.children) or token.dep_ != "advmod":
        return None
    if "last" in entry.frames and following is not None and not following.is_punct:
        return None
    if "verb" in entry.frames and (following is None or following != token.head):
        return None
    # "They were now famous": then, and not currently.
    verb = token.head
    past = verb.tag_ == "VBD" or any(c.lower_ in ("was", "were", "had") for c in verb.lefts)
    if entry.words[0] == "now" and past:
        return None
    # "a mainly rural area": words of several parts do not fit before an adjective.
    if " " in entry.other and not token.head.tag_.startswith(("V", "M")):
        return None
    return _put(token, entry, entry.other)
