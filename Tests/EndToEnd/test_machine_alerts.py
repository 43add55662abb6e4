"""The machine's own alerts: files about addresses that are old, gone and fresh again; a disk with little room is in
test_full_disk.py. A real server, real files, a real clock."""
import pathlib
import time

import pytest
from responding import ControlRoom, until, workspace
from rollcall import TREE, Rollcall

# The server looks at the files once a minute.
LIMIT = 150


def put(path, days):
    """The demo's file, as if it had been made so many days ago."""
    content = bytearray((TREE / "seeds/geoip/demo-city.mmdb").read_bytes())
    at = content.rindex(b"build_epoch") + len(b"build_epoch")
    # MaxMind DB, "extended" type 9 - 7 = 2: an integer of up to eight bytes.
    size = content[at] & 0x1F
    assert content[at + 1] == 2 and size >= 4
    content[at + 2:at + 2 + size] = (int(time.time()) - days * 86_400).to_bytes(size, "big")
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.rename(path)


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
