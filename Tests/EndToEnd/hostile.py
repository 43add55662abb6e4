"""Clients that mean harm, a thousand at a time, and phones that report beside them.

Run as a program it is the attack itself, in a process of its own:
`hostile.py KIND PORT CONNECTIONS SECONDS SOURCE…`, with the addresses to connect from.
"""
import asyncio
import http.client
import itertools
import json
import pathlib
import random
import re
import socket
import subprocess
import sys
import threading
import time

# Whom the server trusts to say for whom it speaks.
PROXY = "127.0.0.9"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
LOGIN = "email=nobody%40example.org&password=wrong"
# How long one waits before it connects again after it was thrown out.
PAUSE = 1.0


def head(line, *fields):
    return f"{line} HTTP/1.1\r\nHost: localhost\r\n{''.join(fields)}"


def stranger(_):
    """A client of a proxy at an address that nobody has had before."""
    return ".".join(str(random.randrange(1, 255)) for _ in range(4))


def neighbour(number):
    """Another address of the same IPv6 network."""
    return f"2001:db8:1:2::{random.randrange(1 << 16):x}:{number:x}"


def flood(client):
    """Whole logins, one after the other, each under another address."""
    async def attack(reader, writer, number, end):
        while time.monotonic() < end:
            fields = f"X-Forwarded-For: {client(number)}\r\nContent-Length: {len(LOGIN)}\r\n"
            writer.write(f"{head('POST /login', FORM, fields)}\r\n{LOGIN}".encode())
            await writer.drain()
            answer = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(re.search(rb"Content-Length: (\d+)", answer)[1]))
    return attack


def trickle(text, byte):
    """Sends something unfinished, then a byte a second, until it is thrown out."""
    async def attack(reader, writer, number, end):
        writer.write(text.encode())
        while time.monotonic() < end:
            await writer.drain()
            try:
                if not await asyncio.wait_for(reader.read(4096), 1):
                    return
            except TimeoutError:
                writer.write(byte)
    return attack


async def stall(reader, writer, number, end):
    """Asks for a file and takes nothing of it."""
    writer.write(f"{head('GET /assets/rollcall.css')}\r\n".encode() * 40)
    await writer.drain()
    reader._transport.pause_reading()
    await asyncio.sleep(min(25, max(0, end - time.monotonic())))


KINDS = {
    "slow-head": trickle(head("GET /login", "X-A: "), b"x"),
    "slow-body": trickle(head("POST /login", FORM, "Content-Length: 8000\r\n\r\n"), b"x"),
    "slow-reader": stall,
    "large-body": trickle(
        head("POST /w/acme/settings/regions", "Content-Type: multipart/form-data; boundary=b\r\n",
             "Content-Length: 4190000\r\n\r\n--b"), b"-" * 500),
    "login-flood": flood(stranger),
    "login-flood-ipv6": flood(neighbour),
}
# Those come through the proxy.
PROXIED = {"login-flood", "login-flood-ipv6"}


async def connection(kind, port, source, number, end):
    attack = KINDS[kind]
    while time.monotonic() < end:
        writer = None
        try:
            raw = socket.socket()
            raw.setblocking(False)
            raw.bind((source, 0))
            if attack is stall:
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
            reader, writer = await asyncio.open_connection(sock=raw)
            await attack(reader, writer, number, end)
        except (OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            if writer:
                writer.close()
        await asyncio.sleep(PAUSE * random.uniform(0.5, 1.5))


async def assault(kind, port, connections, seconds, sources):
    end = time.monotonic() + seconds
    tasks = []
    for number, source in zip(range(connections), itertools.cycle(sources)):
        tasks.append(asyncio.create_task(connection(kind, port, source, number, end)))
        if number % 50 == 49:
            await asyncio.sleep(0.02)
    print("ready", flush=True)
    await asyncio.wait(tasks, timeout=max(0, end - time.monotonic()) + 1)


class Attack:
    """An attack in a process of its own, as a context: under way at its beginning."""

    def __init__(self, kind, server, connections, seconds, sources):
        sources = [PROXY] if kind in PROXIED else sources
        self.command = [
            sys.executable, __file__, kind, str(server.port), str(connections), str(seconds), *sources]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ready\n"
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Uploads:
    """Phones that report one position after the other, so many a second in all; each time on the connection it has or on
    a new one, in turns."""

    def __init__(self, server, tokens, a_second=20):
        self.server, self.tokens, self.pause = server, tokens, len(tokens) / a_second
        self.stopped = threading.Event()
        self.refused, self.seconds = [], []
        self.threads = [
            threading.Thread(target=self.phone, args=(token, number), daemon=True) for number, token in enumerate(tokens)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive(), "a phone still waits for its answer"

    def phone(self, token, number):
        link = None
        self.stopped.wait(self.pause * number / len(self.tokens))
        for count in itertools.count():
            if self.stopped.is_set():
                break
            began = time.monotonic()
            # One that it has may have ended with the answer before; then it is not this upload that fails.
            if link is None or count % 2:
                link = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
            try:
                status = self.upload(link, token)
                if status != 201:
                    self.refused.append(status)
            except (OSError, http.client.HTTPException) as error:
                self.refused.append(repr(error))
                link = None
            taken = time.monotonic() - began
            self.seconds.append(taken)
            self.stopped.wait(max(0, self.pause - taken))

    @staticmethod
    def upload(link, token):
        ping = {"lat": 46.05, "lng": 14.5, "is_mock": False, "recorded_at": int(time.time() * 1000)}
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        link.request("POST", "/app/v1/locations", json.dumps(ping), headers)
        answer = link.getresponse()
        answer.read()
        return answer.status

    def percentile(self, part):
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(len(self.seconds) * part))]


def peak_memory(process):
    """The most that a process has had in memory, MiB."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024


def memory(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024


def lines_a_second(log):
    """The most lines that a log has of one second."""
    seconds = {}
    for line in log.splitlines():
        seconds[line[:19]] = seconds.get(line[:19], 0) + 1
    return max(seconds.values(), default=0)


def hundred():
    return [f"127.0.1.{number}" for number in range(1, 101)]


if __name__ == "__main__":
    _, kind, port, connections, seconds, *sources = sys.argv
    asyncio.run(assault(kind, int(port), int(connections), float(seconds), sources))
