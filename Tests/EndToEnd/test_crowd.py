"""A crowd of phones behind one address, as after a restart behind a carrier's network: each first request is answered."""
import http.client
import json
import time

import pytest
from rollcall import Rollcall

PHONES = 100
CONNECTIONS = 600
# Requests at once: after 128 events at once the HTTP library waits for one more before it handles them.
AT_ONCE = 100
PROXY = "127.0.0.9"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with a hundred phones, behind a proxy whose word it takes."""
    folder = tmp_path_factory.mktemp("server")
    rollcall = Rollcall(folder, options=["--trusted-proxy", PROXY])
    rollcall.workspace("acme")
    people = folder / "people.csv"
    people.write_text("name,phone\n" + "".join(f"Person {number},\n" for number in range(PHONES)))
    rollcall.cli("responder", "import", "acme", people)
    issued = rollcall.cli("token", "issue", "acme", "--all", "--device-prefix", "device")["tokens"]
    rollcall.tokens = [token["access_token"] for token in issued]
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0


@pytest.mark.parametrize("source", ["127.0.0.1", PROXY])
def test_phones_that_all_connect_before_any_of_them_sends_are_all_answered(server, source):
    links = [http.client.HTTPConnection("127.0.0.1", server.port, 60, (source, 0)) for _ in range(CONNECTIONS)]
    for link in links:
        link.connect()
    assert server.is_healthy(), "the last to connect is answered: all others were accepted before"
    for start in range(0, CONNECTIONS, AT_ONCE):
        part = links[start:start + AT_ONCE]
        for link, token in zip(part, server.tokens, strict=True):
            upload(link, token)
        assert [link.getresponse().status for link in part] == [201] * AT_ONCE
    for link in links:
        link.close()


def upload(link, token):
    ping = {"lat": 46.05, "lng": 14.5, "is_mock": False, "recorded_at": int(time.time() * 1_000)}
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "X-Forwarded-For": "9.9.9.9"}
    link.request("POST", "/app/v1/locations", json.dumps(ping), headers)
