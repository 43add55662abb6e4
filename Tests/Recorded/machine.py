"""The program as processes on one database: its commands, its server, and whoever sends requests to it."""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import time
import urllib.parse

LISTENING = re.compile(r"listening on http://127\.0\.0\.1:(\d+)")
# Nothing of the caller's own settings or language leaks in.
KEPT = ("PATH", "HOME", "USER", "LD_LIBRARY_PATH", "TMPDIR")
BOUNDARY = "----record"
# Where the made-up browsers believe the server to be.
HOST = "rollcall.example"


class Answer:
    """What a request was answered with."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self):
        return self.body.decode(errors="replace")

    def json(self):
        return json.loads(self.body)

    def header(self, name):
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")


class Machine:
    def __init__(self, binary, folder, clock, turnstile, share=None):
        self.turnstile = turnstile
        self.binary, self.folder, self.clock = pathlib.Path(binary).resolve(), pathlib.Path(folder), clock
        self.database, self.log = self.folder / "rollcall.db", self.folder / "server.log"
        self.environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        self.environment |= {"LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "100", **clock.environment}
        if share:
            self.environment["ROLLCALL_SHARE"] = str(share)
        self.process, self.port = None, 0

    # The command line

    def run(self, *arguments, text="", settings=()):
        """Runs a command; its exit code, output and errors."""
        self.clock.step("command " + " ".join(map(str, arguments)).replace(str(self.folder), ""))
        process = subprocess.Popen(
            [self.binary, *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=self.environment | dict(settings), cwd=self.folder)
        try:
            output, errors = process.communicate(text.encode(), timeout=300)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            self.clock.ended(process.pid)
        self.clock.quiet()
        return process.returncode, output.decode(errors="replace"), errors.decode(errors="replace")

    def cli(self, *arguments, text=""):
        """Runs a command on the database that must succeed; what it prints as JSON."""
        code, output, errors = self.run(*arguments, "--database", self.database, "--json", text=text)
        if code != 0:
            raise RuntimeError(f"{arguments}: exit {code}: {output}{errors}")
        return json.loads(output.splitlines()[-1])

    # The server

    def start(self, *options, settings=()):
        self.clock.step("start")
        written = self.log.stat().st_size if self.log.exists() else 0
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.binary, "serve", "--listen", "127.0.0.1:0", "--database", self.database, *map(str, options)],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment | dict(settings), cwd=self.folder)
        self.clock.processes.append(self.process.pid)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            said = self.log.read_bytes()[written:].decode(errors="replace")
            if self.process.poll() is not None:
                raise RuntimeError(f"exit {self.process.returncode}: {said}")
            found = LISTENING.search(said)
            if found:
                self.port = int(found[1])
                self.clock.ports.append(self.port)
                self.clock.quiet()
                return
            time.sleep(0.01)
        raise RuntimeError(f"the server does not listen: {said}")

    def stop(self):
        """Asks the server to end, and lets time go on until it has; its exit code."""
        self.clock.step("stop")
        self.process.send_signal(signal.SIGTERM)
        for _ in range(60):
            self.clock.quiet()
            if self.process.poll() is not None:
                break
            self.clock.advance(1)
        else:
            self.process.kill()
        code = self.process.wait()
        self.clock.ended(self.process.pid)
        self.process = None
        return code

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def send(self, method, path, body=None, headers=()):
        self.turnstile.asking = time.monotonic()
        try:
            return self.exchange(method, path, body, headers)
        finally:
            self.turnstile.asking = None

    def exchange(self, method, path, body, headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            fields = {"Host": HOST, "Connection": "close", **dict(headers)}
            # A chunked body is refused at its head; there is no length beside it.
            is_chunked = "Transfer-Encoding" in fields
            connection.request(method, path, b"" if is_chunked else body, fields, encode_chunked=is_chunked)
            answer = connection.getresponse()
            return Answer(answer.status, answer.getheaders(), answer.read())
        except (OSError, http.client.HTTPException) as error:
            return Answer(0, [], repr(error).encode())
        finally:
            connection.close()


class Client:
    """Somebody who sends requests: a browser with its cookies, or a program with a key."""

    def __init__(self, machine, name, key=None, **headers):
        self.machine, self.name = machine, name
        self.headers, self.cookies = dict(headers), {}
        if key:
            self.headers["Authorization"] = f"Bearer {key}"

    def send(self, method, path, form=None, document=None, files=None, body=None, **headers):
        fields = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if document is not None:
            body, fields["Content-Type"] = json.dumps(document).encode(), "application/json"
        elif files is not None:
            body, fields["Content-Type"] = multipart(form or {}, files), f"multipart/form-data; boundary={BOUNDARY}"
        elif form is not None:
            pairs = form.items() if isinstance(form, dict) else form
            body = urllib.parse.urlencode(list(pairs)).encode()
            fields["Content-Type"] = "application/x-www-form-urlencoded"
        answer = self.machine.send(method, urllib.parse.quote(path, safe="/?&=%+,:.-_~[]"), body, fields)
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                cookie, _, secret = value.split(";")[0].partition("=")
                self.cookies[cookie] = secret
        return answer


def multipart(form, files):
    parts = [f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
             for name, value in form.items()]
    parts += [f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n'
              f"Content-Type: application/octet-stream\r\n\r\n{text}\r\n" for name, (file, text) in files.items()]
    return ("".join(parts) + f"--{BOUNDARY}--\r\n").encode()
