"""Alerts as the control room lives with them: many phones that fall silent at once are one alert, which is seen to, snoozed,
outlives a kill of the server, and closes when they are back. A real server, real requests, a real clock.

No expectation depends on how fast this machine is: everything is waited for, and instants are the server's own.
"""
import json
from contextlib import ExitStack
from datetime import timedelta

import pytest
from addresses import CHECKING
from responding import ControlRoom, Phone, Reporter, instant, until, workspace
from rollcall import Rollcall

LIMIT = 60
# Silent after three seconds.
QUICK = {"name": "quick", "labels": {"on_duty": "On duty", "on_mission": "On mission"}, "rules": [
    {"name": "on_duty", "interval_s": 1, "degraded_s": 3, "offline_s": 6}]}


@pytest.fixture(params=[[]])
def place(request, tmp_path):
    """A server with these options."""
    folder = tmp_path / "data"
    folder.mkdir()
    rollcall = Rollcall(folder, options=request.param)
    workspace(rollcall, tmp_path / "seed")
    (tmp_path / "quick.json").write_text(json.dumps(QUICK))
    rollcall.cli("profile", "import", "acme", tmp_path / "quick.json")
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True


def mass(room):
    return [alert for alert in room.get("alerts.json")["alerts"] if alert["kind"] == "MassSilence"]


def act(room, alert, what, **fields):
    return room.session.post(
        f"{room.rollcall.url}/w/acme/alerts/{alert['id']}/{what}", data=fields or {"-": ""}, allow_redirects=False,
        timeout=LIMIT)


def people(place, word, regions):
    """Somebody of each of these regions."""
    phones = [Phone(place, f"{word} {number}", 0.01, "quick") for number in range(len(regions))]
    for phone, region in zip(phones, regions):
        place.cli("responder", "set", "acme", phone.id, "--region", region)
    return phones


def test_many_who_fall_silent_are_one_alert_until_they_are_back(place):
    room = ControlRoom(place)
    phones = people(place, "P", ["Center"] * 6)
    for phone in phones:
        phone.come_on_duty()
    alert, = until(lambda: mass(room), "the alert")
    assert (alert["critical"], alert["region"], alert["network"]) == (True, "Center", None)
    assert alert["detail"].startswith("Region Center: ") and alert["detail"].endswith(" of 6 fell silent")
    fell = sorted(instant(person["fell_at"]) for person in alert["people"])
    assert len(fell) >= 5 and instant(alert["opened_at"]) >= fell[4] + timedelta(seconds=3)
    # Somebody sees to it and snoozes it: what was read before is out of date for others.
    assert act(room, alert, "acknowledge", note="I ask the operator", seen=0).status_code == 303
    assert act(room, alert, "take-back").status_code == 303
    assert mass(room)[0]["acknowledged"] is None
    assert act(room, alert, "take-back").status_code == 409
    assert act(room, alert, "acknowledge", note="I ask the operator").status_code == 303
    refused = act(room, alert, "snooze", **{"for": "2h"}, seen=0)
    assert refused.status_code == 409 and "Somebody else has done something" in refused.text
    assert act(room, alert, "snooze", **{"for": "2h"}).status_code == 303
    place.kill9()
    place.start()
    kept, = mass(room)
    assert kept["closed_at"] is None and kept["snoozed"] is True
    assert kept["acknowledged"]["note"] == "I ask the operator"
    assert instant(kept["snoozed_until"]) - instant(kept["acknowledged"]["at"]) >= timedelta(hours=2)

    def closed():
        for phone in phones:
            phone.report()
        return mass(room)[0]["closed_at"]

    assert instant(until(closed, "the end")) >= instant(alert["opened_at"])
    assert len(mass(room)) == 1
    late = act(room, alert, "acknowledge")
    assert late.status_code == 409 and "The alert has closed meanwhile." in late.text


@pytest.mark.parametrize("place", [CHECKING], indirect=True)
def test_a_network_that_fails_is_one_alert_with_its_name_whatever_the_regions_of_its_people(place):
    room = ControlRoom(place)
    # Four of each region at most: too few for an alert of their own.
    regions = ["Center", "North", "South"]
    silent, heard = people(place, "Silent", regions * 2), people(place, "Heard", [*regions, "Center"])
    for number, phone in enumerate(heard + silent):
        network = "192.0.2" if phone in silent else "198.51.100"
        phone.through(f"{network}.{number}")
    # Whoever has just come from that network is not of it any more.
    heard[0].through("192.0.2.99").come_on_duty().through("198.51.100.99")
    with ExitStack() as talking:
        for phone in heard:
            talking.enter_context(Reporter(phone.come_on_duty()))
        for phone in silent:
            phone.come_on_duty()
        alert, = until(lambda: mass(room), "the alert")
        assert (alert["critical"], alert["region"], alert["network"]) == (True, None, "Demo Mobile (AS64496), Slovenia")
        assert alert["detail"].startswith("Network Demo Mobile (AS64496), Slovenia: ")
        assert alert["detail"].endswith(" of 6 fell silent")
        whole = until(lambda: [one for one in mass(room) if len(one["people"]) == 6], "the sixth")
        assert [one["id"] for one in whole] == [alert["id"]]
        assert {person["responder_id"] for person in whole[0]["people"]} == {phone.id for phone in silent}
        page = room.session.get(f"{place.url}/w/acme/alerts/{alert['id']}", timeout=LIMIT).text
        assert "Network Demo Mobile (AS64496), Slovenia" in page and all(phone.name in page for phone in silent)

        def closed():
            for phone in silent:
                phone.report()
            return mass(room)[0]["closed_at"]
        until(closed, "the end")
    assert len(mass(room)) == 1
