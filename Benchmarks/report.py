"""The table and the machine."""

import datetime
import os
import platform
import re
import sqlite3
import subprocess


def first_match(path, pattern, otherwise="unknown"):
    try:
        found = re.search(pattern, open(path).read(), re.MULTILINE)
        return found[1] if found else otherwise
    except OSError:
        return otherwise


def first_line(*words):
    try:
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        return next((line.strip() for line in done.stdout.splitlines() if line.strip()), "unknown")
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"


def package(name):
    return first_line("dpkg-query", "-W", "-f", "${Version}", name)


def file_system(path):
    return first_line("stat", "-f", "-c", "%T", path)


def machine(work, load):
    """Where it was measured, as lines of Markdown; `load` is the machine's own before the start."""
    memory = int(first_match("/proc/meminfo", r"MemTotal:\s+(\d+)", "0")) / 1024 / 1024
    cpu = first_match("/proc/cpuinfo", r"model name\s*: (.*)")
    system = first_match("/etc/os-release", r'PRETTY_NAME="(.*)"')
    return [
        f"- date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC",
        f"- commit: {first_line('git', 'log', '-1', '--format=%h')}",
        f"- CPU: {os.cpu_count()} cores of {cpu}",
        f"- memory: {memory:.1f} GiB",
        f"- system: {system}, kernel {platform.release()}",
        f"- database on: {file_system(work)}",
        f"- load average before the start: {load:.2f}",
        f"- Swift {swift_version()}, SQLite {sqlite3.sqlite_version}, libmicrohttpd {package('libmicrohttpd12')}, "
        f"wrk {package('wrk')}, {first_line('cc', '--version')}",
    ]


def swift_version():
    done = subprocess.run(["swift", "--version"], capture_output=True, text=True, timeout=60)
    found = re.search(r"Swift version (\S+)", done.stdout)
    return found[1] if found else "unknown"


def number(value):
    """A number as people read it."""
    if isinstance(value, str):
        return value
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(number(cell) for cell in row) + " |" for row in rows]
