# Only make and Python 3.11 or later are needed; the rest is installed into .venv, every file
# checked against its hash in requirements/.

PYTHON ?= python3
UV ?= uv
VENV := .venv
# On Windows make is Git Bash's, and Python's programs are elsewhere.
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)

# Wheels only: a source package would build with packages nobody hashed.
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input
INSTALL := $(PIP) install --require-hashes --only-binary :all:
EDITABLE := $(PIP) install --no-deps --no-build-isolation --editable .
COMPILE := $(UV) pip compile --quiet --no-config --universal --fork-strategy fewest \
	--python-version 3.11 --no-strip-extras --generate-hashes --custom-compile-command 'make requirements'

ifdef CI
export NO_COLOR := 1
endif
# Each of hundreds of processes would compile all modules for itself.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help lake extras test pytest bounds ruff mypy sqlfluff kernels modules coverage bench bench-blueprint bench-buckets bench-resolving bench-solving bench-clustering bench-play bench-subsets bench-web bench-scaling bench-import docs site notebooks attacks \
	damage wheel-test release release-lake fuzz interrupts soak requirements vendor clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile | expand -t 20

lake: $(VENV)/run.stamp ## install what is needed and build the tables into lake/
	@$(BIN)/pokerlake build
	@$(BIN)/pokerlake tables

extras: $(VENV)/extras.stamp ## install pandas, scipy, the page and clusters too

# What reads the sources runs beside the tests, in the processor time in which they wait: half a minute.
# pytest runs also where another finds something, and what it says is not held back (+).
ASIDE := nice -n 10

test: ## all that CI checks: ruff, mypy, sqlfluff, pytest
	@$(MAKE) --no-print-directory -j 2 kernels modules
	@$(MAKE) --no-print-directory --keep-going -j 4 \
		$(if $(filter output-sync,$(.FEATURES)),--output-sync) ruff mypy sqlfluff pytest

kernels: $(VENV)/run.stamp
ruff mypy sqlfluff modules pytest: $(VENV)/test.stamp

pytest:
	+@echo "pytest" && $(BIN)/pytest -n 3 --dist worksteal

ruff:
	@echo "ruff" && $(ASIDE) $(BIN)/ruff check --quiet . && $(ASIDE) $(BIN)/ruff format --check --quiet .

mypy:
	@echo "mypy" && $(ASIDE) $(BIN)/mypy --no-error-summary

sqlfluff:
	@echo "sqlfluff" && $(ASIDE) $(BIN)/sqlfluff lint --quiet --disable-progress-bar queries tables

# Once and for all tests, and while pip, on one core, installs the rest.
kernels:
	@echo "kernels" && $(BIN)/python tests/helpers/kernels.py

# pytest compiles the modules of tests in its own way: here once, and not in each process.
modules:
	@$(BIN)/python tests/helpers/rewritten.py > /dev/null 2>&1 || true

# `make test` runs only rooms that changed since with every index checked.
bounds: $(VENV)/test.stamp ## run all kernels with every index checked, and note it in tests/engine/in_bounds.txt
	@PYTHONPATH=tests $(BIN)/python -m helpers.bounds

coverage: $(VENV)/coverage.stamp ## the tests once more, and which lines none of them runs: half as long again
	@$(BIN)/pytest -n 2 --dist worksteal --cov --cov-report=term

# A seed of its own each time, which is printed; TARGETS are names, or how they begin.
fuzz: $(VENV)/test.stamp ## change real inputs at random for MINUTES=30 with SEED=any; 1 if one fails
	@PYTHONPATH=tests $(BIN)/python -m fuzz run --minutes $(or $(MINUTES),30) \
		$(if $(SEED),--seed $(SEED)) --targets $(TARGETS)

bench: $(VENV)/bench.stamp ## measure against other evaluators, and write docs/speed.md
	@PYTHONPATH=tests $(BIN)/python benchmarks/run.py

bench-solving: $(VENV)/run.stamp ## solve 2,000 rivers into a lake, and a reference flop, turn and river
	@$(BIN)/python benchmarks/solving.py

bench-blueprint: $(VENV)/run.stamp ## boards a second that blueprints are trained on
	@$(BIN)/python benchmarks/blueprints/training.py

bench-buckets: $(VENV)/run.stamp ## blueprints by kinds of LAKE's abstractions, trained for equally long: half an hour
	@$(BIN)/python benchmarks/blueprints/buckets.py $(or $(LAKE),lake)

bench-resolving: $(VENV)/run.stamp ## what can be won against spots of LAKE's blueprint that are solved again
	@$(BIN)/python benchmarks/blueprints/resolving.py $(or $(LAKE),lake) $(RUN)

