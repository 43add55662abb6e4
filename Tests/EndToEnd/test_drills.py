"""A readiness drill by a real server: phones over HTTP that accept, decline, do not answer, or never ask."""
import csv
import io

import pytest
from test_dispatch import Dispatcher, Phone


@pytest.fixture(scope="module")
def desk(server):
    server.workspace("acme")
    return Dispatcher(server, "drills@example.org")


@pytest.fixture(scope="module")
def phones(server, desk):
    return {name: Phone(server, name, index / 100, "responder") for index, name in enumerate(["Ana", "Bor", "Cene", "Dana"])}


def send(desk, **fields):
    answer = desk.send("drills", "drills/new", **{"title": "Evening", "answer": 600} | fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].split("/w/acme/")[1]


def people(desk, path):
    return {person["responder"]: person for person in desk.get(f"{path}.json").json()["people"]}


def test_a_drill_shows_who_was_reached_and_who_answered(server, desk, phones):
    silent = server.responder("acme", "Silent")
    server.token("acme", silent)
    path = send(desk)
    offers = {}
    for name in ["Ana", "Bor", "Cene"]:
        offer = phones[name].get("offers").json()["data"]["offers"][0]
        assert offer["drill"] is True and offer["incident"]["title"] == "Drill: Evening"
        offers[name] = offer["id"]
    assert phones["Ana"].post(f"offers/{offers['Ana']}/accept").status_code == 200
    declined = phones["Bor"].post(f"offers/{offers['Bor']}/decline", {"reason": "no vehicle"})
    assert declined.status_code == 200
    assert phones["Cene"].post(f"offers/{offers['Cene']}/seen").status_code == 200

    # Accepting a drill is no mission.
    assert phones["Ana"].get("assignment").json()["data"] is None
    assert desk.assignment(phones["Ana"]) is None
    assert desk.assignment(phones["Cene"])["drill"] is True
    found = people(desk, path)
    assert {name: found[name]["outcome"] for name in phones} == {
        "Ana": "accepted", "Bor": "declined", "Cene": "waiting", "Dana": "waiting"}
    assert found["Bor"]["reason"] == "no vehicle" and found["Ana"]["answer_s"] >= 0

    # A real incident goes before it, and takes the drill's offer back.
    number = desk.open(title="Fall from a ladder", offer=phones["Cene"].id, within=120)
    told = phones["Cene"].get("offers").json()["data"]["offers"]
    assert [(offer["incident"]["id"], offer["drill"], offer["state"]) for offer in told] == [
        (number, False, "delivered"), (found and int(path.split("/")[1]), True, "withdrawn")]
    assert phones["Cene"].post(f"offers/{offers['Cene']}/accept").status_code == 409

    # Ended by hand: everybody's outcome stands in the file.
    assert desk.send(f"{path}/end", path).status_code == 303
    rows = {row["responder"]: row for row in csv.DictReader(io.StringIO(desk.get(f"{path}.csv").text))}
    assert {name: rows[name]["outcome"] for name in phones} == {
        "Ana": "accepted", "Bor": "declined", "Cene": "withdrawn", "Dana": "withdrawn"}
    assert rows["Cene"]["reason"] == "a real incident came"
    assert rows["Dana"]["reason"] == "the drill was ended"
    file = desk.get(f"{path}.json").json()
    assert file["state"] == "over" and file["counts"]["answered"] == 2 and file["counts"]["asked"] == 4
    text = desk.get(path).text
    assert "Evening" in text and "End the drill now" not in text
    assert number in [incident["id"] for incident in desk.get("incidents.json").json()["incidents"]]
    assert len(desk.get("incidents.json").json()["incidents"]) == 1


def test_a_drill_ends_with_its_last_answer_and_counts_in_the_history_of_answers(desk, phones):
    for phone in phones.values():
        phone.report()
    path = send(desk, title="Late")
    for name in ["Ana", "Bor", "Dana"]:
        offer = phones[name].get("offers").json()["data"]["offers"][0]["id"]
        assert phones[name].post(f"offers/{offer}/decline").status_code == 200
    found = people(desk, path)
    assert found["Cene"]["asked"] is False and found["Cene"]["outcome"] == "not_asked"
    assert desk.get(f"{path}.json").json()["state"] == "over"
    ranked = desk.send("incidents/new", "incidents/new", title="Fall", place="46, 14")
    assert "declined the last" in ranked.text
    assert desk.get("drills").text.count('class="pill s-idle"') >= 2
