"""Checks many states of a recording, on several cores."""
import collections
import multiprocessing
import os
import pathlib
import shutil
import tempfile
import typing

from . import disk, judge, recording

# Where states are laid: in memory, when there is such a file system and enough of it.
SHARED = "/dev/shm"
MEMORY = SHARED if os.access(SHARED, os.W_OK) and shutil.disk_usage(SHARED).free > 2 << 30 else None
# One state in so many is given to the program itself: to its check of the whole file, to the start of a server.
VERIFIED, STARTED = 20, 100
# Before the first answer there is little else to ask: so many times as many then.
AT_FIRST = 5


class Find(typing.NamedTuple):
    """A state that breaks a promise, and how to make it again."""
    moment: int
    way: str
    seed: int
    problems: list

    def __str__(self):
        return (f"a cut after record {self.moment}, '{self.way}', seed {self.seed}:\n    "
                + "\n    ".join(self.problems))


class Outcome:
    """What became of some states."""

    def __init__(self):
        self.finds, self.prints = [], set()
        self.ways = collections.Counter()
        self.states = self.verified = self.started = 0

    def add(self, other):
        self.finds += other.finds
        self.prints |= other.prints
        self.ways += other.ways
        self.states += other.states
        self.verified += other.verified
        self.started += other.started


def check(folder, cuts, strike=None, cores=None, until=None, verified=VERIFIED, started=STARTED):
    """Checks the states of these cuts. `until`: looks for finds with these words alone, and for one."""
    cores = cores or min(os.cpu_count() or 1, 4)
    tasks = [(str(folder), part, strike, until, verified, started) for part in parts(cuts, cores)]
    total = Outcome()
    with multiprocessing.get_context("fork").Pool(cores) as pool:
        for outcome in pool.imap_unordered(check_part, tasks):
            total.add(outcome)
    return total


def parts(cuts, cores):
    """Neighbours together, and not too many parts: the way to the first cut of each is long."""
    size = -(-len(cuts) // (cores if len(cuts) < 400 else 4 * cores)) or 1
    return [cuts[first:first + size] for first in range(0, len(cuts), size)]


def check_part(task):
    folder, cuts, strike, until, verified, started = task
    outcome = Outcome()
    film = recording.Recording(folder, strike)
    with tempfile.TemporaryDirectory(prefix="power-cut-", dir=MEMORY) as own:
        room = pathlib.Path(own)
        for (_, now, expected), (moment, way, seed) in zip(film.at(cut[0] for cut in cuts), cuts):
            found = check_state(room, disk.cut(now, way, seed), expected, seed, verified, started, outcome)
            outcome.ways[way] += 1
            if found and (until is None or any(until in one for one in found)):
                outcome.finds.append(Find(moment, way, seed, found))
                if until:
                    break
    return outcome


def check_state(room, state, expected, seed, verified, started, outcome):
    """What is wrong with one state. Which states the program itself is given depends on the seed alone."""
    outcome.states += 1
    outcome.prints.add(state.print)
    folder = room / "state"
    found = []
    more = 1 if expected.started else AT_FIRST
    # A restore that was begun is carried out by the program alone.
    if expected.others or verified and seed % (verified // more) == 0:
        outcome.verified += 1
        judge.lay(folder, state, seed)
        found += judge.refusals(folder, expected)
        if expected.others:
            found += judge.problems(folder, expected)
    if not expected.others:
        judge.lay(folder, state, seed)
        found += judge.problems(folder, expected)
    if started and seed % (started // more) == 0:
        outcome.started += 1
        judge.lay(folder, state, seed)
        found += judge.refusals_of_a_start(folder, expected)
    return found
