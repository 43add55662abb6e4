"""Who may see what: every page and export, asked for by everybody."""
import pytest
import requests
from people import ROLES, add_member, log_in

LIVE = ["board", "board.json", "board.csv", "responders", "responders.json", "alerts", "alerts.json",
        "incidents/new/map.json"]
HISTORY = ["history", "history.json"]
EXPORT = ["history.csv", "reports", "reports/incidents.csv", "reports/reliability.csv"]
DISPATCH = ["incidents", "incidents.json", "incidents/new", "drills", "drills/new"]
SETTINGS = ["settings"] + [
    f"settings/{page}" for page in ["workspace", "profiles", "profiles/responder", "flags", "dispatch"]
]
AUDIT = ["audit", "audit.json", "audit.csv", "reports/audit.csv"]
EVERY = LIVE + HISTORY + EXPORT + AUDIT + DISPATCH + SETTINGS

# What each role is let into; everything else is forbidden.
MAY = {
    "owner": EVERY,
    "admin": EVERY,
    "dispatcher": LIVE + HISTORY + DISPATCH,
    "auditor": HISTORY + EXPORT + AUDIT,
    "viewer": LIVE,
}


@pytest.fixture(scope="module")
def visitors(server):
    """Sessions by name: each role in `acme` as member and as key, people of `other`, and nobody."""
    server.workspace("acme")
    server.workspace("other")
    server.responder("acme", "Ana Novak")
    found = {"nobody": requests.Session()}
    for role in ROLES:
        found[role] = log_in(server, add_member(server, "acme", f"{role}@example.org", role))
        found[f"key {role}"] = bearer(server.key("acme", role))
    found["colleague elsewhere"] = log_in(server, add_member(server, "other", "else@example.org", "owner"))
    found["key elsewhere"] = bearer(server.key("other", "owner"))
    found["key made up"] = bearer("rck_nonsense")
    found["phone"] = bearer(server.token("acme", server.responder("acme", "Bo Li")))
    return found


def bearer(secret):
    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {secret}"
    return session


def ask(server, session, path):
    return session.get(f"{server.url}/w/{path}", allow_redirects=False, timeout=20)


@pytest.mark.parametrize("page", EVERY)
@pytest.mark.parametrize("kind", ["member", "key"])
@pytest.mark.parametrize("role", ROLES)
def test_a_role_sees_its_pages_and_no_others(server, visitors, role, kind, page):
    visitor = visitors[role if kind == "member" else f"key {role}"]
    answer = ask(server, visitor, f"acme/{page}")
    assert answer.status_code == (200 if page in MAY[role] else 403), answer.text
    if page not in MAY[role]:
        assert "Ana Novak" not in answer.text


@pytest.mark.parametrize("page", EVERY)
@pytest.mark.parametrize("who", ["colleague elsewhere", "key elsewhere"])
def test_another_workspace_is_not_there(server, visitors, who, page):
    answer = ask(server, visitors[who], f"acme/{page}")
    assert answer.status_code == 404 and "Ana Novak" not in answer.text
    # Indistinguishable from one that does not exist.
    assert ask(server, visitors[who], f"nowhere/{page}").status_code == 404


@pytest.mark.parametrize("page", EVERY)
def test_a_stranger_is_sent_to_the_login_and_a_program_is_told(server, visitors, page):
    answer = ask(server, visitors["nobody"], f"acme/{page}")
    if "." in page:
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"]
    else:
        assert answer.status_code == 303
        assert answer.headers["Location"] == "/login?next=%2Fw%2Facme%2F" + page.replace("/", "%2F")


@pytest.mark.parametrize("page", EVERY)
@pytest.mark.parametrize("who", ["key made up", "phone"])
def test_a_secret_that_is_no_key_is_unauthorized(server, visitors, who, page):
    assert ask(server, visitors[who], f"acme/{page}").status_code == 401


@pytest.mark.parametrize("path", ["/app/v1/me", "/app/v1/config"])
@pytest.mark.parametrize("who", ["nobody", "owner", "key owner"])
def test_the_phones_paths_are_for_phones(server, visitors, who, path):
    assert visitors[who].get(server.url + path, timeout=20).status_code == 401


@pytest.mark.parametrize("who", [f"key {role}" for role in ROLES] + ["key elsewhere", "key made up"])
def test_a_message_to_try_a_phone_is_for_those_who_manage_responders(server, visitors, who):
    person = server.responder("acme", f"Tried by {who}")
    url = f"{server.url}/w/acme/responders/{person}/push-test"
    answer = visitors[who].post(url, data={"x": ""}, allow_redirects=False, timeout=20)
    # 409: they may, but no app of this person has registered.
    expected = {"key owner": 409, "key admin": 409, "key elsewhere": 404, "key made up": 401}
    assert answer.status_code == expected.get(who, 403), answer.text
    # A browser needs the token of our own form beside its cookie.
    answer = visitors["admin"].post(url, data={"_csrf": "x"}, allow_redirects=False, timeout=20)
    assert answer.status_code == 400


@pytest.mark.parametrize("who", [f"key {role}" for role in ROLES] + ["key elsewhere", "key made up"])
def test_a_phones_access_is_for_those_who_manage_responders(server, visitors, who):
    person = server.responder("acme", f"Let in by {who}")
    url = f"{server.url}/w/acme/responders/{person}"
    for path, fields in (("end-session", {"session": 1}), ("active", {"active": "no"})):
        answer = visitors[who].post(f"{url}/{path}", data=fields, allow_redirects=False, timeout=20)
        expected = {"key owner": 303, "key admin": 303, "key elsewhere": 404, "key made up": 401}
        assert answer.status_code == expected.get(who, 403), answer.text
        # A browser needs the token of our own form beside its cookie.
        answer = visitors["admin"].post(f"{url}/{path}", data={"_csrf": "x"}, allow_redirects=False, timeout=20)
        assert answer.status_code == 400


@pytest.mark.parametrize("who", [f"key {role}" for role in ROLES] + ["key elsewhere", "key made up", "owner"])
def test_incidents_are_opened_and_ended_by_keys_of_those_who_manage_them(server, visitors, who):
    url = f"{server.url}/w/acme/incidents"
    body = {"title": f"By {who}", "lat": 46, "lng": 14, "asking": {"mode": "nobody"}}
    answer = visitors[who].post(
        url, json=body, headers={"Idempotency-Key": who.replace(" ", "-")}, allow_redirects=False, timeout=20)
    may = {"key owner": 201, "key admin": 201, "key dispatcher": 201, "key elsewhere": 404, "key made up": 401}
    assert answer.status_code == may.get(who, 403), answer.text
    for action in ["offers", "reassign", "resolve", "cancel", "reopen", "notes"]:
        answer = visitors[who].post(f"{url}/999999/{action}.json", timeout=20)
        # Nothing is there; whoever may not is not told so.
        expected = {201: 404}.get(may.get(who), may.get(who, 403))
        assert answer.status_code == expected, (action, answer.text)


def test_the_workspace_leads_to_its_board(server, visitors):
    answer = ask(server, visitors["viewer"], "acme")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/w/acme/board")


def test_a_form_from_elsewhere_cannot_log_anybody_out(server, visitors):
    for data in [{"_csrf": ""}, {"_csrf": "nonsense"}]:
        answer = visitors["viewer"].post(f"{server.url}/logout", data=data, allow_redirects=False, timeout=20)
        assert answer.status_code == 400
    assert ask(server, visitors["viewer"], "acme/board").status_code == 200
