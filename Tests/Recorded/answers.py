"""What is kept of a run: one file for each answer, as text; and what is left out of it, with the reasons."""
import hashlib
import pathlib
import re

# What differs between two runs of the same program, and why. Nothing else is left out.
ALWAYS_DIFFERENT = [
    # A free port is taken by the server and by each of the services that it sends messages to.
    (re.compile(r"(127\.0\.0\.1|localhost)(:|%3A)\d{4,5}"), r"\1\2<port>"),
    # What the process has used of the machine; it is not its clock that counts it.
    (re.compile(r"^((?:process_|swift_)\w+(?:\{[^}]*\})?) \S+$", re.M), r"\1 <machine>"),
    (re.compile(r"^(rollcall_(?:disk_free|database|wal|memory|log_bytes)\w*(?:\{[^}]*\})?) \S+$", re.M), r"\1 <machine>"),
    # Several threads draw the secrets of links at once.
    (re.compile(r"/a/[\w-]{22}\b"), "/a/<link>"),
    # Sums of what is kept itself. The chain of the audit would show one word that differs in all entries after it.
    (re.compile(r"\bx?[0-9a-f]{64}\b"), "<SHA-256>"),
    (re.compile(r"^etag: .*$", re.M), "etag: <sum>"),
    (re.compile(r"\b\d+(?:[.,]\d+)? (?:[KMGT]i?B|bytes)( (?:are )?free\b)"), r"<size>\1"),
    # Parts of the names of temporary files.
    (re.compile(r"\.(?:tmp|part|new)-[0-9A-Za-z-]+"), ".<temporary>"),
]
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},]')
# Of no meaning to whoever asks.
HEADERS_LEFT_OUT = {"connection", "content-length", "date"}


class Record:
    """A folder that grows by one file for each thing that is kept."""

    def __init__(self, folder, hidden=()):
        self.folder = pathlib.Path(folder)
        # Folders of this run, which are named as they are called.
        self.hidden = [(str(path), name) for path, name in hidden]
        self.names = {}
        self.routes, self.commands = set(), set()

    def keep(self, name, text):
        """Keeps a text; one with a name that was there gets a number."""
        name = re.sub(r"[^\w./ {}=&?@+-]", "_", name)
        count = self.names[name] = self.names.get(name, 0) + 1
        path = self.folder / (name if count == 1 else f"{name} ({count})")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.normalised(text))

    def normalised(self, text):
        for path, name in self.hidden:
            text = text.replace(path, name)
        for pattern, instead in ALWAYS_DIFFERENT:
            text = pattern.sub(instead, text)
        return text

    def answer(self, name, answer):
        self.keep(name, "\n".join([str(answer.status), *headers(answer), "", shown(answer.body)]))

    def command(self, name, outcome):
        code, output, errors = outcome
        self.keep(f"commands/{name}", f"exit {code}\n--- output\n{output}\n--- errors\n{errors}")


def headers(answer):
    return sorted(f"{name.lower()}: {value}" for name, value in answer.headers if name.lower() not in HEADERS_LEFT_OUT)


def shown(body):
    """A body as lines that can be compared, without losing a byte; anything but text as its sum."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return f"{len(body)} bytes, SHA-256 {hashlib.sha256(body).hexdigest()}"
    return spread(text) if text[:1] in ("{", "[") else text


def spread(text):
    """JSON as it was written, with a line for each member."""
    depth = 0

    def place(match):
        nonlocal depth
        token = match[0]
        if token in "[{":
            depth += 1
            return token + "\n" + " " * depth
        if token in "]}":
            depth = max(0, depth - 1)
            return "\n" + " " * depth + token
        return token + "\n" + " " * depth if token == "," else token

    return TOKEN.sub(place, text)
