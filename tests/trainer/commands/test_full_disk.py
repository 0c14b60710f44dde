"""Files without room end a run with one sentence, and the run goes on once there is room."""

import pytest

from tests.limits import files_of_at_most
from tests.programs import run_program
from tests.trainer.commands.running import sets
from tests.triples import some_triples, write_triples


@pytest.mark.parametrize(
    ("share", "file"), [(0.02, "recipe.toml"), (0.5, "best"), (1.5, "checkpoint.safetensors")]
)
def test_a_run_whose_files_do_not_fit_ends_with_one_sentence(small_bert, tmp_path, share, file):
    """The limit is a share of the size of the model's weights."""
    triples = write_triples(tmp_path / "mine", some_triples(24))
    run = tmp_path / "run"
    given = ("fit", "--triples", triples, "--model", small_bert, "--output", run)
    limit = int(share * (small_bert / "model.safetensors").stat().st_size)
    with files_of_at_most(limit):
        done = run_program("trainer", *given, "--device", "cpu", *sets("epochs=1"))
    assert done.returncode == 1
    (said,) = [line for line in done.stderr.splitlines() if "Error" in line]
    assert said == (
        f"Error: {run / file} cannot be written: files may not grow that large here: raise the"
        " limit (`ulimit -f`), or choose another folder, then run the same command again. What was"
        " finished is kept."
    )
    assert done.stderr.endswith(said + "\n")
    assert not (run / file).exists()
    resumed = ["--resume"] if (run / "run.json").exists() else []
    again = run_program("trainer", *given, "--device", "cpu", *sets("epochs=1"), *resumed)
    assert again.returncode == 0, again.stderr
    assert (run / "best/model.safetensors").exists()
