"""How translation models judge a paraphrase: measures that need no encoder.

`forced`: how much less likely the forward model finds the pivot text given the paraphrase than
given the anchor; for a chain, the first model and its pivot text. `agreement`: how similar the
translations of paraphrase and anchor by the model of another pivot are; a model that made a
paraphrase would repeat its own mistakes. `trust`: the probability that the paraphrase says the
same, from the scores of its own models both ways.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, get_args

from pipeline.acceptance.guards import Candidate, passes
from pipeline.acceptance.measures.exchanges import plain, strange
from pipeline.acceptance.measures.trust import Figures, trust
from pipeline.acceptance.measures.window import Window
from pipeline.acceptance.text.words import words
from pipeline.translation.decoding import Decoding, Output
from pipeline.translation.engine import Engine
from pipeline.translation.models import Pivot
from pipeline.translation.roundtrip import Backtranslation, RoundTrip, Steps, Trip
from pipeline.translation.tokens import decode, encode, encode_target
from schemas.errors import UserError
from schemas.mer import mer
from schemas.names import parse_names
from schemas.pivots import legs, translations

Encode = Callable[[str, Sequence[str]], list[list[int]]]
Judge = Literal["forced", "agreement", "trust"]
JUDGES: Final[tuple[Judge, ...]] = get_args(Judge)


def parse_judges(text: str) -> tuple[Judge, ...]:
    """Judges by name, separated by commas; see `parse_names`."""
    return parse_names("--judges", "judge", text, JUDGES)


def witnesses(pivots: Sequence[Pivot], judges: Sequence[Judge]) -> dict[str, str]:
    """Map each pivot to the pivot whose forward model judges its paraphrases.

    This is the next one in turn whose forward model is not also a leg of the pivot itself: `ru`
    may judge `de>ru`, but `de` may not.

    Raises:
        UserError: there is none.
    """
    if "agreement" not in judges:
        return {}
    langs = [pivot.lang for pivot in pivots]
    if len(langs) == 1:
        raise UserError(
            f"--judges agreement: the pivot {langs[0]} cannot judge its own paraphrases. Give"
            " --models of a second pivot, or --judges forced."
        )
    return {lang: _witness(lang, langs[i + 1 :] + langs[:i]) for i, lang in enumerate(langs)}


def _witness(lang: str, others: Sequence[str]) -> str:
    own = legs(lang)
    for other in others:
        if legs(other)[0] not in own:
            return other
    raise UserError(
        f"--judges agreement: no other pivot can judge the paraphrases of {lang}, since each begins"
        f" with a leg of it ({', '.join('-'.join(legs(other)[0]) for other in others)}). Give"
        " --models of a pivot in another language, or --judges forced."
    )


def judged(
    trip: RoundTrip,
    lang: str,
    witness: Engine | None,
    judges: Sequence[Judge],
    anchors: Sequence[str],
    back: Trip,
    window: Window | None = None,
) -> Steps[Trip]:
    """Add the judges' figures to candidates.

    Candidates that a guard refuses or that lie outside a window are not judged: no threshold would
    accept them.

    Args:
        trip: the models that made them.
        lang: their pivot.
        witness: forward model of another pivot; needed for `agreement`.
        back: the candidates of the anchors, to which the figures are added in place.
        window: match error rates of the candidates to judge; by default any.
    """
    places = [
        (i, rank)
        for i, candidates in enumerate(back.candidates)
        for rank, candidate in enumerate(candidates)
        if worth_judging(anchors[i], lang, rank, candidate, window)
    ]
    chosen = [(anchors[i], back.candidates[i][rank]) for i, rank in places]
    forced = agreement = trusted = [math.nan] * len(chosen)
    if witness is not None and "agreement" in judges:
        agreement = yield from agreements(trip, witness, chosen)
    if "trust" in judges:
        trusted = list(map(trust, (yield from figures(trip, chosen, back.firsts))))
    if "forced" in judges:
        forced = yield from forced_scores(trip, chosen)
    for (i, rank), first, second, third in zip(places, forced, agreement, trusted, strict=True):
        found = back.candidates[i][rank]
        back.candidates[i][rank] = found._replace(forced=first, agreement=second, trust=third)
    return back


def worth_judging(
    anchor: str, lang: str, rank: int, found: Backtranslation, window: Window | None = None
) -> bool:
    """Whether `filter` may accept a candidate.

    Args:
        window: match error rates that may be accepted; by default any.
    """
    if window and not window[0] <= mer(anchor, found.paraphrase) <= window[1]:
        return False
    candidate = Candidate(lang, rank, found.pivot_text, found.paraphrase, found.score)
    return passes(anchor, candidate)


def forced_scores(
    trip: RoundTrip, chosen: Sequence[tuple[str, Backtranslation]]
) -> Steps[list[float]]:
    """Log-probability per token of the first pivot text given the paraphrase, minus that given the
    anchor; nan if one is too long for the model."""
    firsts = [first_text(trip, found) for _, found in chosen]
    pairs = [
        (text, first)
        for (anchor, found), first in zip(chosen, firsts, strict=True)
        for text in (anchor, found.paraphrase)
    ]
    targets = yield from _tokens(trip, encode_target, trip.forward, firsts)
    known = yield from _scores(trip, trip.forward, [(text, targets[to]) for text, to in pairs])
    of_pair = [known[text, targets[to]] for text, to in pairs]
    return [given - anchor for anchor, given in zip(of_pair[::2], of_pair[1::2], strict=True)]


def figures(
    trip: RoundTrip,
    chosen: Sequence[tuple[str, Backtranslation]],
    firsts: Mapping[tuple[str, str], Output],
) -> Steps[list[Figures]]:
    """The figures that `trust` weighs for each paraphrase; nan for a text too long for a model.

    Args:
        chosen: anchors with their candidates.
        firsts: first translations of anchors that are scored already, as in `Trip`.
    """
    pairs = dict.fromkeys((anchor, first_text(trip, found)) for anchor, found in chosen)
    unscored = [pair for pair in pairs if pair not in firsts]
    targets = yield from _tokens(trip, encode_target, trip.forward, (text for _, text in unscored))
    outward = {
        pair: (pair[0], tuple(firsts[pair].ids) if pair in firsts else targets[pair[1]])
        for pair in pairs
    }
    drafts = {
        found.paraphrase: outward[anchor, first_text(trip, found)][1] for anchor, found in chosen
    }
    own = yield from _greedy(trip, trip.forward, drafts, score=True)
    known = {outward[pair]: firsts[pair].score for pair in pairs if pair in firsts}
    mine = [
        (anchor, tuple(own[found.paraphrase].ids))
        for anchor, found in chosen
        if found.paraphrase in own
    ]
    asked = [one for one in (*outward.values(), *mine) if one not in known]
    there = known | (yield from _scores(trip, trip.forward, asked))
    count = 1 + len(trip.between)
    anchors = yield from _tokens(trip, encode_target, trip.backward, (one for one, _ in chosen))
    recalling = [
        (translations(found.pivot_text, count)[-1], anchors[anchor]) for anchor, found in chosen
    ]
    back = yield from _scores(trip, trip.backward, recalling)

    def returned(anchor: str, paraphrase: str) -> float:
        found = own.get(paraphrase)
        return math.nan if found is None else there[anchor, tuple(found.ids)] - found.score

    return [
        Figures(
            returned(anchor, found.paraphrase),
            there[outward[anchor, first_text(trip, found)]],
            back[recalled],
            found.score,
            strange(anchor, found.paraphrase),
            plain(anchor, found.paraphrase),
            len(words(anchor)),
        )
        for (anchor, found), recalled in zip(chosen, recalling, strict=True)
    ]


def _tokens(
    trip: RoundTrip, how: Encode, engine: Engine, texts: Iterable[str]
) -> Steps[dict[str, tuple[int, ...]]]:
    """Token ids of each text: with `encode` of sources, with `encode_target` of translations."""
    distinct = list(dict.fromkeys(texts))
    encoded = yield from trip.mapped(how, engine, distinct)
    return dict(zip(distinct, map(tuple, encoded), strict=True))


Scored = tuple[str, tuple[int, ...]]
"""A text, and the ids of a translation of it."""


def _scores(trip: RoundTrip, engine: Engine, pairs: Sequence[Scored]) -> Steps[dict[Scored, float]]:
    """Log-probability per token of each translation given its text; nan if one is too long."""
    sources = yield from _tokens(trip, encode, engine, (text for text, _ in pairs))
    rows = [
        (text, target)
        for text, target in dict.fromkeys(pairs)
        if max(len(sources[text]), len(target) + 1) <= engine.checkpoint.max_source_tokens
    ]
    scores = engine.score(
        [sources[text] for text, _ in rows],
        [target for _, target in rows],
        batch_tokens=trip.config.batch_size(engine.device),
    )
    return dict.fromkeys(pairs, math.nan) | dict(zip(rows, scores, strict=True))


def first_text(trip: RoundTrip, found: Backtranslation) -> str:
    """The forward model's translation of the anchor, which other models of a chain take further."""
    return translations(found.pivot_text, 1 + len(trip.between))[0]


