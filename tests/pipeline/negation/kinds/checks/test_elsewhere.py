"""What can hold of another place, time or thing as well is not contradicted by naming that one."""

import pytest

from tests.pipeline.negation.kinds.contradicting import rules


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("other_thing.v1", "The three parties were banned in Spain."),
        ("other_thing.v1", "The dance spread across Europe."),
        ("other_thing.v1", "The word has been common in Danish for centuries."),
        ("other_thing.v1", "The duke backs Spain in the dispute."),
        ("other_thing.v1", "That compares with March, when sales were slow."),
        ("other_thing.v1", "The rebels seek arms from abroad."),
        ("opposite_modifier.v1", "The minister sees a role for foreign investment."),
        ("opposite_modifier.v1", "He heard a whisper rather than a loud crash."),
        ("other_side_of_time.v1", "The custom persisted after the war."),
        ("other_end.v1", "The valley was inhabited at the beginning of the century."),
        ("other_trend.v1", "The boxer lost the title to his brother."),
        ("other_end.v1", "He wrote it in the late 1730s and early 1740s."),
        ("other_end.v1", "She counted the shares that he held at the end of April."),
        ("other_end.v1", "Nora is to become the first woman to lead the bank."),
        ("other_trend.v1", "Two clubs won the title: Nord and Sund."),
        ("opposite_relation.v1", "The duke arrived in 1792."),
        ("opposite_noun.v1", "It was a failure to be present."),
        ("former.v1", "Odda is the only mayor in the valley."),
        ("affixed.v1", "The saw, when used correctly, is quiet."),
        ("lacking.v1", "The doll has a sweater on."),
        ("other_sameness.v1", "The lamp is in the same room as the desk."),
        ("other_thing.v1", "The plays influenced the growth of drama in Spain."),
        ("other_thing.v1", "Trade plays a large role in Spain's economy."),
        ("other_thing.v1", "All of the soldiers were gone by the end of May 1955."),
        ("other_side.v1", "The bird lives in southern states."),
        ("other_side.v1", "It has members from all over the west of the island."),
        ("other_side.v1", "The district includes several towns north of the river."),
        ("other_trend.v1", "He lost the final in straight sets to his brother."),
        ("outside.v1", "The play was filmed in Tamil."),
        ("other_end.v1", "The academy became the first school to teach chess."),
        ("opposite_modifier.v1", "The list includes short words, long words and names."),
        ("opposite_manner.v1", "The agency has yet to fully explain the plan."),
        ("opposite_relation.v1", "A portion of the people oppose the plan."),
        ("opposite_noun.v1", "He offered a criticism of the plan."),
        ("other_thing.v1", "He teaches Spanish history."),
        ("other_thing.v1", "In Denmark she was a nurse."),
        ("other_thing.v1", "The salt increases the absorption of iron."),
        ("other_end.v1", "It was common in the late 19th and early 20th century."),
        ("other_end.v1", "Nora became the first mayor of the town."),
        ("other_end.v1", "They lose money at the end of a match."),
        ("other_end.v1", "A cook will be helping us later."),
        ("other_end.v1", "At the end of the way the choir sang darker songs."),
        ("other_way.v1", "They moved from Odda to Bergen as Nora married there."),
        ("opposite_quality.v1", "The lanes of the town are wide in places."),
        ("other_way.v1", "The road stretches from Odda to Bergen."),
        ("other_side.v1", "In the western part the old alphabet remained dominant."),
        ("other_trend.v1", "The club has won the title three times."),
        ("former.v1", "Nora is a past president of the club."),
        ("opposite_modifier.v1", "She teaches ancient history."),
        ("opposite_noun.v1", "The mayor has supporters."),
        ("other_number.v1", "The village has 26 000 inhabitants."),
        ("other_number.v1", "The council has thirty eight seats."),
        ("failing_at_last.v1", "He wrote and directed a film."),
        ("failing_at_last.v1", "The quake came at night and caused a flood."),
        ("failing_at_last.v1", "She left and wrote a song which she sang."),
    ],
)
def test_refused(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("other_thing.v1", "The painter was born in Spain."),
        ("other_end.v1", "The school opened at the beginning of May."),
        ("other_side_of_time.v1", "The mill opened after the war."),
        ("opposite_quality.v1", "The town was famous."),
        ("other_trend.v1", "The boxer lost the title in May."),
        ("other_side.v1", "The farm stands north of the river."),
        ("other_side.v1", "They live on the eastern shore of the lake."),
        ("outside.v1", "The mill is located in Kent."),
        ("opposite_manner.v1", "She explained the plan fully."),
        ("opposite_relation.v1", "The people oppose the plan."),
        ("other_thing.v1", "The gate is made of iron."),
        ("opposite_modifier.v1", "She lives in a small house."),
        ("other_way.v1", "They moved from Odda to Bergen."),
        ("other_end.v1", "The fair is held at the end of May."),
        ("opposite_relation.v1", "The duke arrived in Paris."),
        ("lacking.v1", "The village has a school."),
        ("other_number.v1", "In 1990, two men were arrested."),
        ("other_number.v1", "In 1990, about 700 men were arrested."),
    ],
)
def test_still_made(rule, sentence):
    assert rule in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # In another place, too, or there of another thing of many.
        ("other_thing.v1", "The firm tracks the price of tin in Spain."),
        ("other_thing.v1", "She founded the first school in Spain."),
        ("other_thing.v1", "I have been to Spain."),
        ("other_thing.v1", "About 40,000 people were employed in London."),
        ("other_thing.v1", "The game was shown live in Spain."),
        ("other_thing.v1", "Cider emerged in Spain in the Middle Ages."),
        ("other_thing.v1", "She lived in Spain for a time."),
        ("other_thing.v1", "He translated the letter into Danish."),
        ("other_thing.v1", "They visited Spain when they were young."),
        ("other_thing.v1", "The reform caused unrest in Hungary."),
        ("other_thing.v1", "The rent is low compared to Spain."),
        ("other_thing.v1", "There were 40 banks in Denmark."),
        ("other_thing.v1", "The firm sold 4,000 lamps in Spain in 1990."),
        ("other_thing.v1", "Due to Denmark's reliance on fish, the price of salt is vital."),
        ("other_thing.v1", "In Danish, the word has no plural."),
        ("other_thing.v1", "She was the first Danish woman to fly there."),
        # Another thing besides, or on another day.
        ("other_thing.v1", "I like dogs more than birds."),
        ("other_thing.v1", "I need a car."),
        ("other_thing.v1", "You need to have breakfast."),
        ("other_thing.v1", "Have a beer."),
        ("other_thing.v1", "She studies law after dinner."),
        ("other_thing.v1", "I eat dinner at seven."),
        ("other_thing.v1", "She plays the flute well."),
        ("other_thing.v1", "The firm built its first car in 1940."),
        ("other_thing.v1", "The baby cried all night."),
        ("other_thing.v1", "There has been a lot of rain this winter."),
        # In another year, too: what lasts, is repeated or is measured.
        ("other_year.v1", "In 1931 Berg was her agent."),
        ("other_year.v1", "In 1931 the island had a mill of its own."),
        ("other_year.v1", "In 1931 about 4,000 miners were employed there."),
        ("other_year.v1", "In 1931 she wrote another song."),
        ("other_year.v1", "The port saw a growth of 4% in 1931."),
        ("other_year.v1", "The same thing happened in 1931."),
        ("other_decade.v1", "In the 1950s Odda was a busy port."),
        ("other_century.v1", "In the 18th century Odda was a busy port."),
        ("other_span.v1", "Between 1951 and 1967, the price rose by 40%."),
        # On the other side, too, and others elsewhere.
        ("outside.v1", "He lived in Odda for a time."),
        ("outside.v1", "Copies of the map are located in the Odda Museum."),
        ("other_place.v1", "There is a ladder behind the barn."),
        ("other_side.v1", "Next to the southern gate was a well."),
        ("other_side.v1", "The lane runs due north."),
        ("other_way.v1", "A ferry service was opened from Odda to Bergen."),
        # Others did, or did not.
        ("yet.v1", "The plan has led some towns to close their mills."),
        ("failing.v1", "Much of his work appeared in Odda."),
        ("failing.v1", "She used the song in some of her plays."),
        ("denying.v1", "Scholars believe that the mill was old."),
    ],
)
def test_what_holds_of_others_too_is_refused(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("other_thing.v1", "My uncle has lived in Spain for ten years."),
        ("other_thing.v1", "She is playing the flute well."),
        ("other_year.v1", "In 1931 Berg became her agent."),
        ("other_year.v1", "In 1931 she was one of the founders of the mill."),
        ("other_year.v1", "The island had a mill of its own until 1931."),
        ("other_decade.v1", "In the 1950s Odda became a busy port."),
        ("other_span.v1", "Berg led the choir from 1951 to 1967."),
        ("outside.v1", "He lived in Odda in 1931."),
        ("outside.v1", "The copies are located in Odda."),
        ("other_way.v1", "They moved from Odda to Bergen."),
        ("yet.v1", "The plan has led the town to close its mill."),
        ("failing.v1", "His work appeared in Odda."),
        ("denying.v1", "The scholars believed that the mill was old."),
        ("other_thing.v1", "The Odda Post is a weekly paper."),
    ],
)
def test_what_holds_of_one_is_still_made(rule, sentence):
    assert rule in rules(sentence)
