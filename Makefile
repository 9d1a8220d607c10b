# Seven Rocks. Two commands are enough: `make play` and `make test`. Both make their own environment in .venv.

VENV := .venv
BENCH := .venv-bench
PYTHON := $(shell for p in $(PYTHON3) python3 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
BIN := $(VENV)/bin
PIP := -m pip --quiet --disable-pip-version-check

.PHONY: help play test format-check lint types layers tests torture format fit bench catalogues pictures snapshots clean

help:
	@echo "make play   install the game into $(VENV) and start it"
	@echo "make test   install everything into $(VENV) and pass all checks: some ten minutes on two cores"
	@echo "make format format the code; make torture, make bench, make pictures: see README.md"

# Where a compiler of C is at hand, the bots' kernel is compiled into $(VENV), once for each source of it.
play: $(VENV)/.play
	@$(BIN)/python -m sevenrocks.bots.kernel.prepare >$(VENV)/kernel.log 2>&1 || \
		echo "The bots' kernel is not compiled, so that they think longer; $(VENV)/kernel.log says why."
	@$(BIN)/sevenrocks

test: format-check lint types layers tests

format-check: $(VENV)/.dev
	$(BIN)/ruff format --check

lint: $(VENV)/.dev
	$(BIN)/ruff check

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

# Every branch of what must not be wrong is taken by the tests that are about it, which are traced, and are quick.
# pyproject.toml names the modules.
TRACED := $(addprefix tests/test_,deal.py house.py keeping.py names.py notation.py positions.py record.py rules.py seats.py \
	sitting.py store.py swaps.py tiles.py views.py) tests/torture/test_damage.py tests/torture/test_faults.py \
	sevenrocks/engine sevenrocks/notation
tests: $(VENV)/.dev
	$(BIN)/pytest -n 3 --cov --cov-report=term-missing:skip-covered $(TRACED)
	$(BIN)/pytest -n 3 $(addprefix --ignore=,$(TRACED))

# The long form of all that tries to break a promise: make torture SEED=7 COUNT=1000 ONLY=kills
torture: $(VENV)/.dev
	SEVENROCKS_LONG=1 $(if $(SEED),SEVENROCKS_SEED=$(SEED)) $(if $(COUNT),SEVENROCKS_COUNT=$(COUNT)) \
		$(BIN)/pytest -n 2 -rA $(if $(ONLY),-k $(ONLY)) tests/torture tests/test_kernel.py tests/test_bots.py

format: $(VENV)/.dev
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

snapshots: $(VENV)/.dev
	$(BIN)/pytest tests/test_snapshots.py --update-snapshots

catalogues: $(VENV)/.dev
	$(BIN)/python tests/catalogues.py

pictures: $(VENV)/.dev
	$(BIN)/python tests/pictures.py
	$(BIN)/python tests/steps_picture.py

# What weights would be fitted today, beside those in use: tests/fitting/README.md.
fit: $(VENV)/.dev
	$(BIN)/python -m sevenrocks.bots.kernel.prepare >$(VENV)/kernel.log 2>&1 || true
	$(BIN)/python tests/fitting/chance_to_win.py
	$(BIN)/python tests/fitting/thinker.py

bench: $(BENCH)/.bench
	$(BENCH)/bin/python tests/bench.py

$(VENV)/bin/python:
	@echo "Setting up in $(VENV); this is needed once."
	@test -n "$(PYTHON)" || { echo "Seven Rocks needs Python 3.11 or newer; set PYTHON3=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); echo "$(PYTHON) has no venv module; install it (Debian, Ubuntu: python3-venv)" >&2; exit 1; }

# What builds stays at hand: with it the kernel is compiled anew after a change.
$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' >$(VENV)/building
	@$(BIN)/python $(PIP) install --no-compile --requirement $(VENV)/building
	@$(BIN)/python $(PIP) install --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python $(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/.play

$(BENCH)/.bench: pyproject.toml
	@test -n "$(PYTHON)" || { echo "Seven Rocks needs Python 3.11 or newer; set PYTHON3=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -m venv $(BENCH)
	@$(BENCH)/bin/python $(PIP) install --editable '.[dev,bench]'
	@touch $@

clean:
	rm -rf $(VENV) $(BENCH) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
