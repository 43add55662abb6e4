"""What the tests of pages and those of the running server share."""
import os
import pathlib
import signal

import film
import pytest

# Files that take long, the longest first: one that is begun last would be waited for by all others.
LONGEST_FIRST = [
    "test_demo", "test_hostile", "test_simulate", "test_openapi", "test_isolation", "test_channels", "test_clock",
    "test_dispatch_rounds", "test_backup", "test_dispatch_engine", "test_adapters", "test_command_line", "test_liveness",
    "test_push", "test_phone_login", "test_accounts", "test_dispatch_kills", "test_reports",
]


def pytest_configure():
    """SIGTERM and SIGINT end the run as Ctrl-C does, so that fixtures stop their servers. A shell starts background jobs
    with SIGINT ignored."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.default_int_handler)


def pytest_collection_modifyitems(items):
    """The files that take long come first; all others keep their order."""
    def place(item):
        name = pathlib.Path(item.path).stem
        return LONGEST_FIRST.index(name) if name in LONGEST_FIRST else len(LONGEST_FIRST)
    items.sort(key=place)


def chromium():
    """The headless shell draws and runs pages as Chromium does, for half the work."""
    lighter = pathlib.Path("/usr/bin/chromium-headless-shell")
    return os.environ.get("CHROMIUM") or (lighter if lighter.exists() else "/usr/bin/chromium")


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """Debian's Chromium; one of them, because Playwright runs once in a process. Playwright never downloads its own."""
    from playwright.sync_api import sync_playwright

    if film.FOLDER:
        film.lend_ffmpeg(tmp_path_factory.mktemp("downloads"))
    with sync_playwright() as playwright:
        # Compiling JavaScript beside the page would take a core from the other tests.
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--js-flags=--single-threaded"])
        yield browser
        browser.close()
