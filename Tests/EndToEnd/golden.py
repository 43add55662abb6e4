"""The cases of Tests/Contract: placeholders filled in requests, and compared in answers."""
import datetime
import json
import re
import uuid

UNITS = {"s": 1, "d": 86_400}
NOW = re.compile(r"<now(?:-(\d+)([sd]))?>")
MILLISECONDS = re.compile(r'"<now(?:-(\d+)([sd]))? in milliseconds>"')
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


class Filling:
    """The values that one case's placeholders stand for, the same in all its steps."""

    def __init__(self, tokens):
        self.now = datetime.datetime.now(datetime.timezone.utc)
        self.texts = {"<unique>": uuid.uuid4().hex, **tokens}

    def text(self, text):
        text = MILLISECONDS.sub(lambda m: str(int(self.instant(m).timestamp() * 1000)), text)
        text = NOW.sub(lambda m: self.instant(m).isoformat(timespec="milliseconds").replace("+00:00", "Z"), text)
        for placeholder, value in self.texts.items():
            text = text.replace(placeholder, value)
        return text

    def instant(self, match):
        seconds = int(match[1] or 0) * UNITS[match[2] or "s"]
        return self.now - datetime.timedelta(seconds=seconds)


def body_of(request, filling):
    """The bytes to send; `None` when the request has no body."""
    if "size" in request:
        return b"x" * request["size"]
    if "raw" in request:
        return request["raw"].encode()
    if "body" in request:
        return filling.text(json.dumps(request["body"])).encode()
    return None


def difference(expected, actual, where="answer"):
    """Where `actual` first differs from what a case expects; `None` when it does not."""
    if isinstance(expected, dict):
        if not isinstance(actual, dict):
            return f"{where} is {actual!r}, not an object"
        named = set(expected) - {"<more>"}
        if named - set(actual) or ("<more>" not in expected and set(actual) - named):
            return f"{where} has {sorted(actual)}, not {sorted(expected)}"
        return first(difference(expected[name], actual[name], f"{where}.{name}") for name in sorted(named))
    if isinstance(expected, list):
        if not isinstance(actual, list) or len(expected) != len(actual):
            return f"{where} is {actual!r}, not {len(expected)} values"
        return first(difference(*pair, f"{where}[{i}]") for i, pair in enumerate(zip(expected, actual)))
    return None if is_equal(expected, actual) else f"{where} is {actual!r}, not {expected!r}"


def first(found):
    return next((one for one in found if one), None)


def is_equal(expected, actual):
    if expected == "<any>":
        return True
    if expected == "<id>":
        return type(actual) is int
    if expected == "<text>":
        return isinstance(actual, str) and actual != ""
    if expected == "<time>":
        return isinstance(actual, str) and TIME.fullmatch(actual) is not None
    # In Python True == 1; in JSON it is not.
    return expected == actual and isinstance(expected, bool) == isinstance(actual, bool)
