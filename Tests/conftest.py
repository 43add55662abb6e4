"""What the tests of pages and those of the running server share."""
import os

import pytest


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium; one of them, because Playwright runs once in a process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()
