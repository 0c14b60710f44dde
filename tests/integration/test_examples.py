"""Every example of a help text runs, and every command within the text of a page has options and
values that its program takes.

The commands in the blocks of the pages are run by `test_readme`.
"""

import os
import re
import shlex
import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest
from typer import Context
from typer.main import get_command

from pipeline.cli import app as pipeline
from pipeline.commands.arguments import each_input
from pipeline.commands.run import STAGES
from tests.integration.command_lines import COMMANDS, EVERY, examples
from tests.integration.example_folder import OSSCSE, make_folder, place_for
from tests.integration.quick import (
    on_few_bundled_sentences,
    on_few_written_triples,
    with_one_graph,
    without_pictures,
)
from tests.integration.stand_ins import (
    StandIn,
    hub_for_uploads,
    hubs_encoder_and_sets,
    hubs_translation_models,
    mozillas_server,
    no_viewer,
    object_store,
    ray_cluster,
    two_processors,
)
from tests.programs import run_program
from trainer.cli import app as trainer

# model2vec leaves its files to the garbage collector to close.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed file .*/static/:ResourceWarning")

ROOT = Path(__file__).parents[2]
PROGRAMS = {"pipeline": get_command(pipeline), "trainer": get_command(trainer)}
SHOWN = sorted({example for command in EVERY.values() for example in examples(command)})
PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b|\.\.\.")
"""What stands for a value in a command, which has to be replaced."""
MENTIONS = {"pipeline judge --import", "trainer fit --triples"}
"""Spans of the pages that name an option, not a whole command."""
MOZILLA = StandIn([mozillas_server])
NO_GPU = StandIn([hubs_translation_models], {"--device cuda": "--device cpu"})
HUB = StandIn([hubs_encoder_and_sets])
STAND_INS = {
    "pipeline models fetch --list": MOZILLA,
    "pipeline models fetch firefox:pt": MOZILLA,
    "pipeline run all --input corpus.txt --models wmt19 --device cuda": NO_GPU,
    "pipeline run backtranslate --executor ray --address auto": StandIn(
        [hubs_translation_models, ray_cluster]
    ),
    "pipeline run backtranslate --models wmt19 --pivots de --device cuda": NO_GPU,
    "pipeline run negate --executor ray --address auto": StandIn([ray_cluster]),
    "pipeline status --artifacts s3://bucket/corpus": StandIn(
        [object_store], {"s3://": "memory://"}
    ),
    "torchrun --nproc-per-node 4 --no-python trainer fit --output runs/first": StandIn(
        [two_processors], {"--nproc-per-node 4": "--nproc-per-node 2"}
    ),
    "trainer data hub --output sts": HUB,
    "trainer evaluate bert-base-uncased --pooling cls --data hub --tasks STS12,STSB": HUB,
    "trainer fit --triples artifacts --recipe simcse --seeds 5 --track tensorboard": StandIn(
        [no_viewer]
    ),
    "trainer release runs/demo-1 --output my-encoder --push me/my-encoder": StandIn(
        [hub_for_uploads]
    ),
}
"""What stands in for what a machine for tests lacks: servers, a cluster, a GPU, four processors, an
object store and its driver. All other examples run as they are shown."""
TOLD = {
    "pipeline models fetch --list": "  pt      3.0       tiny ",
    "pipeline models fetch firefox:pt": "pt-en 3.0 fetched to",
    "pipeline run all --input corpus.txt --models wmt19 --device cuda": "4/4 filter",
    "pipeline run backtranslate --executor ray --address auto": "19 sentences through de, ru",
    "pipeline run backtranslate --models wmt19 --pivots de --device cuda": "through de.",
    "pipeline run negate --executor ray --address auto": "19 of 19",
    "pipeline status --artifacts s3://bucket/corpus": "  triples            complete ",
    "torchrun --nproc-per-node 4 --no-python trainer fit --output runs/first": "2 steps over",
    "trainer data hub --output sts": "Wrote 8 files to sts.",
    "trainer evaluate bert-base-uncased --pooling cls --data hub --tasks STS12,STSB": "of 2 (",
    "trainer fit --triples artifacts --recipe simcse --seeds 5 --track tensorboard": "5 seeds",
    "trainer release runs/demo-1 --output my-encoder --push me/my-encoder": "me/my-encoder.\n",
    "pipeline inspect --kind antonym --sample 20": "antonym · opposite_verb.v1",
    "pipeline inspect --sample 30 --rule copula.v1": "copula.v1 (+not)",
    "pipeline inspect --sql \"from lost_at('polarity') limit 9\"": "The clock is not slow.",
    'pipeline inspect --text "heart condition"': "My uncle had a heart condition for years.",
    "pipeline inspect --window 0.2:0.5 --window 0.1:0.7": "0.1–0.7",
    "pipeline inspect --worst score --sample 5 --pivot ru": "complete · ru",
    "pipeline judge --import judgements-anna.json": "2 marks stored for anna",
    "pipeline judge --reader anna --refused --reason polarity": "1 of the 19 in this draw judged",
    "pipeline judge --reader anna --rule quantifier.v1 --seed 1": "1 of the 2 in this draw judged",
    "pipeline repair --dry-run": "to do",
    "pipeline repair --models de=models/en-de,models/de-en": "made again",
    'pipeline rephrase --rules passive "The firm built the bridge."': "The bridge was built by the",
    "pipeline run all --demo": "5/5 filter",
    "pipeline run backtranslate --models fr=models/en-fr,models/fr-en": "19 sentences through fr",
    "pipeline run ingest --input a.txt.gz --input b.jsonl --column body": "3 sentences in 1 shard",
    "trainer data SentEval --output data": "Wrote 8 files to data.",
    "trainer fit --triples artifacts --output runs/osscse-1 --resume": "6 steps over 17 rows",
    "trainer release runs/demo-1 --output my-encoder --data sts --static": "static (model2vec)",
    "trainer sweep --model demo --set margin_alpha=0.1,0.2,0.3 --seeds 3": "\n  0.3 ",
}
"""What some of the examples show for the options that they have."""


