"""`pipeline negate`: one sentence in, its negation and how it came about out."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.commands.console import Parser, table
from pipeline.commands.options import Check, Seed, Style
from schemas.console import Json, print_json, show


def negate(
    sentence: Annotated[str, typer.Argument(help="One English sentence, in quotes.")],
    parser: Parser = None,
    style: Style = "plain",
    seed: Seed = 0,
    check: Check = False,
    json: Json = False,
) -> None:
    """Negate one sentence and show the rule, the cue, the clause and the parse.

    Example: pipeline negate "The tap was left open."

    Example: pipeline negate --style lexical "The council will close the school."
    """
    from pipeline.negation import REASONS, NegationConfig, load_parser, parse_style
    from pipeline.negation import negate as negated
    from pipeline.negation.reading.clause import find_clause

    nlp = load_parser(parser)
    config = NegationConfig(parse_style(style), seed, check)
    found = negated(sentence, parser=nlp, config=config)
    doc = nlp(sentence)
    clause = str(find_clause(doc) or "")
    parse = [(t.text, t.tag_, t.dep_, t.head.text) for t in doc]
    if json:
        made = {"text": found.text, "rule": found.rule, "cue": found.cue}
        print_json({**made, "clause": clause, "parse": parse})
        return
    rule = f"{found.rule}: {REASONS[found.rule]}" if found.text is None else found.rule
    head = [("sentence", sentence), ("negation", found.text), ("rule", rule)]
    rows = [*head, ("cue", found.cue), ("clause", clause)]
    show([table(["", ""], rows), table(["word", "tag", "relation", "head"], parse)])
