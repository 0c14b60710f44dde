"""Opening the executor that a command's options name."""

from dataclasses import replace

from pipeline.commands.executors import executor_of
from pipeline.translation.engines.table import ENGINES


def test_every_machine_needs_the_packages_of_all_tables_and_engines(monkeypatch):
    monkeypatch.setattr("pipeline.execution.executor.open_executor", lambda *given: given)
    monkeypatch.setitem(ENGINES, "toy", replace(ENGINES["marian"], packages=("toys",)))
    packages = [
        "pyarrow", "spacy", "lemminflect", "sacremoses", "transformers", "torch", "rapidfuzz",
        "jiwer", "wordfreq", "duckdb", "ctranslate2", "tokenizers", "toys",
    ]  # fmt: skip
    assert executor_of("ray", 2, "auto") == ("ray", 2, "auto", packages)
