"""The model hub without network."""

import logging

import pytest
from huggingface_hub import constants

from pipeline.translation.checkpoint import load_tokenizer
from schemas import hub
from schemas.errors import WorkFailed


@pytest.fixture
def asked(monkeypatch):
    """What a hub without network was asked for; forgotten afterwards."""
    requests = []

    class Session:
        def head(self, url, **options):
            requests.append(url)
            raise OSError("Name or service not known")

    monkeypatch.setattr("huggingface_hub.get_session", Session)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(hub, "_failed", [])
    return requests


def test_without_network_the_hub_is_asked_once_and_nothing_is_logged(asked, logged, tmp_path):
    for _ in range(2):
        with pytest.raises(WorkFailed, match="the model hub cannot be reached") as caught:
            load_tokenizer("nobody/en-de")
        assert "\n" not in str(caught.value)
    assert asked == [constants.ENDPOINT]
    assert not logged
    assert not constants.HF_HUB_OFFLINE
    with hub.hub_once(str(tmp_path)):
        assert not constants.HF_HUB_OFFLINE


def test_the_clients_log_is_shown_again_afterwards(asked):
    logger = logging.getLogger("huggingface_hub")
    before = logger.level
    with hub.hub_once("nobody/en-de"):
        assert constants.HF_HUB_OFFLINE
        assert not logger.isEnabledFor(logging.WARNING)
    assert logger.level == before


def test_a_hub_that_answers_is_used(asked, monkeypatch):
    class Session:
        def head(self, url, **options):
            return 200

    monkeypatch.setattr("huggingface_hub.get_session", Session)
    with hub.hub_once("nobody/en-de"):
        assert not constants.HF_HUB_OFFLINE
    assert hub.hub_answers()
