"""A responder's track as a file, and back again."""
from datetime import datetime, timedelta, timezone

import pytest
import requests

FIRST = datetime.now(timezone.utc).replace(microsecond=0) - timedelta(hours=2)


@pytest.mark.parametrize("ending", ["gpx", "geojson"])
def test_what_is_taken_out_is_taken_in_again_point_by_point(rollcall, tmp_path, ending):
    ana, bo = rollcall.responder("acme", "Ana", "--profile", "family"), rollcall.responder("acme", "Bo <x>")
    token = rollcall.token("acme", ana)
    rollcall.start()
    pings = [{
        "lat": float(f"46.0{number:02}5"), "lng": -0.00001, "altitude_m": 300.5 + number, "is_mock": False,
        "sequence": number, "recorded_at": (FIRST + timedelta(minutes=number)).isoformat(),
    } for number in range(40)]
    sent = requests.post(
        f"{rollcall.url}/app/v1/locations/batch", json={"pings": pings}, timeout=60,
        headers={"Authorization": f"Bearer {token}", "X-Idempotency-Key": "track"})
    assert sent.status_code == 201, sent.text
    key = rollcall.key("acme")
    answer = rollcall.get(f"/w/acme/responders/{ana}/track.{ending}", key)
    assert answer.status_code == 200
    taken = tmp_path / f"taken.{ending}"
    taken.write_bytes(answer.content)
    assert rollcall.cli("responder", "import-track", "acme", bo, taken)["stored"] == 40

    def places(person):
        return [(row["recorded_at"], row["lat"], float(row["lng"]), row["altitude_m"])
                for row in rollcall.history("acme", key, responder=person)]

    assert len(places(ana)) == 40 and places(ana) == places(bo)
    assert rollcall.cli("verify-export", taken)["exports"][0]["kind"] == f"track.{ending}"
