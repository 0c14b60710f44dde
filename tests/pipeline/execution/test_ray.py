"""Ray is only contacted at an address that answers."""

import socket
import sys

import pytest

from pipeline.execution.ray import RayExecutor, _reach
from schemas.errors import UserError


def test_an_address_where_nothing_answers_is_refused_at_once(monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: connections are refused
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match=f"no Ray cluster at ray://127.0.0.1:{port} "):
            _reach(f"ray://127.0.0.1:{port}")
        monkeypatch.setenv("RAY_ADDRESS", f"127.0.0.1:{port}")
        with pytest.raises(UserError, match=f"no Ray cluster at 127.0.0.1:{port} "):
            _reach("auto")


def test_what_answers_and_what_ray_reads_by_itself_is_left_to_ray(monkeypatch):
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as server:
        _reach(f"127.0.0.1:{server.getsockname()[1]}")
    _reach("auto")


def test_without_ray_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(UserError) as refused:
        RayExecutor()
    said = "--executor ray needs the package ray: pip install 'osscse[ray]'."
    assert str(refused.value) == said
