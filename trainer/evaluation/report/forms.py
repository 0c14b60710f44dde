"""The section of a model card on the released forms of an encoder, with their scores."""

from __future__ import annotations

from collections.abc import Sequence

from schemas.templates import render
from trainer.encoders.encoder import EncoderSettings
from trainer.evaluation.scores.variants import Variant, judge_int8


def forms_section(
    name: str,
    variants: Sequence[Variant],
    settings: EncoderSettings,
    triples: int,
    *,
    cuts: Sequence[int] = (),
    on_hub: bool = False,
) -> str:
    """Markdown: a table of the forms, how int8 compares, and how to load a graph.

    Args:
        name: folder of the model, or its name on the hub.
        variants: the fp32 folder, the fp32 graph, the int8 graph, the cuts, and optionally a static
            encoder.
        settings: the encoder's.
        triples: size of the contrast sets measured on.
        cuts: numbers of dimensions that the encoder was trained to be cut to.
        on_hub: whether the model is loaded from there.
    """
    return render(
        __package__,
        "forms.md",
        name=name,
        variants=variants,
        settings=settings,
        triples=triples,
        cuts=cuts,
        on_hub=on_hub,
        int8=judge_int8(variants[0], variants[2], triples),
    )
