"""What `pipeline inspect` prints, laid out for 80 columns, with or without colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from pipeline.acceptance.guards import losses
from pipeline.commands.console import table
from pipeline.commands.faults_text import shown_faults
from pipeline.inspection.alignment import Tag, marked
from pipeline.inspection.candidates import JudgedCandidate
from pipeline.inspection.catalog import QueryResult
from pipeline.inspection.explain import Explained, OtherContradiction, Parse, why_not_negated
from pipeline.inspection.overview import HistogramBin, Overview
from pipeline.inspection.refusals import Refusal
from pipeline.inspection.samples import Example
from pipeline.inspection.windows import Preview, window_text
from schemas.advice import option_for
from schemas.console import Message
from schemas.locations import Location
from schemas.pivots import STEP, languages, translations
from schemas.progress import counted, percent
from schemas.tables import STATUSES

LABEL = 12
BAR = 24
"""Most blocks in a bar of a histogram."""
COLOURED: dict[Tag, str] = {"": "", "del": "red strike", "ins": "bold green"}
BRACKETED: dict[Tag, str] = {"del": "[-{}-]", "ins": "{{+{}+}}"}
FEWEST_BLOCKS = 6
"""If the longest bar would be shorter than this, the histogram has no bars."""
RULES_SHOWN = 15
NAMES = {"mer": "MER", "score": "score", "similarity": "cosine"}
CHOSEN_BY = {**NAMES, "diverse": "confidence times MER and new words"}
"""Value of `--select` -> what is highest for the chosen candidate."""


@dataclass(frozen=True, slots=True)
class Changes:
    """A text with its differences from the anchor marked, by colour or by brackets."""

    label: str
    anchor: str
    other: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the line; without colour, [-removed-] and {+added+} words are bracketed."""
        colour = console.is_terminal and not console.no_color
        text = Text()
        for tag, words in marked(self.anchor, self.other):
            if tag and not colour:
                text.append(BRACKETED[tag].format(words))
            else:
                text.append(words, COLOURED[tag])
        yield _line(self.label, text)


