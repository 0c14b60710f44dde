"""How a paraphrase may depart from the meaning of its anchor. Pure functions of two texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set

from pipeline.acceptance.form import STEM, words
from schemas.mer import mer_tokens

# Patterns are compiled where they are first used: `--help` names the guards and needs none of them.
_NEGATOR = (
    r"(?i)\b(?:not|never|none|nobody|nothing|nowhere|neither|nor|cannot|without"
    r"|hardly|scarcely|barely|rarely|seldom)\b"
    r"|n['’]t\b"
    r"|\bno\b(?!\.\s*\d)"  # not the abbreviation of "number"
)
# "not only rich but famous" denies nothing.
_NO_NEGATION = r"(?i)\bnot\s+(?:only|just|merely|simply)\b"
# "You like it, don't you?": the tag asks, it denies nothing.
_TAG = r"(?i),\s+(?:[a-z]+n['’]t|[a-z]+)\s+(?:i|you|he|she|it|we|they|there)(?:\s+not)?\s*\?\W*$"
_PREFIXES = ("un", "in", "im", "il", "ir", "dis", "non", "mis")
_NUMBER = r"\d+(?:[.,:]\d+)*"
# "£" of "£5", "pound" of "5 million pounds", "GBP".
_CURRENCY = (
    r"(?i)[$€£¥₹₽]|\b(?-i:USD|EUR|GBP|JPY|INR|RUB)\b"  # and not "rub"
    r"|(?:\d|\b(?:hundred|thousand|million|billion|trillion|lakh|crore))[ -]?(?:US |U\.S\. )?"
    r"(dollar|euro|pound|yen|rupee|rouble|ruble)s?\b"
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
    statement = re.sub(_TAG, ".", text)
    found = [w.lower() for w in re.findall(_NEGATOR, re.sub(_NO_NEGATION, " ", statement))]
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
        return Counter(re.sub(r"[.,:]", "", number) for number in re.findall(_NUMBER, text))

    def currencies(text: str) -> set[str]:
        return {_SIGNS[(m[1] or m[0]).lower()] for m in re.finditer(_CURRENCY, text)}

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


def question_changed(anchor: str, paraphrase: str) -> bool:
    """Whether just one of them ends as a question."""

    def asks(text: str) -> bool:
        return text.rstrip("\"'”’»)] ").endswith("?")

    return asks(anchor) != asks(paraphrase)


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


def _stems(text: str) -> set[str]:
    """Beginnings of the words with content: enough to know a word's other forms again."""
    found = words(text)
    return {w[:STEM] for w in found if w not in FUNCTION_WORDS and w[0] not in "'’" and w != "n't"}


def content_lost(anchor: str, paraphrase: str) -> bool:
    """Whether words with content are gone and none came in their place.

    >>> content_lost("We met there for the first time last year.", "We met there last year.")
    True
    >>> content_lost("We met there last year.", "Last year we came together there.")
    False
    """
    before, now = _stems(anchor), _stems(paraphrase)
    return now < before
