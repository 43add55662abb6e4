"""Phones that log in by their number: a real server, and a gateway for text messages on loopback."""
import pathlib
import re
import sys
import time

import pytest
import requests

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import sms_gateway  # noqa: E402

# Long enough for a busy machine; nothing waits for it when all is well.
LIMIT = 60
NUMBER, STRANGER = "+38640123456", "+38640999999"
PING = {"lat": 46.05, "lng": 14.5, "is_mock": False}


@pytest.fixture
def gateway():
    with sms_gateway.Gateway() as running:
        yield running


def start(rollcall, **settings):
    rollcall.start(["env", *(f"ROLLCALL_{name.upper()}={value}" for name, value in settings.items())])
    rollcall.workspace("north")
    rollcall.responder("north", "Ana Novak", "--phone", NUMBER, "--profile", "driver")
    return rollcall


@pytest.fixture
def server(rollcall, gateway):
    return start(rollcall, sms_twilio_url=gateway.url, sms_twilio_account=gateway.account,
                 sms_twilio_token=gateway.token, sms_from=gateway.sender)


def post(server, path, token=None, **body):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return requests.post(f"{server.url}/app/v1/{path}", json=body, headers=headers, timeout=20)


def upload(server, token):
    answer = post(server, "locations", token, **PING)
    return answer.status_code, answer.json()["code"]


def until(found):
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        value = found()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("it did not come")


def ask(server, gateway, number=NUMBER):
    """Asks for a code, and reads it from the message."""
    before = len(gateway.messages)
    answer = post(server, "auth/otp", phone=number)
    assert (answer.status_code, answer.json()["code"], answer.json()["data"]) == (202, "ACCEPTED", None)
    to, text = until(lambda: gateway.messages[before:])[0]
    assert to == NUMBER and "Workspace north" in text
    return re.match(r"\d{6}\b", text)[0]


def log_in(server, gateway, device="phone-1"):
    answer = post(server, "auth/token", phone=NUMBER, otp=ask(server, gateway), device_id=device)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.json()["data"]


def refusal(answer):
    return answer.status_code, answer.json()["code"]


def test_a_code_lets_a_phone_in_and_ends_its_session_elsewhere(server, gateway):
    first = log_in(server, gateway)
    assert first["token_type"] == "Bearer" and first["expires_in"] == 900
    assert first["responder"]["name"] == "Ana Novak"
    assert upload(server, first["access_token"]) == (201, "CREATED")
    second = log_in(server, gateway, "phone-2")
    assert upload(server, second["access_token"]) == (201, "CREATED")
    assert upload(server, first["access_token"]) == (401, "SESSION_REVOKED")
    old = post(server, "auth/refresh", refresh_token=first["refresh_token"], device_id="phone-1")
    assert refusal(old) == (401, "SESSION_REVOKED")


def test_a_refresh_gives_a_new_pair_and_the_same_one_when_its_answer_was_lost(server, gateway):
    first = log_in(server, gateway)
    asked = {"refresh_token": first["refresh_token"], "device_id": "phone-1"}
    second, again = (post(server, "auth/refresh", **asked).json()["data"] for _ in range(2))
    assert [second[name] for name in ("access_token", "refresh_token")] == \
        [again[name] for name in ("access_token", "refresh_token")]
    assert upload(server, second["access_token"]) == (201, "CREATED")
    assert upload(server, first["access_token"]) == (401, "TOKEN_EXPIRED")
    # The copy of a thief, after the phone has gone on.
    third = post(server, "auth/refresh", refresh_token=second["refresh_token"], device_id="phone-1").json()["data"]
    assert refusal(post(server, "auth/refresh", **asked)) == (401, "SESSION_REVOKED")
    assert upload(server, third["access_token"]) == (401, "SESSION_REVOKED")


def test_a_stranger_and_a_wrong_code_are_answered_alike(server, gateway):
    known, unknown = (post(server, "auth/otp", phone=number) for number in (NUMBER, STRANGER))
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
    until(lambda: gateway.messages)
    tried = [post(server, "auth/token", phone=number, otp="000000", device_id="a") for number in (NUMBER, STRANGER)]
    assert tried[0].content == tried[1].content
    assert refusal(tried[0]) == refusal(tried[1]) == (401, "TOKEN_INVALID")
    assert all(to == NUMBER for to, _ in gateway.messages)


def test_five_wrong_codes_use_up_the_right_one(server, gateway):
    code = ask(server, gateway)
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    for _ in range(5):
        post(server, "auth/token", phone=NUMBER, otp=wrong, device_id="phone-1")
    assert refusal(post(server, "auth/token", phone=NUMBER, otp=code, device_id="phone-1")) == (401, "TOKEN_INVALID")


def test_an_address_that_asks_too_often_waits(server):
    answers = [post(server, "auth/token", phone=STRANGER, otp="000000", device_id="a") for _ in range(90)]
    late = [answer for answer in answers if answer.status_code == 429]
    assert late and refusal(late[0]) == (429, "RATE_LIMITED") and int(late[0].headers["Retry-After"]) > 0


def test_a_gateway_that_fails_is_tried_again_and_nothing_is_told_in_the_log(rollcall, gateway):
    server = start(rollcall, sms_webhook_url=f"{gateway.url}/hook", sms_webhook_secret=gateway.secret)
    gateway.answers = [503]
    code = ask(server, gateway)
    assert len(gateway.ids) == 1 and gateway.ids[0].startswith("otp_")
    said = server.said(0)
    assert NUMBER not in said and code not in said
    assert 'rollcall_login_codes_total{outcome="sent"} 1' in until(
        lambda: (page := requests.get(f"{server.url}/metrics", timeout=20).text)
        and 'outcome="sent"} 1' in page and page)


def test_without_a_gateway_the_operator_is_told_once(rollcall):
    server = start(rollcall)
    for _ in range(2):
        assert post(server, "auth/otp", phone=NUMBER).status_code == 202
    page = until(lambda: (text := requests.get(f"{server.url}/metrics", timeout=20).text)
                 and 'rollcall_login_codes_total{outcome="no_gateway"} 2' in text)
    assert page and server.said(0).count("no SMS gateway is set up") == 1


def test_codes_are_printed_only_when_asked_for(rollcall):
    server = start(rollcall, otp_to_log="true")
    post(server, "auth/otp", phone=NUMBER)
    found = until(lambda: re.search(r"the code for \+38640123456 is (\d{6})", server.said(0)))
    answer = post(server, "auth/token", phone=NUMBER, otp=found[1], device_id="phone-1")
    assert answer.status_code == 200
