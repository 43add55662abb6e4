"""OwnTracks for Android 2.5 in HTTP mode, as it speaks: its headers, and the reports of a morning as they come."""
import base64
import json
import time
import urllib.parse

import requests

# What must be nowhere afterwards.
NETWORK = {"SSID": "Zzyzx-Guest", "BSSID": "02:00:5e:10:00:01"}
HEADERS = {
    "User-Agent": "Owntracks-Android/gms/420504000", "Content-Type": "application/json; charset=utf-8",
    "Accept-Encoding": "gzip", "Connection": "Keep-Alive", "Accept": None,
}


class OwnTracks:
    """A phone that was set up with a code; `server` is where it reaches the address in it."""

    def __init__(self, code, server=None):
        parts = urllib.parse.urlsplit(code)
        assert (parts.scheme, parts.path) == ("owntracks", "/config")
        self.settings = json.loads(base64.b64decode(dict(urllib.parse.parse_qsl(parts.query))["inline"]))
        assert (self.settings["_type"], self.settings["mode"]) == ("configuration", 3)
        given = urllib.parse.urlsplit(self.settings["url"])
        self.url = (server or f"{given.scheme}://{given.netloc}") + given.path
        self.number = 0x5b0c77e0

    def post(self, body):
        """One report; the app drops it at 2xx with an array, and keeps it at anything else."""
        login = f"{self.settings['username']}:{self.settings['password']}"
        answer = requests.post(
            self.url, data=json.dumps(body, separators=(",", ":")) if body else b"", timeout=20,
            headers={**HEADERS, "Authorization": "Basic " + base64.b64encode(login.encode()).decode()})
        assert answer.status_code == 200 and isinstance(answer.json(), list), (body, answer.status_code, answer.text)
        return answer.json()

    def location(self, trigger, at, **more):
        self.number += 1
        self.post({
            "_type": "location", "_id": f"{self.number:08x}", "BSSID": NETWORK["BSSID"], "SSID": NETWORK["SSID"], "acc": 9,
            "alt": 298, "batt": 83, "bs": 1, "cog": 118, "conn": "w", "created_at": int(time.time()), "lat": 46.0511,
            "lon": 14.5051, "m": 1, "source": "fused", "t": trigger, "tid": "na", "topic": "owntracks/rollcall/phone",
            "tst": at, "vac": 3, "vel": 4, **more})

    def morning(self):
        """It is switched on, is found, comes into a region, and lies still."""
        now = int(time.time())
        self.post({"_type": "status", "_id": "77aa01ff", "android": {"wifi": 1, "ps": 0, "bo": 0, "hib": 0, "loc": 0},
                   "version": "420504000", "flavour": "gms"})
        self.post({"_type": "waypoints", "waypoints": [
            {"_type": "waypoint", "desc": "Station", "lat": 46.0511, "lon": 14.5051, "rad": 100, "tst": now - 86_400}]})
        # Out of its queue, then where it is.
        self.location("t", now - 40, lat=46.0507)
        self.location("u", now)
        self.post({"_type": "transition", "_id": "5b0c77ff", "acc": 9, "desc": "Station", "event": "enter", "lat": 46.0511,
                   "lon": 14.5051, "t": "c", "tid": "na", "tst": now, "wtst": now - 86_400})
        # The place of before, with a time of its own; extended data switched off.
        self.post({"_type": "location", "_id": "5b0c7800", "created_at": now, "lat": 46.0511, "lon": 14.5051, "t": "p",
                   "tid": "na", "tst": now})
        self.post(None)
