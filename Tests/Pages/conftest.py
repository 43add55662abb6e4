"""Pages in a real browser: rendered samples behind a server that can be told to change, fail or fall silent."""
import http.server
import json
import os
import pathlib
import threading

import pytest
from playwright.sync_api import expect

PAGES = pathlib.Path(os.environ["ROLLCALL_PAGES"])
PUBLIC = pathlib.Path(__file__).parents[2] / "Public"
# The strictest policy the console promises: nothing inline.
POLICY = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
# A wait ends when what is waited for is there: only a test that fails takes this long, however busy the machine is.
expect.set_options(timeout=60_000)
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".wav": "audio/wav",
         ".webmanifest": "application/manifest+json"}


class Console:
    """What the server answers: tests change it while a page is open."""

    def __init__(self):
        self.status = 200
        self.change = lambda html: html
        self.etag = None
        self.polls = []
        # What `alerts.json` lists.
        self.alerts = []
        # How often a page has said that its reader is still there.
        self.stays = 0

    def fragment(self, name, asked):
        self.polls.append(asked)
        if self.status != 200:
            return self.status, b"", {}
        if self.etag and asked == self.etag:
            return 304, b"", {"ETag": self.etag}
        html = self.change((PAGES / f"{name}-fragment.html").read_text())
        return 200, html.encode(), {"ETag": self.etag} if self.etag else {}


def handler(console):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def answer(self, status, body, kind, headers=()):
            self.send_response(status)
            self.send_header("Content-Type", kind + "; charset=utf-8")
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("Content-Length", str(len(body)))
            for name, value in dict(headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            path, _, query = self.path.partition("?")
            name = path.rsplit("/", 1)[-1]
            if path.startswith("/assets/"):
                file = PUBLIC / name
                return self.answer(200, file.read_bytes(), KINDS[file.suffix])
            if name == "alerts.json":
                return self.answer(200, json.dumps({"alerts": console.alerts}).encode(), "application/json")
            if "fragment=1" in query:
                status, body, headers = console.fragment(name, self.headers.get("If-None-Match"))
                return self.answer(status, body, "text/html", headers)
            file = PAGES / f"{name}.html"
            if not file.exists():
                return self.answer(404, b"nothing here", "text/plain")
            return self.answer(200, file.read_bytes(), "text/html")

    return Handler


@pytest.fixture
def console():
    return Console()


@pytest.fixture
def url(console):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(console))
    # Its end is noticed that often.
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def windows(browser):
    """A window for samples that are looked at one after another, with and without script: a new one each takes a process."""
    kept = {}

    def window(script):
        if script not in kept:
            kept[script] = browser.new_context(java_script_enabled=script).new_page()
        return kept[script]
    yield window
    for page in kept.values():
        page.context.close()


@pytest.fixture
def window(windows):
    page = windows(True)
    yield page
    # Nothing of a sample goes on beside the next one.
    page.goto("about:blank")


@pytest.fixture
def plain_window(windows):
    """One that runs no script."""
    page = windows(False)
    yield page
    page.goto("about:blank")


@pytest.fixture
def page(browser):
    """A page that fails its test when the console complains: a refused style, a script error."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    said = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda m: said.append(m.text) if "Content Security Policy" in m.text else None)
    yield page
    context.close()
    assert said == []
