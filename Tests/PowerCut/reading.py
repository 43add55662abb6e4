"""What a database file holds, as far as states are judged by it. All that knows how pings lie in a file is here."""
import hashlib

import stored_pings


def pings(db):
    """How often each (responder, sequence) is stored."""
    count = {}
    for _, person, ping in stored_pings.rows(db):
        key = person, ping["sequence"]
        count[key] = count.get(key, 0) + 1
    return count


def purged(db):
    """How many pings the certificates of purges count."""
    return db.execute("SELECT coalesce(sum(pings), 0) FROM purge").fetchone()[0]


def audit_problems(db):
    """What breaks the chains of the audit."""
    found, ends = [], {}
    for row in db.execute(
            "SELECT workspace_id, number, at, actor, origin, action, subject, detail, value_before, value_after,"
            " previous, hash FROM audit ORDER BY workspace_id, number"):
        workspace, number, *fields = row[:10]
        count, last = ends.get(workspace, (0, bytes(32)))
        hasher = hashlib.sha256(row[10])
        for field in (workspace, number, *fields):
            text = str(field).encode()
            hasher.update(b"%d:" % len(text) + text)
        if number != count + 1 or row[10] != last or row[11] != hasher.digest():
            found.append(f"entry {number} of workspace {workspace} breaks the audit")
        ends[workspace] = number, row[11]
    heads = {workspace: (count, head) for workspace, count, head in db.execute(
        "SELECT workspace_id, count, hash FROM audit_head")}
    return found + ([] if heads == ends else ["the ends of the audit are not those of its heads"])
