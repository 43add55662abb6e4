"""All rows of a database, table by table: columns by name, rows in order, so that where a column stands and what a key
begins with do not show."""
import hashlib
import sqlite3


def keep_rows(record, folder, database):
    """Keeps a file for each table, and one with what tables there are."""
    file = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=60)
    try:
        tables = [name for (name,) in file.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")]
        record.keep(f"{folder}/tables", "".join(f"{table}\n" for table in tables))
        for table in tables:
            record.keep(f"{folder}/{table}", rows(file, table))
    finally:
        file.close()


def rows(file, table):
    cursor = file.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in cursor.description]
    order = sorted(range(len(names)), key=lambda index: names[index])
    lines = sorted(
        ((tuple(sort_key(row[index]) for index in order)), " | ".join(f"{names[index]}={text(row[index])}" for index in order))
        for row in cursor)
    return "".join([f"columns: {', '.join(sorted(names))}\n", *(line + "\n" for _, line in lines)])


def sort_key(value):
    """Values of one column may be of several kinds."""
    if value is None:
        return (0, 0)
    if isinstance(value, (int, float)):
        return (1, value)
    return (2, value.encode() if isinstance(value, str) else value)


def text(value):
    if isinstance(value, bytes):
        if len(value) <= 64:
            return "x" + value.hex()
        return f"x {len(value)} bytes, SHA-256 {hashlib.sha256(value).hexdigest()[:32]}"
    return "NULL" if value is None else str(value).replace("\n", "\\n")
