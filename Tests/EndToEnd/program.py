"""A script that works with a workspace by an API key."""
import requests

LIMIT = 20


class Program:
    """A script with a key of a role."""

    def __init__(self, rollcall, slug="acme", role="owner"):
        self.base, self.session = f"{rollcall.url}/w/{slug}", requests.Session()
        self.session.headers["Authorization"] = f"Bearer {rollcall.key(slug, role)}"

    def post(self, path, **members):
        return self.session.post(f"{self.base}/{path}", json=members, timeout=LIMIT)

    def get(self, path):
        answer = self.session.get(f"{self.base}/{path}", timeout=LIMIT)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def actions(self):
        return [entry["action"] for entry in self.get("audit.json")["entries"]]
