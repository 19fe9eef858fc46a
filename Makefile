# Everything here runs on a machine that has python3 (with venv), git and make; `vsix` also needs
# node and npm. The rest is installed into .venv and editor-client/node_modules.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
RUN    := $(VENV)/.runtime-installed
DEV    := $(VENV)/.dev-installed
PINS   := server/constraints.txt
PIP    := $(BIN)/python -m pip --disable-pip-version-check -qq
CLIENT := editor-client
VERSION := $(shell sed -n 's/^__version__ = "\(.*\)"$$/\1/p' server/ctxlayer/__init__.py)
VSIX   := dist/ctxlayer-$(VERSION).vsix

.DEFAULT_GOAL := help
PICTURES := problems.png quick-fix.png completion.png hover.png status-bar-rules.png \
	sibling-commit.png review-queue.png

.PHONY: help demo test test-client test-editors screenshots lint types docs bench vsix clean
.DELETE_ON_ERROR:

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(RUN): pyproject.toml $(PINS) | $(BIN)/python
	$(PIP) install --constraint $(PINS) --editable .
	@touch $@

$(DEV): pyproject.toml $(PINS) | $(BIN)/python
	$(PIP) install --constraint $(PINS) --editable '.[dev]'
	@touch $@ $(RUN)

demo: $(RUN) ## check the example layer, build the editor extension, say how to open both
	@echo "The example layer holds a few faults on purpose (docs/example-layer.md tells which):"
	@echo
	@$(BIN)/ctxlayer check --root docs/example-layer; \
	  status=$$?; test $$status -le 1 || exit $$status
	@echo
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(VSIX) || { \
	    echo "The editor extension could not be built: see above. All else works without it:" \
	      "$(BIN)/ctxlayer --help"; exit 1; }; \
	  printf '%s\n' "To see the same in VS Code (or Cursor):" "" \
	    "  code --install-extension $(VSIX)" "  code docs/example-layer" ""; \
	else echo "The editor extension is built with npm, which is not here: skipped."; fi

test: lint types ## format, lint, types and the whole test suite
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: $(DEV) ## format and lint
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: $(DEV) ## mypy, strict
	$(BIN)/mypy

test-client: $(CLIENT)/node_modules/.ctxlayer-lock ## format, lint, types and tests of the editor extension
	npm --prefix $(CLIENT) run --silent lint
	npm --prefix $(CLIENT) test --silent

test-editors: $(DEV) $(VSIX) ## drive real editors against the built extension and the server
	VSIX=$(abspath $(VSIX)) bash tests/editors/run.sh

screenshots: $(DEV) $(VSIX) ## take the pictures of the docs anew, from a real VS Code
	VSIX=$(abspath $(VSIX)) bash tests/editors/run.sh vscode
	cd .build/editors/screenshots && cp $(PICTURES) $(abspath docs/images)

docs: $(DEV) ## write the pages that are generated from the code
	$(BIN)/python -m ctxlayer.dev docs

bench: $(DEV) ## time start-up, a whole check and keystrokes
	$(BIN)/python -m tests.bench.bench

vsix: $(VSIX) ## build the editor extension

$(CLIENT)/node_modules/.ctxlayer-lock: $(CLIENT)/package-lock.json
	npm --prefix $(CLIENT) ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@cp $< $@

$(VSIX): $(RUN) $(CLIENT)/node_modules/.ctxlayer-lock $(shell find $(CLIENT) server/ctxlayer -type f \
         -not -path '*/node_modules/*' -not -path '$(CLIENT)/bundled/*' -not -path '$(CLIENT)/dist/*' \
         -not -path '$(CLIENT)/.*/*' -not -path '*/__pycache__/*' 2>/dev/null)
	bash $(CLIENT)/scripts/build-vsix.sh $@

clean: ## remove everything that was built
	rm -rf $(VENV) dist .build build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	cd $(CLIENT) && rm -rf node_modules bundled dist .test-build
	rm -rf tests/editors/node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
