"""Reports that are made again and again, into a folder of the server."""
import csv
import email.policy
import hashlib
import io
import json
import pathlib
import re
import sqlite3
import stat
import sys

import pytest
from responding import until
from rooms import bearer

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Fakes"))
import mail_server  # noqa: E402
import push_provider  # noqa: E402

LIMIT = 30


class Office:
    """The workspace `acme`, its auditor, and the folder `reports`."""

    def __init__(self, rollcall, folder, *settings):
        self.rollcall, self.folder, self.settings = rollcall, folder, settings
        self.start()
        self.key = bearer(rollcall.key("acme", "auditor"))

    def start(self):
        self.rollcall.start([
            "env", f"ROLLCALL_REPORTS={self.folder}", "ROLLCALL_PUSH_ALLOW_PRIVATE_NETWORKS=true",
            "ROLLCALL_PUBLIC_URL=https://console.example", *self.settings])

    def url(self, path):
        return f"{self.rollcall.url}/w/acme/{path}"

    def page(self):
        answer = self.key.get(self.url("reports/schedules"), timeout=LIMIT)
        assert answer.status_code == 200
        return answer.text

    def schedule(self, **form):
        answer = self.key.post(self.url("reports/schedules"), data={"hour": "0", **form}, allow_redirects=False, timeout=LIMIT)
        assert answer.status_code == 303, answer.text

    def miss(self):
        """As if the server had been away since long ago."""
        assert self.rollcall.stop() == 0
        with sqlite3.connect(self.rollcall.database) as file:
            file.execute("UPDATE report_schedule SET done_to = 0")
        file.close()

    def files(self):
        return sorted(path for path in self.folder.glob("acme/*.csv"))


@pytest.fixture
def office(rollcall, tmp_path):
    folder = tmp_path / "reports"
    folder.mkdir()
    return Office(rollcall, folder)


def test_what_was_missed_is_made_up_once_and_is_known_again(office):
    office.schedule(kind="transitions", rhythm="day")
    office.schedule(kind="gaps", rhythm="month", region="North")
    assert office.files() == []
    office.miss()
    office.start()
    files = until(lambda: len(found := office.files()) == 2 and found)
    for path in files:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        until(lambda: path.name in office.page())
        note = path.with_name(f"{path.name}.audit.txt")
        assert until(note.exists) and office.rollcall.stands(note)
        assert hashlib.sha256(path.read_bytes()).hexdigest() in note.read_text()
        done = office.rollcall.run("verify-export", path, "--database", office.rollcall.database, "--json")
        assert done.returncode == 0 and json.loads(done.stdout.splitlines()[-1])["ok"] is True
    # The same rows as the page's own file of that day.
    name = next(path.name for path in files if path.name.startswith("transitions"))
    first, last = name[len("transitions-"):][:10], name[len("transitions-"):][11:21]
    answer = office.key.get(office.url("reports/transitions.csv"), params={"from": first, "to": last}, timeout=LIMIT)
    assert (office.folder / "acme" / name).read_bytes() == answer.content
    assert next(csv.reader(io.StringIO(answer.text)))[0] == "responder_id"
    # Once: a restart makes nothing anew.
    before = {path: path.stat().st_mtime_ns for path in files}
    assert office.rollcall.stop() == 0
    office.start()
    until(lambda: office.rollcall.is_healthy())
    entries = office.key.get(office.url("reports/exports.json"), timeout=LIMIT).json()["exports"]
    assert sorted(entry["kind"] for entry in entries if entry["actor"] == "rollcall") == ["gaps", "transitions"]
    assert {path: path.stat().st_mtime_ns for path in office.files()} == before
    assert not list(office.folder.rglob(".*"))


def test_the_audit_and_the_history_are_made_too_as_their_pages_give_them(office):
    for kind in ("audit", "history"):
        office.schedule(kind=kind, rhythm="day")
    office.miss()
    office.start()
    files = until(lambda: len(found := office.files()) == 2 and found)
    for path, kind in zip(files, ("audit", "history")):
        found = re.fullmatch(rf"{kind}-(\d{{4}}-\d\d-\d\d)-(\d{{4}}-\d\d-\d\d)\.csv", path.name)
        page = office.key.get(office.url(f"{kind}.csv"), params={"from": found[1], "to": found[2]}, timeout=LIMIT)
        assert page.status_code == 200 and path.read_bytes() == page.content
        done = office.rollcall.run("verify-export", path, "--database", office.rollcall.database, "--json")
        assert done.returncode == 0 and json.loads(done.stdout.splitlines()[-1])["ok"] is True


def test_a_report_that_cannot_be_written_says_so(office):
    office.schedule(kind="gaps", rhythm="day")
    office.miss()
    (office.folder / "acme").write_text("in the way")
    office.start()
    until(lambda: "Failed, tried again" in office.page())
    assert office.files() == []


def webhook(office, owner, name, address, **wishes):
    """A channel that is told of no alert; its page, and its secret."""
    form = {"name": name, "kind": "webhook", "address": address}
    answer = owner.post(office.url("settings/channels"), data=form, timeout=LIMIT)
    assert answer.status_code == 200, answer.text
    secret = re.search(r"whsec_[A-Za-z0-9+/=]+", answer.text)[0]
    page = owner.get(office.url("settings/channels"), timeout=LIMIT).text
    page = office.url("settings/channels/" + re.search(rf'settings/channels/(\d+)"><bdi>{name}<', page)[1])
    answer = owner.post(
        page, data={"name": name, "address": address, "on": "on", **wishes}, allow_redirects=False, timeout=LIMIT)
    assert answer.status_code == 303, answer.text
    return page, secret


