"""Phones: a thousand of them in one process, their queue, and a day of two hundred with every fault."""

import json
import os
import signal
import sqlite3
import subprocess
import time

from server import Rollcall, Server

GOAL_APPENDS = 5_000
GOAL_MIB = 300


class Fleet:
    def __init__(self, bench):
        self.bench = bench
        self.quick = bench.quick
        self.folder = os.path.join(bench.work, "fleet")
        os.makedirs(self.folder)

    def run(self):
        self.queue()
        self.thousand()
        self.day()

    def simulate(self, *words):
        return [self.bench.binary, "simulate", *[str(word) for word in words]]

    def queue(self):
        """How fast a phone keeps pings; then the same process killed in the middle."""
        count = 5_000 if self.quick else 50_000
        for words, what in [((), "the app may be killed"), (("--full",), "the power may be cut")]:
            entries = count if not words else count // 50
            file = os.path.join(self.folder, f"queue{len(words)}.sqlite")
            done = subprocess.run(
                self.simulate("--fill", entries, *words, "--database", file), capture_output=True, text=True, timeout=600)
            found = json.loads(done.stdout.splitlines()[-1])
            rate = found["entries"] / found["seconds"]
            goal = "" if words else f"{rate / GOAL_APPENDS:.2f} of the goal, {GOAL_APPENDS:,} entries/s"
            self.bench.add(f"a phone's queue, entries one by one; {what}", rate, "entries/s", goal)
        self.kill()

    def kill(self):
        file = os.path.join(self.folder, "killed.sqlite")
        process = subprocess.Popen(
            self.simulate("--fill", 10_000_000, "--database", file), stdout=subprocess.PIPE, text=True)
        kept = [int(process.stdout.readline()) for _ in range(4)][-1]
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=60)
        with sqlite3.connect(file) as db:
            lowest, highest, count = db.execute("SELECT min(sequence), max(sequence), count(*) FROM ping").fetchone()
        if lowest != 0 or highest < kept or count != highest + 1:
            raise SystemExit(f"bench: kept {kept} before kill -9, found {count} from {lowest} to {highest}")
        self.bench.say(f"kill -9 after {kept:,} entries: all there")

    def thousand(self):
        """A thousand phones in one process, in real time over sockets; its processor time and memory."""
        phones = 200 if self.quick else 1_000
        # The phones start over a minute; what is measured comes after.
        warm, seconds = (15, 15) if self.quick else (100, 120)
        rollcall = Rollcall(self.bench.binary, os.path.join(self.folder, "thousand.db"))
        rollcall.command("workspace", "add", "bench", "--name", "Bench", "--time-zone", "Europe/Ljubljana")
        with Server(rollcall, self.bench.log) as server:
            process = subprocess.Popen(
                self.simulate(
                    "--phones", phones, "--profile", "responder", "--url", server.url, "--workspace", "bench", "--for",
                    f"{warm + seconds + 20}s", "--json", "--database", rollcall.database),
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            time.sleep(warm)
            before, start = processor_seconds(process.pid), time.monotonic()
            time.sleep(seconds)
            share = (processor_seconds(process.pid) - before) / (time.monotonic() - start)
            peak = peak_mib(process.pid)
            told, _ = process.communicate(timeout=600)
        found = json.loads(told.splitlines()[-1])
        if found["lost"] or found["stored_twice"]:
            raise SystemExit(f"bench: {found}")
        self.bench.add(
            f"{phones:,} phones in one process, in real time: of one core", share, "", f"{share / 0.5:.2f} of the goal, ½")
        self.bench.add("… peak of resident memory", peak, "MiB", f"{peak / GOAL_MIB:.2f} of the goal, {GOAL_MIB} MiB")
        self.bench.add("… pings stored, none lost, none twice", found["stored"], "pings")

    def day(self):
        phones, hours = (20, 6) if self.quick else (200, 24)
        done = subprocess.run(
            self.simulate("--virtual", "--phones", phones, "--for", f"{hours}h", "--faults", "all", "--json"),
            capture_output=True, text=True, timeout=3_600)
        if not done.stdout.strip():
            raise SystemExit(f"bench: the virtual day failed:\n{done.stderr[-2000:]}")
        found = json.loads(done.stdout.splitlines()[-1])
        self.bench.add(f"a virtual day: {phones} phones, {hours} h, every fault", found["seconds"], "s")
        self.bench.add("… pings recorded", found["recorded"], "pings")
        for key, what in [("lost", "lost"), ("stored_twice", "stored twice"), ("wrong_greens", "wrong greens")]:
            self.bench.add(f"… {what}", found[key], "", "the goal: 0")
        self.bench.add(
            "… offline dated at the threshold", f"{found['offline_dated']} of {found['offline_due']}", "",
            share_of(found["offline_dated"], found["offline_due"], 0.999))
        self.bench.add(
            "… causes named rightly", f"{found['causes_right']} of {found['silences']}", "",
            share_of(found["causes_right"], found["silences"], 0.9))
        wrong = faults_of(found)
        if wrong:
            raise SystemExit(f"bench: the virtual day: {'; '.join(wrong)}\n{done.stderr[-2000:]}")


def faults_of(found):
    """What of a virtual day must not be, in words."""
    wrong = []
    for key, what in [("lost", "lost"), ("stored_twice", "stored twice"), ("strange", "strange"),
                      ("wrong_greens", "wrong greens")]:
        if found[key]:
            wrong.append(f"{found[key]} {what}")
    for part, whole, goal, what in [("offline_dated", "offline_due", 0.999, "offline dated at the threshold"),
                                    ("causes_right", "silences", 0.9, "causes named rightly")]:
        if not found[whole]:
            wrong.append(f"{what}: nothing to judge by")
        elif found[part] < goal * found[whole]:
            wrong.append(f"{what}: {found[part]} of {found[whole]}, the goal: {100 * goal:g} %")
    return wrong


def share_of(part, whole, goal):
    return f"{100 * part / whole:.2f} %, the goal: {100 * goal:g} %" if whole else ""


def processor_seconds(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_mib(pid):
    line = next(line for line in open(f"/proc/{pid}/status") if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024
