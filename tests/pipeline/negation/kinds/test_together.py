"""Changes that would leave both sentences true are not made."""

import pytest

from tests.pipeline.negation.kinds.contradicting import rules


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # The other thing, of which the same may be said: the outer wall, a minor speech.
        ("opposite_modifier.v1", "The lamp is fixed to the inner wall."),
        ("opposite_modifier.v1", "The bakers attended the final meeting."),
        ("opposite_modifier.v1", "She gave her first major speech in May."),
        ("opposite_modifier.v1", "One of the vases is a small jug."),
        ("other_thing.v1", "One of the vases is a red jug."),
        ("other_thing.v1", "Not only does Lena sing, she plays the flute, too."),
        ("other_thing.v1", "Lena plays the flute as well."),
        ("other_thing.v1", "Berg to sell cars"),
        ("other_thing.v1", "Lena loaded the truck."),
        ("opposite_modifier.v1", "The crowd demanded access to the closed hall."),
        ("other_end.v1", "According to the outer form, the tower was a mill."),
        ("other_sex.v1", "I object to my son leaving school."),
        ("denying.v1", "It was claimed that the road was needed."),
        ("other_long_place.v1", "The family moved around the United States."),
        ("other_decade.v1", "In the 1970s the term was used in books."),
        ("other_birth.v1", "Early mills (1680) were small wooden huts by the river."),
        # Near and far, here and elsewhere, of this and of another one
        ("far_away.v1", "The ice is thin near the shore."),
        ("outside.v1", "Berg was a popular singer in Norway during the war."),
        ("other_thing.v1", "Another winner with a blue shirt is France."),
        ("other_thing.v1", "Berg hopes to sign a treaty with Japan."),
        ("other_thing.v1", "Israel and Egypt seek another meeting on Monday."),
        ("other_thing.v1", "The captain avoided the British ships."),
        ("other_sameness.v1", "The law prohibits the use of the same name."),
        ("affixed.v1", "After his official visit, Berg joined the club in August 2008."),
        ("other_year.v1", "The mill was built around 1550."),
        ("former.v1", "President Anna Berg of Odda is the first Union president."),
        ("outside.v1", "Odda is considered to be the best technical university in Norway."),
        ("opposite_modifier.v1", "Games lowered their implicit racial bias."),
        ("other_side.v1", "The tribe insisted on full rights for the east."),
        ("outside.v1", "The city donated a stone for the soldiers who fought and died in Norway."),
        ("opposite_verb.v1", "For years the college admitted only men."),
        # The two words may be said of the same thing or person.
        ("turned_modifiers.v1", "A valley with large barns near a big mill"),
        ("turned_modifiers.v1", "A huge dog next to a large horse"),
        # "Even" and "only" tell of more, and there may be soft stone as well.
        ("lacking.v1", "One of the cabins even has a balcony."),
        ("lacking.v1", "The village only has a school."),
        ("opposite_modifier.v1", "For work on wood, hard stone, brass."),
        # Nobody runs deep out of a wood, or borrows somebody a sum.
        ("other_way.v1", "The children ran deep into the wood."),
        ("other_way.v1", "The children ran straight into the wood."),
        ("opposite_verb.v1", "The bank will lend the village 4 million crowns."),
        ("opposite_verb.v1", "The bank will lend her 40 crowns."),
        # Others did the same, or the contrary.
        ("opposite_verb.v1", "Numerous shops opened in May."),
        ("outside.v1", "A fair is held in Kent."),
        ("outside.v1", "Bakers have been in Norway since 1900."),
        ("other_side_of_time.v1", "The letter was read before the bishops."),
        # Later, or earlier, on the same day or in the same year
        ("opposite_relation.v1", "The duke arrived in Paris on Monday."),
        ("other_end.v1", "The inn was later a school."),
        ("other_end.v1", "From the early 1960s to 1985 the town grew."),
        ("other_end.v1", "At the end of 1892 he attended the school."),
        ("other_side_of_time.v1", "Beer was banned before the war."),
        ("other_side_of_time.v1", "She worked in Rome before the war."),
        ("other_side_of_time.v1", "Rain falls before sunset."),
        ("other_side_of_time.v1", "He sang for a year before the war."),
        # Each year, and so in another month or season as well
        ("other_thing.v1", "The boats sail in summer."),
        ("other_thing.v1", "The trees bloom from May to July."),
        # In another place, too
        ("other_thing.v1", "The rule is a problem in Spain."),
        ("other_thing.v1", "The song was popular among bakers in Spain."),
        ("other_thing.v1", "The book was published in Paris."),
        ("other_side.v1", "The town was open to attacks from the west."),
        # To each other, or in another case
        ("turned_roles.v1", "A boy hits a man."),
        ("turned_modifiers.v1", "A German court fined a Greek bank."),
        # The word belongs to another phrase.
        ("other_side_of_time.v1", "The plane was nicknamed Swan after its wings."),
        ("other_way.v1", "Towards the end of May she ran."),
        # In a list, or of what there may be on both sides
        ("other_side.v1", "They gained control of the centre and south of Peru."),
        ("other_side.v1", "Swans have been common in western art."),
        ("other_side.v1", "The king is thought to have drained the southern marshes."),
        (
            "other_end.v1",
            "There was a bell on the top of the tower, and a door at the bottom of it.",
        ),
        ("other_side_of_time.v1", "The company offered cheap rooms before it moved to Kent."),
        ("other_end.v1", "The dance has forward and side steps."),
        ("other_side_of_time.v1", "After the mill closed, she found it hard to find work."),
        # Several commands, relations and ways
        ("opposite_modifier.v1", "Show me the small boat."),
        ("opposite_modifier.v1", "Guide: Show me the small boat."),
        ("opposite_modifier.v1", "A crowd in warm clothing is dancing."),
        ("opposite_modifier.v1", "The map shows the island's maximum height."),
        ("opposite_relation.v1", "The mayor rejected the plan as illegal."),
        ("other_sameness.v1", "The lamp has the same strength regardless of its age."),
        ("other_sameness.v1", "He took the same kind of work as in Rome."),
        ("other_thing.v1", "The prices are the same as in Spain."),
        ("other_thing.v1", "In some cases, the boat is tied to a red post."),
        ("other_thing.v1", "After the war she travelled through England to the sea."),
        ("other_thing.v1", "A child is missing a baseball."),
        ("other_thing.v1", "An example of a mill in Spain is the red mill."),
        # Whoever starts may cease later.
        ("turned_attempt.v1", "They started to build a bridge."),
        # There is one every few years.
        ("other_year.v1", "Anna was the best scorer at the 1967 Festival."),
        ("other_year.v1", "It was the first song on the 2001 edition."),
        # Others, of which there may be as many, did not.
        ("failing.v1", "Hundreds cheered the team."),
        ("undone.v1", "Certain disputes were resolved in court."),
        # There is a church, and there is a school.
        ("other_thing.v1", "There is a temple in the valley."),
        # There may be others of the kind, or the same may hold of them.
        ("other_thing.v1", "Coal has been found in the southern part of Spain."),
        ("other_thing.v1", "It is Spain's second longest river."),
        ("other_thing.v1", "Hungary, an old partner for Spain."),
        ("other_thing.v1", "People came to Spain in 1848."),
        ("other_thing.v1", "There are dogs in the forest."),
        ("other_thing.v1", "The pump was built for use in cars made abroad."),
        ("other_thing.v1", "The army hired 300 Danish cooks."),
        ("other_thing.v1", "She takes a course in French."),
        ("other_thing.v1", "Put the lid on the pot in case the cat knocks it over."),
        ("other_thing.v1", "Anna became a painter."),
        ("other_thing.v1", "Anna is a gifted painter."),
        ("opposite_modifier.v1", "The list ranked 45 large shops."),
        ("opposite_modifier.v1", "She was the first baker to open a large shop."),
        ("opposite_modifier.v1", "She is a poor dancer."),
        ("opposite_modifier.v1", "He jumped onto a short wall."),
        ("opposite_quality.v1", "There is no boy wearing a hat and keeping his mouth open"),
        ("opposite_verb.v1", "Each year, 300 barns are destroyed."),
        ("opposite_verb.v1", "The school was closed in the late 1970s."),
        ("former.v1", "Anna is a gifted painter."),
        ("other_end.v1", "She spent the early 1690s at sea."),
        ("other_end.v1", "The book describes life on the outer beach."),
        ("other_side.v1", "Coal was found in the southern part of the valley."),
        ("swapped_names.v1", "Anna glared at Bela."),
        (
            "turned_modifiers.v1",
            "A cat, which has a black tail, and a white cat are sleeping on a bed",
        ),
        ("turned_modifiers.v1", "The Danish guard grew out of a Swedish force."),
        ("turned_roles.v1", "Austria recognised Hungary in May."),
        ("other_sex.v1", "They recognised the right of a wife to leave."),
        ("yet.v1", "The town has established ties with about 105 villages."),
        ("yet.v1", "The club has honoured five of the novels."),
        ("opposite_verb.v1", "The shop closes at eleven."),
        ("other_sex.v1", "I talked with my father and sold my barn."),
        ("excluding.v1", "This list includes only names from Rome."),
        ("opposite_verb.v1", "Anna bought some presents today."),
        ("other_end.v1", "There is a hut at the back of our house."),
        ("other_end.v1", "The author writes the first draft."),
        ("other_end.v1", "The company aired the first season in Spain."),
        ("opposite_modifier.v1", "He played his senior season in Kent."),
        ("swapped_names.v1", "Anna bought Bela a camera."),
        ("other_thing.v1", "The fruit is eaten raw, and in Spain it is made into jelly."),
        ("other_thing.v1", "I like the sound of the harp."),
        ("swapped_names.v1", "Anna sent Bela a letter."),
        ("swapped_names.v1", "Anna sold the old flat to Bela."),
        ("swapped_names.v1", "Anna arrived before Bela left."),
        ("swapped_names.v1", "Anna drove to the station after Bela."),
        ("swapped_names.v1", "Anna lost to Bela."),
        ("turned_roles.v1", "Anna drove Bela to the station."),
        ("turned_roles.v1", "Anna surprised Bela with a cake."),
        ("turned_roles.v1", "Austria defeated Hungary."),
        ("turned_roles.v1", "The man carried the woman."),
        ("other_degree.v1", "We know birds smarter than that."),
        ("other_number.v1", "Five Danish sailors rescued near Odda"),
        ("other_number.v1", "Two ferries reach Odda"),
        ("other_degree.v1", "French is harder than Spanish."),
        ("turned_roles.v1", "Anna avoids Bela."),
        ("other_sex.v1", "Bring your sister tomorrow."),
        ("other_number.v1", "The mill closed in the two months after the war."),
        ("other_sameness.v1", "She met two people of the same age."),
        # What is not done in whole, or to one, may be done in part, or to the other.
        ("opposite_manner.v1", "The injury prevented her from fully moving."),
        ("opposite_modifier.v1", "The rain stopped them from selling the large boat."),
        ("other_thing.v1", "She kept him from buying the red boat."),
    ],
)
def test_what_may_be_true_as_well_is_not_said(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("opposite_modifier.v1", "The lamp is fixed to a thick wall."),
        ("outside.v1", "The fair is held in Kent."),
        ("other_end.v1", "The school opened in the early 1960s."),
        ("other_side_of_time.v1", "The bakers were arrested before the war."),
        ("other_thing.v1", "The fair is held in summer."),
        ("other_thing.v1", "Odda is a lake in Norway."),
        ("other_side.v1", "The barn stands west of the road."),
        ("other_side.v1", "She was born in the southern part of the town."),
        ("opposite_modifier.v1", "She showed me the small boat."),
        ("opposite_manner.v1", "The bakers were tried separately."),
        ("other_sameness.v1", "It was sold in the same year."),
        ("turned_modifiers.v1", "The German singer married a Greek painter."),
        ("other_extent.v1", "The mill is used mainly by farmers."),
        ("failing.v1", "In 1995, Lena completed a course, and went on to work with her brother."),
        ("failing.v1", "She caught nine fish, and sold four boats for a crown."),
        ("other_thing.v1", "She is playing the flute well."),
        ("other_thing.v1", "A man is loading a truck."),
        ("denying.v1", "It was announced that the mill was sold."),
        ("turned_modifiers.v1", "A huge dog next to a small horse"),
        ("lacking.v1", "The village also has a school."),
        ("opposite_modifier.v1", "A boy in a small boat near the harbour"),
        ("opposite_verb.v1", "The library lends books."),
        ("opposite_relation.v1", "The fence helps in protecting the hens."),
        ("far_away.v1", "The mills are located near the lake."),
        ("far_away.v1", "Two dogs are standing near a fence."),
        ("other_way.v1", "The children ran into the wood."),
    ],
)
def test_what_excludes_it_is_still_said(rule, sentence):
    assert rule in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # A denial, a condition, or a part
        ("other_extent.v1", "The mill is not used mainly by farmers."),
        ("other_extent.v1", "The mill may be used mainly by farmers."),
        ("other_extent.v1", "Mainly, the farmers sang."),
        ("incapable.v1", "The crane can be used to lift boats if it is dry."),
        ("incapable.v1", "Two of the cranes can be used to lift boats."),
        ("incapable.v1", "It can be said to be late."),
        ("absent.v1", "There were a number of complaints."),
        ("absent.v1", "There were no complaints."),
        ("absent.v1", "There is a church in the village."),
        ("absent.v1", "There were other complaints about the noise."),
        ("failing_to_come.v1", "She would win the cup if it rained."),
        ("failing_to_come.v1", "She would never win the cup."),
        # The largest and only one is the smallest; one of two halls is large, one is small.
        ("other_foremost.v1", "The two largest halls are the barn and the inn."),
        ("other_foremost.v1", "The largest hall is a barn."),
        # A year, or a bound
        ("other_figure.v1", "The hall has a capacity of over 1,200."),
        ("other_figure.v1", "The first edition is of 1890."),
        ("other_figure.v1", "It was an average of 9 to 12."),
        # Another century
        ("other_birth.v1", "The war (1805–06) was short."),
        # Examples, parts that are counted, and what is included somewhere
        ("excluding.v1", "The guests included a baker."),
        ("excluding.v1", "This includes the old port."),
        ("excluding.v1", "The album includes two songs."),
        ("excluding.v1", "The album includes some songs."),
        ("excluding.v1", "The album includes a poem, which she wrote."),
        ("excluding.v1", "She included the song in her album."),
        ("excluding.v1", "The term includes both mosses and ferns."),
        ("excluding.v1", "The term usually includes mosses."),
        ("excluding.v1", "A tour includes the port."),
    ],
)
def test_new_wordings_are_refused_where_they_do_not_fit(rule, sentence):
    assert rule not in rules(sentence)
