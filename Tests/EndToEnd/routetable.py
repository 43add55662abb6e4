"""The table of all routes, `Tests/Contract/routes.csv`: a line for each, which a Swift test compares with the program.

`for` is who is let in: `anyone`, `phone`, `member` (any login, for what is its own), or a permission. `id` says what the
path's id names. `attempts` are requests that name something wherever the route lets one do so, as `query:…`, `form:…` or
`json:…`; `<responder>` stands for the id of one. `answer` is the status of a GET by those who may, unless it is 200.
"""
import csv
import json
import pathlib
import re
import urllib.parse

TABLE = pathlib.Path(__file__).parents[1] / "Contract/routes.csv"
ROLES = ["owner", "admin", "dispatcher", "auditor", "viewer"]
PERMISSIONS = {
    "livemap:view": ["owner", "admin", "dispatcher", "viewer"],
    "history:view": ["owner", "admin", "dispatcher", "auditor"],
    "history:export": ["owner", "admin", "auditor"],
    "people:view": ROLES,
    "alert:view": ROLES,
    "incident:view": ["owner", "admin", "dispatcher", "auditor"],
    "incident:manage": ["owner", "admin", "dispatcher"],
    "duty:set": ["owner", "admin", "dispatcher"],
    "flag:review": ["owner", "admin", "dispatcher", "auditor"],
    "audit:view": ["owner", "admin", "auditor"],
    "responder:manage": ["owner", "admin"],
    "workspace:manage": ["owner", "admin"],
    "data:erase": ["owner"],
}
# Of no row that there is.
NOBODY = 999_999_999


class RouteLine:
    """One line of the table."""

    def __init__(self, line):
        self.method, self.pattern, self.audience = line["method"], line["path"], line["for"]
        self.id, self.answer = line["id"], int(line["answer"] or 200)
        self.attempts = [Attempt(text) for text in line["attempts"].split()]

    def __str__(self):
        return f"{self.method} {self.pattern}"

    @property
    def is_for_programs(self):
        """Whether nothing but a key will do."""
        return self.method == "POST" and self.pattern.endswith((".json", "/calls"))

    @property
    def takes_json(self):
        return self.is_for_programs or self.audience == "phone"

    @property
    def takes_file(self):
        return self.method == "POST" and self.pattern.endswith(("/import", "/settings/regions", "/settings/addresses", "/settings/outlets"))

    def path(self, slug, named):
        """The path in a workspace, with `named` in the place of an id."""
        return re.sub(r"\{(?!ws)\w+\}", str(named), self.pattern).replace("{ws}", slug)

    @property
    def is_data(self):
        """Whether a stranger is told so, rather than led to the login."""
        return self.audience != "member" and self.pattern.endswith((".json", ".csv", ".gpx", ".geojson", ".zip", ".pdf", "/calls"))

    def may(self, role):
        return role in PERMISSIONS[self.audience]


class Attempt:
    """A request that names something: `query:responder=<responder>`."""

    def __init__(self, text):
        self.kind, _, self.text = text.partition(":")
        assert self.kind in ("query", "form", "json"), text

    def __str__(self):
        return f"{self.kind}:{self.text}"

    def fields(self, ids):
        """Names and values, with the ids filled in."""
        pairs = urllib.parse.parse_qsl(self.text, keep_blank_values=True)
        return [(name, re.sub(r"<(\w+)>", lambda match: str(ids[match[1]]), value)) for name, value in pairs]

    def document(self, ids):
        """The fields as JSON: `asking.mode=parallel` is `{"asking": {"mode": "parallel"}}`."""
        root = {}
        for name, value in self.fields(ids):
            *parents, last = name.split(".")
            place = root
            for parent in parents:
                place = place.setdefault(parent, {})
            try:
                place[last] = json.loads(value)
            except ValueError:
                place[last] = value
        return root


with open(TABLE, newline="") as file:
    ROUTES = [RouteLine(line) for line in csv.DictReader(file)]
CONSOLE = [route for route in ROUTES if route.audience in PERMISSIONS]
MEMBER = [route for route in ROUTES if route.audience == "member"]
PHONE = [route for route in ROUTES if route.audience == "phone"]
