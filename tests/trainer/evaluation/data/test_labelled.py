"""Data of the transfer tasks that is not as it should be."""

import pytest

from schemas.errors import UserError
from trainer.evaluation.data.labelled import _trec


@pytest.mark.parametrize("line", ["LOC Where is it ?", "LOC:city", "LOC:city "])
def test_a_question_without_its_class_is_named(tmp_path, line):
    file = tmp_path / "train.label"
    file.write_text(f"HUM:ind Who sang ?\n{line}\n")
    with pytest.raises(UserError, match=r"train\.label, line 2: it should read CLASS:fine"):
        _trec(file)
