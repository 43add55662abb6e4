"""Strangers with very many connections, and phones that report beside them: none is refused, memory and log stay small.

Benchmarks/hostile.py is the long form, which also measures how long uploads take."""
import http.client
import socket
import time

import hostile
import pytest
import requests
from people import PASSWORD, add_member
from phones import upload_whole_batches
from rollcall import ALWAYS, Rollcall

LIMIT = 60
CONNECTIONS = 1_000
SECONDS = 3


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server behind a proxy whom it believes, with twenty phones."""
    rollcall = Rollcall(tmp_path_factory.mktemp("server"), options=["--trusted-proxy", hostile.PROXY])
    rollcall.workspace("acme")
    add_member(rollcall, "acme", "a@example.org", "owner")
    rollcall.start()
    rollcall.tokens = [
        rollcall.token("acme", rollcall.responder("acme", f"Person {number}"), f"device-{number}") for number in range(20)]
    yield rollcall
    assert rollcall.stop() == 0


@pytest.mark.parametrize("origin", ["one address", "a hundred"])
@pytest.mark.parametrize("kind", hostile.KINDS)
def test_a_thousand_strangers_refuse_no_upload(server, kind, origin):
    if kind in hostile.PROXIED and origin == "a hundred":
        pytest.skip("the proxy has one")
    written = server.log.stat().st_size
    # The one address is that of the phones, too: a carrier puts thousands of customers behind one.
    sources = ["127.0.0.1"] if origin == "one address" else hostile.hundred()
    with hostile.Attack(kind, server, CONNECTIONS, SECONDS + 10, sources):
        with hostile.Uploads(server, server.tokens) as uploads:
            time.sleep(SECONDS)
    assert len(uploads.seconds) >= SECONDS, "phones had their turn"
    assert uploads.refused == []
    assert hostile.peak_memory(server.process) <= 200
    assert hostile.lines_a_second(server.said(written)) <= 10


@pytest.mark.parametrize("origin", ["one address", "a hundred"])
def test_more_connections_than_there_are_refuse_no_upload(server, origin):
    """4,200 that wait for the body of a login: the server takes 4,096 in all."""
    sources = ["127.0.0.1"] if origin == "one address" else hostile.hundred()
    with hostile.Attack("slow-body", server, 4_200, 20, sources):
        with hostile.Uploads(server, server.tokens) as uploads:
            time.sleep(SECONDS)
    assert len(uploads.seconds) >= SECONDS and uploads.refused == []


def opened(server, count, text, source="127.0.0.1"):
    """Connections that have sent so much of a request."""
    found = []
    for _ in range(count):
        one = socket.create_connection(("127.0.0.1", server.port), LIMIT, source_address=(source, 0))
        try:
            one.sendall(text)
        except OSError:
            pass
        found.append(one)
    return found


def test_forms_of_strangers_hold_no_memory(server):
    """1,200 unfinished forms of 255 kB each."""
    before = hostile.memory(server.process)
    text = hostile.head("POST /w/acme/connect", hostile.FORM, "Content-Length: 255000\r\n\r\n") + "x" * 250_000
    connections = []
    for source in hostile.hundred()[:12]:
        connections += opened(server, 100, text.encode(), source)
    assert hostile.memory(server.process) - before < 40
    for one in connections:
        one.close()


def test_announced_bodies_of_strangers_hold_no_budget(server):
    """The budget for large bodies is for what has come of requests that were let in."""
    secret = server.cli(
        "app", "issue", "acme", server.responder("acme", "Rower"), "--adapter", "overland")["secret"]
    text = hostile.head(
        "POST /w/acme/settings/regions", "Content-Type: multipart/form-data; boundary=b\r\n",
        "Content-Length: 4190000\r\n\r\n---")
    strangers = opened(server, 16, text.encode())
    report = {"locations": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]},
         "properties": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "note": "x" * 372_000}}]}
    answer = requests.post(f"{server.url}/ingest/t/{secret}/overland", json=report, timeout=LIMIT)
    assert answer.status_code == 200, answer.text
    for one in strangers:
        one.close()


@pytest.mark.parametrize("line, length, status", [
    ("POST /app/v1/locations", "Content-Type: application/json\r\nContent-Length: 300000", 413),
    ("POST /login", f"{hostile.FORM}Content-Length: 9000", 413),
    ("POST /app/v1/locations", "Content-Type: application/json\r\nContent-Length: 20", 401),
    ("POST /w/acme/settings/regions", "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 4000000", 303),
    ("POST /w/acme/incidents", "Authorization: Bearer nobody\r\nContent-Type: application/json\r\nContent-Length: 20", 401),
    ("POST /account/password", f"{hostile.FORM}Content-Length: 20", 303),
    ("POST /logout", f"{hostile.FORM}Content-Length: 20", 400),
    ("POST /ingest/t/nobody/owntracks", "Content-Type: application/json\r\nContent-Length: 20", 401),
    ("POST /nowhere", "Content-Length: 20", 404),
    ("DELETE /login", "Content-Length: 20", 405),
    ("POST /login", "Content-Type: text/plain\r\nContent-Length: 20", 415),
    ("POST /login", "Transfer-Encoding: chunked", 411),
])
def test_a_refusal_that_needs_no_byte_of_the_body_does_not_wait_for_one(server, line, length, status):
    with socket.create_connection(("127.0.0.1", server.port), LIMIT) as one:
        one.sendall(f"{hostile.head(line, length)}\r\n\r\n".encode())
        # Far below the time that a body may take.
        one.settimeout(4)
        answer = http.client.HTTPResponse(one)
        answer.begin()
        assert answer.status == status
        assert answer.getheader("Connection") == "close"
        answer.read()
        # Whoever is still sending may go on for a moment.
        one.sendall(b"x" * 200_000)
        assert one.recv(1) == b""


def browser_of(server, email):
    """A login, and the cookie by which its browser is known. Others may still be logging in."""
    while True:
        answer = requests.post(
            f"{server.url}/login", data={"email": email, "password": PASSWORD}, allow_redirects=False, timeout=LIMIT)
        if answer.status_code == 303:
            break
        assert answer.status_code in (429, 503), answer.text
        time.sleep(0.5)
    session = requests.Session()
    session.headers["Cookie"] = f"rollcall={answer.cookies['rollcall']}"
    return session, f"rollcall_browser={answer.cookies['rollcall_browser']}"


def test_a_flood_of_logins_leaves_the_slow_lane_to_members(server):
    member, browser = browser_of(server, "a@example.org")
    key = server.key("acme", "owner")
    with hostile.Attack("login-flood", server, 80, 60, []):
        # From a browser that is known one can also log in.
        again = requests.post(
            f"{server.url}/login", data={"email": "a@example.org", "password": PASSWORD}, allow_redirects=False,
            headers={"Cookie": browser}, timeout=LIMIT)
        assert again.status_code == 303
        for path in ("/w/acme/board", "/w/acme/suspicious-positions", "/account"):
            assert member.get(server.url + path, timeout=LIMIT).status_code == 200
        answer = server.get("/w/acme/reports/gaps", key)
        assert answer.status_code == 200, answer.text
        answer = requests.get(
            f"{server.url}/app/v1/me/locations", headers={"Authorization": f"Bearer {server.tokens[0]}"}, timeout=LIMIT,
            params={"from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z"})
        assert answer.status_code == 200, answer.text


def test_one_person_does_not_take_all_streams(server):
    """Downloads that nobody takes: of one key the ninth is refused, another key has its own."""
    for token in server.tokens:
        phone = requests.Session()
        phone.headers["Authorization"] = f"Bearer {token}"
        upload_whole_batches(phone, server.url, 20, timeout=LIMIT)
    first, second = server.key("acme", "auditor"), server.key("acme", "admin")
    stalled = []
    for _ in range(8):
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        one.settimeout(LIMIT)
        one.connect(("127.0.0.1", server.port))
        one.sendall(hostile.head(
            "GET /w/acme/history.csv?from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z",
            f"Authorization: Bearer {first}\r\n\r\n").encode())
        assert one.recv(12) == b"HTTP/1.1 200"
        stalled.append(one)
    refused = server.get("/w/acme/history.csv", first, **ALWAYS)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "5")
    answer = server.get("/w/acme/history.csv", second, **ALWAYS)
    assert answer.status_code == 200 and answer.text.count("\n") > 20_000
    for one in stalled:
        one.close()


def test_a_session_cookie_that_is_sent_twice_is_no_login(server):
    cookie = browser_of(server, "a@example.org")[0].headers["Cookie"]
    for sent, status in [(cookie, 200), (f"{cookie}; {cookie}", 303), (f"rollcall=planted; {cookie}", 303),
                         (f"{cookie}; rollcall=planted", 303), (f"other=1; {cookie}; other=2", 200)]:
        answer = requests.get(
            f"{server.url}/w/acme/board", headers={"Cookie": sent}, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == status, sent


@pytest.mark.parametrize("claim, status", [(None, 200), ("9.9.9.9", 401), ("garbage", 401), ("9.9.9.9, garbage", 401), ("", 401)])
def test_an_unreadable_claim_of_a_proxy_does_not_open_the_metrics(tmp_path_factory, claim, status):
    rollcall = Rollcall(tmp_path_factory.mktemp("proxied"), options=["--trusted-proxy", "127.0.0.1"])
    rollcall.start()
    headers = {} if claim is None else {"X-Forwarded-For": claim}
    answer = requests.get(f"{rollcall.url}/metrics", headers=headers, timeout=LIMIT)
    assert rollcall.stop() == 0
    assert answer.status_code == status
