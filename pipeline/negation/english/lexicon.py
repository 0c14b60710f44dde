"""Closed word classes of English for the rules. Open classes come from the parse."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    """The words, also with typographic apostrophes."""
    words = text.split()
    return frozenset([*words, *(w.replace("'", "’") for w in words)])


FINITE_TAGS = frozenset(("VBZ", "VBP", "VBD", "MD"))
VERB_TAGS = frozenset(("VB", "VBZ", "VBP", "VBD", "VBN", "VBG"))
PLURAL_TAGS = frozenset(("NNS", "NNPS"))
SUBJECTS = frozenset(("nsubj", "nsubjpass", "csubj", "csubjpass", "expl"))
RELATIVES = _words("who whom whose which that where when why what whoever whatever how")
BE = _words("is are was were am 's 're 'm be been being")
BE_FINITE = frozenset("is are was were".split())
"""The finite forms that are written in full, without "am"."""
HAVE = _words("has have had 've 's 'd having")
DO_FORMS = {"do": "VBP", "does": "VBZ", "did": "VBD"}
DOES = {tag: does for does, tag in DO_FORMS.items()}
"""Tag of a verb -> the form of "do" that denies it."""
MODALS = _words("can could may might must shall should will would ought need dare 'll 'd ca wo sha")
AUXILIARIES = BE | HAVE | MODALS | frozenset(DO_FORMS) | frozenset(("ai", "better"))

REPORTING = frozenset(
    "say claim report tell announce state note add explain warn show suggest think believe write"
    " ask argue insist admit confirm recall reveal reply answer conclude declare predict estimate"
    " indicate observe remark shout whisper".split()
)
SUBORDINATORS = frozenset(
    "while whilst although though since if because when as after before until unless whereas once"
    " whether on in".split()
)

NEGATORS = _words("not n't never nt")
# "not only" and the like limit something and do not negate the clause.
FOCUS = frozenset(("only", "just", "merely", "simply", "necessarily"))
MINIMISERS = frozenset(("hardly", "scarcely", "barely", "rarely", "seldom"))
# A clause that starts with one of these has its auxiliary before its subject.
NEGATIVE_OPENERS = MINIMISERS | {
    *("never", "nor", "neither", "nowhere", "no", "not", "little", "only", "so", "such"),
}

# The full words behind "'ll" and "ca", which "not" and its removal need.
EXPANDED = {"'ll": "will", "’ll": "will"}
UNCONTRACTED = {"ca": "can", "wo": "will", "sha": "shall"}
CONTRACTIONS = {
    "can": "can't",
    "will": "won't",
    "shall": "shan't",
    **{
        word: word + "n't"
        for word in (
            "is are was were has have had do does did could would should might must need"
        ).split()
    },
}

# Adverbs that precede "not", because they are outside its scope.
BEFORE_NOT = frozenset(
    "probably certainly definitely possibly perhaps apparently clearly obviously reportedly likely"
    " usually generally typically normally currently therefore thus hence however consequently"
    " subsequently initially originally eventually finally meanwhile nevertheless nonetheless"
    " instead furthermore moreover similarly likewise ultimately additionally presumably supposedly"
    " allegedly evidently undoubtedly unfortunately fortunately surprisingly".split()
)
# The same, before a verb that needs "do": "then did not", but "was not then".
BEFORE_DO = BEFORE_NOT | {"also", "then", "later", "now", "still"}
SEMI_MODAL = {"better": ("had", "'d", "’d"), "rather": ("would", "'d", "’d")}

# Replaced under a new negation, and restored when one is removed.
TO_ANY = {
    "some": "any",
    "someone": "anyone",
    "somebody": "anybody",
    "something": "anything",
    "somewhere": "anywhere",
}
TO_SOME = {any_: some for some, any_ in TO_ANY.items()} | {
    "anymore": "still",
    "yet": "already",
    "either": "too",
}
ANYBODY = frozenset(("any", "anyone", "anybody", "anything"))
NEGATIVE_PRONOUNS = {
    "nobody": "somebody",
    "nothing": "something",
    "none": "some",
    "nowhere": "somewhere",
    "noone": "someone",
}
# "in no way": without the phrase the clause is positive.
NO_PHRASES = frozenset(("way", "means", "respect", "sense"))

# Count nouns: one of them is "a", never "some".
BEINGS = frozenset(
    "man woman boy girl person child kid baby dog cat horse bird player student driver".split()
)

# A subject with such a start is negated itself.
UNIVERSAL = frozenset(
    ("everyone", "everybody", "everything", "all", "every", "each", "many", "much")
)
EXISTENTIAL = {
    "some": "no",
    "someone": "no one",
    "somebody": "nobody",
    "something": "nothing",
    "any": "no",
    "anyone": "no one",
    "anybody": "nobody",
    "anything": "nothing",
    "few": "many",
    "little": "much",
    "either": "neither",
}
# Verbs without a passive: their past form in a headline is not a participle.
INTRANSITIVE = frozenset(
    "die remain arrive happen appear emerge collapse agree fail continue return resign vow vote"
    " testify apologise apologize disappear occur exist seem decline rally surge drop soar plunge"
    " slip tumble climb work live".split()
)
# In a headline these are active without an object: "Oil spilled", not "Oil was spilled".
ACTIVE_ALONE = frozenset(
    "spy land bleed crash win lose rise fall end begin start close open march walk run fly sail"
    " escape speak talk sleep play grow sink drown starve jump drift trade dip slide edge inch rule"
    " succeed retreat protest riot clash meet lie stand sit drive swim sing dance go come say spill"
    " explode erupt burst derail capsize strike lead pass survive suffer stop rest improve worsen"
    " widen narrow shrink gain ease stall slow react respond reply campaign".split()
)
# Active before "to" and a verb: "Rebels planned to leave", but "Pupils urged to stay".
WITH_INFINITIVE = frozenset(
    "try plan want agree appear seem refuse decide vow hope manage fail attempt promise begin"
    " threaten start continue need offer seek move rush fight struggle choose prepare intend pledge"
    " swear volunteer come go live wait stop happen prove tend love hate like prefer".split()
)
# The passive keeps one of two objects: "was given a medal and awarded a pension".
WITH_TWO_OBJECTS = frozenset(
    "award give grant offer pay promise hand send lend deny allow assign elect name call appoint"
    " declare crown pronounce dub".split()
)
# As frequent without an object as with one, so after a passive they are active.
OF_MOTION = frozenset("move travel settle emigrate migrate graduate retire result".split())
PLURAL_OF = {"is": "are", "was": "were", "has": "have", "does": "do", "'s": "are", "’s": "are"}

PERCENT = frozenset(("%", "percent"))
NUMBER_WORDS = tuple(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen".split()
)
ORDINALS = tuple("second third fourth fifth sixth seventh eighth ninth tenth".split())
RANK = re.compile(r"(\d{1,3})(?:st|nd|rd|th)")
"""A rank, a day or a century in digits: "17th"."""
YEAR = re.compile(r"1[0-9]{3}|20[0-2][0-9]")
# Words that show the sex of a person.
HE_AND_SHE = frozenset("he him his himself she her hers herself".split())

CAPTION_STARTS = _words("a an two three four five six seven eight nine ten")
"""First words of captions like "A dog tied to a post.", in contrast to misparsed sentences."""


def both_ways(pairs: str) -> dict[str, str]:
    """Opposites, each for the other.

    >>> both_ways("first:last")
    {'first': 'last', 'last': 'first'}
    """
    split = [pair.split(":") for pair in pairs.split()]
    return {a: b for one, other in split for a, b in ((one, other), (other, one))}
