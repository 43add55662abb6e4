"""A recording on disk: made once, and cut as often as one likes."""
import itertools
import json
import pathlib
import random

from . import disk, expected, judge, records, workload


def make(folder, seconds, seed, swallow=None):
    """Records a workload below `folder`."""
    recorder = records.Recorder(folder, workload.FOLDERS, swallow)
    workload.Workload(recorder, pathlib.Path(folder), seconds, seed).run()
    return Recording(folder)


class Recording:
    """The records of a folder, without those that `strike` gives `True` for."""

    def __init__(self, folder, strike=None):
        self.records = records.read(pathlib.Path(folder) / "log")
        if strike:
            self.records = strike(self.records)
        self.notes = {
            index: json.loads(record.text) for index, record in enumerate(self.records) if record.kind == "A"}
        # The log may have been moved since.
        self.root = pathlib.Path(self.notes[0]["root"])

    def at(self, moments):
        """The disk, and what was acknowledged, after so many records; one pair at a time, for ascending moments."""
        now = disk.Disk(self.root, workload.FOLDERS)
        known = expected.Expected(self.notes.values())
        place = 0
        for moment in moments:
            for index in range(place, moment):
                record = self.records[index]
                if record.kind == "A":
                    known.note(self.notes[index])
                else:
                    now.apply(index, record)
            place = moment
            yield moment, now, known

    def is_complete(self):
        """Whether the records make the very files that the processes left."""
        [(_, now, _)] = self.at([len(self.records)])
        made = {name: content for name, content in disk.cut(now, "everything", 0).files.items() if judged(name)}
        there = {
            str(path.relative_to(self.root)): path.read_bytes() for path in self.root.rglob("*")
            if path.is_file() and judged(path.name)}
        return made == there

    def cuts(self, count, seed, after=None):
        """So many cuts, ascending: moments all over the recording, and more of them where it matters.

        `after`: none before the first note of this kind, nor from the restore on.
        """
        chance = random.Random(seed)
        first, last = (self.noted(after), self.noted("restoring")) if after else (0, len(self.records) + 1)
        groups = [
            *[range(len(self.records) + 1)] * 3, *[self.places("A"), self.checkpoints()] * 2, self.places("ORULMTdD"),
            range(self.noted("serves") + 2), range(self.noted("restoring"), self.noted("restored") + 2)]
        groups = [kept for group in groups if (kept := [place for place in group if first < place < last])]
        chosen = (chance.choice(chance.choice(groups)) for _ in itertools.repeat(None))
        cuts = [(moment, chance.choice(disk.WAYS), chance.getrandbits(32)) for moment in itertools.islice(chosen, count)]
        return sorted(cuts)

    def noted(self, what):
        """Where the first note of a kind is."""
        return next(index for index, note in self.notes.items() if note["what"] == what)

    def places(self, kinds):
        """Just before and after records of some kinds."""
        return [place for index, record in enumerate(self.records) if record.kind in kinds
                for place in (index, index + 1, min(index + 2, len(self.records)))]

    def checkpoints(self):
        """While the log is copied into the database."""
        database = {
            record.file for record in self.records if record.kind == "O" and record.text.endswith(judge.DATABASE)}
        return [index + 1 for index, record in enumerate(self.records)
                if record.kind in "WS" and record.file in database]


def judged(name):
    """The index of the log is no file that is kept."""
    return not name.endswith("-shm")
