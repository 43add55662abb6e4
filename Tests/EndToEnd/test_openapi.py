"""docs/openapi.json says what the server does: each route is in it, and schemathesis finds no answer that is not."""
import concurrent.futures
import csv
import json
import pathlib
import re
import subprocess
import sys

import pytest
from rollcall import TREE

DOCUMENT = TREE / "docs" / "openapi.json"
CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
          "response_schema_conformance"]
# A phone may ask 20 times a second: each group has a session of its own, and all run beside each other.
GROUPS = {
    "uploads": ["--include-tag", "device", "--include-path-regex", "locations$|batch$|events$"],
    "tasks": ["--include-tag", "device", "--include-path-regex", "offers|assignment|visits|requests$"],
    # A logout would end the session of those that follow.
    "phone": ["--include-tag", "device", "--exclude-path-regex",
              "locations$|batch$|events$|offers|assignment|visits|requests$|auth/logout$"],
    "console": ["--include-tag", "console"],
    "server": ["--include-tag", "server"],
}
# Methods that HTTP does not know are 501 by the library below, before any route.
CONFIG = """
[phases.coverage]
unexpected-methods = ["PATCH", "DELETE"]
"""


def documented():
    paths = json.loads(DOCUMENT.read_text())["paths"]
    return {(method.upper(), path) for path, methods in paths.items() for method in methods}


def routed():
    with open(TREE / "Tests/Contract/routes.csv", newline="") as file:
        return {(line["method"], line["path"]) for line in csv.DictReader(file)}


def test_every_route_of_the_device_api_is_in_the_document_and_no_other_route():
    ours = {route for route in routed() if re.match(r"/(app|api|locations|health|readyz)\b", route[1])}
    assert ours - documented() == set()
    assert documented() - routed() == set()


def test_every_code_of_the_contract_is_in_the_document():
    code = json.loads(DOCUMENT.read_text())["components"]["schemas"]["Code"]["enum"]
    cases = [json.loads(path.read_text()) for path in (TREE / "Tests/Contract/cases").glob("*.json")]
    said = set(re.findall(r'"code": "([A-Z_]+)"', json.dumps(cases)))
    assert said and said - set(code) == set()


@pytest.fixture(scope="module")
def room(server, tmp_path_factory):
    """A workspace with a person for each group, and the document made to speak of it."""
    server.workspace("acme")
    server.cli("event", "add", "acme", "run", "--name", "Run")
    secrets = {}
    for group in ("uploads", "tasks", "phone"):
        person = server.responder("acme", group)
        server.cli("event", "join", "acme", "run", person)
        secrets[group] = server.token("acme", person, f"device-{group}")
    secrets["console"] = secrets["server"] = server.key("acme", "owner")
    document = json.loads(DOCUMENT.read_text())
    known = {"ws": ["acme", "nobody"], "slug": ["run", "nothing"], "id": [1, 999]}
    for methods in document["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path" and parameter["name"] in known:
                    parameter["schema"] = {**parameter["schema"], "enum": known[parameter["name"]]}
    folder = tmp_path_factory.mktemp("openapi")
    (folder / "openapi.json").write_text(json.dumps(document))
    (folder / "schemathesis.toml").write_text(CONFIG)
    return server, folder, secrets


def test_no_answer_is_another_than_the_document_says(room):
    server, folder, secrets = room
    with concurrent.futures.ThreadPoolExecutor(len(GROUPS)) as pool:
        runs = {group: pool.submit(explore, server, folder, group, secrets[group]) for group in GROUPS}
        done = {group: run.result() for group, run in runs.items()}
    for group, run in done.items():
        assert run.returncode == 0, f"{group}:\n{run.stdout[-6000:]}{run.stderr[-2000:]}"
        cases = re.search(r"(\d+) generated", run.stdout)
        assert cases and int(cases[1]) > 10, run.stdout[-2000:]
    assert server.cli("verify")["ok"] is True


def explore(server, folder, group, secret):
    tool = pathlib.Path(sys.executable).parent / "schemathesis"
    return subprocess.run(
        [tool, "--config-file", folder / "schemathesis.toml", "run", folder / "openapi.json", "--url", server.url,
         "-H", f"Authorization: Bearer {secret}", *GROUPS[group], "--checks", ",".join(CHECKS), "--max-examples", "4",
         "--phases", "coverage,fuzzing", "--rate-limit", "18/s", "--seed", "1", "--generation-database", "none",
         "--no-color", "--continue-on-failure"],
        cwd=folder, capture_output=True, text=True, timeout=900)
