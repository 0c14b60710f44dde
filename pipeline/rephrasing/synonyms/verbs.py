"""Synonyms of verbs, and of passives: the places of `synonyms.tsv` in which they fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, exchange, like
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import VERB_TAGS
from pipeline.negation.kinds.facts.nouns import bare_noun, is_somebody
from pipeline.negation.reading.agreement import be_form, is_plural
from pipeline.rephrasing.pieces.phrases import conjugated, word_after
from pipeline.rephrasing.pieces.words import OF_TIME
from pipeline.rephrasing.synonyms.entries import CONDITIONS, Synonym
from pipeline.rephrasing.synonyms.passives import meant

if TYPE_CHECKING:
    from spacy.tokens import Token

PARTICLES = frozenset("back up out off down away over".split())
UNFINISHED = frozenset(("state", "gerund"))
"""What follows a verb in these frames completes it, so a verb of any frame does not fit."""


def following(token: Token, entry: Synonym, skipped: int = 0) -> Token | None:
    """The word behind an entry's words and `skipped` others, from a token on; None at the end."""
    after = token.i + len(entry.words) + skipped
    return token.doc[after] if after < len(token.doc) else None


def put(token: Token, entry: Synonym, other: str) -> list[Edit]:
    """The edits that replace the words of an entry that start at a token."""
    if len(entry.words) == 1:
        return exchange(token, other)
    last = token.doc[token.i + len(entry.words) - 1]
    article, whole = exchange(token, other)[:-1], Edit(token.idx, end_of(last), like(token, other))
    return [*article, whole]


def other_verb(token: Token, entry: Synonym) -> list[Edit] | None:
    """ "The firm bought a car" -> "The firm purchased a car"."""
    if token.tag_ not in VERB_TAGS or token.dep_ in ("amod", "compound", "aux", "auxpass"):
        return None
    if form_in_doubt(token) or not _fits(token, entry) or _is_idiom(token, entry):
        return None
    head, _, rest = entry.other.partition(" ")
    objects = [c for c in token.children if c.dep_ == "dobj"]
    # "called it off", not "called off it"
    if rest and "active" not in entry.frames and any(o.tag_ == "PRP" for o in objects):
        return None
    # "buy back", "Can I phone you back?": a particle, whatever the parse says
    behind = following(token, entry)
    if behind is not None and behind.lower_ in PARTICLES:
        return None
    # "put on his glasses": the glasses are what is put on
    if (
        behind is not None
        and behind.dep_ == "prep"
        and any(o.left_edge.i == behind.i + 1 for o in objects)
    ):
        return None
    # "Most people own a car": they are not "the owner of a car".
    if head == "be" and rest.startswith("the ") and _is_many(token):
        return None
    # "wrote and directed the play": the play belongs to both.
    if rest and (token.dep_ == "conj" or any(c.dep_ == "conj" for c in token.children)):
        return None
    # "improved greatly", but not "got better greatly"
    if rest in ("better", "worse") and any(c.dep_ == "advmod" for c in token.children):
        return None
    # "would like swimming" is a wish.
    if "doing" in entry.frames and any(c.tag_ == "MD" for c in token.children):
        return None
    after = word_after(token)
    if "doing" in entry.frames and after is not None and after.tag_ == "TO":
        return _doing(token, head, rest)
    form = conjugated(head, token.tag_)
    if head == "be":
        found = be_of(token)
        if found is None or (rest.startswith("the ") and _has_circumstances(token)):
            return None
        form = found
    return put(token, entry, f"{form} {rest}".strip())


def _fits(token: Token, entry: Synonym) -> bool:
    """Whether a verb is in one of an entry's frames, and meets all of its conditions."""
    frame, wanted = _frame(token, len(entry.words) > 1), entry.frames - CONDITIONS
    if wanted and not frame & wanted and not ("any" in wanted and frame - UNFINISHED):
        return False
    if not frame or ("passive" in wanted and any(c.dep_ == "agent" for c in token.children)):
        return False
    if "person" in entry.frames and not _is_about_somebody(token):
        return False
    if "named" in entry.frames and not any(o.tag_ == "NNP" for o in _taken(token, entry)):
        return False
    if not entry.nouns:
        return True
    if "state" in wanted:
        return any(c.dep_ in ("acomp", "oprd") and c.lower_ in entry.nouns for c in token.children)
    if "subject" in entry.frames:
        subject = next((c for c in token.lefts if c.dep_ in ("nsubj", "nsubjpass")), None)
        return subject is not None and _is_one_of(meant(token, subject), entry.nouns)
    behind = _behind(token, entry)
    if behind:
        return any(_is_one_of(noun, entry.nouns) for noun in behind)
    return _acts_on(token, entry.nouns)


