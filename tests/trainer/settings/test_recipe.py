from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import ValidationError

from trainer.recipes.reading import load_recipe
from trainer.settings.groups import Noise


def test_settings_made_without_a_file_are_checked_too():
    with pytest.raises(ValidationError, match="ratio"):
        Noise(ratio=0)
    with pytest.raises(ValidationError, match="seed"):
        replace(load_recipe("osscse"), seed=-1)


def test_a_whole_number_becomes_the_type_of_its_setting():
    ratio = Noise(ratio=2).ratio
    assert (ratio, type(ratio)) == (2.0, float)