bench-clustering: $(VENV)/clustering.stamp ## choose buckets beside scikit-learn, faiss, POT and SciPy
	@$(BIN)/python benchmarks/buckets/clustering.py

bench-play: $(VENV)/extras.stamp ## play by buckets of the abstractions in LAKE=lake, in the whole game: half an hour
	@$(BIN)/python benchmarks/buckets/play.py $(or $(LAKE),lake)

bench-subsets: $(VENV)/run.stamp ## solve two games on all 1,755 flops into LAKE=lake, and print what subsets miss: an hour
	@$(BIN)/python benchmarks/subsets.py $(or $(LAKE),lake)

bench-import: $(VENV)/bench.stamp ## import hand histories beside other parsers, and HANDS=50000 into one lake
	@PYTHONPATH=tests $(BIN)/python benchmarks/importing.py $(or $(HANDS),50000)

bench-scaling: $(VENV)/extras.stamp ## what 1 to 1,000 workers would take, from benchmarks/parts.json
	@$(BIN)/python benchmarks/scaling.py

docs: $(VENV)/run.stamp ## write the generated pages of docs/ anew
	@$(BIN)/python docs/generate.py

site: $(VENV)/site.stamp ## build the site from docs/, docstrings and notebooks into site/html, and check every link
	@PYTHONPATH=docs $(BIN)/python -m website

notebooks: $(VENV)/run.stamp ## run the notebooks of docs/notebooks over LAKE=lake, and write them with what they show
	@PYTHONPATH=docs $(BIN)/python -m website.notebooks $(or $(LAKE),lake)

bench-web: $(VENV)/extras.stamp ## ask the page over LAKE=lake as fast as it answers, and faster: three minutes
	@PYTHONPATH=tests $(BIN)/python benchmarks/web.py $(or $(LAKE),lake)

attacks: $(VENV)/run.stamp ## attack the sealed SQL (COUNT=300 SEED=1 LAKE=lake): some seconds for each
	@$(BIN)/python tests/attacks/run.py $(or $(LAKE),lake) --count $(or $(COUNT),300) --seed $(or $(SEED),1)

wheel-test: $(VENV)/test.stamp ## the tests against the built wheel, outside of the checkout
	@set -e; there=$$(mktemp -d); trap 'rm -rf "$$there"' EXIT; \
	echo "building the sdist, and the wheel from it"; \
	$(BIN)/python -m hatchling build -t sdist -d "$$there"; \
	$(PIP) wheel --no-deps --no-build-isolation -w "$$there" "$$there"/pokerlake-*.tar.gz; \
	echo "installing the wheel in a fresh environment"; \
	$(BIN)/python -m venv "$$there/venv"; \
	"$$there/venv/bin/python" -m pip -qq --disable-pip-version-check install \
		--require-hashes --only-binary :all: -r requirements/test.txt; \
	"$$there/venv/bin/python" -m pip -qq --disable-pip-version-check install \
		--no-deps "$$there"/pokerlake-*.whl; \
	echo "and in another without extras"; \
	$(BIN)/python -m venv "$$there/plain"; \
	"$$there/plain/bin/python" -m pip -qq --disable-pip-version-check install \
		--require-hashes --only-binary :all: -r requirements/run.txt; \
	"$$there/plain/bin/python" -m pip -qq --disable-pip-version-check install \
		--no-deps "$$there"/pokerlake-*.whl; \
	cp -R tests "$$there/tests"; cd "$$there"; \
	venv/bin/pytest -n 2 --dist worksteal -c "$(CURDIR)/pyproject.toml" --rootdir "$$there" tests; \
	PLAIN_PYTHON="$$there/plain/bin/python" venv/bin/pytest -c "$(CURDIR)/pyproject.toml" \
		--rootdir "$$there" tests/house/test_extras.py

# Of tools that look for what is wrong: how much of it, and which choices. CI has other seeds.
interrupts: N ?= 60
soak: MINUTES ?= 60
damage: LAKES ?= 300
interrupts soak damage: SEED ?= $(shell date +%s)

interrupts: $(VENV)/test.stamp ## Ctrl-C at N=60 random moments of all commands, and of calls of Python, with any SEED=
	@$(BIN)/pokerlake build
	@PYTHONPATH=tests $(BIN)/python -m interrupt.commands -n $(N) -s $(SEED) lake
	@PYTHONPATH=tests $(BIN)/python -m interrupt.calls -n $(N) -s $(SEED) lake

damage: $(VENV)/test.stamp ## damage LAKES=300 lakes, kill and cut the power at every file operation, with any SEED=
	@$(BIN)/pokerlake build
	@PYTHONPATH=tests $(BIN)/python -m damage.shortage lake
	@PYTHONPATH=tests $(BIN)/python -m damage --lakes $(LAKES) --seed $(SEED)
	@there=$$(mktemp -d); trap 'rm -rf "$$there"' EXIT; \
	PYTHONPATH=tests $(BIN)/python -m damage.power "$$there" $(SEED) 5 1

