"""Reasons to refuse a paraphrase that the match error rate does not see. Pure functions of text."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence, Set
from functools import lru_cache

from pipeline.acceptance.form import is_word
from schemas.mer import mer_tokens

_NEGATOR = re.compile(
    r"\b(?:not|never|none|nobody|nothing|nowhere|neither|nor|cannot|without"
    r"|hardly|scarcely|barely|rarely|seldom)\b"
    r"|n['’]t\b"
    r"|\bno\b(?!\.\s*\d)",  # not the abbreviation of "number"
    re.IGNORECASE,
)
# "not only rich but famous" denies nothing.
_NO_NEGATION = re.compile(r"\bnot\s+(?:only|just|merely|simply)\b", re.IGNORECASE)
# "You like it, don't you?": the tag asks, it denies nothing.
_TAG = re.compile(
    r",\s+(?:[a-z]+n['’]t|[a-z]+)\s+(?:i|you|he|she|it|we|they|there)(?:\s+not)?\s*\?\W*$",
    re.IGNORECASE,
)
_PREFIXES = ("un", "in", "im", "il", "ir", "dis", "non", "mis")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
# "£" of "£5", "pound" of "5 million pounds", "GBP".
_CURRENCY = re.compile(
    r"[$€£¥₹₽]|\b(?-i:USD|EUR|GBP|JPY|INR|RUB)\b"  # and not "rub"
    r"|(?:\d|\b(?:hundred|thousand|million|billion|trillion|lakh|crore))[ -]?(?:US |U\.S\. )?"
    r"(dollar|euro|pound|yen|rupee|rouble|ruble)s?\b",
    re.IGNORECASE,
)
_SIGNS = {
    name: sign
    for sign, names in {
        "$": "usd dollar", "€": "eur euro", "£": "gbp pound", "¥": "jpy yen", "₹": "inr rupee",
        "₽": "rub rouble ruble",
    }.items()
    for name in (sign, *names.split())
}  # fmt: skip


def negators(text: str) -> int:
    """How many words of the text deny something; "neither ... nor" counts once, a tag
    question ("isn't it?") not at all.
    """
    statement = _TAG.sub(".", text)
    found = [word.lower() for word in _NEGATOR.findall(_NO_NEGATION.sub(" ", statement))]
    others = [word for word in found if word != "nor"]
    return len(others) or len(found)


def _denied_by_affix(words: Set[str], other: Set[str]) -> int:
    """Words like "unexpected" or "careless" whose bare or opposite form stands in `other`."""
    count = 0
    for word in words - other:
        bare = {word[len(p) :] for p in _PREFIXES if word.startswith(p) and len(word) > len(p) + 2}
        if word.endswith("less"):
            bare.add(word[:-4] + "ful")
        count += bool(bare & (other - words))
    return count


def polarity_changed(anchor: str, paraphrase: str) -> bool:
    """Whether the paraphrase lost or gained a negation, as a word or as an affix.

    >>> polarity_changed("That was unexpected.", "That was expected.")
    True
    >>> polarity_changed("That was unexpected.", "That was not expected.")
    False
    """
    a, p = frozenset(mer_tokens(anchor)), frozenset(mer_tokens(paraphrase))
    return negators(anchor) + _denied_by_affix(a, p) != negators(paraphrase) + _denied_by_affix(
        p, a
    )


def numbers_changed(anchor: str, paraphrase: str) -> bool:
    """Whether the numbers written in digits differ, or what money is counted in.

    How thousands are set apart does not count.

    >>> numbers_changed("It cost 1,500 euros.", "It cost €1.500.")
    False
    >>> numbers_changed("It cost 1,500 pounds.", "It cost 1,500 euros.")
    True
    """

    def written(text: str) -> Counter[str]:
        return Counter(re.sub(r"[.,:]", "", number) for number in _NUMBER.findall(text))

    def currencies(text: str) -> set[str]:
        return {_SIGNS[(m[1] or m[0]).lower()] for m in _CURRENCY.finditer(text)}

    return written(anchor) != written(paraphrase) or currencies(anchor) != currencies(paraphrase)


_PERSONS = {
    form: forms.partition(" ")[0]
    for forms in (
        "i me my mine myself",
        "you your yours yourself yourselves",
        "he him his himself",
        "she her hers herself",
        "it its itself",
        "we us our ours ourselves",
        "they them their theirs themselves",
    )
    for form in forms.split()
}
# "It is known that", "we know that", "they say": who is meant is left open by both.
_OPEN = tuple(
    map(frozenset, (("it", "they"), ("it", "we"), ("it", "you"), ("you", "we"), ("we", "they")))
)
_ITS_YOURS = frozenset(("its", "your"))


def _forms(text: str) -> Counter[str]:
    found = re.findall(r"[^\W\d_]+", text)
    return Counter(w.lower() for w in found if w.lower() in _PERSONS and w not in ("US", "IT"))


def _persons(forms: Counter[str]) -> Counter[str]:
    persons: Counter[str] = Counter()
    for form, times in forms.items():
        persons[_PERSONS[form]] += times
    return persons


def person_changed(anchor: str, paraphrase: str) -> bool:
    """Whether there are fewer pronouns of one person than before, and more of another.

    Many languages leave the pronoun out or have one word for several: "she", "they" and "you" are
    one word in German, "his", "her", "its" and a polite "your" in Portuguese.

    >>> person_changed("Her daughter sings.", "His daughter sings.")
    True
    >>> person_changed("Anna and her brother sing.", "Anna sings with her brother.")
    False
    """
    before, now = _forms(anchor), _forms(paraphrase)
    if (before - now).keys() & _ITS_YOURS and (now - before).keys() & _ITS_YOURS:
        return True
    persons, others = _persons(before), _persons(now)
    pairs = (frozenset((lost, new)) for lost in persons - others for new in others - persons)
    return any(pair not in _OPEN for pair in pairs)


SCRIPTS = {
    "ar": "ARABIC", "be": "CYRILLIC", "bg": "CYRILLIC", "bn": "BENGALI", "el": "GREEK",
    "fa": "ARABIC", "he": "HEBREW", "hi": "DEVANAGARI", "hy": "ARMENIAN", "ja": "CJK HIRAGANA",
    "ka": "GEORGIAN", "kk": "CYRILLIC", "ko": "HANGUL", "mk": "CYRILLIC", "mr": "DEVANAGARI",
    "ru": "CYRILLIC", "ta": "TAMIL", "th": "THAI", "uk": "CYRILLIC", "ur": "ARABIC", "zh": "CJK",
}  # fmt: skip
"""Script of a pivot language, as the names of its letters begin; Latin where it is not listed."""

MIN_SCRIPT_SHARE = 0.5
MAX_LENGTH_RATIO = 2.0
LENGTH_SLACK = 4
MAX_LOOP = 8


def wrong_script(text: str, lang: str) -> bool:
    """Whether less than half of the letters are of the language's script.

    >>> wrong_script("The cat sleeps.", "ru")
    True
    """
    if text.isascii():  # most texts end here: such letters are all Latin
        return lang in SCRIPTS and any(map(str.isalpha, text))
    letters = [c for c in text if c.isalpha()]
    scripts = tuple(SCRIPTS.get(lang, "LATIN").split())
    if "HIRAGANA" in scripts:
        scripts += ("KATAKANA",)
    own = sum(_letter_name(c).startswith(scripts) for c in letters)
    return own < MIN_SCRIPT_SHARE * len(letters)


@lru_cache(maxsize=16_384)
def _letter_name(letter: str) -> str:
    return unicodedata.name(letter, "")


# Each check of a candidate asks for the same few texts.
@lru_cache(maxsize=1024)
def words(text: str) -> tuple[str, ...]:
    """Lower-cased words, without punctuation."""
    return tuple(token for token in mer_tokens(text) if any(map(str.isalnum, token)))


def untranslated(text: str, other: str) -> bool:
    """Whether both have the same words, three of them or more: one is no translation."""
    mine = words(text)
    return len(mine) > 2 and mine == words(other)


def copied(anchor: str, paraphrase: str) -> bool:
    """Whether the words are the same, case and punctuation aside.

    >>> copied("Well, he left.", "well he left!")
    True
    """
    return words(anchor) == words(paraphrase)


def length_changed(anchor: str, paraphrase: str) -> bool:
    """Whether one has more than twice the words of the other, and more than a few."""
    shorter, longer = sorted((len(words(anchor)), len(words(paraphrase))))
    return longer > MAX_LENGTH_RATIO * shorter and longer - shorter > LENGTH_SLACK


def repeats(tokens: Sequence[str]) -> bool:
    """Whether words come again at once: one word three times, or several words twice, in a row.

    >>> repeats("he is in this city in this city".split())
    True
    >>> repeats("it was a very , very good day".split())
    False
    """
    for size in range(1, min(MAX_LOOP, len(tokens) // 2) + 1):
        times = 3 if size == 1 else 2
        run = 0
        for i in range(size, len(tokens)):
            run = run + 1 if tokens[i] == tokens[i - size] else 0
            if run >= size * (times - 1):
                return True
    return False


def repeated(text: str, anchor: str) -> bool:
    """Whether the text repeats itself, as translation models do when they fail; the anchor not."""
    return repeats(words(text)) and not repeats(words(anchor))


def question_changed(anchor: str, paraphrase: str) -> bool:
    """Whether just one of them ends as a question."""

    def asks(text: str) -> bool:
        return text.rstrip("\"'”’»)] ").endswith("?")

    return asks(anchor) != asks(paraphrase)


_PLAIN = re.compile(r"(?<![\w'’.-])[a-z]{4,}(?![\w'’-])")
_SAME_STEM = 0.7


def nonword(anchor: str, paraphrase: str) -> bool:
    """Whether the paraphrase has a word that neither the anchor nor English has.

    Only words in small letters are asked about, so no names. No list has all words of a language:
    a word that begins like one of the anchor's is taken for another form of it.

    >>> nonword("She studies microtubules.", "She examines microtobules.")
    True
    >>> nonword("He emitted electrons.", "He was an emitter of electrons.")
    False
    """
    known = set(re.findall(r"[^\W\d_]+", anchor.lower()))
    return any(
        not is_word(word) and not any(_same_stem(word, other) for other in known)
        for word in _PLAIN.findall(paraphrase)
        if word not in known
    )


def _same_stem(word: str, other: str) -> bool:
    stem = max(_STEM, math.ceil(_SAME_STEM * len(word)))
    return word[:stem] == other[:stem]


# Words without content of their own: losing one of them loses nothing.
FUNCTION_WORDS = frozenset(
    (
        "a an the this that these those some any no each every both all such same other another"
        " i me my mine myself you your yours yourself he him his himself she her hers herself it"
        " its itself we us our ours ourselves they them their theirs themselves one ones who whom"
        " whose which what where when why how there here something anything nothing somebody"
        " anybody nobody someone anyone everyone everybody everything thing things way"
        " am is are was were be been being do does did done doing have has had having get gets got"
        " getting go goes going gone went make makes made let lets can cannot could may might must"
        " shall should will would ought need used able"
        " about above across after against along around as at away back because before behind below"
        " between but by down during for from if in into like near of off on onto or out over per"
        " since so than then though through till to toward towards under until up upon via while"
        " with within without and nor not yet too also just only even still already again once"
        " very really quite rather pretty much many more most lot lots bit well now right"
        " ain aren couldn didn doesn don hadn hasn haven isn mightn mustn needn shan shouldn wasn"
        " weren won wouldn ca wo sha"
    ).split()
)
_STEM = 4


def _stems(text: str) -> set[str]:
    """Beginnings of the words with content: enough to know a word's other forms again."""
    found = words(text)
    return {w[:_STEM] for w in found if w not in FUNCTION_WORDS and w[0] not in "'’" and w != "n't"}


def content_lost(anchor: str, paraphrase: str) -> bool:
    """Whether words with content are gone and none came in their place.

    >>> content_lost("We met there for the first time last year.", "We met there last year.")
    True
    >>> content_lost("We met there last year.", "Last year we came together there.")
    False
    """
    before, now = _stems(anchor), _stems(paraphrase)
    return now < before
