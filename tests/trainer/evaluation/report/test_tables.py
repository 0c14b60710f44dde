"""Tables of several encoders, as text."""

from trainer.evaluation.report.tables import sts_table
from trainer.evaluation.scores.sts import StsScores


def test_an_average_of_fewer_tasks_names_those_that_are_missing():
    whole = StsScores({"STS12": 70.0}, {"STS12": 9}, 70.0, ["STS12"], [], {})
    part = StsScores({"STS12": 70.0}, {"STS12": 9}, 70.0, ["STS12"], ["STS13"], {})
    labels = [[*sts_table({"a": scores}).columns[0].cells][-1] for scores in (whole, part)]
    assert labels == ["average of the seven", "average of 1 (without STS13)"]
