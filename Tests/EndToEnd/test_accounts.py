"""Accounts of the console that are made by one workspace and met by another, and logins that strangers slow down."""
import os
import re
import sqlite3
import stat

import pytest
import requests
from people import PASSWORD, add_member, log_in
from rollcall import Rollcall
from test_members import Browser, code

BOSS = "boss@newtenant.example"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    """A server behind a proxy on loopback: a test says from which address it asks."""
    rollcall = Rollcall(tmp_path_factory.mktemp("proxied"), options=["--trusted-proxy", "127.0.0.1"])
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0


def invite(server, slug, owner, email, role="dispatcher"):
    """The path of an invitation's link."""
    page = Browser(server, log_in(server, owner)).send(
        f"/w/{slug}/settings/invitations", f"/w/{slug}/settings/members", email=email, role=role)
    assert page.status_code == 200, page.text
    return re.search(r"https?://[^/]+(/i/[A-Za-z0-9_-]+)", page.text)[1]


def workspace(server, slug):
    """A workspace with an owner of its own."""
    server.workspace(slug)
    return add_member(server, slug, f"owner@{slug}.example", "owner")


def attempt(server, email, password, address):
    """What a login comes to: the status, 429 only when too many were wrong, not while another one is being checked."""
    while True:
        answer = requests.post(
            f"{server.url}/login", data={"email": email, "password": password}, allow_redirects=False, timeout=30,
            headers={"X-Forwarded-For": address})
        if answer.status_code != 429 or "Too many attempts" in answer.text:
            return answer.status_code


def test_whoever_registers_an_address_first_does_not_own_what_another_workspace_makes(server):
    admin = add_member(server, workspace(server, "alpha") and "alpha", "admin@alpha.example", "admin")
    path = invite(server, "alpha", admin, BOSS)
    squatter = Browser(server)
    assert squatter.send(path, path, password="attacker's own", again="attacker's own").status_code == 303
    server.workspace("newtenant")
    add = ["member", "add", "newtenant", BOSS, "--role", "owner"]
    refused = server.run(*add, "--password-stdin", "--database", server.database, text=PASSWORD + "\n")
    assert refused.returncode == 1, refused.stdout
    for part in ("has an account already", "by invitation", "for workspace alpha at 20", "Nothing was changed"):
        assert part in refused.stderr + refused.stdout, part
    assert squatter.get("/w/newtenant/board").status_code == 404
    # An account of their own, with the password given.
    server.cli(*add, "--password-stdin", "--separate", text=PASSWORD + "\n")
    boss = Browser(server, log_in(server, BOSS))
    assert boss.get("/w/newtenant/settings/members").status_code == 200
    assert boss.get("/w/alpha/board").status_code == 404
    assert squatter.get("/w/newtenant/board").status_code == 404
    assert squatter.get("/w/alpha/board").status_code == 200


def test_a_membership_of_an_account_that_exists_begins_when_its_holder_accepts_it(server):
    owner = workspace(server, "gamma")
    server.workspace("delta")
    command = ["member", "add", "delta", owner, "--role", "admin", "--existing"]
    both = server.run(*command, "--password-stdin", "--database", server.database, text=PASSWORD + "\n")
    assert both.returncode == 64, "a password is never silently dropped"
    assert server.cli(*command)["offered_to"] > 0
    holder = Browser(server, log_in(server, owner))
    assert holder.get("/w/delta/board").status_code == 404
    listed = holder.get("/account").text
    number = re.search(r'action="/account/invitations/(\d+)/accept"', listed)[1]
    stranger = Browser(server, log_in(server, workspace(server, "epsilon")))
    assert stranger.send(f"/account/invitations/{number}/accept", "/account").status_code == 404
    assert holder.send(f"/account/invitations/{number}/decline", "/account").status_code == 303
    assert holder.get("/w/delta/board").status_code == 404
    server.cli(*command)
    number = re.search(r'action="/account/invitations/(\d+)/accept"', holder.get("/account").text)[1]
    assert holder.send(f"/account/invitations/{number}/accept", "/account").headers["Location"] == "/w/delta"
    assert holder.get("/w/delta/settings/members").status_code == 200
    key = server.key("delta", "owner")
    audit = server.get("/w/delta/audit.json", key).text
    for action in ("member.invite", "member.decline", "member.join"):
        assert f'"{action}"' in audit, action


