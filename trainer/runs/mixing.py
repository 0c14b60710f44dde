"""Mixes the initial and the trained weights of a run (WiSE-FT).

Wortsman et al., 2022: on the straight line between two encoders of one run, much of what training
gains comes early, before most of what it costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor

from schemas.advice import quoted
from schemas.errors import UserError
from schemas.files import replace_folder
from trainer.encoders.adapters import FOLDER, scale_adapter
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder, save_encoder
from trainer.encoders.layers import rear_blocks
from trainer.recipes.reading import load_recipe
from trainer.runs.folder import RunFolder
from trainer.runs.outputs import check_free_folder


def interpolated(
    start: Mapping[str, Tensor],
    end: Mapping[str, Tensor],
    share: float,
    rear: float = 1.0,
    blocks: tuple[str, ...] = (),
) -> dict[str, Tensor]:
    """Weights between two encoders; tensors that are not weights are copied from the end.

    Args:
        start: the weights that a share of 0 gives.
        end: the weights that a share of 1 gives, of the same names and shapes.
        share: of the weights at the end, from 0 to 1.
        rear: the share for weights whose names begin with one of `blocks`.
        blocks: as from `rear_blocks`; none by default.
    """

    def between(name: str, value: Tensor) -> Tensor:
        own = rear if name.startswith(blocks) else share
        return torch.lerp(start[name], value, own) if value.is_floating_point() else value

    return {name: between(name, value) for name, value in end.items()}


def mixed(folder: RunFolder, share: float, rear: float) -> Encoder:
    """The encoder with each weight equal to `(1 - share) * start + share * end`.

    Args:
        folder: of a run that keeps both ends.
        share: of the trained weights, from 0 to 1.
        rear: that share in the rear half of the layers, from 0 to 1.

    Raises:
        UserError: the shares differ, and the layers of the model cannot be found.
    """
    start, end = (load_encoder(str(path)) for path in (folder.start, folder.end))
    blocks = tuple(f"backbone.{name}" for name in rear_blocks(start)) if rear != share else ()
    start.load_state_dict(interpolated(start.state_dict(), end.state_dict(), share, rear, blocks))
    return start


def write_mix(run: Path, share: float, output: Path, rear: float | None = None) -> None:
    """Write another mix of a run's two ends, without training.

    Args:
        run: folder of the run.
        share: of the trained weights, from 0 to 1.
        output: folder to create; it must not exist, or be empty.
        rear: the same for the rear half of the layers; if None, the part of `share` that the run's
            recipe says.

    Raises:
        UserError: the run does not keep both ends, `output` is not empty, or the layers of the
            model cannot be found.
    """
    folder = RunFolder(run)
    folder.read_record()
    if not folder.start.is_dir():
        raise UserError(
            f"{run} does not keep its initial weights. Train with a share below 1, as"
            " in `--set final_mix=0.5`, which keeps both ends."
        )
    if not folder.end.is_dir():
        raise UserError(
            f"{run} has no trained weights yet. Resume it with"
            f" `trainer fit --resume --output {quoted(run)}`."
        )
    check_free_folder(output)
    if rear is None:
        rear = share * load_recipe(str(folder.recipe)).final_mix_rear
    encoder = mixed(folder, share, rear)
    replace_folder(output, lambda fresh: save_mixed(folder, share, rear, encoder, fresh))


def save_mixed(folder: RunFolder, share: float, rear: float, encoder: Encoder, fresh: Path) -> None:
    """Write a mix, and the low-rank update that makes it of the base model, if there is one.

    Args:
        share, rear: as in `mixed`.
        fresh: an existing empty folder.
    """
    save_encoder(encoder, fresh)
    if (folder.end / FOLDER).is_dir():
        later = dict.fromkeys(rear_blocks(encoder), rear) if rear != share else {}
        scale_adapter(folder.end / FOLDER, share, fresh / FOLDER, later)
