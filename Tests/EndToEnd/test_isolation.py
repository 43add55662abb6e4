"""Nobody sees another workspace, and nobody sees more of their own than they may: every route, asked for by everybody,
with what belongs to others wherever something can be named."""
import urllib.parse

import pytest
import requests
from people import log_in
from rooms import LIMIT, Room, bearer, csrf
from routetable import CONSOLE, MEMBER, NOBODY, PERMISSIONS, PHONE, ROLES, ROUTES

OURS, THEIRS = ("ours", "wombat", (46.051234, 14.505678)), ("theirs", "heron", (41.237654, 13.768765))
LETS_IN = {True: (200, 201, 303, 308, 400, 404, 409, 415, 422), False: (403,)}
TAKES_FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def theirs(server, tmp_path_factory):
    return Room(server, *THEIRS, tmp_path_factory.mktemp("seed") / "theirs")


@pytest.fixture(scope="module")
def ours(server, theirs, tmp_path_factory):
    """Made after the other one: its own ids are larger than all of theirs."""
    room = Room(server, *OURS, tmp_path_factory.mktemp("seed") / "ours")
    room.owner_session = room.member("owner")
    room.csrf = csrf(room.owner_session, room.url("board"))
    return room


@pytest.fixture(scope="module")
def members(ours):
    """For each role a login and a key."""
    found = {("key", "owner"): ours.key, ("login", "owner"): ours.owner_session}
    for role in ROLES[1:]:
        found["key", role], found["login", role] = bearer(ours.issue_key(role)), ours.member(role)
    return found


@pytest.fixture(scope="module")
def outsiders(server, ours, theirs):
    """Who has no business there, and whether a login would help."""
    key = ours.server.cli("api-key", "issue", "ours", "--name", "revoked", "--role", "owner")["api_key"]
    server.cli("api-key", "revoke", "ours", "--name", "revoked")
    gone = log_in(server, ours.owner)
    answer = gone.post(f"{server.url}/logout", data={"_csrf": csrf(gone, ours.url("board"))}, allow_redirects=False)
    assert answer.status_code == 303
    forged = requests.Session()
    forged.headers["Cookie"] = "rollcall=" + "A" * 43
    return {
        "a stranger": (requests.Session(), True), "a login that was ended": (gone, True), "a forged cookie": (forged, True),
        "a revoked key": (bearer(key), False), "a key that was made up": (bearer("rck_" + "A" * 43), False),
        "our phone": (bearer(ours.phone_token), False), "their phone": (bearer(theirs.phone_token), False)}


def form(route, text):
    """The body by which a page of ours would act."""
    if route.takes_file:
        return {"data": dict(urllib.parse.parse_qsl(text)), "files": {"track": ("track", b"x")}}
    return {"headers": TAKES_FORM, "data": text}


def send(server, session, route, path, **body):
    if route.method != "GET" and not body:
        body = form(route, "x=") if not route.takes_json else {"json": {}}
    # A busy machine may not print a file in its time: then it is asked for again.
    for _ in range(3):
        answer = session.request(route.method, server.url + path, allow_redirects=False, timeout=LIMIT, **body)
        if answer.status_code != 503 or not path.endswith(".pdf"):
            break
    return answer


def shows_nothing(room, answer):
    """Not one byte of a room is in an answer, but for what was said to it."""
    sent = f"{answer.request.url} {answer.request.body}".encode()
    everything = answer.content + str(answer.headers).encode()
    assert [trace for trace in room.traces() if trace in everything and trace not in sent] == []


def ids(routes):
    return {"argvalues": routes, "ids": map(str, routes)}


@pytest.mark.parametrize("route", **ids(CONSOLE))
def test_a_role_is_let_in_by_its_permission_and_not_without(server, ours, theirs, members, route):
    printed = False
    for (kind, role), session in members.items():
        may = route.may(role) and not (kind == "login" and route.is_for_programs)
        # Nothing is done: forms lack their token, and what keys name is not there.
        named = ours.ids.get(route.id) if route.method == "GET" else NOBODY
        path, right = route.path("ours", named), route.answer
        if may and path.endswith(".pdf"):
            # Printing takes seconds: one member has the file, the others are let in with a question that is none.
            path, right = (f"{path}?from=never", 400) if printed else (path, right)
            printed = True
        answer = send(server, session, route, path)
        expected = LETS_IN[may]
        if may and route.method == "GET":
            expected = (right,)
        elif may and kind == "login":
            expected = (400, 415)
        assert answer.status_code in expected, (kind, role, answer.status_code, answer.text[:500])
        shows_nothing(theirs, answer)
        if not may:
            shows_nothing(ours, answer)


@pytest.mark.parametrize("route", **ids(CONSOLE))
def test_another_workspace_is_not_there(server, ours, theirs, route):
    for session in (ours.owner_session, ours.key):
        for slug in ("theirs", "nowhere"):
            answer = send(server, session, route, route.path(slug, theirs.ids.get(route.id)))
            assert answer.status_code == 404, answer.text[:500]
            shows_nothing(theirs, answer)


@pytest.mark.parametrize("route", **ids(CONSOLE + MEMBER))
def test_outsiders_stay_outside(server, ours, theirs, outsiders, route):
    path = route.path("ours", ours.ids.get(route.id))
    for name, (session, may_log_in) in outsiders.items():
        answer = send(server, session, route, path)
        leads_to_login = route.audience == "member" or may_log_in and not route.is_data
        assert answer.status_code == (303 if leads_to_login else 401), (name, answer.text[:500])
        if leads_to_login:
            target = answer.headers["Location"]
            if route.audience == "member":
                assert target.startswith(("/login?next=%2Faccount", "/login?next=%2Fserver")), target
            else:
                assert target.startswith("/login?next=%2Fw%2Fours"), target
        else:
            assert answer.headers["WWW-Authenticate"]
        shows_nothing(ours, answer)


