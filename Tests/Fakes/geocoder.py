"""A geocoder on loopback, for tests: the search of Nominatim's API (https://nominatim.org/release-docs/latest/api/Search/).

It checks what the real one wants, a `User-Agent` and the format that is read, and keeps the questions. Standard library only.
"""
import json
from urllib.parse import parse_qs, urlsplit

import loopback


class Geocoder(loopback.Service):
    """Runs while it is entered. `places` are (name, latitude, longitude); a question finds those whose name begins with it.
    `answers` are (status, body) to give first."""

    def __init__(self, *places):
        self.places, self.questions, self.answers = list(places), [], []
        geocoder = self

        class Handler(loopback.Answering):
            def do_GET(self):
                self.reply(*geocoder.answer(urlsplit(self.path), self.headers))

        self.serve(Handler)

    def answer(self, url, headers):
        asked = parse_qs(url.query)
        if url.path != "/search" or asked.get("format") != ["jsonv2"] or not headers["User-Agent"]:
            return 400, b'{"error": {"code": 400}}'
        text = asked["q"][0]
        self.questions.append(text)
        if self.answers:
            return self.answers.pop(0)
        found = [{"place_id": number, "category": "highway", "display_name": name, "lat": str(lat), "lon": str(lng)}
                 for number, (name, lat, lng) in enumerate(self.places) if name.lower().startswith(text.lower())]
        return 200, json.dumps(found[:int(asked["limit"][0])]).encode()
