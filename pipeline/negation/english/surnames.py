"""Surnames that stand for others: no common word, no place and no given name."""

from __future__ import annotations

SURNAMES: tuple[str, ...] = tuple(
    "Anderson Bennett Bradford Calloway Carver Crawford Davenport Donovan Ellison Ferguson Fletcher"
    " Gallagher Goodwin Hargreaves Hendricks Holloway Jennings Kowalski Lindqvist Lombardi"
    " Marchetti McAllister Mitchell Moreau Novak Petrov Pritchard Ramirez Rasmussen Robinson"
    " Schneider Sinclair Sorensen Thornton Vandenberg Wagner Whitaker Zimmermann".split()
)
"""Surnames of several countries, in the order of the alphabet."""
