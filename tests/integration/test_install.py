"""A wheel made from the sdist holds every file that the programs read, and runs from elsewhere."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PACKAGES = ("osscse", "pipeline", "trainer", "schemas")
# Nobody fetches what is built here, and compressing takes longer than all the rest.
BUILD = """
import sys, zlib
from setuptools import build_meta

compressing = zlib.compressobj
zlib.compressobj = lambda level, *others: compressing(0, *others)
getattr(build_meta, sys.argv[1])(sys.argv[2])
"""


def build(what: str, source: Path, target: Path) -> Path:
    target.mkdir()
    subprocess.run(
        [sys.executable, "-c", BUILD, what, str(target)],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (made,) = target.iterdir()
    return made


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A folder with what the wheel installs, for tests that write nothing there."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy without what only the repository has, as a package index would serve it."""
    folder = tmp_path_factory.mktemp("build")
    source = folder / "source"
    source.mkdir()
    for name in (*PACKAGES, "pyproject.toml", "README.md", "LICENSE"):
        (source / name).symlink_to(ROOT / name)
    with tarfile.open(build("build_sdist", source, folder / "sdist")) as sdist:
        sdist.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    return build("build_wheel", unpacked, folder / "wheel")


def test_the_wheel_holds_every_file_of_the_packages(wheel):
    ours = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    with zipfile.ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
    assert held == ours


def test_it_runs_from_elsewhere(installed, tmp_path):
    # spaCy would load torch, which it does not need here and which takes most of the time.
    code = (
        "import sys; sys.modules['torch'] = None;"
        " import osscse; print(osscse.__file__, osscse.load_recipe('osscse').margin_weight);"
        " print(osscse.negate('Water damage is covered.').text)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert str(installed) in done.stdout
    assert "Water damage is not covered." in done.stdout


def interpreter(version: str) -> str | None:
    """A Python of this version on the path, or among those that pyenv keeps."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    for path in filter(None, [shutil.which(f"python{version}"), *map(str, kept)]):
        # pyenv's stand-in on the path fails where the version is not chosen.
        if subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
            return path
    return None


@pytest.mark.parametrize("version", ["3.12", "3.13"])
def test_every_module_compiles_on_later_pythons_without_a_warning(installed, version):
    """What needs no other package also runs there."""
    if (python := interpreter(version)) is None:
        pytest.skip(f"Python {version} is not here")
    code = """import pathlib, osscse, schemas.errors, schemas.pivots, schemas.escapes
for path in pathlib.Path().rglob("*.py"):
    compile(path.read_text(encoding="utf-8"), str(path), "exec")
print(osscse.__version__)"""
    done = subprocess.run(
        [python, "-B", "-W", "error", "-c", code], cwd=installed, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    version_here = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert (done.stdout, done.stderr) == (f"{version_here}\n", "")


# What the command lines need before they load anything else; all of it is pure Python.
OF_COMMAND_LINES = (
    "annotated_doc",
    "markdown_it",
    "mdurl",
    "pygments",
    "rich",
    "shellingham",
    "typer",
)


@pytest.mark.parametrize("version", ["3.12", "3.13"])
def test_the_wheel_installs_on_later_pythons_and_both_programs_start(wheel, version, tmp_path):
    """Without a package index, so nothing that is compiled for one Python runs there."""
    if (python := interpreter(version)) is None:
        pytest.skip(f"Python {version} is not here")

    def run(*command: str | Path) -> str:
        outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=tmp_path, env=outside
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    place = tmp_path / "new"
    run(python, "-m", "venv", "--without-pip", place)
    into = ("--python", place / "bin/python")
    run(sys.executable, "-m", "pip", *into, "install", "--no-index", "--no-deps", wheel)
    packages = place / f"lib/python{version}/site-packages"
    for name in OF_COMMAND_LINES:
        (found,) = importlib.util.find_spec(name).submodule_search_locations
        (packages / name).symlink_to(found)
    for program in ("pipeline", "trainer"):
        assert run(place / "bin" / program, "--version").startswith("osscse ")
        assert f"Usage: {program}" in run(place / "bin" / program, "--help")


def test_every_package_that_an_install_brings_is_pinned():
    pinned = {
        canonicalize_name(line.partition("==")[0])
        for line in (ROOT / "constraints.txt").read_text().splitlines()
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    waiting = [Requirement(text) for text in project["dependencies"]]
    waiting += [Requirement(text) for text in project["optional-dependencies"]["dev"]]
    seen = set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if (name, *wanted.extras) in seen:
            continue
        seen.add((name, *wanted.extras))
        extras = {"", *wanted.extras}
        try:
            brought = map(Requirement, requires(name) or ())
        except PackageNotFoundError:  # for another platform
            continue
        if name == "osscse":
            own = project["optional-dependencies"]
            brought = [Requirement(text) for extra in wanted.extras for text in own[extra]]
        waiting += [
            one
            for one in brought
            if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in extras)
        ]
    assert {name for name, *_ in seen} - {"osscse"} - pinned == set()
