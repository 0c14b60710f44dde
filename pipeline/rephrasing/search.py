"""Paraphrases of sentences by rules, alone and combined.

The result of a rule is parsed again before another rule is applied, so each rule sees a whole
sentence and refuses it if the parse is doubtful. At most `DEPTH` rules make one paraphrase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, apply_edits, repeats, settled
from pipeline.negation.failed import naming, tried
from pipeline.negation.kinds.facts.scene import Rule, Scene
from pipeline.negation.parser import BATCH, load_parser
from pipeline.negation.reading.parsed import Parsed
from pipeline.rephrasing.table import JOINT, RULES, turns_polarity
from schemas.errors import UserError
from schemas.mer import mer

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

DEPTH = 4
DEPTH_ON_TRANSLATIONS = 2
"""Rules on top of a translation, which may be stiff English already."""
WIDTH = 3
"""Paraphrases of a sentence to which further rules are applied, at each step."""
FURTHEST = 0.6
"""Match error rate at the upper end of the paper's window: a larger distance gains nothing."""
LONGEST = 60
"""Maximum number of words; longer sentences are seldom parsed correctly."""


@dataclass(frozen=True, slots=True)
class RephraseConfig:
    """Settings of paraphrasing by rule.

    Raises:
        UserError: `per_sentence` is less than 1.
    """

    rules: tuple[str, ...] = tuple(RULES)
    per_sentence: int = 3

    def __post_init__(self) -> None:
        """Check `per_sentence`."""
        if self.per_sentence < 1:
            raise UserError(f"--per-sentence {self.per_sentence}: give 1 or more.")


EVERY_RULE = RephraseConfig()


@dataclass(frozen=True, slots=True)
class Rephrased:
    """A paraphrase of one sentence.

    Attributes:
        rules: those that made it from the sentence or from a translation, in the order of
            application.
        mer: match error rate between it and the sentence.
    """

    text: str
    rules: tuple[str, ...]
    mer: float

    @property
    def rule(self) -> str:
        """The rules as one name."""
        return JOINT.join(self.rules)


def rephrase_texts(
    parser: Language, texts: Sequence[str], config: RephraseConfig = EVERY_RULE
) -> list[list[Rephrased]]:
    """The paraphrases of each text, those that differ most first.

    Raises:
        WorkFailed: a rule fails, which is a bug; the message names the sentence.
    """
    found = _found(parser, texts, texts, config.rules, DEPTH)
    return [sorted(chosen(of_one, config.per_sentence), key=_by_distance) for of_one in found]


def rephrase_translations(
    parser: Language,
    pairs: Sequence[tuple[str, str]],
    config: RephraseConfig = EVERY_RULE,
) -> list[Rephrased | None]:
    """Paraphrase each translation of a sentence by rule, if that takes the wording further from
    the sentence.

    Args:
        pairs: sentences, each with a paraphrase of it that was translated.

    Returns:
        For each pair the result that differs most from the sentence, within the paper's window
        if one does, with its match error rate to the sentence; None if there is none.
    """
    anchors, translations = [a for a, _ in pairs], [t for _, t in pairs]
    found = _found(parser, anchors, translations, config.rules, DEPTH_ON_TRANSLATIONS)
    made: list[Rephrased | None] = []
    for anchor, translation, of_one in zip(anchors, translations, found, strict=True):
        least = mer(anchor, translation)
        further = [one for one in of_one if one.mer > least]
        within = [one for one in further if one.mer <= FURTHEST]
        made.append(next(iter(chosen(within or further, 1)), None))
    return made


def _found(
    parser: Language,
    anchors: Sequence[str],
    texts: Sequence[str],
    rules: Sequence[str],
    depth: int,
) -> list[list[Rephrased]]:
    """All results of up to `depth` rules on each text, except its anchor; distances are to the
    anchor."""
    found: list[dict[str, Rephrased]] = [{} for _ in texts]
    front = [(i, Rephrased(text, (), 0.0)) for i, text in enumerate(texts)]
    for step in range(depth):
        docs = parser.pipe([one.text for _, one in front], batch_size=BATCH)
        grown: list[list[Rephrased]] = [[] for _ in texts]
        for (place, base), doc in zip(front, docs, strict=True):
            with naming(base.text):
                results = [*changes(doc, base.rules, rules)]
            for rule, text in results:
                if text in (anchors[place], texts[place]) or text in found[place]:
                    continue
                made = Rephrased(text, (*base.rules, rule), mer(anchors[place], text))
                found[place][text] = made
                grown[place].append(made)
        if step + 1 < depth:
            front = [(i, one) for i, new in enumerate(grown) for one in chosen(new, WIDTH)]
    return [list(of_one.values()) for of_one in found]


def rephrase(
    sentence: str, *, parser: Language | None = None, config: RephraseConfig = EVERY_RULE
) -> list[Rephrased]:
    """Paraphrase one sentence by rule, as `rephrase_texts` does, by default with the default
    parser."""
    return rephrase_texts(parser or load_parser(), [sentence], config)[0]


def chosen(found: Sequence[Rephrased], most: int) -> list[Rephrased]:
    """At most `most` paraphrases, different from the sentence and from each other.

    The first is the furthest from the sentence, up to `FURTHEST`; each of the others is as far as
    possible from the sentence and from those before it. Where there are two or more, one changes
    the polarity if any does.
    """
    left = sorted(found, key=_by_distance)
    taken: list[Rephrased] = []
    away = {one.text: FURTHEST - abs(FURTHEST - one.mer) for one in left}
    while left and len(taken) < most:
        turned = any(turns_polarity(one.rule) for one in taken)
        pool = left
        if taken and not turned:
            pool = [one for one in left if turns_polarity(one.rule)] or left
        best = max(pool, key=lambda one: away[one.text])
        taken.append(best)
        left.remove(best)
        for one in left:
            away[one.text] = min(away[one.text], mer(one.text, best.text))
    return taken


def _by_distance(one: Rephrased) -> tuple[float, str, str]:
    return -one.mer, one.rule, one.text


def changes(doc: Doc, used: Sequence[str], rules: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The name of each rule that applies to a parsed sentence, and its result.

    Args:
        doc: the parse.
        used: rules that made the sentence, whose groups are left out.
        rules: names of those to try.
    """
    if not 2 < len(doc) <= LONGEST:
        return
    sentence = Parsed.of(doc)
    if sentence.is_misparsed:
        return
    scene = Scene(sentence)
    barred = {RULES[name].group for name in used}
    for name in rules:
        entry = RULES[name]
        if entry.group not in barred:
            text = tried(name, _first, entry.rule, scene)
            if text is not None:
                yield name, text


def _first(rule: Rule, scene: Scene) -> str | None:
    made = (_made(scene.text, edits) for edits in rule(scene))
    return next((one for one in made if one is not None), None)


def _made(text: str, edits: list[Edit]) -> str | None:
    ready = settled(text, edits)
    made = apply_edits(text, ready) if ready else None
    return None if made is None or repeats(made, text) else made
