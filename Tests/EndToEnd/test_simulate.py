"""Simulated phones are the device kit: over sockets against a running server, and a day of them on a virtual clock."""
import json
import pathlib
import re
import sqlite3
import subprocess
import xml.etree.ElementTree

import pytest
import stored_pings

from rollcall import BINARY, ENVIRONMENT


def simulate(*words):
    """The command, which may take its time on a slow machine."""
    return subprocess.run(
        [str(BINARY), "simulate", *map(str, words)], capture_output=True, text=True, timeout=900, env=ENVIRONMENT)


def told(done, expected=0):
    assert done.returncode == expected, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_a_fleet_over_sockets_records_uploads_and_loses_nothing(rollcall):
    rollcall.start()
    rollcall.workspace("fleet")
    done = simulate(
        "--phones", 6, "--profile", "event", "--url", rollcall.url, "--workspace", "fleet", "--for", "25s", "--json",
        "--database", rollcall.database)
    found = told(done)
    assert found["phones"] == 6
    assert found["recorded"] >= 6, "each phone tells at least where it begins"
    assert (found["lost"], found["stored_twice"], found["strange"]) == (0, 0, 0)
    # Nobody knows to the millisecond when the server took what: nothing is claimed of greens and thresholds.
    assert not {"wrong_greens", "offline_due"} & set(found)
    assert found["causes_right"] <= found["silences"] == sum(one["count"] for one in found["causes"])
    assert found["requests"] >= 6
    key = rollcall.key("fleet", role="admin")
    rows = rollcall.history("fleet", key)
    assert len(rows) == found["stored"]
    seen = rollcall.get("/w/fleet/board.json", key).json()
    assert all(one["last_contact_at"] and one["last_fix_at"] for one in seen["responders"])


def test_people_who_are_there_report_by_their_tokens_alone_along_the_tracks_of_a_folder(rollcall, tmp_path):
    rollcall.start()
    rollcall.workspace("tokens")
    for name in ("Ana", "Bor"):
        rollcall.responder("tokens", name, "--profile", "event")
    issued = rollcall.cli("token", "issue", "tokens", "--all", "--device-prefix", "d")
    tokens = tmp_path / "tokens"
    tokens.write_text("\n".join(one["access_token"] for one in issued["tokens"]))
    routes = pathlib.Path(__file__).parents[2] / "seeds" / "demo" / "routes"
    found = told(simulate("--tokens", tokens, "--routes", routes, "--url", rollcall.url, "--for", "15s", "--json"))
    assert found["phones"] == 2 and found["recorded"] >= 2 and found["delivered"] >= found["recorded"] - found["waiting"]
    rows = rollcall.history("tokens", rollcall.key("tokens", role="admin"))
    assert {row["responder"] for row in rows} == {"Ana", "Bor"}
    # Where the tracks are.
    assert rows
    text = "".join(gpx.read_text() for gpx in routes.glob("*.gpx"))
    for axis, name in (("lat", "lat"), ("lon", "lng")):
        places = [float(place) for place in re.findall(rf'{axis}="([\d.]+)"', text)]
        assert all(min(places) - 0.01 < float(row[name]) < max(places) + 0.01 for row in rows)
    done = simulate("--tokens", tmp_path / "none", "--url", rollcall.url)
    assert done.returncode == 78 and "none: cannot be read" in done.stderr


@pytest.fixture(scope="module")
def day(tmp_path_factory):
    """Hours of a fleet with every fault: what is told, the database and the picture."""
    folder = tmp_path_factory.mktemp("day")
    database, picture = folder / "virtual.db", folder / "day.svg"
    done = simulate(
        "--virtual", "--phones", 12, "--for", "3h", "--seed", 1, "--json", "--database", database,
        "--picture", picture)
    return told(done), database, picture


def test_hours_of_a_fleet_with_every_fault_lose_nothing_and_show_nobody_wrongly_online(day):
    found, database, _ = day
    assert found["recorded"] > 500
    assert found["duplicates"] > 0, "the mix repeats requests"
    assert (found["lost"], found["stored_twice"], found["strange"], found["wrong_greens"]) == (0, 0, 0, 0)
    assert found["offline_due"] > 0 and found["offline_dated"] == found["offline_due"]
    assert found["offline_undue"] == 0
    assert found["wrong_green_ms"] == 0
    assert found["silences"] > 0 and found["causes_right"] >= 0.9 * found["silences"], found["causes"]
    assert sum(one["count"] for one in found["causes"]) == found["silences"]
    assert sum(one["count"] for one in found["causes"] if one["true"] == one["named"]) == found["causes_right"]
    assert found["phones"] == 12 and found["requests"] > 0
    assert 0 < found["stored"] <= min(found["recorded"], found["delivered"])
    assert 0 < found["delay_s"] <= found["delay_p90_s"] <= found["delay_max_s"]
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
        assert sum(1 for _ in stored_pings.rows(db)) == found["stored"]


