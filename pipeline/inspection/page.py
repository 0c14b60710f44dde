"""A page of sample triples in HTML, for people who read them away from a terminal.

One file without scripts or outside resources; the same triples give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from pipeline.inspection.alignment import changes
from pipeline.inspection.overview import Example

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --old: #c2252522; --new: #1a7f3722; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } ol { list-style: none; padding: 0; }
li { border-top: 1px solid var(--line); padding: .9rem 0; }
dl { display: grid; grid-template-columns: 6.5rem 1fr; gap: .15rem .8rem; margin: 0; }
dt { opacity: .65; } dd { margin: 0; } .anchor { font-weight: 600; }
del { background: var(--old); text-decoration-color: #c22525; } ins { background: var(--new); }
ins { text-decoration: none; font-weight: 600; } .small { font-size: .85rem; opacity: .75; }
"""


def sample_page(found: Sequence[Example], *, rows: int, settings: dict[str, Any]) -> str:
    """The page.

    Args:
        found: the triples to show, in order.
        rows: how many there are in all.
        settings: of the filter that made them.
    """
    window = f"match error rate {settings['min_mer']} to {settings['max_mer']}"
    about = (
        f"{len(found):,} of {rows:,} triples; paraphrases with a {window}, chosen by"
        f" {settings['select']}. Words that the anchor has and the other lacks are struck out,"
        " words in their place are set off."
    )
    items = "\n".join(_item(example) for example in found)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Sample of triples</title>\n<style>{_STYLE}</style>\n<h1>Sample of triples</h1>\n"
        f"<p>{escape(about)}</p>\n<ol>\n{items}\n</ol>\n</html>\n"
    )


def _item(example: Example) -> str:
    lines = [f'<dt>anchor</dt><dd class="anchor">{escape(example.anchor)}</dd>']
    for name, text in (("paraphrase", example.paraphrase), ("negation", example.negation)):
        if text is not None:
            lines.append(f"<dt>{name}</dt><dd>{_changed(example.anchor, text)}</dd>")
    rule = example.rule and f"{example.rule}{f' ({example.cue})' if example.cue else ''}"
    measures = [
        f"{name} {value:.2f}"
        for name, value in (
            ("MER", example.mer),
            ("score", example.score),
            ("cosine", example.similarity),
        )
        if value is not None
    ]
    about = " · ".join(
        part for part in (example.status, example.pivot_lang, *measures, rule) if part
    )
    lines.append(f'<dt></dt><dd class="small">{escape(about)}<br>id {example.id}</dd>')
    return f"<li><dl>{''.join(lines)}</dl></li>"


def _changed(anchor: str, text: str) -> str:
    html = ""
    for change in changes(anchor, text):
        if not change.changed:
            parts = [escape(change.new)]
        else:
            old = change.old and f"<del>{escape(change.old)}</del>"
            new = change.new and f"<ins>{escape(change.new)}</ins>"
            parts = [part for part in (old, new) if part]
        for part in parts:
            html += part if not html or part[0] in ".,;:!?" else f" {part}"
    return html
