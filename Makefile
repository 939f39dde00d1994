# SPDX-License-Identifier: Apache-2.0
#
# The commands people type. Each sets up what it needs: dev/setup installs the Debian packages that are missing (and
# costs nothing when none is), presets are configured on first use, and Ninja rebuilds only what changed.
#   SETUP=0          never install packages
#   PRESETS          the builds that `make test` tests
#   PREFIX, DESTDIR  where `make install` puts things; DEBUG=1 keeps their debug information, in files apart
MAKEFLAGS += --no-print-directory
SHELL := /bin/bash
.DEFAULT_GOAL := build
.PHONY: build help setup demo test conformance compilers real check tidy format bench complaints rivals install \
        uninstall packages test-packages test-page test-long test-aarch64 test-riscv64 site clean

PREFIX ?= /usr/local
SETUP ?= 1
PRESETS ?= release tsan asan
setup_for = $(if $(filter 0,$(SETUP)),@:,@dev/setup $(1))

build: ## Build what users run: the library, the commands, the compiler plugins, the benchmarks
	$(call setup_for,build)
	@dev/build release delivered

help: ## Print this list
	@sed -nE 's/^([a-z0-9 -]+):[^#]*## /\1\t/p' Makefile | while IFS=$$'\t' read -r name text; do \
	  printf '  make %-13s %s\n' "$$name" "$$text"; done

setup: ## Install every Debian package that building, testing and checking need
	$(call setup_for,all)

demo: ## Build, then run the heat solver on libgomp, libomp and Rondo (90 seconds; ARGS=... is passed on)
	$(call setup_for,demo)
	@dev/build demo demonstrated
	@build/release/bin/rondo demo $(ARGS)

test: ## Build and run every test: release, then under ThreadSanitizer and AddressSanitizer (PRESETS=release: only that)
	$(call setup_for,build)
	@dev/test $(PRESETS)

conformance: ## Run the tests' programs on their compilers' own runtimes: do they expect what OpenMP promises?
	$(call setup_for,build)
	@dev/build release
	@ctest --preset release -L '^stock$$' --no-tests=error --repeat until-pass:3

compilers: ## Build the tests' programs by other versions of the compilers and run them (GCC=16 CLANG=23)
	$(call setup_for,build)
	@dev/compilers $(GCC) $(CLANG) $(ARGS)

real: ## Fetch scikit-learn, LightGBM, GROMACS and others into build/real; run them on their runtime and on Rondo
	$(call setup_for,build)
	@dev/build release
	@PYTHONPATH=python tests/real/run.py $(ARGS)

test-long: ## What `make test` leaves out: tutorial, commands on programs of both compilers, standards, -O levels, NAS
	$(call setup_for,build)
	@dev/build release
	@dev/build release rondo_long_test_programs
	@ctest --preset release -L '^long$$' --no-tests=error
	@RONDO_TEST_WHOLE=1 ctest --preset release -L '^whole$$' --no-tests=error

test-aarch64 test-riscv64: test-%: ## Build for that architecture and run the tests under qemu (but tests/emulated.txt)
	$(call setup_for,cross)
	@dev/test-cross $*

test-page: ## Install a browser and open the pages of `rondo why --html` and `rondo report`
	$(call setup_for,page)
	@dev/build release rondo_cli rondo rondo_cli_test_programs
	@ctest --preset release -L '^page$$' --no-tests=error

check: ## Before a commit: format, spelling, layers, lint of changes; build and run the quick tests (< 2 minutes)
	$(call setup_for,all)
	@dev/check

tidy: ## clang-tidy and mypy over every file (check: over changed ones; own source and test speak for a header)
	$(call setup_for,all)
	@dev/build dev
	@/usr/bin/python3 dev/tidy.py
	@/usr/bin/python3 dev/hints.py

format: ## Rewrite C and C++ files in the repository's layout
	$(call setup_for,all)
	@dev/sources c | xargs -0 --no-run-if-empty clang-format-19 -i

bench: ## Build, then run the benchmarks, quickly, and write the report (ARGS=... instead: that, without a report)
	$(call setup_for,build)
	@dev/build release all rondo_mpi_programs
	@build/release/bin/rondo bench $(or $(ARGS),--preset quick) || [ $$? = 1 ]
	@$(if $(filter-out --resume,$(ARGS)),,build/release/bin/rondo report build/bench/bench.json -o build/bench/report.html)

complaints: ## Run twenty public complaints on libgomp, libomp and Rondo, write docs/complaints.md (10 minutes)
	$(call setup_for,build)
	@dev/build release delivered rondo_complaints
	@PYTHONPATH=python /usr/bin/python3 -B bench/complaints/run.py $(ARGS)

rivals: ## Fetch Intel's libiomp5 from PyPI into build/venv: `make bench` then measures it as well
	$(call setup_for,build)
	@/usr/bin/python3 -m venv build/venv
	@build/venv/bin/pip --quiet --disable-pip-version-check install intel-openmp

install: build ## Install what users run into $(DESTDIR)$(PREFIX), stripped (DEBUG=1: debug files beside it)
	@DESTDIR='$(DESTDIR)' RONDO_STRIP=$(if $(DEBUG),debug,yes) cmake --install build/release --prefix '$(PREFIX)'

uninstall: ## Remove from $(DESTDIR)$(PREFIX) what `make install` put there
	@dev/uninstall '$(DESTDIR)$(PREFIX)'

packages: ## Build archive, wheel, Debian and conda packages into build/packages (ARGS='archive wheel': only these)
	$(call setup_for,packages)
	$(if $(filter aarch64 riscv64,$(ARGS)),$(call setup_for,cross))
	@packaging/build $(ARGS)

test-packages: ## Install each built package in a clean root or environment, use it, undo it (ARGS as for packages)
	$(call setup_for,packages)
	$(if $(filter aarch64 riscv64,$(ARGS)),$(call setup_for,cross))
	@packaging/test $(ARGS)

site: ## Build the documentation as a static site into build/site/html; a link that leads nowhere is an error
	$(call setup_for,build)
	@site/build

clean: ## Remove everything that was built
	rm -rf build
