"""Which engine runs a model; a further engine needs only an entry in the table."""

import subprocess
import sys
from typing import get_args

import pytest

from pipeline.commands.options import Engine
from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.translation.checkpoint import Checkpoint
from pipeline.translation.decoding import Decoding, Output, Precision
from pipeline.translation.engine import EngineKind, ModelFormat, Source
from pipeline.translation.engines.table import (
    ENGINES,
    exception,
    format_of,
    offered,
    only_one,
    parse_engine,
    precisions,
    prepare,
)
from pipeline.translation.models import Pivot, demo_pivots
from pipeline.translation.pretrained import PRETRAINED
from pipeline.translation.roundtrip import RoundTripConfig
from schemas.errors import UserError

DEMO = demo_pivots()[0].forward


class Reversing:
    """Gives each text back to front."""

    device = "cpu"

    def __init__(self, checkpoint):
        self.checkpoint = checkpoint

    def translate(
        self, sources, decoding, *, batch_tokens, keys=(), anchors=(), avoid=(), score=True,
        on_batch=lambda rows: None,
    ):  # fmt: skip
        on_batch(len(sources))
        return [[Output(list(source)[::-1], -1.0, finished=True)] for source in sources]


MIRRORS = ModelFormat(
    title="a mirror",
    plural="mirrors",
    holds=lambda name: name.endswith(".mirror"),
    encode=lambda name, texts: [[ord(letter) for letter in text] for text in texts],
    encode_target=lambda name, texts: [[ord(letter) for letter in text] for text in texts],
    pieces=lambda name: [chr(i) for i in range(128)],
    decode=lambda name, rows: ["".join(map(chr, row)) for row in rows],
)
MIRROR = EngineKind(
    name="mirror",
    runs="mirrors",
    packages=("pyarrow",),
    precisions={"auto": "fp16 everywhere", "fp16": "in glass"},
    format=MIRRORS,
    prepare=lambda model, decoding, pivot_candidates: Source(
        Checkpoint(model.name, "mirror", "0" * 64, 99, end=-1), "mirror", model.name
    ),
    lacks=frozenset({"--sampling", "--avoid"}),
    open=lambda source, device, precision, threads: Reversing(source.checkpoint),
)


@pytest.fixture
def mirror(monkeypatch):
    monkeypatch.setitem(ENGINES, "mirror", MIRROR)


@pytest.mark.parametrize("engine", ["auto", "mirror"])
def test_a_new_engine_is_one_entry(mirror, tmp_path, engine):
    (tmp_path / "lines.txt").write_text("Rain fell.\nNo.\n")
    run_ingest([str(tmp_path / "lines.txt")], tmp_path, IngestConfig())
    pivot = Pivot("xx", "there.mirror", "back.mirror")
    decoding = RoundTripConfig(Decoding(beams=1))
    made = run_backtranslate(
        tmp_path, BacktranslateConfig((pivot,), decoding, parse_engine(engine)), device="cpu"
    )
    assert made.config["engine"] == "mirror"
    assert "pyarrow" in made.versions
    rows = ArtifactsFolder(tmp_path).table("backtranslations").read(0, 2).to_pylist()
    assert [(row["pivot_text"], row["paraphrase"]) for row in rows] == [
        (".llef niaR", "Rain fell."),
        (".oN", "No."),
    ]


def test_a_format_of_its_own_is_left_to_its_engine(mirror):
    with pytest.raises(UserError, match=r"--engine transformers cannot run a\.mirror, a mirror"):
        prepare("a.mirror", "transformers", Decoding())


def test_an_engine_says_why_it_cannot_run_a_model(mirror):
    with pytest.raises(UserError, match=r"--engine mirror does not sample: take models that anot"):
        prepare("a.mirror", "mirror", Decoding(sample=True))


def test_help_and_advice_follow_from_the_entries_of_the_engines(mirror):
    assert offered() == (
        "auto, ctranslate2 (FSMT models, several times as fast), marian (Firefox models),"
        " transformers (any other model) or mirror (mirrors)"
    )
    assert exception("--avoid") == "Not with --engine ctranslate2 or mirror."
    assert exception("--beam-groups") == "Not with --engine ctranslate2 or transformers."
    assert precisions() == (
        "auto (bf16 on a GPU, fp32 elsewhere; for Firefox's models exact on a CPU, else fp32; for"
        " mirrors fp16 everywhere), fp32 (not with mirrors), fp16 (not with Firefox's models), bf16"
        " (not with mirrors), int8 (not with transformers or mirrors), or exact (Firefox's models"
        " on a CPU)"
    )
    assert only_one("mirror")
    assert not only_one("ctranslate2")


@pytest.mark.parametrize(
    ("engine", "lacking"),
    [("ctranslate2", ["exact"]), ("marian", ["fp16"]), ("transformers", ["int8", "exact"])],
)
def test_an_engine_refuses_the_precisions_that_its_entry_lacks(engine, lacking):
    kind, source = ENGINES[engine], Source(Checkpoint("m", "m", "0" * 64, 99, end=-1), engine, "m")
    assert [name for name in get_args(Precision) if name not in kind.precisions] == lacking
    for name in lacking:
        with pytest.raises(UserError, match=f"--precision {name}"):
            kind.check(source, "cpu", name)


@pytest.mark.parametrize(
    ("engine", "sample", "chosen"),
    [
        ("auto", False, "ctranslate2"),
        ("auto", True, "transformers"),
        ("transformers", False, "transformers"),
        ("ctranslate2", False, "ctranslate2"),
    ],
)
def test_the_first_engine_that_can_is_chosen(engine, sample, chosen):
    assert prepare(DEMO, engine, Decoding(sample=sample)).engine == chosen


@pytest.mark.parametrize("setting", [{"avoid": 0.5}, {"ngram_penalty": 0.01}])
def test_the_wording_of_the_way_back_is_for_an_engine_with_a_hook(setting):
    assert prepare(DEMO, "auto", Decoding(**setting)).engine == "transformers"
    (name,) = setting
    option = name.replace("_", "-")
    with pytest.raises(UserError, match=f"--engine ctranslate2 has no --{option}: use --engine"):
        prepare(DEMO, "ctranslate2", Decoding(**setting))


def test_groups_of_beams_are_for_firefox_models_alone():
    grouped = Decoding(beams=4, beam_groups=2)
    for engine in ("auto", "transformers"):
        with pytest.raises(UserError, match=r"has no --beam-groups: take .* --models firefox:pt"):
            prepare(DEMO, engine, grouped)
    with pytest.raises(UserError, match=r"ctranslate2 has no --beam-groups: take"):
        prepare(DEMO, "ctranslate2", grouped)


def test_names_that_no_format_claims_are_left_to_transformers():
    assert format_of(DEMO) is format_of("facebook/wmt19-en-de") is PRETRAINED


def test_help_is_made_from_the_table_and_loads_nothing_else_of_the_engines():
    """`--help` would take a fifth longer with what they need to load a model."""
    (option,) = Engine.__metadata__
    assert option.help == f"Inference engine: {offered()}."
    code = "import sys, pipeline.cli; print('pipeline.translation.checkpoint' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
