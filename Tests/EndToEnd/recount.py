"""What a statement counts, counted anew from history.csv, transitions.csv and the exports of what is held about each
person: a second opinion that shares no line with the program, and does not know how it thinks. Only when the server itself
was away is in none of these: that is read from the statement."""
import csv
import io
import random
import re
from datetime import datetime

FOREVER = 1 << 60
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
        # When something arrived that left a row, (instant, limits since then), and when the first upload arrived.
        self.contacts, self.rules, self.first_upload = [], [], None
        # The pauses that the server calls silences, too, and those in which a request came that left no row.
        self.confirmed, self.interrupted = set(), set()

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

    def duty(self):
        """(from, to) of each time on duty; the last may have no end."""
        spans = []
        for first, last, status in self.status_spans(-FOREVER, FOREVER):
            if status == "off_duty":
                continue
            if spans and spans[-1][1] == first:
                first = spans.pop()[0]
            spans.append((first, last))
        return spans

    def limits(self, at):
        """The limits in force at an instant: (overdue, out of reach) in milliseconds; None when there are none."""
        return next((limits for since, limits in reversed(self.rules) if since <= at), None)

    def pauses(self):
        """(from, to, limits) of each pause between contacts on duty that is longer than its limit."""
        found, duty = [], self.duty()
        for before, after in zip(self.contacts, self.contacts[1:] + [FOREVER]):
            for first, last in duty:
                begin, until = max(before, first), min(after, last)
                limits = self.limits(begin)
                if limits and until - begin > limits[0]:
                    found.append((begin, until, limits))
        return found

    def heard(self):
        """When anything was first heard that a statement goes by."""
        seen = [at for at, status in self.changes if status in ("online", "degraded", "offline")]
        return min(seen + [self.first_upload] if self.first_upload else seen, default=None)

    def taken(self, start, end):
        return [one for one in self.positions if start <= one[0] < end]


def people(history, transitions, export):
    """Everybody in the files; `export` gives the tables about somebody by their number."""
    found = {}
    for row in rows(transitions):
        person = found.setdefault(row["responder_id"], Person(row["responder_id"]))
        person.changes.append((ms(row["at"]), row["to"]))
    for row in rows(history):
        person = found.setdefault(row["responder_id"], Person(row["responder_id"]))
        person.positions.append((ms(row["recorded_at"]), ms(row["received_at"])))
    for person in found.values():
        person.changes.sort(key=lambda change: change[0])
        tables = export(person.number)
        uploads = [ms(row["received_at"]) for row in tables["upload"]]
        told = [ms(row["received_at"]) for name in ("device_event", "duty_change") for row in tables[name]]
        person.contacts = sorted({*uploads, *told, *(arrived for _, arrived in person.positions)})
        person.first_upload = min(uploads, default=None)
        person.rules = sorted(
            (ms(row["at"]), (row["degraded_ms"], row["offline_ms"]) if row["degraded_ms"] else None)
            for row in tables["rule_change"])
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
    heard = person.heard()
    same("heard since", max(heard, start) if heard is not None else None,
         ms(said["heard_since"]) if said["heard_since"] else None)
    silences, unlike = recounted(person, start, end, said["silences"])
    unheard = (start, min(max(heard, start), end) if heard is not None else end)
    silent = overdue = out_of_reach = 0
    for first, last, status in person.status_spans(start, end):
        if status == "off_duty":
            continue
        silent += watched(first, last, *unheard, away)
        for begin, until, limits in silences:
            limited, offline = (after(begin, limit, away) for limit in limits)
            silent += watched(first, last, begin, until, away)
            overdue += watched(first, last, limited, min(until, offline), away)
            out_of_reach += watched(first, last, offline, until, away)
    same("silent", silent, answer["silent_ms"])
    same("in contact", person.on_duty(start, end) - sum(
        common(first, last, away) for first, last, status in person.status_spans(start, end) if status != "off_duty"
    ) - silent, answer["in_contact_ms"])
    same("overdue", overdue, answer["overdue_ms"])
    same("out of reach", out_of_reach, answer["out_of_reach_ms"])
    return wrong + unlike


def recounted(person, start, end, said):
    """The silences that reach into a span, by our own count, and what the statement says otherwise.

    A request that asks without bringing anything is a contact, too, and leaves no row: it may divide or shorten a pause.
    Then the statement's pieces of that pause are taken, and the pause is remembered."""
    theirs = {(ms(one["from"]), ms(one["to"]) if one["to"] else FOREVER): (one["degraded_ms"], one["offline_ms"])
              for one in said}
    ours, wrong, explained = [], [], set()
    for begin, until, limits in person.pauses():
        if until <= start or begin >= end:
            continue
        if theirs.get((begin, until)) == limits:
            person.confirmed.add((begin, until))
            explained.add((begin, until))
            ours.append((begin, until, limits))
            continue
        person.interrupted.add((begin, until))
        for (first, last), own in theirs.items():
            if begin <= first and last <= until and last - first > own[0] and own == person.limits(first):
                explained.add((first, last))
                ours.append((first, last, own))
    wrong += [f"a silence {span} with the limits {limits} is in no pause" for span, limits in theirs.items()
              if span not in explained]
    return ours, wrong


def watched(first, last, begin, until, away):
    """How much of a silent time lies in a span in which the server was not away."""
    begin, until = max(first, begin), min(last, until)
    return until - begin - common(begin, until, away) if begin < until else 0


def after(begin, length, away):
    """The instant at which so much time has passed since, not counting when the server was away."""
    for first, last in sorted(away):
        if last > begin and first - begin < length:
            skipped = last - max(first, begin)
            length, begin = length - max(0, first - begin), max(first, begin) + skipped
    return begin + length


def instant(number):
    """RFC 3339 of milliseconds."""
    seconds, rest = divmod(number, 1000)
    return datetime.fromtimestamp(seconds, tz=__import__("datetime").timezone.utc).strftime(
        f"%Y-%m-%dT%H:%M:%S.{rest:03d}Z")


assert re.fullmatch(r"2026-11-21T09:00:00\.123Z", instant(1_795_251_600_123))
