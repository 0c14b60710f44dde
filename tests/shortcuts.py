"""Triples of random words whose contradictions are easily told by a negating word."""

import random

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.audit import Triple
from pipeline.stages.filter import run_filter
from tests.artifacts import make_artifacts

WORDS = "river garden bridge lamp baker nurse ferry stone apple market window harbour".split()


def triples(count, negation, *, kind="negation", start=0):
    """Triples of random words whose paraphrase changes one; `negation` makes the other text."""
    made = []
    for i in range(start, start + count):
        rng = random.Random(i)
        words = rng.sample(WORDS, 6)
        changed = [*words]
        changed[rng.randrange(6)] = rng.choice(WORDS)
        text = negation(rng, words)
        made.append(Triple(i, 0, kind, " ".join(words), " ".join(changed), " ".join(text)))
    return made


def denied(rng, words):
    return [words[0], "not", *words[1:]]


def make_shortcuts(folder, count=70):
    """Finished triples whose contradictions all have a negating word; every seventh has none."""
    sentences = {}
    for triple in triples(count, denied):
        text = triple.anchor.capitalize() + " are here."
        other = triple.anchor.capitalize() + " can be found nearby."
        denial = triple.anchor.capitalize() + " are not here."
        sentences[text] = (denial if triple.id % 7 else None, [("de", other, -0.1)])
    made = make_artifacts(folder, sentences, ("de",), count)
    run_filter(made, FilterConfig(), executor=LocalExecutor(1))
    return made
