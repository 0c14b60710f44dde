"""The commands that make a run's encoder ready to deploy: release, difference."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schemas.console import Json, print_json, say, show
from schemas.errors import UserError
from schemas.messages import tell
from schemas.progress import announce, track
from trainer.commands.options import OneTaskOption, OptionalStsOption, refuse_ignored

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemas.progress import Progress
    from trainer.encoders.encoder import Encoder
    from trainer.evaluation.data.pairs import Pairs
    from trainer.evaluation.scores.variants import Encode, Variant
    from trainer.runs.releasable import Releasable

commands = typer.Typer()
_STS = Path("sts/STSB_all_test.parquet")
"""Where `trainer data hub --output sts` writes STS-B test."""


@commands.command("release")
def release_cli(
    context: typer.Context,
    run: Annotated[
        Path, typer.Argument(help="Folder of a finished run, file of a difference, or osscse.")
    ],
    output: Annotated[Path, typer.Option(metavar="DIR", help="Folder to write to.")],
    data: OptionalStsOption = None,
    tasks: OneTaskOption = None,
    static: Annotated[
        bool,
        typer.Option(
            "--static",
            help="Also distil a static encoder (model2vec); takes the time to encode the"
            " vocabulary.",
        ),
    ] = False,
    license: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Licence of the model for its card, e.g. apache-2.0."),
    ] = None,
    push: Annotated[
        str | None,
        typer.Option(
            metavar="OWNER/NAME",
            help="Also upload the folder to the model hub, under this name.",
        ),
    ] = None,
    private: Annotated[
        bool, typer.Option("--private", help="With --push: only you can see the new model.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Make a folder to deploy: sentence-transformers, ONNX in fp32 and int8, a static encoder.

    Each form is measured on the bundled contrast set, on STS-B, and for speed; the model card has
    the figures. Without --data, STS-B is read from the folder sts, if `trainer data hub --output
    sts` wrote it there. Needs the extra: pip install 'osscse[release]'. With --push, the token and
    the name are checked before any work.

    Example: trainer release runs/demo-1 --output my-encoder

    Example: trainer release runs/demo-1 --output my-encoder --data sts --static

    Example: trainer release osscse --output osscse-encoder

    Example: trainer release runs/demo-1 --output my-encoder --push me/my-encoder
    """
    refuse_ignored(context, "tasks", "--data", missing=data is None)
    if private and push is None:
        raise UserError("--private is about the model on the hub: give --push OWNER/NAME too.")
    announce(f"Loading {run}")
    from dataclasses import asdict

    from trainer.commands.material import scored_pairs
    from trainer.encoders.onnx import require_onnx
    from trainer.encoders.static import require_static
    from trainer.evaluation.data.sts_sets import read_pairs
    from trainer.evaluation.report.tables import variants_table
    from trainer.runs.hub import check_push
    from trainer.runs.hub import push as push_folder
    from trainer.runs.outputs import check_free_folder
    from trainer.runs.releasable import open_releasable

    released = open_releasable(run)
    check_free_folder(output)
    require_onnx()
    if static:
        require_static()
    if push is not None:
        check_push(push)
    if data is not None:
        chosen = scored_pairs(data, tasks or ["STSB"])
    else:
        chosen = [read_pairs(_STS, "STSB")] if _STS.is_file() else []
    variants = release(released, output, chosen, static=static, license=license, on_hub=push)
    if as_json:
        print_json([asdict(one) for one in variants])
    else:
        show([variants_table(variants)])
        say(f"Released to {output}; the card is {output / 'README.md'}.")
    if not chosen:
        tell(
            f"STS was not measured: `trainer data hub --output {_STS.parent}` fetches STS-B, which"
            " the next release then reads; or give --data."
        )
    if push is not None:
        announce(f"Uploading {output} as {push}")
        typer.echo(f"Uploaded to {push_folder(output, push, private=private)}.", err=as_json)


def release(
    released: Releasable,
    output: Path,
    tasks: list[Pairs],
    *,
    static: bool,
    license: str | None = None,
    on_hub: str | None = None,
) -> list[Variant]:
    """Write the forms of an encoder to a folder, and measure each.

    Args:
        output: folder to make; it must not exist or be empty.
        static: whether to distil a static encoder.
        on_hub: name on the model hub under which the card loads the model; the folder's if absent.
    """
    from schemas.files import replace_folder
    from schemas.templates import render
    from trainer.evaluation.data.contrast_sets import bundled_contrast
    from trainer.evaluation.scores.variants import judge_int8, measure_variant
    from trainer.runs.export import write_card

    cuts = released.cuts
    rows = bundled_contrast()
    found: list[Variant] = []

    def write(fresh: Path) -> None:
        with track("release", 3 + len(cuts) + static, "forms") as progress:
            encoder = released.load()
            released.write(encoder, fresh)
            for form in _forms(encoder, fresh, progress, cuts, static=static):
                found.append(measure_variant(*form, rows, tasks))
                progress.advance(note=form[0])
            # The exporters' own cards say less than ours.
            for other in fresh.rglob("README.md"):
                other.unlink()
            name = on_hub or output.name
            section = render(
                "trainer.evaluation.report",
                "forms.md",
                name=name,
                variants=found,
                settings=encoder.settings,
                triples=len(rows.triples),
                cuts=cuts,
                on_hub=on_hub is not None,
                # The first form is the fp32 folder, the third the int8 graph.
                int8=judge_int8(found[0], found[2], len(rows.triples)),
            )
            write_card(fresh, released.card(name, section, license))

    replace_folder(output, write)
    return found


