"""What must be there after a power cut: everything that had been acknowledged by then."""
import copy


class Expected:
    """Follows the notes of a recording; see `note` for their kinds."""

    def __init__(self, notes):
        # Copies under way are known by their hash only when they are done.
        self.copies = {}
        for note in notes:
            if note["what"] == "backup":
                self.copies.setdefault(note["file"], []).append(note)
        self.started = False
        # An API key that reads the history, and an upload that was acknowledged, as it was sent.
        self.key, self.witness = None, None
        self.pings, self.expiring, self.old = set(), set(), set()
        self.rows, self.files, self.backups = {}, {}, {}
        self.has_backup = False
        # While a restore is under way the database before it may be there as well as the one after it.
        self.others = []

    def note(self, note):
        """The next note."""
        getattr(self, note["what"].replace(" ", "_"))(**{key: value for key, value in note.items() if key != "what"})

    def begins(self, root):
        """Nothing has happened yet."""

    def serves(self):
        """A server has answered."""
        self.started = True

    def reader(self, key):
        """An API key was issued."""
        self.key = key

    def sent(self, token, body, idempotency_key, answer):
        """An upload was acknowledged so; the last one stands for all."""
        self.witness = token, body, idempotency_key, answer

    def stored(self, responder, sequences):
        """An upload was acknowledged. Changes the set in place: it may be large."""
        self.pings.update((responder, sequence) for sequence in sequences)

    def expires(self, responder):
        """A purge may take what this person has sent so far; nothing follows."""
        self.expiring.add(responder)
        self.old = {key for key in self.pings if key[0] in self.expiring}
        self.pings -= self.old

    def row(self, query, arguments, least=1):
        """A query counts at least so many."""
        key = (query, tuple(arguments))
        self.rows[key] = max(least, self.rows.get(key, 0))

    def file(self, file, sha256):
        """A file is there."""
        self.files[file] = sha256

    def backing_up(self, file):
        """A backup is being written: it, or the one before it, has the name."""
        earlier = self.backups.get(file, [None])
        self.backups[file] = earlier + [note["sha256"] for note in self.copies.get(file, [])]

    def backup(self, file, sha256):
        """A backup is there."""
        self.has_backup = True
        self.backups[file] = [sha256]
        self.copies[file] = [note for note in self.copies[file] if note["sha256"] != sha256]

    def restoring(self, pings):
        """The database is being replaced by one with these pings."""
        before = copy.copy(self)
        self.pings = {tuple(key) for key in pings}
        # The upload may be one from after the backup: then its repetition is a new one.
        self.rows, self.old, self.witness = {}, set(), None
        self.others = [before]

    def restored(self):
        """The database from before has gone."""
        self.others = []
