"""Warnings of what would silently give bad triples."""

import pytest

from pipeline.commands.hints import (
    warn_of_denials_alone,
    warn_of_foreign_text,
    warn_of_small_models,
)
from pipeline.negation import NegationConfig
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.storage.artifacts import ArtifactsFolder

ENGLISH = ["The shop is shut.", "The museum opens on Monday."]
GERMAN = ["Der Hund bellt laut im Garten.", "Der Laden ist am Sonntag geschlossen."]


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ([*GERMAN, ENGLISH[0]], "most of the first 3 sentences do not look English (de)."),
        ([*GERMAN, *ENGLISH], ""),
        (ENGLISH, ""),
    ],
)
def test_only_a_table_that_is_mostly_foreign_is_told_of(texts, told, tmp_path, capsys):
    (tmp_path / "corpus.txt").write_text("\n".join(texts), encoding="utf-8")
    run_ingest([str(tmp_path / "corpus.txt")], tmp_path / "a", IngestConfig(), overwrite=False)
    capsys.readouterr()
    warn_of_foreign_text(ArtifactsFolder(tmp_path / "a").table("sentences"))
    err = capsys.readouterr().err
    assert told in err
    assert bool(told) == bool(err)


@pytest.mark.parametrize(
    ("models", "told"),
    [(["demo"], "pip install 'osscse[demo]', then --models firefox:pt."), (["firefox:pt"], "")],
)
def test_the_bundled_models_come_with_a_warning(models, told, capsys):
    warn_of_small_models(models)
    err = capsys.readouterr().err
    assert told in err
    assert bool(told) == bool(err)


@pytest.mark.parametrize(
    ("config", "told"),
    [
        (
            NegationConfig(per_sentence=3),
            "WARNING: --per-sentence 3 has no effect, since only denials are made, one per"
            " sentence. For more, give --kinds all, or the names of kinds.\n",
        ),
        (NegationConfig(), ""),
        (NegationConfig(kinds=("negation", "antonym"), per_sentence=3), ""),
    ],
)
def test_room_for_contradictions_without_kinds_is_told_of(config, told, capsys):
    warn_of_denials_alone(config)
    assert capsys.readouterr().err == told
