"""Load: wrk with the scripts of load/, and readers."""

import json
import os
import signal
import subprocess
import time

THREADS = 2
SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "load")


class Load:
    """A wrk in the background; `stop` or its end gives the result."""

    def __init__(self, script, url, seconds, connections, arguments=(), headers=()):
        threads = min(THREADS, connections)
        words = ["wrk", "-t", str(threads), "-c", str(connections), "-d", f"{seconds}s", "--timeout", "10s",
                 "--latency", "-s", script]
        for header in headers:
            words += ["-H", header]
        words += [url, "--", *map(str, arguments)]
        self.process = subprocess.Popen(words, cwd=SCRIPTS, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def stop(self):
        """Ends it early."""
        self.process.send_signal(signal.SIGINT)
        return self.result()

    def result(self):
        """What was measured; a refused or broken request ends the benchmark, because it measured something else."""
        text, _ = self.process.communicate(timeout=900)
        lines = [line for line in text.splitlines() if line.startswith("RESULT ")]
        if not lines:
            raise SystemExit(f"bench: wrk said:\n{text}")
        found = json.loads(lines[0][7:])
        if found["refused"] or found["broken"] or not found["requests"]:
            raise SystemExit(f"bench: not every request was answered well: {found}")
        found["per_s"] = found["requests"] / found["seconds"]
        return found


def phones(script, server, seconds, connections, tokens, people, first=0, pace_ms=0):
    """Phones that upload; see the scripts for what they send."""
    arguments = [tokens, people, min(THREADS, connections), first, pace_ms]
    return Load(script, server.url, seconds, connections, arguments)


def once(server, tokens, people, sequence, taken_ms):
    """One ping of each phone, all taken at the same instant; then nothing until it is stopped."""
    return Load("once.lua", server.url, 60, 64, [tokens, people, THREADS, sequence, taken_ms])


def readers(server, path, key, seconds, connections, headers=()):
    """Scripts that read one page again and again."""
    headers = [f"Authorization: Bearer {key}", *headers]
    return Load("read.lua", server.url + path, seconds, connections, headers=headers)


def export(server, path, key):
    """Fetches a CSV; returns (rows, seconds)."""
    start = time.monotonic()
    fetch = subprocess.Popen(
        ["curl", "-sS", "-f", "-H", f"Authorization: Bearer {key}", server.url + path], stdout=subprocess.PIPE)
    count = subprocess.run(["wc", "-l"], stdin=fetch.stdout, capture_output=True, text=True, check=True)
    fetch.stdout.close()
    if fetch.wait() != 0:
        raise SystemExit("bench: the export broke off")
    return int(count.stdout) - 1, time.monotonic() - start


class Peak:
    """The peak of the server's resident memory within a `with`."""

    def __init__(self, server):
        self.server = server

    def __enter__(self):
        self.server.forget_peak()
        return self

    def __exit__(self, *failure):
        if failure[0] is None:
            self.mib = self.server.peak_mib()
