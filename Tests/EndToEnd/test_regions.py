"""Regions by the command line, and what follows from them: the map, coming and going, the way back to nothing."""
import csv
import io
import json
import time
import uuid

import pytest
import requests

RING = [[14.4, 46.0], [14.6, 46.0], [14.6, 46.1], [14.4, 46.1], [14.4, 46.0]]
INSIDE, OUTSIDE = (46.05, 14.5), (46.3, 14.9)


def geojson(tmp_path, name, ring=RING):
    file = tmp_path / f"{uuid.uuid4().hex}.geojson"
    geometry = {"type": "Polygon", "coordinates": [ring]}
    file.write_text(json.dumps({"type": "Feature", "properties": {"name": name}, "geometry": geometry}))
    return str(file)


@pytest.fixture(scope="module")
def room(server):
    slug = f"ground-{uuid.uuid4().hex[:8]}"
    server.workspace(slug)
    key = server.cli("api-key", "issue", slug, "--name", "all", "--role", "owner")["api_key"]
    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {key}"
    return server, slug, session


def test_a_region_is_imported_changed_listed_and_removed(room, tmp_path):
    server, slug, session = room
    assert server.cli("region", "import", slug, geojson(tmp_path, "Old town")) == {"added": 1, "changed": 0}
    assert server.cli("region", "import", slug, geojson(tmp_path, "Old town")) == {"added": 0, "changed": 0}
    wider = [[14.3, 46.0], *RING[1:4], [14.3, 46.0]]
    assert server.cli("region", "import", slug, geojson(tmp_path, "Old town", wider)) == {"added": 0, "changed": 1}
    assert server.cli("region", "list", slug) == {"regions": [{"name": "Old town", "points": 5, "people": 0}]}
    found = session.get(f"{server.url}/w/{slug}/settings/regions.json").json()
    assert found["features"][0]["geometry"] == {"type": "Polygon", "coordinates": [wider]}
    server.cli("region", "remove", slug, "Old town")
    assert server.cli("region", "list", slug) == {"regions": []}


def test_what_is_no_region_is_refused_with_the_place_in_the_file(room, tmp_path):
    server, slug, _ = room
    bow_tie = [[14, 46], [15, 47], [15, 46], [14, 47], [14, 46]]
    answer = server.run("region", "import", slug, geojson(tmp_path, "Tie", bow_tie), "--database", server.database)
    assert answer.returncode == 1
    assert "geometry.coordinates[0][2]: lines of a polygon must not cross" in answer.stderr
    assert server.run("region", "remove", slug, "Nowhere", "--database", server.database).returncode == 1


def test_coming_and_going_is_logged_once_each_and_counted_on_the_map(room, tmp_path):
    server, slug, session = room
    server.cli("region", "import", slug, geojson(tmp_path, "Centre"))
    responder = server.responder(slug, "Ana Novak", "--region", "Centre")
    phone = requests.Session()
    phone.headers["Authorization"] = f"Bearer {server.token(slug, responder)}"
    assert phone.put(f"{server.url}/app/v1/duty", json={"state": "on_duty"}).status_code == 200
    start = int(time.time() * 1000) - 60_000
    for step, (lat, lng) in enumerate([INSIDE, INSIDE, OUTSIDE, INSIDE]):
        ping = {"lat": lat, "lng": lng, "is_mock": False, "sequence": step, "accuracy_m": 8,
                "recorded_at": start + step * 10_000 if step != 3 else start + 5_000}
        assert phone.post(f"{server.url}/app/v1/locations", json=ping).status_code == 201
    # Faster than anybody travels is no proof: the leap out of town is doubted, and what comes late changes nothing.
    rows = list(csv.DictReader(io.StringIO(session.get(f"{server.url}/w/{slug}/reports/crossings.csv").text)))
    assert [(row["event"], row["kind"], row["place"]) for row in rows] == [("enter", "region", "Centre")]
    found = session.get(f"{server.url}/w/{slug}/map.json").json()
    centre = next(region for region in found["regions"] if region["name"] == "Centre")
    assert sum(centre["own"].values()) == 1 and found["people"][0]["id"] == responder
    refused = server.run("region", "remove", slug, "Centre", "--database", server.database)
    assert refused.returncode == 1 and "People belong to this region." in refused.stderr
