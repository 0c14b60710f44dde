#!/bin/sh
# Build the sdist and the wheel, install the wheel in a new environment for each Python, and use it.
#
#   tools/install_check.sh [--offline] [VERSION...]
#
# VERSION defaults to 3.11 3.12 3.13; versions that are not installed are skipped. Other packages are
# installed from pip's index in the versions of constraints.txt. On Linux, torch may come with CUDA,
# several gigabytes; PIP_EXTRA_INDEX_URL can name an index with the small build.
# --offline installs osscse alone and borrows the other packages from .venv, so it can only check the
# Python of .venv.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
export PIP_DISABLE_PIP_VERSION_CHECK=1 HF_HUB_OFFLINE=1 TOKENIZERS_PARALLELISM=false
unset PYTHONPATH
python=$root/.venv/bin/python
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

ours=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
versions='3.11 3.12 3.13'
build='--constraint constraints.txt'
borrowed=
if [ "${1:-}" = --offline ]; then
    shift
    versions=$ours
    build='--no-index --no-build-isolation'
    borrowed=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
fi
[ "$#" -gt 0 ] || set -- $versions

# Only files in git: the package must not need others that happen to be here.
mkdir "$work/source"
git ls-files -z | tar --create --null --files-from - | tar --extract --directory "$work/source"
sdist=$(cd "$work/source" && "$python" -c \
    "from setuptools import build_meta; print(build_meta.build_sdist('$work'))" | tail -n 1)
"$python" -m pip wheel --quiet --no-deps $build --wheel-dir "$work/wheel" "$work/$sdist"
echo "Built $sdist and $(cd "$work/wheel" && ls)"

checked=0
for version in "$@"; do
    # The Python of .venv need not be on the path. A version manager may put a command there that
    # fails because the version is not chosen.
    found=python$version
    [ "$version" != "$ours" ] || found=$("$python" -c 'import sys; print(sys._base_executable)')
    if ! "$found" -c '' 2> /dev/null; then
        echo "Python $version: not installed, skipped"
        continue
    fi
    "$found" -m venv "$work/$version"
    bin=$work/$version/bin
    if [ -n "$borrowed" ]; then
        "$bin/python" -m pip install --quiet --no-index --no-deps "$work"/wheel/*.whl
        echo "$borrowed" > "$("$bin/python" -c \
            'import sysconfig; print(sysconfig.get_path("purelib"))')/borrowed.pth"
    else
        "$bin/python" -m pip install --quiet --constraint constraints.txt \
            "osscse[demo] @ file://$(echo "$work"/wheel/*.whl)"
    fi
    (
        # Outside the repository, so that the installed package is imported.
        cd "$work"
        "$bin/python" -c "import osscse; assert osscse.__file__.startswith('$work'), osscse.__file__"
        "$bin/pipeline" --version
        "$bin/pipeline" negate "Water damage is covered." | grep -F "Water damage is not covered."
        "$bin/trainer" contrast demo osscse --limit 20
    )
    rm -rf "${work:?}/$version"
    checked=$((checked + 1))
    echo "Python $version: installed and used"
done
if [ "$checked" = 0 ]; then
    echo "None of these versions is installed: $*" >&2
    exit 1
fi
