# Two commands do everything on a fresh Debian 12: make demo, make test. The rest: make help.
# Each step builds in a folder of its own under build/ (CMakePresets.json), so that a second run does no needless work.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:  # each step takes all cores by itself
.DELETE_ON_ERROR:

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60  # per fuzzer, in make fuzz

# One more test than cores: some wait, for a browser, an importer, a signal.
ctest = ctest --preset $(1) --parallel $(shell expr $(JOBS) + 1)
build = cmake --build --preset $(1) --parallel $(JOBS)
say = @printf '\n== %s\n' "$(1)"

.PHONY: help demo test test-release test-clang test-wild test-asan test-tsan fuzz fuzz-short bench lint format pictures clean

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

demo: ## Installs, builds, bakes three meshes, drops a hundred bodies; the page is out/demo/index.html
	@Tests/House/install.sh build data page
	@$(MAKE) -s build/demo/build.ninja
	$(call build,demo) --target spheretree spheretree-meshes
	@Tests/House/demo.sh build/demo

test: ## Installs, builds, runs every test (gcc; clang; sanitizers; fuzzers)
	@Tests/House/install.sh build data page test
	@$(MAKE) -s test-release test-wild
	@$(MAKE) -s fuzz-short FUZZ_SECONDS=same
	$(call say,All tests passed.)

test-release: build/release/build.ninja
	$(call say,Every test; gcc; optimised)
	$(call build,release)
	$(call ctest,release)

# Another compiler, other optimisation, assertions on: bad input, where a mistake cannot hide, and what must give the same
# bytes everywhere.
test-wild: build/asan/build.ninja
	$(call say,clang with the address and undefined-behaviour sanitizers: bad input; same bytes)
	$(call build,asan) --target wild-tests reproducible-tests
	$(call ctest,asan) -L 'wild|reproducible'

test-clang: ## What must give the same for every compiler, by clang at full optimisation
	@Tests/House/install.sh build data page test
	@$(MAKE) -s build/clang/build.ninja
	$(call build,clang) --target spheretree reproducible-tests
	$(call ctest,clang) -L reproducible

test-asan: ## Every test under the address and undefined-behaviour sanitizers
	@Tests/House/install.sh build data page test
	@$(MAKE) -s build/asan/build.ninja
	$(call build,asan)
	$(call ctest,asan)

test-tsan: ## Every test with threads under the thread sanitizer
	@Tests/House/install.sh build data page test
	@$(MAKE) -s build/tsan/build.ninja
	$(call build,tsan) --target threads-tests
	$(call ctest,tsan) -L threads

fuzz: ## Each fuzzer for FUZZ_SECONDS (60)
	@Tests/House/install.sh build data page test
	@$(MAKE) -s fuzz-short

fuzz-short: build/asan/build.ninja
	$(call say,Fuzzers)
	$(call build,asan) --target fuzzers
	Tests/House/fuzz.sh build/asan/bin $(FUZZ_SECONDS)

bench: ## Benchmarks, ours beside our peers', in one run; figures in out/bench
	@Tests/House/install.sh build data page bench
	@$(MAKE) -s build/bench/build.ninja
	$(call build,bench)
	Tests/House/bench.sh build/bench/bin

lint: ## clang-format, clang-tidy and cppcheck over everything that is ours
	@Tests/House/install.sh build data page test bench lint
	@cmake --preset lint >/dev/null  # nothing is built there, so ninja would not notice that files came or went
	Tests/House/lint.sh build/lint

format: ## Lays out every file of ours as .clang-format says
	@Tests/House/install.sh lint
	git ls-files -z --cached --others --exclude-standard -- '*.h' '*.cpp' | xargs -0 clang-format -i

pictures: ## Takes the README's pictures from the page, in a browser
	@Tests/House/install.sh build data page test
	@$(MAKE) -s build/release/build.ninja
	$(call build,release) --target spheretree spheretree-meshes
	SPHERETREE_BUILD=build/release SPHERETREE_PICTURES=Docs node Tests/Viewer/page_test.mjs

clean: ## Removes what was built (build/ and out/); what npm brought stays
	rm -rf build out

# A folder is configured once; from then on ninja notices changes of CMake's files by itself.
build/%/build.ninja: CMakePresets.json
	cmake --preset $*
	@touch $@
