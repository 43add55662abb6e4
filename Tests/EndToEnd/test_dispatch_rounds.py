"""Whom an incident asks, and in which order: by profile, once each, the most severe incident first. A phone that never got
an offer is accused of nothing."""
import csv
import io
import json
import time
import uuid
from datetime import timedelta

import pytest
import requests
from responding import LIMIT, PLACE, STEADY, ControlRoom, Phone, instant, until, workspace
from rollcall import Rollcall

# The shortest time to answer, and how long somebody who never got an offer is left alone, seconds.
ANSWER, MISSED = 15, 30


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rounds")
    (folder / "data").mkdir()
    rollcall = Rollcall(folder / "data")
    workspace(rollcall, folder / "seed", grace=1)
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True


class Room(ControlRoom):
    """The control room of a workspace of its own, with the profiles of the seeds and those of these tests."""

    def __init__(self, rollcall, folder, slug):
        self.rollcall, self.session = rollcall, requests.Session()
        self.slug, self.folder, self.severity = slug, folder, "high"
        rollcall.workspace(slug)
        self.bring(STEADY)
        self.session.headers["Authorization"] = f"Bearer {rollcall.key(slug, 'admin')}"

    def bring(self, profile):
        file = self.folder / f"{profile['name']}.json"
        file.write_text(json.dumps(profile))
        self.rollcall.cli("profile", "import", self.slug, file)

    def post(self, title, key, asking):
        body = {"title": title, "severity": self.severity, "lat": PLACE[0], "lng": PLACE[1], "asking": asking}
        return self.session.post(
            f"{self.rollcall.url}/w/{self.slug}/incidents", timeout=LIMIT, headers={"Idempotency-Key": key}, json=body)

    def ask(self, number, **asking):
        return self.session.post(
            f"{self.rollcall.url}/w/{self.slug}/incidents/{number}/offers.json", timeout=LIMIT, json=asking)

    def get(self, path):
        answer = self.fetch(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def fetch(self, path):
        return self.session.get(f"{self.rollcall.url}/w/{self.slug}/{path}", timeout=LIMIT)

    def phone(self, name, north=0.01, profile="steady", **duty):
        return Person(self, name, north, profile).come_on_duty(**duty)


class Person(Phone):
    """Somebody of a room."""

    def __init__(self, room, name, north, profile):
        self.room, self.rollcall, self.name, self.north = room, room.rollcall, name, north
        self.id = room.rollcall.responder(room.slug, name, "--profile", profile)
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {room.rollcall.token(room.slug, self.id)}"


@pytest.fixture
def room(place, tmp_path):
    return Room(place, tmp_path, f"room-{uuid.uuid4().hex[:8]}")


def test_a_child_a_runner_a_driver_or_a_field_rep_is_never_asked_however_near(room):
    others = [room.phone(f"Near {profile}", 0.0001 * (rank + 1), profile)
              for rank, profile in enumerate(["family", "event", "driver", "field"])]
    ana = room.phone("Ana", 0.008, "responder")
    number = room.open()
    assert room.offers(number) == [("Ana", "queued")]
    assert ana.answer(ana.offer(), "decline").status_code == 200
    assert room.reaches(number, "unassigned")["offering_to"] == []
    assert room.offers(number) == [("Ana", "declined")] and all(phone.offers() == [] for phone in others)
    listed = room.get(f"incidents/{number}/candidates.json")
    assert listed["candidates"] == []
    assert {row["responder_id"]: row["reason"] for row in listed["left_out"]} == {
        phone.id: f'profile "{phone.name[5:]}" is not offered incidents' for phone in others
    } | {ana.id: "declined this incident"}
    # A drill asks those whose profile is offered incidents.
    drill = room.session.post(f"{room.rollcall.url}/w/{room.slug}/drills", timeout=LIMIT, json={"title": "Evening"},
                              headers={"Idempotency-Key": "drill"})
    assert drill.status_code in (200, 201), drill.text
    answer = room.get(f"drills/{drill.json()['id']}.json")
    assert [row["responder"] for row in answer["people"] if row["outcome"] != "not_asked"] == ["Ana"], answer


def test_an_order_is_offered_to_drivers_and_by_hand_anybody_may_be_asked_with_that_said(room):
    child, driver = room.phone("Child", 0.001, "family"), room.phone("Driver", 0.01, "driver")
    order = room.session.post(
        f"{room.rollcall.url}/w/{room.slug}/incidents", timeout=LIMIT, headers={"Idempotency-Key": "order"},
        json={"title": "Medicine", "kind": "order", "lat": PLACE[0], "lng": PLACE[1], "asking": {"mode": "automatic"}})
    assert order.status_code == 201, order.text
    assert [offer["responder_id"] for offer in order.json()["offers"]] == [driver.id]
    number = room.open(mode="parallel", picks=[child.id])
    assert room.offers(number) == [("Child", "queued")]
    offered, = [step["detail"] for step in room.incident(number)["log"] if step["step"] == "offered"]
    assert offered.endswith('profile "family" is not offered incidents, hears of it only within 5 min')
    assert child.accept()["incident"]["id"] == number


def test_a_profile_that_is_offered_incidents_from_now_on_brings_whoever_is_waited_for(room):
    bor = room.phone("Bor", 0.01, "field")
    number = room.open()
    assert room.reaches(number, "unassigned")["offers"] == []
    profile, = [one for one in room.rollcall.cli("profile", "show", room.slug)["profiles"] if one["name"] == "field"]
    assert profile["offers"] == []
    # Who reports each 15 min would hear of it too late.
    rule = {"name": "always", "interval_s": 5, "degraded_s": 1350, "offline_s": 2700}
    room.bring(profile | {"offers": ["incident"], "travel_kmh": 45, "rules": [rule]})
    assert bor.accept()["incident"]["id"] == number
    profile, = [one for one in room.rollcall.cli("profile", "show", room.slug)["profiles"] if one["name"] == "field"]
    assert profile["offers"] == ["incident"] and profile["travel_kmh"] == 45
    file = room.folder / "bad.json"
    file.write_text(json.dumps(profile | {"offers": ["dinner"]}))
    refused = room.rollcall.run("profile", "import", room.slug, file, "--database", room.rollcall.database)
    assert refused.returncode == 1 and "dinner" in refused.stdout + refused.stderr


def test_of_those_that_wait_the_most_severe_then_the_oldest_is_served_first(room):
    waiting = {}
    for room.severity in ["low", "normal", "critical", "high", "critical"]:
        waiting.setdefault(room.severity, []).append(room.open(room.severity))
    ana = room.phone("Ana")
    order = []
    for _ in range(5):
        offer = ana.offer()
        order.append(offer["incident"]["id"])
        assert ana.answer(offer, "decline").status_code == 200
    assert order == [number for severity in ["critical", "high", "normal", "low"] for number in waiting[severity]]


def test_whoever_gave_it_back_is_never_asked_again(room):
    ana, bor, cyd = (room.phone(name, 0.01 * (rank + 1)) for rank, name in enumerate(["Ana", "Bor", "Cyd"]))
    number = room.open()
    offer = ana.accept()
    assert ana.answer(offer, "decline", reason="flat tyre").status_code == 200
    assert bor.accept()["incident"]["id"] == number
    bor.duty("off_duty")
    assert cyd.accept()["incident"]["id"] == number
    cyd.duty("off_duty")
    room.reaches(number, "unassigned")
    assert room.offers(number) == [("Ana", "declined"), ("Bor", "unreachable"), ("Cyd", "unreachable")]
    assert ana.offers() == [] and room.get(f"incidents/{number}/candidates.json")["candidates"] == []


def test_what_never_reached_the_phone_accuses_nobody_and_comes_with_the_next_report(room, place, tmp_path):
    ana = room.phone("Ana", 0.01)
    bor = room.phone("Bor", 0.02)
    cyd = room.phone("Cyd", 0.03)
    # Beside it, one who is alone.
    other = Room(place, tmp_path, f"{room.slug}-alone")
    eva = other.phone("Eva")
    lonely = other.open(answer_s=ANSWER)
    number = room.open(answer_s=ANSWER)
    # Bor gets his and does not answer: that is another thing.
    until(lambda: len(room.offers(number)) > 1, "the second offer")
    bor.offer()
    assert cyd.accept()["incident"]["id"] == number
    first, second, _ = sorted(room.incident(number)["offers"], key=lambda offer: offer["id"])
    assert (first["state"], first["reason"]) == ("undelivered", f"the phone did not get it in {ANSWER} s")
    assert first["ended_at"] == first["expires_at"] and first["sent_at"] is None
    assert instant(second["queued_at"]) - instant(first["ended_at"]) < timedelta(seconds=10)
    assert second["state"] == "expired"
    cyd.duty("off_duty")
    room.reaches(number, "unassigned")
    ranked = room.fetch(f"incidents/{number}").text
    assert ranked.count("did not answer the last offer") == 1
    other.reaches(lonely, "unassigned")
    assert [offer["state"] for offer in other.incident(lonely)["offers"]] == ["undelivered"]
    assert "offers" not in eva.report()
    # The report itself brings it, without the pause of who did not answer.
    until(lambda: time.time() > instant(first["ended_at"]).timestamp() + MISSED, "the end of the pause")
    offer, = ana.report()["offers"]
    assert offer["incident"]["id"] == number and offer["state"] == "delivered"
    assert ana.answer(offer, "accept").status_code == 200
    assert eva.report()["offers"][0]["incident"]["id"] == lonely
    answers = {row["responder"]: row for row in csv.DictReader(io.StringIO(room.fetch("reports/answers.csv").text))}
    assert (answers["Ana"]["offers"], answers["Ana"]["undelivered"], answers["Ana"]["expired"]) == ("1", "1", "0")
    assert (answers["Bor"]["offers"], answers["Bor"]["undelivered"], answers["Bor"]["expired"]) == ("1", "0", "1")


def test_an_offer_whose_end_lies_in_our_absence_accuses_nobody_whatever_it_was_told(rollcall, tmp_path):
    rollcall.start()
    room = Room(rollcall, tmp_path, "away")
    ana, bor = room.phone("Ana", 0.01), room.phone("Bor", 0.02)
    number = room.open(answer_s=ANSWER)
    offer = ana.offer()
    assert ana.answer(offer, "seen").status_code == 200
    rollcall.kill9()
    time.sleep(max(0.0, instant(offer["expires_at"]).timestamp() - time.time()) + 1)
    rollcall.start()
    made = room.incident(number)["offers"][-1]
    assert (made["state"], made["ended_at"]) == ("undelivered", offer["expires_at"])
    assert made["reason"] == "Rollcall itself was away"
    bor.report()
    assert bor.accept()["incident"]["id"] == number
