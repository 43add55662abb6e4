"""Phones that log in by their number: a real server, and a gateway for text messages on loopback."""
import concurrent.futures
import pathlib
import re
import sqlite3
import sys
import time

import pytest
import requests
from responding import until

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import sms_gateway  # noqa: E402

NUMBER, COLLEAGUE, STRANGER = "+38640123456", "+38640123457", "+38640999999"
INVALID, REVOKED = (401, "TOKEN_INVALID"), (401, "SESSION_REVOKED")
PING = {"lat": 46.05, "lng": 14.5, "is_mock": False}


@pytest.fixture
def gateway():
    with sms_gateway.Gateway() as running:
        yield running


def begin(rollcall, settings):
    rollcall.start(["env", *(f"ROLLCALL_{name.upper()}={value}" for name, value in settings.items())])


def start(rollcall, **settings):
    begin(rollcall, settings)
    rollcall.workspace("north")
    rollcall.ana = rollcall.responder("north", "Ana Novak", "--phone", NUMBER, "--profile", "driver")
    rollcall.responder("north", "Bo Li", "--phone", COLLEAGUE, "--profile", "driver")
    return rollcall


def twilio(gateway):
    return {"sms_twilio_url": gateway.url, "sms_twilio_account": gateway.account,
            "sms_twilio_token": gateway.token, "sms_from": gateway.sender}


@pytest.fixture
def server(rollcall, gateway):
    return start(rollcall, **twilio(gateway))


def post(server, path, token=None, **body):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return requests.post(f"{server.url}/app/v1/{path}", json=body, headers=headers, timeout=20)


def upload(server, token):
    return refusal(post(server, "locations", token, **PING))


def deliver(server, token, *pings, path="app/v1/locations/batch"):
    return requests.post(
        f"{server.url}/{path}", json={"pings": [{**PING, **ping} for ping in pings]}, timeout=20,
        headers={"Authorization": f"Bearer {token}", "X-Idempotency-Key": f"key-{len(pings)}-{time.monotonic_ns()}"})


def check(server, code, device="phone-1", number=NUMBER):
    """What a try of a code comes to."""
    return refusal(post(server, "auth/token", phone=number, otp=code, device_id=device))


def other(code):
    return f"{(int(code) + 1) % 1_000_000:06}"


def alike(*answers):
    """Whether nobody can tell the answers apart."""
    seen = {(answer.status_code, answer.content, tuple(sorted(
        (name, value) for name, value in answer.headers.items() if name.lower() not in ("date", "x-request-id"))))
        for answer in answers}
    return len(seen) == 1


def ask(server, gateway, number=NUMBER):
    """Asks for a code, and reads it from the message."""
    before = len(gateway.messages)
    answer = post(server, "auth/otp", phone=number)
    assert (answer.status_code, answer.json()["code"], answer.json()["data"]) == (202, "ACCEPTED", None)
    to, text = until(lambda: gateway.messages[before:])[0]
    assert to == number and "Workspace north" in text
    return re.match(r"\d{6}\b", text)[0]


def log_in(server, gateway, device="phone-1", **about):
    answer = post(server, "auth/token", phone=NUMBER, otp=ask(server, gateway), device_id=device, **about)
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


def test_a_stranger_somebody_inactive_and_a_wrong_code_are_answered_alike(server, gateway):
    gone = "+38640123458"
    server.cli("responder", "set", "north", server.responder("north", "Was Here", "--phone", gone), "--no-active")
    numbers = (NUMBER, STRANGER, gone)
    assert alike(*(post(server, "auth/otp", phone=number) for number in numbers))
    code = re.match(r"\d{6}", until(lambda: gateway.messages)[0][1])[0]
    assert alike(*(
        post(server, "auth/token", phone=number, otp=otp, device_id="a")
        for number in numbers + (COLLEAGUE,) for otp in (other(code), "000000" if code != "000000" else "000001")))
    # Nor does asking too often tell it.
    assert alike(*(post(server, "auth/otp", phone=number) for _ in range(4) for number in numbers[:2]))
    assert all(to == NUMBER for to, _ in gateway.messages)


def test_five_wrong_codes_use_up_the_right_one(server, gateway):
    code = ask(server, gateway)
    assert {check(server, other(code)) for _ in range(5)} == {INVALID}
    assert check(server, code) == INVALID


def afar(server, path, address, **body):
    """A request that a proxy hands on from an address."""
    return requests.post(f"{server.url}/app/v1/{path}", json=body, headers={"X-Forwarded-For": address}, timeout=20)


@pytest.fixture
def proxied(rollcall, gateway):
    return start(rollcall, trusted_proxies="127.0.0.1", **twilio(gateway))


def read(gateway, before):
    return re.match(r"\d{6}\b", until(lambda: gateway.messages[before:])[0][1])[0]


