"""Two records side by side: what differs, and which of it is meant."""
import difflib
import pathlib
import re
from collections import defaultdict

ALLOWED = pathlib.Path(__file__).with_name("allowed.txt")
CELL = re.compile(r"(?=<(?:tr|td|th|li|p|div|option)\b)")
# Of one answer that differs in everything.
MOST_LINES = 60


class Allowed:
    """A line of `allowed.txt`: `PATTERN   # REASON`. The pattern is a regular expression that is looked for in each line
    that differs, as it is printed: `NAME: -old line` or `NAME: +new line`."""

    def __init__(self, text, number):
        pattern, mark, reason = text.partition("   # ")
        if not mark or not reason.strip():
            raise SystemExit(f"allowed.txt:{number}: a pattern, three blanks, # and a reason are wanted")
        self.text, self.number, self.pattern, self.count = text, number, re.compile(pattern.strip()), 0

    def covers(self, line):
        found = bool(self.pattern.search(line))
        self.count += found
        return found


def allowed_lines(file=ALLOWED):
    lines = file.read_text().splitlines() if file.exists() else []
    return [Allowed(line, number) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]


def files_of(folder):
    return {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}


def pieces(text):
    """Lines; those of a page end before each cell and entry too, for a table may stand in one line."""
    return [piece for line in text.split("\n") for piece in (CELL.split(line) if len(line) > 200 else [line])]


def difference(name, before, after):
    """The lines that differ of one answer, each with its sign."""
    old, new = (pieces(path.read_text()) if path else [] for path in (before, after))
    if not before or not after:
        sign, lines = ("-", old) if before else ("+", new)
        return [f"{sign}{'only before' if before else 'only after'}: {len(lines)} lines, beginning with {lines[0]!r}"]
    if len(old) + len(new) > 20_000:
        # Too long to be aligned well: lines that the other one does not have at all.
        gone, come = set(old) - set(new), set(new) - set(old)
        return [f"-{line}" for line in old if line in gone] + [f"+{line}" for line in new if line in come] or ["-order", "+order"]
    return [line for line in difflib.unified_diff(old, new, lineterm="", n=0) if not line.startswith(("---", "+++", "@@"))]


def compare(before, after, say=print, allowed=()):
    """Shows what is not allowed; whether there is nothing."""
    old, new = files_of(before), files_of(after)
    shown, covered = defaultdict(list), 0
    for name in sorted(old.keys() | new.keys()):
        if name in old and name in new and old[name].read_bytes() == new[name].read_bytes():
            continue
        lines = difference(name, old.get(name), new.get(name))
        left = [line for line in lines if not any([one.covers(f"{name}: {line}") for one in allowed])]
        if left:
            # The same change in many answers is shown once.
            shown[tuple(left)].append(name)
        else:
            covered += 1
    for lines, names in sorted(shown.items(), key=lambda item: item[1]):
        say(f"\n== {names[0]}" + (f"  and {len(names) - 1} more: {', '.join(names[1:6])}" if len(names) > 1 else ""))
        for line in lines[:MOST_LINES]:
            say(line if len(line) < 600 else line[:600] + " …")
        if len(lines) > MOST_LINES:
            say(f"… and {len(lines) - MOST_LINES} more lines")
    for one in allowed:
        if not one.count:
            say(f"allowed.txt:{one.number}: covers nothing: {one.text}")
    count = sum(map(len, shown.values()))
    say(f"\n{len(new)} answers, {count} differ, {covered} differ as they are meant to")
    return count == 0
