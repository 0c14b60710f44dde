"""Write triples about made-up scenes, facts and denials, in which parts change places.

General text seldom names two things with a quality each ("a red cup on a blue plate"), and an
encoder that never saw the two swapped does not tell them apart. It learns to from some thousands
of such triples. Here a sentence and its paraphrase say the same in two forms of a list,
and the contradiction is a form in which parts have changed places or were replaced:

    A red cup stands on a blue plate. / There is a blue plate under a red cup.
    A blue cup stands on a red plate.

The lists are in `tools/made`. With --written, the file also has triples of the sentences in
`tools/made/written`, which were written one by one with paraphrases and contradictions; with
--exchanged, triples of real sentences in which parts have changed places (`tools/exchanged.py`);
with --beside, triples of `pipeline run all`. So an encoder learns all of them together:

    python tools/made_triples.py --count 12000 --written 4 --beside artifacts --output made.parquet
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import typer
from exchanged import exchanged
from written import FOLDER, Triple, measured, records, written

from pipeline.rephrasing.denial.opposites import entries
from schemas.files import atomic_path
from schemas.tables import TRIPLES, conformed, table_of_records

TOPICS = {
    "scenes": 0.42,
    "hypotheses": 0.08,
    "facts": 0.16,
    "plain": 0.18,
    "denials": 0.13,
    "opposites": 0.03,
}
"""The share of each file of kinds, which is also the kind in the triples."""
BRIEF = 0.12
"""How often paraphrase and contradiction say less than the sentence."""
REDRAWN = 0.25
"""How often the contradiction has another thing, not the same ones swapped."""
SAME_FORM = 0.7
"""How often the contradiction has the form of the sentence; else any form."""
DENIAL = 0.4
"""How often a sentence is the denial of a pair, and the contradiction states it."""
SAME_WORDS = 0.85
"""How often the contradiction has the words of the sentence, not those of the paraphrase."""
WITHOUT_STOP = 0.3


@dataclass(frozen=True)
class Noun:
    """A noun with its quality, in front ("red") or behind ("in a red coat")."""

    head: str
    front: str = ""
    behind: str = ""
    plurals: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)

    def __str__(self) -> str:
        return " ".join(filter(None, (self.front, self.head, self.behind)))

    @property
    def a(self) -> str:
        """ "a red cup"; `finished` mends "a old cup"."""
        return f"a {self}"

    @property
    def the(self) -> str:
        """ "the red cup"."""
        return f"the {self}"

    @property
    def just(self) -> str:
        """ "a cup"."""
        return f"a {self.head}"

    @property
    def sole(self) -> str:
        """ "the cup"."""
        return f"the {self.head}"

    @property
    def many(self) -> str:
        """ "red cups"."""
        regular = self.head + ("es" if self.head.endswith(("ch", "sh", "x")) else "s")
        return str(replace(self, head=self.plurals.get(self.head, regular)))


class Verb(NamedTuple):
    """The forms of a verb: chase, chased, chased, chasing."""

    base: str
    past: str
    done: str
    ing: str


class Kind(NamedTuple):
    """A kind of sentence; `tools/made/scenes.toml` says what each list is."""

    name: str
    topic: str
    draws: list[str]
    forms: Sequence[str] = ()
    implied: Sequence[str] = ()
    pairs: Sequence[str] = ()
    briefs: Sequence[str] = ()
    swaps: Sequence[str] = ()
    others: Sequence[str] = ()
    replaced: Sequence[str] = ()
    frames: Sequence[str] = ("{}",)


@cache
def _words() -> dict[str, Any]:
    """The lists of `words.toml`, divided."""
    told = tomllib.loads((FOLDER / "words.toml").read_text(encoding="utf-8"))
    words = {
        name: [tuple(w.split("/")) if "/" in w else w for w in _divided(text)]
        for name, text in told["words"].items()
    }
    verbs = {
        name: [Verb(*forms.split()) for forms in _divided(text)]
        for name, text in told["verbs"].items()
    }
    events = [
        (Verb(*verb.split()), thing)
        for verb, things in told["events"].items()
        for thing in _divided(things)
    ]
    adjectives = [(e.word, e.other) for e in entries("a") if e.denies]
    return words | verbs | {"event": events, "opposite": adjectives, "plurals": told["plurals"]}


def _divided(text: str) -> list[str]:
    return [" ".join(word.split()) for word in text.split("," if "," in text else None)]


@cache
def kinds(topic: str) -> list[Kind]:
    """The kinds of a file in `tools/made`."""
    told = tomllib.loads((FOLDER / f"{topic}.toml").read_text(encoding="utf-8"))
    return [Kind(name=name, topic=topic, **lists) for name, lists in told.items()]


class Draw:
    """Draws the parts of one triple; no word comes twice."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.taken: set[object] = set()

    def word(self, name: str) -> Any:
        """One of a list's words that was not drawn yet."""
        found = self.rng.choice([w for w in _words()[name] if w not in self.taken])
        self.taken.add(found)
        return found

    def part(self, name: str) -> Any:
        """A noun with a quality, a name, a year, a word of the list, or of "this | that"."""
        if " | " in name:
            told = self.rng.choice(name.split(" | "))
            return tuple(told.split("/")) if "/" in told else told
        if name == "somebody":
            if self.rng.random() < 0.35:
                return self._noun("person", self.word("look"))
            worn = f"in a {self.word('colour')} {self.word('garment')}"
            return replace(self._noun("person"), behind=worn)
        if name == "person":
            return self._noun("person")
        if name == "animal":
            return self._noun("animal", self.word("coat"))
        if name in ("thing", "furniture", "large_thing", "a_dish", "a_vessel"):
            quality = self.word("colour" if self.rng.random() < 0.6 else "size")
            lists = {"large_thing": "large", "a_dish": "dish", "a_vessel": "vessel"}
            return self._noun(lists.get(name, name), quality)
        if name == "name":
            return f"{self.word('first_name')} {self.word('last_name')}"
        if name == "team":
            return f"{self.word('town')} {self.word('club')}"
        if name == "year":
            return str(self.rng.randrange(1840, 2015))
        return self.word(name)

    def parts(self, draws: Sequence[str]) -> dict[str, Any]:
        """The parts that lines such as "x = thing" and "v, o = event" ask for."""
        found: dict[str, Any] = {}
        for line in draws:
            names, source = line.split(" = ")
            part = self.part(source)
            keys = names.split(", ")
            found |= zip(keys, part, strict=True) if len(keys) > 1 else {(keys[0], part)}
        return found

    def _noun(self, name: str, quality: str = "") -> Noun:
        return Noun(self.word(name), front=quality, plurals=_words()["plurals"])


