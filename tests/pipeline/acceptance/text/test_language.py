"""The language of a text, by its words."""

import pytest

from pipeline.acceptance.text.language import OTHER_SCRIPT, likelier_in, other_language

GERMAN = "Die Bäckerei in unserer Straße ist am Sonntag geöffnet."
ENGLISH = "The bakery on our street is open on Sundays."


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        (GERMAN, "de", True),
        (ENGLISH, "de", False),
        ("Angela Merkel visited Düsseldorf and Köln in March.", "de", False),
        ("Пекарня на нашей улице открыта.", "ru", True),
        ("A padaria da nossa rua abre ao domingo.", "pt", True),
        # No frequencies of Yoruba: nothing is concluded from Latin letters.
        ("Ilé náà dára.", "yo", False),
        ("...", "de", False),
    ],
)
def test_the_likelier_language_is_told_by_the_words(text, lang, expected):
    assert likelier_in(text, lang) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Der Laden ist geschlossen.", "de"),
        ("Le magasin est fermé le lundi.", "fr"),
        ("La tienda está cerrada.", "es"),
        ("Butiken är stängd.", "sv"),
        ("Sklep jest zamknięty.", "pl"),
        ("Магазин закрыт.", OTHER_SCRIPT),
        ("店は閉まっている。", OTHER_SCRIPT),
        (ENGLISH, None),
        ("Prices rose.", None),
        ("The café is très chic.", None),
        ("Verbier lies in Valais.", None),
        ("Her cousin Ayckbourn was born circa 1945.", None),
        ("The gneiss overlies migmatitic paragneiss.", None),
        ("yuo cant opne teh dor", None),
        ("Geschlossen!", None),
        ("", None),
        ("42 %", None),
    ],
)
def test_a_text_is_foreign_only_where_its_words_say_so_clearly(text, expected):
    assert other_language(text) == expected
