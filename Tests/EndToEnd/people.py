"""Members of two workspaces, logged in as a browser would be."""
import requests

PASSWORD = "correct horse battery staple"
ROLES = ["owner", "admin", "dispatcher", "auditor", "viewer"]


def add_member(rollcall, slug, email, role):
    rollcall.cli("member", "add", slug, email, "--role", role, "--password-stdin", text=PASSWORD + "\n")
    return email


def log_in(rollcall, email):
    """A session that carries the cookie of a login."""
    session = requests.Session()
    answer = session.post(
        f"{rollcall.url}/login", data={"email": email, "password": PASSWORD}, allow_redirects=False, timeout=20)
    assert answer.status_code == 303, answer.text
    # The cookie jar wants to be asked for a cookie without a dot in its domain.
    session.headers["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]
    return session
