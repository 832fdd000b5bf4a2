# Every target does its own set-up; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NPM := $(abspath $(BIN))/python node.py npm   # in web/

.DEFAULT_GOAL := help
PAGE := rowlock/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/build web/public rowlock/locale -type f -not -name "*.py" 2>/dev/null) \
  $(shell find rowlock/engine rowlock/table rowlock/offline rowlock/variants rowlock/bots -name "*.py" -o -name "*.toml" 2>/dev/null) \
  web/index.html web/vite.config.ts web/package-lock.json

.PHONY: help docs play page static page-test page-types page-style page-unit tools kernels screenshots words-screens oldest-browser test python-test browser-test quick deep coverage train-test hosting-test dist release-check audit check format bench clean

unexport PYTHONDONTWRITEBYTECODE   # compiled once, and not again by every process that a test starts
WORKERS ?= $(shell getconf _NPROCESSORS_ONLN)   # for the browser, and one more for Python: some always wait
BY_FILE := --dist loadfile --no-loadscope-reorder   # a file's tests stay together: they share servers
PARALLEL := -n $(WORKERS) $(BY_FILE)
export MOST_RERUNS ?= 2
AGAIN := --reruns 1 --rerun-except 'Timeout \(>'   # once more on a machine that was too busy, unless it hung; more than MOST_RERUNS fail the run
SLOWEST := --durations 20 --durations-min 5   # named at the end: whoever makes the run shorter begins with them
export COSTS ?=   # COSTS=yes: the processor seconds of the costliest files too, the same on a busy machine
QUICK := tests/architecture tests/engine tests/golden tests/locale tests/perft tests/table \
  tests/test_folders.py tests/test_progress.py tests/test_variants.py

help: ## List what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev]'   # Python compiles what it imports
	$(BIN)/python web/node.py install   # where the machine has no Node, or an old one
	@touch $@

play: $(BIN)/.ready $(PAGE) ## Run the server and open the page
	$(BIN)/rowlock serve --open

page: $(PAGE) ## Build the page that the server serves

$(PAGE): $(PAGE_SOURCES) | $(BIN)/.ready $(BEFORE_PAGE)
	$(BIN)/python web/build_page.py

