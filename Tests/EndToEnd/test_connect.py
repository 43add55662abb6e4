"""A phone with an app from the store, from the console's page to the board: the code is read as a camera reads it, the app
posts as the real one does, and a revoked secret is worth nothing."""
import base64
import html
import json
import re
import subprocess
import time
import urllib.parse

import pytest
import requests
from people import add_member, log_in
from responding import LIMIT, tells_place, until
from rooms import csrf

SLUG = "acme"


@pytest.fixture(scope="module")
def console(server):
    server.workspace(SLUG)
    session = log_in(server, add_member(server, SLUG, "admin@acme.example", "admin"))
    session.token = csrf(session, f"{server.url}/w/{SLUG}/board")
    return session


@pytest.fixture(scope="module")
def key(server, console):
    return server.key(SLUG, "owner")


def post(server, session, path, **fields):
    return session.post(
        f"{server.url}{path}", data={"_csrf": session.token, **fields}, allow_redirects=False, timeout=LIMIT)


def connect(server, session, person, app, on_duty=60, on_mission=60):
    """The page that shows the code of a new device."""
    answer = post(server, session, f"/w/{SLUG}/responders/{person}/connect", app=app, name="", on_duty=on_duty,
                  on_mission=on_mission)
    assert answer.status_code == 200, answer.text
    return answer.text


def scan(page, folder):
    """What a camera reads from the first code of a page; drawn here dot by dot from the page's own drawing."""
    side = int(re.search(r'<svg class="qr" viewBox="0 0 (\d+) \1"', page)[1])
    path = re.search(r'<path fill="#000" d="([^"]+)"', page)[1]
    scale = 4
    rows = [bytearray(b"\xff" * side * scale) for _ in range(side)]
    for column, row, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        for place in range(int(column) * scale, (int(column) + int(length)) * scale):
            rows[int(row)][place] = 0
    image = folder / "code.pgm"
    image.write_bytes(f"P5 {side * scale} {side * scale} 255\n".encode() + b"".join(bytes(r) * scale for r in rows))
    done = subprocess.run(["zbarimg", "--raw", "-q", str(image)], capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def query(link):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))


def waiting(server, session, person):
    """What the page says of the newest device, as its poll reads it."""
    text = session.get(f"{server.url}/w/{SLUG}/responders/{person}/connect?fragment=1", timeout=LIMIT).text
    found = re.search(r'<div id="waiting" data-live>(.*?)</div>', text, re.S)
    return html.unescape(re.sub(r"<[^>]+>", " ", found[1])) if found else ""


def on_board(server, key, person):
    rows = server.get(f"/w/{SLUG}/board.json", key).json()["responders"]
    return next(row for row in rows if row["id"] == person)


def test_owntracks_is_scanned_reports_is_replaced_and_revoked(server, console, key, tmp_path):
    # Given the code on the page
    person = server.responder(SLUG, "Mirela Novak", "--profile", "family")
    page = connect(server, console, person, "owntracks")
    link = scan(page, tmp_path)
    assert html.unescape(re.search(r'href="(owntracks:[^"]+)"', page)[1]) == link
    settings = json.loads(base64.b64decode(query(link)["inline"]))
    assert "Waiting for the first report of OwnTracks" in waiting(server, console, person)

    # When the app posts as it does: first from a phone whose clock is wrong, then well
    def report(when, auth=None):
        return requests.post(
            settings["url"], auth=auth or (settings["username"], settings["password"]), timeout=LIMIT,
            json={"_type": "location", "lat": 46.05, "lon": 14.5, "acc": 9, "batt": 83, "bs": 1, "tst": int(when)})

    for when in (time.time() + 90_000, time.time()):
        answer = report(when)
        # A list; in it may be how often to report, because our code lets answers say so.
        assert (answer.status_code, type(answer.json())) == (200, list), answer.text

    # Then the page says so, and the board shows them
    said = until(lambda: "Got it" in waiting(server, console, person) and waiting(server, console, person))
    assert "battery 83 %, accuracy 9 m" in said
    row = on_board(server, key, person)
    assert (row["status"], row["lat"], row["battery_level"]) == ("online", 46.05, 0.83)
    text = console.get(f"{server.url}/w/{SLUG}/responders/{person}", timeout=LIMIT).text
    assert "1 record dropped: clock error" in text
    assert "From OwnTracks we do not get: whether a position is simulated;" in text

    # When the secret is replaced, the old one is worth nothing and the new one works
    device = int(re.search(rf"/w/{SLUG}/devices/(\d+)", page)[1])
    replaced = post(server, console, f"/w/{SLUG}/devices/{device}/replace").text
    assert report(time.time()).status_code == 401
    settings = json.loads(base64.b64decode(query(scan(replaced, tmp_path))["inline"]))
    assert report(time.time()).status_code == 200
    # And when it is revoked, nothing does
    device = int(re.search(rf"/w/{SLUG}/devices/(\d+)", replaced)[1])
    assert post(server, console, f"/w/{SLUG}/devices/{device}/revoke").status_code == 303
    assert report(time.time()).status_code == 401
    assert settings["password"] not in server.said(0)


