"""Denials without "not", and other things: refused where the rest of a sentence leaves them open.

Both sentences could be true, or the rest would contradict the change. Beside each stands a sentence
like it, of which the contradiction holds.
"""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # What else was done goes on from it.
        ("failing.v1", "The farmer sold the field and found that the soil was wet."),
        ("failing.v1", "They sold the barn before painting it."),
        ("failing.v1", "The navy maintained a base until 1982 when it was closed by the mayor."),
        ("failing.v1", "The club led the league in scoring by winning often."),
        ("failing.v1", "She raised the rent of the mill, making her the richest owner."),
        ("failing.v1", "The league formed in 1920, representing the first union of farmers."),
        ("failing.v1", "She raised the rent from two to ten pounds which resulted in a strike."),
        ("failing.v1", "We found the inn by accident."),
        ("bare_of.v1", "He is good with animals and bad with people."),
        ("unable.v1", "A virus can spread only with the help of cells."),
        ("failing_to_come.v1", "She would leave the band and be replaced by her sister."),
        ("turned_attempt.v1", "They agreed to sing and left the hall."),
        ("stopping.v1", "She teaches at the school, where she is the head."),
        ("undone.v1", "It was abolished in 1875, when it was split."),
        ("incapable.v1", "It can be used to sort mail: one may also weigh letters."),
        ("incapable.v1", "The fair can be led by the mayor, in which case the clerk speaks."),
        ("affixed.v1", "Letters were sent to the chiefs in the relevant offices."),
        ("absent.v1", "There are shops in the village: one sells bread."),
        ("absent.v1", "There was rain in the hills, heavy at times."),
        # Others, a part, or another time.
        ("failing.v1", "Two out of the ten guests left the hall."),
        ("failing.v1", "She won the race by three seconds."),
        ("yet.v1", "A large storm has struck the port."),
        ("yet.v1", "New mills were built in the valley."),
        ("yet.v1", "He has received half of the sum."),
        ("yet.v1", "The twist was used in several countries."),
        ("undone.v1", "The twist was used in several countries."),
        ("undone.v1", "A man was arrested in Odda."),
        ("undone.v1", "In 1931, the town was captured for the first time."),
        ("ceasing.v1", "A variety of signs are used in the town."),
        ("lacking.v1", "Two towns have schools."),
        ("affixed.v1", "There were important changes in the law."),
        ("affixed.v1", "The mayor issued an official statement in May."),
        ("affixed.v1", "Officially, the lake is deep."),
        ("affixed.v1", "The mould undergoes division under favorable conditions."),
        ("denying.v1", "He hoped that the bridge was safe."),
        ("turned_attempt.v1", "He continued to sing until 1930."),
        ("turned_attempt.v1", "She decided to sing only once."),
        # How it came about, or that it was there.
        ("yet.v1", "Carefully hidden behind trees, the mill was built in 1931."),
        ("yet.v1", "The school was founded by two monks in 1901."),
        ("yet.v1", "Nora was elected with 4,000 votes."),
        ("denied.v1", "For this work she received a medal."),
        ("stopping.v1", "In his map of 1776, Berg uses a red line."),
        ("never_becoming.v1", "By 1920, he was a teacher."),
        ("lacking.v1", "The club has a rival, the Odda Bears."),
        # Phrases, and what nobody lacks or does.
        ("affixed.v1", "I am happy for her."),
        ("affixed.v1", "It is clear that the mill was sold."),
        ("affixed.v1", "She became aware of the danger."),
        ("affixed.v1", "She was able to answer the question correctly."),
        ("affixed.v1", "Chess is part of the popular culture of the town."),
        ("lacking.v1", "Tom has a toothache."),
        ("yet.v1", "The clerk was used to cooking."),
        ("turned_attempt.v1", "She eagerly agreed to go."),
        ("ceasing.v1", "A tree is known by its fruit."),
        ("ceasing.v1", "The tables are listed below."),
        ("anything_but.v1", "She is the sister of a painter."),
        ("anything_but.v1", "The worst thing about spring is the mud."),
        ("anything_but.v1", "Nora is the second of four children."),
        ("anything_but.v1", "Something is the matter with my watch."),
    ],
)
def test_a_denial_in_other_words_is_refused(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "contradiction"),
    [
        ("The farmer sold the field.", "The farmer refused to sell the field."),
        ("The storm has struck the port.", "The storm has yet to strike the port."),
        ("The mill was built in 1931.", "The mill had yet to be built in 1931."),
        ("The school was founded by two monks.", "The school had yet to be founded by two monks."),
        ("The man was arrested in Odda.", "The man avoided being arrested in Odda."),
        ("The twist was used in Norway.", "The twist remained unused in Norway."),
        ("The changes in the law were important.", "The changes in the law were unimportant."),
        ("The mayor had an official car.", "The mayor had an unofficial car."),
        ("She is aware of the danger.", "She is unaware of the danger."),
        ("The cause of the fire is clear.", "The cause of the fire is unclear."),
        ("There are shops.", "There is a complete absence of shops."),
        ("He thought that the bridge was safe.", "He doubted that the bridge was safe."),
        ("He continued to sing in Odda.", "He ceased to sing in Odda."),
        ("Berg uses a red line.", "Berg has stopped using a red line."),
        ("The town has a school.", "The town lacks a school."),
        ("She received a medal in May.", "She was denied a medal in May."),
        ("It can be used to sort mail.", "It is incapable of being used to sort mail."),
        ("She would leave the band.", "She would fail to leave the band."),
        ("Odda was the centre of trade.", "Odda was anything but the centre of trade."),
        ("He was a teacher in Odda.", "He failed to become a teacher in Odda."),
    ],
)
def test_a_denial_in_other_words_is_kept_where_it_holds(sentence, contradiction):
    assert contradiction in [one.text for one in found(sentence)]


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("other_thing.v1", "His fleece was white as snow."),
        ("other_thing.v1", "The cave was pitch black."),
        ("other_thing.v1", "He is the black sheep of the family."),
        ("other_thing.v1", "That was Greek to me."),
        ("other_thing.v1", "Tom is a pig."),
        ("other_thing.v1", "Necessity is the mother of invention."),
        ("other_sex.v1", "Necessity is the mother of invention."),
        ("other_thing.v1", "She is the mother of three children."),
        ("other_thing.v1", "He is old enough to be her father."),
        ("other_thing.v1", "I have lived in Spain before."),
        ("other_thing.v1", "She was there in the morning."),
        ("other_thing.v1", "I live three hours from Boston."),
        ("other_thing.v1", "The barn lies near Boston."),
        ("other_thing.v1", "He set off to Paris."),
        ("other_thing.v1", "Tom has been riding the bus to work."),
        ("other_thing.v1", "A white car has been following me."),
        ("other_thing.v1", "She is the most influential woman in Spain."),
        ("other_thing.v1", "A cup of coffee, please."),
        ("other_doing.v1", "Birds were singing in the wood."),
        ("other_doing.v1", "Birds are singing in the wood."),
        ("other_thing.v1", "The surface of the island is desert."),
        ("other_thing.v1", "The dancer is a black male."),
        ("other_doing.v1", "Nora is reading a book."),
        ("other_doing.v1", "They are laughing at the clown."),
        ("opposite_relation.v1", "He was acquitted on the grounds of illness."),
        ("opposite_relation.v1", "Minorities are found in Norway and in Spain."),
        ("opposite_relation.v1", "Completing the ring are two towers."),
        ("opposite_modifier.v1", "Odda has professional teams."),
        ("opposite_modifier.v1", "She denounced her former life."),
        ("opposite_modifier.v1", "They got on well, forming a friendly relation."),
        ("other_end.v1", "He finished a first version of the picture."),
        ("other_side.v1", "A small herd lives north of the park."),
        ("outside.v1", "She later lived in Odda."),
        ("other_end.v1", "She said later that the mill was sold."),
        ("other_end.v1", "The windows in the front part are topped with hoods."),
        ("other_period.v1", "It was further damaged during the storm."),
        ("unlike.v1", "Unlike the film, which was made in Odda, the play was made in Rome."),
        ("other_year.v1", "The snow arrived in October 1880 and stayed until March 1881."),
        ("other_birth.v1", "She performed poetry at the mill (1983) with her sister."),
        ("other_quantifier.v1", "Many were hurt, as they had no shelter."),
        ("other_long_place.v1", "The Church is a valley in the U.S. state of New York."),
        ("opposite_quality.v1", "It is between 1.5 and 5.2 m deep."),
        ("opposite_quality.v1", "The sizes are different depending on the model."),
        ("opposite_verb.v1", "The program supports sub-pixel positioning."),
        ("opposite_verb.v1", "Norway exports apples."),
        ("opposite_verb.v1", "The population increased by a half, well ahead of the town's."),
        ("failing.v1", "A total of 32 teams took part in the race."),
        ("bare_of.v1", "A rock is climbed by a man with a rope, which is pink."),
    ],
)
def test_another_thing_is_refused_where_both_can_be_so(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "contradiction"),
    [
        ("The fleece was white.", "The fleece was purple."),
        ("She has brown hair.", "She has white hair."),
        ("I have lived in Spain for two years.", "I have lived in Portugal for two years."),
        ("I live in Boston.", "I live in Rochester."),
        ("Tom is riding the bus to work.", "Tom is riding the truck to work."),
        ("Nora is reading a letter.", "Nora is writing a letter."),
        ("Nora is sitting at the desk.", "Nora is standing at the desk."),
        ("Odda is an island.", "Odda is a valley."),
    ],
)
def test_another_thing_is_kept_where_it_excludes(sentence, contradiction):
    assert contradiction in [one.text for one in found(sentence)]
