"""Triples of real sentences in which two names, qualities or things have changed places.

    Ada was born in Turin and died in Lyon. / Born in Turin, Ada died in Lyon.
    Ada was born in Lyon and died in Turin.

The paraphrases are those of `pipeline run rephrase`. Unlike the contradictions of `pipeline run
negate`, these are no examples to show: in some the exchanged sentence is odd, in a few it says the
same. An encoder learns the order of words from them all the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

import duckdb
from spacy.tokens import Doc, Span, Token
from written import Triple, measured

from pipeline.negation.english.edits import article_for
from pipeline.negation.parser import load_parser, names_by

PLACE = {"GPE": "place", "LOC": "place", "FAC": "place"}
NAMES = frozenset(("PERSON", "ORG", "place", "NORP", "WORK_OF_ART", "EVENT", "PRODUCT"))
YEAR = re.compile(r"(?:[A-Z][a-z]+ )?[12]\d{3}")
LOOSE = frozenset(("and", "or", "&", ",", "(", ")", "-", "/", "of", "in", "the", "'s", "’s", "a"))
"""Words between parts that say the same in either order, or of which one belongs to the other."""
EITHER = frozenset(("between", "among", "with", "alongside", "near", "beside", "opposite", "from"))
"""Prepositions after which an exchange with the subject often says the same."""
VAGUE = frozenset(
    "few many several much other such same own certain various different most more several whole"
    " early late recent".split()
)
"""Adjectives that count or compare; elsewhere they make no sense."""
EACH = 2
"""Most triples of a sentence."""
OF_THINGS = 0.2
"""How often things are exchanged in a sentence that has no two names or qualities."""
OF_PARAPHRASE = 0.35
"""How often the exchange is made in the paraphrase, not in the sentence."""
SYMMETRIC = frozenset(
    "meet marry resemble equal divorce match touch border contact encounter accompany date debate"
    " kiss hug embrace fight face play join parallel neighbour adjoin cross be become remain"
    " overlap intersect mirror rival befriend involve include have follow connect link remarry duel"
    " greet correspond oppose complement bracket flank pass".split()
)
"""Verbs that say the same of both sides, or nothing that a swap would change."""
MUTUAL = frozenset(
    "love like hate blame accuse tease know trust miss admire respect understand adore dislike"
    " despise need want touch"
    " remember see hear envy fear help support visit seem look agree talk speak chat argue dance"
    " walk live work stay sit stand sing differ compete quarrel compare combine mix collaborate"
    " cooperate tour perform share worry care think dream remind smile stare wait serve"
    " take ignore watch hit strike slap punch kick smack whack spank push shove tickle poke"
    " pinch pat rub lick sniff bite scratch splash spray brush comb massage groom paint film"
    " photograph wave point shoot stab attack raid bomb threaten warn condemn urge criticise"
    " criticize insult sue receive host invite call phone email text draw sketch grab pull"
    " hold lift glare recognise recognize throw toss voice portray cheer buy"
    " send avoid thank forgive congratulate pity interrupt".split()
)
"""Verbs that may hold in both directions at once: "Anna admires Bela" and the other way round.

