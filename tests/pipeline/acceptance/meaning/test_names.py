"""Which names are the same."""

import pytest

from pipeline.acceptance.meaning.names import names_changed


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("I met Karelia Holm in Oulu.", "In Oulu I met Karelia Holm.", False),
        ("I met Karelia Holm in Oulu.", "I met Carelia Holm in Oulu.", True),
        ("I wrote to Mary.", "I wrote to Maria.", True),
        ("It is in the Harbour Light group.", "It is in the Light Harbour group.", True),
        ("She met Ann, Bob and Eve.", "She met Bob, Ann and Eve.", False),
        ("He met Oulu, Lahti Choir and Band.", "He met Lahti Choir and Band, Oulu.", False),
        ("I wrote to Mary.", "I wrote a letter.", True),
        ("She flew to the capital.", "She flew to Lisbon.", True),
        ("He admires Renzaldo.", "Renzaldo is who he admires.", False),
        ("Renzaldo is admired.", "Renzado is admired.", True),  # no word of English
        ("Painters need light.", "Artists need light.", False),
        ("The sample had uranium-235 in it.", "The sample had urane-235 in it.", True),
        ("They fly the A380.", "They fly the A390.", True),
        ("It opened in the mid-1990s.", "It opened in the middle of the 1990s.", False),
        ("Peter's boat sank.", "The boat of Peter sank.", False),
        ("We toured Denmark.", "We made a Danish tour.", False),
        ("They sell Brazilian coffee.", "They sell coffee from Brazil.", False),
        ("Birds of the North sing.", "Northern birds sing.", False),
        ("It flies to the U.S. now.", "It now flies to the United States.", False),
        ("We heard Gen. Holm.", "We heard General Holm.", False),
        ("She met Kōji.", "She met Koji.", False),
        ("a letter to mary", "A letter to Mary", False),
        ("New Bridge Opens Over Harbour", "A new bridge opens over the port", False),
        ("She admires Paulinus.", "She admires Paulino.", True),
        ("They moved to Trent.", "They moved to Trento.", True),
        ("She met Martin there.", "She met Martina there.", True),
        ("They love Argentina.", "They love the Argentine land.", False),
        ("Mary had a cold.", "Maria had a cold.", True),
        ("Mark the page.", "Note the page.", False),
        ("On Monday we slept.", "We slept on Monday.", False),
    ],
)
def test_names(anchor, paraphrase, changed):
    assert names_changed(anchor, paraphrase) is changed
    assert names_changed(paraphrase, anchor) is changed
