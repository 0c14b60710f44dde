"""Which words are English."""

import subprocess
import sys

import pytest

from pipeline.acceptance.form import is_word


@pytest.mark.parametrize(
    "word",
    "although website northern ran geese reread antiwar moonlight tables airflow runtime".split(),
)
def test_words(word):
    assert is_word(word)


@pytest.mark.parametrize(
    "word", "microtobules lighthopse preflicted unfligt womanengo bited stinged".split()
)
def test_inventions(word):
    assert not is_word(word)


def test_the_guards_need_no_parser():
    # What a worker of `filter` imports is what it costs: spaCy alone is 0.2 GB.
    code = (
        "import sys, pipeline.acceptance.judging, pipeline.acceptance.meaning as g;"
        "assert g.nonword('She sang well.', 'She bited well.') is True;"
        "print(sorted({'spacy', 'torch', 'lemminflect'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
