"""What a browser is told on every page, and what a page elsewhere may not make a browser do."""
import csv
import io
import re
import socket

import pytest
import requests
from people import PASSWORD
from rooms import LIMIT, Room, bearer, csrf
from routetable import CONSOLE, MEMBER, ROUTES
from test_isolation import form, ids, send

FIELDS = {
    "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
}


@pytest.fixture(scope="module")
def room(server, tmp_path_factory):
    room = Room(server, "acme", "heron", (46.051234, 14.505678), tmp_path_factory.mktemp("seed") / "acme")
    room.session = room.member("owner")
    room.csrf = csrf(room.session, room.url("board"))
    room.other_csrf = csrf(room.member("admin"), room.url("board"))
    return room


def is_hardened(answer, of=""):
    # An address that is a secret itself is told to nobody, not even to us.
    secret = {"Referrer-Policy": "no-referrer"} if of.startswith(("/me/", "/connect/", "/ingest/")) else {}
    for name, value in (FIELDS | secret).items():
        assert answer.headers[name] == value
    assert "geolocation=()" in answer.headers["Permissions-Policy"]
    policy = dict(part.split(None, 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'self'" and policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'" and policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    if "text/html" in answer.headers.get("Content-Type", ""):
        # Nothing that the policy would have to allow.
        assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son[a-z]+=|javascript:", answer.text) == []


PAGES = [route for route in ROUTES if route.method == "GET"]


@pytest.mark.parametrize("route", **ids(PAGES))
def test_every_answer_is_hardened_and_kept_by_nobody(server, room, route):
    for session in (room.session, requests.Session()):
        answer = send(server, session, route, route.path("acme", room.ids.get(route.id)))
        is_hardened(answer, route.pattern)
        assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path,status", [("/nowhere", 404), ("/w/acme/nothing", 404), ("/board%00", 400), ("/login", 405)])
def test_so_is_every_refusal(server, room, path, status):
    answer = room.session.request("PUT" if status == 405 else "GET", server.url + path, data="", timeout=LIMIT)
    assert answer.status_code == status
    is_hardened(answer)
    assert answer.headers["Cache-Control"] == "no-store"


FORMS = [route for route in CONSOLE + MEMBER if route.method != "GET" and not route.is_for_programs]


# What a workspace's pages say of such a form, and the pages of an account.
NOT_OURS = ("The form was not sent by a page of this login.", "This request could not be read.")


@pytest.mark.parametrize("route", **ids(FORMS))
def test_a_form_from_elsewhere_does_nothing(server, room, route):
    path = route.path("acme", room.ids.get(route.id))
    before = room.everything()
    ours = f"_csrf={room.csrf}"
    for body, headers in [
        ("x=", {}), ("_csrf=", {}), ("_csrf=nonsense", {}), (f"_csrf={room.other_csrf}", {}), (f"_csrf={room.csrf}x", {}),
        (ours, {"Sec-Fetch-Site": "cross-site"}), (ours, {"Sec-Fetch-Site": "same-site"}),
        (ours, {"Origin": "https://evil.example"}), (ours, {"Origin": "null"}),
    ]:
        sent = form(route, body)
        answer = send(server, room.session, route, path, **sent | {"headers": sent.get("headers", {}) | headers})
        assert answer.status_code == 400, (body, headers, answer.text[:500])
        # For that reason, and not for another that would be gone with a form that is filled in.
        assert any(words in answer.text for words in NOT_OURS), (body, headers, answer.text[-1500:])
    # Nor does a type that a page elsewhere may send without being asked.
    answer = send(server, room.session, route, path, data=ours, headers={"Content-Type": "text/plain"})
    assert answer.status_code in (400, 415)
    assert room.everything() == before


def test_a_form_from_elsewhere_logs_nobody_out(server, room):
    for fields, headers in [({"_csrf": ""}, {}), ({"_csrf": room.other_csrf}, {}),
                            ({"_csrf": room.csrf}, {"Sec-Fetch-Site": "cross-site"})]:
        answer = room.session.post(f"{server.url}/logout", data=fields, headers=headers, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == 400
    assert room.session.get(room.url("board"), allow_redirects=False, timeout=LIMIT).status_code == 200


def test_a_form_from_elsewhere_logs_nobody_in(server, room):
    """Nor into an account of the attacker's, in which one's work would be seen."""
    form = {"email": room.owner, "password": PASSWORD}
    cookie = {"Cookie": "rollcall_form=planted"}
    for fields, headers in [({}, {"Sec-Fetch-Site": "cross-site"}), ({}, {"Origin": "https://evil.example"}),
                            ({}, cookie), ({"_csrf": "guessed"}, cookie), ({"_csrf": "x"}, {})]:
        answer = requests.post(f"{server.url}/login", data=form | fields, headers=headers, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == 400 and "rollcall=" not in answer.headers.get("Set-Cookie", "")


@pytest.mark.parametrize("elsewhere", [
    "https://evil.example/", "//evil.example/", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "/\n//evil.example",
    " //evil.example", "javascript:alert(1)", "///evil.example", "https:evil.example", "/\u2044evil.example", "evil.example",
])
def test_the_login_leads_nowhere_else(server, room, elsewhere):
    page = requests.get(f"{server.url}/login", params={"next": elsewhere}, timeout=LIMIT).text
    assert "evil.example" not in page and "javascript:" not in page
    # The form's own field may be changed, too. A password takes its time.
    if elsewhere in ("/\\evil.example", "/\t/evil.example"):
        form = {"email": room.owner, "password": PASSWORD, "next": elsewhere}
        answer = requests.post(f"{server.url}/login", data=form, allow_redirects=False, timeout=LIMIT)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_nobody_speaks_for_others_unless_they_are_a_proxy_that_is_named(server, room):
    claims = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "9.9.9.9", "X-Forwarded-Host": "evil.example",
              "Forwarded": "for=9.9.9.9;proto=https;host=evil.example", "X-Real-IP": "9.9.9.9"}
    form = {"email": room.owner, "password": PASSWORD}
    answer = requests.post(f"{server.url}/login", data=form, headers=claims, allow_redirects=False, timeout=LIMIT)
    assert answer.status_code == 303 and "Strict-Transport-Security" not in answer.headers
    assert answer.headers["Set-Cookie"].startswith("rollcall=") and "evil" not in str(answer.headers)
    # Guesses count for who they come from, not for who they say they are.
    statuses = []
    for guess in range(6):
        form = {"email": "nobody@example.org", "password": "wrong"}
        claims |= {"X-Forwarded-For": f"9.9.9.{guess}", "Forwarded": f"for=9.9.9.{guess}", "X-Real-IP": f"9.9.9.{guess}"}
        statuses.append(requests.post(f"{server.url}/login", data=form, headers=claims, timeout=LIMIT).status_code)
    assert statuses[0] == 403 and statuses[-1] == 429


def raw(server, head, timeout=LIMIT):
    """Sends bytes as they are; everything that comes until the server closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout) as connection:
        received = b""
        try:
            connection.sendall(head)
        except OSError:
            # Refused before the end; what was said of it may still be read.
            pass
        try:
            while piece := connection.recv(65_536):
                received += piece
        except ConnectionError:
            pass
        return received


@pytest.mark.parametrize("path", [
    "/assets/../Package.swift", "/assets/%2e%2e/Package.swift", "/assets/%2E%2e%2fPackage.swift", "/assets/..%5cPackage.swift",
    "/assets/%252e%252e/Package.swift", "/assets/%252e%252e%252fPackage.swift", "/assets/..\\Package.swift",
    "/assets/..;/Package.swift", "/assets//etc/passwd", "/assets/%2fetc%2fpasswd", "/assets/rollcall.css%00.png",
    "/assets/%c0%ae%c0%ae/Package.swift", "/assets/....//Package.swift", "/assets/.", "/assets/", "/assets",
    "/assets/leaflet/../../Package.swift", "/assets/leaflet/%2e%2e/rollcall.css",
])
def test_no_path_leads_out_of_the_browser_files(server, path):
    answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert answer[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 404"), answer[:200]
    assert b"swift-tools-version" not in answer and b"root:" not in answer


@pytest.mark.parametrize("size", [1_000, 20_000, 40_000, 1_000_000])
@pytest.mark.parametrize("field", ["Cookie: rollcall=", "Cookie: ", "Authorization: Bearer ", "X-A: ", "Host: "])
def test_heads_of_any_size_are_answered_or_refused(server, field, size):
    host = b"" if field == "Host: " else b"Host: localhost\r\n"
    answer = raw(server, b"GET /w/acme/board HTTP/1.1\r\n" + host + field.encode() + b"a" * size + b"\r\nConnection: close\r\n\r\n")
    assert answer[:10] in (b"HTTP/1.1 3", b"HTTP/1.1 4", b""), answer[:200]
    assert answer.count(b"Location: /login") <= 1 and server.is_healthy()


def test_what_nobody_may_set_is_not_set_along_with_the_rest(server, room, tmp_path_factory):
    """Fields that a form or a body does not have are not looked at, whatever the column's name is."""
    theirs = Room(server, "elsewhere", "wombat", (41.237654, 13.768765), tmp_path_factory.mktemp("seed") / "elsewhere")
    before = theirs.everything()
    number, = theirs.row("SELECT id FROM workspace WHERE slug = 'elsewhere'")
    more = {"workspace_id": number, "workspace": "elsewhere", "ws": "elsewhere", "slug": "elsewhere", "id": theirs.ids["incident"],
            "role": "owner", "member_id": 1, "responder_id": theirs.ids["responder"], "state": "resolved", "is_drill": True}
    answer = room.key.post(room.url("incidents"), headers={"Idempotency-Key": "more"}, timeout=LIMIT,
                           json={"title": "Fall", "lat": 46, "lng": 14, "asking": {"mode": "nobody"}} | more)
    assert answer.status_code == 201 and answer.json()["state"] in ("open", "unassigned")
    assert answer.json()["id"] != theirs.ids["incident"]
    assert room.row("SELECT w.slug FROM incident i JOIN workspace w ON w.id = i.workspace_id WHERE i.id = ?",
                    answer.json()["id"]) == ("acme",)
    pings = [{"lat": 46, "lng": 14, "is_mock": False, "sequence": 77, "received_at": 1, "flags": 0} | more]
    answer = room.phone.post(f"{server.url}/app/v1/locations/batch", json={"pings": pings} | more,
                             headers={"X-Idempotency-Key": "more"}, timeout=LIMIT)
    assert answer.status_code == 201
    members = room.row("SELECT group_concat(member_id || role) FROM (SELECT * FROM membership ORDER BY workspace_id, member_id)")
    for route in FORMS:
        # One's own account is for its own tests: forms of it end the login.
        if route in MEMBER:
            continue
        path = route.path("acme", room.ids.get(route.id))
        send(server, room.session, route, path, data={"_csrf": room.csrf} | {name: str(value) for name, value in more.items()})
    assert theirs.everything() == before
    assert room.row("SELECT group_concat(member_id || role) FROM (SELECT * FROM membership ORDER BY workspace_id, member_id)") == members
    assert room.row("SELECT count(*) FROM workspace WHERE slug IN ('acme', 'elsewhere')") == (2,)


# A formula, quotes that a combining mark hides, markup, a tag of our own templates.
HOSTILE = "=1+1\"\u0301'\u0301<img src=x onerror=alert(1)>{{name}}&amp;\u202e"


@pytest.fixture(scope="module")
def hostile(server, room):
    """Whatever people, phones and other systems may write, all of it hostile; the ids that belong to it."""
    person = server.responder("acme", HOSTILE, "--external-id", HOSTILE[:40], "--profile", "heron-profile")
    phone = bearer(server.token("acme", person, "device"))
    here = {"lat": 46.05, "lng": 14.5, "is_mock": False, "source": "gps"}
    assert phone.put(f"{server.url}/app/v1/duty", json={"state": "on_duty"}, timeout=LIMIT).status_code == 200
    answer = phone.post(f"{server.url}/app/v1/locations/batch", headers={"X-Idempotency-Key": "hostile"}, timeout=LIMIT,
                        json={"pings": [here], "queue_id": HOSTILE[:20]})
    assert answer.status_code in (201, 400), answer.text
    if answer.status_code == 400:
        assert phone.post(f"{server.url}/app/v1/locations", json=here, timeout=LIMIT).status_code == 201
    answer = room.key.post(room.url("incidents"), headers={"Idempotency-Key": "hostile"}, timeout=LIMIT, json={
        "title": HOSTILE, "notes": HOSTILE, "lat": 46, "lng": 14, "asking": {"mode": "parallel", "picks": [person]}})
    assert answer.status_code == 201, answer.text
    number = answer.json()["id"]
    offer = phone.get(f"{server.url}/app/v1/offers", timeout=LIMIT).json()["data"]["offers"][0]["id"]
    answer = phone.post(f"{server.url}/app/v1/offers/{offer}/decline", json={"reason": HOSTILE}, timeout=LIMIT)
    assert answer.status_code == 200, answer.text
    answer = room.key.post(room.url(f"incidents/{number}/notes.json"), json={"note": HOSTILE}, timeout=LIMIT)
    assert answer.status_code == 200, answer.text
    server.cli("api-key", "issue", "acme", "--name", HOSTILE[:60], "--role", "viewer")
    server.cli("app", "issue", "acme", person, "--adapter", "owntracks", "--name", HOSTILE[:40])
    device, = room.row("SELECT max(id) FROM adapter_device")
    answer = room.key.post(room.url("settings/channels"), timeout=LIMIT, data={
        "name": HOSTILE[:60], "kind": "webhook", "address": "https://hostile.example/hook"})
    assert answer.status_code == 200, answer.text
    channel, = room.row("SELECT max(id) FROM channel")
    return {"responder": person, "incident": number, "device": device, "channel": channel}


@pytest.mark.parametrize("route", **ids([route for route in CONSOLE if route.method == "GET"]))
def test_what_others_write_stays_text(server, room, hostile, route):
    for session in (room.session, room.key):
        answer = send(server, session, route, route.path("acme", (room.ids | hostile).get(route.id)))
        assert answer.status_code == route.answer, answer.text[:500]
        kind = answer.headers.get("Content-Type", "")
        if "text/html" in kind:
            # A parser knows nothing of combining marks: it sees each quote and bracket.
            assert "<img src=x" not in answer.text and "=1+1\"" not in answer.text and "=1+1'" not in answer.text
        elif "text/csv" in kind:
            for row in csv.reader(io.StringIO(answer.content.decode(), newline="")):
                assert not [cell for cell in row if re.match(r"[=+\-@\t\r]", cell) and not re.fullmatch(r"[+-]?[\d.]+", cell)]
        elif "json" in kind:
            answer.json()


def test_it_is_shown_all_the_same(room, hostile):
    page = room.session.get(room.url(f"incidents/{hostile['incident']}"), timeout=LIMIT).text
    assert page.count("=1+1&quot;\u0301&#39;\u0301&lt;img src=x onerror=alert(1)&gt;{{name}}&amp;amp;") >= 4
