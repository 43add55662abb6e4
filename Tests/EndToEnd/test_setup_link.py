"""The link that makes the first workspace: printed where somebody reads it or when asked for, once, for this machine."""
import contextlib
import os
import pty
import re
import select
import subprocess
import time

import pytest
import requests
from rollcall import BINARY, ENVIRONMENT, LISTENING
from setting_up import OWNER, empty, link, links

LIMIT = 20
# What a proxy on this machine says of a browser on another one.
ELSEWHERE = {"X-Forwarded-For": "203.0.113.7"}
PROXY = ["--trusted-proxy", "127.0.0.1"]
FORM = {**OWNER, "again": OWNER["password"], "name": "One", "slug": "", "time_zone": "UTC", "country": ""}


@contextlib.contextmanager
def at_a_terminal(rollcall, *, errors=True, output=True):
    """The server in a shell: which of its outputs are a terminal. Gives what it says in `rollcall.heard` until it listens and
    has had the time to offer its link."""
    ours, theirs = pty.openpty()
    log = open(rollcall.log, "ab")
    process = subprocess.Popen(
        [BINARY, "serve", "--listen", "127.0.0.1:0", "--database", rollcall.database, *rollcall.options],
        stdin=subprocess.DEVNULL, stdout=theirs if output else log, stderr=theirs if errors else log, env=ENVIRONMENT)
    os.close(theirs)
    try:
        rollcall.heard = hear(ours, rollcall)
        yield
    finally:
        process.terminate()
        # A terminal that nobody reads would hold the server.
        while read(ours, LIMIT):
            pass
        assert process.wait(LIMIT) == 0
        os.close(ours)
        log.close()


def read(terminal, seconds):
    """What comes next; nothing when the other side is closed or silent."""
    if not select.select([terminal], [], [], seconds)[0]:
        return b""
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""


def hear(terminal, rollcall):
    """Everything said on the terminal and in the log, until the server listens and a second longer, or until a link came."""
    said, end, listens = b"", time.monotonic() + LIMIT, False
    while time.monotonic() < end:
        said += read(terminal, 0.1)
        text = said.decode() + rollcall.said(0)
        if links(text):
            return text
        if LISTENING.search(text) and not listens:
            listens, end = True, time.monotonic() + 1
    assert listens, text
    return text


def begin(address, headers=None):
    """The cookie and token of the form."""
    page = requests.get(address, headers=headers, timeout=LIMIT)
    assert page.status_code == 200 and "Set up Rollcall" in page.text
    return {"Cookie": page.headers["Set-Cookie"].split(";")[0]}, re.search(r'name="_csrf" value="([^"]*)"', page.text)[1]


def post(address, headers, token):
    return requests.post(
        address, data={**FORM, "_csrf": token}, headers=headers, allow_redirects=False, timeout=LIMIT)


@pytest.mark.parametrize("errors, output, offered", [(True, True, True), (True, False, True), (False, True, False), (False, False, False)])
def test_the_link_is_printed_where_standard_error_is_a_terminal(tmp_path, errors, output, offered):
    rollcall = empty(tmp_path / "new")
    with at_a_terminal(rollcall, errors=errors, output=output):
        assert len(links(rollcall.heard)) == offered
        if offered:
            assert "This database is new. Open this link within an hour to make its first workspace:" in rollcall.heard
            begin(links(rollcall.heard)[0])
    # A log is kept, and the link is a secret.
    assert not errors or "/setup/" not in rollcall.said(0)


@pytest.mark.parametrize("option", ["--setup", "--setup-public"])
def test_it_is_printed_without_a_terminal_when_asked_for(tmp_path, option):
    rollcall = empty(tmp_path / "new", option)
    rollcall.start()
    begin(link(rollcall))
    assert rollcall.stop() == 0


def test_it_is_not_printed_once_there_is_a_workspace(tmp_path):
    rollcall = empty(tmp_path / "used", "--setup")
    rollcall.cli("workspace", "add", "used", "--name", "used", "--time-zone", "UTC")
    with at_a_terminal(rollcall):
        assert links(rollcall.heard) == []


def test_it_is_dead_after_the_first_owner_and_after_a_restart_there_is_none(tmp_path):
    rollcall = empty(tmp_path / "new", "--setup")
    rollcall.start()
    address = link(rollcall)
    first, second = begin(address), begin(address)
    assert requests.get(address + "x", timeout=LIMIT).status_code == 404
    assert post(address, first[0], "foreign").status_code == 400, "the form's token is checked"
    made = post(address, *first)
    assert (made.status_code, made.headers["Location"]) == (303, "/w/one/responders/import"), made.text
    assert post(address, *second).status_code == 404, "whoever opened it earlier comes too late"
    assert requests.get(address, timeout=LIMIT).status_code == 404
    assert [one["slug"] for one in rollcall.cli("workspace", "list")["workspaces"]] == ["one"]
    assert rollcall.stop() == 0
    rollcall.start()
    assert links(rollcall.said(0)) == [address], "no other one"
    assert requests.get(address, timeout=LIMIT).status_code == 404
    assert rollcall.stop() == 0


def test_a_restart_before_the_first_owner_makes_another_link(tmp_path):
    rollcall = empty(tmp_path / "new", "--setup")
    for _ in range(2):
        rollcall.start()
        assert rollcall.stop() == 0
    first, second = links(rollcall.said(0))
    assert first.rpartition("/")[2] != second.rpartition("/")[2]


@pytest.mark.parametrize("option, status", [("--setup", 404), ("--setup-public", 200)])
def test_it_opens_from_other_machines_only_when_that_is_asked_for(tmp_path, option, status):
    rollcall = empty(tmp_path / "new", option, *PROXY)
    rollcall.start()
    address = link(rollcall)
    headers, token = begin(address)
    assert requests.get(address, headers=ELSEWHERE, timeout=LIMIT).status_code == status
    made = post(address, {**headers, **ELSEWHERE}, token)
    assert made.status_code == (404 if status == 404 else 303), made.text
    assert len(rollcall.cli("workspace", "list")["workspaces"]) == (status == 200)
    assert rollcall.stop() == 0
