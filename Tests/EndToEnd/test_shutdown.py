"""An orderly end: what was taken is answered, and what is answered is stored."""
import signal
import socket
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
