"""An orderly end: what was taken is answered, and what is answered is stored."""
import signal
import socket
import threading
import time

import pytest
from phones import acknowledged, start_phones, stored


@pytest.mark.parametrize("ask", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_every_accepted_upload_is_answered(rollcall, ask):
    rollcall.start()
    key = rollcall.key("acme")
    phones = start_phones(rollcall, "acme", 8, retries=False)
    time.sleep(1.5)
    rollcall.process.send_signal(ask)
    assert rollcall.process.wait(20) == 0
    for phone in phones:
        phone.stop()
    assert [phone.broken for phone in phones if phone.broken] == []

    rollcall.start()
    count = stored(rollcall.history("acme", key))
    sent = acknowledged(phones)
    assert len(sent) > 100
    assert sorted(set(count) - sent) == [], "stored, but not answered"
    assert sorted(sent - set(count)) == [], "answered, but not stored"


def test_an_idle_client_does_not_hold_up_the_end(rollcall):
    rollcall.start()
    with socket.create_connection(("127.0.0.1", rollcall.port)) as idle:
        idle.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        time.sleep(0.2)
        assert rollcall.stop(timeout=15) == 0


def test_the_database_can_be_opened_by_the_next_at_once(rollcall):
    for _ in range(3):
        rollcall.start()
        assert rollcall.stop() == 0
        assert rollcall.cli("verify") == {"ok": True}


# Each is refused by the library itself, which once read through a null pointer when it was told to end meanwhile.
MALFORMED = [
    b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nA: " + 200_000 * b"b" + b"\r\n\r\n",
    b"GET / HTTP/3.7\r\n\r\n",
    b"GET /" + 200_000 * b"c" + b" HTTP/1.1\r\nHost: a\r\n\r\n",
]


def test_malformed_requests_do_not_disturb_the_end(rollcall):
    for _ in range(5):
        rollcall.start()
        over, sent = threading.Event(), []

        def flood(index):
            while not over.is_set():
                try:
                    with socket.create_connection(("127.0.0.1", rollcall.port), 1) as client:
                        client.sendall(MALFORMED[index % len(MALFORMED)])
                        sent.append(client.recv(100))
                except OSError:
                    pass

        floods = [threading.Thread(target=flood, args=(index,)) for index in range(8)]
        for thread in floods:
            thread.start()
        while len(sent) < 50:
            time.sleep(0.01)
        rollcall.process.send_signal(signal.SIGTERM)
        try:
            assert rollcall.process.wait(20) == 0
        finally:
            over.set()
            for thread in floods:
                thread.join()
