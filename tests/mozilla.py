"""A server like Mozilla's in this process, with small files, which can be told to misbehave."""

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pyarrow as pa

from pipeline.translation.published.server import COLLECTION


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclass
class Mozilla:
    """What the server has, what it does wrong, and the requests that it received.

    Attributes:
        records: of the list.
        files: location -> packed bytes.
        ranges: whether it can continue in the middle of a file.
        cuts: how many of its next files are cut in the middle.
        asked: path and range of each request for a file.
    """

    url: str = ""
    records: list[dict] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    ranges: bool = True
    cuts: int = 0
    asked: list[tuple[str, str | None]] = field(default_factory=list)

    def publish(self, pair: str, files: dict[str, bytes], version: str = "3.0", **changes) -> None:
        """Add records for the files of a direction such as `en-de`, by their names."""
        source, target = ("en", pair[3:]) if pair[:3] == "en-" else (pair.removesuffix("-en"), "en")
        for name, content in files.items():
            packed = pa.compress(content, codec="zstd", asbytes=True)
            location = f"main/{pair}-{version}-{name}.zst"
            self.files[location] = packed
            self.records.append({
                "name": name, "fileType": name.partition(".")[0], "version": version,
                "sourceLanguage": source, "targetLanguage": target, "architecture": "tiny",
                "filter_expression": "", "decompressedHash": sha256(content),
                "attachment": {"location": location, "size": len(packed), "hash": sha256(packed)},
            } | changes)  # fmt: skip


def model(pair: str, size: int = 0) -> dict[str, bytes]:
    """Files with the names of a model's."""
    code = pair.replace("-", "")
    return {
        f"model.{code}.intgemm.alphas.bin": f"weights {pair} ".encode() + bytes(size),
        f"vocab.{code}.spm": f"pieces {pair}".encode(),
        f"lex.50.50.{code}.s2t.bin": f"words {pair}".encode(),
    }


def handler(mozilla: Mozilla) -> type[BaseHTTPRequestHandler]:
    class Answers(BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path == "/v1/":
                base = {"base_url": f"{mozilla.url}/files"}
                self.answer(json.dumps({"capabilities": {"attachments": base}}).encode())
            elif self.path == f"/v1/{COLLECTION}" or self.path.endswith(".json"):
                self.answer(json.dumps({"data": mozilla.records}).encode())
            elif (content := mozilla.files.get(self.path.removeprefix("/files/"))) is not None:
                mozilla.asked.append((self.path, self.headers["Range"]))
                self.file(content)
            else:
                self.send_error(404)

        def file(self, content: bytes):
            asked = re.fullmatch(r"bytes=(\d+)-", self.headers["Range"] or "")
            start = int(asked[1]) if asked and mozilla.ranges else 0
            rest = {"Content-Range": f"bytes {start}-{len(content) - 1}/{len(content)}"}
            self.answer(content[start:], 206 if start else 200, rest if start else {})

        def answer(self, body: bytes, status: int = 200, headers: dict[str, str] | None = None):
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if mozilla.cuts and self.path.startswith("/files/"):
                mozilla.cuts -= 1
                body = body[: len(body) // 2]
                self.close_connection = True
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    return Answers


@contextmanager
def serving(*pairs: str) -> Iterator[Mozilla]:
    """A server with models of directions such as `en-de`."""
    made = Mozilla()
    for pair in pairs:
        made.publish(pair, model(pair))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler(made)) as server:
        made.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield made
        finally:
            server.shutdown()
            thread.join()
