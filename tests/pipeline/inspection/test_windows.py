"""What another window would keep."""

import pytest

from pipeline.inspection.windows import parse_window, previews
from schemas.errors import UserError


def test_previews_count_by_status(inspected):
    present, wide = previews(inspected, [(0.15, 0.6), (0.05, 0.6)])
    assert present.statuses == {
        "complete": 2, "no_paraphrase": 1, "no_negation": 1, "anchor_only": 0,
    }  # fmt: skip
    assert wide.statuses == present.statuses


@pytest.mark.parametrize("text", ["0.2", "0.5,0.2", "a,b", "0.2,1.5", "0.1,0.2,0.3", ""])
def test_a_window_of_another_form_is_refused(text):
    with pytest.raises(UserError, match="is not LOW,HIGH"):
        parse_window(text)