Also deeds that two can do to each other: "A boy hits a man".
"""


def exchanged(artifacts: Path, seed: int) -> Iterator[tuple[int, Triple]]:
    """Triples, each with its number among those of the sentence.

    The sentences come in the order of their ids, so the first triples are a random sample.

    Args:
        artifacts: the folder of `pipeline run`, with sentences and rephrasings.
        seed: seed for sampling.
    """
    rephrased = f"'{artifacts}/rephrasings/*.parquet'"
    with duckdb.connect() as connection:
        rows = connection.execute(
            f"select text, list(paraphrase order by rank) from '{artifacts}/sentences/*.parquet'"
            f" join {rephrased} using (id) where paraphrase is not null group by id, text"
            " order by id"
        ).fetchall()
    texts: list[str] = [text for text, _ in rows]
    nlp = load_parser(None, names=True)
    find_names = names_by(nlp)
    rng = random.Random(seed)
    docs = nlp.pipe(texts, batch_size=256)
    for doc, (text, found) in zip(docs, rows, strict=True):
        find_names(doc)
        paraphrases = sorted(found, key=lambda made: -_moved(text, made))
        for number, (way, one, other) in enumerate(_chosen(doc, rng)):
            same = paraphrases[number % len(paraphrases)]
            whole = same if rng.random() < OF_PARAPHRASE else text
            against = swapped(whole, one.text, other.text)
            made = Triple(text, same, against or "", "exchanged", f"{way}.v1")
            if against and len({*made[:3]}) == 3 and measured().isdisjoint(made):
                yield number, made


def swapped(text: str, one: str, other: str) -> str | None:
    """The text with two parts exchanged; None unless each occurs exactly once.

    >>> swapped("Ada left Turin for Lyon.", "Turin", "Lyon")
    'Ada left Lyon for Turin.'
    >>> swapped("An old car hit a new bus.", "old", "new")
    'A new car hit an old bus.'
    """
    parts = re.compile(rf"\b(an? )?(?:({re.escape(one)})|({re.escape(other)}))(?!\w)", re.I)
    if sorted(m.lastindex or 0 for m in parts.finditer(text)) != [2, 3]:
        return None

    def exchange(found: re.Match[str]) -> str:
        new = other if found.lastindex == 2 else one
        return f"{article_for(new)} {new}" if found[1] else new

    made = parts.sub(exchange, text)
    return made[0].upper() + made[1:]


def _moved(text: str, paraphrase: str) -> float:
    """The share of neighbouring words of a text that are no neighbours in its paraphrase."""
    pairs, others = ({*pairwise(told.lower().split())} for told in (text, paraphrase))
    kept = {*text.lower().split()} & {*paraphrase.lower().split()}
    both = [pair for pair in pairs if kept.issuperset(pair)]
    return sum(pair not in others for pair in both) / max(len(both), 1)


def _chosen(doc: Doc, rng: random.Random) -> list[tuple[str, Span, Span]]:
    """A few of the exchanges, those of names first."""
    found: list[tuple[str, Span, Span]] = []
    for name, parts in (("names", _names), ("qualities", _qualities), ("things", _things)):
        ways = [(name, *pair) for pair in combinations(parts(doc), 2) if _may_change(*pair)]
        if name != "things" or (not found and rng.random() < OF_THINGS):
            found += rng.sample(ways, min(EACH, len(ways)))
    return found[:EACH]


def _names(doc: Doc) -> list[Span]:
    return [span for span in doc.ents if _sort(span)]


def _qualities(doc: Doc) -> list[Span]:
    """Adjectives in front of nouns that are words by themselves and name a quality."""
    alone = [t for t in doc if t.dep_ == "amod" and t.tag_ == "JJ" and t.text.islower()]
    return [
        doc[t.i : t.i + 1]
        for t in alone
        if t.is_alpha and t.lower_ not in VAGUE and "-" not in (doc[t.i - 1].text, t.nbor().text)
    ]


def _things(doc: Doc) -> list[Span]:
    """Single common nouns that are objects or subjects by themselves."""
    deps = ("dobj", "pobj", "nsubj", "nsubjpass")
    return [doc[t.i : t.i + 1] for t in doc if t.dep_ in deps and t.tag_ in ("NN", "NNS")]


def _sort(span: Span) -> str:
    """What a span can be exchanged with."""
    label = PLACE.get(span.label_, span.label_)
    if label in NAMES:
        return label
    if label == "DATE":
        return "DATE" if YEAR.fullmatch(span.text) else ""
    if label == "CARDINAL":
        return "CARDINAL" if span.text.isdigit() else ""
    return "" if label else span.root.tag_


def _may_change(one: Span, other: Span) -> bool:
    """Whether the sentence says something else once the two have changed places."""
    first, second = one.text.lower(), other.text.lower()
    if _sort(one) != _sort(other) or first in second or second in first:
        return False
    between = one.doc[one.end : other.start]
    if len(between) <= 3 and all(token.lower_ in LOOSE for token in between):
        return False
    a, b = one.root, other.root
    if b in a.conjuncts or b.head in a.conjuncts or a.head == b or b.head == a:
        return False
    if b.dep_ == "pobj" and b.head.lower_ in EITHER and a.dep_.startswith("nsubj"):
        return False
    return not _is_mutual(a, b)


def _is_mutual(a: Token, b: Token) -> bool:
    """Whether the sentence says the same with the two exchanged, as "Ada married Bert" does."""
    if a.head != b.head or not a.dep_.startswith("nsubj"):
        return False
    return a.head.lemma_ in SYMMETRIC | MUTUAL
