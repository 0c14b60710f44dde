"""The `pipeline negate` and `pipeline rephrase` commands: try the rules on one sentence."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from typing import Annotated

import typer

from pipeline.commands.console import Parser, table
from pipeline.commands.options import Check, Rules, Seed, Style
from schemas.console import Json, print_json, show
from schemas.errors import UserError
from schemas.messages import tell
from schemas.progress import announce


def negate(
    sentence: Annotated[str, typer.Argument(help="One English sentence, in quotes.")],
    parser: Parser = None,
    style: Style = "plain",
    seed: Seed = 0,
    check: Check = False,
    every: Annotated[
        bool, typer.Option("--all", help="Also show its contradictions of all other kinds.")
    ] = False,
    json: Json = False,
) -> None:
    """Negate one sentence and show the rule, the cue, the clause and the parse.

    Example: pipeline negate "The tap was left open."

    Example: pipeline negate --style lexical "The council will close the school."

    Example: pipeline negate --all "The council closed two schools in June."
    """
    _begin(sentence)
    from pipeline.negation import (
        REASONS,
        NegationConfig,
        contradict_texts,
        parse_kinds,
        parse_style,
        parser_for,
    )
    from pipeline.negation.reading.later import denied_clause

    config = NegationConfig(parse_style(style), seed, check)
    if every:
        config = replace(config, kinds=parse_kinds("all"), per_sentence=sys.maxsize)
    nlp = parser_for(config, parser, lean=True)
    (made,) = contradict_texts(nlp, [sentence], config)
    found = made.denial
    doc = nlp(sentence)
    clause = str(denied_clause(doc) or "")
    parse = [(t.text, t.tag_, t.dep_, t.head.text) for t in doc]
    if json:
        others = {"others": [asdict(one) for one in made.others]} if every else {}
        print_json({**asdict(found), **others, "clause": clause, "parse": parse})
        return
    rule = f"{found.rule}: {REASONS[found.rule]}" if found.text is None else found.rule
    head = [("sentence", sentence), ("negation", found.text), ("rule", rule)]
    rows = [*head, ("cue", found.cue), ("clause", clause)]
    tables = [table(["", ""], rows)]
    others_by_kind = [(one.kind, one.text, one.rule, one.cue) for one in made.others]
    if every and not others_by_kind:
        tables.append(table(["", ""], [("others", "no other contradiction")]))
    elif every:
        tables.append(table(["kind", "contradiction", "rule", "cue"], others_by_kind))
    show([*tables, table(["word", "tag", "relation", "head"], parse)])


def rephrase(
    sentence: Annotated[str, typer.Argument(help="One English sentence, in quotes.")],
    parser: Parser = None,
    rules: Rules = "all",
    per_sentence: Annotated[
        int | None,
        typer.Option(min=1, help="Maximum number of paraphrases per sentence.", show_default="all"),
    ] = None,
    json: Json = False,
) -> None:
    """Paraphrase one sentence by rule and show the rules, the match error rate and the parse.

    Example: pipeline rephrase "The shop is closed."

    Example: pipeline rephrase --rules passive "The firm built the bridge."
    """
    _begin(sentence)
    from pipeline.negation import load_parser
    from pipeline.rephrasing import RephraseConfig, parse_rules
    from pipeline.rephrasing import rephrase as rephrased

    nlp = load_parser(parser, lean=True)
    config = RephraseConfig(parse_rules(rules), per_sentence or sys.maxsize)
    found = rephrased(sentence, parser=nlp, config=config)
    parse = [(t.text, t.tag_, t.dep_, t.head.text) for t in nlp(sentence)]
    if json:
        made = [{"paraphrase": one.text, "rule": one.rule, "mer": one.mer} for one in found]
        print_json({"sentence": sentence, "rephrasings": made, "parse": parse})
        return
    # A long name is wrapped between the rules that it combines.
    rows = [(one.text, one.rule.replace("+", " + "), f"{one.mer:.2f}") for one in found]
    made_of = table(["paraphrase", "rule", "MER"], rows) if rows else "No rule fits this sentence."
    show([sentence, made_of, table(["word", "tag", "relation", "head"], parse)])


def _begin(sentence: str) -> None:
    """Print on standard error what is loaded, and a hint if the sentence is clearly not English.

    Raises:
        UserError: there is no sentence.
    """
    if not sentence.strip():
        raise UserError("The sentence is empty: give one in quotes.")
    announce("Loading the parser")
    from pipeline.acceptance.text.language import other_language

    if found := other_language(sentence):
        tell(
            f"WARNING: the sentence does not look English ({found}). The rules and the parser read"
            " English only."
        )