def _is_idiom(token: Token, entry: Synonym) -> bool:
    """Whether the verb means something else here."""
    behind = following(token, entry)
    # "consists of denouncing wine"
    if len(entry.words) > 1 and behind is not None and behind.tag_ == "VBG":
        return "gerund" not in entry.frames
    # "Note that it rains", "it is assumed that", "doesn't stop here", "showed her pictures"
    first = entry.words[0]
    if first == "note" and not any(c.dep_ == "nsubj" for c in token.lefts):
        return True
    if (first, token.tag_) == ("assume", "VBN") or (first == "stop" and token.tag_ == "VB"):
        return True
    if first == "show" and behind is not None and behind.tag_ in ("NNP", "PRP"):
        return True
    # "would like coffee", "what happened to him", "lost the election to her", "found in 1985"
    if first == "like" and any(c.tag_ == "MD" for c in token.children):
        return True
    if first == "happen" and any(
        c.dep_ == "prep" and c.lower_ in ("to", "upon", "on") for c in token.children
    ):
        return True
    if first == "lose" and any(t.lower_ in ("to", "by") and t.i > token.i for t in token.subtree):
        return len(entry.words) == 1
    if first == "locate" and behind is not None and behind.lower_ == "in":
        return behind.i + 1 < len(token.doc) and behind.nbor(1).tag_ == "CD"
    # "built upon an idea", "graduated with a degree"
    if first == "build" and behind is not None and behind.lower_ in ("into", "upon", "on"):
        return True
    if first == "graduate" and any(t.lower_ == "degree" for t in token.doc):
        return True
    # "was proved wrong"
    if first == "prove" and any(c.dep_ == "auxpass" for c in token.children):
        return True
    # "replaced the door with another"
    if entry.words[0] == "replace" and any(c.lower_ == "with" for c in token.children):
        return True
    if "state" in entry.frames and token.tag_ == "VBG" and entry.words[0] == "look":
        return True  # nobody "is seeming tired"
    # "It is said that", "they say that": a rumour.
    if entry.words[0] == "say" and token.tag_ != "VBD":
        return True
    # "Who do you think you are?"
    if entry.words[0] == "think" and any(t.tag_ == "WP" and t.i < token.i for t in token.doc):
        return True
    # "is buried in": a state, and nobody "is laid to rest" for years.
    if entry.words[0] == "bury":
        return not any(c.lower_ in ("was", "were") for c in token.lefts)
    # "can't believe" is surprise.
    return entry.words[0] == "believe" and any(c.tag_ == "MD" for c in token.lefts)


def _doing(verb: Token, head: str, rest: str) -> list[Edit] | None:
    """ "likes to swim" -> "enjoys swimming", "managed to flee" -> "succeeded in fleeing"."""
    inner = verb.doc[min(verb.i + 2, len(verb.doc) - 1)]
    if inner.tag_ != "VB" or any(c.dep_ == "conj" for c in inner.children):
        return None
    if inner.lower_ in ("be", "have", "exist"):
        return None
    form = like(verb, f"{conjugated(head, verb.tag_)} {rest}".strip())
    return [Edit(verb.idx, end_of(inner), f"{form} {inflected(inner.lower_, 'VBG')}")]


def form_in_doubt(verb: Token) -> bool:
    """Whether a verb may be a past that the tagger takes for a present: "he put it there"."""
    return verb.tag_ == "VBP" and inflected(verb.lower_, "VBD") == verb.lower_


def be_of(verb: Token) -> str | None:
    """The form of "be" in the place of a verb; None beside an auxiliary."""
    subject = next((c for c in verb.lefts if c.dep_ == "nsubj"), None)
    helped = any(c.dep_ in ("aux", "neg") for c in verb.children)
    # "people who work here": the form depends on them.
    if subject is None or subject.tag_ in ("WP", "WDT") or helped:
        return None
    if verb.tag_ not in ("VBZ", "VBP", "VBD"):
        return None
    return be_form(subject, past=verb.tag_ == "VBD")


def _is_many(verb: Token) -> bool:
    """Whether a verb has a subject in the plural."""
    return any(c.dep_ == "nsubj" and is_plural(c) for c in verb.lefts)


def _has_circumstances(verb: Token) -> bool:
    """Whether a verb has more than its objects: nobody "was the founder of the club in 1950"."""
    if any(c.dep_ not in ("nsubj", "dobj", "punct", "mark") for c in verb.children):
        return True
    return any(t.tag_ == "CD" or t.lower_ in OF_TIME for t in verb.subtree if t.i > verb.i)


