"""Foreign apps with their queues: what each sends, when it drops a report, and how it tries again."""
import http.client
import json
import random
import time
import urllib.parse


class Lost(Exception):
    """The answer did not arrive, or was not one at which the app drops the report."""


class App:
    """A queue of positions `(index, seconds)` and the way its app empties it.

    The network loses answers and refuses requests by a dice that always falls the same way. `attempts` is bounded: an
    app that would try for ever fails the test.
    """

    adapter = ""
    batch = 1

    def __init__(self, server, secret, points, seed=1, faults=0.3, in_path=True):
        self.server, self.secret, self.in_path = server, secret, in_path
        self.queue = list(points)
        self.random = random.Random(seed)
        self.faults = faults
        self.attempts = 0

    def run(self, limit=3_000, until=lambda app: False):
        """Empties the queue; stops early when asked to."""
        while self.queue and not until(self):
            assert self.attempts < limit, f"{self.adapter}: still {len(self.queue)} after {limit} attempts"
            self.attempts += 1
            piece = self.queue[: self.batch]
            try:
                self.deliver(piece)
            except (Lost, OSError, http.client.HTTPException):
                time.sleep(0.01)
                continue
            self.queue = self.queue[len(piece):]

    def deliver(self, piece):
        fault = self.random.random()
        if fault < self.faults / 2:
            raise Lost("503 on the way")
        status, body = self.send(*self.request(piece))
        if fault < self.faults:
            raise Lost("the answer was lost")
        if not self.is_taken(status, body):
            raise Lost(f"{status} {body[:100]}")

    def send(self, method, query, body, fields):
        path = f"/ingest/t/{self.secret}/{self.adapter}" if self.in_path else f"/ingest/{self.adapter}"
        fields = dict(fields)
        if not self.in_path:
            fields["Authorization"] = f"Bearer {self.secret}"
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        try:
            connection.request(method, path + query, body, fields)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def is_taken(self, status, body):
        return 200 <= status < 300

    @staticmethod
    def place(index):
        return round(46 + index * 1e-4, 6), 14.5


def iso(seconds):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + "Z"


class OwnTracks(App):
    adapter = "owntracks"

    def request(self, piece):
        [(index, seconds)] = piece
        lat, lon = self.place(index)
        body = {"_type": "location", "_id": f"{index:08x}", "lat": lat, "lon": lon, "tst": seconds, "acc": 9, "vel": 36,
                "batt": 57, "bs": 1, "conn": "m", "t": "t"}
        return "POST", "", json.dumps(body), {"Content-Type": "application/json; charset=utf-8"}

    def is_taken(self, status, body):
        # iOS throws away what is answered 4xx: then a point is lost.
        assert not 400 <= status < 500, (status, body)
        return status == 200 and isinstance(json.loads(body), list)


class Overland(App):
    adapter = "overland"
    batch = 50

    def request(self, piece):
        features = []
        for index, seconds in piece:
            lat, lon = self.place(index)
            features.append({
                "type": "Feature", "geometry": {"type": "Point", "coordinates": [lon, lat]},
                "properties": {"timestamp": iso(seconds), "horizontal_accuracy": 8, "speed": -1, "battery_level": 0.6}})
        self.random.shuffle(features)
        return "POST", "", json.dumps({"locations": features}), {"Content-Type": "application/json"}

    def is_taken(self, status, body):
        return status == 200 and json.loads(body).get("result") == "ok"


class Traccar(App):
    adapter = "osmand"

    def request(self, piece):
        [(index, seconds)] = piece
        lat, lon = self.place(index)
        form = urllib.parse.urlencode({"id": 48151623, "timestamp": seconds, "lat": lat, "lon": lon, "speed": "1.00", "batt": "72.0"})
        return "POST", "", form, {"Content-Type": "application/x-www-form-urlencoded"}


class Colota(App):
    adapter = "flat"

    def request(self, piece):
        [(index, seconds)] = piece
        lat, lon = self.place(index)
        body = {"lat": lat, "lon": lon, "acc": 11, "vel": 4.2, "batt": 66, "bs": 1, "tst": seconds, "bear": 190}
        return "POST", "", json.dumps(body), {"Content-Type": "application/json"}


class GPSLogger(App):
    adapter = "gpslogger"

    def request(self, piece):
        [(index, seconds)] = piece
        lat, lon = self.place(index)
        return "GET", "?" + urllib.parse.urlencode({"lat": lat, "longitude": lon, "time": iso(seconds), "s": "3.2"}) + "&", None, {}


class Transistor(App):
    adapter = "transistor"
    batch = 40

    def request(self, piece):
        records = []
        for index, seconds in piece:
            lat, lon = self.place(index)
            records.append({
                "uuid": f"0b7d1c52-7f0e-4b8e-9a71-{index:012d}", "timestamp": iso(seconds),
                "coords": {"latitude": lat, "longitude": lon, "accuracy": 6.2, "speed": -1, "heading": -1},
                "battery": {"level": 0.44, "is_charging": False}})
        return "POST", "", json.dumps({"location": records}), {"Content-Type": "application/json"}


class Expo(App):
    adapter = "expo"
    batch = 10

    def request(self, piece):
        records = [{"coords": {"latitude": self.place(index)[0], "longitude": 14.5, "accuracy": None},
                    "timestamp": seconds * 1000.0} for index, seconds in piece]
        return "POST", "", json.dumps({"locations": records}), {"Content-Type": "application/json"}


APPS = [OwnTracks, Overland, Traccar, Colota, GPSLogger, Transistor, Expo]
