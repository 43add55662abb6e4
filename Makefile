# Rollcall. `make demo` shows it, `make test` checks it; both install what a fresh Debian 12 lacks.

.PHONY: demo test bench lint build install clean

PREFIX ?= /usr/local
DEMO_ARGUMENTS ?=

demo: build
	.build/release/rollcall demo $(DEMO_ARGUMENTS)

test:
	scripts/setup test
	scripts/test

bench:
	scripts/setup bench
	swift build -c release --product rollcall
	Benchmarks/run

lint:
	scripts/lint

build:
	scripts/setup build
	swift build -c release --product rollcall

# The binary finds its pages, files and seeds in ../share/rollcall, seen from the folder it is in.
install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/rollcall
	install -m 755 .build/release/rollcall $(DESTDIR)$(PREFIX)/bin/rollcall
	cp -R Templates Public seeds $(DESTDIR)$(PREFIX)/share/rollcall/

clean:
	swift package clean
	rm -rf .venv