def _acts_on(verb: Token, nouns: frozenset[str]) -> bool:
    """Whether the object of a verb, or the subject of its passive, is one of some nouns."""
    found = next((c for c in verb.children if c.dep_ in ("dobj", "nsubjpass")), None)
    if found is None and (verb.tag_, verb.dep_) == ("VBN", "acl"):
        return _is_one_of(verb.head, nouns)  # "a bridge built in May"
    return found is not None and _is_one_of(meant(verb, found), nouns)


def _is_one_of(noun: Token, nouns: frozenset[str]) -> bool:
    return not nouns.isdisjoint((noun.lower_, bare_noun(noun)))


def _is_about_somebody(verb: Token) -> bool:
    """Whether the subject of a verb is a person, or may be one by its name."""
    subject = next((c for c in verb.lefts if c.dep_ in ("nsubj", "nsubjpass")), None)
    if subject is None and (verb.tag_, verb.dep_) == ("VBG", "acl"):
        return is_somebody(verb.head)  # "people living in Rome"
    return subject is not None and (is_somebody(subject) or subject.lower_ == "who")


def _taken(verb: Token, entry: Synonym) -> list[Token]:
    """The nouns behind the preposition that ends an entry, or the object of a single verb."""
    if len(entry.words) > 1:
        return _behind(verb, entry)
    return [c for c in verb.children if c.dep_ in ("dobj", "oprd")]


def _behind(verb: Token, entry: Synonym) -> list[Token]:
    """The nouns behind the preposition that ends an entry."""
    return [
        noun
        for prep in verb.children
        if prep.dep_ in ("prep", "agent") and prep.lower_ == entry.words[-1]
        for noun in prep.children
        if noun.dep_ == "pobj"
    ]


def _names(verb: Token) -> bool:
    """ "is called a carp", "a girl named Ada", but not "called him a liar", "was named king"."""
    found = next((c for c in verb.children if c.dep_ == "oprd"), None)
    if found is None or any(c.dep_ in ("agent", "dobj", "prt") for c in verb.children):
        return False
    if (verb.tag_, verb.dep_) == ("VBN", "acl"):
        return found.tag_ == "NNP" or not is_somebody(verb.head)
    subject = next((c for c in verb.lefts if c.dep_ == "nsubjpass"), None)
    if subject is None or found.tag_[:2] != "NN" or bare_form(verb.text) == "name":
        return False
    return found.tag_ == "NNP" or not (is_somebody(subject) or subject.tag_ == "PRP")


def _frame(verb: Token, several: bool) -> frozenset[str]:
    """What the verb takes; empty if it has a particle that is not part of the entry."""
    children = list(verb.children)
    relations = {c.dep_ for c in children}
    if "oprd" in relations and _names(verb):
        return frozenset(("naming",))
    if any(c.dep_ == "oprd" and c.tag_[:2] == "JJ" and c.i > verb.i for c in children):
        alone = not relations & {"dobj", "prt", "xcomp", "nsubjpass", "auxpass", "dative"}
        return frozenset(("state",)) if alone and verb.tag_ != "VBN" else frozenset()
    if relations & {"attr", "oprd", "dative"} or ("prt" in relations and not several):
        return frozenset()
    if "acomp" in relations:
        return frozenset() if relations & {"dobj", "prt", "xcomp"} else frozenset(("state",))
    passive = bool(relations & {"nsubjpass", "auxpass"}) or (
        verb.tag_ == "VBN" and verb.dep_ in ("acl", "relcl") and "aux" not in relations
    )
    for clause in children:
        if clause.dep_ == "xcomp" and any(c.tag_ == "TO" for c in clause.lefts):
            whom = passive or "dobj" in relations
            return frozenset(("object", "whom_to") if whom else ("to", "doing"))
        if clause.dep_ == "ccomp":
            infinitive = any(c.tag_ == "TO" for c in clause.lefts)
            said = any(c.dep_ in ("nsubj", "nsubjpass", "expl") for c in clause.lefts)
            asked = any(
                c.tag_ in ("WRB", "WP", "WDT") or c.lower_ in ("if", "whether")
                for c in (clause.left_edge, *clause.lefts)
            )
            if infinitive:
                return frozenset(("object", "whom_to"))
            if asked and "dobj" not in relations:
                return frozenset(("question",))
            if asked or not said:
                return frozenset()
            return frozenset(("that", "whom") if "dobj" in relations else ("that",))
    if "xcomp" in relations:
        alone = not passive and "dobj" not in relations
        doing = any(c.dep_ == "xcomp" and c.tag_ == "VBG" and c.i > verb.i for c in children)
        return frozenset(("gerund",)) if alone and doing else frozenset()
    if passive:
        return frozenset(("object", "passive"))
    if "dobj" in relations:
        after = any(c.dep_ == "dobj" and c.i > verb.i for c in children)
        return frozenset(("object", "active")) if after else frozenset(("object",))
    return frozenset(("phrase",)) if "prep" in relations else frozenset(("alone",))
