"""Limits that the system sets to this process, as tests lower them."""

import resource
from contextlib import contextmanager


@contextmanager
def files_of_at_most(size):
    """Let no file grow beyond a number of bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