def test_a_stranger_who_knows_a_number_does_not_keep_its_owner_out(proxied, gateway):
    owner, message = "198.51.100.9", len(gateway.messages)
    assert afar(proxied, "auth/otp", owner, phone=NUMBER).status_code == 202
    code = read(gateway, message)
    # More than the wrong tries of a day, and more codes than are sent, from everywhere.
    for number in range(30):
        address = f"203.0.113.{number}"
        afar(proxied, "auth/otp", address, phone=NUMBER)
        for _ in range(2):
            answer = afar(proxied, "auth/token", address, phone=NUMBER, otp=other(code), device_id=f"stranger-{number}")
            assert refusal(answer) == INVALID
    right = afar(proxied, "auth/token", "198.51.100.77", phone=NUMBER, otp=code, device_id="phone-1")
    assert refusal(right) == INVALID, "from elsewhere no code can be tried any more"
    right = afar(proxied, "auth/token", owner, phone=NUMBER, otp=code, device_id="phone-1")
    assert right.status_code == 200, right.text
    # The limits of strangers hold still; a device that was let in before is none.
    message = len(gateway.messages)
    afar(proxied, "auth/otp", "198.51.100.10", phone=NUMBER, device_id="phone-1")
    code = read(gateway, message)
    again = afar(proxied, "auth/token", "192.0.2.99", phone=NUMBER, otp=code, device_id="phone-1")
    assert again.status_code == 200, again.text


def test_an_admin_lets_in_whoever_no_message_reaches(proxied, gateway):
    for number in range(30):
        afar(proxied, "auth/otp", f"203.0.113.{number}", phone=NUMBER)
        for _ in range(3):
            afar(proxied, "auth/token", f"203.0.113.{number}", phone=NUMBER, otp="000000", device_id="x")
    key = {"Authorization": f"Bearer {proxied.key('north', 'admin')}"}
    page = requests.post(f"{proxied.url}/w/north/responders/{proxied.ana}/let-in", data={"x": ""}, headers=key, timeout=20)
    assert page.status_code == 200, page.text
    code = re.search(r"<code[^>]*>(\d{10})</code>", page.text)[1]
    viewer = {"Authorization": f"Bearer {proxied.key('north', 'dispatcher')}"}
    assert requests.post(
        f"{proxied.url}/w/north/responders/{proxied.ana}/let-in", data={"x": ""}, headers=viewer, timeout=20).status_code == 403
    wrong = afar(proxied, "auth/token", "192.0.2.1", phone=COLLEAGUE, otp=code, device_id="new-phone")
    assert refusal(wrong) == INVALID
    let_in = afar(proxied, "auth/token", "192.0.2.1", phone=NUMBER, otp=code, device_id="new-phone")
    assert let_in.status_code == 200 and let_in.json()["data"]["responder"]["name"] == "Ana Novak"
    assert refusal(afar(proxied, "auth/token", "192.0.2.1", phone=NUMBER, otp=code, device_id="new-phone")) == INVALID
    actions = requests.get(f"{proxied.url}/w/north/audit.json", headers={
        "Authorization": f"Bearer {proxied.key('north', 'owner')}"}, timeout=20).text
    assert '"token.let-in"' in actions and code not in actions


def test_an_ipv6_network_is_one_source_of_requests_for_codes(proxied, gateway):
    answers = [afar(proxied, "auth/otp", f"2001:db8:8:8::{number:x}", phone=f"+3864066{number:04}").status_code
               for number in range(60)]
    assert answers[0] == 202 and answers[-1] == 429
    assert afar(proxied, "auth/otp", "2001:db8:8:9::1", phone=NUMBER).status_code == 202


def test_a_fourth_code_within_ten_minutes_is_not_sent_and_each_is_good_while_it_lives(server, gateway):
    codes = [ask(server, gateway) for _ in range(3)]
    assert post(server, "auth/otp", phone=NUMBER).status_code == 202
    # Messages go out one after the other: the colleague's would have come after it.
    ask(server, gateway, COLLEAGUE)
    assert [to for to, _ in gateway.messages] == [NUMBER] * 3 + [COLLEAGUE]
    assert check(server, codes[0])[0] == 200
    assert check(server, codes[2]) == INVALID, "one login uses them all up"


def test_a_code_is_good_once_and_others_in_the_network_do_not_use_it_up(server, gateway):
    before = len(gateway.messages)
    post(server, "auth/otp", phone=NUMBER, device_id="phone-1")
    code = read(gateway, before)
    for number in range(8):
        assert check(server, other(code), f"stranger-{number}") == INVALID
    assert check(server, code, "phone-1")[0] == 200
    assert check(server, code, "phone-1") == INVALID


def test_two_refreshes_at_once_get_the_same_pair(server, gateway):
    asked = {"refresh_token": log_in(server, gateway)["refresh_token"], "device_id": "phone-1"}
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        answers = [found.result() for found in [threads.submit(post, server, "auth/refresh", **asked) for _ in range(8)]]
    assert {answer.status_code for answer in answers} == {200}
    pairs = {(data["access_token"], data["refresh_token"]) for data in (answer.json()["data"] for answer in answers)}
    assert len(pairs) == 1
    assert upload(server, pairs.pop()[0]) == (201, "CREATED")


