"""Reports from outside: what is taken out is noted, and a file in hand is told from one that was altered."""
import hashlib
import sqlite3

import pytest
from responding import until

PING = {"lat": 46.05, "lng": 14.5, "is_mock": False}
KINDS = ["gaps", "transitions", "availability", "reliability", "suspicious-positions", "attendance", "crossings", "incidents",
         "answers"]


@pytest.fixture
def exported(rollcall, tmp_path):
    """A running server, a script's key, and a file of transitions that it took out."""
    import requests

    rollcall.start()
    for number in range(12):
        token = rollcall.token("acme", rollcall.responder("acme", f"Person {number}"), f"device-{number}")
        answer = requests.post(
            f"{rollcall.url}/app/v1/locations", json={**PING, "sequence": number}, timeout=20,
            headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 201, answer.text
    key = rollcall.key("acme")
    body = rollcall.get("/w/acme/reports/transitions.csv", key).content
    file = tmp_path / "transitions.csv"
    file.write_bytes(body)
    return rollcall, key, file


def noted(rollcall, key, count):
    """The list of exports once there are so many: an end is noted beside the answer."""
    def found():
        exports = rollcall.get("/w/acme/reports/exports.json", key).json()["exports"]
        return exports if len(exports) >= count else None
    return until(found)


def verify(rollcall, file):
    return rollcall.run("verify-export", file, "--database", rollcall.database)


def test_each_export_is_listed_with_the_hash_of_its_bytes(exported):
    rollcall, key, file = exported
    bodies = {"transitions": file.read_bytes()}
    for kind in KINDS:
        if kind != "transitions":
            answer = rollcall.get(f"/w/acme/reports/{kind}.csv", key)
            assert answer.status_code == 200, kind
            bodies[kind] = answer.content
    # Where it is stored, this report keeps the name it has always had.
    bodies["flags"] = bodies.pop("suspicious-positions")
    exports = noted(rollcall, key, len(KINDS))
    assert {one["kind"]: one["sha256"] for one in exports} == {
        kind: hashlib.sha256(body).hexdigest() for kind, body in bodies.items()}
    assert {one["kind"]: one["bytes"] for one in exports} == {kind: len(body) for kind, body in bodies.items()}
    assert all(one["complete"] and one["actor"].startswith("key:") for one in exports)


def test_a_file_in_hand_is_the_one_that_was_exported(exported):
    rollcall, key, file = exported
    noted(rollcall, key, 1)
    done = verify(rollcall, file)
    assert done.returncode == 0 and "transitions of acme, last 24 h" in done.stdout, done
    told = rollcall.cli("verify-export", file)
    assert told["ok"] and told["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert told["exports"][0]["workspace"] == "acme" and told["exports"][0]["audited"]
    # With the server stopped it is the same.
    assert rollcall.stop() == 0
    assert verify(rollcall, file).returncode == 0


def test_a_file_that_was_altered_cut_or_never_exported_is_told_so(exported, tmp_path):
    rollcall, key, file = exported
    noted(rollcall, key, 1)
    body = file.read_bytes()
    rows = body.count(b"\r\n") - 1
    altered = bytearray(body)
    altered[700] ^= 1
    cases = {
        bytes(altered): ("It was altered", f"It has {rows} rows and {len(body)} bytes"),
        body[:-20]: ("20 bytes shorter: cut, or altered", f"the export had {rows} and {len(body)}"),
        body + b"1\r\n": ("3 bytes longer: added to, or altered", f"It has {rows + 1} rows"),
        b"responder_id\r\n": ("no file that was exported",),
        b"": ("no file that was exported",),
    }
    for content, words in cases.items():
        other = tmp_path / "other.csv"
        other.write_bytes(content)
        done = verify(rollcall, other)
        assert done.returncode == 1, done
        assert all(word in done.stdout + done.stderr for word in words), done
    done = verify(rollcall, tmp_path / "nowhere.csv")
    assert done.returncode == 1 and "Traceback" not in done.stderr


def test_a_forged_line_of_the_list_proves_nothing(exported, tmp_path):
    rollcall, key, file = exported
    noted(rollcall, key, 1)
    assert rollcall.stop() == 0
    forged = tmp_path / "forged.csv"
    forged.write_bytes(file.read_bytes().replace(b"Person 0,", b"Person X,"))
    body = forged.read_bytes()
    assert body != file.read_bytes()
    with sqlite3.connect(rollcall.database) as db:
        digest = hashlib.sha256(body).digest()
        changed = db.execute("UPDATE export_file SET sha256 = ?, bytes = ?", [digest, len(body)])
        assert changed.rowcount == 1
    db.close()
    done = verify(rollcall, forged)
    assert done.returncode == 1, done
    assert "The list says so, the audit does not" in done.stdout + done.stderr, done
    assert "nothing in it was changed" not in done.stdout + done.stderr, done
    assert verify(rollcall, file).returncode == 1
    rollcall.start()
    [entry] = rollcall.get("/w/acme/reports/exports.json", key).json()["exports"]
    assert entry["audited"] is False and entry["sha256"] == hashlib.sha256(body).hexdigest()


def test_availability_is_the_duty_and_nothing_else(exported):
    import csv
    import io

    rollcall, key, _ = exported
    text = rollcall.get("/w/acme/reports/availability.csv", key).content.decode()
    names = ("online", "degraded", "offline", "unknown", "not_observed")
    for row in csv.DictReader(io.StringIO(text, newline="")):
        parts = [float(row[f"{name}_s"]) for name in names]
        assert abs(sum(parts) - float(row["on_duty_s"])) < 0.001
        shares = [float(row[f"{name}_duty_share"]) for name in names]
        # Thousandths, each rounded by itself.
        assert all(abs(share - part / sum(parts)) <= 0.00051 for share, part in zip(shares, parts))
