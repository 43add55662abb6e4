"""How members get in: by invitation, with a second factor, by their recovery codes, and with an operator's help."""
import base64
import hashlib
import hmac
import re
import struct
import time

import pytest
import requests
from people import PASSWORD, add_member, log_in


def code(key, steps=0):
    """RFC 6238, by its text: SHA-1, six digits, 30 s."""
    count = int(time.time()) // 30 + steps
    digest = hmac.new(base64.b32decode(key.replace(" ", "")), struct.pack(">Q", count), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start:start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


class Browser:
    """Pages and forms, with the cookies of one browser: a jar of `requests` does not keep those of a bare address."""

    def __init__(self, server, session=None):
        self.server, self.cookies = server, {}
        if session:
            self.keep(session.headers["Cookie"])

    def ask(self, method, path, **form):
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = requests.request(
            method, self.server.url + path, headers={"Cookie": kept}, allow_redirects=False, timeout=20, **form)
        for cookie in re.split(r", (?=[a-z_]+=)", answer.headers.get("Set-Cookie", "")):
            self.keep(cookie)
        return answer

    def keep(self, cookie):
        name, _, value = cookie.split(";")[0].partition("=")
        if name:
            self.cookies[name] = value

    def get(self, path):
        return self.ask("GET", path)

    def send(self, path, page, **fields):
        """A form, with the token of the page that it is on."""
        token = re.search(r'name="_csrf" value="([^"]*)"', self.get(page).text)[1]
        return self.ask("POST", path, data={"_csrf": token, **fields})


def start(server, email):
    """The first step of a login of somebody with two."""
    browser = Browser(server)
    answer = browser.send("/login", "/login", email=email, password=PASSWORD)
    assert answer.status_code == 303 and answer.headers["Location"].startswith("/login/code")
    return browser


@pytest.fixture(scope="module")
def acme(server):
    server.workspace("acme")
    add_member(server, "acme", "owner@example.org", "owner")
    return server


@pytest.fixture
def secured(acme, request):
    """Somebody who has just turned a second factor on: e-mail, its key, the recovery codes."""
    email = add_member(acme, "acme", f"{abs(hash(request.node.name))}@example.org", "viewer")
    browser = Browser(acme, log_in(acme, email))
    assert browser.send("/account/two-factor/begin", "/account", password=PASSWORD).status_code == 303
    key = re.search(r"key into it: <code>([A-Z2-7 ]+)</code>", browser.get("/account/two-factor").text)[1]
    answer = browser.send("/account/two-factor", "/account/two-factor", code=code(key))
    codes = re.findall(r"<li><code>([a-z0-9-]+)</code>", answer.text)
    assert answer.status_code == 200 and len(set(codes)) == 10
    return email, key, codes


def test_the_second_factor_is_asked_for_and_no_code_is_taken_twice(acme, secured):
    email, key, _ = secured
    browser = start(acme, email)
    assert browser.get("/w/acme/board").status_code == 303, "the password alone is no login"
    next_code = code(key, 1)
    answer = browser.send("/login/code", "/login/code", code=next_code)
    assert answer.status_code == 303 and answer.headers["Location"] == "/"
    assert browser.get("/w/acme/board").status_code == 200
    again = start(acme, email)
    assert again.send("/login/code", "/login/code", code=next_code).status_code == 403


def test_a_recovery_code_lets_in_once(acme, secured):
    email, _, codes = secured
    browser = start(acme, email)
    assert browser.send("/login/code", "/login/code", code="aaaa-aaaa-aaaa").status_code == 403
    assert browser.send("/login/code", "/login/code", code=codes[3]).status_code == 303
    assert start(acme, email).send("/login/code", "/login/code", code=codes[3]).status_code == 403


def test_who_lost_phone_and_codes_is_helped_on_the_command_line(acme, secured):
    email, _, _ = secured
    acme.cli("member", "reset-two-factor", "acme", email)
    assert Browser(acme, log_in(acme, email)).get("/w/acme/board").status_code == 200


def test_somebody_invited_sets_a_password_and_joins_with_the_role_given(acme):
    owner = Browser(acme, log_in(acme, "owner@example.org"))
    page = owner.send(
        "/w/acme/settings/invitations", "/w/acme/settings/members", email="nina@example.org", role="dispatcher")
    path = re.search(r"https?://[^/]+(/i/[A-Za-z0-9_-]+)", page.text)[1]
    nina = Browser(acme)
    assert "nina@example.org" in nina.get(path).text
    assert nina.send(path, path, password=PASSWORD, again="something else").status_code == 400
    joined = nina.send(path, path, password=PASSWORD, again=PASSWORD)
    assert joined.status_code == 303 and joined.headers["Location"] == "/w/acme/board"
    member = Browser(acme, log_in(acme, "nina@example.org"))
    assert member.get("/w/acme/incidents").status_code == 200
    assert member.get("/w/acme/settings").status_code == 403
    assert nina.get(path).status_code == 404, "a link works once"


def test_a_screen_sees_the_board_alone_until_it_is_made_dark(acme):
    owner = Browser(acme, log_in(acme, "owner@example.org"))
    page = owner.send("/w/acme/settings/screens", "/w/acme/settings/screens", name="Hall", days="30")
    path = re.search(r"https?://[^/]+(/screen/[A-Za-z0-9_-]+)", page.text)[1]
    screen = Browser(acme)
    screen.get(path)
    assert screen.get("/w/acme/board").status_code == 200
    for other in ["board.csv", "responders", "incidents", "history", "settings"]:
        assert screen.get(f"/w/acme/{other}").status_code == 403, other
    number = re.search(r"/settings/screens/(\d+)/revoke", owner.get("/w/acme/settings/screens").text)[1]
    owner.send(f"/w/acme/settings/screens/{number}/revoke", "/w/acme/settings/screens")
    assert screen.get("/w/acme/board").status_code == 303
