"""What is not negated, and why."""

import pytest

from pipeline.negation import negate

NOT_NEGATED = [
    ("A quiet evening by the fire.", "no_clause"),
    ("", "unparsed"),
    ("She is not only fast but strong.", "focus_negation"),
    ("...", "no_clause"),
    ("12:30", "no_clause"),
]
REASONS_GIVEN = [
    ("No sooner had he left than it rained.", "negative_inversion"),
    (
        "No sooner had the bell between the gates been rung in May than they left.",
        "negative_inversion",
    ),
    ("To avoid a flood, deeper and more narrow rain-water ditches were dug.", "unparsed"),
    ("Under no circumstances should you open it.", "negative_inversion"),
    ("Only on Sundays does the shop open.", "negative_inversion"),
    ("Only after the war did he return.", "negative_inversion"),
    ("How far did he walk?", "degree_question"),
    ("Well, how many loaves do you want?", "degree_question"),
    ("Is it open?", "same_question"),
    ("Is the shop not open?", "same_question"),
    ("Would the painting of the hall not take a week?", "same_question"),
    ("Where is the key?", "same_question"),
    ("What is the capital of Peru?", "same_question"),
    ("Who is the mayor of this town?", "same_question"),
    # Both can be asked of the same letter.
    ("Who wrote this letter?", "same_question"),
    ("What is he so angry about?", "same_question"),
    ("Well, what did you say?", "same_question"),
    ("Why don't we take a walk?", "same_question"),
    # It may ask for the reasons of what is below, or only frames what is asked.
    ("Why do you think he left?", "same_question"),
    ("Why did you say the mill was closed?", "same_question"),
    ("I see, you sold the boat?", "same_question"),
    ("I ask again if you sold the boat?", "same_question"),
    # What can be asked of one thing can be asked of another, wherever its word stands.
    ("The bakers have spent the whole day talking about whom?", "same_question"),
    ("The loss of guests is the result of what, according to the bakers?", "same_question"),
    ("What loaves, or kinds of cake, can be sold here?", "same_question"),
    ("What happens when one gate is open, both gates are open?", "same_question"),
    ("Example: How much flour is needed to bake six loaves?", "same_question"),
    # Only the clause that asks can turn a question round.
    ("You bet; is the mill worth a visit?", "same_question"),
    ("The mill is old. Why is it closed?", "same_question"),
    ("Go on, tell me the mill is old?", "same_question"),
    ("leaving the gate open, much like they did in May?", "same_question"),
    ("Why is the weight of bread 350 g/l?", "same_question"),
    ("I don't mean to be rude, but why do you have to sell the mill?", "same_question"),
    # Both may be so.
    ("Perhaps the mill would be better than the barn?", "focus_negation"),
    ("maybe they don't want to sell the mill?", "focus_negation"),
    ("Possibly the mill shows its age.", "focus_negation"),
    ("In some cases, the boat is towed to the harbour.", "focus_negation"),
    ("An example of a mill by the river is the Grey Mill.", "focus_negation"),
    ("One reason was that it rained.", "focus_negation"),
    ("A key concept in baking is rest: what does the dough need?", "restated"),
    ("Bath, at least does, as described here: Bath Spa Station.", "unparsed"),
    ("Gulls have countershaded plumage and long wings.", "misparse"),
    ("What the Neighbours Heard", "misparse"),
    ("wtf are you singing about?", "same_question"),
    ("Anyone else want soup?", "same_question"),
    ("We were talking about the mill were we not?", "tag_question"),
    ("Just about anything can be grown here.", "focus_negation"),
    ("Let me explain the rules.", "unparsed"),
    ("Excuse me, but the shop is closed.", "unparsed"),
    ("Be sure to lock the gate.", "unparsed"),
    ("Actor granted bail after a long trial", "unparsed"),
    ("Village Bakers Detain Men Carrying Bread", "no_clause"),
    ("The more he earns, the more he spends.", "paired_comparison"),
    ("She not only sings but also composes.", "focus_negation"),
    ("Some shops do not open on Mondays.", "focus_negation"),
    ("Many of the rooms were not heated.", "focus_negation"),
    ("A few guests never came back.", "focus_negation"),
    ("Something did not arrive in time.", "focus_negation"),
    ("One account claims that the mill burned down.", "focus_negation"),
    ("Often, the river is dry in August.", "focus_negation"),
    ("Sometimes our neighbours sing at night.", "focus_negation"),
    ("There is one rule here: nobody smokes in the barn.", "restated"),
    ("The lock is old – it opens with a spoon.", "restated"),
    ("The doors are locked, meaning that nobody gets in.", "restated"),
    ("The bakery has opened, but the cafe has not.", "restated"),
    ("Although it had rained, they played.", "restated"),
    ("The dam broke, causing a flood.", "restated"),
    ("The mill is old; however, it is large.", "restated"),
    # What is named or told of what would not exist, or of what shows that it does.
    ("The town has several mills, including the Grey Mill.", "restated"),
    ("They had two sons, Ben (born 1857) and Tom.", "restated"),
    ("The guests come from Kent, with most of them living in Ash.", "restated"),
    # Said because the clause is true, or because it is negative.
    ("She was one of the first to sell bread, rejecting the old ban.", "restated"),
    ("While lacking a tower, the mill has a bell.", "restated"),
    ("As soon as the bell rang, he left.", "restated"),
    ("The line was not straight, to give it a rough look.", "restated"),
    ("He insulted her. That is why she left.", "restated"),
    # Both may be so.
    ("One study examined the bats.", "focus_negation"),
    ("One is the mill.", "focus_negation"),
    ("She came at least three times.", "focus_negation"),
    ("The shop grew to sell not only bread but soap.", "focus_negation"),
    ("The budget for 2012 totals approx £5 million.", "misparse"),
    ("Ada agrees with her, and so do most of her friends.", "restated"),
    ("The film not only bored us but made us angry.", "focus_negation"),
    ("Just because he is old does not mean that he is wise.", "focus_negation"),
    ("One of the best rooms is the hall.", "focus_negation"),
    ("Note on the text: some words are old.", "unparsed"),
    ("We have a new chance and let us therefore seize it.", "misparse"),
    ("Why do some children not like soup?", "focus_negation"),
    ("Why are you whispering? It isn't late, is it?", "tag_question"),
    ("Didn't Rosa smile?", "same_question"),
    ("Guess again: Who baked the cake?", "same_question"),
    ("think it will rain all day?", "same_question"),
    ("(cause to) become weak", "misparse"),
    ("turn, be placed", "misparse"),
    ("Similar in size is the old hall.", "misparse"),
    ("The king, who seized the land, sold it, built a church, and left.", "misparse"),
    ("See you later, OK?", "same_question"),
    ("Later re-engined with new engines and sold.", "unparsed"),
    ("They have yet to decide.", "unparsed"),
    ("The old mill, called the Grey Mill, stands by the river.", "misparse"),
    ("The valley's very first school.", "no_clause"),
    ("A baker's newly opened shop", "no_clause"),
    ("Lena's in-laws", "no_clause"),
    (
        "A girl holding a red umbrella in one hand and a small dog in the other on a wet road "
        "between two rows of old houses.",
        "no_clause",
    ),
    ("Thank you for the flowers.", "unparsed"),
    ("A group of river barges with trees in the background.", "misparse"),
    # What is shown to the listener is there.
    ("Here is my answer.", "unparsed"),
    ("Below are the names of the bakers.", "unparsed"),
    ("There goes the last bus.", "unparsed"),
    # A word with a slash
    ("Ca/Ca varies with depth.", "unparsed"),
    ("The hall is/was late.", "unparsed"),
    # The reader is sent elsewhere.
    ("See the annex for details.", "unparsed"),
    ("Compare the map on page 4.", "unparsed"),
    ("Note that the mill is old.", "unparsed"),
    ("For a map of the whole valley, please see Appendix B.", "unparsed"),
]


@pytest.mark.parametrize(("sentence", "reason"), NOT_NEGATED + REASONS_GIVEN)
def test_reason_of_none(sentence, reason):
    found = negate(sentence)
    assert (found.text, found.rule, found.cue) == (None, reason, "")
