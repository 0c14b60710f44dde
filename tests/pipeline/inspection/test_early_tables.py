"""Queries over a folder that has no triples yet."""

import shutil

import pytest

from pipeline.inspection.catalog import ask
from schemas.errors import UserError, WorkFailed
from tests.artifacts import make_artifacts

SENTENCES = {
    "The lamp is lit.": ("The lamp is not lit.", []),
    "No bus came.": ("A bus came.", []),
    "Green tea.": (None, []),
}


def test_the_finished_tables_can_be_queried(tmp_path):
    folder = make_artifacts(tmp_path / "it's [1]", SENTENCES)
    shutil.rmtree(folder / "backtranslations")
    counted = "select count(*), count(negation) from sentences join negations using (id)"
    assert ask(folder, counted).rows == [(3, 2)]
    said = r"no triples yet, only sentences and negations; macros come with the triples\.$"
    for sql in ("from triples", "from lost_at('polarity')"):
        with pytest.raises(UserError, match=said):
            ask(folder, sql)
    with pytest.raises(UserError, match="may not write files"):
        ask(folder, "copy sentences to 'own.csv'")
    shard = next((folder / "negations").glob("part-*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-1])
    with pytest.raises(WorkFailed, match="another size"):
        ask(folder, counted)


def test_a_folder_without_any_finished_table_names_the_command(tmp_path):
    with pytest.raises(UserError, match="does not exist: check --artifacts"):
        ask(tmp_path / "a", "from sentences")
