"""Write sentences that describe made-up scenes: who, in which clothes, does what, where.

General text seldom names two things with a quality each ("a red cup on a blue plate"), and an
encoder that never saw the two swapped does not tell them apart. These sentences allow such swaps,
and other persons, colours, numbers and places. They are input for `pipeline run all`, as any other
text is.

    python tools/scenes.py --count 2000 > scenes.txt
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Annotated

import typer

COLOURS = "red blue green yellow white black brown grey purple orange".split()
PERSONS = (
    "man woman boy girl child teacher nurse farmer painter waiter sailor soldier doctor singer"
    " student fisherman hunter tourist driver writer"
).split()
ADULTS = "young old tall tired".split()
GARMENTS = "hat coat shirt jacket dress sweater scarf skirt cap".split()
ANIMALS = "dog cat horse cow goat rabbit bird fox bear mouse".split()
OF_ANIMALS = "black white brown grey big small old wet".split()
# Each thing with its quality where it has no colour.
THINGS = (
    "cup:blue plate:white bowl:green box:wooden basket:empty bottle:plastic lamp:bright chair:old"
    " table:round bench:wooden mirror:square book:thick bag:heavy umbrella:open clock:ancient"
    " pot:full glass:tall toy:small spoon:golden knife:long camera:new pillow:soft"
).split()
PLACES = (
    "in the garden;on the beach;at the market;in a narrow street;beside a wide river;in the kitchen"
    ";on a bridge;in front of a church;behind the barn;under a tall tree;near the lake"
    ";in an empty room;on a hill;at the station;on the roof;in the park;outside a hotel"
).split(";")
DEEDS = (
    "chasing leading carrying washing painting photographing feeding pushing pulling greeting"
    " following teaching scolding watching drawing calling lifting rescuing"
).split()
HANDLED = "holding carrying cleaning repairing buying painting lifting selling".split()
WHERE = "on;under;behind;above;in front of;on top of;below;beside;inside".split(";")
STANDS = "stands;lies;has been placed;was left".split(";")
ONGOING = "walking sitting standing sleeping running waiting dancing laughing singing".split()
PURSUED = "chasing watching following".split()
DONE = (
    "slicing an onion;peeling a carrot;eating a banana;cooking fish;frying an egg;drinking coffee"
    ";pouring milk;washing a car;painting a fence;cleaning a window;riding a donkey;feeding a horse"
    ";leading a camel;playing a guitar;playing a violin;throwing a ball;catching a frisbee"
    ";kicking a football;carrying a suitcase;reading a letter;writing a note;reading a newspaper"
).split(";")
STAYING = "sitting standing lying sleeping kneeling waiting".split()
MOVING = "walking running crawling".split()
# What one can be beside in two ways, with these ways.
SPOTS = (
    "on,under:table,bench,bed,sofa,chair,stage;behind,in front of:church,barn,fence,tree,truck,tent"
    ",statue;in,outside:kitchen,garage,library,restaurant,museum,bakery"
).split(";")
OF_SPOTS = "small large old new".split()
PATHS = (
    "along the beach;through the park;across the field;down a hill;over a bridge;under a bridge"
).split(";")
NUMBERS = "two three four five six seven eight".split()


def article(words: str) -> str:
    """The words with "a" or "an" in front."""
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


class Scene:
    """Chooses the persons and things of one sentence; no person, thing or colour comes twice."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.taken: set[str] = set()

    def pick(self, words: list[str]) -> str:
        """One of the words that this scene does not have yet."""
        word = self.rng.choice([w for w in words if w not in self.taken])
        self.taken.add(word)
        return word

    def person(self) -> str:
        """ "an old sailor", "a girl in a red coat" or "a teacher"."""
        name = self.pick(PERSONS)
        turn = self.rng.random()
        if turn < 0.35 and name not in ("boy", "girl", "child"):
            return article(f"{self.pick(ADULTS)} {name}")
        if turn < 0.75:
            return f"{article(name)} in {article(f'{self.pick(COLOURS)} {self.pick(GARMENTS)}')}"
        return article(name)

    def animal(self) -> str:
        """ "a brown dog"."""
        return article(f"{self.pick(OF_ANIMALS)} {self.pick(ANIMALS)}")

    def thing(self) -> str:
        """ "a blue cup" or "an empty basket"."""
        name, quality = self.pick(THINGS).split(":")
        return article(f"{self.pick(COLOURS) if self.rng.random() < 0.6 else quality} {name}")