def test_people_walk_drive_and_sit_as_people_do(day):
    found, database, _ = day
    movement = found["movement"]
    assert {"walker", "driver", "desk"} <= set(movement)
    for mover, slowest, fastest in (("walker", 1.1, 1.7), ("driver", 4, 14)):
        kind = movement[mover]
        assert slowest <= kind["speed_mps"]["p50"] <= fastest, kind
        assert 0.1 <= kind["rest_share"] <= 0.8, kind
        assert kind["speed_mps"]["p90"] < 20, kind
    assert movement["desk"]["rest_share"] > 0.7
    assert 0 < movement["desk"]["step_m"]["p50"] < 15, "at rest a position drifts"
    assert sum(kind["cached"] for kind in movement.values()) > 0
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
        stored_pings.table(db)
        assert db.execute("SELECT max(speed_mps) FROM ping").fetchone()[0] < 20
        assert db.execute("SELECT count(*) FROM ping WHERE fix_age_s > 10").fetchone()[0] > 0
        # The distance half of the rule: 50 m are passed long before 60 s by who drives.
        between = db.execute("""
            SELECT count(*) FROM (SELECT effective_at - lag(effective_at) OVER
              (PARTITION BY responder_id ORDER BY effective_at) AS pause FROM ping) WHERE pause BETWEEN 1 AND 30000
            """).fetchone()[0]
        assert between > found["stored"] / 10


def test_a_child_that_sits_still_becomes_stationary_and_reports_less_often(day):
    _, database, _ = day
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
        rules = db.execute("""
            SELECT DISTINCT rule, interval_ms FROM rule_change JOIN responder ON responder.id = responder_id
            WHERE profile = 'family'""").fetchall()
    assert {("family/moving", 120_000), ("family/stationary", 300_000)} <= set(rules)


def test_how_people_moved_is_printed():
    done = simulate("--virtual", "--phones", 10, "--for", "30m", "--faults", "none")
    assert done.returncode == 0, done.stdout + done.stderr
    spread = r"[\d.]+ \([\d.]+ to [\d.]+\)"
    for mover in ("walker", "driver"):
        line = rf"^{mover} \(\d+\): at rest [\d.]+ % of the time, {spread} s at a time, else {spread} m/s, " \
            rf"from ping to ping {spread} m, cached [\d.]+ % of \d+ pings$"
        assert re.search(line, done.stdout, re.MULTILINE), done.stdout


def test_a_picture_shows_each_phone_and_what_the_server_said_of_it(day):
    found, _, picture = day
    root = xml.etree.ElementTree.parse(picture).getroot()
    names = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert sum(name.startswith("phone ") and "," in name for name in names) == found["phones"]
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    for words in ("phone: cannot be reached", "server: online", "server: offline", "server away"):
        assert any(title.startswith(words) for title in titles), words


@pytest.mark.parametrize("fault, counted", [
    ("stale-green", "wrong_greens"), ("late-offline", "offline_undue"), ("lost-ping", "lost")])
def test_a_fault_of_the_server_is_found(tmp_path, fault, counted):
    mix = tmp_path / "mix.json"
    mix.write_text('{"phones": [{"fault": "network", "share": 1, "times": 1, "lasts": ["14m", "15m"]}]}')
    words = ["--virtual", "--phones", 3, "--for", "1h", "--profile", "responder", "--faults", mix, "--json"]
    assert told(simulate(*words))[counted] == 0
    assert told(simulate(*words, "--plant", fault), expected=1)[counted] > 0


def test_incidents_are_offered_to_people_who_answer_as_people_do():
    words = ["--virtual", "--phones", 12, "--for", "2h", "--profile", "responder", "--incidents", 15, "--seed", 1,
             "--json"]
    found = told(simulate(*words))["dispatch"]
    assert 10 <= found["incidents"] <= 60
    assert 0 < found["accepted"] <= found["incidents"]
    assert 0 < found["accept_s"] <= found["accept_p90_s"] <= found["accept_max_s"]
    assert found["offers"] == sum(found["ends"].values())
    assert found["offers_for_each"] >= 1
    assert found["critical_late"] <= found["critical"] <= found["incidents"]
    assert "accepted" in found["ends"]
    assert 0 <= found["undelivered"] <= found["offers"] and 0 <= found["asked_twice"]
    # Three of four phones can be woken, and the service that wakes them is down for a while.
    assert 0 < found["messages"] and 0 <= found["messages_refused"]


def test_the_same_seed_is_the_same_day():
    found = []
    for _ in range(2):
        one = told(simulate(
            "--virtual", "--phones", 5, "--for", "1h", "--seed", 9, "--json"))
        one.pop("seconds")
        found.append(one)
    assert found[0] == found[1]


def test_what_is_no_mix_of_faults_is_a_configuration_error(tmp_path):
    odd = tmp_path / "odd.json"
    odd.write_text('{"phones": [{"fault": "flood", "share": 1, "times": 1, "lasts": ["1m", "2m"]}]}')
    done = simulate("--virtual", "--phones", 1, "--for", "1h", "--faults", odd)
    assert done.returncode == 78, done.stdout + done.stderr
    assert "flood" in done.stderr


@pytest.mark.parametrize("words", [
    [], ["--phones", "0", "--virtual"], ["--virtual"], ["--phones", "1"],
    ["--phones", "1", "--virtual", "--incidents", "0"],
    ["--phones", "1", "--url", "http://127.0.0.1:1", "--picture", "a.svg"]])
def test_what_is_no_run_is_a_usage_error(words):
    assert simulate(*words).returncode == 64