NAMED = [route for route in CONSOLE + MEMBER if route.id]


@pytest.mark.parametrize("route", **ids(NAMED))
def test_what_is_theirs_cannot_be_named_in_the_path(server, ours, theirs, route):
    before = theirs.everything()
    ours_sent = form(route, f"_csrf={ours.csrf}") if route.method != "GET" else {}
    for session, body in ((ours.owner_session, ours_sent), (ours.key, {})):
        answer = send(server, session, route, route.path("ours", theirs.ids[route.id]), **body)
        # A key has nothing of its own there: it is led to the login.
        is_led_away = session is ours.key and route.audience == "member" and answer.headers.get("Location", "").startswith("/login")
        assert is_led_away or answer.status_code in (403, 404), answer.text[:500]
        shows_nothing(theirs, answer)
    assert theirs.everything() == before


ATTEMPTS = [(route, attempt) for route in CONSOLE for attempt in route.attempts]


@pytest.mark.parametrize("route,attempt", ATTEMPTS, ids=[f"{route} {attempt}" for route, attempt in ATTEMPTS])
def test_what_is_theirs_cannot_be_named_elsewhere(server, ours, theirs, route, attempt):
    before = theirs.everything()
    path = route.path("ours", ours.ids.get(route.id))
    if attempt.kind == "query":
        answers = [send(server, session, route, path, params=attempt.fields(theirs.ids))
                   for session in (ours.owner_session, ours.key)]
    elif attempt.kind == "form":
        answers = [send(server, ours.owner_session, route, path, data=attempt.fields(theirs.ids) + [("_csrf", ours.csrf)]),
                   send(server, ours.key, route, path, data=attempt.fields(theirs.ids))]
    else:
        key = {"Idempotency-Key": f"{route} {attempt}".replace(" ", "-")[:200]}
        answers = [send(server, ours.key, route, path, json=attempt.document(theirs.ids), headers=key)]
    for answer in answers:
        # A filter by something that is not there finds nothing; a form that names it is refused.
        assert attempt.kind == "query" or answer.status_code in (400, 403, 404, 409, 422), answer.text[:500]
        assert answer.status_code < 500
        shows_nothing(theirs, answer)
    assert theirs.everything() == before


@pytest.mark.parametrize("route", **ids(PHONE))
def test_a_phone_sees_and_answers_what_is_its_own(server, ours, theirs, outsiders, members, route):
    before = theirs.everything()
    path = route.path("", theirs.ids.get(route.id))
    if route.id or route.method == "GET":
        answer = send(server, bearer(ours.phone_token), route, path)
        # What is sent to a visit or an event is read before it is looked up.
        expected = {"offer": (404,), "assignment": (404,), "visit": (400, 404), "event": (400, 404)}
        assert answer.status_code in expected.get(route.id, (200, 204)), answer.text
        shows_nothing(theirs, answer)
    strangers = [requests.Session(), ours.owner_session, ours.key, outsiders["a revoked key"][0]]
    for session in strangers:
        answer = send(server, session, route, path)
        assert answer.status_code == 401, answer.text
        shows_nothing(theirs, answer)
    assert theirs.everything() == before


def test_the_traces_that_are_looked_for_are_there_for_those_who_may(server, theirs):
    """The tests above would find nothing in empty pages either."""
    found = set()
    for route in CONSOLE:
        if route.method == "GET" and route.answer == 200:
            sought = {"params": {"q": theirs.word}} if str(route) in SEARCHES else {}
            content = send(server, theirs.key, route, route.path("theirs", theirs.ids.get(route.id)), **sought).content
            found |= {(trace, str(route)) for trace in theirs.traces() if trace in content}
    for trace in theirs.traces():
        assert len([one for one in found if one[0] == trace]) >= 5, trace
    silent = {str(route) for route in CONSOLE if route.method == "GET" and route.answer == 200} - {one[1] for one in found}
    assert silent <= SILENT


# What tells of nobody until it is asked for something.
SEARCHES = {"GET /w/{ws}/search.json", "GET /w/{ws}/where.json"}
# What is wrong, missed or doubtful, and nothing is; what counts phones; what has places, times or ids alone.
SILENT = {
    "GET /w/{ws}/alerts.json", "GET /w/{ws}/flags.json", "GET /w/{ws}/reports/gaps.csv", "GET /w/{ws}/reports/flags.csv",
    "GET /w/{ws}/reports/reliability.csv", "GET /w/{ws}/purges.csv", "GET /w/{ws}/responders/{id}/track.geojson",
    "GET /w/{ws}/incidents/{id}/candidates.json", "GET /w/{ws}/settings/escalation.json",
    "GET /w/{ws}/responders/{id}/duty-rule.json", "GET /w/{ws}/suspicious-positions.json", "GET /w/{ws}/reports/suspicious-positions.csv"}


def test_the_workspace_leads_to_its_board(server, ours, members):
    answer = members["login", "viewer"].get(f"{server.url}/w/ours", allow_redirects=False, timeout=LIMIT)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/w/ours/board")


def test_the_table_is_understood():
    assert {route.audience for route in ROUTES} - set(PERMISSIONS) <= {"anyone", "phone", "member"}
