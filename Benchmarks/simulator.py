"""The figures of docs/simulator.md: the server's view of simulated phones beside what really happened to them.

    python3 Benchmarks/simulator.py --binary .build/release/rollcall --keep /tmp/figures
    python3 Benchmarks/simulator.py --only dispatch --before /tmp/before/.build/release/rollcall

Prints tables; exits 1 when a run of the fleet does. Runs one after the other, about 15 s for each seed of the fleet and
10 minutes for each seed of the dispatch on one core. With --keep each run's JSON is written to a folder, and a run that is
there already is not repeated. --before measures another binary's dispatch beside it: Benchmarks/simulator-at builds the
server of an earlier commit with the simulator of today.
"""
import argparse
import collections
import json
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SUMS = [
    "requests", "recorded", "stored", "duplicates", "lost", "stored_twice", "strange", "wrong_greens", "wrong_green_ms",
    "undatable_greens", "offline_due", "offline_dated", "offline_undue", "silences", "causes_right"]
DISPATCH = [
    "incidents", "accepted", "accept_s", "accept_p90_s", "accept_max_s", "offers", "offers_for_each", "undelivered",
    "asked_twice", "critical", "critical_late", "messages", "messages_refused"]


class Runs:
    """Virtual runs, each kept in a file."""

    def __init__(self, keep):
        self.keep = pathlib.Path(keep) if keep else None

    def run(self, binary, name, seed, *words):
        """What a run tells, and how it ended."""
        kept = self.keep / name / f"{seed}.json" if self.keep else None
        if kept and kept.exists():
            found = json.loads(kept.read_text())
            return found["told"], found["exit"]
        command = [binary, "simulate", "--virtual", "--json", "--seed", *map(str, (seed, *words))]
        done = subprocess.run(
            ["nice", "-n", "5", *command], capture_output=True, text=True,
            env=os.environ | {"ROLLCALL_SHARE": share_of(binary)})
        if done.returncode not in (0, 1) or not done.stdout.strip():
            sys.exit(f"{command}: exit {done.returncode}: {done.stderr[-2000:]}")
        told = json.loads(done.stdout.splitlines()[-1])
        odd = [line for line in done.stderr.splitlines() if not line.endswith(" h")]
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps({"exit": done.returncode, "told": told, "notes": odd}))
        print(f"{name}, seed {seed}: exit {done.returncode}, {told['seconds']} s", file=sys.stderr)
        return told, done.returncode


def share_of(binary):
    """The tree whose templates and profiles a binary needs: the one that it was built in."""
    for folder in pathlib.Path(binary).resolve().parents:
        if (folder / "Templates").is_dir():
            return str(folder)
    return str(ROOT)


def share(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else "-"


def seeds(options, count):
    return range(options.first_seed, options.first_seed + count)


def fleets(options, runs):
    """Every fault, one run for each seed: all of them together."""
    sums, causes, failed = collections.Counter(), collections.Counter(), []
    for seed in seeds(options, options.seeds):
        found, code = runs.run(
            options.binary, "fleet", seed, "--phones", options.phones, "--for", options.length, "--faults", "all")
        sums.update({name: found[name] for name in SUMS})
        causes.update({(one["true"], one["named"]): one["count"] for one in found["causes"]})
        if code:
            failed.append(seed)
    print(f"\n{options.seeds} runs of {options.phones} phones, {options.length} each, every fault\n")
    print("| | |\n|---|---|")
    for name in SUMS:
        print(f"| {name} | {sums[name]:,} |")
    print(f"| offline dated right | {share(sums['offline_dated'], sums['offline_due'])} |")
    print(f"| causes right | {share(sums['causes_right'], sums['silences'])} |")
    made = sum(count for (true, _), count in causes.items() if true != "none")
    right = sum(count for (true, named), count in causes.items() if true == named)
    print(f"| … of the {made:,} silences that a fault made | {share(right, made)} |")
    print("\n| true cause | named | silences |\n|---|---|---|")
    for (true, named), count in sorted(causes.items()):
        print(f"| {true} | {named} | {count} |")
    return failed


def dispatch(options, runs):
    """People who are asked for incidents: the middle of all seeds, and from the lowest to the highest."""
    binaries = {"now": options.binary} | ({"before": options.before} if options.before else {})
    found = {
        name: [dispatched(options, runs, binary, f"dispatch-{name}", seed)
               for seed in seeds(options, options.dispatch_seeds)]
        for name, binary in binaries.items()}
    print(f"\n{options.people} people, {options.incidents} incidents an hour, {options.dispatch_length}, every fault, "
          f"{options.dispatch_seeds} seeds: the median (lowest to highest)\n")
    columns = sorted(found)
    print(f"| | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    ends = sorted({end for runs in found.values() for told in runs for end in told["ends"]})
    for name in DISPATCH + [f"ends.{end}" for end in ends]:
        print(f"| {name} | {' | '.join(spread(found[column], name) for column in columns)} |")


def dispatched(options, runs, binary, name, seed):
    return runs.run(
        binary, name, seed, "--phones", options.people, "--profile", "responder", "--for", options.dispatch_length,
        "--incidents", options.incidents)[0]["dispatch"]


def spread(runs, name):
    """Of a figure, or of how offers ended."""
    end = name.removeprefix("ends.")
    values = [told["ends"].get(end, 0) if end != name else told.get(name) for told in runs]
    if None in values:
        return "-"
    low, middle, high = (
        f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
        for value in (min(values), statistics.median(values), max(values)))
    return middle if low == high else f"{middle} ({low} to {high})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/rollcall"))
    parser.add_argument("--before", help="another binary, whose dispatch is measured beside it")
    parser.add_argument("--keep", help="a folder for what each run tells")
    parser.add_argument("--only", choices=["fleet", "dispatch"])
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=20, help="of the fleet")
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--for", dest="length", default="6h")
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--incidents", type=float, default=20)
    parser.add_argument("--dispatch-for", dest="dispatch_length", default="24h")
    parser.add_argument("--dispatch-seeds", type=int, default=3)
    options = parser.parse_args()
    runs = Runs(options.keep)
    failed = fleets(options, runs) if options.only != "dispatch" else []
    if options.only != "fleet":
        dispatch(options, runs)
    if failed:
        sys.exit(f"the server was wrong with the seeds {failed}")


if __name__ == "__main__":
    main()
