"""The server against the contract: each golden case as a new responder."""
import http.client
import json
import time

import pytest
from golden import Filling, body_of, difference
from rollcall import TREE

CASES = [json.loads(file.read_text()) for file in sorted((TREE / "Tests/Contract/cases").glob("*.json"))]


@pytest.fixture(scope="module")
def workspace(server):
    return server.workspace("contract")


@pytest.fixture(scope="module")
def ended(server, workspace):
    """Tokens of sessions that are over: one by the clock, one by its successor."""
    revoked = server.responder(workspace, "Revoked")
    expired = server.responder(workspace, "Expired")
    short = ("token", "issue", workspace, expired, "--device-id", "device-1", "--expires-in", "1s")
    tokens = {"<revoked token>": server.token(workspace, revoked), "<expired token>": server.cli(*short)["access_token"]}
    server.token(workspace, revoked, "device-2")
    time.sleep(1.1)
    return tokens


def send(server, request, filling):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    headers = {name: filling.text(value) for name, value in request.get("headers", {}).items()}
    body = body_of(request, filling)
    # A chunked body is refused at its head; there is no length beside it.
    chunked = "Transfer-Encoding" in headers
    connection.request(request["method"], request["path"], b"" if chunked else body, headers, encode_chunked=chunked)
    answer = connection.getresponse()
    result = answer.status, answer.headers, answer.read().decode()
    connection.close()
    return result


def check(step, answer):
    status, headers, body = answer
    expected = step["answer"]
    assert status == expected["status"], body
    for name, value in expected.get("headers", {}).items():
        assert difference(value, headers[name], name) is None
    if expected.get("body") == "":
        assert body == ""
    elif "body" in expected:
        assert difference(expected["body"], json.loads(body)) is None


def test_there_are_cases():
    assert len(CASES) >= 60


@pytest.mark.parametrize("expected,actual", [
    ({"a": 1}, {"a": 2}), ({"a": 1}, {}), ({"a": 1}, {"a": 1, "b": 1}), ({"a": 1, "<more>": "<any>"}, {"b": 1}),
    ([1], [1, 2]), ([1, 2], [2, 1]), ([{"a": "<id>"}], [{"a": "1"}]), (1, True), (None, 0), ({}, None),
    ("<text>", ""), ("<time>", "2026-01-01T00:00:00Z"), ("<id>", True),
])
def test_a_difference_is_noticed(expected, actual):
    assert difference(expected, actual) is not None


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_answers_as_the_contract_says(server, workspace, ended, case):
    responder = server.responder(workspace, case["name"], "--profile", "responder")
    filling = Filling({"<token>": server.token(workspace, responder), **ended})
    for step in [*case.get("before", []), case]:
        check(step, send(server, step["request"], filling))
