"""What a statement counts, counted anew from history.csv and transitions.csv: a second opinion that shares no line with
the program, and does not know how it thinks. Only when the server itself was away is in neither file: that is read from
the statement."""
import csv
import io
import random
import re
from datetime import datetime

STATUSES = ["online", "degraded", "offline", "unknown"]


def ms(text):
    """Milliseconds since 1970 of RFC 3339."""
    return round(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def common(first, last, spans):
    """How much of a span these spans, none of which overlap, cover."""
    return sum(max(0, min(last, until) - max(first, begin)) for begin, until in spans)


class Person:
    """One person's rows."""

    def __init__(self, number):
        self.number = number
        # (instant, status since then), and (taken, received) of each position.
        self.changes, self.positions = [], []

    def status_spans(self, start, end):
        """(from, to, status) within a span."""
        edges = self.changes + [(end, None)]
        for (at, status), (until, _) in zip(edges, edges[1:]):
            first, last = max(at, start), min(until, end)
            if first < last:
                yield first, last, status

    def shown(self, start, end, away=()):
        """How long each status was shown on duty, without when the server was away."""
        sums = dict.fromkeys(STATUSES, 0)
        for first, last, status in self.status_spans(start, end):
            if status != "off_duty":
                sums[status] += last - first - common(first, last, away)
        return sums

    def on_duty(self, start, end):
        return sum(self.shown(start, end).values())

    def taken(self, start, end):
        return [one for one in self.positions if start <= one[0] < end]

    def received(self, start, end):
        """When positions arrived, each instant once."""
        return sorted({arrived for _, arrived in self.positions if start <= arrived <= end})


def people(history, transitions):
    found = {}
    for row in rows(transitions):
        person = found.setdefault(row["responder_id"], Person(row["responder_id"]))
        person.changes.append((ms(row["at"]), row["to"]))
    for row in rows(history):
        person = found.setdefault(row["responder_id"], Person(row["responder_id"]))
        person.positions.append((ms(row["recorded_at"]), ms(row["received_at"])))
    for person in found.values():
        person.changes.sort(key=lambda change: change[0])
    return found


def questions(found, count, seed):
    """Random people and spans, some of minutes and some of days, within what happened."""
    chance = random.Random(seed)
    everybody = sorted(found, key=int)
    for _ in range(count):
        person = found[chance.choice(everybody)]
        first, last = person.changes[0][0], max(at for at, _ in person.changes)
        length = chance.choice([600_000, 3_600_000, 4 * 3_600_000, 86_400_000, 3 * 86_400_000])
        start = chance.randint(first - 3_600_000, max(first, last - length))
        yield person, start, min(start + length, last)


def differences(person, start, end, said):
    """What a statement says otherwise than its sources; empty when they agree."""
    answer, wrong = said["answer"], []

    def same(what, ours, theirs):
        if ours != theirs:
            wrong.append(f"{what}: counted {ours}, said {theirs}")

    same("covered", end - start, answer["covered_ms"])
    same("on duty", person.on_duty(start, end), answer["on_duty_ms"])
    away = [(ms(one["from"]), ms(one["to"]) if one["to"] else end) for one in said["not_observed"]]
    for status, length in person.shown(start, end, away).items():
        same(f"shown {status}", length, answer[f"shown_{status}_ms"])
    same("positions", len(person.taken(start, end)), said["positions"])
    # Contact and silence divide the duty.
    same("contact and silence", answer["on_duty_ms"] - answer["not_observed_ms"],
         answer["in_contact_ms"] + answer["silent_ms"])
    silences = [(ms(one["from"]), ms(one["to"]) if one["to"] else None, one["degraded_ms"]) for one in said["silences"]]
    silent = 0
    for first, last, status in person.status_spans(start, end):
        if status == "off_duty":
            continue
        for begin, until, _ in silences:
            silent_from, silent_until = max(first, begin), min(last, until or end)
            if silent_from < silent_until:
                silent += silent_until - silent_from - common(silent_from, silent_until, away)
    if person.changes and said["heard_since"] and ms(said["heard_since"]) <= start:
        same("silent", silent, answer["silent_ms"])
    # Nothing arrived inside a silence, and each is longer than its limit.
    for begin, until, limit in silences:
        inside = [at for at in person.received(begin + 1, (until or end) - 1)]
        if inside:
            wrong.append(f"{len(inside)} uploads arrived in the silence from {begin}")
        if (until or end) - begin <= limit and until:
            wrong.append(f"a silence of {(until or end) - begin} ms has the limit {limit}")
    wrong += unheard(person, start, end, silences)
    return wrong


def unheard(person, start, end, silences):
    """A long pause between uploads, on duty all the time, is a silence, but for short contacts without positions."""
    wrong = []
    limit = max([one[2] for one in silences], default=None)
    if limit is None:
        return wrong
    arrived = person.received(start, end)
    for before, after in zip(arrived, arrived[1:]):
        watched = all(status != "off_duty" for _, _, status in person.status_spans(before, after))
        if after - before > 20 * limit and watched:
            covered = sum(max(0, min(after, until or end) - max(before, begin)) for begin, until, _ in silences)
            if covered < (after - before) / 2:
                wrong.append(f"between {before} and {after} nothing arrived, and {covered} ms are silent")
    return wrong


def instant(number):
    """RFC 3339 of milliseconds."""
    seconds, rest = divmod(number, 1000)
    return datetime.fromtimestamp(seconds, tz=__import__("datetime").timezone.utc).strftime(
        f"%Y-%m-%dT%H:%M:%S.{rest:03d}Z")


assert re.fullmatch(r"2026-11-21T09:00:00\.123Z", instant(1_795_251_600_123))
