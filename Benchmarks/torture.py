"""Benchmarks/torture.py SEED ROW…: puts the last long run into RESULTS.md, in place of the one before."""

import datetime
import os
import sys

from report import first_line

RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "RESULTS.md")
HEADING = "\n## Torture\n"


def main():
    seed, rows = sys.argv[1], sys.argv[2:]
    section = "\n".join([
        HEADING, "The last run of `make torture`.", "",
        f"- date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC",
        f"- commit: {first_line('git', 'log', '-1', '--format=%h')}",
        f"- seed: {seed}, and so `make torture SEED={seed}`",
        f"- machine: {os.cpu_count()} cores, load average {os.getloadavg()[2]:.1f} over the last 15 minutes", "",
        "| part | outcome | took |", "|---|---|---|", *rows, ""])
    with open(RESULTS) as file:
        before, _, rest = file.read().partition(HEADING)
    _, next_heading, after = rest.partition("\n## ")
    with open(RESULTS, "w") as file:
        file.write(before.rstrip("\n") + "\n" + section + next_heading + after)


if __name__ == "__main__":
    main()
