"""Keep the sentences that allow the rarer contradictions and paraphrases.

Most sentences can be negated, but few allow swapping who does what to whom, reversing a comparison
or negating an opposite. An encoder needs some thousands of each.

    python tools/rich_sentences.py --input all.txt > rich.txt
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from pipeline.negation import load_parser
from pipeline.negation.kinds.scene import Scene
from pipeline.negation.kinds.table import contradictions, parse_kinds
from pipeline.negation.parser import names_by
from pipeline.negation.reading.parsed import Parsed
from pipeline.rephrasing.denial import denied_degree, denied_opposite

KINDS = "roles,scope,comparison,direction,modality"
BATCH = 256
"""Sentences that are parsed at a time."""


def rich(sentences: Iterator[str], kinds: str = KINDS) -> Iterator[str]:
    """The sentences that allow a contradiction of these kinds, or a negated opposite.

    Args:
        sentences: one English sentence each.
        kinds: names separated by commas, as for `pipeline run negate`.

    Raises:
        UserError: an unknown kind.
    """
    wanted = parse_kinds(kinds)
    parser = load_parser(names=True)
    names = names_by(parser)
    for doc in parser.pipe(sentences, batch_size=BATCH):
        sentence = Parsed.of(doc)
        if sentence.is_misparsed:
            continue
        scene = Scene(sentence, names)
        denied = (next(rule(scene), None) for rule in (denied_opposite, denied_degree))
        if contradictions(sentence, wanted, names=names) or any(denied):
            yield sentence.text


def main(
    input: Annotated[Path, typer.Option(exists=True, help="Text file, one sentence per line.")],
    kinds: Annotated[str, typer.Option(help="Kinds of contradiction to look for.")] = KINDS,
) -> None:
    """Print the sentences that allow the rarer contradictions, one per line."""
    with input.open(encoding="utf-8") as lines:
        for sentence in rich((line.strip() for line in lines if line.strip()), kinds):
            typer.echo(sentence)


if __name__ == "__main__":
    typer.run(main)
