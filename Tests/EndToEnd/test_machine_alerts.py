"""The machine's own alerts: files about addresses that are old, gone and fresh again; a disk with little room is in
test_full_disk.py. A real server, real files, a real clock."""
import pathlib

import pytest
from addresses import put
from responding import ControlRoom, until, workspace
from rollcall import Rollcall

# The server looks at the files once a minute.
LIMIT = 150


@pytest.fixture
def place(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    rollcall = Rollcall(folder)
    workspace(rollcall, tmp_path / "seed")
    rollcall.addresses = pathlib.Path(tmp_path / "city.mmdb")
    rollcall.options += ["--geoip", rollcall.addresses]
    yield rollcall
    assert rollcall.stop() == 0


def test_files_about_addresses_that_are_old_or_gone_are_told_of(place):
    put(place.addresses, 46)
    place.start()
    room = ControlRoom(place)

    def told(state="open"):
        return [alert["detail"] for alert in room.get("alerts.json")["alerts"]
                if alert["kind"] == "GeoIPOld" and (alert["closed_at"] is None) == (state == "open")]
    assert until(told, "the alert", LIMIT) == ["the oldest file was made 46 days ago"]
    put(place.addresses, 1)
    until(lambda: not told() and told("closed"), "its end", LIMIT)
    put(place.addresses, 100)
    assert until(told, "another alert", LIMIT) == ["the oldest file was made 100 days ago"]
