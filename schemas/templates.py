"""Fills in templates of pages and cards, which lie beside the modules that use them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


def render(package: str, template: str, **values: Any) -> str:
    """Fill in a template of a package.

    Values are escaped in HTML templates, but not in Markdown ones. A value that the template needs
    and that is missing is an error.

    Args:
        package: package whose folder holds the template.
        template: file name, whose suffix tells the language.
        values: name -> value, for the names that the template uses.
    """
    return _environment(package).get_template(template).render(**values)


@cache
def _environment(package: str) -> Environment:
    """The templates of a package, each compiled once: that takes longer than filling it in."""
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    return Environment(
        loader=PackageLoader(package, "."),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
