"""No incident is forgotten and no offer made twice when the process is killed at any moment."""
import collections
import itertools
import os
import pathlib
import random
import sqlite3
import sys
import time

import pytest
from answering import AnsweringPhone, OpeningRoom, ReadingGateway
from responding import LIMIT, until, workspace
from rollcall import Rollcall

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import sms_gateway  # noqa: E402

KILLS = int(os.environ.get("ROLLCALL_KILLS", "8"))
SEED = int(os.environ.get("ROLLCALL_SEED", time.time_ns() % 1_000_000))
PHONES = 10
PUBLIC = "http://127.0.0.1:1"
ENDS = {"assigned", "resolved", "cancelled", "unassigned"}


@pytest.fixture
def gateway():
    with sms_gateway.Gateway() as running:
        yield running


@pytest.fixture
def rollcall(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    rollcall = Rollcall(folder)
    workspace(rollcall, tmp_path / "seed")
    yield rollcall
    if rollcall.process and rollcall.process.poll() is None:
        rollcall.kill9()


def rows(rollcall, sql):
    """What the file holds, read by another process."""
    db = sqlite3.connect(f"file:{rollcall.database}?mode=ro", uri=True, timeout=30)
    try:
        return db.execute(sql).fetchall()
    finally:
        db.close()


def running(rollcall):
    """Open offers by id: to whom, until when."""
    return {id: rest for id, *rest in rows(
        rollcall, "SELECT id, incident_id, responder_id, expires_at FROM offer WHERE ended_at IS NULL")}


def check_file(rollcall, open_before):
    """What must hold at every instant, and that what ran before the kill is still the same offer."""
    for what in ("offer WHERE ended_at IS NULL GROUP BY responder_id",
                 "assignment WHERE ended_at IS NULL GROUP BY responder_id"):
        assert rows(rollcall, f"SELECT count(*) FROM {what} HAVING count(*) > 1") == [], what
    # Whose part is done still fills a place.
    for (needs, held) in rows(rollcall, """SELECT needs, count(*) FROM assignment JOIN incident
            ON incident.workspace_id = assignment.workspace_id AND incident.id = assignment.incident_id
            WHERE assignment.ended_at IS NULL OR assignment.reason = 'completed' GROUP BY incident.id"""):
        assert held <= sum(int(line.split(" ")[0]) for line in needs.split("\n")), (needs, held)
    assert rows(rollcall, """SELECT offer_id FROM push_job JOIN push_channel
        ON push_channel.workspace_id = push_job.workspace_id AND push_channel.id = push_job.channel_id
        WHERE kind = 'offer' AND provider = 'sms' GROUP BY offer_id HAVING count(*) > 1""") == [], "two texts of one offer"
    now = {id: rest for id, *rest in rows(rollcall, "SELECT id, incident_id, responder_id, expires_at FROM offer")}
    assert {id: now.get(id) for id in open_before} == open_before


def takes(step):
    """Whether somebody has the incident from this step on: by their phone, or by what they said in a call."""
    return step["step"] == "accepted" or step["step"] == "called" and step["detail"].split(":")[0] == "accepts"


def check_log(incident):
    """Each offer has its steps, and never did more people have it than it needs."""
    steps = list(reversed(incident["log"]))
    assert steps[0]["step"] == "opened"
    count = collections.Counter((step["step"], step["responder_id"]) for step in steps)
    wanted = collections.Counter()
    for offer in incident["offers"]:
        person = offer["responder_id"]
        wanted["offered", person] += 1
        wanted[offer["state"], person] += offer["ended_at"] is not None or offer["state"] == "accepted"
        wanted["delivered", person] += offer["delivered_at"] is not None
        wanted["seen", person] += offer["seen_at"] is not None
    missing = {key: number for key, number in wanted.items() if count[key] < number}
    assert not missing, (missing, incident)
    assert all(count["offered", person] == wanted["offered", person] for _, person in count), incident
    places = sum(line["count"] for line in incident["needs"])
    holders, done = set(), 0
    # At one instant whoever accepts comes before whom they replace, and a call before the offer that it answers.
    for _, together in itertools.groupby(steps, key=lambda step: step["at"]):
        together = list(together)
        takers = {step["responder_id"] for step in together if takes(step)}
        assert not takers & holders, incident
        holders |= takers
        holders -= {step["responder_id"] for step in together if step["step"] == "released"}
        done += sum(step["step"] == "completed" for step in together)
        assert len(holders) + done <= places, incident
    assert sum(offer["state"] == "accepted" for offer in incident["offers"]) <= places
    assert (incident["state"] == "assigned") <= (incident["missing"] == []), incident


def check_taken(phone, offers, released):
    """An acceptance that was answered with 200 is in force, or was lost for a reason that the log tells."""
    for id in phone.taken:
        incident, offer = offers[id]
        assert offer["responder_id"] == phone.phone.id
        if offer["state"] != "accepted":
            assert offer["ended_at"] and (incident, phone.phone.id) in released, offer


def test_every_incident_comes_to_its_end_through_kills(rollcall, gateway, capsys):
    moments = random.Random(SEED)
    environment = ["env", f"ROLLCALL_PUBLIC_URL={PUBLIC}", f"ROLLCALL_SMS_WEBHOOK_URL={gateway.url}/hook",
                   f"ROLLCALL_SMS_WEBHOOK_SECRET={gateway.secret}"]
    rollcall.start(environment)
    phones = [AnsweringPhone(rollcall, f"Phone {n}", 0.01 * (n + 1), SEED + n) for n in range(PHONES)]
    for phone in phones[::2]:
        rollcall.cli("responder", "set", "acme", phone.phone.id, "--skills", "medic")
    for number, phone in enumerate(phones[::3]):
        rollcall.cli("responder", "set", "acme", phone.phone.id, "--phone", f"+3864012345{number}")
    for phone in phones:
        phone.phone.come_on_duty()
    reader = ReadingGateway(rollcall, gateway, PUBLIC)
    room = OpeningRoom(rollcall, phones, SEED)
    loops = [*phones, room, reader]
    for loop in loops:
        loop.start()
    survived, said = 0, []
    for kill in range(1, KILLS + 1):
        time.sleep(moments.uniform(0.05, 1.5))
        rollcall.kill9()
        said.append((set(reader.delivered), len(gateway.ids)))
        before = running(rollcall)
        survived += len(before)
        rollcall.start(environment)
        check_file(rollcall, before)
        if kill % 5 == 0:
            assert rollcall.cli("verify")["ok"] is True
    room.stop()
    for phone in phones:
        phone.is_willing = True
    control = room.room

    def all_ended():
        listed = control.get("incidents.json")["incidents"]
        # By hand, nobody is asked again unless somebody says so; down the ranking, somebody always is.
        return all(incident["state"] in ENDS for incident in listed) and listed

    listed = until(all_ended, "the end of every incident", 3 * LIMIT)
    for phone in phones:
        phone.stop()
    reader.stop()

    for delivered, sent in said:
        again = delivered & set(gateway.ids[sent:])
        assert not again, f"sent again although the gateway had said that they were delivered: ROLLCALL_SEED={SEED}"
    assert gateway.ids, "nobody was sent a text message"
    assert [phone.broken for phone in phones if phone.broken] == [], f"ROLLCALL_SEED={SEED}"
    assert len(set(room.opened)) == len(room.opened)
    assert sorted(incident["id"] for incident in listed) == sorted(room.opened), f"ROLLCALL_SEED={SEED}"
    heard = collections.Counter(id for phone in phones for id in phone.told)
    assert max(heard.values()) == 1, "two phones were told of one offer"
    offers, released, voice = {}, set(), set()
    for number in room.opened:
        incident = control.incident(number)
        check_log(incident)
        offers |= {offer["id"]: (number, offer) for offer in incident["offers"]}
        voice |= {(number, held["responder_id"]) for held in incident["assignees"] + incident["former_assignees"]
                  if held["by"] == "voice"}
        released |= {(number, step["responder_id"]) for step in incident["log"] if step["step"] == "released"}
    for phone in phones:
        check_taken(phone, offers, released)
        assert {(number, phone.phone.id) for number in phone.given} <= voice, "never took it"
    assert survived > 0, "no kill met an open offer"
    assert room.acts["needs"] > 0 and sum(room.acts.values()) > room.acts["needs"], "nothing was changed"
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True
    states = collections.Counter(incident["state"] for incident in listed)
    with capsys.disabled():
        print(f"\n{KILLS} kills met {survived} open offers; {len(listed)} incidents, {len(offers)} offers, "
              f"{sum(len(phone.taken) for phone in phones)} accepted, {len(gateway.ids)} texts: {dict(states)}, changes {dict(room.acts)} (seed {SEED})")
