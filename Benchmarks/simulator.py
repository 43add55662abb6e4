"""The figures of docs/simulator.md: the server's view of simulated phones beside what really happened to them.

    python3 Benchmarks/simulator.py --binary .build/release/rollcall
    python3 Benchmarks/simulator.py --binary .build/release/rollcall --only dispatch

Prints a table; exits 1 when a run of the fleet does. Takes about as long as all its runs: see --help for smaller ones.
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
SUMS = [
    "requests", "recorded", "stored", "duplicates", "lost", "stored_twice", "strange", "wrong_greens", "wrong_green_ms",
    "undatable_greens",
    "offline_due", "offline_dated", "offline_undue", "silences", "causes_right"]


def simulate(binary, *words):
    """What a virtual run tells, and how it ended."""
    done = subprocess.run(
        ["nice", "-n", "15", binary, "simulate", "--virtual", "--json", *map(str, words)], capture_output=True,
        text=True, env=os.environ | {"ROLLCALL_SHARE": str(ROOT)})
    if done.returncode not in (0, 1) or not done.stdout.strip():
        sys.exit(f"{words}: exit {done.returncode}: {done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1]), done.returncode


def share(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else "-"


def fleets(options):
    """Every fault, one run for each seed: all of them together."""
    sums, causes, failed = collections.Counter(), collections.Counter(), []
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        found, code = simulate(
            options.binary, "--phones", options.phones, "--for", options.length, "--faults", "all", "--seed", seed)
        sums.update({name: found[name] for name in SUMS})
        causes.update({(one["true"], one["named"]): one["count"] for one in found["causes"]})
        if code:
            failed.append(seed)
        print(f"seed {seed}: exit {code}", file=sys.stderr)
    print(f"\n{options.seeds} runs of {options.phones} phones, {options.length} each, every fault\n")
    print("| | |\n|---|---|")
    for name in SUMS:
        print(f"| {name} | {sums[name]:,} |")
    print(f"| offline dated right | {share(sums['offline_dated'], sums['offline_due'])} |")
    print(f"| causes right | {share(sums['causes_right'], sums['silences'])} |")
    print("\n| true cause | named | silences |\n|---|---|---|")
    for (true, named), count in sorted(causes.items()):
        print(f"| {true} | {named} | {count} |")
    return failed


def dispatch(options):
    """People who are asked for incidents."""
    found, _ = simulate(
        options.binary, "--phones", options.people, "--profile", "responder", "--for", options.dispatch_length,
        "--incidents", options.incidents, "--seed", options.first_seed)
    told = found["dispatch"]
    print(f"\n{options.people} people, {options.incidents} incidents an hour, {options.dispatch_length}\n")
    print("| | |\n|---|---|")
    for name, value in told.items():
        print(f"| {name} | {value} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/rollcall"))
    parser.add_argument("--only", choices=["fleet", "dispatch"])
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--for", dest="length", default="6h")
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--incidents", type=float, default=20)
    parser.add_argument("--dispatch-for", dest="dispatch_length", default="24h")
    options = parser.parse_args()
    failed = fleets(options) if options.only != "dispatch" else []
    if options.only != "fleet":
        dispatch(options)
    if failed:
        sys.exit(f"the server was wrong with the seeds {failed}")


if __name__ == "__main__":
    main()
