"""Other decades and centuries: "in the 1980s" -> "in the 1950s"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.lexicon import RANK
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.dates import LAST_YEAR, dates_one_event, years_of

_DECADE = re.compile(r"(mid-)?(1[0-9]|20)([0-9])0s")
CENTURIES = (
    *"twelfth thirteenth fourteenth fifteenth sixteenth".split(),
    *"seventeenth eighteenth nineteenth twentieth".split(),
)
NEAR = 7
"""How many centuries away another one is at most, and one more."""


def other_decade(scene: Scene) -> Iterator[list[Edit]]:
    """ "in the 1980s" -> "in the 1950s"."""
    dated = scene.has_digits and "0s" in scene.text
    for token in scene.tokens if dated else ():
        found = _DECADE.fullmatch(token.text)
        if found is None or not dates_one_event(token, scene):
            continue
        own = int(f"{found[2]}{found[3]}0")
        # What came before a year still comes before it; "the 1900s" are a century, too.
        beside = [int(t.text) for t in years_of(scene)]
        others = (_DECADE.fullmatch(t.text) for t in scene.tokens if t.i != token.i)
        beside += [int(f"{other[2]}{other[3]}0") for other in others if other is not None]
        decades = [n for n in range(own - 50, own + 60, 10) if abs(n - own) > 10 and n % 100]
        decades = [n for n in decades if n + 9 <= LAST_YEAR and f"{n}s" not in scene.text]
        decades = [n for n in decades if all((n - y) * (own - y) > 0 for y in beside)]
        if decades:
            yield [replace(token, f"{found[1] or ''}{scene.choice(token, decades)}s")]


def other_century(scene: Scene) -> Iterator[list[Edit]]:
    """ "in the 18th century" -> "in the 15th century"."""
    for token in scene.tokens if scene.has(("century",)) else ():
        found = RANK.fullmatch(token.text)
        century = token.head
        if century.lower_ != "century" or not (found or token.lower_ in CENTURIES):
            continue
        if not dates_one_event(century, scene):
            continue
        if found:
            own = int(found[1])
            others = [n for n in range(4, 21) if 1 < abs(n - own) < NEAR]
            if others:
                yield [replace(token, f"{scene.choice(token, others)}th")]
        elif token.lower_ in CENTURIES:
            own = CENTURIES.index(token.lower_)
            words = [w for n, w in enumerate(CENTURIES) if abs(n - own) > 1]
            yield [replace(token, scene.choice(token, words))]
