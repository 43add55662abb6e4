"""docs/openapi.json says what the server does: each route is in it, and schemathesis finds no answer that is not."""
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import uuid

import pytest
from rollcall import BINARY, TREE
from rooms import LIMIT, Room, bearer

EXAMPLES = os.environ.get("ROLLCALL_EXAMPLES", "2")
DOCUMENT = TREE / "docs" / "openapi.json"
CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
          "response_schema_conformance"]
# A phone may ask 20 times a second: each group has a session of its own, and all run beside each other. What is included by
# two words is what has either, so the second word excludes all others.
UPLOADS, TASKS = "locations$|batch$|events$|activity$", "offers|assignment|visits|requests$"
GROUPS = {
    "uploads": ["--include-tag", "device", "--exclude-path-regex", f"^(?!.*({UPLOADS}))"],
    "tasks": ["--include-tag", "device", "--exclude-path-regex", f"^(?!.*({TASKS}))"],
    "phone": ["--include-tag", "device", "--exclude-path-regex", f"{UPLOADS}|{TASKS}|auth/logout$"],
    # It ends the session of those that follow.
    "logout": ["--include-path", "/app/v1/auth/logout"],
    "reads": ["--include-tag", "console", "--exclude-method", "POST", "--exclude-path-regex", "pdf$"],
    "paper": ["--include-path-regex", "pdf$"],
    "acts": ["--include-tag", "console", "--exclude-method", "GET"],
    "server": ["--include-tag", "server"],
}
# A statement is printed in seconds of work: a few of each kind. Its parameters are those of its JSON, which has every case.
PHASES, LEAST = {"paper": "fuzzing"}, {"paper": 3}
# Methods that HTTP does not know are 501 by the library below, before any route. How long paper takes on a machine that is
# busy is not what is tested here.
CONFIG = """
request-timeout = 240

[phases.coverage]
unexpected-methods = ["PATCH", "DELETE"]
"""


def documented():
    paths = json.loads(DOCUMENT.read_text())["paths"]
    return {(method.upper(), path) for path, methods in paths.items() for method in methods}


def routed():
    with open(TREE / "Tests/Contract/routes.csv", newline="") as file:
        return list(csv.DictReader(file))


def answers_programs(route):
    """What phones and monitors ask, every file, and what takes JSON. Apps that are not ours have protocols of their own:
    nothing under /ingest is described here."""
    return (re.match(r"/(app|api|locations|health|readyz|metrics)\b", route["path"])
            or route["path"].endswith((".json", ".csv", ".gpx", ".geojson", ".zip", ".pdf")) or "json:" in route["attempts"])


def test_every_route_for_programs_is_in_the_document_and_no_other_route():
    ours = {(route["method"], route["path"]) for route in routed() if answers_programs(route)}
    assert ours - documented() == set()
    assert documented() - ours == set()


def test_the_document_is_what_the_program_prints():
    """Columns of tables are said once, in the code: `rollcall openapi > docs/openapi.json`."""
    printed = subprocess.run([BINARY, "openapi"], capture_output=True, text=True, check=True).stdout
    assert printed == DOCUMENT.read_text()


def test_every_code_of_the_contract_is_in_the_document():
    code = json.loads(DOCUMENT.read_text())["components"]["schemas"]["Code"]["enum"]
    cases = [json.loads(path.read_text()) for path in (TREE / "Tests/Contract/cases").glob("*.json")]
    said = set(re.findall(r'"code": "([A-Z_]+)"', json.dumps(cases)))
    assert said and said - set(code) == set()


@pytest.fixture(scope="module")
def room(server, tmp_path_factory):
    """A workspace with everything that has an id, and a person for each group of phones."""
    room = Room(server, "acme", "acme", (46.0569, 14.5058), tmp_path_factory.mktemp("room") / "seed")
    server.cli("event", "add", "acme", "others", "--name", "Of others")
    room.secrets = {"reads": server.key("acme", "owner"), "acts": server.key("acme", "dispatcher"), "tasks": room.phone_token}
    room.secrets["server"] = room.secrets["paper"] = room.secrets["reads"]
    for group in ("uploads", "phone", "logout"):
        person = server.responder("acme", group)
        server.cli("event", "join", "acme", room.ids["event"], person)
        room.secrets[group] = server.token("acme", person, f"device-{group}")
    leave_a_track(room, room.phone)
    spare = bearer(room.secrets["uploads"])
    assert spare.put(f"{server.url}/app/v1/duty", json={"state": "on_duty"}, timeout=LIMIT).status_code == 200
    leave_a_track(room, spare)
    # What is done about one must not be in the way of the others.
    room.acted = {what: opened(room, what) for what in ("offers", "resolve", "cancel", "reopen", "notes")}
    room.key.post(room.url(f"incidents/{room.acted['reopen']}/cancel.json"), json={}, timeout=LIMIT)
    return room


