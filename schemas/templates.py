"""Pages and cards, filled in from the templates that lie beside the modules that write them."""

from __future__ import annotations

from typing import Any


def render(package: str, template: str, **values: Any) -> str:
    """A package's template with the values in their places.

    A template for HTML escapes what is put into it; one for Markdown does not. A value that a
    template asks for and is not given is an error.

    Args:
        package: in whose folder the template lies.
        template: name of the file; its ending tells the language.
        values: what the template may name.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=PackageLoader(package, "."),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(template).render(**values)
