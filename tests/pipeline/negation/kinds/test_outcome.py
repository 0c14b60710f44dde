"""No opposite where the sentence tells what came of a deed, or what kind of thing it is."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


def text_by(rule, sentence):
    return next((one.text for one in found(sentence) if one.rule == rule), None)


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        # What came of it, and the votes.
        ("The party retained the hall with a large majority.", "opposite_relation.v1"),
        ("The council approved the plan with forty voting in favour.", "opposite_verb.v1"),
        ("The mayor won the vote (30:20 votes).", "other_trend.v1"),
        ("The club won its sixth title.", "other_trend.v1"),
        # Verbs whose opposite needs another object.
        ("The bridge enabled the growth of the town.", "opposite_verb.v1"),
        ("The carriages employed a new style of wheel.", "opposite_verb.v1"),
        ("Forty legal dyes are allowed in bread.", "opposite_verb.v1"),
        ("The snails are attacked by birds.", "opposite_verb.v1"),
        ("The road was extended northwards in May.", "opposite_relation.v1"),
        ("The goal of the plan is to improve the soil.", "opposite_relation.v1"),
        ("Odda won the title with a win over Lund.", "failing.v1"),
        ("The train stops in Odda mostly at night.", "failing.v1"),
        ("All the rivers are high; the bridge is closed.", "none_of_all.v1"),
        ("Odda has a choir, with a hall in the town.", "lacking.v1"),
        ("She must tell you something.", "other_duty.v1"),
        ("It led to a strike, and finally to a riot.", "opposite_relation.v1"),
        # Qualities.
        ("The battle took place in the true month of August.", "opposite_modifier.v1"),
        # Pronouns that are none, and ships.
        # Only what has two wheels leans.
        ("A bus is leaning against the fence.", "other_thing.v1"),
        # Extremes of which only one has a name, or which the rest tells again.
        ("He will appeal to the nation's highest court.", "other_extreme.v1"),
        ("Miners form the largest group by a wide margin.", "other_extreme.v1"),
        ("Tin is forty times more common than gold.", "other_degree.v1"),
        ("The court tries less serious crimes such as theft.", "other_likelihood.v1"),
        # Nobody tries to, or it was done.
        ("Lena grew up in Rome.", "failing.v1"),
        ("Lena drives a lorry for a living.", "failing.v1"),
        ("The wheel initially holds the shaft and begins to turn it.", "failing.v1"),
        ("She joined the board in 2014 and headed it till 2017.", "failing.v1"),
        ("The town declared itself a republic.", "denying.v1"),
        ("The judge said that the match was over, resulting in a win.", "denying.v1"),
        ("Instead of two, she chose to take three.", "turned_attempt.v1"),
        ("The gap has been explained in many ways.", "yet.v1"),
        ("He made his final appearance in May.", "failing.v1"),
        ("Plan for Mill Could Work", "unable.v1"),
        ("They could win.", "unable.v1"),
        ("Only three songs have survived.", "yet.v1"),
        ("Over the years the hall has been used in winter.", "yet.v1"),
        ("People can be exposed to dust at work.", "incapable.v1"),
        ("She argues that bees are harmless: they kill no plants, she maintains.", "denying.v1"),
        ("The salt can be produced from sea water; it is white.", "impossible.v1"),
        # Duties.
        ("Instead of one loaf, he was able to bake ten.", "other_permission.v1"),
        ("Neither was allowed to sing.", "other_permission.v1"),
        ("With her help he was able to build a mill.", "other_permission.v1"),
        # Names and times.
        ("She returned in 1990 after the king fell in 1986.", "other_side_of_time.v1"),
        ("By the 1920 Puerto Rico census, she moved to Puerto Rico.", "other_long_place.v1"),
        ("He is a Farmers Party politician.", "other_thing.v1"),
        ("Yearly fairs are held in Kent.", "outside.v1"),
        ('She wrote "The Mill" (1931), and soon "The Barn" (1932).', "other_birth.v1"),
    ],
)
def test_a_rule_refuses_what_the_rest_tells(sentence, rule):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "rule", "text"),
    [
        (
            "Anna is the department's director.",
            "former.v1",
            "Anna is the department's former director.",
        ),
        ("All matches were held in Kent.", "outside.v1", "All matches were held outside Kent."),
        (
            "Scott is a Norwegian women's basketball coach.",
            "former.v1",
            "Scott is a former Norwegian women's basketball coach.",
        ),
        ("Odda is a town.", "former.v1", "Odda is a former town."),
        (
            "She could swim when she was four.",
            "unable.v1",
            "She was unable to swim when she was four.",
        ),
        ("She could hear the bell.", "unable.v1", "She was unable to hear the bell."),
        (
            "A bicycle is leaning against the fence.",
            "other_thing.v1",
            "A motorcycle is leaning against the fence.",
        ),
        # The years of a season are no votes.
        (
            "The council approved the plan in 1964–65.",
            "opposite_verb.v1",
            "The council rejected the plan in 1964–65.",
        ),
        (
            "The dam allowed ships to pass.",
            "preventing.v1",
            "The dam prevented ships from passing.",
        ),
        (
            "He will appeal to the largest town.",
            "other_extreme.v1",
            "He will appeal to the smallest town.",
        ),
    ],
)
def test_the_rest_is_still_changed(sentence, rule, text):
    assert text_by(rule, sentence) == text


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # A term, or a part of a phrase
        ("other_thing.v1", "That is a happy-looking family."),
        ("other_thing.v1", "It is an old family of bakers."),
        ("other_thing.v1", "The lines meet on the plane of the lens."),
        ("other_thing.v1", "It is the last festival of the year."),
        ("other_thing.v1", "A girl is throwing footballs."),
        ("other_thing.v1", "The steam is mixed with oxygen to form a gas."),
        ("other_thing.v1", "Income tax, lowest rate: 12 percent."),
        ("other_thing.v1", "Half of them are Jewish, and the rest are Lutheran."),
        ("opposite_modifier.v1", "Those are empty words."),
        ("opposite_modifier.v1", "The rim of the wing is broadly dull reddish yellow."),
        ("opposite_quality.v1", "My uncle has been dead for two years."),
        ("opposite_quality.v1", "That is really sad."),
        ("opposite_quality.v1", "She was wide awake."),
        ("opposite_verb.v1", "She hid the letter from him."),
        ("opposite_verb.v1", "She forgot her hat in the hall."),
        ("opposite_verb.v1", "The juice is being opened and drunk by a girl."),
        ("opposite_quality.v1", "Tea is drunk in almost every country."),
        ("anything_but.v1", "Tea is drunk in almost every country."),
        ("opposite_verb.v1", "A woman is melting butter in a pan."),
        ("opposite_relation.v1", "The heat enabled the first lamp to be made."),
        ("opposite_relation.v1", "The report is restricted."),
        ("other_sameness.v1", "Both are on the same side of the road."),
        ("yet.v1", "His books were moved in 1586 and again in 1610."),
        ("yet.v1", "The elk had drunk a lot of beer, fallen down the stairs, and died."),
        ("failing.v1", "She became the mayor, a post she held until 1990."),
        ("failing.v1", 'She published a book titled "Ada," which won a prize.'),
        ("failing.v1", "The names result from a mistake."),
        ("yet.v1", "In the 1970s, a gold mine was discovered, one of the deepest in Spain."),
        ("affixed.v1", "The tone varies, depending on its precise shape."),
        ("affixed.v1", "A mile is equal to about 1,600 metres."),
        (
            "turned_attempt.v1",
            "The women decided via postal vote whether to sign the contract with him.",
        ),
        ("turned_attempt.v1", "The queen steadfastly refused to name her son."),
        ("lacking.v1", "Anna has a bad temper."),
        ("unable.v1", "She can speak a little Danish."),
        ("absent.v1", "There is something that I must know."),
        (
            "anything_but.v1",
            "Odda is a hub for mining with a number of large mills working in the county.",
        ),
        ("former.v1", "He is a very good speaker of Danish."),
        ("other_end.v1", "The king took the front line."),
        (
            "other_end.v1",
            "Anna was given no name at the start of the series, and this was later resolved.",
        ),
        ("other_end.v1", "He screamed at the top of his lungs."),
        ("other_side_of_time.v1", "Until 1900 they met before the war."),
        ("other_trend.v1", "After the war the interest in chess also grew."),
        ("other_way.v1", "The player ran into an official."),
        ("turned_roles.v1", "Anna voiced Bela in a film."),
        # What else is told fits the deed alone
        ("failing.v1", "The ferry arrived at the port and unloaded its cargo."),
        ("failing.v1", "She became largely sidelined in the party."),
        ("failing.v1", "The mill used iron for the first time."),
        ("opposite_manner.v1", "She listened carefully in order not to miss it."),
        ("opposite_verb.v1", "The heat destroys seeds to some extent."),
        ("opposite_verb.v1", "The number of mills also decreased."),
        ("opposite_relation.v1", "Anna ignored me."),
        ("opposite_modifier.v1", "They sell bread to the wider world."),
        ("former.v1", "Odda is a relatively new suburb of Rome."),
        ("other_thing.v1", "Ada is her great aunt."),
        ("other_thing.v1", "The bakers raced the cars."),
        ("failing.v1", "The club won 4–3 on aggregate and advanced to the final."),
        ("opposite_relation.v1", "The king is then attacked by a crab and a wolf."),
        ("other_thing.v1", "The hall was opened on Easter, on 3 April 1711."),
        ("other_thing.v1", "It was found on Good Friday in April 1711."),
        ("other_thing.v1", "Her father was a jazz drummer."),
        ("failing.v1", "She ran out of money in Rome."),
        ("opposite_relation.v1", "The lamps are filled with argon, to preserve the coil."),
        ("opposite_relation.v1", "The noise adds to the danger."),
        ("opposite_quality.v1", "The captain was present at the battle."),
        ("opposite_quality.v1", "The ticket is good until May."),
        ("opposite_noun.v1", "Odda has a wealth of old houses."),
        ("other_way.v1", "The firm went into bicycle production."),
        ("opposite_modifier.v1", "She has a natural gift for drawing."),
        ("opposite_modifier.v1", "They built a limited number of boats."),
        ("opposite_relation.v1", "The rain caused something to be the case."),
        ("other_thing.v1", "She joined the yellow vests movement."),
        ("other_thing.v1", "Mount Odda is a mountain in Kent."),
        ("opposite_quality.v1", "She is still young."),
        ("other_sameness.v1", "It is named after the hill of the same name in Kent."),
        ("former.v1", "Bela is a responsible driver."),
        ("opposite_modifier.v1", "The boy had a nervous stammer."),
        ("other_thing.v1", "The club fought for black supremacy."),
        ("lacking.v1", "We have a medical emergency."),
        ("other_sameness.v1", "The sum was higher than at the same point in May."),
        ("former.v1", "Bela is an outstanding player."),
        ("opposite_verb.v1", "She is laughing at you."),
        ("opposite_modifier.v1", "The book offers this wider view."),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(rule, sentence):
    assert rule not in rules(sentence)