def somebody_and_another(scene: Scene) -> str:
    """ "A nurse in a white coat is calling an old sailor at the station."."""
    other = scene.person() if scene.rng.random() < 0.6 else scene.animal()
    return f"{scene.person()} is {scene.pick(DEEDS)} {other} {scene.pick(PLACES)}"


def somebody_with_a_thing(scene: Scene) -> str:
    """ "A boy in a green cap is holding an empty basket on a hill."."""
    return f"{scene.person()} is {scene.pick(HANDLED)} {scene.thing()} {scene.pick(PLACES)}"


def somebody_near_another(scene: Scene) -> str:
    """ "A singer is laughing while an old farmer is waiting behind the barn."."""
    one, other = scene.person(), scene.person()
    first, second = scene.pick(ONGOING), scene.pick(ONGOING)
    return f"{one} is {first} while {other} is {second} {scene.pick(PLACES)}"


def thing_at_thing(scene: Scene) -> str:
    """ "A red cup stands on a round table."."""
    return f"{scene.thing()} {scene.pick(STANDS)} {scene.pick(WHERE)} {scene.thing()}"


def picture_of_things(scene: Scene) -> str:
    """ "A white plate with a red spoon beside a tall glass."."""
    return f"{scene.thing()} with {scene.thing()} {scene.pick(WHERE)} {scene.thing()}"


def numbers_of_animals(scene: Scene) -> str:
    """ "Two brown dogs and five goats are sleeping in the garden."."""
    one, other = (f"{scene.pick(NUMBERS)} {_many(scene.pick(ANIMALS))}" for _ in range(2))
    return f"{one} are {scene.pick(ONGOING)} near {other} {scene.pick(PLACES)}"


def animal_and_animal(scene: Scene) -> str:
    """ "A black cat is watching a wet bird on the roof."."""
    one, other = scene.animal(), scene.animal()
    return f"{one} is {scene.pick(PURSUED)} {other} {scene.pick(PLACES)}"


def somebody_busy(scene: Scene) -> str:
    """ "A tall painter is peeling a carrot in the kitchen."."""
    return f"{scene.person()} is {scene.pick(DONE)} {scene.pick(PLACES)}"


def somebody_at_a_spot(scene: Scene) -> str:
    """ "A boy in a red cap is sitting under a wooden table."."""
    ways, names = scene.pick(SPOTS).split(":")
    spot = article(f"{scene.pick(COLOURS + OF_SPOTS)} {scene.pick(names.split(','))}")
    who = scene.person() if scene.rng.random() < 0.7 else scene.animal()
    return f"{who} is {scene.pick(STAYING)} {scene.pick(ways.split(','))} {spot}"


def somebody_on_the_way(scene: Scene) -> str:
    """ "A wet dog is running along the beach."."""
    who = scene.person() if scene.rng.random() < 0.5 else scene.animal()
    return f"{who} is {scene.pick(MOVING)} {scene.pick(PATHS)}"


KINDS = (
    somebody_and_another,
    somebody_with_a_thing,
    somebody_near_another,
    thing_at_thing,
    picture_of_things,
    numbers_of_animals,
    animal_and_animal,
    somebody_busy,
    somebody_at_a_spot,
    somebody_on_the_way,
)


def scenes(count: int, seed: int) -> Iterator[str]:
    """Different sentences, always the same for a seed."""
    rng = random.Random(seed)
    seen: set[str] = set()
    while len(seen) < count:
        text = rng.choice(KINDS)(Scene(rng))
        text = f"{text[0].upper()}{text[1:]}."
        if text not in seen:
            seen.add(text)
            yield text


def _many(animal: str) -> str:
    return {"mouse": "mice", "fox": "foxes"}.get(animal, f"{animal}s")


def main(
    count: Annotated[int, typer.Option(min=1, help="Sentences to write.")] = 2000,
    seed: Annotated[int, typer.Option(help="Seed for sampling.")] = 42,
) -> None:
    """Print sentences that describe made-up scenes, one per line."""
    for sentence in scenes(count, seed):
        typer.echo(sentence)


if __name__ == "__main__":
    typer.run(main)