def swapped(parts: Mapping[str, Any], line: str) -> dict[str, Any]:
    """The parts with each pair that the line names exchanged: "x y", "x.quality y.quality"."""
    made, names = dict(parts), line.split()
    for one, other in zip(names[::2], names[1::2], strict=True):
        x, _, aspect = one.partition(".")
        y = other.partition(".")[0]
        first, second = made[x], made[y]
        if not aspect:
            made[x], made[y] = second, first
        elif aspect == "head":
            made[x], made[y] = replace(first, head=second.head), replace(second, head=first.head)
        else:
            made[x] = replace(first, front=second.front, behind=second.behind)
            made[y] = replace(second, front=first.front, behind=first.behind)
    return made


def redrawn(parts: Mapping[str, Any], line: str, draw: Draw) -> dict[str, Any]:
    """The parts with one drawn again; of a noun, often only the quality or only the head."""
    made = dict(parts)
    for name, new in draw.parts([line]).items():
        old, turn = made[name], draw.rng.random()
        if isinstance(old, Noun) and bool(old.behind) == bool(new.behind) and turn < 0.6:
            new = replace(new, head=old.head) if turn < 0.3 else replace(old, head=new.head)
        made[name] = new
    return made


def triple(kind: Kind, rng: random.Random) -> Triple:
    """A triple of this kind; its texts can be equal if the words that were drawn are."""
    draw = Draw(rng)
    parts = draw.parts(kind.draws)
    if kind.pairs:
        texts, way = denied(kind, parts, rng), "denied"
    else:
        texts, way = changed(kind, parts, draw)
    frame, stop = rng.choice(kind.frames), "" if rng.random() < WITHOUT_STOP else "."
    anchor, paraphrase, contradiction = (finished(frame.format(text)) + stop for text in texts)
    return Triple(anchor, paraphrase, contradiction, kind.topic, f"{kind.name}.{way}.v1")