def test_an_admin_cannot_learn_whether_an_address_is_a_member_elsewhere(server):
    owner = workspace(server, "zeta")
    known = workspace(server, "eta")
    seen = []
    for email in (known, "nobody@eta.example"):
        def plain(answer, email=email):
            text = re.sub(r"[A-Za-z0-9_-]{43}", "SECRET", answer.text.replace(email, "SOMEBODY"))
            return answer.status_code, re.sub(r'(as of|<time) [^<]*', "", text)
        path = invite(server, "zeta", owner, email)
        curious = Browser(server, log_in(server, owner))
        answers = [plain(Browser(server).get(path)), plain(curious.get(path))]
        guest = Browser(server)
        answers.append(plain(guest.send(path, path, password="short", again="short")))
        joined = guest.send(path, path, password="chosen by whoever has the link", again="chosen by whoever has the link")
        answers.append((joined.status_code, joined.headers.get("Location")))
        answers += [guest.get(f"/w/{slug}/board").status_code for slug in ("zeta", "eta")]
        seen.append(answers)
    assert seen[0] == seen[1]
    assert seen[0][-2:] == [200, 404]
    # Whose address it is has still their own password, and their own workspace alone.
    assert Browser(server, log_in(server, known)).get("/w/zeta/board").status_code == 404


def test_who_has_an_account_joins_with_it_by_the_link(server):
    owner, guest = workspace(server, "theta"), workspace(server, "iota")
    path = invite(server, "theta", owner, guest)
    page = Browser(server).get(path).text
    assert f'href="/login?next={path}"' in page
    holder = Browser(server, log_in(server, guest))
    assert holder.send(path, path).headers["Location"] == "/w/theta/board"
    assert holder.get("/w/theta/board").status_code == 200 == holder.get("/w/iota/board").status_code
    assert Browser(server).get(path).status_code == 404


def test_links_that_open_nothing_are_slowed_down_and_those_that_open_something_are_not(server):
    path = invite(server, "kappa", workspace(server, "kappa"), "new@kappa.example")
    answers = {kind: [requests.get(f"{server.url}/{kind}/{'x' * 43}", timeout=20).status_code for _ in range(40)]
               for kind in ("i", "screen", "a")}
    assert all(429 in codes for codes in answers.values()), answers
    assert answers["i"][0] == 404
    assert requests.get(server.url + path, timeout=20).status_code == 200


def test_passwords_are_counted_by_the_network(proxied):
    owner = workspace(proxied, "lambda")
    codes = [attempt(proxied, owner, "wrong", f"2001:db8:1:1::{number:x}") for number in range(6)]
    assert codes == [403] * 5 + [429], "a /64 is one source"
    assert attempt(proxied, owner, PASSWORD, "2001:db8:1:2::1") == 303


def two_factor(server, email):
    """Turns it on; the key, the recovery codes and the browser."""
    browser = Browser(server, log_in(server, email))
    assert browser.send("/account/two-factor/begin", "/account", password=PASSWORD).status_code == 303
    key = re.search(r"key into it: <code>([A-Z2-7 ]+)</code>", browser.get("/account/two-factor").text)[1]
    answer = browser.send("/account/two-factor", "/account/two-factor", code=code(key))
    codes = re.findall(r"<li><code>([a-z0-9-]+)</code>", answer.text)
    assert answer.status_code == 200 and len(codes) == 10
    return key, codes, browser


def test_turning_the_second_factor_off_and_new_recovery_codes_want_a_code(server):
    owner = workspace(server, "mu")
    _, codes, browser = two_factor(server, owner)
    for form in ("codes", "off"):
        path = f"/account/two-factor/{form}"
        assert browser.send(path, "/account", **{f"password_{form}": PASSWORD}).status_code == 400
        wrong = {f"password_{form}": PASSWORD, f"code_{form}": "000000"}
        assert browser.send(path, "/account", **wrong).status_code == 400
    renewed = browser.send("/account/two-factor/codes", "/account", password_codes=PASSWORD, code_codes=codes[0])
    fresh = re.findall(r"<li><code>([a-z0-9-]+)</code>", renewed.text)
    assert len(fresh) == 10 and not set(fresh) & set(codes)
    off = browser.send("/account/two-factor/off", "/account", password_off=PASSWORD, code_off=fresh[0])
    assert off.status_code == 303


