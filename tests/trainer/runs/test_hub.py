"""Uploads to the model hub, against a server of its protocol on this machine."""

import base64
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from schemas.errors import UserError, WorkFailed
from trainer.runs.hub import check_push, push


class Hub(ThreadingHTTPServer):
    """One repository at most, for one user with the token `good`, or `reader`, who may not write.

    The token `odd` is answered with an error that no client expects.

    Attributes:
        files: path -> content, of the repository.
        made: the request that created the repository; None before.
    """

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.files = {}
        self.made = None

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"


class Answer(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def reply(self, status, value):
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self):
        token = self.headers.get("Authorization")
        if self.path == "/api/whoami-v2":
            known = token in ("Bearer good", "Bearer reader")
            status = 418 if token == "Bearer odd" else 200 if known else 401
            self.reply(status, {"name": "anna"} if known else {"error": "refused"})
        elif self.path.startswith("/api/models/anna/covers/tree/"):
            held = [{"type": "file", "path": p, "size": 1, "oid": "0"} for p in self.server.files]
            self.reply(200, held)
        elif self.path.startswith("/api/models/anna/covers"):
            named = [{"rfilename": path} for path in self.server.files]
            self.reply(200, {"id": "anna/covers", "sha": "0" * 40, "siblings": named})
        else:
            self.reply(404, {"error": self.path})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/api/validate-yaml":
            wrong = "license: mine" in json.loads(body)["content"]
            errors = [{"message": "license must be one of a list"}] if wrong else []
            self.reply(400 if wrong else 200, {"errors": errors, "warnings": []})
        elif self.headers.get("Authorization") != "Bearer good":
            self.reply(403, {"error": "Forbidden"})
        elif self.path == "/api/repos/create":
            self.server.made = json.loads(body)
            self.reply(200, {"url": f"{self.server.address}/anna/covers"})
        elif self.path.startswith("/api/models/anna/covers/preupload/"):
            asked = json.loads(body)["files"]
            regular = {"uploadMode": "regular", "shouldIgnore": False, "oid": None}
            self.reply(200, {"files": [{"path": one["path"], **regular} for one in asked]})
        elif self.path.startswith("/api/models/anna/covers/commit/"):
            for line in map(json.loads, body.splitlines()):
                value = line["value"]
                if line["key"] == "file":
                    self.server.files[value["path"]] = base64.b64decode(value["content"])
                if line["key"] == "deletedFile":
                    del self.server.files[value["path"]]
            commit = "0" * 40
            address = f"{self.server.address}/anna/covers/commit/{commit}"
            self.reply(200, {"commitUrl": address, "commitOid": commit})
        else:
            self.reply(404, {"error": self.path})


@pytest.fixture
def hub(monkeypatch):
    """A hub that the client talks to, with a token that may write."""
    with Hub() as server:
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", server.address)
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
        monkeypatch.setenv("HF_TOKEN", "good")
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "made" / "onnx").mkdir(parents=True)
    (tmp_path / "made" / "README.md").write_text("# covers")
    (tmp_path / "made" / "onnx" / "model.onnx").write_bytes(b"\x00graph")
    return tmp_path / "made"


def test_a_folder_is_uploaded_in_place_of_an_earlier_release(hub, folder):
    hub.files = {"static/model.safetensors": b"old", "onnx/model.onnx": b"old", "notes.txt": b"own"}
    check_push("anna/covers")
    assert push(folder, "anna/covers", private=True) == f"{hub.address}/anna/covers"
    assert hub.made["name"] == "covers"
    assert hub.made["organization"] == "anna"
    assert hub.made["visibility"] == "private"
    assert hub.files == {
        "README.md": b"# covers",
        "onnx/model.onnx": b"\x00graph",
        "notes.txt": b"own",
    }


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("covers", "write OWNER/NAME"),
        ("anna/cov ers", "not a name for the hub"),
        ("anna/covers/2", "not a name for the hub"),
    ],
)
def test_a_name_that_the_hub_cannot_have_is_refused(hub, name, message):
    with pytest.raises(UserError, match=message):
        check_push(name)


def test_a_token_is_asked_for_before_any_work(hub, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "made-up")
    with pytest.raises(UserError, match=r"refuses the token \(401\).*hf auth login"):
        check_push("anna/covers")
    monkeypatch.delenv("HF_TOKEN")
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", "/nowhere")
    with pytest.raises(UserError, match=r"no token for the model hub\. Set HF_TOKEN"):
        check_push("anna/covers")


def test_an_answer_that_is_not_foreseen_is_told_by_its_number(hub, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "odd")
    said = r"^--push anna/covers: The model hub answered with an error \(418\)\. Try again later"
    with pytest.raises(UserError, match=said):
        check_push("anna/covers")


def test_without_a_network_the_message_says_so(hub, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(UserError, match=r"hub could not be reached \(ConnectError\)"):
        check_push("anna/covers")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(UserError, match="HF_HUB_OFFLINE is set"):
        check_push("anna/covers")


def test_a_card_that_the_hub_refuses_is_told_with_its_reason(hub, folder):
    (folder / "README.md").write_text("---\nlicense: mine\n---\n")
    with pytest.raises(WorkFailed, match=r"refuses the model card: license must be one of a list"):
        push(folder, "anna/covers", private=False)


@pytest.mark.parametrize(("private", "option"), [(False, ""), (True, " --private")])
def test_a_refused_upload_says_how_to_repeat_it(hub, folder, monkeypatch, private, option):
    monkeypatch.setenv("HF_TOKEN", "reader")
    check_push("anna/covers")
    again = rf"Retry: hf upload anna/covers {folder}{option}\. The model hub refuses the token"
    with pytest.raises(WorkFailed, match=again):
        push(folder, "anna/covers", private=private)
    assert hub.files == {}
