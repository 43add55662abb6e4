"""Offers as text messages: people who have a number, whose phone reports by another app, and a gateway on loopback."""
import json
import pathlib
import re
import sys
import time

import pytest
import requests
from responding import LIMIT, PLACE, ControlRoom, Phone, until, workspace
from rollcall import Rollcall

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import sms_gateway  # noqa: E402

NUMBER = "+38640123456"
PUBLIC = "http://127.0.0.1:1"


@pytest.fixture
def gateway():
    with sms_gateway.Gateway() as running:
        yield running


@pytest.fixture(params=["twilio", "webhook"])
def place(request, tmp_path, gateway):
    (tmp_path / "data").mkdir()
    rollcall = Rollcall(tmp_path / "data")
    workspace(rollcall, tmp_path / "seed")
    settings = {
        "twilio": {"SMS_TWILIO_URL": gateway.url, "SMS_TWILIO_ACCOUNT": gateway.account,
                   "SMS_TWILIO_TOKEN": gateway.token, "SMS_FROM": gateway.sender},
        "webhook": {"SMS_WEBHOOK_URL": f"{gateway.url}/hook", "SMS_WEBHOOK_SECRET": gateway.secret},
    }[request.param]
    rollcall.environment = ["env", f"ROLLCALL_PUBLIC_URL={PUBLIC}", *(f"ROLLCALL_{key}={value}" for key, value in settings.items())]
    rollcall.start(rollcall.environment)
    yield rollcall
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True


@pytest.fixture
def room(place):
    return ControlRoom(place)


class Walker:
    """A person whose phone reports by OwnTracks: on duty with the first report."""

    def __init__(self, rollcall, name="Mojca", number=NUMBER, north=0.01):
        self.rollcall, self.north = rollcall, north
        self.id = rollcall.responder("acme", name, "--profile", "steady", *(["--phone", number] if number else []))
        self.secret = rollcall.cli("app", "issue", "acme", self.id, "--adapter", "owntracks")["secret"]
        self.report()

    def report(self):
        body = {"_type": "location", "lat": PLACE[0] + self.north, "lon": PLACE[1], "tst": int(time.time()), "acc": 10}
        answer = requests.post(f"{self.rollcall.url}/ingest/t/{self.secret}/owntracks", data=json.dumps(body), timeout=LIMIT)
        assert answer.status_code == 200, answer.text


def link(rollcall, gateway, count=1):
    """The link of the message so many came with, on the server as it can be reached."""
    until(lambda: len(gateway.messages) >= count, f"text message {count}")
    number, text = gateway.messages[count - 1]
    return number, text, rollcall.url + re.search(rf"{PUBLIC}(/a/[A-Za-z0-9_-]{{22}})", text)[1]


def hears(room, person):
    return next(row for row in room.get("board.json")["responders"] if row["id"] == person.id)["hears_within_s"]


def offer(room, number):
    return room.incident(number)["offers"][0]


def test_a_person_with_owntracks_accepts_by_the_link_and_is_asked_automatically_from_then_on(place, room, gateway):
    mojca = Walker(place)
    assert hears(room, mojca) is None
    first = room.open("Mrs Kranjc fell", mode="parallel", picks=[mojca.id])
    number, text, address = link(place, gateway)
    assert number == NUMBER and f"INC-{first}" in text
    for secret in ("Kranjc", "Mojca", "46."):
        assert secret not in text
    until(lambda: offer(room, first)["state"] == "sent")
    shown = requests.get(address, timeout=LIMIT)
    assert shown.status_code == 200 and "Accept" in shown.text and "Kranjc" not in shown.text
    assert offer(room, first)["state"] == "delivered"
    assert hears(room, mojca) == 30
    assert requests.post(address, timeout=LIMIT).status_code == 200
    found = room.reaches(first, "assigned")
    assert (found["assignment"]["responder_id"], offer(room, first)["state"]) == (mojca.id, "accepted")
    assert "Kranjc" in requests.get(address, timeout=LIMIT).text
    assert room.act(first, "resolve").status_code == 303
    # The proof holds: nobody need pick them any more.
    mojca.report()
    second = room.open("Fall")
    again = until(lambda: room.incident(second)["offers"], "an automatic offer")[0]
    assert again["responder_id"] == mojca.id and hears(room, mojca) == 30
    _, _, address = link(place, gateway, 2)
    assert requests.post(address, timeout=LIMIT).status_code == 200
    assert room.reaches(second, "assigned")["assignment"]["responder_id"] == mojca.id


