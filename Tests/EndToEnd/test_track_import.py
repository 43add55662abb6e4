"""A track that something else recorded, taken into somebody's history over the socket and with the command line."""
import hashlib
import time
from datetime import datetime, timedelta, timezone

import pytest
import requests
from people import add_member, log_in

LIMIT = 60


def gpx(first, count):
    """A track of so many points, a minute apart."""
    points = "".join(
        f'<trkpt lat="46.0{number:02}" lon="14.5"><time>{(first + timedelta(minutes=number)).isoformat()}</time></trkpt>'
        for number in range(count))
    return f'<?xml version="1.0"?><gpx><trk><trkseg>{points}<trkpt lat="46" lon="14"/></trkseg></trk></gpx>'.encode()


@pytest.fixture
def hour_ago():
    return datetime.now(timezone.utc).replace(microsecond=0) - timedelta(hours=1)


@pytest.fixture
def someone(rollcall):
    rollcall.start()
    return rollcall.responder("acme", "Ana")


def test_a_page_takes_a_file_of_whoever_may_manage_people(rollcall, someone, hour_ago):
    add_member(rollcall, "acme", "a@example.org", "admin")
    browser = log_in(rollcall, "a@example.org")
    url = f"{rollcall.url}/w/acme/responders/{someone}/import"
    token = browser.get(url, timeout=LIMIT).text.split('name="_csrf" value="')[1].split('"')[0]
    file = gpx(hour_ago, 30)

    def take(content, csrf=token, session=browser):
        return session.post(url, files={"track": ("a.gpx", content)}, data={"_csrf": csrf}, timeout=LIMIT)

    assert take(file, csrf="guessed").status_code == 400
    answer = take(file)
    assert answer.status_code == 200 and "30 points are stored; 1 had no usable time." in answer.text
    assert "0 points are stored; 30 were there already" in take(file).text
    wrong = take(b"<gpx><trk>")
    assert wrong.status_code == 400 and "broken XML at line 1" in wrong.text
    assert take(b"x" * (5 << 20)).status_code == 413
    assert browser.post(url, data={"_csrf": token}, timeout=LIMIT).status_code == 415

    key = rollcall.key("acme", "owner")
    pings = rollcall.history("acme", key)
    assert len(pings) == 30
    assert {ping["queue"] for ping in pings} == {"track-" + hashlib.sha256(file).hexdigest()[:16]}
    board = rollcall.get("/w/acme/board.json", key).json()
    assert board["responders"][0]["last_contact_at"] is None and board["responders"][0]["last_fix_at"] is None
    audit = rollcall.get("/w/acme/audit.json", key, action="track").json()["entries"]
    assert len(audit) == 2 and hashlib.sha256(file).hexdigest() in audit[0]["detail"]


def test_the_command_line_takes_it_with_the_server_running_and_stopped(rollcall, someone, hour_ago, tmp_path):
    file = tmp_path / "track"
    file.write_bytes(gpx(hour_ago, 50))
    nothing = {"duplicates": 0, "expired": 0, "ahead": 0, "undated": 1, "unplaced": 0}
    assert rollcall.cli("responder", "import-track", "acme", someone, file) == {**nothing, "stored": 50}
    rollcall.stop()
    again = rollcall.cli("responder", "import-track", "acme", someone, file)
    assert again == {**nothing, "stored": 0, "duplicates": 50}
    stamp = int(time.time()) + 3_600
    file.write_text(f"time,lat,lng\n{stamp},46,14\n2001-01-01T00:00:00Z,46,14\n")
    out = rollcall.cli("responder", "import-track", "acme", someone, file)
    assert out == {**nothing, "stored": 0, "ahead": 1, "expired": 1, "undated": 0}


def test_a_fresh_point_of_a_file_makes_nobody_green(rollcall, someone):
    phone = {"Authorization": f"Bearer {rollcall.token('acme', someone)}"}
    requests.put(f"{rollcall.url}/app/v1/duty", json={"state": "on_duty"}, headers=phone, timeout=LIMIT)
    key = rollcall.key("acme", "owner")
    answer = requests.post(
        f"{rollcall.url}/w/acme/responders/{someone}/import", headers={"Authorization": f"Bearer {key}"}, timeout=LIMIT,
        files={"track": ("x.csv", f"timestamp,latitude,longitude\n{int(time.time())},46,14\n")})
    assert answer.status_code == 200 and "1 point is stored." in answer.text
    person = rollcall.get("/w/acme/board.json", key).json()["responders"][0]
    assert person["status"] == "unknown" and person["last_fix_at"] is None
