"""Other wordings than plain "not", so that an encoder cannot rely on that one word.

The paper's Example 2 has several: "not", "n't", "never", "unlikely", "fail to", "deny".
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, get_args

from pipeline.negation.english.deeds import ACTIONS
from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import BE, CONTRACTIONS
from pipeline.negation.reading.agreement import be_form
from pipeline.negation.reading.structure import Clause
from pipeline.negation.rules.never import suits_never
from pipeline.negation.rules.questions import contracted
from schemas.errors import UserError

if TYPE_CHECKING:
    from spacy.tokens import Token

Style = Literal["plain", "contracted", "never", "lexical", "antonym"]
STYLES: tuple[Style, ...] = get_args(Style)
MIX = "mix"
MIX_ANTONYM = "mix+antonym"
"""Antonyms if a sentence has a safe one, otherwise the styles of `mix`."""
NAMES = (*STYLES, MIX, MIX_ANTONYM)
MIXED: tuple[Style, ...] = ("plain", "contracted", "never", "lexical")
"""The styles that `mix` picks from: all except antonyms, which few sentences have."""
ANTONYM_RULE = "antonym.v2"

# Verbs whose opposite is "fail to" or "deny".
DENIED = frozenset(("say claim state report confirm admit announce believe acknowledge").split())
# "will go" -> "is unlikely to go"
UNLIKELY = frozenset("will 'll ’ll may might".split())
# The rules that insert a negation whose wording a style can choose.
STYLED = frozenset(
    ("lets.v1", "imperative.v1", "inversion.v1", "auxiliary.v1", "copula.v1", "do_support.v1")
)


def parse_style(text: str) -> str:
    """Check the name of a style, `mix` or `mix+antonym`.

    Raises:
        UserError: it is unknown.
    """
    if text not in NAMES:
        raise UserError(f"--style {text} is unknown: choose one of {', '.join(NAMES)}.")
    return text


def has_antonyms(style: str) -> bool:
    """Whether a style uses antonyms if possible."""
    return style in ("antonym", MIX_ANTONYM)


def style_of(text: str, style: str, seed: int) -> Style:
    """The style of one sentence: the given one, or for a mix the one that the text's hash picks.

    The choice depends on the text and the seed alone, not on the batch or the number of workers.
    """
    for known in STYLES:
        if style == known:
            return known
    digest = hashlib.blake2b(text.encode(), digest_size=8, key=str(seed).encode()).digest()
    return MIXED[int.from_bytes(digest, "big") % len(MIXED)]


def restyled(
    clause: Clause,
    name: str,
    rule: Callable[[Clause, str], list[Edit] | None],
    plain: list[Edit],
    style: Style,
) -> list[Edit]:
    """The edits of a rule in another style; the plain ones if it does not suit the clause."""
    if name not in STYLED:
        return plain
    if style == "contracted":
        if clause.inverted:
            return contracted(clause) or plain
        return [_shortened(clause, edit) for edit in plain]
    # "never yet" and "never either" would be wrong.
    if any(edit.new.strip() in ("yet", "either") for edit in plain):
        return plain
    if style == "never":
        return (rule(clause, "never") if suits_never(clause) else None) or plain
    if style == "lexical":
        return _lexical(clause, plain) or plain
    return plain


def _shortened(clause: Clause, edit: Edit) -> Edit:
    start, stop, new = edit
    words = new.split(" ")
    if start < stop or words[0]:
        # "does not like", and "cannot", which has an insertion of its own.
        if new == "not":
            return Edit(start - 1, stop, "n't") if edit.start else edit
        if len(words) > 1 and words[1] == "not" and words[0].lower() in CONTRACTIONS:
            short = CONTRACTIONS[words[0].lower()]
            short = short.capitalize() if words[0][0].isupper() else short
            return Edit(start, stop, " ".join([short, *words[2:]]))
        return edit
    if words == ["", "not"]:
        for token in _words_of(clause):
            if end_of(token) == start and token.lower_ in CONTRACTIONS:
                return Edit(token.idx, stop, like(token, CONTRACTIONS[token.lower_]))
    return edit


def _words_of(clause: Clause) -> list[Token]:
    verbs = [clause.verb, *clause.conjuncts]
    auxiliaries = [c for v in verbs for c in v.children if c.dep_ in ("aux", "auxpass")]
    return [*verbs, *clause.auxiliaries, *auxiliaries]


def _lexical(clause: Clause, plain: list[Edit]) -> list[Edit] | None:
    """ "will go" -> "is unlikely to go", "won" -> "failed to win", "says" -> "denies"."""
    subject, verb = clause.subject, clause.verb
    if subject is None or clause.inverted or clause.conjuncts or subject.i > verb.i:
        return None
    others = [e for e in plain if not {"not", "cannot"} & set(e.new.split())]
    first = clause.finite
    if first is None or subject.dep_ == "expl":
        return None
    if clause.auxiliaries:
        return _unlikely(subject, first, others)
    lemma = bare_form(verb.text)
    if verb.lower_ in BE or clause.tag not in ("VBZ", "VBP", "VBD"):
        return None
    # "say go slow" tells what to do.
    if lemma in DENIED and any(
        c.dep_ == "ccomp" and c.i > verb.i and c.left_edge.tag_ != "VB" for c in verb.children
    ):
        return [*others, replace(verb, inflected("deny", clause.tag))]
    linking = any(child.dep_ == "acomp" for child in verb.children)  # "looks tired"
    if linking or lemma not in ACTIONS or len(plain) != 1:
        return None
    failed = inflected("fail", clause.tag)
    return [Edit(verb.idx, end_of(verb), f"{failed} to {lemma}")]


def _unlikely(subject: Token, first: Token, others: list[Edit]) -> list[Edit] | None:
    following = first.doc[first.i + 1 : first.i + 2]
    if first.lower_ not in UNLIKELY or not any(t.tag_ == "VB" for t in following):
        return None
    blank = " " if first.text[0] in "'’" else ""
    be = be_form(subject, past=False)
    return [*others, Edit(first.idx, end_of(first), f"{blank}{be} unlikely to")]