def test_traccar_overland_and_colota_report_with_what_their_code_says(server, console, tmp_path):
    now = int(time.time())
    for app in ("traccar", "overland", "colota"):
        person = server.responder(SLUG, f"With {app}", "--profile", "family")
        link = scan(connect(server, console, person, app), tmp_path)
        if app == "traccar":
            answer = requests.post(query(link)["url"], timeout=LIMIT, data={
                "id": query(link)["id"], "lat": 46.05, "lon": 14.5, "timestamp": now, "accuracy": 9, "batt": 83})
        elif app == "overland":
            feature = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [14.5, 46.05]}, "properties": {
                "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)), "horizontal_accuracy": 9,
                "battery_level": 0.83, "battery_state": "unplugged"}}
            answer = requests.post(query(link)["url"], json={"locations": [feature]}, timeout=LIMIT,
                                   headers={"Authorization": f"Bearer {query(link)['token']}"})
        else:
            settings = json.loads(base64.b64decode(query(link)["config"]))
            answer = requests.post(
                settings["endpoint"], headers={"Authorization": f"Bearer {settings['auth']['bearerToken']}"},
                json={"lat": 46.05, "lon": 14.5, "acc": 9, "batt": 83, "bs": 1, "tst": now}, timeout=LIMIT)
        assert answer.status_code == 200, (app, answer.text)
        said = until(lambda: "Got it" in waiting(server, console, person) and waiting(server, console, person), app)
        assert "battery 83 %, accuracy 9 m" in said, app


def test_gpslogger_finds_its_profile_by_the_page_of_its_code(server, console, tmp_path):
    person = server.responder(SLUG, "With GPSLogger", "--profile", "family")
    page = requests.get(scan(connect(server, console, person, "gpslogger"), tmp_path), timeout=LIMIT)
    assert page.headers["Referrer-Policy"] == "no-referrer"
    link = html.unescape(re.search(r'href="gpslogger://properties/([^"]+)"', page.text)[1])
    profile = dict(line.split("=", 1) for line in requests.get(link, timeout=LIMIT).text.splitlines())
    answer = requests.post(
        profile["log_customurl_url"], timeout=LIMIT,
        auth=(profile["log_customurl_basicauth_username"], profile["log_customurl_basicauth_password"]),
        data=f"lat=46.05&lon=14.5&acc=9.0&batt=83.0&timestamp={int(time.time())}&prov=gps&")
    assert answer.status_code == 200, answer.text
    until(lambda: "Got it" in waiting(server, console, person))


