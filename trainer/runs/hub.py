"""Uploads a folder to the Hugging Face hub, and checks before any work that it can be done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.errors import OsscseError, UserError, WorkFailed
from trainer.encoders.folder import OTHER_FORMS

if TYPE_CHECKING:
    from huggingface_hub import HfApi

TOKEN = "Set HF_TOKEN, or log in with `hf auth login`."


def check_push(name: str) -> None:
    """Check that somebody is logged in to the hub, and that OWNER/NAME is valid there.

    Raises:
        UserError: the name is invalid, there is no valid token, or the hub cannot be reached.
    """
    from huggingface_hub.errors import HFValidationError
    from huggingface_hub.utils import validate_repo_id  # type: ignore[attr-defined]

    try:
        validate_repo_id(name)
    except HFValidationError as error:
        raise UserError(f"--push {name}: not a name for the hub. {error}") from error
    if "/" not in name:
        raise UserError(f"--push {name}: write OWNER/NAME, with your name on the hub as owner.")
    with _told(UserError, f"--push {name}: ") as api:
        api.whoami()


def push(folder: Path, name: str, *, private: bool) -> str:
    """Upload a folder in one commit; the repository is created if missing.

    Args:
        name: OWNER/NAME.
        private: whether a new repository is private.

    Returns:
        Address of the model.

    Raises:
        WorkFailed: the hub refuses, or the connection is lost; the folder stays.
    """
    command = f"hf upload {name} {folder}{' --private' if private else ''}"
    again = f"{folder} is complete, but was not uploaded. Retry: {command}. "
    with _told(WorkFailed, again) as api:
        address = api.create_repo(name, private=private, exist_ok=True)
        api.upload_folder(
            repo_id=name,
            folder_path=folder,
            commit_message="Release",
            # The new release may lack some of them.
            delete_patterns=[*OTHER_FORMS],
        )
    return str(address)


@contextmanager
def _told(kind: type[OsscseError], start: str) -> Iterator[HfApi]:
    """The hub's client, whose errors become messages of one or two sentences.

    Args:
        kind: class of the error to raise.
        start: beginning of its message.
    """
    from huggingface_hub import HfApi
    from huggingface_hub.errors import (  # type: ignore[attr-defined]
        HfHubHTTPError,
        HTTPError,  # of whichever HTTP client the installed version uses
        LocalTokenNotFoundError,
        OfflineModeIsEnabled,
    )

    try:
        yield HfApi()
    except LocalTokenNotFoundError as error:
        raise kind(f"{start}There is no token for the model hub. {TOKEN}") from error
    except OfflineModeIsEnabled as error:
        raise kind(f"{start}HF_HUB_OFFLINE is set, so the model hub is not used.") from error
    except HfHubHTTPError as error:
        status = error.response.status_code
        if status in (401, 403):
            raise kind(
                f"{start}The model hub refuses the token ({status}): it is invalid, or may not"
                f" write there. {TOKEN}"
            ) from error
        raise kind(
            f"{start}The model hub answered with an error ({status}). Try again later."
        ) from error
    except ValueError as error:
        reason = str(error).splitlines()[-1].removeprefix("- ")
        raise kind(f"{start}The model hub refuses the model card: {reason}.") from error
    except (HTTPError, OSError) as error:
        raise kind(
            f"{start}The model hub could not be reached ({type(error).__name__}): check the"
            " network."
        ) from error
