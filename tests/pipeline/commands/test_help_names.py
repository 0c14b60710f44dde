"""Names from tables in the help of options."""

import subprocess
import sys

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from pipeline.acceptance.guards import guard_names
from pipeline.cli import app
from pipeline.negation import KINDS

GUARDS = f"commas: {', '.join(guard_names())}."
KINDS_ = f"commas: {', '.join(kind.name for kind in KINDS)}."


@pytest.mark.parametrize(
    ("command", "expected"),
    [("negate", [KINDS_]), ("filter", [GUARDS]), ("all", [KINDS_, GUARDS])],
)
def test_the_help_names_every_guard_and_kind_in_order(command, expected):
    shown = CliRunner().invoke(app, ["run", command, "--help"]).stdout
    told = " ".join(shown.replace("│", " ").split())
    assert [names for names in expected if names not in told] == []
    assert "{" not in told


def test_a_shell_is_offered_the_same_help():
    command = get_command(app).commands["run"].commands["filter"]
    context = command.make_context("filter", [], resilient_parsing=True)
    [offered] = command.shell_complete(context, "--guards")
    assert offered.help.endswith(GUARDS)


def test_other_help_does_not_load_the_tables():
    code = """
        import sys
        from typer.testing import CliRunner
        from pipeline.cli import app
        CliRunner().invoke(app, ["run", "ingest", "--help"])
        print({"pipeline.acceptance.guards", "pipeline.negation.kinds.table"} & {*sys.modules})
    """
    code = "\n".join(map(str.strip, code.splitlines()))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
