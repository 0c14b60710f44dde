"""Simulates the end of a process without a process of its own."""

import shutil
from pathlib import Path


class Killed(BaseException):
    """Simulated death of a process; nothing is renamed or removed after it."""


def killed_after(patch, renames):
    """Let this number of files be renamed or removed, and none after them."""
    left = [renames]

    def counted(method):
        def call(self, *arguments, **options):
            if left[0] == 0:
                raise Killed
            left[0] -= 1
            return method(self, *arguments, **options)

        return call

    patch.setattr(Path, "replace", counted(Path.replace))
    patch.setattr(Path, "unlink", counted(Path.unlink))
    patch.setattr(shutil, "rmtree", counted(shutil.rmtree))
