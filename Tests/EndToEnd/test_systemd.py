"""What the supervisor hears, and how the unit files keep the server in."""
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import time

import pytest
from certificates import Certificate
from rollcall import TREE, Rollcall
from supervisor import Ear

LIMIT = 60
UNITS = ["rollcall.service", "rollcall-backup.service", "rollcall-backup.timer"]


@pytest.fixture(params=["folder", "abstract"])
def told(request, tmp_path):
    """A server whose supervisor is this test, by a name in a folder and by one in none."""
    name = str(tmp_path / "notify") if request.param == "folder" else f"@rollcall-test-{os.getpid()}"
    ear = Ear(name.replace("@", "\0", 1))
    certificate = Certificate(tmp_path)
    (tmp_path / "data").mkdir()
    rollcall = Rollcall(tmp_path / "data", options=certificate.options, trust=certificate.certificate,
                        inside=["env", f"NOTIFY_SOCKET={name}", "WATCHDOG_USEC=30000000"])
    rollcall.start()
    yield rollcall, ear
    if rollcall.process.poll() is None:
        rollcall.kill9()


def test_a_supervisor_hears_of_the_start_each_commit_the_reload_and_the_end(told):
    rollcall, ear = told
    ear.until("READY=1")
    assert any(f"STATUS=listening on {rollcall.url}" in one for one in ear.heard)
    ear.until("WATCHDOG=1")
    ear.heard.clear()
    rollcall.process.send_signal(signal.SIGHUP)
    ear.until("READY=1")
    assert any(re.search(r"^RELOADING=1\nMONOTONIC_USEC=\d+$", one) for one in ear.heard)
    rollcall.process.send_signal(signal.SIGTERM)
    ear.until("STOPPING=1")
    assert rollcall.stop() == 0


def test_a_writer_that_is_stuck_is_not_vouched_for(told):
    rollcall, ear = told
    ear.until("WATCHDOG=1")
    # Somebody else holds the database: no commit is possible, and the process lives.
    other = sqlite3.connect(rollcall.database, isolation_level=None, timeout=LIMIT)
    other.execute("BEGIN IMMEDIATE")
    try:
        deadline = time.monotonic() + LIMIT
        while ear.commits(4):
            assert time.monotonic() < deadline, "it is vouched for each second"
        assert rollcall.is_healthy()
    finally:
        other.execute("ROLLBACK")
        other.close()
    ear.heard.clear()
    ear.until("WATCHDOG=1")


def test_who_is_not_watched_is_told_of_no_commit(tmp_path):
    ear = Ear(str(tmp_path / "notify"))
    (tmp_path / "data").mkdir()
    rollcall = Rollcall(tmp_path / "data", inside=["env", f"NOTIFY_SOCKET={tmp_path / 'notify'}"])
    rollcall.start()
    ear.until("READY=1")
    assert ear.commits(3) == 0
    assert rollcall.stop() == 0


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")
@pytest.mark.parametrize("unit", [one for one in UNITS if one.endswith(".service")])
def test_the_units_expose_little(unit):
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=20", TREE / "ops" / unit],
                          capture_output=True, text=True, timeout=LIMIT, env={**os.environ, "SYSTEMD_PAGER": ""})
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert level and float(level[1]) <= 2.0, done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")
def test_systemd_understands_every_line_of_the_units(tmp_path):
    for unit in UNITS:
        text = (TREE / "ops" / unit).read_text()
        # The program is not installed where the tests run, nor is its guide.
        text = text.replace("/usr/bin/rollcall ", "/bin/true ").replace("/usr/share/doc/rollcall/operations.md", "/etc/hosts")
        (tmp_path / unit).write_text(text)
    done = subprocess.run(["systemd-analyze", "verify", *[tmp_path / unit for unit in UNITS]],
                          capture_output=True, text=True, timeout=LIMIT)
    ours = [line for line in (done.stdout + done.stderr).splitlines() if "rollcall" in line]
    assert ours == []


def test_the_daily_backup_clears_away_what_killed_ones_left_and_what_is_too_old(tmp_path):
    names = {"rollcall-2026-11-01.db": 15, "rollcall-2026-11-20.db": 2, "rollcall-2026-11-20.db.partial": 2,
             "rollcall-2026-11-20.db.partial-journal": 2, "rollcall-2026-11-22.db.partial": 0, "notes.partial": 20}
    for name, days in names.items():
        (tmp_path / name).write_text("x")
        then = time.time() - days * 86_400
        os.utime(tmp_path / name, (then, then))
    for line in (TREE / "ops/rollcall-backup.service").read_text().splitlines():
        found = re.fullmatch(r"ExecStart(?:Pre|Post)=-?(/usr/bin/find .*)", line)
        if found:
            subprocess.run(shlex.split(found[1].replace("/var/backups/rollcall", str(tmp_path))), check=True, timeout=LIMIT)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "notes.partial", "rollcall-2026-11-20.db", "rollcall-2026-11-22.db.partial"]


def test_as_many_daily_backups_stay_as_the_guide_says(tmp_path):
    for days in range(30):
        path = tmp_path / f"rollcall-{days}.db"
        path.write_text("x")
        # A whole number of days old, and a minute: the copy of a day is made at about the same time.
        then = time.time() - days * 86_400 - 60
        os.utime(path, (then, then))
    unit = (TREE / "ops/rollcall-backup.service").read_text()
    [command] = re.findall(r"^ExecStartPost=(/usr/bin/find .*)$", unit, re.M)
    subprocess.run(shlex.split(command.replace("/var/backups/rollcall", str(tmp_path))), check=True, timeout=LIMIT)
    [said] = re.findall(r"beside it: (\d+) files", (TREE / "docs/operations.md").read_text())
    assert len(list(tmp_path.iterdir())) == int(said)


@pytest.mark.skipif(not shutil.which("promtool"), reason="no promtool here: Debian's package prometheus has it")
def test_the_rules_for_prometheus_speak_and_are_silent_as_they_should():
    for command in (["check", "rules", "alerts.yml"], ["test", "rules", "alerts_test.yml"]):
        done = subprocess.run(["promtool", *command], cwd=TREE / "ops", capture_output=True, text=True, timeout=LIMIT)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("promtool"), reason="no promtool here: Debian's package prometheus has it")
def test_prometheus_understands_the_metrics_and_the_rules_name_only_those(rollcall, tmp_path):
    import requests
    rollcall.cli("backup", tmp_path / "copy.db")
    rollcall.start()
    text = requests.get(f"{rollcall.url}/metrics", timeout=LIMIT).text
    done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, timeout=LIMIT)
    errors = [line for line in done.stderr.splitlines() if "error" in line.lower()]
    assert errors == [], done.stderr
    families = set(re.findall(r"^# TYPE (\S+)", text, re.M))
    named = set(re.findall(r"\brollcall_\w+", "".join(
        line for line in (TREE / "ops/alerts.yml").read_text().splitlines(True) if "expr:" in line)))
    assert named <= families, named - families
    assert rollcall.stop() == 0
