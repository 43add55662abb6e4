"""Two programs, the same load, in turn: what a change costs or gains, beside how much figures vary by themselves."""

import os
import statistics
import sys

from report import number, table

ROUNDS = 5
HEAD = ("measured", "unit", "{name}: median", "lowest to highest", "now: median", "lowest to highest", "now / {name}",
        "in each round")


class Side:
    """One of the two, and what it gave in each round: by part, a list of rows for each round."""

    def __init__(self, make, binary, work):
        self.make, self.binary, self.work = make, binary, work
        self.rounds, self.fault = {}, {}
        os.makedirs(work)

    def prepare(self):
        """A workspace of its own: the other program's file may have other tables."""
        self.bench = self.make(self.binary, self.work)
        self.bench.prepare()

    def measure(self, part, run):
        if part in self.fault:
            return
        self.bench.rows = []
        try:
            run(self.bench)
        # Whatever the driver asks of it that it does not have yet: told as such, and the other figures go on.
        except (Exception, SystemExit) as error:
            self.fault[part] = next(iter(str(error).strip().splitlines()), type(error).__name__)
            self.bench.say(f"{part}: {self.binary} gives no figures: {self.fault[part]}")
            return
        self.rounds.setdefault(part, []).append(self.bench.rows)

    def values(self, part, row):
        """A figure in each round; empty when this side cannot give it."""
        if part in self.fault:
            return []
        return [rows[row][1] for rows in self.rounds.get(part, []) if row < len(rows)]


def spread(values):
    return f"{number(min(values))} to {number(max(values))}" if values else ""


def median(values):
    return statistics.median(values) if values else "cannot say"


def compared(part, before, now):
    """A row of the table for each figure of a part, named as the newest round names it."""
    for index, (what, value, unit, _) in enumerate(now.rounds.get(part, [[]])[-1]):
        if isinstance(value, str):
            continue
        old, new = before.values(part, index), now.values(part, index)
        ratio = f"{median(new) / median(old):.2f}" if old and new and median(old) else ""
        each = ", ".join(f"{b / a:.2f}" for a, b in zip(old, new) if a)
        yield what, unit, median(old), spread(old), median(new), spread(new), ratio, each


def measure(bench, asked, parts):
    """Alternates, the earlier one first in odd rounds and last in even ones, and prints the table, with what could not be
    had; whether the present program gave all its figures."""
    def make(binary, work):
        return bench(binary, work, asked.quick, rounds=1)

    before = Side(make, os.path.abspath(asked.before), os.path.join(asked.work, "before"))
    now = Side(make, os.path.abspath(asked.rollcall), os.path.join(asked.work, "now"))
    # Both speak to the same baseline.
    for side in (before, now):
        os.symlink(os.path.join(asked.work, "baseline"), os.path.join(side.work, "baseline"))
        side.prepare()
    rounds = 1 if asked.quick else ROUNDS
    for part in parts:
        for turn in range(rounds):
            print(f"bench: {part}, round {turn + 1} of {rounds}", file=sys.stderr, flush=True)
            for side in (before, now) if turn % 2 == 0 else (now, before):
                side.measure(part, bench.PARTS[part])
    rows = [row for part in parts for row in compared(part, before, now)]
    lines = table([words.format(name=asked.name) for words in HEAD], rows)
    for name, side in ((asked.name, before), ("now", now)):
        lines += ["", *(f"No figures of {part} from {name}: {why}" for part, why in side.fault.items())]
    print("\n".join(lines))
    return not now.fault
