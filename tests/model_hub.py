"""A server that speaks as much of the model hub's protocol as reading and uploading take."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import pytest

COMMIT = "0" * 40
WRITER, READER = "good", "reader"
"""Tokens: with the second, nobody may write. `odd` is answered with an error that no client
expects."""


class Hub(ThreadingHTTPServer):
    """Repositories of one user.

    Attributes:
        models: name -> path -> content.
        datasets: the same.
        created: the request that created the last repository; None before.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.models: dict[str, dict[str, bytes]] = {}
        self.datasets: dict[str, dict[str, bytes]] = {}
        self.created: dict[str, str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


def content_of(folder: Path) -> dict[str, bytes]:
    """The files of a folder, as a repository holds them."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@contextmanager
def serving(hub: Hub, cache: Path) -> Iterator[Hub]:
    """Clients of this process, and of those it starts, talk to a hub, with a token that may write.

    What the environment says is also patched where it was read on import.

    Args:
        cache: folder of what is downloaded.
    """
    # Loaded before anything is patched, since they would keep what they read.
    import datasets.config
    import transformers.utils.hub
    from huggingface_hub import constants, hf_api

    files = f"{hub.address}/{{repo_id}}/resolve/{{revision}}/{{filename}}"
    held = str(cache / "hub")
    patched = [
        (constants, "ENDPOINT", hub.address),
        (constants, "HUGGINGFACE_CO_URL_TEMPLATE", files),
        (constants, "HF_HUB_OFFLINE", False),
        (constants, "HF_HUB_CACHE", held),
        (hf_api.api, "endpoint", hub.address),
        (transformers.utils.hub, "_hf_api", None),
        (datasets.config, "HF_ENDPOINT", hub.address),
        (datasets.config, "HF_HUB_OFFLINE", False),
        (datasets.config, "HF_DATASETS_OFFLINE", False),
        (datasets.config, "HF_DATASETS_CACHE", cache / "datasets"),
    ]
    environment = {
        "HF_ENDPOINT": hub.address,
        "HF_HUB_OFFLINE": "0",
        "HF_HUB_CACHE": held,
        "HF_TOKEN": WRITER,
    }
    with hub, pytest.MonkeyPatch.context() as patch:
        for place, name, value in patched:
            patch.setattr(place, name, value)
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.setattr("schemas.hub._failed", [])
        thread = Thread(target=hub.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield hub
        finally:
            hub.shutdown()
            thread.join()


class _Answer(BaseHTTPRequestHandler):
    """Answers of `Hub`."""

    server: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        pass

    def reply(self, status: int, content: object, headers: dict[str, str] | None = None) -> None:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def missing(self, code: str) -> None:
        self.reply(404, {"error": code}, {"X-Error-Code": code})

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if path == "/api/whoami-v2":
            token = (self.headers["Authorization"] or "").removeprefix("Bearer ")
            known = token in (WRITER, READER)
            status = 418 if token == "odd" else 200 if known else 401
            self.reply(status, {"name": "anna"} if known else {"error": "refused"})
        elif path.startswith("/api/"):
            self.about(path)
        elif path == "/":
            self.reply(200, b"hub")
        else:
            self.file(path.removeprefix("/"))

    def repository(self, path: str) -> tuple[str, dict[str, bytes], str] | None:
        """Name, files and the rest of the path, after `models/` or `datasets/`."""
        kind, _, rest = path.partition("/")
        held = {"models": self.server.models, "datasets": self.server.datasets}
        for name, files in held.get(kind, {}).items():
            if f"{rest}/".startswith(f"{name}/"):
                return name, files, rest.removeprefix(name).removeprefix("/")
        return None

    def about(self, path: str) -> None:
        """What a repository holds, or some of its files."""
        found = self.repository(path.removeprefix("/api/"))
        if found is None:
            self.missing("RepoNotFound")
            return
        name, files, rest = found
        asked, _, below = rest.partition("/")
        if asked in ("", "revision"):
            held = [{"rfilename": one} for one in files]
            self.reply(200, {"id": name, "sha": COMMIT, "siblings": held})
            return
        folder = f"{below}/".partition("/")[2]  # without the revision
        inside = sorted(one for one in files if one.startswith(folder))
        if not inside and folder:
            self.missing("EntryNotFound")
            return
        entries = [_entry(one, files[one]) for one in inside]
        if "recursive=true" not in self.path:
            deeper = [one for one in inside if "/" in one.removeprefix(folder)]
            tops = {folder + one.removeprefix(folder).partition("/")[0] for one in deeper}
            entries = [entry for entry in entries if entry["path"] not in deeper]
            entries += [{"type": "directory", "path": one, "oid": COMMIT} for one in sorted(tops)]
        self.reply(200, entries)

    def file(self, path: str) -> None:
        """A file at `NAME/resolve/REVISION/FILE`."""
        found = self.repository(path if path.startswith("datasets/") else f"models/{path}")
        if found is None:
            self.missing("RepoNotFound")
            return
        _, files, rest = found
        content = files.get(rest.split("/", 2)[-1])
        if content is None:
            self.missing("EntryNotFound")
            return
        self.reply(200, content, {"ETag": f'"{_digest(content)}"', "X-Repo-Commit": COMMIT})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        parts = urlsplit(self.path)
        if parts.path == "/api/validate-yaml":
            wrong = "license: mine" in json.loads(body)["content"]
            errors = [{"message": "license must be one of a list"}] if wrong else []
            self.reply(400 if wrong else 200, {"errors": errors, "warnings": []})
            return
        found = self.repository(unquote(parts.path).removeprefix("/api/"))
        if self.headers["Authorization"] != f"Bearer {WRITER}":
            self.reply(403, {"error": "Forbidden"})
        elif parts.path == "/api/repos/create":
            self.create(json.loads(body))
        elif found is None:
            self.missing("RepoNotFound")
        elif "/preupload/" in parts.path:
            how = {"uploadMode": "regular", "shouldIgnore": False, "oid": None}
            asked = json.loads(body)["files"]
            self.reply(200, {"files": [{"path": one["path"], **how} for one in asked]})
        else:
            self.commit(*found[:2], [json.loads(line) for line in body.splitlines()])

    def create(self, asked: dict[str, str]) -> None:
        name = f"{asked['organization']}/{asked['name']}"
        self.server.created = asked
        self.server.models.setdefault(name, {})
        self.reply(200, {"url": f"{self.server.address}/{name}"})

    def commit(self, name: str, files: dict[str, bytes], lines: list[dict[str, dict]]) -> None:
        for line in lines:
            value = line["value"]
            if line["key"] == "file":
                files[value["path"]] = base64.b64decode(value["content"])
            if line["key"] == "deletedFile":
                del files[value["path"]]
        address = f"{self.server.address}/{name}/commit/{COMMIT}"
        self.reply(200, {"commitUrl": address, "commitOid": COMMIT})


def _entry(path: str, content: bytes) -> dict[str, object]:
    return {"type": "file", "path": path, "size": len(content), "oid": _digest(content)}


def _digest(content: bytes) -> str:
    return hashlib.sha1(content).hexdigest()
