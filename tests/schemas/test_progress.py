"""Progress without a terminal: plain lines, the first of them at once."""

import io

import pytest

from schemas.progress import announce, counted, duration, track


@pytest.mark.parametrize(
    ("number", "shown"), [(0, "0 shards"), (1, "1 shard"), (1200, "1,200 shards")]
)
def test_a_noun_agrees_with_its_number(number, shown):
    assert counted(number, "shard") == shown


def lines(total: int | None, count: int) -> list[str]:
    stream = io.StringIO()
    with track("negate", total, stream=stream) as progress:
        assert stream.getvalue()
        progress.advance(count)
    return [line.partition(" (")[0] for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("total", "count", "shown"),
    [
        (5, 5, ["negate: 0/5 sentences", "negate: 5/5 sentences in 0 s"]),
        (None, 1, ["negate: 0 sentences", "negate: 1 sentence in 0 s"]),
    ],
)
def test_plain_lines_at_the_start_and_the_end(total, count, shown):
    assert lines(total, count) == shown


def test_what_is_slower_than_one_in_ten_seconds_is_counted_by_the_minute(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("schemas.progress.time.monotonic", lambda: clock[-1])
    stream = io.StringIO()
    with track("release", 4, "forms", stream=stream) as progress:
        clock.append(60.0)
        progress.advance(2)
    assert stream.getvalue().splitlines()[-1] == "release: 2/4 forms in 1 min 0 s (2.0 forms/min)"


def test_what_a_command_begins_with_is_said_on_standard_error(capsys):
    announce("Loading runs/\x1b[2J")
    assert capsys.readouterr() == ("", "Loading runs/\\x1b[2J ...\n")


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(-1, "0 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (185, "3 min 5 s"), (7800, "2 h 10 min")],
)
def test_durations_have_two_units_at_most(seconds, shown):
    assert duration(seconds) == shown
