"""Chunks that the server's codec wrote, read by a program that was written from docs/store.md alone."""
import struct
from pathlib import Path

import chunk_reader
import pytest

FILES = sorted((Path(__file__).parent.parent / "Contract/chunks").glob("*.txt"))


def parts(file):
    """A file's chunk, and the lines of its pings and uploads."""
    chunk, *lines = file.read_text().splitlines()
    end = lines.index("uploads")
    assert lines[0] == "pings"
    return bytes.fromhex(chunk), lines[1:end], lines[end + 1:]


def text(value, kind):
    if value is None:
        return "-"
    return struct.pack(">d", value).hex() if kind & chunk_reader.DOUBLE else str(value)


def lines(rows, kinds):
    return [" ".join(text(value, kinds[number]) for number, value in enumerate(row)) for row in rows]


def test_there_are_examples():
    assert len(FILES) >= 14


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_bit_of_every_row(file):
    chunk, pings, uploads = parts(file)
    found = chunk_reader.read(chunk)
    assert lines(found[0], chunk_reader.PINGS) == pings
    assert lines(found[1], chunk_reader.UPLOADS) == uploads


@pytest.mark.parametrize("name", ["one-ping", "one-upload", "random-1"])
def test_every_flipped_bit_and_every_missing_byte_is_told(name):
    chunk, _, _ = parts(next(file for file in FILES if file.stem == name))
    for bit in range(8 * len(chunk)):
        damaged = bytearray(chunk)
        damaged[bit // 8] ^= 1 << bit % 8
        with pytest.raises(chunk_reader.Damaged):
            chunk_reader.read(bytes(damaged))
    for length in range(len(chunk)):
        with pytest.raises(chunk_reader.Damaged):
            chunk_reader.read(chunk[:length])


def test_the_example_of_the_document():
    document = (Path(__file__).parent.parent.parent / "docs/store.md").read_text().split("### An example", 1)[1]
    rows = [line.split("`")[1] for line in document.splitlines() if line.startswith("| `")]
    chunk, _, _ = parts(next(file for file in FILES if file.stem == "one-ping"))
    assert bytes.fromhex("".join(rows)) == chunk
