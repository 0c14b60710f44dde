"""The contradictions of a sentence, with the few names that the tests know."""

from pipeline.negation import load_parser
from pipeline.negation.kinds.contradict import contradictions
from pipeline.negation.kinds.table import parse_kinds
from pipeline.negation.reading.parsed import Parsed

ALL = parse_kinds("all")
NAMES = {
    "Austria": "GPE",
    "Hungary": "GPE",
    "Bravik": "GPE",
    "Anna": "PERSON",
    "Bela": "PERSON",
    "Ottla": "PERSON",
    "Hanke": "PERSON",
}


def names(doc):
    return {t.i: NAMES[t.text] for t in doc if t.text in NAMES}


def found(sentence, kinds=ALL):
    return contradictions(Parsed.of(load_parser()(sentence)), kinds, names=names)


def rules(sentence, kinds=ALL):
    return {one.rule for one in found(sentence, kinds)}
