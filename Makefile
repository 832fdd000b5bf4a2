# Every target does its own set-up; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help play test check format bench clean

help: ## List what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: $(BIN)/.ready ## Run the server and open the page
	$(BIN)/rowlock serve --open

test: check $(BIN)/.ready ## Everything that must hold before a change lands
	$(BIN)/pytest

check: $(BIN)/.ready ## Style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(BIN)/.ready ## Put the code into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(BIN)/.ready ## Measure the readable engine
	$(BIN)/python bench/engine.py

clean: ## Remove what was built here
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache
