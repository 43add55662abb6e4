"""Apps that are not ours against the real server: no point is lost, none is stored twice, no queue is stuck."""
import json
import socket
import threading
import time

import pytest
import requests

from apps import APPS, Colota, GPSLogger, Overland, OwnTracks, Transistor

COUNT = 120


def day(count=COUNT, ago=7_200):
    start = int(time.time()) - ago
    return [(index, start + index * 5) for index in range(count)]


def issue(rollcall, adapter, *options, name="Ana"):
    person = rollcall.responder("acme", name, "--profile", "family")
    return person, rollcall.cli("app", "issue", "acme", person, "--adapter", adapter, *options)["secret"]


def stored(rollcall, person):
    rows = rollcall.history("acme", rollcall.key("acme"), responder=person)
    return sorted(float(row["lat"]) for row in rows)


def places(points):
    return sorted(OwnTracks.place(index)[0] for index, _ in points)


@pytest.mark.parametrize("kind", APPS, ids=[kind.adapter for kind in APPS])
def test_a_queue_on_a_bad_network_and_a_server_that_is_killed_ends_empty_and_stored_once(rollcall, kind):
    rollcall.start()
    person, secret = issue(rollcall, kind.adapter)
    points = day()
    app = kind(rollcall, secret, points, in_path=kind is not Colota)
    app.run(until=lambda app: len(app.queue) <= COUNT // 2)
    rollcall.kill9()
    with pytest.raises(OSError):
        app.send(*app.request(app.queue[: app.batch]))
    rollcall.start()
    app.run()
    assert stored(rollcall, person) == places(points)


def test_a_server_that_is_killed_again_and_again_while_large_batches_come_loses_nothing(rollcall):
    rollcall.start()
    person, secret = issue(rollcall, "overland")
    points = day(3_000, ago=20_000)
    app = Overland(rollcall, secret, points, faults=0)
    app.batch = 1_000
    done = threading.Event()

    def send():
        try:
            app.run(limit=100_000)
        finally:
            done.set()

    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    for _ in range(3):
        if done.wait(0.1):
            break
        rollcall.kill9()
        rollcall.start()
    # A busy machine takes long for it; a server that loses something takes for ever.
    thread.join(300)
    assert not app.queue
    assert stored(rollcall, person) == places(points)


def test_a_whole_day_that_is_replayed_is_stored_once(rollcall):
    rollcall.start()
    person, secret = issue(rollcall, "gpslogger")
    points = day(300)
    for _ in range(3):
        app = GPSLogger(rollcall, secret, points, faults=0)
        app.run()
        assert app.attempts == len(points), "one refusal aborts the rest of the file"
    assert stored(rollcall, person) == places(points)


class Poisoned(OwnTracks):
    """Every other report is something that cannot be stored."""

    POISON = [
        '{"_type":"location","lat":91,"lon":0,"tst":1}', '{"_type":"location","tst":"never"}', "",
        '{"_type":"encrypted","data":"AAEC"}', '{"_type":"tomorrow","x":[[[[[[[[[[[[1]]]]]]]]]]]]}',
        '{"_type":"location","lat":1,"lon":2,"tst":99999999999999}', '{"_type":"location","_type":"lwt"}',
    ]

    def request(self, piece):
        [(index, seconds)] = piece
        method, query, body, fields = super().request(piece)
        return method, query, body if index % 2 else self.POISON[index // 2 % len(self.POISON)], fields


def test_a_report_that_cannot_be_stored_does_not_hold_up_the_queue_and_is_counted(rollcall):
    rollcall.start()
    person, secret = issue(rollcall, "owntracks")
    points = day(56)
    app = Poisoned(rollcall, secret, points, faults=0)
    app.run()
    assert app.attempts == len(points)
    assert stored(rollcall, person) == places(points[1::2])
    metrics = requests.get(f"{rollcall.url}/metrics", timeout=10).text
    for reason, count in {"bad_coordinates": 8, "bad_time": 0, "encrypted": 4, "clock_error": 4}.items():
        line = f'rollcall_ingest_dropped_total{{adapter="owntracks",reason="{reason}"}} {count}'
        assert (line in metrics) == (count > 0), metrics


def test_what_opens_nothing_is_answered_alike_and_no_secret_is_in_the_log(rollcall):
    rollcall.start()
    _, secret = issue(rollcall, "owntracks")
    body = '{"_type":"location","lat":1,"lon":2,"tst":1}'
    answers = [requests.post(f"{rollcall.url}{path}", data=body, timeout=10) for path in (
        "/ingest/t/unknown/owntracks", f"/ingest/t/{secret}/overland", f"/ingest/t/{secret}/nonsense", "/ingest/owntracks",
        "/ingest/nonsense")]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    for method in ("HEAD", "OPTIONS"):
        assert requests.request(method, f"{rollcall.url}/ingest/t/{secret}/owntracks", timeout=10).status_code == 204
    assert requests.post(f"{rollcall.url}/ingest/t/{secret}/owntracks", data="{", timeout=10).status_code == 400
    _, small = issue(rollcall, "gpslogger")
    assert requests.post(f"{rollcall.url}/ingest/t/{small}/gpslogger", data="x" * 70_000, timeout=10).status_code == 413
    for field in (f"Basic {secret}:", secret, f"Bearer {secret}"):
        answer = requests.post(f"{rollcall.url}/ingest/owntracks", data=body, headers={"Authorization": field}, timeout=10)
        assert (answer.status_code, answer.text) == (200, "[]")
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    metrics = requests.get(f"{rollcall.url}/metrics", timeout=10).text
    assert rollcall.stop() == 0
    assert secret not in metrics
    assert secret not in rollcall.said(0)
    assert secret.encode() not in rollcall.database.read_bytes()


def test_the_list_of_traccars_kit_is_stored_with_its_own_times_and_units(rollcall):
    rollcall.start()
    person, secret = issue(rollcall, "osmand")
    points = day(400, ago=4_000)
    body = [{"id": "48151623", "timestamp": seconds, "lat": OwnTracks.place(index)[0], "lon": 14.5, "speed": 10,
             "bearing": 90, "accuracy": 5.2, "batt": 72} for index, seconds in points]
    for _ in range(2):
        answer = requests.post(f"{rollcall.url}/ingest/t/{secret}/osmand", json=body, timeout=20)
        assert answer.status_code == 200, answer.text
    rows = rollcall.history("acme", rollcall.key("acme"), responder=person)
    assert sorted(float(row["lat"]) for row in rows) == places(points)
    assert {row["speed_mps"] for row in rows} == {"5.14444"}
    assert {row["time_source"] for row in rows} == {"phone"}


@pytest.mark.parametrize("send", ["query", "form", "json"])
def test_gpsloggers_local_time_with_its_offset_is_a_time(rollcall, send):
    rollcall.start()
    person, secret = issue(rollcall, "gpslogger")
    taken = int(time.time()) - 600
    local = time.strftime("%Y-%m-%dT%H:%M:%S.000", time.gmtime(taken + 3 * 3_600)) + "+03:00"
    fields = {"lat": "-4.0435", "lon": "39.6682", "timeoffset": local}
    url = f"{rollcall.url}/ingest/t/{secret}/gpslogger"
    if send == "query":
        answer = requests.get(url, params=fields, timeout=10)
    elif send == "form":
        answer = requests.post(url, data=fields, timeout=10)
    else:
        answer = requests.post(url, data=json.dumps({**fields, "timeoffset": local.replace("+", "%2B")}), timeout=10)
    assert answer.status_code == 200
    board = rollcall.get("/w/acme/board.json", rollcall.key("acme", "viewer")).json()
    assert board["responders"][0]["last_fix_at"] == time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(taken))


def announce(rollcall, secret, adapter, length):
    """The head of a request whose body is yet to come, and what is said to it."""
    connection = socket.create_connection(("127.0.0.1", rollcall.port), timeout=20)
    connection.sendall(
        f"POST /ingest/t/{secret}/{adapter} HTTP/1.1\r\nHost: 127.0.0.1:{rollcall.port}\r\nContent-Length: {length}\r\n"
        "Expect: 100-continue\r\n\r\n".encode())
    return connection, connection.recv(1_000)


def test_four_mebibytes_are_taken_and_more_are_not(rollcall):
    rollcall.start()
    person, secret = issue(rollcall, "overland")
    points = day(200, ago=10_000)
    app = Overland(rollcall, secret, points, faults=0)
    _, _, body, fields = app.request(points)
    full = body + " " * (4 * 1024 * 1024 - len(body))
    assert app.send("POST", "", full, fields) == (200, b'{"result":"ok"}')
    connection, answer = announce(rollcall, secret, "overland", len(full) + 1)
    connection.close()
    assert answer.startswith(b"HTTP/1.1 413"), answer
    assert stored(rollcall, person) == places(points)


def test_large_bodies_that_never_come_keep_out_nobody(rollcall):
    rollcall.start()
    phones = [issue(rollcall, "transistor", name=f"P{number}")[1] for number in range(12)]
    waiting = [announce(rollcall, secret, "transistor", 4 * 1024 * 1024) for secret in phones]
    assert all(answer.startswith(b"HTTP/1.1 100") for _, answer in waiting), waiting
    phone = Transistor(rollcall, phones[8], day(3), faults=0)
    phone.run()
    assert phone.attempts == 1
    for connection, _ in waiting:
        connection.close()


def test_an_interval_that_was_set_is_told_by_the_answer(rollcall):
    rollcall.start()
    person, secret = issue(rollcall, "overland", "--on-duty", 120, "--on-mission", 30)
    answers = [requests.post(f"{rollcall.url}/ingest/t/{secret}/overland", data='{"locations":[]}', timeout=10).json()
               for _ in range(4)]
    assert answers == [{"result": "ok", "set": {"send_interval": "2m"}}] * 3 + [{"result": "ok"}]
    token = rollcall.token("acme", person)
    requests.put(f"{rollcall.url}/app/v1/duty", json={"state": "on_mission"},
                 headers={"Authorization": f"Bearer {token}"}, timeout=10).raise_for_status()
    answer = requests.post(f"{rollcall.url}/ingest/t/{secret}/overland", data='{"locations":[]}', timeout=10).json()
    assert answer["set"] == {"send_interval": "30s"}


def test_the_first_example_of_the_documentation(rollcall):
    rollcall.start()
    person, secret = issue(rollcall, "flat")
    answer = requests.post(
        f"{rollcall.url}/ingest/flat", data='{"lat":46.0512,"lng":14.5058,"accuracy_m":9,"battery":83}',
        headers={"Authorization": f"Bearer {secret}", "Content-Type": "application/x-www-form-urlencoded"}, timeout=10)
    assert answer.json() == {"ok": True, "stored": 1}
    board = rollcall.get("/w/acme/board.json", rollcall.key("acme", "viewer")).json()
    [entry] = [entry for entry in board["responders"] if entry["id"] == person]
    assert (entry["status"], entry["battery_level"], entry["accuracy_m"]) == ("online", 0.83, 9)
    assert json.dumps(board).count(secret) == 0
