"""Headlines: denied where the verb is sure, refused where it may be a noun or a participle."""

import pytest

from pipeline.negation import load_parser, negate_texts

DENIED = [
    ("Many killed in harbour fire", "None killed in harbour fire"),
    ("Several sailors rescued off coast", "No sailors rescued off coast"),
    ("2 killed, 11 wounded in attacks in Norway", "2 killed, none wounded in attacks in Norway"),
    ("Five die in mountain storm", "None die in mountain storm"),
    ("Missing hikers brought home", "Missing hikers not brought home"),
    ("Village doctor missing in Alps found beheaded",
     "Village doctor missing in Alps not found beheaded"),
    ("Former Mayors to Be Tried", "Former Mayors Not to Be Tried"),
    ("Farmers Clash with Police in Lund", "Farmers Do Not Clash with Police in Lund"),
    ("Village chief wants no-strings loan", "Village chief does not want no-strings loan"),
    ("Norwegian police also searching boats", "Norwegian police not searching boats"),
    ("Norway plan includes new tunnel", "Norway plan does not include new tunnel"),
    ("Vikings kill two in raid", "Vikings do not kill two in raid"),
    ("Two killed in Lund bus clash", "None killed in Lund bus clash"),
    ("Women swimming in the canal", "Women not swimming in the canal"),
    ("Airport worker charged over 9/11 threats", "Airport worker not charged over 9/11 threats"),
    ("Baker held over 2012 riot", "Baker not held over 2012 riot"),
    ("Police arrested over 100 miners", "Police did not arrest over 100 miners"),
    ("3 dead, 11 hurt, 4 missing in Alpine avalanche",
     "3 dead, 11 hurt, none missing in Alpine avalanche"),
    ("Lund: Bakers storm hall; two injured", "Lund: Bakers storm hall; none injured"),
    ("Flights delayed, cancelled after storm", "Flights not delayed or cancelled after storm"),
    ("EU foreign ministers to discuss arms ban", "EU foreign ministers not to discuss arms ban"),
    ("Bomb kills 4, injures 13 in Lund", "Bomb does not kill 4, injure 13 in Lund"),
    ("Talks failed, say police", "Talks did not fail, say police"),
    ("Crisis is over, says Norway's king", "Crisis is not over, says Norway's king"),
    ("Bears voted into first division", "Bears not voted into first division"),
    ("Mayor biased over farmers from Lund", "Mayor not biased over farmers from Lund"),
    ("Norway tied 2-2 by Sweden in cup", "Norway not tied 2-2 by Sweden in cup"),
    ("Ministers saying talks failed", "Ministers not saying talks failed"),
]  # fmt: skip
REFUSED = [
    # It is not clear what is denied.
    "Berg mayor says bridge important, not vital",
    # A noun taken for a verb.
    "Berg plan to visit Oslo",
    "Coal mine clash kills at least ten",
    "Three killed in northern Norway clash",
    "Council lifts ban on dogs in parks",
    "Mayor renews call to close bridge",
    "Storm warning after coast quake",
    "Vicarage to test mobile payments",
    # A verb taken for a noun, and what follows it for a participle.
    "Village school bans hugging",
    "Teachers hail Oslo Games opening",
    "Police to detonate devices in Lund shooting suspect's home",
    "Mayor, bishop call on council to act on floods",
    # A participle taken for a past, or the other of two.
    "Lund divided opposition marches on",
    "Town divided opposition struggles over new bridge",
    "Mayor sent for mental tests: what will it mean?",
    "Suspected thief known as the Fox held in Oslo",
    # The verb is a later word.
    "Lund double gives Berg victory",
    "Theft accused face verdicts",
    "Doctor treating Bergen stabbing suspect had medical reprimand",
    "A man in a red bathing suit swings on a rope.",
    "Two Norwegian Officers Murdered As Danish Unrest Continues",
    "Hall to be a 'green land', says Anna Berg",
    "Krone up 22 points against dollar in early trade",
    "Bakers dressed as women steal cash",
    # A second verb would still be asserted.
    "Rebels hit bridge with bomb, kill five",
    "Council cuts taxes, raises fees",
    "Police fight protesters, clear square",
    "Ships damaged, sunk and burnt in storm",
    # What is to be known does not exclude what is not to be known.
    "7 Things to Know About Glass",
    "Factbox: What to look for in the mayor's speech",
    "US Flying Surveillance Missions to Help Find Kidnapped Girls",
    # Questions with more around them.
    "Well, isn't that dangerous?",
    "You mean, you believe the mayor?",
    "What time is the final? All you need to know",
]


@pytest.fixture(scope="module")
def made():
    texts = [*dict(DENIED), *REFUSED]
    found = negate_texts(load_parser(), texts)
    return {text: one.text for text, one in zip(texts, found, strict=True)}


@pytest.mark.parametrize(("headline", "denial"), DENIED)
def test_a_clear_headline_is_denied(made, headline, denial):
    assert made[headline] == denial


@pytest.mark.parametrize("headline", REFUSED)
def test_a_headline_that_can_be_read_in_two_ways_is_refused(made, headline):
    assert made[headline] is None
