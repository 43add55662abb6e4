"""Faults that the check must see: recordings without the syncs that a careless program would not make."""
import os

from .judge import DATABASE


def syncs(records):
    """Each sync as (its two records, whose it is): the name under which a file was opened, a folder's own."""
    opened, begun = {}, {}
    for index, record in enumerate(records):
        if record.kind == "O":
            opened[record.file] = record.text
        elif record.kind in "sd":
            begun[record.number] = index
        elif record.kind in "SD":
            name = record.text if record.kind == "D" else opened[record.file]
            yield (begun.pop(record.number), index), name, record.kind == "D"


def without(records, is_struck):
    struck = {index for both, name, is_folder in syncs(records) if is_struck(both, name, is_folder) for index in both}
    return [record for index, record in enumerate(records) if index not in struck]


def log_not_synced(records):
    """An acknowledgement that does not wait for the disk."""
    return without(records, lambda _, name, __: name.endswith(f"{DATABASE}-wal"))


def synchronous_normal(records):
    """The log is synced before a checkpoint and not at each commit."""
    database = {record.file for record in records if record.kind == "O" and os.path.basename(record.text) == DATABASE}
    checkpoints = [index for index, record in enumerate(records) if record.kind == "W" and record.file in database]
    logs = [both for both, name, _ in syncs(records) if name.endswith(f"{DATABASE}-wal")]
    kept = {max((both for both in logs if both[1] < place), default=None) for place in checkpoints}
    return without(records, lambda both, name, _: name.endswith(f"{DATABASE}-wal") and both not in kept)


def nothing_synced(records):
    """`synchronous = OFF`, and nothing else either."""
    return without(records, lambda *_: True)


def database_not_synced(records):
    """A checkpoint that begins the log anew before the pages it copied are on the disk."""
    return without(records, lambda _, name, __: os.path.basename(name) == DATABASE)


def backup_not_synced(records):
    return without(records, lambda _, name, __: name.endswith(".partial") and "/copies/" in name)


def backup_folder_not_synced(records):
    return without(records, lambda _, name, is_folder: is_folder and name.endswith("/copies"))


def key_not_synced(records):
    return without(records, lambda _, name, __: name.endswith("-key.partial"))


def database_folder_not_synced(records):
    """The database loses its name."""
    return without(records, lambda _, name, is_folder: is_folder and name.endswith("/disk"))


# Each with the note from which on states can show it, and the words by which it is told.
PLANTED = {
    log_not_synced: ("serves", "pings are lost"), synchronous_normal: ("serves", "pings are lost"),
    nothing_synced: ("serves", "there is no database"), database_not_synced: ("backup", "SQLite: "),
    backup_not_synced: ("backup", "the backup"), backup_folder_not_synced: ("backup", "the backup"),
    key_not_synced: ("file", "rollcall.db-key is lost"),
    database_folder_not_synced: ("serves", "there is no database")}
