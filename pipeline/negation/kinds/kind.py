"""What a kind of contradiction is, and a contradiction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.negation.kinds.facts.scene import Rule


@dataclass(frozen=True, slots=True)
class Kind:
    """A way in which people contradict a sentence.

    Attributes:
        name: its name in `--kinds` and in the column `kind`.
        rules: name with version -> rule, in the order in which they are tried.
        reads_names: whether its rules need to know which words are names.
        turns: whether its rules say the opposite, on which the rest of a sentence may rely.
        denies: whether they do so by a denial in other words.
        plain: whether they apply only to short sentences of one clause, since readers found most
            faults elsewhere.
        anywhere: the rules that apply to all sentences although the kind is `plain`.
    """

    name: str
    rules: Mapping[str, Rule]
    reads_names: bool = False
    turns: bool = False
    denies: bool = False
    plain: bool = False
    anywhere: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A contradiction of one sentence.

    Attributes:
        text: the changed sentence.
        kind: name of its kind.
        rule: the rule with its version.
        cue: what was added (`+not`), removed (`-not`) or changed (`cheap>expensive`).
    """

    text: str
    kind: str
    rule: str
    cue: str
