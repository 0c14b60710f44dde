"""The exit code of a command, and the one line that it prints."""

import errno
import os
import signal
import subprocess
import sys
import textwrap

import pytest

from schemas.errors import first_line, run_app

# A program that a signal does not end does so itself after 100 s; on a busy machine, it takes long
# to start.
pytestmark = pytest.mark.timeout(300)

PROGRAM = """
import atexit, os, signal, sys, time
import typer
from schemas.errors import UserError, run_app

app = typer.Typer(pretty_exceptions_enable=False)

@app.command()
def work(name: str = typer.Argument("")):
    {body}

run_app(app, [{arguments}])
"""


def start(body, arguments=""):
    body = textwrap.indent(textwrap.dedent(body), "    ").lstrip()
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(body=body, arguments=arguments)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_an_interrupted_command_says_how_to_go_on(number, code):
    process = start('print("ready", flush=True); time.sleep(100)', "'run'")
    assert process.stdout.readline() == "ready\n"
    process.send_signal(number)
    _, said = process.communicate()
    assert said == "Interrupted. What was finished is kept; run the same command again to resume.\n"
    assert process.returncode == code


@pytest.mark.parametrize(
    ("advice", "said"),
    [("", "Interrupted.\n"), ("advise(lambda: 'Start again.');", "Interrupted. Start again.\n")],
)
def test_an_interrupted_command_gives_no_advice_but_its_own(advice, said):
    body = f"from schemas.interrupts import advise; {advice} os.kill(os.getpid(), signal.SIGINT)"
    assert start(body, "'contrast'").communicate()[1] == said


def test_a_second_signal_does_not_disturb_the_ending_and_a_third_is_obeyed_at_once():
    process = start(
        """
        try:
            print("ready", flush=True)
            time.sleep(100)
        finally:
            for word in ("ending", "still ending"):
                print(word, flush=True)
                time.sleep(100 if "still" in word else 1)
        """
    )
    for word in ("ready", "ending", "still ending"):
        assert process.stdout.readline() == word + "\n"
        process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert said.count("\n") == 1
    assert process.returncode == 130


WAITING = """
        from schemas.interrupts import postponed
        with postponed("Soon.") as interruption:
            print("ready", flush=True)
            while not interruption.came:
                time.sleep(0.01)
            print("waits", flush=True)
            {then}
        print("goes on")
"""


@pytest.mark.parametrize(
    ("then", "signals"), [("interruption.obey()", 1), ("pass", 1), ("time.sleep(100)", 2)]
)
def test_a_signal_waits_for_a_good_moment_and_a_second_one_does_not(then, signals):
    process = start(WAITING.format(then=then))
    for word in ("ready", "waits")[:signals]:
        assert process.stdout.readline() == word + "\n"
        process.send_signal(signal.SIGTERM)
    out, said = process.communicate()
    assert "goes on" not in out
    assert said == "Soon.\nInterrupted.\n"
    assert process.returncode == 143


def test_an_interruption_that_a_library_swallowed_is_raised_again():
    process = start(
        """
        try:
            print("ready", flush=True)
            time.sleep(100)
        except BaseException:
            pass
        print("goes on", flush=True)
        time.sleep(100)
        """
    )
    for word in ("ready", "goes on"):
        assert process.stdout.readline() == word + "\n"
        process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 130


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('raise MemoryError("no more")', "Out of memory (no more)."),
        ('raise TypeError("x[0]")', "Internal error: TypeError (x[0])."),
        # As PyO3 raises for a panic of a library in Rust.
        ('raise type("Panic", (BaseException,), {})("no entry")', "Internal error: Panic (no en"),
    ],
)
def test_what_nobody_foresaw_is_a_sentence_too(body, said):
    _, shown = (process := start(body)).communicate()
    assert said in shown
    assert "Traceback" not in shown
    assert process.returncode == 1


def test_a_name_that_is_no_text_is_refused():
    _, said = (process := start("pass", r"'caf\udce9.txt'")).communicate()
    assert said.startswith(r"Error: 'caf\udce9.txt' is not UTF-8 text")
    assert process.returncode == 2


def test_what_a_terminal_has_no_place_for_is_spelled_out(monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    said, _ = (process := start('print("caf\u00e9 \u2713")')).communicate()
    assert said == "caf\\xe9 \\u2713\n"
    assert process.returncode == 0


def test_a_message_cannot_command_the_terminal():
    process = start(r'raise UserError("no column \x1b]0;owned\x07")')
    _, said = process.communicate()
    assert said == "Error: no column \\x1b]0;owned\\x07\n"
    assert process.returncode == 2


def run_without_readers(body):
    """Run a program that leaves a file when its work is done, and closes its output before."""
    with start(f"sys.stdin.read()\n{body}") as process:
        process.stdout.close()
        process.stderr.close()
        process.stdin.close()
    return process.returncode


@pytest.mark.parametrize("to", ["sys.stdout", "sys.stderr"])
@pytest.mark.parametrize(("end", "code"), [("", 0), ("raise WorkFailed('2 faults')", 1)])
def test_a_reader_that_has_gone_stops_no_work_and_hides_no_failure(tmp_path, to, end, code):
    made = tmp_path / "made"
    lines = f"for _ in range(9): print('step ' * 9_999, file={to}, flush=True)"
    work = f"{lines}\nos.system('echo of another program')\nopen({str(made)!r}, 'w').close()"
    assert run_without_readers(f"from schemas.errors import WorkFailed\n{work}\n{end}") == code
    assert made.exists()


def test_a_pipe_that_breaks_elsewhere_is_a_failure():
    _, said = (process := start("raise BrokenPipeError(32, 'Broken pipe')")).communicate()
    assert said == "Error: [Errno 32] Broken pipe.\n"
    assert process.returncode == 1


def test_a_program_without_output_works(tmp_path):
    made = tmp_path / "made"
    body = f"print('done'); print('late', file=sys.stderr); open({str(made)!r}, 'w').close()"
    code = PROGRAM.format(body=body, arguments="")
    command = 'exec "$0" -c "$1" >&- 2>&-'
    subprocess.run(["sh", "-c", command, sys.executable, code], check=True)
    assert made.read_text(encoding="utf-8") == ""


def test_a_closed_terminal_stops_no_work_that_ignores_it(tmp_path):
    """As of a program in the background of a shell that has ended."""
    pty = pytest.importorskip("pty")
    made = tmp_path / "made"
    body = (
        "print('ready', flush=True); sys.stdin.read(1); print('late', flush=True)\n"
        "    print('late', file=sys.stderr, flush=True)\n"
        f"    open({str(made)!r}, 'w').close()"
    )
    ours, theirs = pty.openpty()
    program = [sys.executable, "-c", PROGRAM.format(body=body, arguments="")]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs) as started:
        os.close(theirs)
        assert os.read(ours, 99).split() == [b"ready"]
        os.close(ours)
        started.stdin.write(b"g")
        started.stdin.close()
    assert started.returncode == 0
    assert made.exists()


