"""A gateway for text messages on loopback, for tests: Twilio's API, and a signed webhook's receiver.

Both check what the real ones do, credentials and signatures, and keep the messages. Standard library only.
"""
import base64
import hashlib
import hmac
import json
import time
from urllib.parse import parse_qs

import loopback


class Gateway(loopback.Service):
    """Runs while it is entered; `messages` are (number, text), `answers` are statuses to give first, `receipts` the
    addresses at which to say what became of each message, None where nobody asks."""

    account, token, sender = "AC0123", "a token", "Rollcall"
    secret = "whsec_" + base64.b64encode(b"k" * 32).decode()

    def __init__(self):
        self.messages = []
        self.answers = []
        self.ids = []
        self.receipts = []
        gateway = self

        class Handler(loopback.Answering):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = gateway.answers.pop(0) if gateway.answers else gateway.take(self.path, self.headers, body)
                self.reply(status, json.dumps({"sid": "SM1", "status": "queued"}).encode())

        self.serve(Handler)

    def take(self, path, headers, body):
        if path == "/hook":
            return self.take_signed(headers, body)
        if path != f"/2010-04-01/Accounts/{self.account}/Messages.json":
            return 404
        expected = base64.b64encode(f"{self.account}:{self.token}".encode()).decode()
        if headers["Authorization"] != f"Basic {expected}":
            return 401
        form = parse_qs(body.decode(), strict_parsing=True)
        if form.get("From") != [self.sender] or set(form) - {"StatusCallback"} != {"To", "From", "Body"}:
            return 400
        self.receipts.append(form.get("StatusCallback", [None])[0])
        self.messages.append((form["To"][0], form["Body"][0]))
        return 201

    def take_signed(self, headers, body):
        name, stamp = headers["webhook-id"], headers["webhook-timestamp"]
        key = base64.b64decode(self.secret.removeprefix("whsec_"))
        signed = hmac.new(key, f"{name}.{stamp}.".encode() + body, hashlib.sha256).digest()
        if headers["webhook-signature"] != "v1," + base64.b64encode(signed).decode():
            return 401
        if abs(time.time() - int(stamp)) > 300:
            return 401
        data = json.loads(body)["data"]
        self.ids.append(name)
        self.receipts.append(data.get("receipt_url"))
        self.messages.append((data["to"], data["text"]))
        return 204
