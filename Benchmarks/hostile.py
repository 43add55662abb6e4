#!/usr/bin/env python3
"""Benchmarks/hostile.py [--seconds N] [--binary FILE]

A thousand hostile connections of each kind, from one address and from a hundred, beside 20 uploads a second: how long
uploads take, whether any is refused, how much memory the server has had and how much it logged. Prints a table for
RESULTS.md. All traffic stays on 127.0.0.0/8. Run it by hand: with the default of 60 s for each it takes ten minutes.
"""
import argparse
import os
import pathlib
import sys
import tempfile
import time

TREE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TREE / "Tests/EndToEnd"))
GOALS = {"p99": 250, "memory": 200, "lines": 10}


def measure(rollcall, hostile, kind, sources, seconds):
    written = rollcall.log.stat().st_size
    with hostile.Attack(kind, rollcall, 1_000, seconds + 10, sources):
        with hostile.Uploads(rollcall, rollcall.tokens) as uploads:
            time.sleep(seconds)
    return {
        "uploads": len(uploads.seconds), "refused": len(uploads.refused), "why": uploads.refused[:3],
        "p50": uploads.percentile(0.5) * 1_000, "p99": uploads.percentile(0.99) * 1_000,
        "memory": hostile.peak_memory(rollcall.process), "lines": hostile.lines_a_second(rollcall.said(written)),
    }


def prepare(folder):
    import hostile
    from rollcall import Rollcall

    rollcall = Rollcall(folder, options=["--trusted-proxy", hostile.PROXY])
    rollcall.workspace("acme")
    rollcall.start()
    rollcall.tokens = [
        rollcall.token("acme", rollcall.responder("acme", f"Person {number}"), f"device-{number}") for number in range(20)]
    return rollcall, hostile


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[2])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--binary", default=TREE / ".build/release/rollcall")
    parser.add_argument("--kind", action="append")
    asked = parser.parse_args()
    os.environ["ROLLCALL_BINARY"] = str(asked.binary)
    met = True
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data"
        data.mkdir()
        rollcall, hostile = prepare(data)
        print("| 1,000 connections of | from | uploads | refused | p50, ms | p99, ms | VmHWM, MiB | lines/s |")
        print("|---|---|---|---|---|---|---|---|")
        for kind in asked.kind or hostile.KINDS:
            origins = {"a proxy": []} if kind in hostile.PROXIED else {"one address": ["127.0.0.1"], "a hundred": hostile.hundred()}
            for origin, sources in origins.items():
                got = measure(rollcall, hostile, kind, sources, asked.seconds)
                print(f"| {kind} | {origin} | {got['uploads']} | {got['refused']} | {got['p50']:.1f} | {got['p99']:.1f} "
                      f"| {got['memory']:.0f} | {got['lines']} |", flush=True)
                if got["why"]:
                    print(f"refused: {got['why']}", file=sys.stderr)
                met = met and got["refused"] == 0 and all(got[name] <= goal for name, goal in GOALS.items())
        rollcall.stop()
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
