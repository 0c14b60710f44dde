"""Weights between those that a run began with and those that it trained (WiSE-FT).

Wortsman et al., 2022: on the straight line between two encoders of one run, much of what training
taught is there long before all of what it cost.
"""

from __future__ import annotations

from pathlib import Path

import torch

from schemas.errors import UserError
from schemas.files import replace_folder
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder, save_encoder
from trainer.runs.folder import RunFolder


@torch.no_grad()
def mixed(folder: RunFolder, share: float) -> Encoder:
    """The encoder whose every weight is `(1 - share) * start + share * end`.

    Args:
        folder: of a run that keeps both ends.
        share: of the trained weights, from 0 to 1.
    """
    start, end = (load_encoder(str(path)) for path in (folder.start, folder.end))
    trained = end.state_dict()
    for name, weight in start.state_dict().items():
        if weight.is_floating_point():
            weight.lerp_(trained[name], share)
    return start


def write_mix(run: Path, share: float, output: Path) -> None:
    """Write another mix of a run's two ends, without training.

    Args:
        run: folder of the run.
        share: of the trained weights, from 0 to 1.
        output: folder to make; it must not exist or be empty.

    Raises:
        UserError: where the run does not keep both ends or `output` holds something.
    """
    folder = RunFolder(run)
    folder.read_record()
    if not folder.start.is_dir():
        raise UserError(
            f"{run} does not keep the weights that it began with. Train with a share below 1, as"
            " in `--set final_mix=0.5`, which keeps both ends."
        )
    if not folder.end.is_dir():
        raise UserError(
            f"{run} has no trained weights yet. Go on with `trainer fit --resume --output {run}`."
        )
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise UserError(f"{output} is not empty. Give another --output.")
    output.parent.mkdir(parents=True, exist_ok=True)
    encoder = mixed(folder, share)
    replace_folder(output, lambda fresh: save_encoder(encoder, fresh))
