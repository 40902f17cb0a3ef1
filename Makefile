# The commands of the project. `make run` and `make test` need python3 (3.11 or newer, with venv) and nothing else.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check --quiet

.PHONY: setup setup-dev run test browser coverage check format rehearse evenings all-evenings bench messages backup restore

run: setup
	@exec $(BIN)/python manage.py up

# While it runs; docs/operators.md says what to do at night.
backup: FILE ?= backups/$(shell date +%Y-%m-%d-%H%M).backup
backup: setup
	@mkdir -p $(dir $(FILE))
	@$(BIN)/python manage.py backup $(FILE)

restore: setup
	@$(BIN)/python manage.py restore $(FILE) $(if $(REPLACE),--replace $(REPLACE))

setup: .venv/.installed

setup-dev: .venv/.installed-dev

.venv/.installed: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; PYTHON=/path/to/python3.11 make ... names one." if sys.version_info < (3, 11) else 0)'
	@echo "Installing what requirements.txt names (once; about a minute) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) -r requirements.txt
	@touch $@

.venv/.installed-dev: requirements-dev.txt .venv/.installed
	@echo "Installing what requirements-dev.txt names (once; about a minute) ..."
	@$(PIP) -r requirements-dev.txt
	@touch $@

# Lots are drawn by seed and id: `IDS_FROM=5000 make test` finds a test that holds for some ids only (tests/conftest.py).
test: setup-dev
	$(BIN)/python -m pytest -n logical $(ARGS)

# Needs an installed Chromium; pictures of all pages are left in screenshots/.
browser: setup-dev
	$(BIN)/python -m pytest tests/browser -m browser $(ARGS)

coverage: setup-dev
	$(BIN)/python -m pytest -n logical --cov --cov-report=term $(ARGS)

check: setup-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/config/test_migrations.py
	find templates -name '*.html' -print0 | xargs -0 -r $(BIN)/djade --check --target-version 5.2

format: setup-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	find templates -name '*.html' -print0 | xargs -0 -r $(BIN)/djade --target-version 5.2

rehearse: setup-dev
	$(BIN)/python -m tests.rehearsals.run $(ARGS)

# An evening of each size from 4 to 66 people through the services, with everything that can happen; five minutes or so.
evenings: setup-dev
	$(BIN)/python -m pytest tests/simulation tests/tournaments/services/test_importing.py -m evenings -n logical $(ARGS)

# The same with 6 to 10 rounds each, as pairs and as people who change partners; more than half an hour.
all-evenings: setup-dev
	$(BIN)/python -m pytest tests/simulation -m "evenings or all_evenings" -n logical $(ARGS)

bench: setup-dev
	$(BIN)/python -m bench.rules
	$(BIN)/python -m bench.draws
	$(BIN)/python -m bench.standings
	$(BIN)/python -m bench.standings_page
	$(BIN)/python -m bench.movements
	$(BIN)/python -m bench.hall
	$(BIN)/python -m bench.live
	$(BIN)/python -m bench.archive
	$(BIN)/python -m bench.api $(ARGS)

# The names under which Python marks a sentence, beside those that Babel knows; locale/sources.cfg says where it looks.
KEYWORDS := gettext_lazy gettext_noop ngettext_lazy:1,2 pgettext_lazy:1c,2 npgettext_lazy:1c,2,3
BABEL := $(BIN)/python -m babel.messages.frontend -q

messages: setup-dev
	$(BABEL) extract --no-wrap --sort-by-file --add-location=file --mapping=locale/sources.cfg \
		$(KEYWORDS:%=-k %) -o locale/django.pot .
	$(BABEL) update --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date \
		-D django -d locale -i locale/django.pot
	rm locale/django.pot
	$(BABEL) compile -D django -d locale
