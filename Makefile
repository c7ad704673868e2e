# Two commands matter: `make run` plays a demo season, `make test` checks everything.
VENV := .venv
PY := $(VENV)/bin/python
PORT ?= 8000
export PYTHONUTF8 := 1

.PHONY: run demo test bench lint translations clean
.DEFAULT_GOAL := help

help:
	@echo "make run    the demo season on http://127.0.0.1:$(PORT)/ (PORT=… for another port)"
	@echo "make demo   the demo season anew"
	@echo "make test   lint, types and all tests"
	@echo "make bench  the benchmarks, each figure beside its baseline"

$(VENV)/.runs: requirements.txt .ci/environment.sh
	@sh .ci/environment.sh $(VENV) requirements.txt
	@touch $@

$(VENV)/.tests: tests/requirements.txt requirements-pdf.txt requirements.txt .ci/environment.sh
	@sh .ci/environment.sh $(VENV) tests/requirements.txt
	@touch $@ $(VENV)/.runs

run: export SOWA_DEMO ?= 1
run: $(VENV)/.runs
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py seed_demo
	@$(PY) manage.py demo_addresses --base "http://127.0.0.1:$(PORT)"
	@$(PY) -m config.server --port $(PORT)

demo: export SOWA_DEMO ?= 1
demo: $(VENV)/.runs
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py seed_demo --reset
	@$(PY) manage.py demo_addresses --base "http://127.0.0.1:$(PORT)"

test: $(VENV)/.tests
	@$(PY) -m tests.run

lint: $(VENV)/.tests
	@$(PY) -m tests.run lint

bench: $(VENV)/.tests
	@$(PY) -m tests.benchmarks

translations: $(VENV)/.tests
	@$(PY) -m tests.catalogues

clean:
	rm -rf $(VENV) var .mypy_cache .ruff_cache .pytest_cache .hypothesis
