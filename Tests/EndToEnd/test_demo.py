"""A demo that is told to end, early or twice, ends, and takes with it what it has made."""
import datetime
import json
import signal
import subprocess
import time

import maxminddb
import pytest
import requests
from rollcall import BINARY, ENVIRONMENT

LIMIT = 120
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
named = pytest.mark.parametrize("ask", SIGNALS, ids=[one.name for one in SIGNALS])


class Demo:
    """A demo with a temporary folder of its own."""

    def __init__(self, folder, *options):
        self.temporary, self.out = folder / "tmp", folder / "out"
        self.temporary.mkdir(exist_ok=True)
        with open(self.out, "wb") as out:
            self.process = subprocess.Popen(
                [str(BINARY), "demo", "--listen", "127.0.0.1:8800", "--json", *map(str, options)], stdin=subprocess.DEVNULL,
                stdout=out, stderr=subprocess.STDOUT, env=ENVIRONMENT | {"TMPDIR": str(self.temporary)})

    def until(self, holds, limit=LIMIT):
        deadline = time.monotonic() + limit
        while not holds():
            assert self.process.poll() is None and time.monotonic() < deadline, self.out.read_text()
            time.sleep(0.02)

    def is_ready(self):
        return '"password"' in self.out.read_text()

    def left(self):
        return sorted(path.name for path in self.temporary.iterdir())


@pytest.fixture
def demo(tmp_path):
    started = []

    def start(*options):
        started.append(Demo(tmp_path, *options))
        return started[-1]
    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


@named
def test_told_to_end_while_it_writes_its_past_it_leaves_nothing(demo, ask):
    one = demo()
    one.until(lambda: list(one.temporary.glob("rollcall-demo-*/demo.db-wal")))
    one.process.send_signal(ask)
    assert one.process.wait(LIMIT) == 128 + ask
    assert one.left() == []


def test_a_database_whose_past_was_not_finished_goes_too(demo, tmp_path):
    database = tmp_path / "kept.db"
    one = demo("--database", database)
    one.until(lambda: (tmp_path / "kept.db-wal").exists())
    one.process.send_signal(signal.SIGTERM)
    assert one.process.wait(LIMIT) == 128 + signal.SIGTERM
    assert one.left() == [] and not list(tmp_path.glob("kept.db*"))


@named
def test_told_to_end_while_it_serves_it_ends_in_order_and_keeps_the_database_it_was_given(demo, tmp_path, ask):
    one = ready(demo, tmp_path)
    one.process.send_signal(ask)
    assert one.process.wait(LIMIT) == 0
    assert one.left() == [] and (tmp_path / "kept.db").exists()


def test_told_again_it_ends_at_once(demo, tmp_path):
    one = ready(demo, tmp_path)
    deadline = time.monotonic() + LIMIT
    while one.process.poll() is None:
        assert time.monotonic() < deadline
        one.process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
    assert one.process.returncode in (0, 128 + signal.SIGTERM)
    assert one.left() == [] and (tmp_path / "kept.db").exists()


def test_a_database_that_was_demonstrated_is_demonstrated_again(demo, tmp_path):
    one = ready(demo, tmp_path)
    for _ in range(2):
        one.process.send_signal(signal.SIGTERM)
        assert one.process.wait(LIMIT) == 0
        one = demo("--database", tmp_path / "kept.db")
        one.until(lambda: one.is_ready())


def ready(demo, folder):
    """A demo that serves; of a database that is there it writes no past."""
    database = folder / "kept.db"
    subprocess.run([str(BINARY), "workspace", "add", "other", "--name", "Other", "--time-zone", "UTC", "--database",
                    str(database)], check=True, env=ENVIRONMENT, capture_output=True, timeout=LIMIT)
    one = demo("--database", database)
    one.until(one.is_ready)
    return one


def test_its_day_shows_all_five_kinds_of_app(demo):
    """Orders, a shift that goes on with a second phone, visits that were verified, a run that is under way."""
    one = demo()
    one.until(one.is_ready, 1_200)
    told = json.loads(next(line for line in one.out.read_text().splitlines() if '"password"' in line))
    base = told["url"].removesuffix("/board")
    session = requests.Session()
    answer = session.post(base.partition("/w/")[0] + "/login", timeout=30, allow_redirects=False,
                          data={"email": told["members"][0], "password": told["password"]})
    session.headers["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]

    def get(path):
        answer = session.get(f"{base}/{path}", timeout=60)
        assert answer.status_code == 200, answer.text[:500]
        return answer
    templates = {template["name"]: template for template in get("settings/templates.json").json()["templates"]}
    assert templates["Cardiac arrest"]["needs"] == [{"count": 2, "skills": ["first aid"]}]
    people = get("board.json").json()["responders"]
    assert {"responder", "family", "driver", "field", "event"} <= {person["profile"] for person in people}
    assert any(person["duty_label"].startswith("Order O-") for person in people if person["profile"] == "driver")
    # Two drivers get a second phone: one on the day before, the other six minutes after the start.
    before, after = [f"responder {person['id']}" for name in ("Janez Krajnc", "Олена Шевченко") for person in people
                     if person["name"] == name]
    logins = [entry["subject"] for entry in get("audit.json").json()["entries"] if entry["action"] == "token.login"]
    assert logins in ([before], [after, before])
    days = {datetime.date.fromtimestamp(time.time() - back * 86_400).isoformat() for back in (0, 1)}
    visits = [visit for day in days for visit in get(f"visits.json?day={day}").json()["visits"]]
    assert any(visit["check_in"] and visit["check_in"]["verdict"] == "verified" for visit in visits)
    runners = get("events/river-run.json").json()
    assert runners["counts"]["under_way"] >= 3 and runners["counts"]["positions"] > 100
    assert any(runner["activities"] >= 3 for runner in runners["participants"]), "its start and checkpoints"
    networks(one, get, {person["name"]: person["id"] for person in people})
    one.process.send_signal(signal.SIGTERM)
    assert one.process.wait(LIMIT) == 0


def networks(one, get, people):
    """Some are heard through networks in which nobody stands who is in Slovenia; the others through one of there."""
    doubts = {}
    for line in get("suspicious-positions.json").json()["doubts"]:
        if line["flag"].startswith("network_"):
            doubts.setdefault(line["responder"].split()[0], set()).add(line["flag"])
    both = {"network_country", "network_type"}
    assert doubts == {"Petra": both, "Maks": both, "Marija": {"network_type"}}
    page = get("suspicious-positions").text
    for words in ("Networks are checked", "The network is registered in NL, ", "from a network of rented servers (AS64498)",
                  "through a relay that hides where one is (AS64497)"):
        assert words in page
    for name, network in {"Petra Kralj": "Demo Hosting (AS64498), Netherlands", "Miha Golob": "Demo Mobile (AS64496), Slovenia"}.items():
        assert network in get(f"responders/{people[name]}").text
    # What is made up is as old as the demo.
    files = list(one.temporary.glob("rollcall-demo-*/*.mmdb"))
    assert len(files) == 3
    for file in files:
        with maxminddb.open_database(file) as reader:
            assert 0 <= time.time() - reader.metadata().build_epoch < 3_600
