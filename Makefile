# The front door. Everything is built by CMake in build/; each goal first installs what the machine lacks.

BUILD ?= build
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 600

.DEFAULT_GOAL := build
.PHONY: build test argesim bench million performance install format fuzz sanitize check help clean

build: $(BUILD)/build.ninja  ## build the program, the library and the tests
	cmake --build $(BUILD) -j $(JOBS)

test: build  ## run all tests
	scripts/run_tests $(BUILD) -j $(JOBS)

argesim: $(BUILD)/build.ninja  ## run the ARGESIM benchmarks, compare with the references, write the report to build/report
	cmake --build $(BUILD) -j $(JOBS) --target saltus_program saltus_argesim
	$(BUILD)/tests/reference/saltus_argesim
	$(BUILD)/saltus report models/argesim -o $(BUILD)/report --jobs $(JOBS)

bench: $(BUILD)/build.ninja  ## print times and ratios beside hand-written programs and other libraries, and save them as build/bench.json
	cmake --build $(BUILD) -j $(JOBS) --target saltus_program saltus_bench
	$(BUILD)/bench/saltus_bench --json $(BUILD)/bench.json

million: $(BUILD)/build.ninja  ## print the cost of studies with up to a million runs
	cmake --build $(BUILD) -j $(JOBS) --target saltus_program saltus_bench_study
	$(BUILD)/bench/saltus_bench_study

performance: $(BUILD)/build.ninja  ## make docs/reference/performance.md of the last `make bench`
	cmake --build $(BUILD) -j $(JOBS) --target saltus_bench_page
	cp $(BUILD)/bench.json docs/reference/performance.json
	$(BUILD)/bench/saltus_bench_page docs/reference/performance.json > docs/reference/performance.md

install: build  ## install program, library and headers to PREFIX (default /usr/local)
	cmake --install $(BUILD) --prefix $(PREFIX)

check: setup  ## include directions, words, layout of the tree
	scripts/check_includes
	scripts/check_words
	scripts/check_codes

format:  ## format the C++ files with clang-format
	scripts/setup --ci
	find src cli tests examples bench -name '*.[ch]pp' | xargs clang-format-19 -i

sanitize: setup  ## run the tests with address and undefined-behaviour sanitizers (build-asan/)
	cmake -G Ninja -S . -B build-asan -DSALTUS_SANITIZE=ON -DSALTUS_BENCH=OFF
	cmake --build build-asan -j $(JOBS)
	scripts/run_tests build-asan -j $(JOBS) -LE 'slow|studies'

fuzz:  ## run each fuzz target for FUZZ_SECONDS (default 600)
	scripts/setup --ci
	scripts/fuzz build-fuzz $(FUZZ_SECONDS)

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## */\1\t/p' $(MAKEFILE_LIST) | expand -t 12

clean:  ## remove the build directories
	rm -rf $(BUILD) build-asan build-fuzz

.PHONY: setup
setup:
	@scripts/setup

$(BUILD)/build.ninja: setup
	@test -f $@ || cmake -G Ninja -S . -B $(BUILD)
