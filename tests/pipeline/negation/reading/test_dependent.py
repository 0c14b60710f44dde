"""What a sentence says because its main clause is true."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.dependent import is_dependent
from pipeline.negation.reading.parsed import Parsed


@pytest.mark.parametrize(
    ("sentence", "dependent"),
    [
        # Reasons, concessions, additions and aims before the clause.
        ("Though it was late, the shop was open.", True),
        ("Despite the rain, she walked home.", True),
        ("Because the lift was broken, we took the stairs.", True),
        ("In addition to the mill, the town has a bakery.", True),
        ("In addition, the town has a bakery.", False),
        ("Besides the mill, the town has a bakery.", True),
        ("With the help of her aunt, she built a barn.", True),
        ("With a smile, she built a barn.", False),
        ("Through her sister, Ada is related to the king.", True),
        ("Through the summer, Ada worked in Rome.", False),
        ("Through Anna's help, the school was built.", True),
        ("However, because the lift was broken, we took the stairs.", True),
        # The deed is told as well.
        ("Lena then urges Berg to sell the mill, which he does.", True),
        ("Lena asks the mayor to open the hall, which the mayor does.", True),
        ("Lena asks the mayor to open the hall, which he owns.", False),
        ("However, the lift was broken.", False),
        ("Since I had no lunch, I am hungry.", True),
        ("Since he came to Leeds, he has been happy.", False),
        ("Since 1990 the mill is a museum.", False),
        ("As it was late, they went home.", True),
        ("As the bell rang, they went home.", False),
        ("While the mill is old, the barn is new.", True),
        ("While he was in Leeds, he met my aunt.", False),
        ("When the bell rang, they went home.", False),
        ("To win the race, he ran fast.", True),
        ("To tell the truth, he ran fast.", False),
        # An answer, whose only clause begins with "because".
        ("Because the lamp is broken.", False),
        # The same after the clause.
        ("She walked home despite the rain.", True),
        ("She finished the race despite her injury.", True),
        ("The pilot landed the plane safely in spite of the fog.", True),
        ("They went home, because it was late.", True),
        ("They went home because it was late.", False),
        ("The mill has a tower, although it is small.", True),
        ("The mill was closed, as it had burned down.", True),
        ("The mill was closed, as he said.", False),
        ("The mill was closed, largely due to the flood.", True),
        ("It differs from the barn in that it has a tower.", True),
        ("He failed to win the cup after losing in May.", True),
        ("While lacking a tower, the mill has a bell.", True),
        ("While having lunch, she read the letter.", False),
        ("While being driven home, he sang.", False),
        ("As soon as the bell rang, he left.", True),
        ("As soon as the bell rang, he did not leave.", False),
        ("He left the hall but when the bell rang, he returned.", True),
        # Results and means.
        ("The dam broke, causing a flood.", True),
        ("The dam held back the water, thus saving the town.", True),
        ("The doors can be opened at any time, limited only by the law.", True),
        ("She was one of the first to sell bread, rejecting the old ban.", True),
        ("She came into the room, carrying flowers.", False),
        ("The town has several mills, including the Grey Mill.", False),
        ("She plays several games, especially bowling.", False),
        ("He joined the club in May, followed by his sister.", True),
        ("She sold the mill, in order to buy a farm.", True),
        ("Based on a survey, she raised the fee.", True),
        # What happened next, or what the whole clause leads to.
        ("In 1930 he moved to Paris, where he studied law.", True),
        ("In 1930 he moved to Paris, where his aunt lived.", False),
        ("He played for Kent at the games where he got injured.", True),
        ("The town was closed to trade for two years which caused a loss.", True),
        ("The mill fell to Ada, who sold it in May.", True),
        ("He married Ada, who was a teacher.", False),
        ("The oils are found in these plants, which contributes to the scent.", True),
        ("The oils are found in these plants, which grow by the sea.", False),
        # An explanation, but not the items of a list.
        ("Then the song was their best; see how no other choir sang it.", True),
        ("The club has a hall; a yard; and a barn.", False),
        ("The old mill is closed.", False),
    ],
)
def test_what_depends_on_a_clause(sentence, dependent):
    found = Parsed.of(load_parser()(sentence))
    assert is_dependent(found.clause, found.lower) is dependent
