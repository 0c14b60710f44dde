"""Makes what commands start from, and serves their runs in forks that have loaded everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path

from attacked import Bench
from forking import call, exit_code, forked, import_modules, serve, write_modules


class Server:
    """Carries commands out in forks of this process.

    Args:
        bench: corpus and models, and later the uninterrupted results.
    """

    def __init__(self, bench: Bench) -> None:
        self.bench, self.said = bench, bench.root / "said.txt"
        self._modules = bench.root / "modules.json"

    def prepare(
        self, names: Sequence[str], carry_out: Callable[[str], object] | None = None
    ) -> Iterator[str]:
        """Make the inputs and expected results of commands; gives the name of each that is made.

        Args:
            names: names of the commands; those that they start from are carried out before.
            carry_out: carries a command out, on the folder of its uninterrupted run.
        """
        carry_out = carry_out or self._carry_out
        needed = self.bench.needed(names)
        draw_words()
        _watch_no_progress()
        self._require(forked(lambda: self.bench.prepare(needed), self.said), "making the models")
        for name in needed:
            self.bench.fresh(name, self.bench.whole(name))
            work = partial(self._noting_modules, carry_out, name)
            self._require(forked(work, self.said, self.bench.targets[name].typed), name)
            import_modules(self._modules)
            yield name

    def serve(self, name: str, work: Callable[[], object]) -> None:
        """Do something in a fork that has loaded what a command needs, and forks for each run."""
        bench = self.bench

        def rehearse() -> None:
            folder = bench.place("rehearsed")
            bench.fresh(name, folder)
            call(bench.arguments(name, folder))

        said = bench.root / "server.txt"
        code = serve(rehearse, work, said, bench.targets[name].typed)
        self._require(code, f"serving {name}", said)

    def lines(self) -> list[str]:
        """What the last run said."""
        return self.said.read_text("utf-8", "replace").strip().splitlines()

    def _carry_out(self, name: str) -> None:
        arguments = self.bench.arguments(name, self.bench.whole(name))
        if code := exit_code(lambda: call(arguments)):
            raise SystemExit(code)

    def _noting_modules(self, carry_out: Callable[[str], object], name: str) -> None:
        carry_out(name)
        write_modules(self._modules)

    def _require(self, code: int, what: str, said: Path | None = None) -> None:
        if code:
            text = (said or self.said).read_text("utf-8", "replace")
            raise SystemExit(f"{what} failed ({code}):\n{text}")


def _watch_no_progress() -> None:
    """Keep progress bars from starting a thread: a process that has one must not fork."""
    from tqdm import tqdm

    tqdm.monitor_interval = 0


def draw_words() -> None:
    """Write a word for each picture: drawing takes longer than training, and is not compared."""
    from matplotlib.figure import Figure

    Figure.savefig = _save_word  # type: ignore[method-assign, assignment]


def _save_word(figure: object, target: Path | BytesIO, **_: object) -> None:
    # An empty picture would not do: the programs write no file for it.
    target.write_bytes(b"picture") if isinstance(target, Path) else target.write(b"picture")