def test_a_report_is_announced_by_a_signed_message(office):
    owner = bearer(office.rollcall.key("acme", "owner"))
    office.rollcall.responder("acme", "Ana")
    with push_provider.Provider() as receiver:
        wishing, secret = webhook(office, owner, "Archive", f"{receiver.url}/hooks/archive", reports="on")
        other, _ = webhook(office, owner, "Pager", f"{receiver.url}/hooks/pager")
        receiver.control({"webhook_secrets": [secret]})
        office.schedule(kind="availability", rhythm="day")
        office.miss()
        office.start()
        [told] = until(lambda: receiver.received("/hooks/archive"))
        assert told["problem"] is None and told["body"]["type"] == "report.made"
        [file] = office.files()
        content = file.read_bytes()
        rows = len(list(csv.reader(io.StringIO(content.decode(), newline="")))) - 1
        sha256 = hashlib.sha256(content).hexdigest()
        # The name says which days: a day, and the one after it.
        assert re.fullmatch(r"availability-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv", file.name)
        data = told["body"]["data"]
        assert (data["file"], data["rows"], data["sha256"], data["workspace"]) == (file.name, rows, sha256, "acme")
        assert file.name in data["title"] and data["message"] == f"{rows} {'row' if rows == 1 else 'rows'}\nSHA-256 {sha256}"
        assert data["url"] == "https://console.example/w/acme/reports/schedules"
        log = until(lambda: "Taken (204)" in (text := owner.get(wishing, timeout=LIMIT).text) and text)
        assert "A scheduled report" in log
        # Who does not wish for it is not told.
        assert "A scheduled report" not in owner.get(other, timeout=LIMIT).text
        assert receiver.received("/hooks/pager") == []


def mailbox(office, owner, **wishes):
    """A channel of mail; its page."""
    form = {"name": "Mailbox", "kind": "mail", "address": "chief@example.org"}
    assert owner.post(office.url("settings/channels"), data=form, timeout=LIMIT).status_code in (200, 303)
    page = owner.get(office.url("settings/channels"), timeout=LIMIT).text
    page = office.url("settings/channels/" + re.search(r'settings/channels/(\d+)"><bdi>Mailbox<', page)[1])
    form = {"name": "Mailbox", "address": "chief@example.org", "on": "on", "reports": "on", **wishes}
    assert owner.post(page, data=form, allow_redirects=False, timeout=LIMIT).status_code == 303
    return page


def test_a_mail_carries_the_file_where_that_is_wished(rollcall, tmp_path):
    folder = tmp_path / "reports"
    folder.mkdir()
    with mail_server.MailServer() as server:
        office = Office(rollcall, folder, f"ROLLCALL_SMTP_URL=smtp://127.0.0.1:{server.port}", "ROLLCALL_SMTP_FROM=rollcall@example.org")
        owner = bearer(rollcall.key("acme", "owner"))
        rollcall.responder("acme", "Ana")
        page = mailbox(office, owner, attach="on")
        office.schedule(kind="transitions", rhythm="day")
        office.miss()
        office.start()
        [file] = until(office.files)
        content = file.read_bytes()
        [sent] = until(lambda: server.mails)
        mail = email.message_from_bytes(sent["data"], policy=email.policy.default)
        text = mail.get_body(("plain",)).get_content()
        attached = list(mail.iter_attachments())
        until(lambda: "Taken (250)" in owner.get(page, timeout=LIMIT).text)
        [part] = attached
        assert (part.get_filename(), part.get_content_type()) == (file.name, "text/csv")
        assert part.get_payload(decode=True) == content
        assert rollcall.stands(tmp_path / "mail.eml", sent["data"]), "the end of the audit stands in it"
        assert "The file is attached." in text and hashlib.sha256(content).hexdigest() in text
        [entry] = owner.get(office.url("audit.json"), params={"action": "schedule.mail"}, timeout=LIMIT).json()["entries"]
        assert entry["detail"] == file.name and entry["actor"] == "rollcall" and "chief@" not in json.dumps(entry)


def test_a_mail_about_a_report_carries_no_file_by_itself(rollcall, tmp_path):
    folder = tmp_path / "reports"
    folder.mkdir()
    with mail_server.MailServer() as server:
        office = Office(rollcall, folder, f"ROLLCALL_SMTP_URL=smtp://127.0.0.1:{server.port}", "ROLLCALL_SMTP_FROM=rollcall@example.org")
        owner = bearer(rollcall.key("acme", "owner"))
        mailbox(office, owner)
        office.schedule(kind="transitions", rhythm="day")
        office.miss()
        office.start()
        [sent] = until(lambda: server.mails)
        mail = email.message_from_bytes(sent["data"], policy=email.policy.default)
        assert not mail.is_multipart() and "attached" not in mail.get_content()
        assert rollcall.stands(tmp_path / "mail.eml", sent["data"])
        # One that is another entry's does not stand.
        [hash] = re.findall(r"rollcall-head:acme:\d+:([0-9a-f]{64})", mail.get_content())
        assert not rollcall.stands(tmp_path / "other.txt", mail.get_content().replace(hash, hash[::-1]).encode())


def test_without_a_folder_it_is_off(rollcall):
    rollcall.start()
    key = bearer(rollcall.key("acme", "auditor"))
    assert "--reports DIR" in key.get(f"{rollcall.url}/w/acme/reports/schedules", timeout=LIMIT).text
