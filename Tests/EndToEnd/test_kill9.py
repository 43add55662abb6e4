"""Nothing acknowledged is lost or doubled when the process is killed at any moment."""
import os
import random
import time

from phones import acknowledged, start_phones, stored

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
