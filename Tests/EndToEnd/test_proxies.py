"""Behind nginx and Caddy, set up as docs/tls.md says: logins, addresses, uploads, and requests made to be read
differently by the two."""
import re
import socket
import ssl
import time

import certificates
import pytest
import requests
from certificates import Certificate
from people import PASSWORD, add_member
from phones import upload_whole_batches
from proxies import PROGRAMS, Proxy
from rollcall import Rollcall

LIMIT = 60


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose proxies are at one address of this machine; clients come from others."""
    rollcall = Rollcall(
        tmp_path_factory.mktemp("server"), options=["--trusted-proxy", "127.0.0.1", "--allowed-host", "localhost", "--allowed-host", "127.0.0.1"])
    rollcall.workspace("acme")
    add_member(rollcall, "acme", "a@example.org", "owner")
    rollcall.auditor = rollcall.key("acme")
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0


@pytest.fixture(scope="module", params=PROGRAMS)
def proxy(request, server, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    proxy = Proxy(request.param, folder, Certificate(folder), server)
    yield proxy
    proxy.stop()


class From(requests.adapters.HTTPAdapter):
    """Connects from another address of this machine."""

    def __init__(self, address):
        self.address = address
        super().__init__()

    def init_poolmanager(self, *arguments, **options):
        super().init_poolmanager(*arguments, source_address=(self.address, 0), **options)


def client(proxy, address="127.0.0.1"):
    session = certificates.client(proxy.trust)
    session.mount("https://", From(address))
    return session


def test_a_browser_logs_in_and_out(proxy):
    browser = client(proxy)
    form = browser.get(f"{proxy.url}/login", timeout=LIMIT)
    token = re.search(r'name="_csrf" value="([^"]+)"', form.text)[1]
    headers = {"Cookie": form.headers["Set-Cookie"].split(";")[0], "Origin": proxy.url, "Sec-Fetch-Site": "same-origin"}
    data = {"email": "a@example.org", "password": PASSWORD, "_csrf": token, "next": "/w/acme/board"}
    answer = browser.post(f"{proxy.url}/login", data=data, headers=headers, allow_redirects=False, timeout=LIMIT)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/w/acme/board"), answer.text
    assert answer.headers["Set-Cookie"].startswith("__Host-rollcall=") and "Secure" in answer.headers["Set-Cookie"]
    assert answer.headers["Strict-Transport-Security"]
    headers["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]
    board = browser.get(f"{proxy.url}/w/acme/board", headers=headers, allow_redirects=False, timeout=LIMIT)
    assert board.status_code == 200
    # A browser that tells no more than the origin: host and port must be what it sees.
    del headers["Sec-Fetch-Site"]
    token = re.search(r'name="_csrf" value="([^"]+)"', board.text)[1]
    answer = browser.post(f"{proxy.url}/logout", data={"_csrf": token}, headers=headers, allow_redirects=False, timeout=LIMIT)
    assert answer.status_code == 303, answer.text


def test_plain_http_is_sent_to_https(proxy):
    if proxy.name == "caddy":
        pytest.skip("Caddy does it by itself")
    answer = requests.get(f"http://localhost:{proxy.plain}/login?next=%2Fw", allow_redirects=False, timeout=LIMIT)
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://localhost/login?next=%2Fw")


def test_a_refusal_before_the_body_comes_through(proxy):
    """The server answers before it has read the body, and the proxy is still sending."""
    for path, size, status in [("/app/v1/locations", 3_000_000, 413), ("/app/v1/locations", 200_000, 401),
                               ("/w/acme/settings/regions", 3_000_000, 401), ("/nowhere", 3_000_000, 404)]:
        answer = client(proxy).post(f"{proxy.url}{path}", data=b" " * size, timeout=LIMIT, headers={"Content-Type": "application/json"})
        assert answer.status_code == status, path


def test_guesses_count_for_the_address_that_the_proxy_saw(proxy):
    def guess(address, claim):
        headers = {"X-Forwarded-For": claim, "Forwarded": f"for={claim}", "X-Real-IP": claim}
        data = {"email": f"{proxy.name}@example.org", "password": "wrong"}
        return client(proxy, address).post(f"{proxy.url}/login", data=data, headers=headers, timeout=LIMIT).status_code

    own, other = {"nginx": ("127.0.0.2", "127.0.0.3"), "caddy": ("127.0.0.4", "127.0.0.5")}[proxy.name]
    statuses = [guess(own, f"9.9.9.{number}") for number in range(6)]
    assert statuses[0] == 403 and statuses[-1] == 429
    assert guess(other, own) == 403, "another address, whatever it says, has guessed nothing yet"


def test_phones_upload_and_exports_come_whole(proxy, server):
    phone = client(proxy)
    phone.headers["Authorization"] = f"Bearer {server.token('acme', server.responder('acme', proxy.name))}"
    upload_whole_batches(phone, proxy.url, 10, timeout=LIMIT)
    answer = phone.post(f"{proxy.url}/app/v1/locations", data=b" " * 300_000, timeout=LIMIT,
                        headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    script = client(proxy)
    script.headers["Authorization"] = f"Bearer {server.auditor}"
    history = script.get(f"{proxy.url}/w/acme/history.csv", timeout=LIMIT)
    assert history.status_code == 200 and history.text.count(f",{proxy.name},") == 500


def test_a_large_report_of_another_app_comes_through(proxy, server):
    """OwnTracks sends a photo with a position."""
    person = server.responder("acme", f"{proxy.name}'s photographer", "--profile", "family")
    secret = server.cli("app", "issue", "acme", person, "--adapter", "owntracks")["secret"]
    report = {"_type": "location", "lat": 46.05, "lon": 14.5, "tst": int(time.time()), "image": "x" * (1 << 20)}
    answer = client(proxy).post(f"{proxy.url}/ingest/t/{secret}/owntracks", json=report, timeout=LIMIT)
    assert answer.status_code == 200, answer.text
    script = client(proxy)
    script.headers["Authorization"] = f"Bearer {server.auditor}"
    assert f",{proxy.name}'s photographer," in script.get(f"{proxy.url}/w/acme/history.csv", timeout=LIMIT).text


def test_another_host_is_not_ours(proxy):
    answer = client(proxy).get(f"{proxy.url}/health", headers={"Host": "evil.example"}, timeout=LIMIT)
    # Caddy knows its own sites, and has nothing to say for others.
    assert answer.status_code in (421, 400, 404) or (proxy.name == "caddy" and answer.content == b"")


HIDDEN = "GET /login?next=%2Fsmuggled HTTP/1.1\r\nHost: localhost\r\nX: "
POST = "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"


def smuggled():
    chunked = f"0\r\n\r\n{HIDDEN}"
    sized = f"{len(HIDDEN) + 2:x}\r\n{HIDDEN}\r\n\r\n0\r\n\r\n"
    for name in ["Transfer-Encoding: chunked", "Transfer-Encoding : chunked", "Transfer-Encoding:\tchunked",
                 "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity", "Transfer-Encoding: identity, chunked",
                 "X: x\nTransfer-Encoding: chunked", "Transfer-Encoding\r\n : chunked", "Transfer-Encodin: x\r\n g: chunked",
                 "Transfer-Encoding: chunked\r\nTransfer-Encoding: cow", "transfer-encoding: \x0bchunked",
                 "X: \0\r\nTransfer-Encoding: chunked"]:
        yield f"both lengths, {name!r}", f"{POST}Content-Length: {len(chunked)}\r\n{name}\r\n\r\n{chunked}"
        yield f"a short length, {name!r}", f"{POST}Content-Length: 4\r\n{name}\r\n\r\n{sized}"
    body = f"x={HIDDEN}"
    for lengths in [("2", str(len(body))), (str(len(body)), "2"), ("+2",), ("2 ",), ("0x2",), ("2, 2",), ("2\r\n 0",), ("-1",)]:
        fields = "".join(f"Content-Length: {length}\r\n" for length in lengths)
        yield f"lengths {lengths!r}", f"{POST}{fields}\r\n{body}"
    yield "a blank before the colon", f"{POST}Content-Length : {len(body)}\r\n\r\n{body}"
    yield "bare line feeds", f"{POST}Content-Length: 2\r\n\r\n{body}".replace("\r\n", "\n")
    yield "a GET with a body", f"GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(HIDDEN)}\r\n\r\n{HIDDEN}"
    yield "a line break in the target", f"GET /health%0d%0aX:%20y HTTP/1.1\r\nHost: localhost\r\n\r\n{HIDDEN}"
    yield "two versions", f"GET /health HTTP/1.1 HTTP/1.1\r\nHost: localhost\r\n\r\n{HIDDEN}"


SMUGGLED = dict(smuggled())


@pytest.mark.parametrize("name", SMUGGLED)
def test_nobody_gets_the_answer_to_what_somebody_else_hid(proxy, name):
    made = ssl.create_default_context(cafile=proxy.trust)
    with made.wrap_socket(socket.create_connection(("127.0.0.1", proxy.port), LIMIT), server_hostname="localhost") as attacker:
        attacker.sendall(SMUGGLED[name].encode("latin-1"))
        # What was hidden now waits for the request of somebody else, if there is a way.
        attacker.settimeout(0.3)
        try:
            attacker.recv(65_536)
        except (TimeoutError, ConnectionError, ssl.SSLError):
            pass
        with client(proxy) as victim:
            for number in range(6):
                answer = victim.get(f"{proxy.url}/login", params={"next": f"/victim-{number}"}, timeout=LIMIT)
                assert answer.status_code == 200
                assert f'value="/victim-{number}"' in answer.text and "smuggled" not in answer.text
