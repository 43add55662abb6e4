"""A disk with a volatile cache: follows the records of file operations, and makes the states that a power cut may leave.

What is durable: the bytes and the size of a file as of its last sync, and the names in a folder as of the folder's last
sync. Everything else is pending, and each piece of it may be there or not, in any order. A folder's names are durable
only by a sync of the folder, also of a file that was synced itself. A write changes no byte outside its own range, and
what was synced stays.
"""
import os
import random
import typing

SECTOR, BLOCK = 512, 4096
# The folder itself is there from the beginning.
FOLDER = object()


class Pending(typing.NamedTuple):
    """A change that is not durable: `offset` and `data` of a write, `offset` alone of a new size."""
    index: int
    offset: int
    data: typing.Optional[memoryview]


class File:
    def __init__(self, number):
        self.number = number
        self.durable = bytearray()
        self.pending = []
        # Moves with each change of `durable`.
        self.version = 0

    def settle(self, before):
        """What was written before record `before` is durable."""
        done = [change for change in self.pending if change.index < before]
        if done:
            self.pending = [change for change in self.pending if change.index >= before]
            self.version += 1
            for change in done:
                put(self.durable, change)


class Naming(typing.NamedTuple):
    """A change of names that is not durable. `file` = `None`: the name goes."""
    index: int
    folders: tuple
    file: object
    old: typing.Optional[str]
    new: typing.Optional[str]


def put(content, change):
    """Makes a change to the content of a file."""
    if change.data is None:
        if change.offset < len(content):
            del content[change.offset:]
        else:
            content.extend(bytes(change.offset - len(content)))
        return
    if change.offset > len(content):
        content.extend(bytes(change.offset - len(content)))
    content[change.offset:change.offset + len(change.data)] = change.data


def rename(names, change):
    """Makes a change of names."""
    if change.old is not None and names.get(change.old) is change.file or change.file is None:
        names.pop(change.old, None)
    if change.new is not None:
        names[change.new] = change.file


class Disk:
    """The files below `root` as of some record."""

    def __init__(self, root, folders=()):
        self.root = str(root)
        self.files = {}
        # `folders` were there before.
        self.names = {f"{root}/{name}": FOLDER for name in folders}
        self.durable_names, self.pending_names = dict(self.names), []
        self.version = 0
        self.syncs = {}

    def apply(self, index, record):
        """Follows the next record; `index` is its place in the log."""
        kind = record.kind
        if kind == "W":
            self.files[record.file].pending.append(Pending(index, record.number, record.payload))
        elif kind == "T":
            self.files[record.file].pending.append(Pending(index, record.number, None))
        elif kind in "sd":
            self.syncs[record.number] = index
        elif kind == "S":
            self.files[record.file].settle(self.syncs.pop(record.number))
        elif kind == "D":
            self.settle_names(record.text, self.syncs.pop(record.number))
        elif kind == "O":
            self.opened(index, record)
        elif kind in "URLM":
            self.renamed(index, record)

    def opened(self, index, record):
        name = record.text
        file = self.names.get(name)
        if file is None or file.number != record.file:
            file = self.files[record.file] = File(record.file)
            self.change_names(index, file, None, name)
        if record.number:
            file.pending.append(Pending(index, 0, None))

    def renamed(self, index, record):
        if record.kind == "M":
            self.change_names(index, FOLDER, None, record.text)
        elif record.kind == "U":
            self.change_names(index, None, record.text, None)
        else:
            old, new = record.names
            self.change_names(index, self.names[old], old if record.kind == "R" else None, new)

    def change_names(self, index, file, old, new):
        folders = tuple(os.path.dirname(name) for name in (old, new) if name)
        change = Naming(index, folders, file, old, new)
        rename(self.names, change)
        self.pending_names.append(change)

    def settle_names(self, folder, before):
        for change in self.pending_names:
            if change.index < before and folder in change.folders:
                rename(self.durable_names, change)
                self.version += 1
        self.pending_names = [
            change for change in self.pending_names if change.index >= before or folder not in change.folders]

    def pending(self):
        """How many changes a power cut may undo now."""
        return len(self.pending_names) + sum(len(file.pending) for file in self.files.values())


class State(typing.NamedTuple):
    """What a power cut left: contents by name below the root, and a print of it, the same for the same state."""
    files: dict
    print: int


# How a cut treats what is pending. Each of a few is as likely as each other one.
WAYS = [
    "nothing", "everything", "prefix", "torn", "some", "sectors", "blocks", "one missing", "one sector missing",
    "one only", "newest only", "garbage"]


