"""The clock and the chance of every process of a record; `clockwork.c` is the other half.

Time moves only when the recorder says so, and then one waiter after the other is woken, each when all is quiet again:
what a run leaves does not depend on how fast the machine is.
"""
import ctypes
import hashlib
import mmap
import os
import pathlib
import re
import shutil
import subprocess
import time
from datetime import datetime, timezone

SOURCE = pathlib.Path(__file__).with_name("clockwork.c")
SECOND = 1_000_000_000
SLOTS = 1024
FREE, WAITING, RELEASED = 0, 2, 3
# Monday, before the clocks of Europe change.
BEGINNING = datetime(2026, 3, 2, 8, 0, tzinfo=timezone.utc)
# Longer than any answer takes on a busy machine, seconds.
PATIENCE = 120


class Slot(ctypes.Structure):
    _fields_ = [("state", ctypes.c_uint32), ("pid", ctypes.c_uint32), ("thread", ctypes.c_uint32),
                ("woken", ctypes.c_uint32), ("deadline", ctypes.c_int64), ("order", ctypes.c_int64)]


class Shared(ctypes.Structure):
    _fields_ = [("bell", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("wall", ctypes.c_int64),
                ("monotonic", ctypes.c_int64), ("seed", ctypes.c_uint64), ("draws", ctypes.c_uint64),
                ("orders", ctypes.c_uint64), ("slots", Slot * SLOTS)]


class Clockwork:
    def __init__(self, folder):
        self.library, self.file = pathlib.Path(folder) / "clockwork.so", pathlib.Path(folder) / "clockwork"
        compiler = next(filter(None, map(shutil.which, ["cc", "gcc", "clang"])), None)
        assert compiler, "no C compiler: scripts/setup record"
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", self.library, SOURCE, "-ldl"], check=True)
        self.file.write_bytes(b"\0" * ctypes.sizeof(Shared))
        with open(self.file, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 0)
        self.shared = Shared.from_buffer(self.memory)
        self.shared.wall = int(BEGINNING.timestamp()) * SECOND
        # A machine that was started long before; its time is never taken for that of a wall clock.
        self.shared.monotonic = 40 * 86_400 * SECOND
        self.libc = ctypes.CDLL(None)
        # The processes that are driven: everything is quiet when they and we are.
        self.processes, self.ports = [], []
        # Who lets those in that wait for an answer of ours, when all is quiet.
        self.let_in, self.count_waiting = lambda: False, lambda: 0
        self.labels = {}

    @property
    def environment(self):
        return {"LD_PRELOAD": str(self.library), "CLOCKWORK": str(self.file), "SWIFT_DETERMINISTIC_HASHING": "1"}

    # What time it is

    @property
    def milliseconds(self):
        return self.shared.wall // 1_000_000

    @property
    def now(self):
        return datetime.fromtimestamp(self.shared.wall / SECOND, timezone.utc)

    # What the fakes use of the module `time`

    def time(self):
        return self.shared.wall / SECOND

    def sleep(self, seconds):
        pass

    # What happens

    def step(self, label):
        """Begins something; what is drawn by chance in it depends on nothing before it."""
        count = self.labels[label] = self.labels.get(label, 0) + 1
        digest = hashlib.sha256(f"{label} {count}".encode()).digest()
        self.shared.seed, self.shared.draws = int.from_bytes(digest[:8], "big"), 0

    def advance(self, seconds, by=5):
        """Lets time go on; background work is done every `by` seconds, one thread after the other."""
        end = self.shared.wall + int(seconds * SECOND)
        while self.shared.wall < end:
            step = min(by * SECOND, end - self.shared.wall)
            self.shared.wall += step
            self.shared.monotonic += step
            self.step(f"background {self.shared.wall}")
            self.wake()

    def jump(self, seconds):
        """Time goes on while no process runs."""
        self.shared.wall += int(seconds * SECOND)
        self.shared.monotonic += int(seconds * SECOND)

    def wake(self):
        """Wakes all whose time has come, once each."""
        self.quiet()
        # Threads have their numbers in the order in which they were started.
        due = [(slot.deadline, slot.thread, slot.order, index) for index, slot in enumerate(self.shared.slots)
               if slot.state == WAITING and slot.deadline <= self.shared.monotonic]
        for _, _, order, index in sorted(due):
            slot = self.shared.slots[index]
            if slot.state == WAITING and slot.order == order:
                slot.state = RELEASED
                self.shared.bell += 1
                # FUTEX_WAKE for everybody.
                self.libc.syscall(202 if os.uname().machine == "x86_64" else 98,
                                  ctypes.byref(self.shared), 1, 2**31 - 1, None, None, 0)
                self.quiet(index)

    def ended(self, process):
        """Forgets what waited in a process that is no more."""
        if process in self.processes:
            self.processes.remove(process)
        for slot in self.shared.slots:
            if slot.state != FREE and slot.pid == process:
                slot.state = FREE

    # When nothing happens

    def quiet(self, released=None):
        """Waits until no thread has anything to do but wait."""
        end, before = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            found = self.threads()
            if found is not None and found == before and not self.is_on_its_way(released) and not self.is_under_way():
                # Who waits for a service that has not been asked yet gets there by itself, after a moment.
                if self.senders() <= self.count_waiting() or time.monotonic() > end - PATIENCE + 20:
                    if not self.let_in():
                        return
                found = None
            before = found
            time.sleep(0.0005)
        raise AssertionError(f"not quiet after {PATIENCE} s")

    def is_on_its_way(self, released):
        """Whether the one that was woken has not heard of it yet."""
        if released is None or self.shared.slots[released].state != RELEASED:
            return False
        try:
            with open(f"/proc/{self.shared.slots[released].pid}/status") as file:
                # Of a process that has ended nothing is left but its exit code.
                return "State:\tZ" not in file.read()
        except OSError:
            return False

    def is_under_way(self):
        """Whether the kernel has something of ours that was sent and not yet read."""
        ports = "|".join(f"{port:04X}" for port in self.ports)
        with open("/proc/net/tcp") as file:
            queues = re.findall(rf"^ *\d+: \w+:\w+ \w+:(?:{ports}) 01 (\w+:\w+)|^ *\d+: \w+:(?:{ports}) \w+:\w+ 01 (\w+:\w+)",
                                file.read(), re.M) if ports else []
        return any(one.strip("0:") or other.strip("0:") for one, other in queues)

    def senders(self):
        """How many threads wait for a connection for a limited time, as only those do that send messages."""
        count = 0
        for process in self.processes:
            for thread in pathlib.Path(f"/proc/{process}/task").glob("*/syscall"):
                try:
                    number, *arguments = thread.read_text().split()
                except (OSError, ValueError):
                    continue
                # poll; its limit in milliseconds, which is -1 when there is none.
                count += number == "7" and os.uname().machine == "x86_64" and int(arguments[2], 16) & 0xFFFFFFFF < 1 << 31
        return count

    def threads(self):
        """How often each thread has run, theirs and our others; `None` while one runs."""
        ours, found = str(os.getpid()), {}
        for process in [*self.processes, os.getpid()]:
            try:
                threads = os.listdir(f"/proc/{process}/task")
            except OSError:
                continue
            for thread in threads:
                if process == os.getpid() and thread == ours:
                    continue
                try:
                    with open(f"/proc/{process}/task/{thread}/stat") as file:
                        state = file.read().rpartition(")")[2].split()[0]
                    with open(f"/proc/{process}/task/{thread}/schedstat") as file:
                        found[process, thread] = file.read().split()[2]
                except OSError:
                    return None
                if state not in "SZ":
                    return None
        return found