def test_a_refresh_from_another_device_ends_the_login(server, gateway):
    first = log_in(server, gateway)
    stolen = post(server, "auth/refresh", refresh_token=first["refresh_token"], device_id="thief")
    assert refusal(stolen) == REVOKED
    assert upload(server, first["access_token"]) == REVOKED


def test_a_used_refresh_token_shown_after_a_minute_ends_the_login(rollcall, gateway):
    server = start(rollcall, **twilio(gateway))
    first = log_in(server, gateway)
    asked = {"refresh_token": first["refresh_token"], "device_id": "phone-1"}
    second = post(server, "auth/refresh", **asked).json()["data"]
    assert server.stop() == 0
    # As if the minute had passed while the server was down.
    with sqlite3.connect(server.database) as rows:
        rows.execute("UPDATE phone_refresh SET used_at = used_at - 61000")
    rows.close()
    begin(server, twilio(gateway))
    assert refusal(post(server, "auth/refresh", **asked)) == REVOKED
    assert upload(server, second["access_token"]) == REVOKED


def test_after_a_logout_neither_token_is_worth_anything(server, gateway):
    first = log_in(server, gateway)
    assert post(server, "auth/logout", first["access_token"]).status_code == 204
    assert upload(server, first["access_token"]) == REVOKED
    old = post(server, "auth/refresh", refresh_token=first["refresh_token"], device_id="phone-1")
    assert refusal(old) == REVOKED
    assert refusal(deliver(server, first["access_token"], {"recorded_at": 1})) == REVOKED


def test_the_phone_before_delivers_what_it_took_before_and_nothing_else(server, gateway):
    first = log_in(server, gateway, "old")
    before = int(time.time() * 1_000) - 60_000
    log_in(server, gateway, "new")
    key = server.key("north", "owner")
    board = requests.get(f"{server.url}/w/north/board.json", headers={"Authorization": f"Bearer {key}"}, timeout=20)
    for path in ("app/v1/locations/batch", "locations"):
        answer = deliver(server, first["access_token"], {"recorded_at": before, "sequence": 1}, path=path)
        assert answer.status_code == 201, answer.text
        assert answer.json()["data"]["count"] == 1 and "offers" not in answer.json()["data"]
    token = first["access_token"]
    later = {"recorded_at": int(time.time() * 1_000) + 5_000, "sequence": 3}
    for pings in ([{"recorded_at": before, "sequence": 2}, later], [{"sequence": 4}], [{"lat": 99}], []):
        assert refusal(deliver(server, token, *pings)) == REVOKED
    assert upload(server, token) == REVOKED
    assert requests.get(f"{server.url}/app/v1/me", headers={"Authorization": f"Bearer {token}"}, timeout=20).status_code == 401
    assert [row["sequence"] for row in server.history("north", key)] == ["1"]
    again = requests.get(f"{server.url}/w/north/board.json", headers={"Authorization": f"Bearer {key}"}, timeout=20)
    assert again.json()["responders"] == board.json()["responders"]


def test_an_admin_sees_a_phones_session_ends_it_and_makes_people_inactive(server, gateway):
    first = log_in(server, gateway, device_name="Ana's <b>phone</b>", platform="Android", os_version="14",
                   app_version="3.2.1", nonsense=1)
    admin, dispatcher = (
        {"Authorization": f"Bearer {server.key('north', role)}"} for role in ("admin", "dispatcher"))
    person = f"{server.url}/w/north/responders/{server.ana}"
    page = requests.get(person, headers=admin, timeout=20).text
    for text in ("Ana&#39;s &lt;b&gt;phone", "Android 14", "3.2.1", "127.0.0.1", "End this session"):
        assert text in page, text
    seen = requests.get(person, headers=dispatcher, timeout=20).text
    assert "Android 14" in seen and "127.0.0.1" not in seen and "End this session" not in seen
    session = re.search(r'name="session" value="(\d+)"', page)[1]

    def press(button, headers=admin, **fields):
        return requests.post(f"{person}/{button}", data=fields, headers=headers, allow_redirects=False, timeout=20)

    assert press("end-session", dispatcher, session=session).status_code == 403
    assert press("end-session", session=int(session) + 1).status_code == 303
    assert upload(server, first["access_token"]) == (201, "CREATED")
    assert press("end-session", session=session).status_code == 303
    assert upload(server, first["access_token"]) == REVOKED
    second = log_in(server, gateway)
    assert press("active", dispatcher, active="no").status_code == 403
    assert press("active", active="no").status_code == 303
    assert upload(server, second["access_token"]) == REVOKED
    assert post(server, "auth/otp", phone=NUMBER).status_code == 202
    ask(server, gateway, COLLEAGUE)
    assert len(gateway.messages) == 3
    assert "Make active" in requests.get(person, headers=admin, timeout=20).text
    assert press("active", active="yes").status_code == 303
    assert upload(server, server.token("north", server.ana)) == (201, "CREATED")


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
