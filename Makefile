# Rollcall. `make demo` shows it, `make test` checks it; both install what a fresh Debian 12 lacks.

.PHONY: demo test torture bench lint build install deb clean

PREFIX ?= /usr/local
DEMO_ARGUMENTS ?=
BENCH_ARGUMENTS ?=
BEFORE ?=
SEED ?=

demo:
	scripts/setup build
	scripts/demo $(DEMO_ARGUMENTS)

test:
	scripts/setup test
	scripts/test

# What takes longer than a test may. SEED=… to have a finding again.
torture:
	scripts/setup test
	scripts/torture $(SEED)

# BEFORE=… pairs every figure with that of a commit; BENCH_ARGUMENTS="--only uploads" measures one part.
bench:
	scripts/setup bench
	swift build -c release --product rollcall
	Benchmarks/run $(if $(BEFORE),--before $(BEFORE)) $(BENCH_ARGUMENTS)

lint:
	scripts/lint

build:
	scripts/setup build
	swift build -c release --product rollcall

install: build
	scripts/install "$(DESTDIR)" "$(PREFIX)" .build/release/rollcall

# A package for Debian 12, with the Swift runtime inside the program: nothing of Swift is needed where it is installed.
deb:
	scripts/setup build
	swift build -c release --product rollcall --static-swift-stdlib --scratch-path .build/package
	scripts/package .build/package/release/rollcall

clean:
	swift package clean
	rm -rf .venv
