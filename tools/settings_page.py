"""Writes docs/settings.md: every setting of a recipe, as `trainer recipes --settings` explains it.

python tools/settings_page.py
"""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "settings.md"
TITLE = "# Settings of a recipe"
MADE = (
    "`trainer recipes --settings` shows the same in a terminal, also with the values of another"
    " recipe. `tools/settings_page.py` writes this page. Other words are in the"
    " [glossary](glossary.md)."
)


def page() -> str:
    """The whole page."""
    from trainer.recipes.explained import DEFAULTS, INTRODUCTION, explained

    parts = [TITLE, INTRODUCTION, MADE]
    columns = ["setting", *(f"`{name}`" for name in DEFAULTS), "allowed", "what it does"]
    for topic in explained():
        parts.append(f"## {topic.title}")
        if topic.note:
            parts.append(f"{topic.note[0].upper()}{topic.note[1:]}.")
        rows = [
            [
                f"`{setting.key}`",
                *(f"`{setting.shown(name)}`" for name in DEFAULTS),
                setting.allowed,
                setting.does,
            ]
            for setting in topic.settings
        ]
        table = [columns, ["---"] * len(columns), *rows]
        parts.append("\n".join(f"| {' | '.join(row)} |" for row in table))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
