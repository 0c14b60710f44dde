"""What the commands that measure are given to read."""

from pathlib import Path

import pytest

from schemas.errors import UserError
from trainer.commands.material import families_of


@pytest.mark.parametrize(
    ("path", "triples", "model", "said"),
    [
        (Path("a.txt"), Path("artifacts"), None, "Give --input or --triples, not both"),
        (None, None, "bert", "edits the sentences of --input or --triples; give one"),
    ],
)
def test_sentences_come_from_one_place(path, triples, model, said):
    with pytest.raises(UserError, match=said):
        families_of(path, triples, model, rate=0.1, seed=0, limit=9)