soak: $(VENV)/test.stamp ## builds, imports, queries, kills on one lake for MINUTES=60, with any SEED=
	@PYTHONPATH=tests $(BIN)/python -m soak.run --minutes $(MINUTES) --seed $(SEED)

# With TAG=v1.0.0 only if that is the version that is built.
release: $(VENV)/release.stamp ## build the sdist and the wheel into dist/, and try them without a checkout
	@PYTHONPATH=tests $(BIN)/python releasing/packages.py $(if $(TAG),--tag $(TAG))

# DATE, which the card has, is that of the commit: so the same lake makes the same bytes.
release-lake: $(VENV)/run.stamp ## archives of the tables of LAKE=lake into TO=dist/tables, with their card
	@$(BIN)/python releasing/published.py $(or $(LAKE),lake) --to $(or $(TO),dist/tables) \
		--date $(or $(DATE),$(shell git log -1 --format=%cs))

requirements: ## pin the requirements anew (needs uv; delete the files first to raise every pin)
	@$(COMPILE) pyproject.toml --group build -o requirements/run.txt
	@$(COMPILE) pyproject.toml --extra all --group build -c requirements/run.txt -o requirements/extras.txt
	@$(COMPILE) pyproject.toml --extra all --group test -c requirements/run.txt -o requirements/test.txt
	@$(COMPILE) pyproject.toml --extra all --group coverage -c requirements/test.txt -o requirements/coverage.txt
	@$(COMPILE) --group pip -o requirements/pip.txt
	@$(COMPILE) --group bench -c requirements/run.txt -o requirements/bench.txt
	@$(COMPILE) --group build --group release -c requirements/run.txt -o requirements/release.txt
	@$(COMPILE) --group site -c requirements/test.txt -o requirements/site.txt
	@$(COMPILE) --group clustering -c requirements/run.txt -o requirements/clustering.txt

# Built, and once more to see that the same bytes come out.
vendor: ## build the page's libraries anew (needs npm)
	@cd web/vendor && npm ci --loglevel error > /dev/null && node build.mjs && node build.mjs --check

clean: ## remove .venv, lake/ and all caches
	@rm -rf $(VENV) lake dist site .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Pythons bring an older pip, which takes twice as long to find files of pinned versions.
$(VENV)/made.stamp:
	@$(PYTHON) -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "pokerlake needs Python 3.11 or later with its venv module; $(PYTHON) is" \
			"$$($(PYTHON) -c 'import sys; print(sys.version.split()[0])' 2>/dev/null || echo missing)." \
			"Name another: make PYTHON=/path/to/python3.13 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@$(INSTALL) --no-compile -r requirements/pip.txt
	@touch $@

# pip compiles modules on one core. What is seldom imported, or stands beside machine code as mypy
# does, is compiled when it is imported: a quarter of all. And templates are no Python.
SELDOM := '/(tests?|mypyc?|setuptools|pkg_resources|lexers|dialects|stats|signal|cuda|moto|dask/dataframe|pip)/'
COMPILED = $(BIN)/python -m compileall -qq -j 2 -x $(SELDOM) $(VENV)/lib || true

$(VENV)/run.stamp: requirements/run.txt pyproject.toml | $(VENV)/made.stamp
	@echo "installing into $(VENV) (220 MB to download, 770 MB on the disk; half a minute where the network is fast)"
	@$(INSTALL) --no-compile -r requirements/run.txt
	@$(COMPILED)
	@$(EDITABLE)
	@touch $@

# What more is installed, each by its own file of requirements.
extras_has := pandas, scipy, the page and clusters
coverage_has := coverage
clustering_has := scikit-learn, faiss and POT
release_has := twine and rattler-build
site_has := zensical
bench_has := the peers
MORE := extras coverage clustering release site bench

$(VENV)/coverage.stamp: $(VENV)/test.stamp

$(MORE:%=$(VENV)/%.stamp): $(VENV)/%.stamp: requirements/%.txt $(VENV)/run.stamp
	@echo "installing $($*_has) into $(VENV)"
	@$(INSTALL) -r requirements/$*.txt
	@touch $@

# test.txt holds all of run.txt, at the same versions.
$(VENV)/test.stamp: requirements/test.txt $(VENV)/run.stamp
	@echo "installing what tests need too into $(VENV) (160 MB to download, 630 MB on the disk)"
	@$(INSTALL) --no-compile -r requirements/test.txt
	@$(COMPILED)
	@touch $@
