"""One of several joined things: "sold tea and milk" -> "sold tea rather than milk"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, article_for, end_of
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.pairs import MIXED, OF_TWO, TIES, VAGUE
from pipeline.negation.kinds.quantity.several import SINGULAR

if TYPE_CHECKING:
    from spacy.tokens import Token

# Verbs and nouns that need all of the things: "merged the school and the mill".
NEEDING = (TIES - {"include", "comprise", "depend", "require", "serve"}) | frozenset(
    "mix alternate name call know term title dub entitle nickname resemble equal total amount"
    " exchange swap reconcile juxtapose weave fuse distinguish win beat defeat lose bear"
    " partner".split()
)
OF_ALL = MIXED | frozenset(
    "pair duo trio couple set list series group sum total collection number department ministry"
    " university faculty school college institute museum journal house law degree bachelor master"
    " doctor act treaty bureau office board secretary minister college centre center field study"
    " top relations ties border relation interplay interaction meeting collaboration cooperation"
    " alliance match war game parallel agreement dialogue negotiations intersection junction"
    " boundary half rest middle marriage identity near-identity similarity equality resemblance"
    " child children son daughter lack parents bond bonds born high".split()
)
CLOSE = frozenset("between among amid amongst like such as including e.g. via into".split())
# Pairs that are one thing.
FIXED = frozenset(
    frozenset(pair.split())
    for pair in (
        "research development|trial error|law order|rock roll|rhythm blues|arts crafts|black white"
        "|bed breakfast|life times|supply demand|pros cons|ups downs|cause effect|flora fauna"
        "|goods services|terms conditions|checks balances|rules regulations|bread butter"
        "|salt pepper|bow arrow|day night|days nights|head shoulders|hand foot|hands feet|arms legs"
        "|flesh blood|body soul|wear tear|profit loss|rise fall|name address|height weight"
        "|length width|time place|north south|east west|left right|top bottom|hydrogen oxygen"
        "|bosnia herzegovina|trinidad tobago|antigua barbuda|newfoundland labrador|tyne wear"
        "|principe sao|príncipe tomé|nevis kitts|grenadines vincent|procter gamble"
        "|johnson johnson|fish chips|command control|mergers acquisitions|ladies gentlemen"
        "|sons daughters|brothers sisters|past present|old new|large small|young old|deaf dumb"
        "|safe sound|wet dry|medicine surgery|space time|mind body|friends family|war peace"
        "|first last|first second|oil gas|thunder lightning|cat mouse|needle thread"
    ).split("|")
)
TIMES = frozenset("year month week day hour minute second decade century night morning".split())
MORE = frozenset(
    "final last first second third fourth fifth sixth seventh member members person figure part"
    " subsequent later further similar related various several many much most all any every each"
    " no finally therefore thus perhaps possibly probably sometimes often especially eventually"
    " hence particularly some certain own more less own respective new only then even".split()
)
# "three mills: Nord, Sund and Odda", "came third behind Anna and Ben"
COUNTING = frozenset("two three four five six 2 3 4 5 6 third fourth second".split())
OWNERS = frozenset("his her its their our my your".split())
COPIED = OWNERS | {"a", "an", "the"}
ROMAN = re.compile(r"[IVXLC]+")
PLURAL = frozenset("they we you these those".split())
# "openness and fairness" may be the same.
ABSTRACT = ("tion", "sion", "ment", "ness", "ity", "ency", "ance", "ence", "ism", "ship", "acy")
RELATIONAL = ("al", "ic", "an", "ish", "ese", "ary", "ern", "ar", "ine")
OBJECTS = frozenset("dobj pobj attr amod conj oprd".split())


def one_rather_than_other(scene: Scene) -> Iterator[list[Edit]]:
    """ "She sold apples and plums" -> "She sold apples rather than plums"."""
    if not scene.has(("and",)) or scene.is_question or scene.has(("both", "either")):
        return
    for joint in scene.tokens[2:-1]:
        if joint.lower_ != "and" or joint.dep_ != "cc" or joint.i in scene.enclosed:
            continue
        members = _members(joint)
        if not members or not _fit(members, joint) or not _is_stated(members[0], scene):
            continue
        told = not COUNTING.isdisjoint(scene.lowers[: joint.i]) or _is_joint(scene, joint)
        if told or not OF_TWO.isdisjoint(scene.lowers[joint.i + 1 :]) or _is_bound(members[0]):
            continue
        if _is_said_again(members[-1], scene) or _goes_on(members[-1], scene):
            continue
        plain = members[0].tag_ == "JJ" or members[0].dep_ in SUBJECT
        words = "rather than" if plain else scene.choice(joint, ("rather than", "instead of"))
        edits = _apart(members, joint, words)
        verb = _agreeing(members[0], scene)
        if edits is not None and verb is not None:
            yield [*edits, *verb]


def _is_joint(scene: Scene, joint: Token) -> bool:
    """ "a mill and a shop: the mill ...", "Odda and Sund as co-hosts"."""
    return any(w in (":", "co") or w.startswith("co-") for w in scene.lowers[joint.i + 1 :])


def _members(joint: Token) -> list[Token]:
    """The joined words, in order; none if they are not alike."""
    last = next((c for c in joint.head.rights if c.dep_ == "conj" and c.i > joint.i), None)
    if last is None or any(c.dep_ == "conj" for c in last.rights):
        return []
    members = [last, joint.head]
    while members[-1].dep_ == "conj":
        members.append(members[-1].head)
    members.reverse()
    sorts = {t.tag_[:3] if t.tag_[:3] == "NNP" else t.tag_[:2] for t in members}
    if len(sorts) > 1 or not sorts <= {"NN", "NNP", "JJ"} or len(members) > 5:
        return []
    # "A, B and C" is read as a chain, each below the one before.
    if any(sum(c.dep_ == "conj" for c in t.rights) > 1 for t in members):
        return []
    return members


def _fit(members: list[Token], joint: Token) -> bool:
    """Whether the last of the members stands alone, and is a thing like the others."""
    last = members[-1]
    if last.left_edge.i != joint.i + 1 or any(t.tag_ in ("JJR", "JJS") for t in members):
        return False
    words = {t.lower_ for t in members[-2:]}
    # "books VII and VIII"
    if any(ROMAN.fullmatch(t.text) for t in members):
        return False
    endings = RELATIONAL if last.tag_ == "JJ" else ABSTRACT
    if all(t.lower_.endswith(endings) for t in members[-2:]) != (last.tag_ == "JJ"):
        return False
    # "a small current flows"
    if last.tag_ == "NNS" and any(c.lower_ in ("a", "an") for c in last.lefts):
        return False
    if words in FIXED or len(words) < 2 or last.lower_ in VAGUE | MORE | OF_ALL:
        return False
    if any(_is_loose(t) for t in members):
        return False
    if any(c.dep_ in ("appos", "cc", "advcl") for c in last.rights):
        return False
    if any(c.dep_ in ("relcl", "acl") for t in members for c in t.rights):
        return False
    edges = [c for t in members for c in t.lefts if c.dep_ not in ("punct", "cc")]
    if any(c.dep_ == "nummod" or c.tag_ == "CD" or c.lower_ in MORE | VAGUE for c in edges):
        return False
    if last.tag_ == "JJ":
        # "a dance popular and old": only in front of a noun, or as a predicate
        noun = members[0].head
        right = members[0].dep_ == "amod" and noun.i == last.i + 1
        return right and not any(True for _ in last.rights)
    return True


def _is_loose(noun: Token) -> bool:
    """ "others", "days", "one": no thing of its own; a part of a longer name."""
    initial = noun.tag_[:3] == "NNP" and (len(noun.text) < 2 or "." in noun.text)
    if initial or noun.lower_ in VAGUE or (bare_form(noun.text) in TIMES or noun.text.isdigit()):
        return True
    after = noun.doc[noun.i + 1 : noun.i + 2].text
    return after in ("-", "/", "'s", "’s", "(") or noun.dep_ == "compound"


def _is_stated(first: Token, scene: Scene) -> bool:
    if first.dep_ in SUBJECT:
        return first.head.i == scene.head.i and scene.asserts(first, subject=True)
    if first.dep_ == "attr":
        # "The colours are red and gold", "Among them were Anna and Ben"
        beside = (*first.head.lefts, *first.head.rights)
        many = {c.tag_ for c in beside if c.dep_ in SUBJECT} & {"NNS", "NNPS", "EX", "CD"}
        if many or first.head.lower_ in ("are", "were") or any(c.lower_ in PLURAL for c in beside):
            return False
    return first.dep_ in OBJECTS and scene.states(first) and first.i > scene.head.i


def _is_bound(first: Token) -> bool:
    """ "between Odda and Sund", "merged the mill and the shop", "the Ministry of War and Trade"."""
    above = first.head
    for word in (above, *above.ancestors):
        if word.lower_ in CLOSE or word.lower_ in OF_ALL or bare_form(word.text) in NEEDING:
            return True
        if word.tag_[:3] == "NNP" and word.i < first.i:
            return True
        # "the governments of Odda and Sund"
        if word.lower_ == "of" and word.head.tag_ == "NNS" and first.tag_[:3] == "NNP":
            return True
        if word.tag_[0] == "V" and word.dep_ != "amod":
            return False
    return False


def _is_said_again(last: Token, scene: Scene) -> bool:
    """ "Danes and Finns, with the Finns in front": what follows is about the last one."""
    word = last.lower_
    return scene.lowers.count(word) > 1 or any(
        t.dep_ in ("relcl", "appos") and t.head.i == last.head.i for t in last.head.rights
    )


def _goes_on(last: Token, scene: Scene) -> bool:
    """Whether the parser may have taken the start of a second clause for a thing."""
    behind = scene.tokens[last.right_edge.i + 1 : last.right_edge.i + 2]
    verb = any(t.tag_ in ("VBN", "VBG") for t in behind) or _has_verb(last, scene)
    subject = last.head
    while subject.dep_ == "conj":
        subject = subject.head
    return verb and subject.dep_ not in SUBJECT and last.tag_ != "JJ"


def _has_verb(last: Token, scene: Scene) -> bool:
    """Whether a finite verb without a subject of its own follows: "tea and milk is sold"."""
    for word in scene.tokens[last.i + 1 :]:
        if word.text in (",", ";", ":", "–", "—") or word.tag_ in ("WDT", "WP", "WRB", "CC", "IN"):
            if word.dep_ != "prep":
                return False
        elif word.tag_ in ("VBD", "VBZ", "VBP", "MD"):
            return True
    return False


def _apart(members: list[Token], joint: Token, words: str) -> list[Edit] | None:
    """The edits of "apples, pears and plums" to "apples and pears rather than plums"."""
    last = members[-1]
    before = joint.nbor(-1)
    comma = before.text == ","
    if comma and len(members) == 2:
        return None
    copied = _copied(members)
    if copied is None:
        return None
    start = before.idx if comma else end_of(before)
    edits = [Edit(start, end_of(joint), f" {words}{copied}")]
    if len(members) > 2:
        # "apples, pears": the comma before the last but one
        earlier = members[-2].left_edge
        sign = earlier.nbor(-1)
        if sign.text != "," or last.tag_ == "JJ":
            return None
        edits.append(Edit(sign.idx, end_of(sign), " and"))
    return edits


def _copied(members: list[Token]) -> str | None:
    """The article to repeat: "a singer and poet" -> "a singer rather than a poet"."""
    first, last = members[0], members[-1]
    if last.tag_[:2] == "JJ":
        return ""
    own = [c for c in last.lefts if c.dep_ in ("det", "poss")]
    if any(c.lower_ in OWNERS for c in own):
        # "the town and its mills"
        same = any(c.lower_ == o.lower_ for c in first.lefts for o in own)
        return "" if same else None
    if own:
        return "" if not any(c.dep_ == "poss" for c in own) else None
    words = [c for c in first.lefts if c.dep_ in ("det", "poss")]
    # "the Odda Opera and Ballet Theatre"
    if last.tag_[:3] == "NNP" and (words or last.tag_ != first.tag_):
        return None
    if not words:
        return ""
    if len(words) > 1 or words[0].lower_ not in COPIED:
        return None
    word = words[0].lower_
    if word in ("a", "an"):
        return f" {article_for(last.left_edge.text)}" if last.tag_ == "NN" else None
    return f" {word}"


def _agreeing(first: Token, scene: Scene) -> list[Edit] | None:
    """The verb of the first thing alone, if that is the subject; None if it is unclear."""
    if first.dep_ not in SUBJECT:
        return []
    # "Berg and Lund" may be one band.
    last = next((c for c in first.rights if c.dep_ == "conj"), first)
    short = first.left_edge.i == first.i and last.left_edge.i == last.i
    if (short and first.tag_ == "NNP") or any(c.dep_ == "conj" for c in last.rights):
        return None
    clause = scene.clause
    finite = clause.finite if clause is not None else None
    if clause is None or finite is None or clause.conjuncts or bare_form(scene.head.text) in TIES:
        return None
    if any(c.dep_ == "attr" for c in clause.verb.children) or clause.inverted:
        return None
    if finite.lower_ in ("was", "is", "has") or first.tag_ in ("NNS", "NNPS"):
        return []
    if finite.lower_ in ("are", "were", "have"):
        return [Edit(finite.idx, end_of(finite), SINGULAR[finite.lower_])]
    return [] if finite.tag_ == "VBD" else None
