"""Doubts that networks cast on positions: a server that knows the demo's networks, and phones that a proxy says to come from
there; files that are replaced while it runs; a server without files; and the script that makes the demo's."""
import csv
import io
import ipaddress
import re
import subprocess
import sys
import time
import uuid

import maxminddb
import pytest
from addresses import CHECKING, FILES, countries, replace
from responding import ControlRoom, Phone, until, workspace
from rollcall import TREE, Rollcall

# Kept for documentation: nobody is there.
DOCUMENTATION = [ipaddress.ip_network(one) for one in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32")]
HOSTED = {"network_country": "The network is registered in NL, [1-9][0-9]* km away or more.",
          "network_type": r"It came from a network of rented servers \(AS64498\)."}
RELAYED = {"network_type": r"It came through a relay that hides where one is \(AS64497\)."}


class Place(Rollcall):
    """A server with people who stand in Slovenia, and what an auditor sees of them."""

    def __init__(self, folder, options):
        folder.mkdir()
        super().__init__(folder, options=options)
        workspace(self, folder.parent / f"{folder.name}-seed")
        self.auditor, self.owner = self.key("acme"), self.key("acme", "owner")

    def phone(self, name, address):
        return Phone(self, name, 0.05).through(address).come_on_duty()

    def read(self, path, key=None, **query):
        answer = self.get(f"/w/acme/{path}", key or self.auditor, **query)
        assert answer.status_code == 200, answer.text
        return answer

    def doubts(self, phone):
        """How many of somebody's positions are doubted, by reason."""
        found = {}
        for line in self.read("flags.json", responder=phone.id).json()["doubts"]:
            found[line["flag"]] = found.get(line["flag"], 0) + line["open"]
        return found

    def exported(self, phone):
        """Their rows in the report of doubtful positions."""
        text = self.read("reports/flags.csv", responder=phone.id).content.decode()
        return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.fixture
def at(tmp_path):
    """Starts a server with these options."""
    places = []

    def start(*options):
        places.append(Place(tmp_path / f"data-{len(places)}", options))
        places[-1].start()
        return places[-1]
    yield start
    for place in places:
        assert place.stop() == 0


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    place = Place(tmp_path_factory.mktemp("networks") / "data", CHECKING)
    place.start()
    yield place
    assert place.stop() == 0


@pytest.mark.parametrize("address, reasons", [
    ("192.0.2.7", {}), ("2001:db8::7", {}),
    # The neighbour is near; that its network is a relay's is said by a file.
    ("198.51.100.7", RELAYED),
    ("203.0.113.7", HOSTED), ("2001:db8:8000::7", HOSTED),
    ("8.8.8.8", {}), ("10.1.2.3", {}), ("nonsense", {}),
])
def test_a_network_is_a_doubt_with_evidence_when_it_does_not_fit_the_position(place, address, reasons):
    phone = place.phone(f"Phone at {address}", address)
    phone.report()
    assert place.doubts(phone) == dict.fromkeys(reasons, 2)
    page = place.read("suspicious-positions", responder=phone.id).text
    assert "Networks are checked against the server" in page
    rows = place.exported(phone)
    assert len(rows) == (2 if reasons else 0)
    for row in rows:
        assert set(row["flags"].split()) == set(reasons)
        assert set(row["review"].split()) == {f"{reason}:open" for reason in reasons}
    for words in reasons.values():
        assert re.search(words, page) and all(re.search(words, row["evidence"]) for row in rows)
    if not reasons:
        assert "The network is registered" not in page and "It came " not in page


def test_a_network_is_named_on_the_page_of_a_person(place):
    for address, words in [("192.0.2.8", "Demo Mobile (AS64496), Slovenia"), ("203.0.113.8", "Demo Hosting (AS64498), Netherlands"),
                           ("10.1.2.3", "a private network")]:
        phone = place.phone(f"Somebody at {address}", address)
        assert words in place.read(f"responders/{phone.id}", place.owner).text
        # Who may not see addresses sees no networks.
        assert words not in place.read(f"responders/{phone.id}").text
    # From another network they are in that one, at once.
    phone.through("203.0.113.9").report()
    assert "Demo Hosting (AS64498), Netherlands" in place.read(f"responders/{phone.id}", place.owner).text


def test_what_waited_longer_says_nothing_of_the_network_that_it_came_through(place):
    phone = place.phone("Late", "192.0.2.9").through("203.0.113.9")
    for minutes, reasons in ((11, {}), (5, dict.fromkeys(HOSTED, 1))):
        ping = phone.ping() | {"recorded_at": int((time.time() - minutes * 60) * 1_000)}
        answer = phone.send("POST", "locations/batch", {"pings": [ping]}, **{"X-Idempotency-Key": str(uuid.uuid4())})
        assert answer.status_code == 201, answer.text
        assert place.doubts(phone) == reasons, f"{minutes} minutes old"


def test_nobody_but_the_proxy_says_from_where_somebody_comes(at):
    place = at(*CHECKING[2:])
    phone = place.phone("Bold", "203.0.113.7")
    assert place.doubts(phone) == {}
    assert "a private network" in place.read(f"responders/{phone.id}", place.owner).text


def test_without_files_nothing_is_checked_and_that_is_said(at):
    place = at(*CHECKING[:2])
    phone = place.phone("Unknown", "203.0.113.7")
    assert place.doubts(phone) == {}
    assert "Networks are not checked: the server was started without --geoip." in place.read("suspicious-positions").text
    person = place.read(f"responders/{phone.id}", place.owner).text
    assert "203.0.113.7" in person and "Netherlands" not in person
    checks = place.cli("doctor")["checks"]
    assert [one["words"] for one in checks if one["name"] == "geoip"] == ["off: no file is named"]


def test_a_file_that_is_replaced_judges_what_comes_next_and_a_broken_one_nothing(at, tmp_path):
    file = tmp_path / "country.mmdb"
    countries(file, SI="192.0.2.0/24")
    place = at("--trusted-proxy", "127.0.0.1", "--geoip", file)
    room = ControlRoom(place)
    phone = place.phone("Phone", "192.0.2.7")
    assert place.doubts(phone) == {}
    countries(file, SE="192.0.2.0/24")
    phone.report()
    assert place.doubts(phone) == {"network_country": 1}
    assert "The network is registered in SE" in place.exported(phone)[0]["evidence"]
    # The one that was read stays when it is gone, and when what comes in its place is none.
    file.unlink()
    phone.report()
    assert place.doubts(phone) == {"network_country": 2}
    replace(file, b"no file about addresses\n" * 40)
    for count in (3, 4):
        phone.report()
        assert place.doubts(phone) == {"network_country": count}
    assert place.said(0).count("the one from before stays in use") == 1

    def told(is_open):
        return [alert["detail"] for alert in room.get("alerts.json")["alerts"]
                if alert["kind"] == "GeoIPOld" and (alert["closed_at"] is None) == is_open]
    assert until(lambda: told(True), "the alert") == ["country.mmdb cannot be read"]
    countries(file, SI="192.0.2.0/24")
    phone.report()
    assert place.doubts(phone) == {"network_country": 4}
    until(lambda: told(False) and not told(True), "its end")


def test_a_server_does_not_start_with_a_file_that_it_cannot_use(rollcall, tmp_path):
    file = tmp_path / "country.mmdb"
    for written in (None, b"no file about addresses\n"):
        if written:
            file.write_bytes(written)
        done = rollcall.run("serve", "--listen", "127.0.0.1:0", "--database", rollcall.database, "--geoip", file)
        assert done.returncode == 78 and f"geoip: {file}" in done.stdout + done.stderr, done


def content(path):
    """What a reader finds in a file, without when it was made."""
    with maxminddb.open_database(path) as reader:
        about = reader.metadata()
        kind = about.database_type, about.ip_version, about.languages, about.description, about.record_size
        return kind, {str(network): record for network, record in reader}


def test_the_demos_files_are_what_the_script_makes_of_addresses_for_documentation(tmp_path):
    subprocess.run([sys.executable, TREE / "scripts/make-geoip", tmp_path], check=True, timeout=60)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in FILES["city"].parent.iterdir())
    for file in FILES.values():
        kept, made = content(file), content(tmp_path / file.name)
        assert kept == made
        networks = [ipaddress.ip_network(one) for one in kept[1]]
        assert networks and all(any(known.version == one.version and one.subnet_of(known) for known in DOCUMENTATION)
                                for one in networks)