def test_a_receipt_says_that_it_is_delivered_and_proves_nothing(place, room, gateway):
    mojca = Walker(place)
    incident = room.open("Fall", mode="parallel", picks=[mojca.id])
    _, _, address = link(place, gateway)
    receipt = gateway.receipts[0].replace(PUBLIC, place.url)
    assert receipt == address + "/receipt"
    until(lambda: offer(room, incident)["state"] == "sent")
    for words in ("queued", "sent"):
        assert requests.post(receipt, data={"MessageStatus": words}, timeout=LIMIT).status_code == 204
    assert offer(room, incident)["state"] == "sent"
    assert requests.post(receipt, json={"status": "delivered"}, timeout=LIMIT).status_code == 204
    assert offer(room, incident)["state"] == "delivered" and hears(room, mojca) is None
    assert requests.post(receipt, data={"MessageStatus": "delivered"}, timeout=LIMIT).status_code == 204
    assert requests.post(receipt, json={}, timeout=LIMIT).status_code == 400
    assert requests.post(f"{place.url}/a/{'x' * 22}/receipt", json={"status": "delivered"}, timeout=LIMIT).status_code == 404
    assert requests.post(receipt, data={"MessageStatus": "failed", "ErrorCode": "30003"}, timeout=LIMIT).status_code == 204
    assert any("SMS: failed, 30003, says the gateway" in step["detail"] for step in room.incident(incident)["log"])


def test_a_drill_proves_a_number_and_a_message_that_nobody_reads_ends_nothing_else(place, room, gateway):
    mojca, quiet = Walker(place), Walker(place, "Quiet", None, north=0.02)
    answer = room.session.post(
        f"{place.url}/w/acme/drills", json={"title": "Thursday"}, headers={"Idempotency-Key": "d1"}, timeout=LIMIT)
    assert answer.status_code == 201, answer.text
    _, text, address = link(place, gateway)
    assert text.startswith("Drill ")
    assert requests.get(address, timeout=LIMIT).status_code == 200
    assert hears(room, mojca) == 30 and hears(room, quiet) is None
    assert [number for number, _ in gateway.messages] == [NUMBER]


def test_an_app_that_answers_messages_costs_no_text_and_another_number_must_be_proved_anew(place, room, gateway):
    ana = Phone(place, "Ana", 0.01)
    place.cli("responder", "set", "acme", ana.id, "--phone", NUMBER)
    ana.come_on_duty()
    first = room.open("Fall")
    _, _, address = link(place, gateway)
    assert requests.get(address, timeout=LIMIT).status_code == 200
    # Proved by text, however often their own app reports.
    assert hears(room, ana) == 30
    assert ana.accept() and room.act(first, "resolve").status_code == 303
    mojca = Walker(place, "Mojca", "+38640123457")
    second = room.open("Fall", mode="parallel", picks=[mojca.id])
    _, _, address = link(place, gateway, 2)
    assert requests.get(address, timeout=LIMIT).status_code == 200 and hears(room, mojca) == 30
    place.cli("responder", "set", "acme", mojca.id, "--phone", "+38640123458")
    assert requests.post(address, timeout=LIMIT).status_code == 200
    assert room.reaches(second, "assigned") and hears(room, mojca) is None


