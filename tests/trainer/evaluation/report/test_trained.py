"""The runs among the models of a report."""

from __future__ import annotations

import json

from trainer.evaluation.report.trained import facts, trained
from trainer.runs.curves import draw_run


def test_only_folders_of_runs_are_runs(tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    (run / "run.json").write_text(json.dumps({"model": "demo"}))
    (run / "recipe.toml").write_text("epochs = 1\n")
    (found,) = trained(["demo", str(tmp_path), str(run)])
    assert (found.name, found.recipe, found.curves) == (str(run), "epochs = 1\n", None)
    (run / "metrics.jsonl").write_text('{"type": "train", "step": 1, "loss": 0.5}\n')
    (found,) = trained([str(run)])
    assert (found.curves, found.narrow_curves) == (
        draw_run(run / "metrics.jsonl"),
        draw_run(run / "metrics.jsonl", narrow=True),
    )


def test_the_facts_say_what_came_of_a_run():
    record = {
        "metric": "heldout_ranking",
        "initial_score": 0.5,
        "kept_score": 0.75,
        "kept_step": 1200,
        "mix_share": 0.4,
        "before": {"contrast": 36.7, "gone": 1.0, "unrelated_cosine": 0.04},
        "after": {"contrast": 49.3, "unrelated_cosine": 0.031},
    }
    assert facts(record) == [
        (
            "validation (share of held-out triples ranked correctly)",
            "0.5000 → 0.7500 at step 1,200",
        ),
        ("share of the trained weights", "0.4"),
        ("bundled contrast triples ranked correctly, %", "36.7 → 49.3"),
        ("mean cosine of unrelated sentences, x 100", "4.0 → 3.1"),
    ]
