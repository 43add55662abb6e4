"""A download ends when whoever takes it may no longer have it, wherever it has come to."""
import re
import socket
from datetime import datetime, timedelta, timezone

import pytest
from people import PASSWORD, log_in
from responding import until
from rooms import bearer

LIMIT = 30
# Many times what the systems at both ends keep for a reader that stands still.
POINTS = 45_000
ALWAYS = "from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z"


@pytest.fixture(scope="module")
def room(server, tmp_path_factory):
    """The workspace `acme`, with a person who has a long track."""
    server.workspace("acme")
    person = server.responder("acme", "Ana")
    first = datetime.now(timezone.utc) - timedelta(days=50)
    track = tmp_path_factory.mktemp("track") / "track.csv"
    track.write_text("time,lat,lng\n" + "".join(
        f"{first + timedelta(minutes=number):%Y-%m-%dT%H:%M:%SZ},46.{number:05},14.5\n" for number in range(POINTS)))
    assert server.cli("responder", "import-track", "acme", person, track)["stored"] == POINTS
    return server, person, bearer(server.key("acme", "owner"))


class Reader:
    """A client that takes a little of an answer, and the rest when it is told to."""

    def __init__(self, server, path, *fields):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8_192)
        self.socket.settimeout(LIMIT)
        self.socket.connect(("127.0.0.1", server.port))
        head = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *fields, "", ""]
        self.socket.sendall("\r\n".join(head).encode())
        self.taken = self.socket.recv(4_096)
        assert self.taken.startswith(b"HTTP/1.1 200 "), self.taken

    def rest(self):
        """All that still comes; whether the answer was whole."""
        try:
            while chunk := self.socket.recv(65_536):
                self.taken += chunk
                if self.taken.endswith(b"\r\n0\r\n\r\n"):
                    return True
        except ConnectionResetError:
            pass
        finally:
            self.socket.close()
        return False


def exports(key, server, kind):
    found = key.get(f"{server.url}/w/acme/reports/exports.json", timeout=LIMIT).json()["exports"]
    return [row for row in found if row["kind"] == kind]


def revoke_key(room, session, member):
    server, _, _ = room
    server.cli("api-key", "revoke", "acme", "--name", "to be revoked")


def act(room, path, form):
    server, _, owner = room
    answer = owner.post(f"{server.url}/w/acme/{path}", data=form, allow_redirects=False, timeout=LIMIT)
    assert answer.status_code == 303, answer.text


def lower_role(room, session, member):
    act(room, f"settings/members/{member}", {"role": "viewer"})


def remove_member(room, session, member):
    act(room, f"settings/members/{member}/remove", {"": ""})


def log_out(room, session, member):
    server, _, _ = room
    token = re.search(r'name="_csrf" value="([^"]+)"', session.get(f"{server.url}/account", timeout=LIMIT).text)[1]
    answer = session.post(f"{server.url}/logout", data={"_csrf": token}, allow_redirects=False, timeout=LIMIT)
    assert answer.status_code == 303, answer.text


@pytest.mark.parametrize("end, file", [
    (revoke_key, "history.csv"), (lower_role, "history.csv"), (remove_member, "responders/{}/export.json"),
    (log_out, "history.csv")])
def test_a_download_ends_with_the_right_to_it(room, end, file):
    server, person, owner = room
    path = f"/w/acme/{file.format(person)}?{ALWAYS}"
    kind = "history" if file == "history.csv" else "responder"
    session, member, email = None, None, f"{end.__name__}@example.org"
    if end is revoke_key:
        secret = server.cli("api-key", "issue", "acme", "--name", "to be revoked", "--role", "admin")["api_key"]
        field = f"Authorization: Bearer {secret}"
    else:
        member = server.cli(
            "member", "add", "acme", email, "--role", "admin", "--password-stdin", text=f"{PASSWORD}\n")["id"]
        session = log_in(server, email)
        field = f"Cookie: {session.headers['Cookie']}"
    before = len(exports(owner, server, kind))
    reader = Reader(server, path, field)
    end(room, session, member)

    # The reader stands still, and the file ends all the same: much sooner than for a reader who is merely slow.
    ended = until(lambda: exports(owner, server, kind)[:len(exports(owner, server, kind)) - before], "the end", limit=10)
    assert [row["complete"] for row in ended] == [False] and ended[0]["rows"] < POINTS
    # What the client's own system had already is all it gets, and it is told that this is not the whole file.
    assert reader.rest() is False and len(reader.taken) < 1_000_000
    with pytest.raises(AssertionError, match="401|403|404|303"):
        Reader(server, path, field)


def test_who_may_goes_on_to_the_end_however_slowly(room):
    server, person, owner = room
    secret = server.cli("api-key", "issue", "acme", "--name", "to stay", "--role", "auditor")["api_key"]
    reader = Reader(server, f"/w/acme/history.csv?{ALWAYS}", f"Authorization: Bearer {secret}")
    # Another key is revoked meanwhile.
    server.cli("api-key", "issue", "acme", "--name", "another", "--role", "auditor")
    server.cli("api-key", "revoke", "acme", "--name", "another")
    assert reader.rest() is True and reader.taken.count(b"\n") > POINTS
    assert until(lambda: [row for row in exports(owner, server, "history") if row["complete"]], "the entry")[0]["rows"] == POINTS
