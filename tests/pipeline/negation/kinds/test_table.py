"""Contradictions of each kind, word for word, and the sentences that allow none."""

from pathlib import Path

import pytest

from pipeline.negation import load_parser
from pipeline.negation.kinds.contradict import contradictions
from pipeline.negation.kinds.table import KINDS
from pipeline.negation.reading.parsed import Parsed
from tests.pipeline.negation.kinds.contradicting import ALL, found, names, rules

CASES = [
    line.split("\t")
    for line in (Path(__file__).parent / "cases.tsv").read_text("utf-8").splitlines()[1:]
]
SENTENCES = list(dict.fromkeys(sentence for _, sentence, _ in CASES))


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_is_contradicted_by_just_these_rules(sentence):
    wanted = [(rule, text) for rule, anchor, text in CASES if anchor == sentence]
    assert [(one.rule, one.text) for one in found(sentence)] == wanted


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # Both can be true.
        ("other_year.v1", "By 1986 the mill was famous."),
        # A date without a preposition; looking for one must end at the root.
        ("other_year.v1", "The fleet did not sail Monday 4 May 1814."),
        ("other_year.v1", "There were 40 inns in the county in 1809."),
        ("other_side_of_time.v1", "We had this problem before."),
        ("opposite_modifier.v1", "During heavy rain the river rises."),
        ("other_extreme.v1", "It eats all fish from the shark to the smallest herring."),
        ("other_thing.v1", "They failed to find the red key."),
        ("other_number.v1", "She is unable to lift three boxes."),
        ("opposite_modifier.v1", "He forgot to bring the small bag."),
        ("opposite_quality.v1", "They were safe in the village."),
        ("opposite_quality.v1", "A lot of people are lazy."),
        ("other_year.v1", "The bridge was built before 1950."),
        ("other_year.v1", "The harbour was enlarged after 1990."),
        ("opposite_modifier.v1", "It also helps the older hens."),
        ("opposite_modifier.v1", "Perch is milder than darker fish."),
        ("opposite_verb.v1", "Ten of the men have been arrested."),
        # The opposite does not go with what stands beside it.
        ("opposite_verb.v1", "The clerk denied any fault."),
        ("opposite_verb.v1", "The book was added to the list."),
        ("opposite_modifier.v1", "The list includes short words."),
        # Others may be so, or it is so for ever.
        ("ceasing.v1", "Four herbs are used in sauces."),
        ("ceasing.v1", "Anna is a sister of the king."),
        ("ceasing.v1", "Berg is a former general."),
        ("ceasing.v1", "The shell is known from two caves."),
        ("undone.v1", "Sixty people were killed in the fire."),
        ("never_becoming.v1", "He was the last king of the island."),
        ("yet.v1", "The wealth of the town was founded on wool."),
        ("failing.v1", "A man cuts a tree."),
        ("failing.v1", "The room measures two metres."),
        # It may have been washed at another time; what stands on a desk also sits on it.
        ("other_doing.v1", "He painted the fence."),
        ("other_doing.v1", "A lamp is standing on the desk."),
        ("other_doing.v1", "A boy is sitting down."),
        ("other_doing.v1", "He is lying."),
        ("other_doing.v1", "He is running late."),
        ("other_doing.v1", "She is pouring milk into a bowl."),
        ("other_doing.v1", "A singer is cutting bread and cheese."),
        # Not where something is, or the other place is there, too.
        ("other_place.v1", "They put the plan on the table."),
        ("other_place.v1", "The letters are on the table and under the bed."),
        ("other_place.v1", "He stood behind the second table and the door."),
        ("opposite_state.v1", "The streets are crowded with tourists."),
        ("opposite_state.v1", "The road is closed by the police."),
        ("affixed_state.v1", "The doctor is married to a baker."),
        ("opposite_verb.v1", "They export dried plums to Norway."),
        ("opposite_noun.v1", "The team had better success."),
        ("opposite_manner.v1", "The driver was badly hurt."),
        ("opposite_modifier.v1", "She studied the nervous system."),
        ("other_thing.v1", "The crowd cheered a black teenager."),
        ("other_thing.v1", "He teaches at a historically black college."),
        ("opposite_verb.v1", "I rise for the mayor."),
        ("other_permission.v1", "He was unable to find any coins."),
        ("other_duty.v1", "You need not even be there."),
        ("other_permission.v1", "Beer is prohibited from being sold here."),
        ("other_extreme.v1", "It was a best seller."),
        ("opposite_noun.v1", "She was close friends with the painter."),
        ("opposite_noun.v1", "They won a narrow victory."),
        ("affixed.v1", "The island became independent from the kingdom."),
        ("yet.v1", "They have won the last three games."),
        ("opposite_quality.v1", "The shell cracks open."),
        ("opposite_verb.v1", "The phone supports two cards."),
        ("opposite_manner.v1", "The two are roughly equally long."),
        ("other_side_of_time.v1", "The men were brought before a court-martial."),
        ("other_side_of_time.v1", "The shop continued its work after the strike."),
        ("other_side_of_time.v1", "The price rose after falling earlier."),
        ("other_sex.v1", "A man in a red coat, Peter Lund, is singing."),
        ("opposite_modifier.v1", "There is a small door."),
        ("opposite_modifier.v1", "The recipe avoids complex sauces."),
        ("opposite_modifier.v1", "He preached in nearby villages."),
        ("opposite_verb.v1", "Dozens died in the fire."),
        ("opposite_verb.v1", "Two miners survived."),
        ("other_end.v1", "She broke her previous habit."),
        ("other_way.v1", "The boy jumps into the air."),
        ("affixed.v1", "The effective binding energy is small."),
        ("affixed.v1", "The valley is dependent on the river."),
        ("yet.v1", "Twelve wrecks have been found."),
        ("denied_reason.v1", "The town grew in large part because it had a harbour."),
        ("opposite_verb.v1", "A man is adding salt to the soup."),
        ("opposite_verb.v1", "The council employed masons to build walls."),
        ("opposite_verb.v1", "Two farmers were appointed to the board."),
        ("opposite_verb.v1", "The guards arrested him for theft."),
        ("opposite_noun.v1", "She had harsher criticism for his pupils."),
        ("other_end.v1", "They followed it later that year."),
        ("other_end.v1", "The inns were common in the late 1950s."),
        ("other_end.v1", "The beads prove previous contact."),
        ("other_side_of_time.v1", "The town had two mills before the war."),
        ("affixed.v1", "She is married to a baker."),
        ("affixed.v1", "They lack the money necessary."),
        ("failing.v1", "A clerk later co-wrote a book."),
        ("failing.v1", "A gift made to a church."),
        ("other_degree.v1", "The cat has one eye larger than the other."),
        ("turned_attempt.v1", "The baker was chosen to sing."),
        ("turned_attempt.v1", "They chose not to sing."),
        ("unable.v1", "Some pumps can lift water."),
        ("unable.v1", "The pump can also lift water."),
        ("lacking.v1", "The book contains a number of maps."),
        ("failing.v1", "The baker became ill."),
        ("other_year.v1", "Some barns that were built in 1920 are open."),
        ("other_day.v1", "The treaty was signed on ⁵ May 1990."),
        ("other_day.v1", "The festival runs from 2 May to 5 May."),
        ("remaining.v1", "The bakery remained popular until the war."),
        ("failing.v1", "The bank offered a loan, which the farm accepted."),
        ("failing.v1", "She made an unsuccessful attempt."),
        ("yet.v1", "The bank has recently offered a loan."),
        ("yet.v1", "The town has kept its name to this day."),
        ("opposite_verb.v1", "The guards opened fire."),
        ("opposite_verb.v1", "The wall protects it from rain."),
        ("opposite_quality.v1", "Her eyesight is poor."),
        ("other_permission.v1", "A third test was required to restore the pump."),
        ("affixed.v1", "Fishing is legal under certain conditions."),
        ("affixed.v1", "He successfully named the bird."),
        ("other_sex.v1", "They had a son."),
        ("other_sex.v1", "A man-made pond is near the church."),
        ("other_thing.v1", "The bird has been seen in Asia, and Europe."),
        ("other_side_of_time.v1", "The dog swims after a ball."),
        ("other_side_of_time.v1", "She left shortly after the storm."),
        ("far_away.v1", "The boat was near the coast or about two miles from it."),
        ("other_extreme.v1", "The gap between the highest and lowest tower is small."),
        ("other_extreme.v1", "At the highest level it helps."),
        ("denied_circumstance.v1", "It is located on the main road."),
        ("former.v1", "There is an active market."),
        ("impossible.v1", "Only one boat can be seen."),
        ("other_bound.v1", "The tower is only less than ten metres high."),
        ("lacking.v1", "The guest had a similar problem."),
    ],
)
def test_a_rule_leaves_alone_what_it_would_not_contradict(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Anna and Bela left for Turin.",  # in one list
        "Anna danced with Bela.",  # and Bela with Anna
        "Anna admires Bela.",  # and Bela may admire Anna
        "Anna gave Bela her coat.",  # whose coat?
        "A dog slept near a cat.",
        "The head coach wrote to the player.",  # no head player
        "The girl sat on a wooden bench.",  # no wooden girl
        "The feathers are reddish brown with white tips.",
        "Anna left Hungary.",  # a country leaves nobody
        "A man is holding the hands of a woman.",  # and she his
        "The queen was buried separately from the king.",
    ],
)
def test_nothing_is_swapped_that_stays_true_or_makes_no_sense(sentence):
    assert found(sentence, ("roles",)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The baker did not buy a large house.",  # whoever bought a small one has not either
        "The shop may open a small branch.",
        "Is the lake deep?",
        "The lake is deep and cold.",
        "The train from Pisa to Rome was late.",
        "Some doors are red.",
        "The baker never visited Rome.",
        '"The door is red," said the boy.',
        # How it was done, and where to, does not go with the opposite.
        "The roof was severely damaged.",
        # Of other senses, and beside what goes with one side alone.
        "Mix them in the right combination.",
        "They jumped off the wall into the lake.",
        "Bats hunt at night.",
        "The gate is no longer open.",
        "The reservoir was closed for repairs and was emptied.",
        "Together they sang.",
        # Cut off.
        "Pisa is the capital of",
        "Pisa is a town in northern",
        "Red",
        "",
    ],
)
def test_what_does_not_exclude_the_sentence_is_not_made(sentence):
    assert found(sentence) == []


def test_every_rule_has_a_case():
    tested = {rule for rule, _, _ in CASES}
    assert {rule for kind in KINDS for rule in kind.rules} <= tested


def test_only_the_kinds_asked_for_are_made():
    made = found("She left the village in 1987.", ("quantity",))
    assert {one.kind for one in made} == {"quantity"}


def test_every_beginning_of_a_sentence_is_read_without_failing():
    """Real lines end anywhere; a word that the rules look for may be the last one."""
    words = [sentence.split() for sentence in SENTENCES]
    cut = sorted({" ".join(of[:stop]) for of in words for stop in range(1, len(of))})
    for doc in load_parser().pipe(cut):
        for one in contradictions(Parsed.of(doc), ALL, names=names):
            assert one.text != doc.text
            assert one.cue
