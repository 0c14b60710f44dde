"""`pipeline models fetch` against a server in this process that can also fail and send errors."""

import hashlib
import json
import shutil
from pathlib import Path

import httpx
import pytest

from pipeline.translation.engines.marian.engine import examine_student
from pipeline.translation.engines.marian.installed import find_model
from pipeline.translation.models import resolve_pivots
from pipeline.translation.published.download import ATTEMPTS
from pipeline.translation.published.server import read_list
from schemas.errors import UserError, WorkFailed
from schemas.files import exclusive
from tests.mozilla import model, sha256
from tests.programs import run_program

WEIGHTS = "/files/main/en-de-3.0-model.ende.intgemm.alphas.bin.zst"


def fetch(mozilla, *arguments, server="/v1"):
    return run_program("pipeline", "models", "fetch", *arguments, "--server", mozilla.url + server)


@pytest.mark.parametrize("server", ["/v1", "/v1/", "/files/records.json"])
def test_what_was_fetched_is_found_by_the_language_alone(mozilla, tmp_path, server):
    done = fetch(mozilla, "firefox:de", server=server)
    assert done.returncode == 0, done.stderr
    assert "Mozilla Public License 2.0" in done.stderr
    [pivot] = resolve_pivots(["firefox:de"])
    assert (pivot.forward, pivot.backward) == tuple(
        str(tmp_path / "models" / pair) for pair in ("en-de", "de-en")
    )
    held = {path.name: path.read_bytes() for path in Path(pivot.forward).iterdir()}
    about = json.loads(held.pop("source.json"))
    assert held == model("en-de")
    assert about["version"] == "3.0"
    assert about["sha256"] == {name: sha256(content) for name, content in held.items()}
    assert [path.name for path in (tmp_path / "models" / ".parts").iterdir()] == ["lock"]


def test_the_models_of_the_installed_package_come_back_as_they_are(mozilla):
    """Real files of 17 MB, of which the first is cut in the middle."""
    installed = (find_model("en", "pt"), find_model("pt", "en"))
    for pair, folder in zip(("en-pt", "pt-en"), installed, strict=True):
        files = [*Path(folder).glob("*.bin"), *Path(folder).glob("*.spm")]
        mozilla.publish(pair, {file.name: file.read_bytes() for file in files})
    mozilla.cuts = 1
    done = fetch(mozilla, "firefox:pt")
    assert done.returncode == 0, done.stderr
    there = (find_model("en", "pt"), find_model("pt", "en"))
    assert there != installed
    for old, new in zip(installed, there, strict=True):
        for file in Path(new).glob("*.[bs]*"):
            assert file.read_bytes() == (Path(old) / file.name).read_bytes()
    assert examine_student(there[0]).sha256 == examine_student(installed[0]).sha256
    path = Path(there[0]) / "model.enpt.intgemm.alphas.bin"
    content = bytearray(path.read_bytes())
    content[10_000_000] ^= 1
    path.write_bytes(content)
    with pytest.raises(UserError) as error:
        examine_student(there[0])
    assert str(error.value) == (
        f"{path} differs from the file that was downloaded. Fetch the model again, or delete"
        " source.json if you changed the folder yourself."
    )


def test_a_cut_download_goes_on_where_it_was_cut(mozilla):
    mozilla.cuts = ATTEMPTS
    done = fetch(mozilla, "firefox:de")
    size = len(mozilla.files["main/en-de-3.0-model.ende.intgemm.alphas.bin.zst"])
    assert done.returncode == 1
    assert f"of {size} bytes, which are kept: run the same command again" in done.stderr
    assert fetch(mozilla, "firefox:de").returncode == 0
    held, ranges = 0, []
    for _ in range(ATTEMPTS + 1):
        ranges.append((WEIGHTS, f"bytes={held}-" if held else None))
        held += (size - held) // 2
    assert mozilla.asked[: len(ranges)] == ranges


def test_a_server_without_ranges_starts_over(mozilla):
    mozilla.ranges, mozilla.cuts = False, 1
    assert fetch(mozilla, "firefox:de").returncode == 0
    assert [path for path, _ in mozilla.asked].count(WEIGHTS) == 2
    assert resolve_pivots(["firefox:de"])


def test_a_file_without_its_checksum_is_not_kept(mozilla, tmp_path):
    location = WEIGHTS.removeprefix("/files/")
    whole = mozilla.files[location]
    mozilla.files[location] = bytes(len(whole))
    done = fetch(mozilla, "firefox:de")
    assert done.returncode == 1
    assert f"Error: {mozilla.url}{WEIGHTS} does not have the published checksum" in done.stderr
    assert not (tmp_path / "models" / "en-de").exists()
    mozilla.files[location] = whole
    assert fetch(mozilla, "firefox:de").returncode == 0