def parse(line):
    """Read a command line as its program does, without running the command.

    Raises:
        UsageError, UserError: an option is unknown or has a wrong value, or an argument is missing.
    """
    given = shlex.split(line, comments=True)
    if given[0] == "torchrun":
        given = given[given.index("trainer") :]
    program, *rest = given
    command, context = PROGRAMS[program], None
    rest = each_input(rest) if program == "pipeline" else rest
    while hasattr(command, "commands"):
        context = Context(command, info_name=program, parent=context)
        name, *rest = rest
        command = command.get_command(context, name)
        assert command is not None, line
    return command.make_context(name, rest, parent=context)


def of_pages():
    """The commands within the text of the pages, those with placeholders or without options left
    out; the commands in `docs/commands.md` are those of the help texts."""
    for page in sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]):
        text = page.read_text(encoding="utf-8")
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
        for span in re.findall(r"`((?:pipeline|trainer) [^`]+)`", prose):
            words = tuple(span.split())
            whole = any(words[:n] in COMMANDS for n in (2, 3)) and "--" in span
            if whole and span not in MENTIONS and not PLACEHOLDER.search(span):
                yield span


@pytest.mark.parametrize("line", sorted({*SHOWN, *of_pages()}))
def test_a_shown_command_has_options_and_values_that_it_takes(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.sql").write_text("select id from candidates", encoding="utf-8")
    # The driver of object stores is optional, `memory://` is a URL that needs none; and no cluster
    # is there.
    context = parse(line.replace("s3://", "memory://"))
    stage = STAGES.get(context.info_name) if line.startswith("pipeline run ") else None
    if stage is not None and stage not in (STAGES["ingest"], STAGES["backtranslate"]):
        # Its plan reads the values that typer takes for text, such as names of kinds.
        given = {name: context.params[name] for name in signature(stage).parameters}
        if "executor" in given:
            given |= {"executor": "local", "address": None}
        stage(**given)


def test_a_wrong_value_in_an_example_would_be_found():
    with pytest.raises(Exception, match=r"greater than or equal to 1|not in the range"):
        parse("pipeline run negate --per-sentence 0")
    with pytest.raises(Exception, match="No such option"):
        parse("pipeline run negate --per-sentences 2")
    with pytest.raises(Exception, match=r"Missing (argument|parameter)"):
        parse("trainer export --output my-encoder")


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tiny_bert, tiny_roberta):
    """A folder with all that the examples name; commands that run in it are quick."""
    from tests.tiny_encoders import load_quickly

    with pytest.MonkeyPatch.context() as patch:
        without_pictures(patch)
        on_few_bundled_sentences(patch)
        with_one_graph(patch)
        load_quickly(patch)
        made = tmp_path_factory.mktemp("examples")
        make_folder(made, tiny_bert, tiny_roberta)
        on_few_written_triples(patch, made / "few.parquet")
        for module in ("trainer.encoders.difference", "trainer.runs.difference"):
            patch.setattr(f"{module}.PUBLISHED", made / OSSCSE)
        patch.setattr("pipeline.sources.inputs.DEMO_SENTENCES", made / "corpus.txt")
        yield made


def run(line, place):
    """What an example prints; a program that is not ours runs in a process of its own."""
    program, *given = shlex.split(line)
    if program in PROGRAMS:
        return run_program(program, *given, cwd=place, stdin="gq" if "judge" in given else None)
    programs = Path(sys.executable).parent
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    return subprocess.run(
        [programs / program, *given], cwd=place, capture_output=True, text=True, check=False,
        env={**os.environ, "PATH": path},
    )  # fmt: skip


@pytest.mark.parametrize("line", SHOWN)
def test_an_example_runs(line, folder, tmp_path):
    place_for(line, folder, tmp_path)
    stand_in = STAND_INS.get(line, StandIn())
    with stand_in.opened(folder, tmp_path):
        done = run(stand_in.instead_of(line), tmp_path)
        assert done.returncode == 0, done.stderr
    assert done.stdout
    assert TOLD.get(line, "") in done.stdout
    given = shlex.split(line)
    if "--output" in given:
        assert (tmp_path / given[given.index("--output") + 1]).exists()


def test_what_is_told_or_has_a_stand_in_is_shown():
    assert {*STAND_INS, *TOLD} <= {*SHOWN}