def cut(disk, way, seed):
    """A state that a power cut at this moment may leave. The same disk, way and seed give the same state."""
    return Cut(disk, way, random.Random(seed)).state()


class Cut:
    def __init__(self, disk, way, chance):
        self.disk, self.way, self.chance = disk, way, chance
        self.choices = []
        indexes = sorted(
            [change.index for change in disk.pending_names]
            + [change.index for file in disk.files.values() for change in file.pending])
        # From which record on nothing was kept, or before which, or which one alone.
        self.pivot = chance.choice(indexes) if indexes else 0
        self.share = chance.choice([0.1, 0.5, 0.9])
        # Sizes and data reach a disk apart from one another, and names apart from both.
        self.size = chance.choice(["grown", "grown", "cut"])
        self.naming = way if chance.random() < 0.4 else chance.choice(["everything", "everything", "nothing", "prefix"])

    def state(self):
        files = {}
        for name, file in self.names().items():
            if file is not FOLDER and self.has_folder(name):
                files[os.path.relpath(name, self.disk.root)] = self.content(file)
        version = (self.disk.version, tuple(sorted((n, f.version) for n, f in self.disk.files.items())))
        return State(files, hash((version, tuple(self.choices))))

    def names(self):
        self.kept = dict(self.disk.durable_names)
        for change in self.disk.pending_names:
            if self.keeps(change.index, self.naming):
                rename(self.kept, change)
        return self.kept

    def has_folder(self, name):
        folder = os.path.dirname(name)
        return folder == self.disk.root or self.kept.get(folder) is FOLDER and self.has_folder(folder)

    def keeps(self, index, way):
        """Whether a change is there as a whole."""
        if way == "nothing":
            kept = False
        elif way in ("prefix", "torn"):
            kept = index < self.pivot
        elif way in ("some", "sectors", "blocks", "garbage"):
            kept = self.chance.random() < self.share
        elif way in ("one missing", "one sector missing"):
            kept = index != self.pivot
        elif way == "one only":
            kept = index == self.pivot
        elif way == "newest only":
            kept = index >= self.pivot
        else:
            kept = True
        self.choices.append(kept)
        return kept

    def content(self, file):
        if not file.pending:
            return file.durable
        content = bytearray(file.durable)
        whole = max(change.offset + len(change.data or b"") for change in file.pending)
        for change in file.pending:
            if change.data is None:
                if self.keeps(change.index, self.way):
                    put(content, change)
            else:
                self.write(content, change)
        if whole > len(file.durable) and self.way not in ("nothing", "everything"):
            self.resize(content, len(file.durable), whole)
        return content

    def write(self, content, change):
        """Puts as much of a write as reached the disk."""
        if self.way in ("sectors", "blocks", "garbage"):
            self.write_pieces(content, change, BLOCK if self.way == "blocks" else SECTOR)
        elif self.way == "torn" and change.index == self.pivot:
            self.piece(content, change, 0, self.number(len(change.data)))
        elif self.way == "one sector missing" and change.index == self.pivot:
            missing = self.number(len(change.data) // SECTOR)
            self.piece(content, change, 0, missing * SECTOR)
            self.piece(content, change, (missing + 1) * SECTOR, len(change.data))
        elif self.keeps(change.index, self.way):
            put(content, change)

    def write_pieces(self, content, change, size):
        # Pieces as they lie on the disk, not as the write begins.
        start = -(change.offset % size)
        for begin in range(start, len(change.data), size):
            first, last = max(begin, 0), min(begin + size, len(change.data))
            if self.keeps(change.index, self.way):
                self.piece(content, change, first, last)
            elif self.way == "garbage":
                self.tear(content, change, first, last)

    def tear(self, content, change, first, last):
        """A sector that was being written: its beginning is new, the rest old, or both are nothing that was ever meant."""
        torn = first + self.number(last - first)
        self.piece(content, change, first, torn)
        if self.chance.random() < 0.5:
            noise = memoryview(self.chance.randbytes(last - torn))
            put(content, Pending(change.index, change.offset + torn, noise))

    def piece(self, content, change, first, last):
        data = change.data[first:last]
        if len(data):
            put(content, Pending(change.index, change.offset + first, data))

    def resize(self, content, durable, whole):
        """The size of a file that grew: as far as it grew, with zeros where nothing was written, or less."""
        if self.size == "grown":
            content.extend(bytes(max(0, whole - len(content))))
        elif len(content) > durable:
            del content[durable + self.number(len(content) - durable):]
        self.choices.append(len(content))

    def number(self, limit):
        value = self.chance.randint(0, max(0, limit))
        self.choices.append(value)
        return value