def test_a_program_without_input_finds_its_end():
    code = PROGRAM.format(body="print(sys.stdin.isatty(), sys.stdin.buffer.read())", arguments="")
    command = ["sh", "-c", 'exec "$0" -c "$1" <&-', sys.executable, code]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == "False b''\n"


@pytest.mark.parametrize("lines", [1, 100_000])
def test_a_reader_that_has_gone_is_no_failure(lines):
    with start(f'sys.stdin.read(); typer.echo("line\\n" * {lines})') as process:
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


SIGNAL = "signal.raise_signal(signal.SIGINT)\n"
BUSY = """
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
time.sleep(0.1)
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
"""


@pytest.mark.parametrize(
    ("signals", "said"),
    [
        (SIGNAL, "imported\ngoes on\n"),
        (SIGNAL * 3, ""),
        pytest.param(SIGNAL * 2 + BUSY + SIGNAL, "", id="no time for signals before the third"),
    ],
)
def test_an_import_is_interrupted_after_its_end_or_by_a_third_signal(tmp_path, signals, said):
    """Native code of torch that calls Python while it is imported aborts at any exception."""
    module = f"import signal, time\n{signals}time.sleep(0.1)\nprint('imported', flush=True)\n"
    (tmp_path / "native.py").write_text(module, encoding="utf-8", newline="\n")
    body = f"sys.path.insert(0, {str(tmp_path)!r}); import native; print('goes on', flush=True)"
    out, shown = (process := start(f"{body}; time.sleep(100)")).communicate()
    assert said.startswith(out)
    assert ("imported" in out) == ("imported" in said)
    assert shown.count("\n") == 1
    assert process.returncode == 130


@pytest.mark.parametrize("program", ["pipeline", "trainer"])
def test_a_signal_at_the_very_end_changes_nothing(program):
    """Everything is done when the program has returned and Python shuts down."""
    code = f"""
        import atexit, runpy, signal, sys
        atexit.register(signal.raise_signal, signal.SIGINT)

        class Late:
            def __del__(self, send=signal.raise_signal, number=signal.SIGTERM):
                send(number)

        late = Late()  # it goes with the modules, when Python handles no signal any more
        sys.argv = [{program!r}, "--version"]
        runpy.run_module({program!r}, run_name="__main__")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("program", ["pipeline", "trainer"])
@pytest.mark.parametrize(
    ("blocked", "said"),
    [("schemas.errors", "before any work began"), ("typer", "Interrupted.")],
)
def test_a_program_can_be_interrupted_while_its_modules_are_imported(program, blocked, said):
    code = f"""
        import io, runpy, signal, sys, time

        class Interrupting:
            def find_spec(self, name, path=None, target=None):
                if name == {blocked!r}:
                    signal.raise_signal(signal.SIGINT)

        class Waiting(io.StringIO):
            def write(self, text):
                time.sleep(100)

        sys.stdout = Waiting()  # the signal may come after the imports, but not after the end
        sys.meta_path.insert(0, Interrupting())
        sys.argv = [{program!r}, "--help"]
        runpy.run_module({program!r}, run_name="__main__")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 130
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("\n no such weight\nin any file"), "no such weight"),
        (KeyError("x"), "'x'"),
        (OSError(), "OSError"),
    ],
)
def test_an_error_is_told_by_its_first_line_or_its_type(error, said):
    assert first_line(error) == said


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (errno.ENOSPC, " The disk is full: free some space and run the same command again;"
         " finished shards are kept."),
        (errno.EACCES, " Check the permissions of the file or folder."),
        (errno.EROFS, " The folder is read-only: make it writable, or choose another."),
        (errno.EIO, ""),
    ],
)  # fmt: skip
def test_an_error_of_the_system_comes_with_what_to_do(capsys, number, hint):
    def fail(_):
        raise OSError(number, os.strerror(number), "out/table")

    with pytest.raises(SystemExit) as ended:
        run_app(fail, [])
    assert ended.value.code == 1
    said = f"Error: [Errno {number}] {os.strerror(number)}: 'out/table'.{hint}\n"
    assert capsys.readouterr().err == said