@dataclass(frozen=True, slots=True)
class Histogram:
    """One line per bin: solid bars count the paraphrases, light ones the other candidates.

    The bars take the room that the numbers leave.
    """

    bins: Sequence[HistogramBin]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table."""
        langs = list(self.bins[0].paraphrases)
        figures = [
            [f"{b.start:.2f}", b.candidates, *(b.paraphrases[lang] for lang in langs), b.negations]
            for b in self.bins
        ]
        columns = ["from", "candidates", *langs, "negations"]
        # Two more columns, and three spaces around each.
        taken = sum(len(name) + 3 for name in [*columns, "", ""])
        longest = min(BAR, 3 * (options.max_width - taken) // 4)
        if longest < FEWEST_BLOCKS:
            yield table(columns, figures)
            return
        most = max(1, *(b.candidates for b in self.bins))
        most_negations = max(1, *(b.negations for b in self.bins))
        rows = []
        for b, (*found, negations) in zip(self.bins, figures, strict=True):
            solid = round(longest * sum(b.paraphrases.values()) / most)
            bar = "█" * solid + "░" * (round(longest * b.candidates / most) - solid)
            of_negations = "█" * round(longest / 3 * b.negations / most_negations)
            rows.append([*found, bar, negations, of_negations])
        yield table([*columns[:-1], "", "negations", ""], rows)


def _line(label: str, text: str | Text, style: str = "") -> RenderableType:
    line = Table.grid(padding=(0, 1))
    line.add_column(width=LABEL, style="dim")
    line.add_column(overflow="fold")
    line.add_row(label, Text(text, style) if isinstance(text, str) else text)
    return line


def _heading(text: str) -> RenderableType:
    return Text(f"\n{text}", "bold")


def _number(name: str, value: float | None, digits: int = 2) -> str:
    return "" if value is None else f"{name} {value:.{digits}f}"


def _joined(*parts: str | int | None) -> str:
    return " · ".join(str(part) for part in parts if part)


def shown_overview(
    found: Overview, artifacts: Location, *, rephrased: bool = True
) -> list[RenderableType]:
    """Counts, losses, pivots, rules, histograms, the extremes of each measure, and examples.

    Args:
        artifacts: the folder, for the commands that show more.
        rephrased: whether there are candidates by rule, see `losses`.
    """
    total = sum(row[1] for row in found.statuses.rows)
    apart = f" ({found.first:,} first, {found.variants:,} further)" if found.variants else ""
    settings = found.settings
    threshold = settings.get("min_similarity")
    parts: list[RenderableType] = [
        _joined(
            f"{counted(found.first + found.variants, 'complete triple')}{apart} of"
            f" {counted(total, 'sentence')}",
            f"MER {window_text(settings)}"
            + (" (of jiwer)" if settings.get("mer") == "jiwer" else ""),
            f"chosen by {settings['select']}",
            threshold and f"cosine at least {threshold['lowest']} ({threshold['model']})",
        ),
        _heading(
            "Sentences by the status of their first triple (variant 0)"
            if found.variants
            else "Triples by status"
        ),
        table(
            ["status", "sentences", "of all sentences"],
            [(status, n, percent(n, total)) for status, n, *_ in found.statuses.rows],
        ),
    ]
    if found.lost.rows:
        why = losses(rephrased=rephrased)
        lost = [(r, n, percent(n, total), why.get(r, r)) for r, n in found.lost.rows]
        title = "Sentences without a paraphrase, by the check that refused their best candidate"
        parts += [_heading(title), table(["lost at", "sentences", "of all", "because"], lost)]
    parts += [_heading("Candidates by pivot"), _counted(found.pivots)]
    if found.paraphrase_rules.rows:
        parts += _rules(
            "Paraphrases by rule", found.paraphrase_rules, "paraphrase_rules", artifacts
        )
    if len(found.kinds.rows) > 1:
        shares = [(k, n, percent(s, total), _cue(cue)) for k, n, s, cue in found.kinds.rows]
        columns = ["kind", "contradictions", "of the sentences", "example"]
        parts += [_heading("Contradictions by kind"), table(columns, shares)]
    parts += _rules("Negations by rule", found.rules, "rules", artifacts)
    title = "Match error rate to the anchor (█ paraphrases, ░ other candidates)"
    parts += [_heading(title), Histogram(found.histogram)]
    for measure in found.best:
        for end, ends in (("Highest", found.best), ("Lowest", found.worst)):
            parts += [_heading(f"{end} {NAMES[measure]} of a complete triple")]
            parts += _example(ends[measure])
    if found.faults is not None:
        parts += [_heading("Faults that people found"), *shown_faults(found.faults)]
    if found.examples:
        parts.append(_heading("Complete triples drawn at random"))
        parts += shown_examples(found.examples)
    return parts


def _rules(title: str, found: QueryResult, view: str, artifacts: Location) -> list[Any]:
    """The first rules of a view, and how to see the others."""
    more = max(len(found.rows) - RULES_SHOWN, 0)
    command = f"pipeline inspect{option_for(artifacts)} --sql 'from {view}'"
    rest = [Message(f"  and {more} more: `{command}`")] if more else []
    return [_heading(title), _counted(found, RULES_SHOWN), *rest]


def _counted(found: QueryResult, most: int | None = None) -> RenderableType:
    """A table of the catalogue, with names and cues that can be wrapped."""
    cue = found.columns.index("example_cue") if "example_cue" in found.columns else None
    rows = [
        [_cue(value) if i == cue else value for i, value in enumerate(row)]
        for row in found.rows[:most]
    ]
    return table([name.replace("_", " ") for name in found.columns], rows)


def _cue(cue: str | None) -> str:
    """What a contradiction changed, with spaces around the sign between old and new words."""
    return (cue or "").replace(">", " > ")


def shown_examples(found: Sequence[Example]) -> list[RenderableType]:
    """Triples with their measures, and with their differences from the anchor marked."""
    parts: list[RenderableType] = []
    for example in found:
        parts += ["", *_example(example)]
    return parts


def shown_texts(found: Example | Refusal) -> Iterator[RenderableType]:
    """The texts of a triple or of a refused candidate, without measures; what differs from the
    anchor is marked."""
    yield _line("anchor", found.anchor, "bold")
    for name, text in found.texts.items():
        yield Changes(name, found.anchor, text)


def _example(found: Example) -> Iterator[RenderableType]:
    yield from shown_texts(found)
    yield _line("", found.about, "dim")
    yield _line("", f"id {found.id}", "dim")


def shown_sentence(
    found: Explained, parse: Parse | str, *, rephrased: bool = True
) -> list[RenderableType]:
    """One sentence: its contradictions with rule and cue, its parse, and each candidate with its
    verdict.

    Args:
        parse: its parse as text, or why that cannot be shown.
        rephrased: whether there are candidates by rule, see `losses`.
    """
    triple = found.triple
    parts: list[RenderableType] = [
        _line("anchor", triple["anchor"], "bold"),
        _line("from", f"{found.source}, line {found.line}"),
        _line("id", str(triple["id"])),
        _line("status", triple["status"]),
        *([_line("triples", str(found.variants))] if found.variants > 1 else []),
        _heading("Negation"),
    ]
    if triple["negation"] is None:
        rule, why = triple["rule"], why_not_negated()
        parts.append(_line("none", f"{rule}: {why[rule]}" if rule in why else str(rule)))
    else:
        rule = _joined(triple["rule"], f"cue: {found.cue}" if found.cue else None)
        parts += [
            Changes("negation", triple["anchor"], triple["negation"]),
            _line("rule", _joined(rule, _number("MER", triple["negation_mer"]))),
        ]
    for other in found.contradictions:
        parts += [
            Changes(other.kind, triple["anchor"], other.negation),
            _line("", _joined(other.rule, other.cue and f"cue: {other.cue}", _used(other)), "dim"),
        ]
    if isinstance(parse, str):
        parts.append(_line("parse", parse))
    else:
        parts += [
            _line("clause", parse.clause or "none"),
            table(["word", "tag", "relation", "head"], parse.words),
        ]
    parts.append(_heading(f"Candidates ({len(found.candidates)})"))
    if not found.candidates:
        parts.append(losses(rephrased=rephrased)["no_candidate"])
    for candidate in found.candidates:
        parts += ["", *_candidate(triple["anchor"], candidate, found)]
    return parts


def _candidate(anchor: str, found: JudgedCandidate, of: Explained) -> Iterator[RenderableType]:
    name = f"{'*' if found.chosen else ' '} {found.pivot_lang or 'rule'} {found.rank}"
    yield Changes(name, anchor, found.paraphrase)
    yield _line("", found.paraphrase_rule or _translated(found), "dim")
    measures = _joined(
        _number("MER", found.mer),
        _number("score", found.score),
        _number("cosine", found.similarity, 3),
    )
    yield _line("", measures, "dim")
    yield _line("", _verdict(found, of), "green" if found.verdict == "accepted" else "yellow")


def _translated(found: JudgedCandidate) -> str:
    """Its text in each pivot language."""
    langs = languages(found.pivot_lang or "")
    texts = translations(found.pivot_text or "", len(langs))
    return f" {STEP} ".join(f"{lang}: {text}" for lang, text in zip(langs, texts, strict=False))


def _used(found: JudgedCandidate | OtherContradiction) -> str:
    """In how many triples it is used, besides the one with variant 0."""
    return f"in {counted(found.triples, 'further triple')}" if found.triples else "in no triple"


def _verdict(found: JudgedCandidate, of: Explained) -> str:
    accepted = sum(c.verdict == "accepted" for c in of.candidates)
    by = CHOSEN_BY[of.select]
    if found.chosen:
        return "chosen" if accepted == 1 else f"chosen: the highest {by} of {accepted} accepted"
    if found.verdict == "accepted":
        return f"accepted, but another has a higher {by}; {_used(found)}"
    why = losses()
    said = f"kept as a near copy, {_used(found)}" if found.near_copy else "refused"
    reason = f"{said}: {why.get(found.verdict, found.verdict)}"
    if found.guard in why and found.guard != found.verdict:
        reason += f"; with a wider window too: {why[found.guard or '']}"
    return reason


def shown_previews(
    found: Sequence[Preview], present: Preview, kept: int, sure: float | None = None
) -> list[RenderableType]:
    """A table of windows, with the complete triples gained or lost relative to the current one.

    Args:
        kept: number of sentences whose first triple is complete now, after any `--balance`.
        sure: the highest match error rate if the judges are sure, which holds for every window.
    """
    rows = [
        (
            f"{p.low:g}–{p.high:g}" + (" *" if p is present else ""),
            *(p.statuses[status] for status in STATUSES),
            f"{p.statuses['complete'] - present.statuses['complete']:+,}",
        )
        for p in [present, *found]
    ]
    columns = ["window", *STATUSES, "change"]
    parts: list[RenderableType] = [table(columns, rows)]
    parts.append("  * the window of these triples; change: in complete triples")
    if sure is not None:
        parts.append(
            f"  In every window, candidates of which the judges are sure count up to {sure}."
        )
    if present.before_balance:
        parts.append(
            "  Counted before --balance leaves denials out. In the window of these triples it kept"
            f" {kept:,} of the {counted(present.statuses['complete'], 'complete triple')}."
        )
    return parts
