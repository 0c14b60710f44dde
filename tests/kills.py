"""Simulates the end of a process, or a full disk, without a process or a disk of its own."""

import errno
import os
import shutil
import stat
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


def disk_full_after(patch, syncs):
    """Let this number of files reach the disk, which is full from then on."""
    left = [syncs]

    def fsync(descriptor):
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return  # removing a file from a folder takes no room
        if left[0] == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left[0] -= 1

    patch.setattr(os, "fsync", fsync)