def denied(kind: Kind, parts: Mapping[str, Any], rng: random.Random) -> list[str]:
    """A statement, the same in other words, and its denial; or a denial first, then a statement."""
    one, other = ([*told.split(" / ")] for told in rng.sample(kind.pairs, 2))
    side = int(rng.random() < DENIAL)
    against = one if rng.random() < SAME_WORDS else other
    return [text.format(**parts) for text in (one[side], other[side], against[1 - side])]


def changed(kind: Kind, parts: Mapping[str, Any], draw: Draw) -> tuple[list[str], str]:
    """Anchor, paraphrase and a contradiction with changed parts, and the way they changed."""
    rng = draw.rng
    form, second = rng.sample(kind.forms, 2)
    same = rng.choice(kind.implied) if kind.implied else second
    anchor, paraphrase = form.format(**parts), same.format(**parts)
    ways = ["others"] * bool(kind.others) + ["swaps"] * bool(kind.swaps)
    if kind.replaced and (not ways or rng.random() < REDRAWN):
        ways = ["replaced"]
    way = rng.choice(ways)
    if way == "others":
        contradiction = rng.choice(kind.others).format(**parts)
    else:
        line = rng.choice(getattr(kind, way))
        other = swapped(parts, line) if way == "swaps" else redrawn(parts, line, draw)
        if kind.briefs and rng.random() < BRIEF:
            brief = rng.choice(kind.briefs)
            paraphrase, contradiction = brief.format(**parts), brief.format(**other)
        else:
            again = form if rng.random() < SAME_FORM else rng.choice(kind.forms)
            contradiction = again.format(**other)
    return [anchor, paraphrase, contradiction], way


def finished(text: str) -> str:
    """The text with a capital, and with "an" where it belongs."""
    text = re.sub(r"\b([Aa]) (?=(?!uni)[aeiou])", r"\1n ", text)
    return text[0].upper() + text[1:]


def triples(count: int, seed: int) -> Iterator[Triple]:
    """Triples with different sentences, always the same for a seed."""
    rng = random.Random(seed)
    seen: set[str] = set()
    while len(seen) < count:
        topic = rng.choices(list(TOPICS), list(TOPICS.values()))[0]
        made = triple(rng.choice(kinds(topic)), rng)
        if len({*made[:3]}) == 3 and made.anchor not in seen and measured().isdisjoint(made):
            seen.add(made.anchor)
            yield made


def main(
    output: Annotated[Path, typer.Option(help="Parquet file to write.")],
    count: Annotated[int, typer.Option(min=1, help="Triples to make.")] = 12000,
    beside: Annotated[
        Path | None, typer.Option(exists=True, help="Artifacts whose triples to add.")
    ] = None,
    most: Annotated[int, typer.Option(min=0, help="Maximum number of these.")] = 16000,
    each: Annotated[
        int, typer.Option("--written", min=0, max=4, help="Triples of each written sentence.")
    ] = 0,
    real: Annotated[
        Path | None,
        typer.Option("--exchanged", exists=True, help="Artifacts whose sentences to change."),
    ] = None,
    most_real: Annotated[
        int, typer.Option("--most-exchanged", min=0, help="Maximum number of these.")
    ] = 5000,
    seed: Annotated[int, typer.Option(help="Seed for drawing.")] = 42,
) -> None:
    """Write made-up triples to a file that `trainer fit --triples` reads."""
    changed_ones = islice(exchanged(real, seed), most_real) if real else ()
    every = chain(((0, made) for made in triples(count, seed)), written(each), changed_ones)
    rows = records(every)
    table = table_of_records(rows, TRIPLES)
    if beside is not None:
        found = pq.read_table(sorted((beside / "triples").glob("*.parquet")))
        found = conformed(found.filter(pc.equal(found["status"], "complete")), TRIPLES)
        texts = found.select(["anchor", "paraphrase", "negation"]).to_pylist()
        unseen = [row for row, told in enumerate(texts) if measured().isdisjoint(told.values())]
        chosen = random.Random(seed).sample(unseen, min(most, len(unseen)))
        table = pa.concat_tables([table, found.take(chosen)])
    order = random.Random(seed).sample(range(len(table)), len(table))
    with atomic_path(output) as fresh:
        pq.write_table(table.take(order), fresh)
    typer.echo(f"{len(table):,} triples, {len(rows):,} of them made up.")


if __name__ == "__main__":
    typer.run(main)
