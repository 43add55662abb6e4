"""Nothing acknowledged is lost or doubled when the process is killed at any moment."""
import os
import random
import sqlite3
import time
from datetime import datetime, timedelta, timezone

import stored_pings
from phones import acknowledged, start_phones, stored
from responding import until

KILLS = int(os.environ.get("ROLLCALL_KILLS", "10"))
SEED = int(os.environ.get("ROLLCALL_SEED", time.time_ns() % 1_000_000))
PHONES = 6


def test_every_acknowledged_ping_is_there_exactly_once_after_kills(rollcall, capsys):
    moments = random.Random(SEED)
    rollcall.start()
    key = rollcall.key("acme")
    phones = start_phones(rollcall, "acme", PHONES)
    starts = []
    for kill in range(1, KILLS + 1):
        time.sleep(moments.uniform(0.05, 1.5))
        rollcall.kill9()
        starts.append(rollcall.start())
        if kill % 5 == 0:
            assert rollcall.cli("verify")["ok"] is True
    for phone in phones:
        phone.stop()

    assert [phone.broken for phone in phones if phone.broken] == []
    assert [phone.unanswered for phone in phones if phone.unanswered] == []
    sent = acknowledged(phones)
    count = stored(rollcall.history("acme", key))
    lost = sorted(sent - set(count))
    doubled = sorted(name for name, times in count.items() if times > 1)
    assert (lost[:5], doubled[:5], len(count)) == ([], [], len(sent)), f"ROLLCALL_SEED={SEED}"
    assert sum(phone.retried for phone in phones) > 0, "no kill met an upload"
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True
    with capsys.disabled():
        print(f"\n{KILLS} kills, {len(sent)} pings acknowledged, all there once;"
              f" healthy after {max(starts):.3f} s at worst (seed {SEED})")
    assert max(starts) <= 30, "a start is a matter of seconds, whatever else runs on the machine"


def test_what_is_not_purged_stays_whole_when_the_purge_and_the_joining_of_positions_are_killed(rollcall, tmp_path):
    moments = random.Random(SEED)
    rollcall.options = ["--purge-after", 1]
    rollcall.start()
    key = rollcall.key("acme")
    now, days = datetime.now(timezone.utc), 40
    taken = [now - timedelta(days=days) + timedelta(minutes=number, seconds=7) for number in range(days * 1440 - 60)]
    track = tmp_path / "track.csv"
    track.write_text("time,lat,lng\n" + "".join(
        f"{at:%Y-%m-%dT%H:%M:%SZ},46.{number % 100_000:05},14.5\n" for number, at in enumerate(taken)))
    old = rollcall.responder("acme", "Old")
    assert rollcall.cli("responder", "import-track", "acme", old, track)["stored"] == len(taken)
    # Many uploads of few positions: each sixteenth is joined with what is there.
    phones = start_phones(rollcall, "acme", 3, largest=3)
    kept = days
    for _ in range(min(KILLS, 12)):
        kept -= moments.randint(1, 3)
        rollcall.cli("workspace", "set", "acme", "--retention-days", kept)
        time.sleep(moments.uniform(0.9, 1.6))
        rollcall.kill9()
        rollcall.start()
    for phone in phones:
        phone.stop()
    sent = acknowledged(phones)

    def remaining():
        with sqlite3.connect(f"file:{rollcall.database}?mode=ro", uri=True) as db:
            return [ping["effective_at"] for _, person, ping in stored_pings.rows(db) if person == old]

    limit = time.time() - kept * 86_400
    until(lambda: min(remaining()) / 1000 >= limit, "the end of the purge", limit=90)
    assert rollcall.stop() == 0
    assert rollcall.cli("verify")["ok"] is True
    found = remaining()
    with sqlite3.connect(f"file:{rollcall.database}?mode=ro", uri=True) as db:
        (purged,), = db.execute("SELECT sum(pings) FROM purge")
    # What went is counted to the ping, and what stayed is the end of the track.
    assert purged + len(found) == len(taken), f"ROLLCALL_SEED={SEED}"
    assert sorted(found) == [int(at.timestamp()) * 1000 for at in taken[-len(found):]]
    rollcall.start()
    count = stored([row for row in rollcall.history("acme", key) if row["responder_id"] != str(old)])
    assert set(count) == sent and set(count.values()) == {1}, f"ROLLCALL_SEED={SEED}"
