"""Standard streams that survive a closed pipe, and characters that they cannot encode."""

from __future__ import annotations

import errno
import io
import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any


class _Lasting(io.FileIO):
    """A file that drops what is written to it once nobody reads it any more.

    Its descriptor then leads to the null device, also for native code and for other processes.

    Attributes:
        gone: the error number that shows that nobody reads: that of a pipe or that of a closed
            terminal, which for a file on a disk would mean damage.
    """

    gone = errno.EPIPE

    def write(self, data: Any) -> int:
        """Write bytes, or count them as written if nobody reads them."""
        try:
            return super().write(data)
        except OSError as error:
            if error.errno != self.gone:
                raise
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return super().write(data)


def lasting_streams() -> None:
    """Let the program go on when the reader of its output has gone, as in `pipeline run | head`.

    The same holds if its terminal is closed, for which the program gets SIGHUP unless it was
    started with `nohup` or in the background.

    Output that nobody reads is lost; the work is not. Streams that the program was started without
    (`>&-`, `<&-`) are opened on the null device; otherwise their descriptors would go to the next
    files that are opened, with all that is printed. Characters outside a stream's encoding are
    printed as escapes.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - stays open
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8", newline="\n")  # noqa: SIM115 - stays open
            setattr(sys, name, nowhere)
            continue
        if not isinstance(stream, TextIOWrapper):
            continue
        stream.reconfigure(errors="backslashreplace")
        if stream is getattr(sys, f"__{name}__"):
            setattr(sys, name, _lasting(stream))


def _lasting(stream: TextIOWrapper) -> TextIOWrapper:
    """The same stream over a `_Lasting` file; a console of Windows stays as it is."""
    raw = getattr(stream.buffer, "raw", stream.buffer)
    if type(raw) is not io.FileIO:
        return stream
    stream.flush()
    file = _Lasting(raw.fileno(), "w", closefd=False)
    file.name = raw.name
    if raw.isatty():
        file.gone = errno.EIO
    buffered = stream.buffer is not raw
    return TextIOWrapper(
        io.BufferedWriter(file) if buffered else file,
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
