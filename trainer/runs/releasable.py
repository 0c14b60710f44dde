"""Encoders that can be released: that of a finished run, or that of a difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from trainer.encoders.difference import difference_file
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder, save_encoder
from trainer.recipes.reading import load_recipe
from trainer.runs.difference import difference_card
from trainer.runs.export import copy_folder, finished_run, folder_card
from trainer.runs.folder import RunFolder


@dataclass(frozen=True, slots=True)
class OfRun:
    """The encoder of a finished run."""

    folder: RunFolder

    @property
    def cuts(self) -> Sequence[int]:
        """Lengths to which it was trained to have its vectors cut."""
        return load_recipe(str(self.folder.recipe)).nested_dimensions

    def load(self) -> Encoder:
        """The encoder, on the CPU."""
        return load_encoder(str(self.folder.best))

    def write(self, encoder: Encoder, fresh: Path) -> None:
        """Write its folder, without the card.

        Args:
            encoder: from `load`.
        """
        copy_folder(self.folder.best, fresh)

    def card(self, name: str, forms: str, license: str | None) -> str:
        """Its model card; the arguments are those of `model_card`."""
        return folder_card(self.folder, name, forms, license)


@dataclass(frozen=True, slots=True)
class OfDifference:
    """The encoder that the file of a difference stands for."""

    file: Path

    @property
    def cuts(self) -> Sequence[int]:
        """Lengths to which it was trained to have its vectors cut; the file states none."""
        return ()

    def load(self) -> Encoder:
        """The encoder, on the CPU."""
        return load_encoder(str(self.file))

    def write(self, encoder: Encoder, fresh: Path) -> None:
        """Write its folder, without the card.

        Args:
            encoder: from `load`.
        """
        save_encoder(encoder, fresh)

    def card(self, name: str, forms: str, license: str | None) -> str:
        """Its model card; the arguments are those of `difference_card`."""
        return difference_card(self.file, name, forms, license)


Releasable = OfRun | OfDifference


def open_releasable(run: Path) -> Releasable:
    """An encoder to release.

    Args:
        run: folder of a run, file of a difference, or `osscse`.

    Raises:
        UserError: there is no run, or it is not finished.
    """
    if (file := difference_file(str(run))) is not None:
        return OfDifference(file)
    return OfRun(finished_run(run))
