"""`docs/architecture.md` names every folder and entry that there is, and none that there is not."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PLACES = re.findall(r"`((?:pipeline|trainer|tests|schemas|benchmarks|tools)/[\w/.]*)`", PAGE)
ENTRIES = [
    (name, place)
    for cell in re.findall(r"[^|;]+", PAGE)
    for names, place in re.findall(r"((?:`\w+`(?:, | and | or )?)+) in `([\w/]+\.py)`", cell)
    for name in re.findall(r"`(\w+)`", names)
]


def test_every_place_exists():
    assert [place for place in {*PLACES} if not (ROOT / place).exists()] == []
    assert PLACES


def test_every_entry_is_in_its_file():
    texts = {place: (ROOT / place).read_text(encoding="utf-8") for _, place in ENTRIES}
    assert [
        (name, place)
        for name, place in ENTRIES
        if not re.search(rf"^(def |class )?{name}\b", texts[place], re.MULTILINE)
    ] == []
    assert ENTRIES


def test_the_page_is_short_and_the_readme_names_it():
    assert len(PAGE.splitlines()) <= 100
    assert "docs/architecture.md" in (ROOT / "README.md").read_text(encoding="utf-8")
