"""Statements that go out by mail, to a mail server on loopback."""
import email
import email.policy
import hashlib
import os
import pathlib
import re
import socket
import sys
import time
from datetime import datetime, timedelta, timezone

import pytest
import requests
from people import add_member, log_in
from responding import until
from rooms import bearer

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import mail_server  # noqa: E402

LIMIT = 120
PRINTS = os.path.exists("/usr/bin/weasyprint")
JUDGE = "judge@example.org"


class Desk:
    """The workspace `acme` with a person who has reported, and its auditor in a browser."""

    def __init__(self, rollcall, port, name="Barbara Potočnik"):
        self.rollcall = rollcall
        self.start(port)
        self.person = rollcall.responder("acme", name)
        self.token = rollcall.token("acme", self.person)
        self.report(0)
        self.browser = log_in(rollcall, add_member(rollcall, "acme", "eva@example.org", "auditor"))
        now = datetime.now(timezone.utc)
        self.asked = {"from": (now - timedelta(hours=4)).isoformat(), "to": (now - timedelta(seconds=0)).isoformat()}

    def start(self, port):
        settings = [f"ROLLCALL_SMTP_URL=smtp://127.0.0.1:{port}", "ROLLCALL_SMTP_FROM=rollcall@example.org"] if port else []
        self.rollcall.start(["env", "ROLLCALL_PUBLIC_URL=https://console.example", *settings])

    def report(self, number):
        answer = requests.post(
            f"{self.rollcall.url}/app/v1/locations", json={"lat": 46.05, "lng": 14.5, "is_mock": False, "sequence": number},
            headers={"Authorization": f"Bearer {self.token}"}, timeout=20)
        assert answer.status_code == 201, answer.text

    def url(self, path):
        return f"{self.rollcall.url}/w/acme/{path}"

    def page(self):
        answer = self.browser.get(self.url(f"responders/{self.person}/statement"), params=self.asked, timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        return answer.text

    def send(self, recipient=JUDGE, page=None):
        """Sends the form as it stands on the page of the statement; the answer, and the fields that were sent."""
        page = page or self.page()
        form = page.split(f'action="/w/acme/responders/{self.person}/statement/mail"', 1)[1].split("</form>")[0]
        fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
        assert set(fields) == {"_csrf", "from", "to", "known"}
        answer = self.browser.post(
            self.url(f"responders/{self.person}/statement/mail"), data={**fields, "recipient": recipient},
            allow_redirects=False, timeout=LIMIT)
        return answer, fields

    def list(self):
        answer = self.browser.get(self.url("reports/statements"), timeout=LIMIT)
        assert answer.status_code == 200
        return answer.text

    def entries(self, action):
        answer = self.browser.get(self.url("audit.json"), params={"action": action}, timeout=LIMIT)
        return answer.json()["entries"]


def read(sent):
    mail = email.message_from_bytes(sent["data"], policy=email.policy.default)
    return mail, mail.get_body(("plain",)).get_content(), list(mail.iter_attachments())


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def test_a_statement_goes_to_a_mailbox_with_its_sums_and_the_head_of_the_audit(rollcall, tmp_path):
    with mail_server.MailServer() as server:
        desk = Desk(rollcall, server.port)
        answer, asked = desk.send()
        assert answer.status_code == 303 and answer.headers["Location"] == "/w/acme/reports/statements?sent=1", answer.text
        # A second click sends nothing.
        again = desk.browser.post(
            desk.url(f"responders/{desk.person}/statement/mail"), data={**asked, "recipient": JUDGE}, timeout=LIMIT)
        assert again.status_code == 409
        [sent] = until(lambda: server.mails, limit=LIMIT)
        assert sent["recipients"] == [JUDGE]
        mail, text, [part] = read(sent)
        assert "Barbara" not in mail["Subject"] and mail["Subject"].startswith("Workspace acme: statement ")
        assert "Statement about Barbara Potočnik" in text and "Sent by eva@example.org." in text
        question = {name: asked[name] for name in ("from", "to", "known")}
        json = desk.browser.get(desk.url(f"responders/{desk.person}/statement.json"), params=question, timeout=LIMIT)
        assert f"SHA-256 of statement.json: {hashlib.sha256(json.content).hexdigest()}" in text
        assert f"https://console.example/w/acme/responders/{desk.person}/statement?from=" in text
        assert rollcall.stands(tmp_path / "mail.eml", sent["data"]), "the end of the audit stands in it"
        body = part.get_payload(decode=True)
        if PRINTS:
            assert part.get_content_type() == "application/pdf" and body.startswith(b"%PDF-")
        else:
            assert part.get_content_type() == "text/html" and b"<style>" in body and b"<link" not in body
        assert re.fullmatch(r"statement-barbara-potocnik-[0-9-]+\.(pdf|html)", part.get_filename())
        until(lambda: "Taken by the mail server" in desk.list())
        [ordered] = desk.entries("statement.mail")
        [taken] = desk.entries("statement.mailed")
        sha256 = re.search("on its cover: ([0-9a-f]{64})", text)[1]
        assert f"sha256 {sha256}, mail 1, recipient sha256 {hashlib.sha256(JUDGE.encode()).hexdigest()}" in ordered["detail"]
        assert ordered["actor_name"].startswith("eva@example.org") and ordered["subject"] == f"responder {desk.person}"
        assert taken["actor"] == "rollcall" and hashlib.sha256(body).hexdigest() in taken["detail"]
        assert "judge@" not in str([ordered, taken]) and "judge@" not in rollcall.log.read_text()


def test_an_unreachable_mail_server_is_shown_and_a_kill_loses_nothing(rollcall):
    desk = Desk(rollcall, free_port())
    assert desk.send()[0].status_code == 303
    until(lambda: "The mail server cannot be reached" in desk.list(), limit=LIMIT)
    assert "again at" in desk.list()
    rollcall.kill9()
    with mail_server.MailServer() as server:
        # What the mail server refuses for now is tried again, under the same id.
        server.refuse["DATA"] = [451]
        desk.start(server.port)
        desk.report(1)
        until(lambda: server.mails, limit=LIMIT)
        until(lambda: "Taken by the mail server" in desk.list())
        time.sleep(1.5)
        [sent] = server.mails
        assert read(sent)[0]["Message-ID"].startswith("<stm_")
        assert len(desk.entries("statement.mailed")) == 1


def test_an_end_while_it_is_printed_or_sent_is_soon_and_loses_nothing(rollcall):
    with mail_server.MailServer() as server:
        desk = Desk(rollcall, server.port)
        assert desk.send()[0].status_code == 303
        began = time.monotonic()
        assert rollcall.stop() == 0
        assert time.monotonic() - began < 15
        desk.start(server.port)
        until(lambda: server.mails, limit=LIMIT)
        until(lambda: "Taken by the mail server" in desk.list())
        time.sleep(1.5)
        assert len(server.mails) == 1


def test_what_was_erased_meanwhile_is_not_sent(rollcall):
    desk = Desk(rollcall, free_port())
    assert desk.send()[0].status_code == 303
    until(lambda: "The mail server cannot be reached" in desk.list(), limit=LIMIT)
    owner = bearer(rollcall.key("acme", "owner"))
    answer = owner.post(
        desk.url(f"responders/{desk.person}/erase"), data={"confirm": f"erase {desk.person}"}, allow_redirects=False, timeout=LIMIT)
    assert answer.status_code == 303, answer.text
    assert rollcall.stop() == 0
    with mail_server.MailServer() as server:
        desk.start(server.port)
        time.sleep(8)
        assert server.mails == []


def test_without_a_mail_server_the_page_says_what_is_missing(rollcall):
    desk = Desk(rollcall, None)
    page = desk.page()
    assert "--smtp-url" in page and "statement/mail" not in page
    assert "--smtp-url" in desk.list()


@pytest.mark.skipif(not PRINTS, reason="weasyprint is not installed")
def test_what_a_name_names_is_not_fetched(rollcall):
    """A name is a name: in the PDF, too, and nobody on the network is asked for anything."""
    with socket.create_server(("127.0.0.1", 0)) as listener, mail_server.MailServer() as server:
        listener.setblocking(False)
        name = f'<img src="http://127.0.0.1:{listener.getsockname()[1]}/x.png"> file:///etc/passwd'
        desk = Desk(rollcall, server.port, name)
        key = bearer(rollcall.key("acme"))
        pdf = key.get(desk.url(f"responders/{desk.person}/statement.pdf"), params=desk.asked, timeout=LIMIT)
        assert pdf.status_code == 200 and pdf.content.startswith(b"%PDF-"), pdf.text[:300]
        assert desk.send()[0].status_code == 303
        until(lambda: server.mails, limit=LIMIT)
        with pytest.raises(BlockingIOError):
            listener.accept()
        assert read(server.mails[0])[2][0].get_content_type() == "application/pdf"
