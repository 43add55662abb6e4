"""Recorded tracks are replayed through the real API: every point once, and broken times are owned up to."""
import datetime
import json

import pytest

HEAD = '<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>'
TAIL = "</trkseg></trk></gpx>"
POINTS = 120


def point(index, time):
    return f'<trkpt lat="{46 + index / 10_000:.4f}" lon="14.5"><ele>{300 + index}</ele><time>{time}</time></trkpt>'


def spelled(second):
    start = datetime.datetime(2019, 6, 1, 8, tzinfo=datetime.timezone.utc)
    return (start + datetime.timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.fixture
def tracks(tmp_path):
    """One with a usable time every two seconds; one whose recorder's clock was broken from the 31st point on."""
    usable, broken = tmp_path / "usable.gpx", tmp_path / "broken.gpx"
    usable.write_text(HEAD + "".join(point(i, spelled(2 * i)) for i in range(POINTS)) + TAIL)
    times = [spelled(i) if i < 30 else "1901-12-13T20:45:52Z" if i % 2 else "never" for i in range(POINTS)]
    broken.write_text(HEAD + "".join(point(i, time) for i, time in enumerate(times)) + TAIL)
    return usable, broken


@pytest.mark.parametrize("speed", [None, 100])
def test_every_point_is_there_exactly_once(rollcall, tracks, speed):
    rollcall.start()
    key = rollcall.key("acme")
    people = [rollcall.responder("acme", track.stem) for track in tracks]
    arguments = []
    for track, person in zip(tracks, people):
        arguments += ["--track", track, "--token", rollcall.token("acme", person)]
    if speed:
        arguments += ["--speed", speed]
    done = rollcall.run("simulate", *arguments, "--url", rollcall.url, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["acknowledged"] == 2 * POINTS
    assert [(one["points"], one["stored"], one["undated"]) for one in told["tracks"]] == [
        (POINTS, POINTS, 0), (POINTS, POINTS, 90)]

    now = datetime.datetime.now(datetime.timezone.utc)
    for person in people:
        rows = rollcall.history("acme", key, responder=person)
        assert sorted(int(row["sequence"]) for row in rows) == list(range(POINTS))
        rows.sort(key=lambda row: int(row["sequence"]))
        assert [row["lat"] for row in rows] == [str(round(46 + i / 10_000, 4)) for i in range(POINTS)]
        taken = [datetime.datetime.fromisoformat(row["recorded_at"]) for row in rows]
        assert taken == sorted(taken) and taken[-1] <= now
    spacing = [row["recorded_at_raw"] for row in rollcall.history("acme", key, responder=people[0])]
    steps = [datetime.datetime.fromisoformat(b) - datetime.datetime.fromisoformat(a) for a, b in zip(spacing, spacing[1:])]
    assert set(steps) == {datetime.timedelta(seconds=2)}, "the true spacing is lost"


def test_without_json_it_says_the_same_in_words(rollcall, tracks):
    rollcall.start()
    token = rollcall.token("acme", rollcall.responder("acme", "Ana"))
    done = rollcall.run("simulate", "--track", tracks[1], "--token", token, "--url", rollcall.url)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "120 points, 90 without a usable time" in done.stdout + done.stderr


def test_a_file_that_is_no_track_or_a_token_that_is_none_exits_with_1(rollcall, tracks, tmp_path):
    rollcall.start()
    odd = tmp_path / "odd.gpx"
    odd.write_text("<gpx><trk>")
    token = rollcall.token("acme", rollcall.responder("acme", "Ana"))
    for track, secret in [(odd, token), (tmp_path / "nowhere.gpx", token), (tracks[0], "nonsense")]:
        done = rollcall.run("simulate", "--track", track, "--token", secret, "--url", rollcall.url)
        assert done.returncode == 1, done.stdout + done.stderr
        assert done.stderr.strip() != ""