web/node_modules/.tests-ready: web/package-lock.json | $(BIN)/.ready
	cd web && $(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

page-test: page-types page-style page-unit ## Types, style and unit tests of the page

page-types: web/node_modules/.tests-ready ## Types of the page
	cd web && $(NPM) run --silent check

page-style: web/node_modules/.tests-ready ## Style of the page
	cd web && $(NPM) run --silent lint

page-unit: $(BIN)/.ready web/node_modules/.tests-ready | $(BEFORE_UNIT) ## Unit tests of the page
	$(BIN)/python web/tests/make_fixtures.py
	cd web && $(NPM) test --silent

static: $(BIN)/.ready ## The page as a plain folder without a server, into build/static: for any host of files
	$(BIN)/python web/build_page.py --static

docs: $(BIN)/.ready ## The documentation site, into rowlock/server/docs: `rowlock serve` shows it under /docs
	$(BIN)/python -c "import mkdocstrings" 2>/dev/null || $(BIN)/pip install --quiet --disable-pip-version-check --editable '.[docs]'
	$(BIN)/mkdocs build --strict --quiet

screenshots: $(PAGE) tools ## Pictures of the main screens, into build/screenshots
	PYTHONPATH=tests:tests/browser $(BIN)/python tests/browser/screenshots.py

words-screens: $(PAGE) tools ## Pictures of the main screens at 320 px in every language, into build/words
	PYTHONPATH=tests:tests/browser $(BIN)/python tests/browser/screenshots.py --sizes narrow --looks day \
	  --languages en de fr it pl --scenes words --out build/words

oldest-browser: $(PAGE) tools ## Whole games in the oldest Chromium that the page is built for, which npm fetches; pictures in build/oldest
	PYTHONPATH=tests:tests/browser:web $(BIN)/python tests/browser/oldest.py

tools: ## Install what the tests need beside Python and Node, where it is missing: Chromium and tmux (NEWEST=yes: the newest)
	@NEWEST=$(NEWEST) sh tests/tools.sh

test: ## Everything that must hold before a change lands
	@mkdir -p build && rm -f build/reruns
	@$(MAKE) --no-print-directory $(BIN)/.ready tools && $(BIN)/python tests/versions.py
	RERUNS=$(CURDIR)/build/reruns $(MAKE) --no-print-directory --jobs --keep-going --output-sync BEFORE_PAGE=web/node_modules/.tests-ready BEFORE_UNIT=page \
	  check page-test python-test browser-test

kernels: $(BIN)/.ready ## Compile what every server compiles at its start, so that not each process of a test run does
	$(BIN)/python -c "from rowlock.solver.endings import load_kernels; load_kernels()"

python-test: $(BIN)/.ready $(PAGE) tools kernels ## Tests of all that is Python
	$(BIN)/pytest -n $$(($(WORKERS) + 1)) $(BY_FILE) $(AGAIN) $(SLOWEST) --ignore=tests/browser --ignore=tests/train

browser-test: $(BIN)/.ready web/node_modules/.tests-ready $(PAGE) tools kernels ## Tests of the page in a browser: in processes of their own, its driver keeps an event loop running
	$(BIN)/pytest $(PARALLEL) $(AGAIN) $(SLOWEST) tests/browser

quick: $(BIN)/.ready ## The inner loop, under a minute: style, and the tests of rules, texts and words
	$(BIN)/ruff check -q .
	$(BIN)/pytest $(PARALLEL) --hypothesis-profile=quick $(QUICK)

deep: $(BIN)/.ready web/node_modules/.tests-ready $(PAGE) tools kernels ## The tests with more games, more crashes, more players and new examples: for a night
	$(BIN)/pytest $(PARALLEL) --hypothesis-profile=deep --ignore=tests/browser --ignore=tests/train
	$(BIN)/pytest $(PARALLEL) --hypothesis-profile=deep tests/browser

coverage: $(BIN)/.ready $(PAGE) tools ## How much of the package the tests run through
	$(BIN)/pytest $(PARALLEL) --ignore=tests/browser --ignore=tests/train --cov=rowlock --cov-report=term:skip-covered --cov-report=xml

train-test: $(BIN)/.ready ## Tests of training, with PyTorch (large, so no part of `make test`)
	$(BIN)/python -c "import torch" 2>/dev/null || $(BIN)/pip install --quiet --disable-pip-version-check --editable '.[train]'
	$(BIN)/pytest tests/train

hosting-test: $(BIN)/.ready ## The examples in deploy/ by nginx, Caddy, HAProxy and systemd (installs them; no part of `make test`)
	@missing=""; for tool in nginx caddy haproxy openssl; do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	  test -z "$$missing" || (apt-get update -qq && apt-get install -y -qq nginx-light caddy haproxy openssl) \
	  || echo "NOT ALL OF IT WILL BE RUN: install$$missing" >&2
	$(BIN)/python -m bench.hosting

dist: docs ## Wheel and source distribution with page and documentation, into dist/
	$(BIN)/python -m build

release-check: $(BIN)/.ready ## Build, install and use the packages as users, the Dockerfile and the workflows do
	$(BIN)/pytest tests/package

audit: $(BIN)/.ready web/node_modules/.tests-ready ## Known weaknesses of the packages that we depend on
	$(BIN)/python -c "import pip_audit" 2>/dev/null || $(BIN)/pip install --quiet --disable-pip-version-check pip-audit
	@mkdir -p build && $(BIN)/pip freeze --disable-pip-version-check --exclude-editable > build/audited.txt
	@failed=""; $(BIN)/pip-audit --strict --disable-pip --no-deps --requirement build/audited.txt || failed="Python"; \
	  (cd web && $(NPM) audit) || failed="$$failed page"; \
	  test -z "$$failed" || { echo "NOT CLEAN, OR NOT AUDITED AT ALL: $$failed (the reason is above)" >&2; exit 1; }

check: $(BIN)/.ready page-style ## Style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(BIN)/.ready web/node_modules/.tests-ready ## Put the code into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cd web && $(NPM) run --silent format

bench: $(BIN)/.ready ## Measure the readable engine, the kernel, the solver, the bots and the server
	$(BIN)/python bench/engine.py
	$(BIN)/python bench/simulate.py
	$(BIN)/python bench/solver.py classic --games 100000
	$(BIN)/python bench/bots/speed.py
	$(BIN)/python -m bench.server

clean: ## Remove what was built here
	rm -rf $(VENV) web/node_modules web/.font web/.python web/tests/fixtures rowlock/server/page rowlock/server/docs build dist coverage.xml .coverage .mypy_cache .pytest_cache .ruff_cache
