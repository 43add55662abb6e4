"""The command line: what it prints, how it exits, with the server stopped and running."""
import json
import re
import sqlite3
from contextlib import closing

import pytest
from rollcall import Rollcall


@pytest.fixture(params=["stopped", "running"])
def there(request, tmp_path):
    """A database with the workspace `acme`, with and without a server on it."""
    folder = tmp_path / "data"
    folder.mkdir()
    rollcall = Rollcall(folder)
    if request.param == "running":
        rollcall.start()
    rollcall.workspace("acme")
    yield rollcall
    if rollcall.process:
        assert rollcall.stop() == 0


def test_a_workspace_is_added_changed_and_listed(there):
    added = there.cli("workspace", "add", "north", "--name", "North", "--time-zone", "UTC", "--retention-days", "30")
    assert set(added) == {"id", "slug"} and type(added["id"]) is int and added["slug"] == "north"
    there.cli("workspace", "set", "north", "--name", "North Rescue")
    listed = json.dumps(there.cli("workspace", "list"))
    assert "North Rescue" in listed and "acme" in listed


def test_a_responder_is_added_changed_and_listed(there):
    added = there.cli(
        "responder", "add", "acme", "Ana Novak", "--phone", "+38640123456", "--profile", "driver", "--region", "Center",
        "--external-id", "X-1")
    assert set(added) == {"id"} and type(added["id"]) is int
    there.cli("responder", "set", "acme", added["id"], "--name", "Ana Kralj")
    assert "Ana Kralj" in json.dumps(there.cli("responder", "list", "acme"), ensure_ascii=False)


def test_people_are_imported_from_a_file(there, tmp_path):
    people = tmp_path / "people.csv"
    people.write_text('name,phone,profile,region,external_id\r\n"Kos, Živa",,driver,,A-1\r\nBo Li,+38640111222,,East,\r\n')
    done = there.cli("responder", "import", "acme", people)
    assert done["imported"] == 2 and len(done["ids"]) == 2
    assert "Kos, Živa" in json.dumps(there.cli("responder", "list", "acme"), ensure_ascii=False)


def test_skills_come_with_a_list_and_are_replaced(there, tmp_path):
    people = tmp_path / "people.csv"
    people.write_text("name,skills\nSkilled,medic;boat=2027-03-31\nPlain,\n")
    skilled, plain = there.cli("responder", "import", "acme", people)["ids"]
    listed = {person["id"]: person["skills"] for person in there.cli("responder", "list", "acme")["responders"]}
    assert listed[skilled] == [{"skill": "medic", "until": None}, {"skill": "boat", "until": "2027-03-31"}]
    assert listed[plain] == []
    assert there.cli("responder", "set", "acme", plain, "--skills", "AED")["skills"] == [{"skill": "AED", "until": None}]
    assert there.cli("responder", "set", "acme", skilled, "--skills", "")["skills"] == []
    people.write_text("name,skills\nFine,\nOdd,boat=tomorrow\n")
    refused = there.run("responder", "import", "acme", people, "--database", there.database)
    assert refused.returncode == 1 and "line 3" in refused.stderr and "2027-03-31" in refused.stderr


def test_tokens_are_issued_for_one_and_for_all(there):
    first = there.responder("acme", "First")
    second = there.responder("acme", "Second")
    one = there.cli("token", "issue", "acme", first, "--device-id", "d1", "--expires-in", "90d")
    assert set(one) == {"access_token", "session_id"} and type(one["session_id"]) is int
    every = there.cli("token", "issue", "acme", "--all", "--device-prefix", "load-")["tokens"]
    assert [set(token) for token in every] == [{"responder_id", "access_token"}] * 2
    assert {token["responder_id"] for token in every} == {first, second}


def test_members_and_keys_are_made(there):
    there.cli("member", "add", "acme", "o@example.org", "--role", "owner", "--password-stdin", text="a long password\n")
    there.cli("member", "set-password", "acme", "o@example.org", "--password-stdin", text="another password\n")
    key = there.cli("api-key", "issue", "acme", "--name", "sheet", "--role", "auditor")
    assert set(key) == {"api_key"} and key["api_key"].startswith("rck_")


def test_profiles_are_imported_and_shown(there, tmp_path):
    profile = {"name": "courier", "rules": [{"name": "moving", "interval_s": 20}]}
    file = tmp_path / "courier.json"
    file.write_text(json.dumps(profile))
    there.cli("profile", "import", "acme", file)
    assert "courier" in json.dumps(there.cli("profile", "show", "acme"))
    file.write_text(json.dumps({"name": "odd", "rules": [{"name": "r", "interval_s": 20, "degraded_s": 5}]}))
    done = there.run("profile", "import", "acme", file, "--database", there.database)
    assert done.returncode == 1 and done.stderr != ""


def test_verify_says_that_all_is_well(there):
    assert there.cli("verify") == {"ok": True}


