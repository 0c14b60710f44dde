"""Templates beside the modules of a package."""

import sys

import pytest
from jinja2 import UndefinedError

from schemas.templates import render


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with a template for HTML and one for Markdown."""
    folder = tmp_path / tmp_path.name
    folder.mkdir()
    for name in ("__init__.py", "one.html", "one.md"):
        text = "" if name.endswith(".py") else "{% if shown %}\n<{{ shown }}>\n{% endif %}\n"
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder.name
    sys.modules.pop(folder.name, None)


def test_html_is_escaped_and_markdown_is_not(package):
    assert render(package, "one.html", shown="a & b") == "<a &amp; b>\n"
    assert render(package, "one.md", shown="a & b") == "<a & b>\n"


def test_a_value_that_is_not_given_is_an_error(package):
    with pytest.raises(UndefinedError, match="shown"):
        render(package, "one.md")
