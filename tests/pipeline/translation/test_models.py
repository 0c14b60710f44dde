"""Pivots and chains of them after `--models`."""

import pytest

from pipeline.translation.models import Pivot, demo_pivots, leg_names, resolve_pivots
from schemas.errors import UserError

MODELS = "a/en-de,b/de-ru,c/ru-en"


def test_wmt19_names_the_four_models():
    assert resolve_pivots(["wmt19"]) == [
        Pivot("de", "facebook/wmt19-en-de", "facebook/wmt19-de-en"),
        Pivot("ru", "facebook/wmt19-en-ru", "facebook/wmt19-ru-en"),
    ]


def test_pivots_by_name_and_choice():
    given = ["fr=a/b,c", "es=d,e"]
    assert resolve_pivots(given) == [Pivot("fr", "a/b", "c"), Pivot("es", "d", "e")]
    assert [p.lang for p in resolve_pivots(["wmt19"], ["ru"])] == ["ru"]


@pytest.mark.parametrize(
    ("models", "wanted", "message"),
    [
        (["de"], None, "not one of: wmt19, demo"),
        (["de=a"], None, "PIVOT=FORWARD,BACKWARD"),
        (["de=a,"], None, "PIVOT=FORWARD,BACKWARD"),
        (["wmt19", "de=a,b"], None, "pivot de more than once"),
        (["wmt19"], ["fr"], "asks for fr"),
    ],
)
def test_bad_models(models, wanted, message):
    with pytest.raises(UserError, match=message):
        resolve_pivots(models, wanted)


def test_the_demo_models_are_in_the_package():
    assert [p.lang for p in demo_pivots()] == ["de"]


@pytest.mark.parametrize("name", ["de>ru", "de+ru"])
def test_a_chain_takes_all_models_of_the_trip(name):
    chain = Pivot("de>ru", "a/en-de", "c/ru-en", ("b/de-ru",))
    assert resolve_pivots([f"{name}={MODELS}"]) == [chain]
    assert list(chain.models.values()) == ["a/en-de", "b/de-ru", "c/ru-en"]
    assert resolve_pivots(["wmt19", f"{name}={MODELS}"], [name]) == [chain]


def test_models_may_lie_on_a_drive_of_windows():
    (pivot,) = resolve_pivots([r"fr=C:\m\en-fr,c:/m/fr-en"])
    assert pivot == Pivot("fr", r"C:\m\en-fr", "c:/m/fr-en")


def test_a_chain_may_go_through_english():
    (pivot,) = resolve_pivots(["de+en+de=a,b,a,b"])
    assert pivot.models == {"forward": "a", "leg 2": "b", "leg 3": "a", "backward": "b"}
    assert leg_names("de>en>de") == ["forward", "leg 2", "leg 3", "backward"]


@pytest.mark.parametrize(
    ("models", "message"),
    [
        (
            ["de+ru=a,b"],
            r"gives 2 models; the chain de>ru needs 3, in this order: en-de, de-ru, ru",
        ),
        (["de>ru=a,b,c,d"], "gives 4 models; the chain de>ru needs 3"),
        (["de>=a,b,c"], "a language on either side of each"),
        (["+de=a,b,c"], "a language on either side of each"),
        (["firefox:de>"], "a language on either side of each"),
        (["en>de=a,b,c"], "begins and ends with English anyway"),
        (["firefox:pt+en"], "begins and ends with English anyway"),
        (["de+de=a,b,c"], "no model translates de to de; name it once"),
        (["firefox:pt>pt"], "no model translates pt to pt; name it once"),
        (["DE>ru=a,b,c"], "not one of: wmt19, demo"),
        (["de=a,b,c"], "PIVOT=FORWARD,BACKWARD"),
        ([f"de+ru={MODELS}", f"de>ru={MODELS}"], "the pivot de>ru more than once"),
    ],
)
def test_chains_that_cannot_be(models, message):
    with pytest.raises(UserError, match=message):
        resolve_pivots(models)


def test_a_chain_is_chosen_by_its_whole_name():
    with pytest.raises(UserError, match=r"--pivots asks for ru, but .* has only de>ru"):
        resolve_pivots([f"de+ru={MODELS}"], ["ru"])