def _forms(
    encoder: Encoder, fresh: Path, progress: Progress, cuts: Sequence[int], *, static: bool
) -> Iterator[tuple[str, list[Path], Encode]]:
    """Write the forms one by one; yields the name of each, its files and its `encode`."""
    from trainer.encoders.onnx import OnnxEncoder, quantize, write_onnx
    from trainer.encoders.static import write_static

    weights = sorted(fresh.rglob("*.safetensors"))
    yield "sentence-transformers", weights, encoder.encode
    (fresh / "onnx").mkdir()
    whole, small = fresh / "onnx" / "model.onnx", fresh / "onnx" / "model_int8.onnx"
    write_onnx(encoder, whole)
    yield "ONNX fp32", [whole], OnnxEncoder(encoder, whole).encode
    quantize(whole, small)
    yield "ONNX int8", [small], OnnxEncoder(encoder, small).encode
    for count in cuts:
        yield f"first {count} dimensions", weights, _cut(encoder.encode, count)
    if static:
        made = write_static(
            encoder,
            fresh / "static",
            lambda done, tokens: progress.advance(0, f"static, {done:,}/{tokens:,} tokens"),
        )
        files = [path for path in (fresh / "static").iterdir() if path.is_file()]
        yield "static (model2vec)", files, made.encode


def _cut(encode: Encode, dimensions: int) -> Encode:
    """The first dimensions of the embeddings alone."""
    return lambda texts: encode(texts)[:, :dimensions]


@commands.command("difference")
def difference_cli(
    run: Annotated[Path, typer.Argument(help="Folder of a finished run.")],
    output: Annotated[
        Path, typer.Option(metavar="FILE", help="File to write, ending in .safetensors.")
    ],
    megabytes: Annotated[
        float, typer.Option(min=0.1, help="File size; scales and names come on top, about 1 %.")
    ] = 4.0,
    share: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            metavar="X",
            help="Share of the run's weights; the rest comes from the base, or in equal parts from"
            " the encoders of --with.",
        ),
    ] = 1.0,
    others: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="MODEL",
            help="Encoder to mix with, e.g. osscse or another run; repeat for more. By default the"
            " base.",
        ),
    ] = None,
    change: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            metavar="X",
            help="Share of the change from the base to apply; less keeps more of its similarities.",
        ),
    ] = 1.0,
    rear: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            max=1.0,
            metavar="X",
            help="Share of the change in the rear half of the layers; by default that of --change.",
        ),
    ] = None,
    note: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="Markdown file for the model card: data, figures, limits.",
        ),
    ] = None,
) -> None:
    """Write a run's encoder as its difference from the base model, in a few megabytes.

    Every command accepts such a file as an encoder, and loads the base model by its name. The
    command says how much of this difference fits into the file.

    Example: trainer difference runs/first --output better.safetensors

    Example: trainer difference runs/first --output small.safetensors --megabytes 2

    Example: trainer difference runs/a --output b.safetensors --share 0.5 --with osscse
    """
    announce(f"Loading {run}")
    from trainer.encoders.difference import SUFFIX, read_stated
    from trainer.runs.difference import write_run_difference

    if output.suffix != SUFFIX:
        raise UserError(f"--output {output}: the name must end in {SUFFIX}.")
    if others and share == 1:
        raise UserError(f"--with {others[0]} has no effect with --share 1: give a share below 1.")
    try:
        text = note.read_text(encoding="utf-8") if note is not None else ""
    except OSError as error:
        raise UserError(f"--note {note} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UserError(f"--note {note} is not a text file in UTF-8.") from error
    most = round(megabytes * 1e6)
    kept = write_run_difference(
        run,
        output,
        most=most,
        share=share,
        others=others or (),
        change=change,
        rear=rear,
        note=text,
    )
    size = output.stat().st_size / 1e6
    say(f"{output} ({size:.1f} MB) keeps {100 * kept:.1f} % of this difference.")
    base = read_stated(output).base
    if Path(base).exists():
        tell(
            f"Its base is the folder {base}: whoever loads the file needs that folder at this path."
        )
