"""What a recorder wrote down: the file operations of some processes, and between them what had been acknowledged."""
import json
import mmap
import os
import pathlib
import shutil
import struct
import subprocess
import typing

HEADER = struct.Struct("<IIQQQ")
MAGIC = 0x4C494F57


class Record(typing.NamedTuple):
    """`kind` is the recorder's letter; `number` an offset, a size, or the number of a sync."""
    kind: str
    file: int
    number: int
    payload: memoryview

    @property
    def text(self):
        return bytes(self.payload).decode()

    @property
    def names(self):
        return self.text.split("\0")


class Recorder:
    """A folder whose changes are recorded, and the log of them."""

    def __init__(self, folder, folders=(), swallow=None):
        folder = pathlib.Path(folder).resolve()
        self.root, self.log, library = folder / "disk", folder / "log", folder / "recorder.so"
        self.root.mkdir(parents=True)
        for name in folders:
            (self.root / name).mkdir()
        compiler = next(filter(None, map(shutil.which, ["cc", "gcc", "clang"])))
        source = pathlib.Path(__file__).with_name("recorder.c")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        self.notes = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        # What a process is started with so that it is recorded.
        self.prefix = ["env", f"LD_PRELOAD={library}", f"RECORD_LOG={self.log}", f"RECORD_ROOT={self.root}"]
        if swallow:
            self.prefix.append(f"RECORD_SWALLOW={swallow}")
        self.note(what="begins", root=str(self.root))

    def note(self, **what):
        """Dates what is known at this moment: whatever a state is judged by."""
        payload = json.dumps(what).encode()
        os.write(self.notes, HEADER.pack(MAGIC, ord("A"), 0, 0, len(payload)) + payload)


def read(log):
    """The records of a log, in their order."""
    with open(log, "rb") as file:
        whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    records, place = [], 0
    while place < len(whole):
        magic, kind, file, number, length = HEADER.unpack_from(whole, place)
        assert magic == MAGIC, f"the log is damaged at byte {place}"
        place += HEADER.size
        records.append(Record(chr(kind), file, number, whole[place:place + length]))
        place += length
    unknown = {record.text for record in records if record.kind == "!"}
    assert not unknown, f"the recorder cannot follow {unknown}"
    return records
