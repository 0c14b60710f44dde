.PHONY: install install-check demo test test-quick lint format clean

PYTHON ?= python3
BIN := .venv/bin
# One thread per process: the tests run in parallel, and threads of several processes that share
# cores wait for each other. Python stores its byte code, even where the environment forbids it:
# otherwise the programs that tests start would compile the same modules again and again.
TEST_ENV := OMP_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false HF_HUB_OFFLINE=1 PYTHONDONTWRITEBYTECODE=
DEMO := demo-run
DEMO_ENV := HF_HUB_OFFLINE=1

install: .venv/installed

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt setuptools wheel torch
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --no-build-isolation --editable '.[dev]'
	touch $@

demo: install
	rm -rf $(DEMO)
	$(DEMO_ENV) $(BIN)/pipeline run all --demo --artifacts $(DEMO)/artifacts
	$(DEMO_ENV) $(BIN)/pipeline inspect --artifacts $(DEMO)/artifacts --sql "select anchor, paraphrase, negation, kind from triples where status = 'complete' order by hash(id, variant) limit 10"
	$(DEMO_ENV) $(BIN)/trainer fit --triples $(DEMO)/artifacts --model demo --recipe meaning --output $(DEMO)/run
	$(DEMO_ENV) $(BIN)/trainer probe demo $(DEMO)/run --triples $(DEMO)/artifacts
	$(DEMO_ENV) $(BIN)/trainer contrast demo $(DEMO)/run --data bundled --data bundled-scope
	@echo
	@echo "The tables are in $(DEMO)/artifacts, the encoder in $(DEMO)/run/best. Look further:"
	@echo "  $(BIN)/pipeline inspect --artifacts $(DEMO)/artifacts --sql \"select kind, rule, count(*) from triples group by all order by 3 desc\""

# The folders with the longest tests go first, so that neither process waits for the other at the end.
test: install
	$(TEST_ENV) $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder \
		tests/integration tests/trainer tests

test-quick: install
	$(TEST_ENV) $(BIN)/python -m pytest -n 2 --dist loadfile tests/schemas tests/pipeline tests/trainer

# PYTHONS=3.11 checks that version alone. Needs the package index; with OFFLINE=--offline it uses the
# packages of .venv instead.
install-check: install
	tools/install_check.sh $(OFFLINE) $(PYTHONS)

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: install
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv build $(DEMO) .mypy_cache .ruff_cache .pytest_cache .hypothesis
