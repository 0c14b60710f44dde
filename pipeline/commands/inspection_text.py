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
from pipeline.inspection.alignment import changes
from pipeline.inspection.candidates import JudgedCandidate
from pipeline.inspection.catalog import QueryResult
from pipeline.inspection.explain import Explained, Parse
from pipeline.inspection.overview import HistogramBin, Overview
from pipeline.inspection.refusals import Refusal
from pipeline.inspection.samples import Example
from pipeline.inspection.windows import Preview
from pipeline.negation import REASONS
from schemas.pivots import STEP, languages, translations
from schemas.progress import counted, percent
from schemas.tables import STATUSES

LABEL = 12
BAR = 24
RULES_SHOWN = 15
NAMES = {"mer": "MER", "score": "score", "similarity": "cosine"}
CHOSEN_BY = {**NAMES, "diverse": "confidence times MER and new words"}
"""What is highest for the chosen candidate, by the value of `--select`."""


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
        for change in changes(self.anchor, self.other):
            old, new = change.old, change.new
            if not change.changed:
                parts = [(new, "")]
            elif colour:
                parts = [(old, "red strike"), (new, "bold green")]
            else:
                parts = [(old and f"[-{old}-]", ""), (new and f"{{+{new}+}}", "")]
            for part, style in parts:
                if part:
                    text.append("" if not text or part[0] in ".,;:!?" else " ")
                    text.append(part, style)
        yield _line(self.label, text)


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


def shown_overview(found: Overview) -> list[RenderableType]:
    """Counts, losses, pivots, rules, histograms, the extremes of each measure, and examples."""
    total = sum(row[1] for row in found.statuses.rows)
    complete = sum(row[1] for row in found.statuses.rows if row[0] == "complete") + found.variants
    settings = found.settings
    threshold = settings.get("min_similarity")
    parts: list[RenderableType] = [
        _joined(
            f"{counted(complete, 'complete triple')} of {counted(total, 'sentence')}",
            f"MER {settings['min_mer']} to {settings['max_mer']}"
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
            ["status", "sentences", "share"],
            [(status, n, percent(n, total)) for status, n, *_ in found.statuses.rows],
        ),
    ]
    if found.lost.rows:
        why = losses()
        lost = [(r, n, percent(n, total), why.get(r, r)) for r, n in found.lost.rows]
        parts += [
            _heading(
                "Sentences without a paraphrase, by the check that refused their best candidate"
            ),
            table(["lost at", "sentences", "share", "because"], lost),
        ]
    parts += [_heading("Candidates by pivot"), table(found.pivots.columns, found.pivots.rows)]
    if found.paraphrase_rules.rows:
        parts += _rules("Paraphrases by rule", found.paraphrase_rules, "paraphrase_rules")
    if len(found.kinds.rows) > 1:
        shares = [(k, n, percent(s, total), cue) for k, n, s, cue in found.kinds.rows]
        columns = ["kind", "contradictions", "of the sentences", "example_cue"]
        parts += [_heading("Contradictions by kind"), table(columns, shares)]
    parts += _rules("Negations by rule", found.rules, "rules")
    title = "Match error rate to the anchor (█ paraphrases, ░ other candidates)"
    parts += [_heading(title), _histogram(found.histogram)]
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


def _rules(title: str, found: QueryResult, view: str) -> list[Any]:
    """The first rules of a view, and how to see the others."""
    shown = found.rows[:RULES_SHOWN]
    more = len(found.rows) - len(shown)
    rest = [f"  and {more} more: pipeline inspect --sql 'from {view}'"] if more else []
    return [_heading(title), table(found.columns, shown), *rest]


def _histogram(bins: list[HistogramBin]) -> RenderableType:
    """One line per bin: solid bars count the paraphrases, light ones the other candidates."""
    langs = list(bins[0].paraphrases)
    kept = [sum(b.paraphrases.values()) for b in bins]
    longest = max(BAR - 4 * (len(langs) - 1), 6)  # each further column takes the room of bars
    most = max(1, *(b.candidates for b in bins))
    most_negations = max(1, *(b.negations for b in bins))
    rows = []
    for b, chosen in zip(bins, kept, strict=True):
        solid = round(longest * chosen / most)
        bar = "█" * solid + "░" * (round(longest * b.candidates / most) - solid)
        negations = "█" * round(longest / 3 * b.negations / most_negations)
        counts = [b.candidates, *(b.paraphrases[lang] for lang in langs)]
        rows.append([f"{b.start:.2f}", *counts, bar, b.negations, negations])
    columns = ["from", "candidates", *langs, "", "negations", ""]
    return table(columns, rows)


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


def shown_sentence(found: Explained, parse: Parse | str) -> list[RenderableType]:
    """One sentence: its contradictions with rule and cue, its parse, and each candidate with its
    verdict.

    Args:
        parse: its parse as text, or why that cannot be shown.
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
        why = triple["rule"]
        parts.append(_line("none", f"{why}: {REASONS[why]}" if why in REASONS else str(why)))
    else:
        rule = _joined(triple["rule"], f"cue: {found.cue}" if found.cue else None)
        parts += [
            Changes("negation", triple["anchor"], triple["negation"]),
            _line("rule", _joined(rule, _number("MER", triple["negation_mer"]))),
        ]
    for other in found.contradictions:
        parts += [
            Changes(other.kind, triple["anchor"], other.negation),
            _line("", _joined(other.rule, f"cue: {other.cue}"), "dim"),
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
        parts.append(losses()["no_candidate"])
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
    """What it was in each language that it went through."""
    langs = languages(found.pivot_lang or "")
    texts = translations(found.pivot_text or "", len(langs))
    return f" {STEP} ".join(f"{lang}: {text}" for lang, text in zip(langs, texts, strict=False))


def _verdict(found: JudgedCandidate, of: Explained) -> str:
    accepted = sum(c.verdict == "accepted" for c in of.candidates)
    by = CHOSEN_BY[of.select]
    if found.chosen:
        return "chosen" if accepted == 1 else f"chosen: the highest {by} of {accepted} accepted"
    if found.verdict == "accepted":
        return f"accepted, but another has a higher {by}"
    why = losses()
    reason = f"refused: {why.get(found.verdict, found.verdict)}"
    if found.guard in why and found.guard != found.verdict:
        reason += f"; with a wider window too: {why[found.guard or '']}"
    return reason


def shown_previews(found: Sequence[Preview], present: Preview) -> list[RenderableType]:
    """A table of windows, with the complete triples gained or lost relative to the current one."""
    rows = [
        (
            f"{p.low:g}–{p.high:g}" + (" *" if p is present else ""),
            *(p.statuses[status] for status in STATUSES),
            f"{p.statuses['complete'] - present.statuses['complete']:+,}",
        )
        for p in [present, *found]
    ]
    columns = ["window", *STATUSES, "change"]
    return [table(columns, rows), "  * the window of these triples; change: in complete triples"]
