"""The doctor: a line for each thing that a server needs, what to do about it, and no secret."""
import json
import os
import sqlite3

from addresses import put
from certificates import Certificate

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def test_a_sound_database_passes_with_the_server_stopped_and_running(rollcall, tmp_path):
    assert {name for name, one in examine(rollcall).items() if one["verdict"] == "failure"} == set()
    rollcall.cli("backup", tmp_path / "copy.db")
    rollcall.start()
    found = examine(rollcall)
    for name in ("settings", "versions", "pages", "time zones", "rights", "owner", "schema", "integrity", "audit", "alive",
                 "backup", "server", "tls", "log"):
        assert found[name]["verdict"] == "ok", found[name]
    assert rollcall.stop() == 0
    assert examine(rollcall)["server"]["verdict"] == "warning"


def test_what_is_broken_is_a_failure_with_advice(rollcall, tmp_path):
    os.chmod(rollcall.database, 0o644)
    assert advice(rollcall, "rights").startswith("chmod 600")
    os.chmod(rollcall.database, 0o600)

    file = sqlite3.connect(rollcall.database)
    (mark,) = file.execute("PRAGMA user_version").fetchone()
    file.execute("PRAGMA user_version = 1")
    assert "export what you need with the build that made it" in advice(rollcall, "schema")
    file.execute(f"PRAGMA user_version = {mark}")
    file.execute("UPDATE audit_head SET count = count + 1")
    file.commit()
    file.close()
    assert "verify" in advice(rollcall, "audit")

    torn = rollcall.database.read_bytes()
    rollcall.database.write_bytes(torn[:8192] + bytes(len(torn) - 8192))
    assert any(one["verdict"] == "failure" for one in examine(rollcall, expected=1).values())
    rollcall.database.write_bytes(b"no database\n" * 1000)
    assert "not a Rollcall database" in examine(rollcall, expected=1)["database"]["words"]
    rollcall.database.unlink()
    assert "no such file" in examine(rollcall, expected=1)["database"]["words"]


def test_settings_are_looked_at_and_no_secret_is_shown(rollcall, tmp_path):
    certificate = Certificate(tmp_path)
    config = tmp_path / "rollcall.json"
    settings = {"database": str(rollcall.database), "tls_cert": str(certificate.certificate),
                "tls_key": str(certificate.key), "push_webhook_secret": [SECRET]}
    config.write_text(json.dumps(settings))
    found = examine(rollcall, "--config", config)
    assert found["tls"]["verdict"] == "warning" and "ends in" in found["tls"]["words"]
    assert "webhooks" in found["push"]["words"]

    certificate.certificate.write_text("no certificate")
    config.write_text(json.dumps({**settings, "geoip": [str(tmp_path / "none.mmdb")]}))
    found = examine(rollcall, "--config", config, expected=1)
    assert found["tls"]["verdict"] == "failure" and found["geoip"]["verdict"] == "failure"

    config.write_text(json.dumps({**settings, "push_webhook_secret": ["not what it should be"]}))
    assert "push_webhook_secret" in examine(rollcall, "--config", config, expected=1)["settings"]["words"]


def test_files_about_addresses_are_as_old_as_they_say_and_reports_need_a_folder(rollcall, tmp_path):
    city, reports, config = tmp_path / "city.mmdb", tmp_path / "reports", tmp_path / "rollcall.json"
    settings = {"database": str(rollcall.database), "geoip": [str(city)], "reports": str(reports)}
    config.write_text(json.dumps(settings))
    for days, verdict in ((44, "ok"), (46, "warning")):
        put(city, days)
        found = examine(rollcall, "--config", config)["geoip"]
        assert found["verdict"] == verdict and f"was made {days} days ago" in found["words"], found
    assert "made with the first report" in examine(rollcall, "--config", config)["reports"]["words"]
    reports.mkdir()
    assert "can be written" in examine(rollcall, "--config", config)["reports"]["words"]
    reports.rmdir()
    reports.write_text("in the way")
    found = examine(rollcall, "--config", config, expected=1)["reports"]
    assert found["verdict"] == "failure" and "is no folder" in found["words"]


def test_too_few_open_files_are_a_failure(rollcall):
    rollcall.inside = ["sh", "-c", 'ulimit -n 256 && exec "$0" "$@"']
    assert "LimitNOFILE" in advice(rollcall, "open files")


def examine(rollcall, *options, expected=0):
    """What the doctor found, by name; of several of a name the last."""
    where = () if "--config" in options else ("--database", rollcall.database)
    done = rollcall.run("doctor", *options, *where, "--json")
    assert SECRET not in done.stdout + done.stderr
    answer = json.loads(done.stdout.splitlines()[-1])
    assert (done.returncode, answer["ok"]) == (expected, expected == 0), done.stdout
    assert all(one["advice"] for one in answer["checks"] if one["verdict"] != "ok")
    return {one["name"]: one for one in answer["checks"]}


def advice(rollcall, name):
    found = examine(rollcall, expected=1)[name]
    assert found["verdict"] == "failure", found
    return found["advice"]
