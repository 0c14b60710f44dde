"""A mirror of Firefox's translation models on this machine, with small files.

It runs in a process of its own, since the process that attacks commands must have no threads when
it forks. It ends once the file with its address is gone, or no process is left that could need it.
"""

from __future__ import annotations

import select
import subprocess
import sys
import time
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

WAIT_S = 30


def start_mirror(address: Path, needed: int) -> None:
    """Start it, and wait until the file with its address is there.

    Args:
        address: a file to write.
        needed: the reading end of a pipe, whose other end is closed once no process needs the
            mirror, even if all of these were killed.

    Raises:
        SystemExit: it does not start.
    """
    program = [sys.executable, __file__, str(address)]
    subprocess.Popen(program, stdin=needed, start_new_session=True)
    last = time.monotonic() + WAIT_S
    while not address.exists():
        if time.monotonic() > last:
            raise SystemExit("The mirror of models does not start.")
        time.sleep(0.01)


class QuietServer(ThreadingHTTPServer):
    """A server that does not report clients that were interrupted."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report other errors; the report is in the same file as what a client says."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def _serve(address: Path) -> None:
    """Serve two models until the file with the address is removed or standard input is closed."""
    sys.path.append(str(Path(__file__).parents[1]))
    from tests.mozilla import Mozilla, handler, model

    made = Mozilla()
    for pair in ("en-de", "de-en"):
        made.publish(pair, model(pair))
    with QuietServer(("127.0.0.1", 0), handler(made)) as server:
        made.url = f"http://127.0.0.1:{server.server_port}"
        server.timeout = 0.5
        fresh = address.with_suffix(".new")
        fresh.write_text(f"{made.url}/v1/", encoding="utf-8", newline="\n")
        fresh.rename(address)
        while address.exists() and not select.select([sys.stdin], [], [], 0)[0]:
            server.handle_request()


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))
