# Seven Rocks. Two commands are enough: `make play` and `make test`. Both make their own environment in .venv.

VENV := .venv
BENCH := .venv-bench
PYTHON := $(shell for p in $(PYTHON3) python3 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
BIN := $(VENV)/bin
PIP := -m pip --quiet --disable-pip-version-check

# Else every process that the tests start would compile the whole program anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play test quick format-check lint types layers ready tests torture format fit bench catalogues pictures docs snapshots version-data clean

help:
	@echo "make play   install the game into $(VENV) and start it"
	@echo "make test   install everything into $(VENV) and pass all checks: some five minutes on two cores"
	@echo "make quick  what of it runs within a minute"
	@echo "make docs   write the reference of the library into build/docs"
	@echo "make format format the code; make torture, make bench, make pictures: see CONTRIBUTING.md"

# Where a compiler of C is at hand, the bots' kernel is compiled into $(VENV), once for each source of it.
COMPILE = $(BIN)/python -m sevenrocks.bots.kernel.prepare >$(VENV)/kernel.log 2>&1

play: $(VENV)/.play
	@$(COMPILE) || echo "The bots' kernel is not compiled, so that they think longer; $(VENV)/kernel.log says why."
	@$(BIN)/sevenrocks

test: format-check lint layers
	@$(MAKE) --no-print-directory -j 2 types ready
	@$(MAKE) --no-print-directory tests

format-check: $(VENV)/.dev
	$(BIN)/ruff format --check

lint: $(VENV)/.dev
	$(BIN)/ruff check

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

# What the processes of the tests would each do for themselves: the kernel is compiled, and all that is imported.
ready: $(VENV)/.dev
	@$(COMPILE) || echo "The bots' kernel is not compiled: the tests take minutes longer; $(VENV)/kernel.log says why."
	@test -d tests/__pycache__ || $(BIN)/pytest --collect-only -q >/dev/null || true

# Every branch of what must not be wrong is taken: pyproject.toml names the modules, tests/conftest.py the tests that are traced.
tests: ready
	$(BIN)/pytest -n 3 --cov --cov-report=term-missing:skip-covered

# For every change: what runs within a minute.
quick: format-check lint types layers
	$(BIN)/pytest -n 2 --durations=3 tests/engine tests/record tests/store tests/sitting tests/commands/test_api.py \
		tests/commands/test_documents.py tests/app/test_contrast.py tests/app/test_numbers.py tests/app/test_settings.py

# The long form of all that tries to break a promise: make torture SEED=7 COUNT=1000 ONLY=kills
torture: $(VENV)/.dev
	SEVENROCKS_LONG=1 $(if $(SEED),SEVENROCKS_SEED=$(SEED)) $(if $(COUNT),SEVENROCKS_COUNT=$(COUNT)) \
		$(BIN)/pytest -n 2 -rA $(if $(ONLY),-k $(ONLY))

format: $(VENV)/.dev
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

snapshots: $(VENV)/.dev
	$(BIN)/pytest tests/app/test_snapshots.py --update-snapshots

catalogues: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m tools.catalogues

version-data: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m tools.version_data

pictures: $(VENV)/.dev
	PYTHONPATH=tests $(BIN)/python -m tools.pictures
	PYTHONPATH=tests $(BIN)/python -m tools.steps_picture
	PYTHONPATH=tests $(BIN)/python -m tools.house_picture

# The reference of the library from its docstrings; its first page is build/docs/index.html.
docs: $(VENV)/.docs
	PYTHONPATH=tests $(BIN)/python -m tools.reference

# What weights would be fitted today, beside those in use: tests/fitting/README.md.
fit: $(VENV)/.dev
	$(COMPILE) || true
	$(BIN)/python tests/fitting/chance_to_win.py
	$(BIN)/python tests/fitting/thinker.py

bench: $(BENCH)/.bench
	$(BENCH)/bin/python tests/bench

$(VENV)/bin/python:
	@echo "Setting up in $(VENV); this is needed once."
	@test -n "$(PYTHON)" || { echo "Seven Rocks needs Python 3.11 or newer; set PYTHON3=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); echo "$(PYTHON) has no venv module; install it (Debian, Ubuntu: python3-venv)" >&2; exit 1; }

# What builds stays at hand: with it the kernel is compiled anew after a change. What Python compiles it compiles when it is used.
INSTALL = $(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	>$(VENV)/building && $(BIN)/python $(PIP) install --no-compile --requirement $(VENV)/building && \
	$(BIN)/python $(PIP) install --no-compile --no-build-isolation --editable

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	@$(INSTALL) .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@$(INSTALL) '.[dev]'
	@touch $@ $(VENV)/.play

$(VENV)/.docs: pyproject.toml | $(VENV)/bin/python
	@$(INSTALL) '.[docs]'
	@touch $@

$(BENCH)/.bench: pyproject.toml
	@test -n "$(PYTHON)" || { echo "Seven Rocks needs Python 3.11 or newer; set PYTHON3=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -m venv $(BENCH)
	@$(BENCH)/bin/python $(PIP) install --editable '.[dev,bench]'
	@touch $@

clean:
	rm -rf $(VENV) $(BENCH) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
