"""The help of options whose names are explained one by one."""

import re
from typing import get_args

import pytest

from pipeline.acceptance.judging import Select
from pipeline.commands import filter_options, options
from pipeline.negation.rules.styles import NAMES as STYLES
from pipeline.sources.files import FORMATS
from pipeline.translation.judges import JUDGES
from schemas.mer import MerName


@pytest.mark.parametrize(
    ("option", "names"),
    [
        (options.Style, STYLES),
        (options.Judges, JUDGES),
        (filter_options.Select, get_args(Select)),
        (filter_options.Mer, get_args(MerName)),
        (options.Input, re.findall(r"\.\w+", FORMATS)),
    ],
)
def test_the_help_names_them_all(option, names):
    (stated,) = option.__metadata__
    named = r"(?<![\w+]){}(?![\w+])"
    missing = [name for name in names if not re.search(named.format(re.escape(name)), stated.help)]
    assert missing == []
