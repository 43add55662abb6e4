"""An incident finds its responder by itself: real phones' requests, a real server, a real clock.

No expectation depends on how fast this machine is: who answers has long to do so, and what is measured is measured by
the server's own instants.
"""
import threading
from datetime import timedelta

import pytest
from responding import ControlRoom, Phone, Reporter, instant, until, workspace
from rollcall import Rollcall

GRACE = 1


@pytest.fixture
def place(tmp_path):
    """A server with the workspace `acme`, whose assignees may be offline for a second; and its control room."""
    folder = tmp_path / "data"
    folder.mkdir()
    rollcall = Rollcall(folder)
    workspace(rollcall, tmp_path / "seed", grace=GRACE)
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True


@pytest.fixture
def room(place):
    return ControlRoom(place)


def people(place, *names, profile="steady"):
    """On duty and online, each farther away than the one before."""
    return [Phone(place, name, 0.01 * (rank + 1), profile).come_on_duty() for rank, name in enumerate(names)]


def test_the_nearest_is_asked_then_the_next_until_one_accepts(place, room):
    ana, bor, cyd = people(place, "Ana", "Bor", "Cyd")
    number = room.open()
    assert [offer["incident"]["id"] for offer in ana.report()["offers"]] == [number]
    assert bor.offers() == [] and cyd.offers() == []
    assert ana.answer(ana.offer(), "decline", reason="no vehicle").status_code == 200
    # A declined offer is not a look at the clock: the next one is asked at once.
    second = bor.accept()
    assert second["incident"]["id"] == number
    assert room.offers(number) == [("Ana", "declined"), ("Bor", "accepted")]
    incident = room.reaches(number, "assigned")
    assert incident["assignee"]["id"] == bor.id and cyd.offers() == []
    declined, made = sorted(incident["offers"], key=lambda offer: offer["id"])
    assert timedelta() <= instant(made["queued_at"]) - instant(declined["ended_at"]) < timedelta(seconds=30)
    assert room.row(bor)["duty_state"] == "on_mission" and room.row(ana)["duty_state"] == "on_duty"
    assert room.steps(number) == [
        ("opened", None), ("offered", ana.id), ("delivered", ana.id), ("declined", ana.id), ("offered", bor.id),
        ("delivered", bor.id), ("accepted", bor.id)]


def test_nobody_left_is_said_alerted_and_ended_by_whoever_comes_online(place, room):
    ana, = people(place, "Ana")
    number = room.open()
    assert ana.answer(ana.offer(), "decline").status_code == 200
    room.reaches(number, "unassigned")

    def alert():
        return [alert for alert in room.get("alerts.json")["alerts"] if alert["kind"] == "IncidentUnassigned"]

    raised, = until(alert, "the alert")
    assert (raised["incident_id"], raised["closed_at"]) == (number, None)
    bor = Phone(place, "Bor", 0.5).come_on_duty()
    offer = bor.offer()
    assert offer["incident"]["id"] == number
    online = instant(room.row(bor)["since"])
    made = next(offer for offer in room.incident(number)["offers"] if offer["responder"] == "Bor")
    # By the server's own instants, and never before.
    assert instant(made["queued_at"]) >= online
    assert bor.answer(offer, "accept").status_code == 200
    room.reaches(number, "assigned")
    until(lambda: alert()[0]["closed_at"], "the end of the alert")


def test_nobody_at_all_is_unassigned_at_once_and_not_refused(place, room):
    number = room.open()
    assert room.incident(number)["state"] == "unassigned"
    ana, = people(place, "Ana")
    assert ana.accept()["incident"]["id"] == number


def test_who_does_not_answer_in_time_is_followed_by_the_next(place, room):
    ana, bor = people(place, "Ana", "Bor")
    number = room.open(answer_s=15)
    offer = ana.offer()
    # How long Bor has does not matter: Ana's time is over before he is asked.
    until(lambda: len(room.offers(number)) > 1, "the next offer")
    first, second = sorted(room.incident(number)["offers"], key=lambda made: made["id"])[:2]
    assert (first["responder"], first["state"], second["responder"]) == ("Ana", "expired", "Bor")
    assert first["ended_at"] == first["expires_at"] == offer["expires_at"]
    assert instant(second["queued_at"]) >= instant(first["ended_at"])
    assert ana.answer(offer, "accept").status_code == 409


