"""A disk that fills up: uploads are refused, nothing is half stored, and room is enough to go on."""
import pathlib
import shutil
import subprocess
import time

import pytest
import requests
from phones import Phone, acknowledged, stored
from rollcall import ALWAYS, Rollcall
from supervisor import Ear

# The file system is mounted in a namespace of the server's own, so nothing is left behind and no rights are needed.
OWN = ["unshare", "--user", "--map-root-user", "--mount"]
MOUNT = 'mount -t tmpfs -o size=24m none "$0" && shift 0 && exec "$@"'


@pytest.fixture
def small(tmp_path):
    """A server whose database lies on 24 MiB, half of them taken by a file `filler`."""
    disk = tmp_path / "disk"
    disk.mkdir()
    tried = subprocess.run([*OWN, "sh", "-c", MOUNT, str(disk), "true"], capture_output=True, text=True) \
        if shutil.which("unshare") and shutil.which("nsenter") else None
    if tried is None or tried.returncode != 0:
        pytest.skip("no small file system here: " + (tried.stderr.strip() if tried else "no unshare or nsenter"))
    rollcall = Rollcall(disk)
    rollcall.ear = Ear(str(tmp_path / "notify"))
    rollcall.start(prefix=[*OWN, "sh", "-c", MOUNT, str(disk), "env", f"NOTIFY_SOCKET={tmp_path / 'notify'}",
                           "WATCHDOG_USEC=30000000"])
    pid = rollcall.process.pid
    rollcall.inside = ["nsenter", "--target", str(pid), "--user", "--mount", "--preserve-credentials"]
    rollcall.disk = pathlib.Path(f"/proc/{pid}/root{disk}")
    rollcall.workspace("acme")
    rollcall.disk.joinpath("filler").write_bytes(b"x" * (12 << 20))
    yield rollcall
    if rollcall.process.poll() is None:
        rollcall.kill9()


def test_a_disk_with_little_room_is_an_alert(small):
    key = small.key("acme", "dispatcher")
    deadline = time.monotonic() + 60
    while not (found := [alert for alert in small.get("/w/acme/alerts.json", key).json()["alerts"]
                         if alert["kind"] == "DiskNearlyFull"]):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    alert, = found
    assert (alert["critical"], alert["closed_at"]) == (True, None) and " MB are left, " in alert["detail"]


def test_a_full_disk_refuses_uploads_and_forgets_nothing(small):
    key = small.key("acme")
    responder = small.responder("acme", "Ana")
    phone = Phone(small.port, small.token("acme", responder), responder, largest=50, retries=False)

    # A phone may upload only so often: leaves it little room to fill.
    small.disk.joinpath("filler-2").write_bytes(b"x" * max(0, room(small) - (256 << 10)))
    deadline = time.monotonic() + 60
    while phone.upload(phone.batch()):
        assert time.monotonic() < deadline, f"still {room(small)} bytes free"
    assert phone.broken == [] and phone.acknowledged != []
    assert 503 in phone.refusals
    assert small.is_healthy()
    assert small.get("/readyz", key).status_code == 503
    refusal = big_upload(small, phone)
    assert (refusal.status_code, refusal.json()["code"], refusal.json()["data"]) == (503, "UNAVAILABLE", None)
    assert int(refusal.headers["Retry-After"]) >= 1
    assert set(stored(pings(small, key))) == acknowledged([phone]), "half stored, or lost"
    # A file that cannot be noted is not handed over whole.
    with pytest.raises((AssertionError, requests.exceptions.ChunkedEncodingError)):
        small.history("acme", key)

    # Full for a while: still refused, still alive.
    for _ in range(5):
        phone.upload(phone.batch())
        time.sleep(0.3)
    assert small.is_healthy() and phone.broken == []
    # Not even its sign of life fits any more; a new start would not mend that, so it is vouched for.
    with open(small.disk / "filler-3", "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"x" * 4_096)
        except OSError:
            pass
    deadline = time.monotonic() + 60
    while "does not take a commit" not in small.said(0):
        assert time.monotonic() < deadline, small.said(0)
        time.sleep(0.1)
    # Scripts, too, are told when to come again.
    untold = small.get("/w/acme/history.csv", key)
    assert untold.status_code == 503 and int(untold.headers["Retry-After"]) >= 1, untold.text
    small.ear.forget()
    for _ in range(3):
        small.ear.until("WATCHDOG=1")
        small.ear.heard.clear()
    assert set(phone.refusals) <= {429, 503}, phone.refusals
    refused = set(phone.unanswered)

    small.disk.joinpath("filler").unlink()
    small.disk.joinpath("filler-2").unlink()
    small.disk.joinpath("filler-3").unlink()
    phone.retries = True
    for _ in range(20):
        assert phone.upload(phone.batch())
    count = stored(small.history("acme", key))
    assert set(count) == acknowledged([phone]) and set(count.values()) == {1}
    assert not {n for _, n in count} & refused, "a refused upload was stored"
    assert small.cli("verify")["ok"] is True
    assert small.stop() == 0


def big_upload(small, phone):
    """Fifty pings of a queue of their own, with the answer's head to look at."""
    pings = [{"lat": 1, "lng": n, "is_mock": False, "sequence": 1_000_000 + n} for n in range(50)]
    return requests.post(
        f"{small.url}/app/v1/locations/batch", json={"pings": pings, "queue_id": "x" * 64}, timeout=20,
        headers={"Authorization": f"Bearer {phone.token}", "X-Idempotency-Key": "big"})


def pings(small, key):
    """What is stored, without an export: that is noted, and there is no room for the note."""
    found, cursor = [], ""
    while True:
        page = small.get("/w/acme/history.json", key, **ALWAYS, **({"cursor": cursor} if cursor else {})).json()
        found += page["pings"]
        cursor = page["next_cursor"]
        if not cursor:
            return found


def room(small):
    return shutil.disk_usage(small.disk).free