def test_a_workspace_that_wants_a_second_factor_leads_its_owners_to_it_first(server):
    owner = workspace(server, "nu")
    key = server.key("nu", "owner")
    browser = Browser(server, log_in(server, owner))
    fields = {"name": "nu", "time_zone": "Europe/Ljubljana", "retention_days": "90", "mass_percent": "40",
              "mass_minutes": "2", "owners_two_factor": "on"}
    preview = browser.send("/w/nu/settings/workspace", "/w/nu/settings/workspace", do="preview", **fields).text
    seen = re.search(r'name="seen" value="([^"]+)"', preview)[1]
    saved = browser.send("/w/nu/settings/workspace", "/w/nu/settings/workspace", do="save", seen=seen, **fields)
    assert saved.status_code == 303
    for page in ("board", "settings", "settings/workspace"):
        assert browser.get(f"/w/nu/{page}").headers["Location"] == "/account", page
    assert browser.get("/w/nu/board.json").status_code == 403
    assert "wants a second factor" in browser.get("/account").text
    assert "owners_two_factor on" in server.get("/w/nu/audit.json", key).text
    assert server.get("/w/nu/board.json", key).status_code == 200, "API keys go on"
    _, _, browser = two_factor(server, owner)
    assert browser.get("/w/nu/board").status_code == 200


def test_a_database_that_was_restored_without_its_key_says_how_members_get_in(rollcall, tmp_path):
    rollcall.start()
    owner = add_member(rollcall, "acme", "owner@acme.example", "owner")
    key, codes, _ = two_factor(rollcall, owner)
    assert rollcall.stop() == 0
    sealed = rollcall.database.with_name(rollcall.database.name + "-key")
    assert stat.S_IMODE(os.stat(sealed).st_mode) == 0o600
    rollcall.cli("backup", tmp_path / "copy.db")
    secret = __import__("base64").b32decode(key.replace(" ", ""))
    for file in (rollcall.database, tmp_path / "copy.db"):
        assert secret not in file.read_bytes() and sealed.read_bytes() not in file.read_bytes()

    elsewhere = Rollcall(tmp_path / "elsewhere")
    elsewhere.database.parent.mkdir()
    restored = elsewhere.run("restore", tmp_path / "copy.db", "--database", elsewhere.database)
    assert restored.returncode == 0 and owner in restored.stdout and "reset-two-factor" in restored.stdout
    doctor = elsewhere.run("doctor", "--database", elsewhere.database)
    assert doctor.returncode == 1 and "1 of 1 cannot be checked" in doctor.stdout
    elsewhere.start()
    browser = Browser(elsewhere)
    assert browser.send("/login", "/login", email=owner, password=PASSWORD).headers["Location"].startswith("/login/code")
    assert "has lost the key" in browser.get("/login/code").text
    assert browser.send("/login/code", "/login/code", code=codes[0]).status_code == 303
    elsewhere.cli("member", "reset-two-factor", "acme", owner)
    two_factor(elsewhere, owner)
    assert elsewhere.stop() == 0


def test_links_are_made_of_the_public_address_and_not_of_what_a_proxy_hands_on(rollcall):
    rollcall.options = ["--public-url", "https://rollcall.example.org"]
    rollcall.start()
    owner = add_member(rollcall, "acme", "owner@acme.example", "owner")
    person = rollcall.responder("acme", "Ana")
    session = log_in(rollcall, owner)

    def forged(path, page, **fields):
        headers = {"Host": "evil.example"}
        text = session.get(rollcall.url + page, headers=headers, timeout=20).text
        token = re.search(r'name="_csrf" value="([^"]*)"', text)[1]
        answer = session.post(rollcall.url + path, data={"_csrf": token, **fields}, headers=headers, timeout=20)
        assert answer.status_code == 200 and "evil.example" not in answer.text, answer.text
        return answer.text

    settings = "/w/acme/settings"
    assert "https://rollcall.example.org/i/" in forged(
        f"{settings}/invitations", f"{settings}/members", email="new@acme.example", role="viewer")
    assert "https://rollcall.example.org/screen/" in forged(
        f"{settings}/screens", f"{settings}/screens", name="Hall", days="9")
    connect = f"/w/acme/responders/{person}"
    assert "https://rollcall.example.org/me/" in forged(f"{connect}/own-link", f"{connect}/connect", do="make", days="9")
    app = {"app": "owntracks", "name": "", "on_duty": "60", "on_mission": "10"}
    assert "https://rollcall.example.org/" in forged(f"{connect}/connect", f"{connect}/connect", **app)


def test_the_doctor_warns_when_links_are_made_of_any_name(rollcall):
    said = rollcall.run("doctor", "--database", rollcall.database, "--json").stdout
    assert "whatever name a browser or a proxy sends" in said
    assert sqlite3.connect(rollcall.database).execute("SELECT count(*) FROM two_factor").fetchone() == (0,)