def opened(room, title):
    """An incident for which nobody is asked."""
    lat, lng = room.place
    answer = room.key.post(room.url("incidents"), headers={"Idempotency-Key": title}, timeout=LIMIT, json={
        "title": title, "lat": lat, "lng": lng, "asking": {"mode": "nobody"}})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def leave_a_track(room, phone):
    """Two positions with a time and a height, and one that there is a reason to doubt."""
    lat, lng = room.place
    now = int(time.time() * 1000)
    pings = [{"lat": lat + step / 1000, "lng": lng, "altitude_m": 300, "recorded_at": now - 60_000 + step * 20_000,
              "is_mock": step == 0} for step in range(3)]
    answer = phone.post(f"{room.server.url}/app/v1/locations/batch", json={"pings": pings}, timeout=LIMIT,
                        headers={"X-Idempotency-Key": str(uuid.uuid4())})
    assert answer.status_code == 201, answer.text


def values(room, path):
    """What stands for the variable parts of a path in the room, and what does not."""
    kinds = ("incident", "drill", "responder", "offer", "assignment", "visit")
    number = next((room.ids[kind] for kind in kinds if f"/{kind}s/" in path), 1)
    what = path.rsplit("/", 1)[1].removesuffix(".json")
    return {"ws": ["acme", "nobody"], "slug": [room.ids["event"], "others", "nothing"],
            "id": [room.acted.get(what, number), 999_999], "provider": [room.ids["provider"], "nothing"]}


@pytest.fixture(scope="module")
def folder(room, tmp_path_factory):
    """The document, made to speak of the room."""
    document = json.loads(DOCUMENT.read_text())
    for path, methods in document["paths"].items():
        known = values(room, path)
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path" and parameter["name"] in known:
                    parameter["schema"] = {**parameter["schema"], "enum": known[parameter["name"]]}
    folder = tmp_path_factory.mktemp("openapi")
    (folder / "openapi.json").write_text(json.dumps(document))
    (folder / "schemathesis.toml").write_text(CONFIG)
    return folder


def test_each_read_of_the_console_finds_something_in_the_room(room):
    for path, methods in json.loads(DOCUMENT.read_text())["paths"].items():
        if "get" not in methods or "console" not in methods["get"]["tags"]:
            continue
        there = {name: found[0] for name, found in values(room, path).items()}
        answer = room.key.get(room.server.url + path.format_map(there), allow_redirects=False, timeout=LIMIT)
        assert str(answer.status_code) == next(iter(methods["get"]["responses"])), f"{path}: {answer.text}"


def test_no_answer_is_another_than_the_document_says(room, folder):
    server = room.server
    with concurrent.futures.ThreadPoolExecutor(len(GROUPS)) as pool:
        runs = {group: pool.submit(explore, server, folder, group, room.secrets[group]) for group in GROUPS}
        done = {group: run.result() for group, run in runs.items()}
    for group, run in done.items():
        assert run.returncode == 0, f"{group}:\n{run.stdout[-6000:]}{run.stderr[-2000:]}"
        cases = re.search(r"(\d+) generated", run.stdout)
        assert cases and int(cases[1]) >= LEAST.get(group, 6), run.stdout[-2000:]
    assert server.cli("verify")["ok"] is True


def explore(server, folder, group, secret):
    tool = pathlib.Path(sys.executable).parent / "schemathesis"
    return subprocess.run(
        [tool, "--config-file", folder / "schemathesis.toml", "run", folder / "openapi.json", "--url", server.url,
         "-H", f"Authorization: Bearer {secret}", *GROUPS[group], "--checks", ",".join(CHECKS), "--max-examples", EXAMPLES,
         "--phases", PHASES.get(group, "coverage,fuzzing"), "--rate-limit", "18/s", "--seed", "1", "--generation-database", "none",
         "--no-color", "--continue-on-failure"],
        cwd=folder, capture_output=True, text=True, timeout=900)
