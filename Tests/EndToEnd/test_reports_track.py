"""A responder's track as a file, and back again."""
from datetime import datetime, timedelta, timezone

import pytest

FIRST = datetime.now(timezone.utc).replace(microsecond=0) - timedelta(hours=2)


@pytest.mark.parametrize("ending", ["gpx", "geojson"])
def test_what_is_taken_out_is_taken_in_again_point_by_point(rollcall, tmp_path, ending):
    points = "".join(
        f'<trkpt lat="46.0{number:02}5" lon="-0.00001"><ele>{300 + number}.5</ele>'
        f"<time>{(FIRST + timedelta(minutes=number)).isoformat()}</time></trkpt>" for number in range(40))
    file = tmp_path / "first.gpx"
    file.write_text(f'<?xml version="1.0"?><gpx><trk><trkseg>{points}</trkseg></trk></gpx>')
    ana, bo = rollcall.responder("acme", "Ana"), rollcall.responder("acme", "Bo <x>")
    assert rollcall.cli("responder", "import-track", "acme", ana, file)["stored"] == 40
    rollcall.start()
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