def test_two_hundred_cards_are_made_at_once_and_each_works(server, console, tmp_path):
    people = "name,phone,profile\n" + "".join(f"Card {n},,family\n" for n in range(200))
    answer = post(server, console, f"/w/{SLUG}/connect", app="colota", on_duty=60, on_mission=60, list=people)
    assert answer.status_code == 200, answer.text[:2_000]
    cards = re.findall(r'<li class="phone-card">.*?</li>\s*(?=<li class="phone-card">|</ul>)', answer.text, re.S)
    assert len(cards) == 200
    secrets = set()
    for card in cards[::40]:
        settings = json.loads(base64.b64decode(query(scan(card, tmp_path))["config"]))
        secrets.add(settings["auth"]["bearerToken"])
        sent = requests.post(
            settings["endpoint"], headers={"Authorization": f"Bearer {settings['auth']['bearerToken']}"},
            json={"lat": 46.05, "lon": 14.5, "tst": int(time.time())}, timeout=LIMIT)
        assert sent.status_code == 200, sent.text
    assert len(secrets) == 5


def test_their_own_page_serves_duty_offers_and_requests_without_a_login(server, console, key):
    # Given somebody who is on duty by their own page, and whose phone is seen on the board
    person = server.responder(SLUG, "Own Page", "--profile", "family")
    token = server.token(SLUG, person)
    made = post(server, console, f"/w/{SLUG}/responders/{person}/own-link", do="make", days=9).text
    own = html.unescape(re.search(r"<code>(http[^<]+/me/[^<]+)</code>", made)[1])
    nobody = requests.Session()

    def do(path, **fields):
        return nobody.post(f"{own}/{path}", data=fields, allow_redirects=False, timeout=LIMIT)

    for state in ("off", "on"):
        assert do("duty", duty=state).status_code == 303
    sent = requests.post(
        f"{server.url}/app/v1/locations/batch", timeout=LIMIT, json={"pings": [{"lat": 46.05, "lng": 14.5, "is_mock": False}]},
        headers={"Authorization": f"Bearer {token}", "X-Idempotency-Key": "own-page"})
    assert sent.status_code == 201, sent.text
    until(lambda: on_board(server, key, person)["status"] == "online")

    # When an incident is offered to them, they take it there, arrive, and are done
    opened = requests.post(
        f"{server.url}/w/{SLUG}/incidents", timeout=LIMIT,
        headers={"Authorization": f"Bearer {key}", "Idempotency-Key": "own-page"},
        json={"title": "A fall", "lat": 46.05, "lng": 14.5, "asking": {"mode": "parallel", "picks": [person], "answer_s": 600}})
    assert opened.status_code == 201, opened.text
    text = until(lambda: (t := nobody.get(own, timeout=LIMIT).text) and 'value="accept"' in t and t)
    assert "A fall" not in text, "what it is, is for whoever takes it"
    offer = re.search(r'name="offer" value="(\d+)"', text)[1]
    assert do("offers", offer=int(offer) + 1, answer="accept").status_code == 404
    assert do("offers", offer=offer, answer="accept").headers["Location"].endswith("?done=taken")
    text = nobody.get(own, timeout=LIMIT).text
    assert "A fall" in text
    # Not off duty in between
    assert do("duty", duty="off").headers["Location"].endswith("?done=mission")
    assignment = re.search(r'name="assignment" value="(\d+)"', text)[1]
    for report in ("arrived", "complete"):
        assert do("assignment", assignment=assignment, report=report).status_code == 303
    incident = server.get(f"/w/{SLUG}/incidents/{opened.json()['id']}.json", key).json()
    assert incident["state"] == "resolved"

    # Then their requests wait in the inbox, and the link ends when it is taken back
    assert do("requests", kind="export").status_code == 303
    assert "Own Page" in console.get(f"{server.url}/w/{SLUG}/requests", timeout=LIMIT).text
    history = nobody.get(f"{own}/history", timeout=LIMIT)
    assert "46.05000, 14.50000" in history.text
    assert post(server, console, f"/w/{SLUG}/responders/{person}/own-link", do="revoke").status_code == 303
    assert nobody.get(own, timeout=LIMIT).status_code == 404
    assert do("duty", duty="off").status_code == 404
    # Neither link nor place is in the log
    said = server.said(0)
    assert own.rsplit("/", 1)[1] not in said and not tells_place(said)
