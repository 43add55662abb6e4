"""Statements from outside: the same bytes for the same knowledge, checked with other programs, and counted anew."""
import hashlib
import io
import json
import os
import subprocess
import time
import zipfile
from datetime import datetime, timedelta, timezone

import pytest
import requests
from people import add_member, log_in
from recount import differences, instant, people, questions
from rollcall import ALWAYS, BINARY, ENVIRONMENT

# A week in long form; otherwise six hours.
SIMULATED, QUESTIONS = "7d" if os.environ.get("ROLLCALL_LONG") else "6h", 200
SEED = os.environ.get("ROLLCALL_SEED", "3")
PING = {"lat": 46.05, "lng": 14.5, "is_mock": False}


@pytest.fixture
def office(rollcall):
    """A person who has reported three times."""
    rollcall.start()
    rollcall.workspace("proof")
    person = rollcall.responder("proof", "Barbara Potočnik")
    token = rollcall.token("proof", person)
    for number in range(3):
        send(rollcall, token, number)
    return rollcall, person, token, rollcall.key("proof")


def send(rollcall, token, number, **more):
    answer = requests.post(
        f"{rollcall.url}/app/v1/locations", json={**PING, "sequence": number, **more}, timeout=20,
        headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 201, answer.text


def hours():
    now = datetime.now(timezone.utc)
    return {"from": (now - timedelta(hours=4)).isoformat(), "to": (now + timedelta(seconds=1)).isoformat()}


def statement(rollcall, person, key, ending=".json", **query):
    return rollcall.get(f"/w/proof/responders/{person}/statement{ending}", key, **query)


def test_the_same_question_with_the_same_knowledge_has_the_same_bytes(office):
    rollcall, person, token, key = office
    asked = {**hours(), "known": datetime.now(timezone.utc).isoformat()}
    time.sleep(0.05)
    before = statement(rollcall, person, key, **asked)
    assert before.status_code == 200, before.text
    send(rollcall, token, 3)
    send(rollcall, token, 4, recorded_at=(datetime.now(timezone.utc) - timedelta(minutes=30)).isoformat(), is_mock=True)
    assert rollcall.get(f"/w/proof/responders/{person}", key).status_code == 200
    assert rollcall.stop() == 0
    rollcall.start()
    assert statement(rollcall, person, key, **asked).content == before.content
    later = statement(rollcall, person, key, **hours()).json()["people"][0]
    assert later["positions"] == before.json()["people"][0]["positions"] + 2
    assert [doubt["flag"] for doubt in later["doubts"]] == ["mock"]


def test_the_files_are_checked_with_other_programs(office, tmp_path):
    rollcall, person, _, key = office
    answer = statement(rollcall, person, key, ".zip", **hours())
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "application/zip"
    assert 'filename="statement-barbara-potocnik-' in answer.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as whole:
        assert whole.testzip() is None
        whole.extractall(tmp_path)
    done = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "FAILED" not in done.stdout, done
    own = hashlib.sha256((tmp_path / "SHA256SUMS").read_bytes()).hexdigest()
    cover = json.loads((tmp_path / "cover.json").read_text())
    assert cover["statement_sha256"] == own and own in (tmp_path / "CHECK.txt").read_text()
    assert cover["people"] == [{"responder_id": person, "name": "Barbara Potočnik"}]
    assert "Barbara" in (tmp_path / "statement.html").read_text()
    for name in os.listdir(tmp_path):
        if name.endswith(".csv") or name == "statement.json":
            assert "Barbara" not in (tmp_path / name).read_text(), "names can change: the files are by id"
    # The entry on the cover is the head of the chain then, and still stands.
    zipped = tmp_path / "statement.zip"
    zipped.write_bytes(answer.content)
    for file in (zipped, tmp_path / "cover.json", tmp_path / "statement.html"):
        assert rollcall.stands(file), file


def test_a_browser_finds_the_file_by_its_hash(office):
    rollcall, person, _, key = office
    session = log_in(rollcall, add_member(rollcall, "proof", "dora@example.org", "auditor"))
    body = session.get(f"{rollcall.url}/w/proof/responders/{person}/statement.zip", timeout=20).content
    page = lambda text: session.get(f"{rollcall.url}/w/proof/verify", params={"sha256": text}, timeout=20).text
    assert "whole and unaltered, as dora@example.org took it out" in page(hashlib.sha256(body).hexdigest())
    assert "it was altered or cut, or never came from here" in page(hashlib.sha256(body + b"x").hexdigest())
    sums = zipfile.ZipFile(io.BytesIO(body)).read("SHA256SUMS")
    assert "of the statement about Barbara Potočnik" in page(hashlib.sha256(sums).hexdigest())


@pytest.mark.skipif(not os.path.exists("/usr/bin/weasyprint"), reason="weasyprint is not installed")
def test_the_pdf_says_the_same_on_numbered_pages(office, tmp_path):
    rollcall, person, _, key = office
    answer = statement(rollcall, person, key, ".pdf", **hours())
    assert answer.status_code == 200 and answer.content.startswith(b"%PDF-"), answer.text[:300]
    assert b"pdfaid" in answer.content or b"PDF/A" in answer.content or b"/OutputIntents" in answer.content
    pdf, text = tmp_path / "statement.pdf", tmp_path / "statement.txt"
    pdf.write_bytes(answer.content)
    for layout in ([], ["-layout"]):
        subprocess.run(["pdftotext", *layout, str(pdf), str(text)], check=True)
        for file in (pdf, text):
            assert rollcall.stands(file), f"{file} {layout}"
    words = " ".join(text.read_text().split())
    assert "Statement about Barbara Potočnik" in words and "positions taken in this span were known." in words
    told = subprocess.run(["pdfinfo", "-isodates", str(pdf)], capture_output=True, text=True, check=True).stdout
    facts = dict(line.split(":", 1) for line in told.splitlines() if ":" in line)
    pages = int(facts["Pages"])
    assert f"Page {pages} of {pages}" in words and facts["CreationDate"].strip(" )") == facts["ModDate"].strip(" )")


def test_the_numbers_are_those_of_an_independent_recount(rollcall, tmp_path):
    """Many random questions about a simulated time, answered by the server and counted from its files."""
    rollcall.database.unlink()
    done = subprocess.run(
        [str(BINARY), "simulate", "--phones", "6", "--profile", "driver", "--virtual", "--for", SIMULATED, "--faults", "all",
         "--step", "10s", "--seed", SEED, "--json", "--database", str(rollcall.database)],
        capture_output=True, text=True, timeout=1800, env=ENVIRONMENT)
    assert done.returncode == 0, done.stdout + done.stderr
    rollcall.start()
    [slug] = [one["slug"] for one in rollcall.cli("workspace", "list")["workspaces"] if one["slug"] != "acme"]
    key = rollcall.key(slug, "admin")
    history = rollcall.get(f"/w/{slug}/history.csv", key, **ALWAYS).content.decode()
    transitions = rollcall.get(f"/w/{slug}/reports/transitions.csv", key, **ALWAYS).content.decode()

    def export(number):
        held = rollcall.get(f"/w/{slug}/responders/{number}/export.json", key).json()
        return {table["table"]: table["rows"] for table in held["tables"]}

    found = people(history, transitions, export)
    assert len(found) == 6
    wrong, silent = [], 0
    for person, start, end in questions(found, QUESTIONS, int(SEED)):
        answer = rollcall.get(
            f"/w/{slug}/responders/{person.number}/statement.json", key, **{"from": instant(start), "to": instant(end)})
        assert answer.status_code == 200, answer.text
        said = answer.json()["people"][0]
        silent += said["answer"]["silent_ms"] > 0
        wrong += [f"{person.number} {instant(start)} to {instant(end)}: {one}" for one in differences(person, start, end, said)]
    assert wrong == [], "\n".join(wrong[:20])
    assert silent > QUESTIONS / 10, "a simulation without silences proves nothing"
    confirmed, interrupted = (sum(len(getattr(one, kind)) for one in found.values()) for kind in ("confirmed", "interrupted"))
    assert confirmed > 2 * interrupted, f"{interrupted} pauses are not the server's silences, {confirmed} are"