def agreements(
    trip: RoundTrip, witness: Engine, chosen: Sequence[tuple[str, Backtranslation]]
) -> Steps[list[float]]:
    """How alike the witness's translations of anchor and paraphrase are; nan if one is missing."""
    anchors = {anchor: () for anchor, _ in chosen}
    made = yield from _greedy(trip, witness, anchors, score=False)
    drafts = {
        found.paraphrase: made[anchor].ids if anchor in made else ()
        for anchor, found in chosen
        if found.paraphrase not in anchors
    }
    made |= yield from _greedy(trip, witness, drafts, score=False)
    decoded = yield from trip.mapped(decode, witness, [out.ids for out in made.values()])
    known = dict(zip(made, decoded, strict=True))
    return [alike(known.get(anchor), known.get(found.paraphrase)) for anchor, found in chosen]


def _greedy(
    trip: RoundTrip, engine: Engine, drafts: Mapping[str, Sequence[int]], *, score: bool
) -> Steps[dict[str, Output]]:
    """Greedy translation of each text, without those that are too long or do not end.

    Args:
        drafts: text -> a guess at its translation, which makes it faster; may be empty.
        score: whether the scores are needed.
    """
    sources = yield from _tokens(trip, encode, engine, drafts)
    longest = engine.checkpoint.max_source_tokens
    rows = [(text, source) for text, source in sources.items() if len(source) <= longest]
    greedy = Decoding(beams=1, max_length=trip.config.decoding.max_length)
    outputs = engine.translate(
        [source for _, source in rows],
        greedy,
        batch_tokens=trip.config.batch_size(engine.device),
        drafts=[drafts[text] for text, _ in rows],
        score=score,
    )
    return {
        text: found for (text, _), (found, *_) in zip(rows, outputs, strict=True) if found.finished
    }


def alike(one: str | None, other: str | None) -> float:
    """Share of the letters that two texts have in common, in order, in [0, 1]; nan if one is
    missing. Letters rather than words, since other languages inflect words in many forms.

    >>> alike("Das Haus ist alt.", "das Haus ist alt")
    1.0
    """
    if one is None or other is None:
        return math.nan
    from rapidfuzz import fuzz
    from rapidfuzz.utils import default_process

    return float(fuzz.ratio(one, other, processor=default_process)) / 100