def test_what_a_power_cut_tore_is_downloaded_again(mozilla, tmp_path):
    packed = mozilla.files[WEIGHTS.removeprefix("/files/")]
    parts = tmp_path / "models" / ".parts"
    parts.mkdir(parents=True)
    (parts / f"{hashlib.sha256(packed).hexdigest()}.zst").write_bytes(bytes(len(packed)))
    done = fetch(mozilla, "firefox:de")
    assert done.returncode == 0, done.stderr
    assert [asked for path, asked in mozilla.asked if path == WEIGHTS] == [None]


def test_contents_that_differ_from_the_list_are_not_put_in_place(mozilla, tmp_path):
    mozilla.records[0]["decompressedHash"] = "0" * 64
    done = fetch(mozilla, "firefox:de")
    assert done.returncode == 1
    assert "the unpacked file does not have the published checksum" in done.stderr
    assert not (tmp_path / "models" / "en-de").exists()


def test_only_what_is_new_is_fetched_again(mozilla):
    assert fetch(mozilla, "firefox:de").returncode == 0
    mozilla.asked.clear()
    assert "en-de 3.0 is already in" in fetch(mozilla, "firefox:de").stdout
    assert mozilla.asked == []
    mozilla.publish("de-en", model("de-en", size=5), version="3.1")
    done = fetch(mozilla, "firefox:de", "--json")
    assert [one["version"] for one in json.loads(done.stdout)] == ["3.0", "3.1"]
    assert {path for path, _ in mozilla.asked} == {
        f"/files/main/de-en-3.1-{name}.zst" for name in model("de-en")
    }
    assert (Path(find_model("de", "en")) / "model.deen.intgemm.alphas.bin").stat().st_size == 19


def test_the_list_says_which_are_here(mozilla):
    for pair in ("en-fi", "fi-en", "hr-en"):
        mozilla.publish(pair, model(pair))
    assert fetch(mozilla, "firefox:fi").returncode == 0
    lines = [line.split() for line in fetch(mozilla, "--list").stdout.splitlines()]
    assert ["de", "3.0", "tiny", "0"] in lines
    assert ["fi", "3.0", "tiny", "0", "yes"] in lines
    names = [one["direction"] for one in json.loads(fetch(mozilla, "--list", "--json").stdout)]
    assert names == ["de-en", "en-de", "en-fi", "fi-en", "hr-en"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["firefox:dee"], 2, "no Firefox model en-dee and no dee-en. Did you mean de?"),
        (["de"], 2, "'de' is not of the form firefox:PIVOT, as in firefox:pt or firefox:de,ru."),
        ([], 2, "Name the pivots to fetch, as in firefox:de,ru, or use --list, not both."),
        (["firefox:de", "--list"], 2, "Name the pivots to fetch"),
        (["--list", "--server", "ftp://example.org"], 2, "is not an http or https URL"),
        (
            ["--list", "--server", "http://127.0.0.1:9"],
            1,
            "9/ cannot be reached (Connection refused)",
        ),
    ],
)
def test_one_clear_message(mozilla, arguments, code, said):
    done = run_program("pipeline", "models", "fetch", "--server", f"{mozilla.url}/v1", *arguments)
    assert (done.returncode, done.stderr.count("Error: ")) == (code, 1)
    assert said in done.stderr


def test_a_server_without_such_a_list(mozilla):
    assert "answers 404 Not Found" in fetch(mozilla, "--list", server="/v2").stderr
    mozilla.records = {"error": "none"}
    assert "is not a list of Firefox models" in fetch(mozilla, "--list").stderr


@pytest.mark.parametrize(
    "answer",
    [
        {},
        [],
        {"capabilities": {"attachments": "none"}},
        {"capabilities": {"attachments": {"base_url": None}}},
    ],
)
def test_a_server_of_another_kind(answer):
    client = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, json=answer)))
    with pytest.raises(WorkFailed, match="is not a Remote Settings server with attachments"):
        read_list(client, "http://example.org/v1")


def test_an_answer_that_is_no_json_is_named():
    client = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, text="<p>")))
    with pytest.raises(WorkFailed, match=r"http://example\.org/v1/ is not JSON\. Name another ser"):
        read_list(client, "http://example.org/v1")


def test_two_at_a_time_do_not_write_the_same_files(mozilla, tmp_path):
    parts = tmp_path / "models" / ".parts"
    parts.mkdir(parents=True)
    with exclusive(parts / "lock", "held"):
        assert "Another process is downloading models" in fetch(mozilla, "firefox:de").stderr


def test_half_of_a_model_is_not_taken_for_one(mozilla, tmp_path):
    assert fetch(mozilla, "firefox:de").returncode == 0
    shutil.copytree(tmp_path / "models" / "en-de", tmp_path / "models" / ".en-de.new")
    assert find_model("en", "de") == str(tmp_path / "models" / "en-de")
