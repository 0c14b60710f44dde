"""What another window would keep."""

from pipeline.inspection.windows import previews
from pipeline.storage.artifacts import ArtifactsFolder


def test_previews_count_by_status(inspected):
    present, wide = previews(ArtifactsFolder(inspected), [(0.15, 0.6), (0.05, 0.6)])
    assert present.statuses == {
        "complete": 2, "no_paraphrase": 1, "no_negation": 1, "anchor_only": 0,
    }  # fmt: skip
    assert wide.statuses == present.statuses
