"""A geocoder on loopback, for tests: the search of Nominatim's API (https://nominatim.org/release-docs/latest/api/Search/).

It checks what the real one wants, a `User-Agent` and the format that is read, and keeps the questions. Standard library only.
"""
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class Geocoder:
    """Runs while it is entered. `places` are (name, latitude, longitude); a question finds those whose name begins with it.
    `answers` are (status, body) to give first."""

    def __init__(self, *places):
        self.places, self.questions, self.answers = list(places), [], []
        geocoder = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                status, body = geocoder.answer(urlsplit(self.path), self.headers)
                self.send_response(status)
                self.send_header("Content-Type", "application/json; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

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