def test_a_message_survives_the_death_of_the_server(place, room, gateway):
    mojca = Walker(place)
    gateway.answers = [503]
    incident = room.open("Fall", mode="parallel", picks=[mojca.id])
    until(lambda: not gateway.answers)
    place.kill9()
    place.start(place.environment)
    _, _, address = link(place, gateway)
    assert requests.post(address, timeout=LIMIT).status_code == 200
    assert room.reaches(incident, "assigned")["assignment"]["responder_id"] == mojca.id


def test_a_workspace_that_wants_no_text_messages_sends_none_and_forgets_what_they_proved(place, room, gateway):
    admin = requests.Session()
    admin.headers["Authorization"] = f"Bearer {place.key('acme', 'admin')}"
    settings = {f"answer_{severity}": "30" for severity in ("low", "normal", "high", "critical")}
    settings |= {"grace": "60", "hearing": "120", "extras": "2"}

    def switch(**by_text):
        answer = admin.post(
            f"{place.url}/w/acme/settings/dispatch", data={**settings, **by_text}, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == 303, answer.text

    mojca = Walker(place)
    first = room.open("Fall", mode="parallel", picks=[mojca.id])
    assert requests.post(link(place, gateway)[2], timeout=LIMIT).status_code == 200
    assert room.reaches(first, "assigned")
    assert hears(room, mojca) == 30
    switch()
    assert hears(room, mojca) is None
    assert room.act(first, "resolve").status_code == 303
    second = room.open("Fall again", mode="parallel", picks=[mojca.id])
    assert offer(room, second)["state"] == "queued"
    assert room.act(second, "cancel").status_code == 303
    switch(by_text="on")
    third = room.open("Fall once more", mode="parallel", picks=[mojca.id])
    until(lambda: any(f"INC-{third}" in text for _, text in gateway.messages))
    assert not any(f"INC-{second}" in text for _, text in gateway.messages)


def test_a_change_an_end_and_what_was_said_by_telephone_come_with_a_link_for_whoever_has_no_app(place, room, gateway):
    def post(number, act, **body):
        answer = room.session.post(f"{place.url}/w/acme/incidents/{number}/{act}", json=body, timeout=LIMIT)
        assert answer.status_code == 200, answer.text

    def told(count):
        _, text, address = link(place, gateway, count)
        words, _ = text.rsplit("\n", 1)
        assert "app" not in words and "Kranjc" not in words
        return words, requests.get(address, timeout=LIMIT)

    mojca = Walker(place)
    first = room.open("Mrs Kranjc fell", mode="parallel", picks=[mojca.id])
    words, _ = told(1)
    assert re.search(r"Answer within (9|10) min\.$", words)
    until(lambda: offer(room, first)["state"] == "delivered")
    post(first, "edit.json", title="Mrs Kranjc fell down the stairs")
    words, shown = told(2)
    assert words == f"Incident INC-{first} was changed\nLook at it:"
    assert shown.status_code == 200 and "Accept" in shown.text
    # A gateway's word about this message says nothing of the offer.
    assert gateway.receipts[0] and gateway.receipts[1] is None
    post(first, "calls", responder_id=mojca.id, result="accepts")
    words, shown = told(3)
    assert words == f"Incident INC-{first} was changed\nLook at it:"
    assert "It is yours" in shown.text and "Mrs Kranjc fell down the stairs" in shown.text
    post(first, "release.json", responder_id=mojca.id)
    words, shown = told(4)
    assert words == f"Incident INC-{first}\nThe offer is withdrawn." and shown.status_code == 410
    # Without any offer
    second = room.open("Fire at Kranjc", mode="nobody")
    post(second, "calls", responder_id=mojca.id, result="accepts")
    words, shown = told(5)
    assert words == f"Incident INC-{second} was changed\nLook at it:"
    assert "It is yours" in shown.text and "Fire at Kranjc" in shown.text