@pytest.mark.parametrize("arguments", [
    ["responder", "add", "nowhere", "Ana"],
    ["responder", "add", "acme", "Ana", "--profile", "nosuch"],
    ["token", "issue", "acme", "999999", "--device-id", "d"],
    ["workspace", "add", "acme", "--name", "Again", "--time-zone", "UTC"],
    ["workspace", "set", "nowhere", "--name", "X"],
    ["api-key", "issue", "nowhere", "--name", "X", "--role", "viewer"],
    ["responder", "import", "acme", "/nowhere.csv"],
])
def test_what_cannot_be_done_exits_with_1_and_says_why(there, arguments):
    done = there.run(*arguments, "--database", there.database)
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stderr.strip() != ""


@pytest.mark.parametrize("arguments", [
    ["nonsense"],
    ["workspace", "add"],
    ["workspace", "add", "west", "--name", "West"],
    ["workspace", "add", "west", "--name", "West", "--time-zone", "UTC", "--colour", "red"],
    ["responder", "add", "acme"],
    ["token", "issue", "acme"],
    ["serve", "--listen"],
])
def test_usage_errors_exit_with_64(there, arguments):
    done = there.run(*arguments)
    assert done.returncode == 64, done.stdout + done.stderr
    assert done.stderr.strip() != ""


@pytest.mark.parametrize("role", ["king", ""])
def test_a_role_that_does_not_exist_is_refused(there, role):
    done = there.run("api-key", "issue", "acme", "--name", "x", "--role", role, "--database", there.database)
    assert done.returncode in (1, 64), done.stdout + done.stderr
    assert done.stderr.strip() != ""


@pytest.mark.parametrize("arguments", [
    ["serve", "--listen", "nonsense", "--database", "x.db"],
    ["serve", "--listen", "127.0.0.1:99999", "--database", "x.db"],
    ["serve", "--listen", "0.0.0.0:0", "--database", "x.db"],
])
def test_a_configuration_that_cannot_be_served_exits_with_78(rollcall, tmp_path, arguments):
    arguments = [tmp_path / a if a == "x.db" else a for a in arguments]
    done = rollcall.run(*arguments)
    assert done.returncode == 78, done.stdout + done.stderr
    assert done.stderr.strip() != ""


def test_a_second_server_on_the_database_is_refused(rollcall):
    rollcall.start()
    done = rollcall.run("serve", "--listen", "127.0.0.1:0", "--database", rollcall.database)
    assert done.returncode == 1, done.stdout + done.stderr
    assert rollcall.is_healthy()
    assert rollcall.stop() == 0


def test_verify_finds_a_broken_database(rollcall):
    data = bytearray(rollcall.database.read_bytes())
    assert len(data) > 40_960
    data[8_192:40_960] = b"\xa5" * 32_768
    rollcall.database.write_bytes(data)
    done = rollcall.run("verify", "--database", rollcall.database, "--json")
    assert done.returncode == 1, done.stdout + done.stderr
    assert '"ok":true' not in done.stdout.replace(" ", "")


def test_verify_finds_a_counter_that_would_give_an_id_away_again(rollcall):
    for name in ("Ana", "Bor"):
        rollcall.cli("responder", "add", "acme", name)
    with closing(sqlite3.connect(rollcall.database)) as database, database:
        last, = database.execute("SELECT last FROM id_counter WHERE name = 'responder'").fetchone()
        assert last == database.execute("SELECT max(id) FROM responder").fetchone()[0]
    assert rollcall.cli("verify")["ok"] is True
    for plant, stands in (("UPDATE id_counter SET last = 1 WHERE name = 'responder'", 1),
                          ("DELETE FROM id_counter WHERE name = 'responder'", 0)):
        with closing(sqlite3.connect(rollcall.database)) as database, database:
            database.execute(plant)
        done = rollcall.run("verify", "--database", rollcall.database)
        assert done.returncode == 1, done.stdout + done.stderr
        words = f"responder: the counter of ids stands at {stands}, although there is a row with the id {last}"
        assert words in done.stdout + done.stderr


def test_nothing_but_the_owner_may_read_the_database(rollcall):
    assert rollcall.database.stat().st_mode & 0o077 == 0


def test_the_help_shows_each_duration_as_it_is(rollcall):
    for command, option, default in ((["simulate"], "--step", "5s"), (["token", "issue"], "--expires-in", "90d")):
        text = " ".join(rollcall.run(*command, "--help").stdout.split())
        assert re.search(rf"{option} [^(]*\(default: {default}\b", text), text


def test_the_version_names_the_commit_of_the_build(rollcall):
    said = json.loads(rollcall.run("version", "--json").stdout)
    assert said["version"] == "1.0.0-dev"
    assert said["commit"] is None or re.fullmatch("[0-9a-f]{12}(-dirty)?", said["commit"])
    text = said["version"] + (f" ({said['commit']})" if said["commit"] else "")
    assert rollcall.run("version").stdout == f"rollcall {text}\n"
    assert rollcall.run("--version").stdout == f"{text}\n"
