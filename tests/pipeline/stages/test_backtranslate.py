"""What back-translation refuses before it reads a table or a model, and how it shares out work."""

from dataclasses import replace

import pytest

from pipeline.execution import devices
from pipeline.execution.local import LocalExecutor
from pipeline.stages import backtranslate
from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.table import ENGINES
from pipeline.translation.models import resolve_pivots
from pipeline.translation.roundtrip import RoundTripConfig
from schemas.errors import UserError


def test_every_problem_of_the_decoding_is_told_at_once(tmp_path):
    trip = RoundTripConfig(Decoding(beams=0, top_p=2))
    with pytest.raises(UserError, match=r"--beams must be at least 1\. .* --top-p must be above 0"):
        run_backtranslate(tmp_path, BacktranslateConfig((), trip), device="cpu")


class SpreadError(Exception):
    """Carries how a job was to be spread."""


class Telling(LocalExecutor):
    """Says so instead of doing it."""

    def spread(self, job, devices, *rest):
        raise SpreadError(devices, job.threads)


@pytest.mark.parametrize(
    ("apart", "free", "expected"),
    [
        (True, 2**40, (["cpu"] * 3, 1)),  # a process for each shard
        (True, 2**31, (["cpu"] * 2, 2)),
        (True, 0, (["cpu"], 4)),
        (False, 2**40, (["cpu"], 4)),  # an engine whose threads are as fast
    ],
)
def test_processes_share_the_cores_where_they_are_faster(
    tmp_path, monkeypatch, apart, free, expected
):
    text = "Ferries leave at noon.\nShe has read it.\nThe bakery is open.\n"
    (tmp_path / "in.txt").write_text(text)
    run_ingest([str(tmp_path / "in.txt")], tmp_path / "a", IngestConfig(shard_rows=3))
    assert ENGINES["marian"].apart
    monkeypatch.setitem(ENGINES, "marian", replace(ENGINES["marian"], apart=apart))
    monkeypatch.setattr(devices, "free_memory", lambda: free)
    monkeypatch.setattr(backtranslate, "WORTH_A_PROCESS", 1)
    trip = RoundTripConfig(Decoding(beams=1, candidates=1))
    config = BacktranslateConfig(tuple(resolve_pivots(["firefox:pt"])), trip, shard_rows=1)
    with pytest.raises(SpreadError) as told:
        run_backtranslate(tmp_path / "a", config, device="cpu", executor=Telling(4))
    assert told.value.args == expected
