"""Alerts that reach people: a real server, and receivers on loopback that answer as real ones do, also badly."""
import contextlib
import email
import email.policy
import pathlib
import re
import sqlite3
import sys
import uuid

import pytest
import requests
from certificates import Authority, Certificate
from responding import tells_place, until
from rooms import bearer

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import mail_server  # noqa: E402
import push_provider  # noqa: E402

LIMIT = 30


class Room:
    """The workspace `acme` with its channels; an alert is an incident that nobody can be asked about."""

    def __init__(self, rollcall):
        self.rollcall, self.key = rollcall, bearer(rollcall.key("acme", "owner"))

    def url(self, path):
        return f"{self.rollcall.url}/w/acme/{path}"

    def get(self, path):
        answer = self.key.get(self.url(path), timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        return answer

    def send(self, path, **form):
        answer = self.key.post(self.url(path), data={**form, "": ""}, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code in (200, 303), answer.text
        return answer

    def channel(self, name, kind, address, **form):
        """Makes a channel; its number, and the secret of a webhook."""
        answer = self.send("settings/channels", name=name, kind=kind, address=address, **form)
        secret = re.search(r"whsec_[A-Za-z0-9+/=]+", answer.text)
        page = self.get("settings/channels").text
        number = re.search(rf'settings/channels/(\d+)"><bdi>{name}<', page)[1]
        return int(number), secret and secret[0]

    def open(self, title="Fall"):
        answer = self.key.post(self.url("incidents"), headers={"Idempotency-Key": str(uuid.uuid4())}, timeout=LIMIT, json={
            "title": title, "lat": 46.0512, "lng": 14.5051})
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def cancel(self, incident):
        self.send(f"incidents/{incident}/cancel")

    def log(self, channel):
        return self.get(f"settings/channels/{channel}").text

    def said(self, channel, words):
        return until(lambda: words in self.log(channel), f"“{words}”")


@pytest.fixture
def provider():
    with push_provider.Provider() as running:
        yield running


def begin(rollcall, **environment):
    rollcall.start(["env", "ROLLCALL_PUSH_ALLOW_PRIVATE_NETWORKS=true", "ROLLCALL_PUBLIC_URL=https://console.example",
                    *(f"ROLLCALL_{name.upper()}={value}" for name, value in environment.items())])


def start(rollcall, **environment):
    begin(rollcall, **environment)
    return Room(rollcall)


@pytest.fixture
def room(rollcall):
    return start(rollcall)


def test_an_alert_reaches_a_webhook_signed_and_so_does_its_end(room, provider):
    channel, secret = room.channel("Pager", "webhook", f"{provider.url}/hooks/pager")
    provider.control({"webhook_secrets": [secret]})
    incident = room.open(title="Mrs Kranjc fell")
    [first] = until(lambda: provider.received("/hooks/pager"))
    assert first["problem"] is None and first["status"] == 204
    assert first["body"]["type"] == "alert.opened"
    data = first["body"]["data"]
    assert data["kind"] == "IncidentUnassigned" and data["critical"] is True and data["closed_at"] is None
    assert data["url"] == "https://console.example/w/acme/alerts" and f"INC-{incident}" in data["title"]
    assert "Kranjc" not in str(first) and not tells_place(str(first["body"]))
    room.cancel(incident)
    second = until(lambda: provider.received("/hooks/pager")[1:])[0]
    assert second["problem"] is None and second["body"]["type"] == "alert.closed"
    assert second["headers"]["webhook-id"] != first["headers"]["webhook-id"]
    until(lambda: room.log(channel).count("Taken (204)") == 2)
    counted = 'rollcall_notices_total{workspace="acme",channel_kind="webhook",result="delivered"} 2\n'
    until(lambda: counted in requests.get(f"{room.rollcall.url}/metrics", timeout=LIMIT).text)
    # With another secret both sign.
    renewed = re.search(r"whsec_[A-Za-z0-9+/=]+", room.send(f"settings/channels/{channel}/secret").text)[0]
    for number, known in enumerate((secret, renewed), 1):
        provider.control({"webhook_secrets": [known]})
        room.send(f"settings/channels/{channel}/test")
        tests = until(lambda: len(found := [one for one in provider.received("/hooks/pager") if one["body"]["type"] == "test"])
                      == number and found)
        assert tests[-1]["problem"] is None
        until(lambda: room.log(channel).count("Taken (204)") == 2 + number)


def test_what_fails_is_tried_again_under_the_same_id_and_refusals_are_not(room, provider):
    slow, _ = room.channel("Slow", "webhook", f"{provider.url}/hooks/slow")
    bad, _ = room.channel("Bad", "webhook", f"{provider.url}/hooks/bad")
    gone, _ = room.channel("Gone", "webhook", f"{provider.url}/hooks/gone")
    broken, _ = room.channel("Broken", "webhook", f"{provider.url}/hooks/broken")
    # What is tried again fails until the log was read: the next attempt replaces its line.
    provider.answer("/hooks/slow", *[500] * 100)
    provider.answer("/hooks/bad", 404)
    provider.answer("/hooks/gone", 410)
    provider.answer("/hooks/broken", *["drop"] * 100)
    room.open()
    room.said(bad, "The server refuses the message (404)")
    room.said(gone, "Rollcall has switched it off")
    room.said(broken, "The connection broke")
    room.said(slow, "The server failed (500)")
    provider.answer("/hooks/broken")
    provider.answer("/hooks/slow", {"status": 429, "headers": {"Retry-After": "1"}})
    entries = until(lambda: (found := provider.received("/hooks/slow"))[-1]["status"] == 204 and found, limit=90)
    assert len(entries) >= 3 and entries[-2]["status"] == 429
    assert len({entry["headers"]["webhook-id"] for entry in entries}) == 1
    room.said(slow, "Taken (204)")
    assert len(provider.received("/hooks/bad")) == 1
    # Whoever wants no more is told no more.
    room.open()
    until(lambda: len(provider.received("/hooks/bad")) == 2)
    assert len(provider.received("/hooks/gone")) == 1
    room.said(broken, "Taken (204)")


def test_a_server_that_does_not_answer_holds_up_neither_other_channels_nor_uploads(room, provider):
    room.channel("Mute", "webhook", f"{provider.url}/hooks/mute")
    room.channel("Quick", "webhook", f"{provider.url}/hooks/quick")
    provider.answer("/hooks/mute", *[{"wait": 600}] * 5)
    person = room.rollcall.responder("acme", "Ana")
    phone = bearer(room.rollcall.token("acme", person))
    room.open()
    until(lambda: provider.received("/hooks/mute"))
    until(lambda: provider.received("/hooks/quick"))
    answer = phone.post(f"{room.rollcall.url}/app/v1/locations", json={"lat": 46.0512, "lng": 14.5051, "is_mock": False}, timeout=LIMIT)
    assert answer.status_code == 201
    assert room.rollcall.stop() == 0


def test_a_message_that_waited_when_the_server_was_killed_is_sent_after_the_restart(rollcall, provider):
    room = start(rollcall)
    channel, _ = room.channel("Pager", "webhook", f"{provider.url}/hooks/pager")
    provider.answer("/hooks/pager", {"wait": 600})
    room.open()
    [before] = until(lambda: provider.received("/hooks/pager"))
    rollcall.kill9()
    begin(rollcall)
    after = until(lambda: provider.received("/hooks/pager")[1:])[0]
    assert after["headers"]["webhook-id"] == before["headers"]["webhook-id"]
    room.said(channel, "Taken (204)")


def test_an_address_inside_is_refused_unless_the_operator_allows_it(rollcall, provider):
    rollcall.start()
    room = Room(rollcall)
    address = provider.url.replace("http:", "https:") + "/hooks/inside"
    channel, _ = room.channel("Inside", "webhook", address)
    room.send(f"settings/channels/{channel}/test")
    room.said(channel, "The server is in a private network")
    assert provider.received() == []
    answer = room.key.post(room.url("settings/channels"), timeout=LIMIT, data={
        "name": "Plain", "kind": "webhook", "address": f"{provider.url}/hooks/inside"})
    assert answer.status_code == 400


def test_a_topic_of_ntfy_hears_how_loud_it_is(room, provider):
    provider.control({"ntfy_token": "tk_mine"})
    channel, _ = room.channel("Night", "ntfy", f"{provider.url}/rc-night", token="tk_mine")
    incident = room.open()
    [entry] = until(lambda: provider.received("rc-night"))
    assert entry["status"] == 200 and entry["body"]["priority"] == 5 and f"INC-{incident}" in entry["body"]["title"]
    room.cancel(incident)
    second = until(lambda: provider.received("rc-night")[1:])[0]
    assert second["body"]["priority"] == 2
    assert "tk_mine" not in room.log(channel)


def test_a_server_inside_is_believed_with_the_file_of_its_authority(rollcall, tmp_path):
    authority = Authority(tmp_path)
    with push_provider.Provider(certificate=authority.sign(tmp_path)) as provider:
        room = start(rollcall)
        channel, secret = room.channel("Pager", "webhook", f"{provider.url}/hooks/pager")
        provider.control({"webhook_secrets": [secret]})
        room.send(f"settings/channels/{channel}/test")
        room.said(channel, "certificate is not trusted")
        assert provider.received() == []
        rollcall.kill9()
        begin(rollcall, push_ca_file=authority.certificate)
        room.send(f"settings/channels/{channel}/test")
        # The first message may come again beside the second.
        for entry in until(lambda: provider.received("/hooks/pager")):
            assert entry["problem"] is None and entry["status"] == 204


# Mail


@pytest.fixture
def certificate(tmp_path):
    return Certificate(tmp_path, "mail")


def mail_settings(server, certificate=None, login=None):
    settings = {"smtp_url": f"smtp://localhost:{server.port}", "smtp_from": "rollcall@example.org"}
    if certificate:
        settings["smtp_ca"] = certificate.certificate
    if login:
        settings |= {"smtp_user": login[0], "smtp_password": login[1]}
    return settings


def test_mail_comes_over_starttls_with_a_login_and_can_be_read(rollcall, certificate, tmp_path):
    login = ("rollcall", "pässwörd")
    with mail_server.MailServer(certificate, login) as server:
        room = start(rollcall, **mail_settings(server, certificate, login))
        server.unknown.add("gone@example.org")
        channel, _ = room.channel("Službujoči", "mail", "ana@example.org, gone@example.org, bor@example.org")
        incident = room.open()
        [mail] = until(lambda: server.mails)
        assert mail["secured"] and mail["user"] == "rollcall" and mail["sender"] == "rollcall@example.org"
        assert mail["recipients"] == ["ana@example.org", "bor@example.org"]
        message = email.message_from_bytes(mail["data"], policy=email.policy.default)
        assert message["Subject"].startswith("Workspace acme: Unassigned incident") and f"INC-{incident}" in message["Subject"]
        assert message["Auto-Submitted"] == "auto-generated" and message["Message-ID"].endswith("@example.org>")
        assert message["Date"].datetime is not None and message.get_content_charset() == "utf-8"
        assert "https://console.example/w/acme/alerts" in message.get_content()
        assert rollcall.stands(tmp_path / "mail.eml", mail["data"]), "the end of the audit stands in it"
        room.said(channel, "Taken (250)")
        assert "pässwörd" not in rollcall.log.read_text()


def test_mail_that_is_refused_for_now_is_tried_again_and_one_that_is_refused_is_not(rollcall):
    with mail_server.MailServer() as server:
        server.refuse["DATA"] = [451] * 100
        room = start(rollcall, **mail_settings(server))
        channel, _ = room.channel("Night", "mail", "ana@example.org")
        room.send(f"settings/channels/{channel}/test")
        room.said(channel, "The mail server answered 451")
        server.refuse["DATA"] = [554]
        until(lambda: "The mail server refuses the mail (554)" in room.log(channel), limit=90)
        assert server.mails == []


def test_mail_is_not_sent_to_a_server_with_another_certificate(rollcall, certificate, tmp_path):
    other = Certificate(tmp_path, "other")
    with mail_server.MailServer(certificate) as server:
        room = start(rollcall, **mail_settings(server, other))
        channel, _ = room.channel("Night", "mail", "ana@example.org")
        room.send(f"settings/channels/{channel}/test")
        room.said(channel, "certificate is not trusted")
        assert server.mails == []


def test_each_step_of_an_incident_reaches_a_webhook_that_wants_it_without_title_place_and_names(room, provider):
    channel, secret = room.channel("Follower", "webhook", f"{provider.url}/hooks/follower")
    provider.control({"webhook_secrets": [secret]})
    page = f"settings/channels/{channel}"
    room.send(page, name="Follower", address=f"{provider.url}/hooks/follower", on="on", incidents="on")
    assert "Beginnings" not in room.get("settings/channels").text and "incidents" in room.get("settings/channels").text
    person = room.rollcall.responder("acme", "Ana Novak")
    incident = room.open(title="Mrs Kranjc fell")
    answer = room.key.post(room.url(f"incidents/{incident}/calls"), timeout=LIMIT, json={
        "responder_id": person, "result": "accepts", "note": "on the radio"})
    assert answer.status_code == 200, answer.text
    for act in ("on-the-way", "arrived", "release"):
        answer = room.key.post(
            room.url(f"incidents/{incident}/{act}.json"), json={"responder_id": person}, timeout=LIMIT)
        assert answer.status_code == 200, answer.text
    answer = room.key.post(room.url(f"incidents/{incident}/edit.json"), json={"title": "She is well"}, timeout=LIMIT)
    assert answer.status_code == 200, answer.text
    room.cancel(incident)

    def told():
        found = [one["body"] for one in provider.received("/hooks/follower")]
        return found and found[-1]["type"] == "incident.cancelled" and found
    messages = until(told, "the end of the incident")
    kinds = [message["type"].removeprefix("incident.") for message in messages]
    for kind in ("opened", "unassigned", "accepted", "on_the_way", "arrived", "released", "changed", "cancelled"):
        assert kind in kinds, kinds
    assert kinds.index("opened") < kinds.index("accepted") < kinds.index("arrived") < kinds.index("released")
    accepted = messages[kinds.index("accepted")]["data"]
    assert (accepted["incident_id"], accepted["reference"], accepted["responder_id"]) == (incident, f"INC-{incident}", person)
    assert accepted["url"] == f"https://console.example/w/acme/incidents/{incident}"
    for secret in ("Kranjc", "Novak", "well", "radio"):
        assert secret not in str(messages)
    assert not tells_place(str(messages))
    assert all(one["problem"] is None for one in provider.received("/hooks/follower"))


def test_escalation_is_set_on_its_page_and_by_programs_and_mistakes_are_named(room, provider):
    channel, _ = room.channel("Night", "webhook", f"{provider.url}/hooks/night")
    room.send("settings/escalation", channel1=channel, minutes1="5", channel2=channel, minutes2="60", only_critical="on")
    read = room.get("settings/escalation.json").json()
    assert read == {"only_critical": True, "steps": [
        {"channel_id": channel, "after_s": 300}, {"channel_id": channel, "after_s": 3600}]}
    page = room.get("settings/escalation").text
    assert 'value="5"' in page and 'value="60"' in page
    wrong = room.key.post(room.url("settings/escalation"), data={"channel1": channel, "minutes1": "0"}, timeout=LIMIT)
    assert wrong.status_code == 400 and "1 to 1,440 minutes" in wrong.text

    def post(body):
        return room.key.post(room.url("settings/escalation.json"), json=body, timeout=LIMIT)
    for body, field in (({}, "steps"), ({"steps": [{"channel_id": channel, "after_s": 59}]}, "steps.0.after_s"),
                        ({"steps": [{"channel_id": 999, "after_s": 60}]}, "steps"),
                        ({"steps": [], "only_critical": 1}, "only_critical")):
        answer = post(body)
        assert answer.status_code == 400 and answer.json()["data"]["errors"][0]["field"] == field, answer.text
    assert room.get("settings/escalation.json").json() == read
    assert post({"steps": []}).json() == {"only_critical": True, "steps": []}
    dispatcher = bearer(room.rollcall.key("acme", "dispatcher"))
    assert dispatcher.get(room.url("settings/escalation.json"), timeout=LIMIT).status_code == 403


def hurry(rollcall, *waits):
    """A step waits a minute at least. A server that is down is given steps of milliseconds in its file."""
    assert rollcall.stop() == 0
    with contextlib.closing(sqlite3.connect(rollcall.database)) as db, db:
        db.execute("PRAGMA ignore_check_constraints = 1")
        for place, wait in enumerate(waits):
            assert db.execute("UPDATE escalation_step SET after_ms = ? WHERE place = ?", (wait, place)).rowcount == 1
    begin(rollcall)


def test_one_channel_after_the_other_is_told_until_somebody_acknowledges_and_none_afterwards(room, provider):
    first, _ = room.channel("First", "webhook", f"{provider.url}/hooks/first")
    second, _ = room.channel("Second", "webhook", f"{provider.url}/hooks/second")
    room.send("settings/escalation", channel1=first, minutes1="1", channel2=second, minutes2="2", only_critical="on")
    hurry(room.rollcall, 1_000, 2_000)

    def told(incident):
        """The channels that were told because nobody acknowledged an incident's alert, in order."""
        return [entry["token"].rsplit("/", 1)[-1] for entry in provider.received()
                if entry["body"]["type"] == "alert.escalated" and f"INC-{incident}" in entry["body"]["data"]["title"]]

    def alert(incident):
        return next(one for one in room.get("alerts.json").json()["alerts"] if one["incident_id"] == incident)

    quiet = room.open(title="Mrs Kranjc fell")
    until(lambda: len(told(quiet)) >= 4)
    assert told(quiet)[:4] == ["first", "second", "first", "second"]
    assert "Kranjc" not in str(provider.received())
    room.send(f"alerts/{alert(quiet)['id']}/acknowledge", note="I see to it")
    before = len(told(quiet))
    assert alert(quiet)["acknowledged"]["note"] == "I see to it" and alert(quiet)["closed_at"] is None
    # While another alert goes twice round, nothing more is said of this one.
    other = room.open()
    until(lambda: len(told(other)) >= 4)
    assert len(told(quiet)) == before
    # The end of the other one ends its messages, too.
    room.cancel(other)
    until(lambda: alert(other)["closed_at"])
    after = len(told(other))
    third = room.open()
    until(lambda: len(told(third)) >= 3)
    assert (len(told(quiet)), len(told(other))) == (before, after)
