"""Uploads to the model hub, against a server of its protocol on this machine."""

import pytest

from schemas.errors import UserError, WorkFailed
from tests.model_hub import Hub, serving
from trainer.runs.hub import check_push, push


@pytest.fixture
def hub(tmp_path):
    """A hub that the client talks to, with a token that may write."""
    with serving(Hub(), tmp_path / "cache") as hub:
        yield hub


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "made" / "onnx").mkdir(parents=True)
    (tmp_path / "made" / "README.md").write_text("# covers")
    (tmp_path / "made" / "onnx" / "model.onnx").write_bytes(b"\x00graph")
    return tmp_path / "made"


def test_a_folder_is_uploaded_in_place_of_an_earlier_release(hub, folder):
    hub.models["anna/covers"] = {
        "static/model.safetensors": b"old",
        "onnx/model.onnx": b"old",
        "notes.txt": b"own",
    }
    check_push("anna/covers")
    assert push(folder, "anna/covers", private=True) == f"{hub.address}/anna/covers"
    assert hub.created["name"] == "covers"
    assert hub.created["organization"] == "anna"
    assert hub.created["visibility"] == "private"
    assert hub.models["anna/covers"] == {
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
    assert hub.models == {}
