"""What the engine that searches fastest cannot do."""

import pytest

from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.ctranslate2_engine import CTranslate2Engine


@pytest.mark.parametrize(
    ("decoding", "said"),
    [
        (Decoding(sample=True), "searches; it does not sample"),
        (Decoding(ngram_penalty=0.1), "has no hook into its search"),
    ],
)
def test_what_it_was_not_chosen_for_is_an_error_and_not_ignored(decoding, said):
    engine = object.__new__(CTranslate2Engine)
    with pytest.raises(ValueError, match=said):
        engine.translate([[5, 2]], decoding, batch_tokens=9)
