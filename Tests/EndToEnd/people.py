"""Members of two workspaces, logged in as a browser would be."""
import base64
import functools
import hashlib
import os

import requests

PASSWORD = "correct horse battery staple"
ROLES = ["owner", "admin", "dispatcher", "auditor", "viewer"]


def add_member(rollcall, slug, email, role):
    if rollcall.can_be_asked:
        rollcall.ask("addMember", slug=slug, email=email, role=role, passwordHash=hashed_password(), isSeparate=False)
    else:
        rollcall.cli("member", "add", slug, email, "--role", role, "--password-stdin", text=PASSWORD + "\n")
    return email


@functools.cache
def hashed_password():
    """The password as the program stores it, hashed once for all members."""
    salt = os.urandom(16)
    key = hashlib.scrypt(PASSWORD.encode(), salt=salt, n=2**15, r=8, p=3, maxmem=2**26, dklen=32)
    return f"scrypt$15$8$3${base64.b64encode(salt).decode()}${base64.b64encode(key).decode()}"


def log_in(rollcall, email):
    """A session that carries the cookie of a login."""
    session = requests.Session()
    answer = session.post(
        f"{rollcall.url}/login", data={"email": email, "password": PASSWORD}, allow_redirects=False, timeout=20)
    assert answer.status_code == 303, answer.text
    # The cookie jar wants to be asked for a cookie without a dot in its domain.
    session.headers["Cookie"] = answer.headers["Set-Cookie"].split(";")[0]
    return session