def test_a_silent_assignee_is_followed_by_whoever_accepts_first_and_told_when_heard_again(place, room):
    ana, = people(place, "Ana", profile="fading")
    bor = Phone(place, "Bor", 0.5).come_on_duty()
    number = room.open()
    ana.accept()
    asked = bor.offer()
    assert asked["incident"]["id"] == number
    # Nobody has accepted yet: it is still hers.
    assert room.row(ana)["assignment"]["incident_id"] == number
    assert bor.answer(asked, "accept").status_code == 200
    assert room.reaches(number, "assigned")["assignee"]["id"] == bor.id
    told = ana.withdrawn()
    assert told["incident"]["id"] == number
    assert ana.assignment() is None and room.row(ana)["duty_state"] == "on_duty"
    steps = [step for step, _ in room.steps(number)]
    for step in ["assignee_offline", "reoffered", "released"]:
        assert step in steps
    offline, = [step["at"] for step in room.incident(number)["log"] if step["step"] == "assignee_offline"]
    lost, = [step["at"] for step in room.incident(number)["log"] if step["step"] == "reoffered"]
    assert instant(lost) - instant(offline) == timedelta(seconds=GRACE)


def test_an_assignee_who_is_back_before_somebody_accepted_keeps_it(place, room):
    ana, = people(place, "Ana", profile="fading")
    bor = Phone(place, "Bor", 0.5).come_on_duty()
    number = room.open()
    ana.accept()
    asked = bor.offer()
    with Reporter(ana):
        told = bor.withdrawn()
        assert told["id"] == asked["id"]
        assert bor.answer(asked, "accept").status_code == 409
        held = ana.assignment()
        assert held["incident"]["id"] == number
        assert ana.send("POST", f"assignments/{held['id']}/complete").status_code == 200
    assert room.incident(number)["state"] == "resolved"
    assert "assignee_back" in [step for step, _ in room.steps(number)]
    assert room.row(bor)["duty_state"] == "on_duty"


@pytest.mark.parametrize("leave", ["logout", "late decline", "off duty"])
def test_whoever_gives_it_back_is_followed_at_once(place, room, leave):
    ana, bor = people(place, "Ana", "Bor")
    number = room.open()
    offer = ana.accept()
    if leave == "logout":
        assert ana.send("POST", "auth/logout").status_code == 204
    elif leave == "late decline":
        assert ana.answer(offer, "decline", reason="the car broke down").status_code == 200
    else:
        ana.duty("off_duty")
    assert bor.accept()["incident"]["id"] == number
    assert room.reaches(number, "assigned")["assignee"]["id"] == bor.id
    reason, = [step["detail"] for step in room.incident(number)["log"] if step["step"] == "reoffered"]
    assert reason == {"logout": "logged out", "late decline": "declined late", "off duty": "went off duty"}[leave]


def test_of_fifty_who_accept_at_once_one_wins(place, room):
    crowd = people(place, *[f"Person {index:02d}" for index in range(50)])
    number = room.open(mode="parallel", picks=[phone.id for phone in crowd])
    offers = [phone.offer() for phone in crowd]
    assert len({offer["id"] for offer in offers}) == 50
    gate, verdicts = threading.Barrier(50), []

    def accept(phone, offer):
        gate.wait()
        verdicts.append((phone.answer(offer, "accept").status_code, phone.id))

    threads = [threading.Thread(target=accept, args=pair) for pair in zip(crowd, offers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(status for status, _ in verdicts) == [200] + [409] * 49
    winner, = [phone for status, phone in verdicts if status == 200]
    incident = room.incident(number)
    assert incident["state"] == "assigned" and incident["assignee"]["id"] == winner
    assert sorted(state for _, state in room.offers(number)) == ["accepted"] + ["withdrawn"] * 49
    assert [row["id"] for row in room.get("board.json")["responders"] if row["duty_state"] == "on_mission"] == [winner]
