#!/usr/bin/env python3
"""Expo, FCM with Google's token exchange, ntfy and a webhook's receiver, on loopback, for tests.

Each answers as the real one does, as far as a sender can see: it checks credentials, signatures and shapes, and takes
the message. What else it is to answer is told for each address ("token"): a list of answers, used up one by one, then
"ok" again.

    POST /control  {"token": T, "answers": [A, ...]}       T: a token, a topic, a webhook's path or URL, a service
                                                           account's email, or the id of an Expo receipt
                   {"expo_access_token": X}                what Expo asks for (null: nothing)
                   {"ntfy_token": X}                       what ntfy asks for (null: nothing)
                   {"webhook_secrets": ["whsec_...", ...]} what signatures are checked with ([]: not checked)
                   {"revoke": EMAIL}                       the account's access tokens are void
                   {"reset": true}                         as at the start
    GET or POST /received   everything that came, oldest first; POST {"token": T} only what is for T
    GET or POST /service-account?name=N   a service account's JSON file, whose key we can check; with &key=other, one
                                          whose key we do not know

An answer A is "ok"; the name of one of the provider's errors (EXPO_TICKETS, EXPO_ERRORS, FCM_ERRORS, NTFY_ERRORS);
a status, 503; {"status": 429, "headers": {"Retry-After": "7"}, "body": {...} or "text"}; {"wait": seconds} before
"ok"; or "drop": the connection is closed without a word.

Uses the standard library only. As a script: --port-file FILE [--port N] [--until-stdin-ends].
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import re
import secrets
import socketserver
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

SCOPE = "https://www.googleapis.com/auth/firebase.messaging"
FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest"

EXPO_TICKETS = {"DeviceNotRegistered", "MessageTooBig", "MessageRateExceeded", "InvalidCredentials",
                "MismatchSenderId", "ExpoError", "ProviderError"}
EXPO_ERRORS = {"TOO_MANY_REQUESTS": 429, "PUSH_TOO_MANY_EXPERIENCE_IDS": 400, "PUSH_TOO_MANY_NOTIFICATIONS": 400,
               "VALIDATION_ERROR": 400, "UNAUTHORIZED": 401, "INTERNAL_SERVER_ERROR": 500}
# name: HTTP status, outer status, error code in the details, field that is blamed
FCM_ERRORS = {
    "UNREGISTERED": (404, "NOT_FOUND", "UNREGISTERED", None),
    "INVALID_TOKEN": (400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", "message.token"),
    "INVALID_ARGUMENT": (400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", "message.data[0].value"),
    "SENDER_ID_MISMATCH": (403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH", None),
    "QUOTA_EXCEEDED": (429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", None),
    "UNAVAILABLE": (503, "UNAVAILABLE", "UNAVAILABLE", None),
    "INTERNAL": (500, "INTERNAL", "INTERNAL", None),
    "THIRD_PARTY_AUTH_ERROR": (401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR", None),
    "UNAUTHENTICATED": (401, "UNAUTHENTICATED", None, None),
    "PERMISSION_DENIED": (403, "PERMISSION_DENIED", None, None),
}
# name: HTTP status, code
NTFY_ERRORS = {"bad_request": (400, 40009), "unauthorized": (401, 40101), "forbidden": (403, 40301),
               "too_large": (413, 41301), "limit": (429, 42901), "no_subscriber": (507, 50701)}


class Answer:
    """What is written back."""

    def __init__(self, status, body=None, headers=None):
        self.status = status
        self.headers = dict(headers or {})
        if isinstance(body, (dict, list)):
            self.headers.setdefault("Content-Type", "application/json")
            body = json.dumps(body)
        self.body = (body or "").encode()


class Refusal(Exception):
    """An answer that ends the reading of a request."""

    def __init__(self, answer):
        super().__init__()
        self.answer = answer


def expo_error(code):
    return Answer(EXPO_ERRORS[code], {"errors": [{"code": code, "message": "Said by the test."}]})


def expo_ticket_error(code, token):
    return {"status": "error", "message": f"\"{token}\" and more words", "details": {"error": code}}


def fcm_error(name):
    status, outer, code, field = FCM_ERRORS[name]
    details = []
    if code:
        details.append({"@type": FCM_ERROR, "errorCode": code})
    if field:
        details.append({"@type": BAD_REQUEST, "fieldViolations": [{"field": field, "description": "Invalid value"}]})
    return Answer(status, {"error": {"code": status, "message": "Said by the test.", "status": outer,
                                     "details": details}})


def ntfy_error(name):
    status, code = NTFY_ERRORS[name]
    return Answer(status, {"code": code, "http": status, "error": name, "link": "https://ntfy.sh/docs"})


class Key:
    """An RSA key of 2048 bits, made here: neither a key in the source tree nor a package is needed."""

    E = 65537

    def __init__(self):
        while True:
            p, q = self._prime(), self._prime()
            if p != q and (p * q).bit_length() == 2048 and (p - 1) % self.E and (q - 1) % self.E:
                break
        self.p, self.q, self.n = max(p, q), min(p, q), p * q
        self.d = pow(self.E, -1, (p - 1) * (q - 1))

    @staticmethod
    def _prime():
        while True:
            n = secrets.randbits(1024) | (3 << 1022) | 1
            if all(n % small for small in SMALL_PRIMES) and Key._is_prime(n):
                return n

    @staticmethod
    def _is_prime(n):
        odd, twos = n - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        for _ in range(12):
            x = pow(secrets.randbelow(n - 3) + 2, odd, n)
            if x in (1, n - 1):
                continue
            for _ in range(twos - 1):
                x = x * x % n
                if x == n - 1:
                    break
            else:
                return False
        return True

    def pem(self):
        """PKCS #8, as Google gives it out."""
        numbers = [0, self.n, self.E, self.d, self.p, self.q, self.d % (self.p - 1), self.d % (self.q - 1),
                   pow(self.q, -1, self.p)]
        inner = der(0x30, b"".join(der_int(number) for number in numbers))
        rsa = der(0x30, bytes.fromhex("06092a864886f70d010101") + der(0x05, b""))
        text = base64.b64encode(der(0x30, der_int(0) + rsa + der(0x04, inner))).decode()
        lines = [text[i:i + 64] for i in range(0, len(text), 64)]
        return "\n".join(["-----BEGIN PRIVATE KEY-----", *lines, "-----END PRIVATE KEY-----", ""])

    def verifies(self, signed, signature):
        """RS256: PKCS #1 v1.5 with SHA-256."""
        if len(signature) != 256:
            return False
        digest = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(signed).digest()
        expected = b"\x00\x01" + b"\xff" * (256 - 3 - len(digest)) + b"\x00" + digest
        found = pow(int.from_bytes(signature, "big"), self.E, self.n).to_bytes(256, "big")
        return hmac.compare_digest(found, expected)


SMALL_PRIMES = [n for n in range(3, 4000, 2) if all(n % k for k in range(3, int(n ** 0.5) + 1, 2))]


def der(tag, content):
    size = len(content)
    if size < 128:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def der_int(number):
    return der(0x02, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def unbase64url(text):
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text):
        raise ValueError("not base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def server_bind(self):
        # Not HTTPServer's, which asks the name service for our name.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def handle_error(self, request, client_address):
        pass  # somebody hung up


class Provider:
    """The state of all four, and the server. `with Provider() as provider:` serves at `provider.url`.

    By https when `certificate` has the paths of a `certificate` and its `key`.
    """

    def __init__(self, port=0, certificate=None):
        self._lock = threading.RLock()
        self._key = None
        self.reset()
        handler = type("BoundHandler", (Handler,), {"provider": self})
        self._server = Server(("127.0.0.1", port), handler)
        self.port = self._server.server_address[1]
        self.url = f"{'https' if certificate else 'http'}://127.0.0.1:{self.port}"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate.certificate, certificate.key)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    def start(self):
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    def reset(self):
        with self._lock:
            self._answers = {}
            self._received = []
            self._access = {}
            self._settings = {"expo_access_token": None, "ntfy_token": None, "webhook_secrets": []}

    def control(self, order):
        """What POST /control does."""
        with self._lock:
            if order.get("reset"):
                self.reset()
            if "token" in order:
                self._answers[address(order["token"])] = list(order["answers"])
            if "revoke" in order:
                self._access = {k: v for k, v in self._access.items() if v != order["revoke"]}
            self._settings.update({name: order[name] for name in self._settings if name in order})

    def answer(self, token, *answers):
        """The next messages for the token are answered with these."""
        self.control({"token": token, "answers": list(answers)})

    def received(self, token=None):
        """What came, oldest first; for one token, or all."""
        with self._lock:
            return [entry for entry in self._received if token is None or entry["token"] == address(token)]

    def service_account(self, name="sender", known=True):
        """A service account's file, as a dictionary; with a key that we know, or do not."""
        with self._lock:
            self._key = self._key or Key()
        key = self._key if known else Key()
        return {"type": "service_account", "project_id": "test-project", "private_key_id": "0123456789abcdef",
                "private_key": key.pem(), "client_email": f"{name}@test-project.iam.gserviceaccount.com",
                "token_uri": self.url + "/token"}

    # The rest is for the handler.

    def setting(self, name):
        with self._lock:
            return self._settings[name]

    def next_answer(self, token):
        with self._lock:
            answers = self._answers.get(address(token))
            return answers.pop(0) if answers else "ok"

    def record(self, entry):
        with self._lock:
            self._received.append(entry)

    def give_access(self, email):
        token = "ya29." + secrets.token_urlsafe(32)
        with self._lock:
            self._access[token] = email
        return token

    def has_access(self, token):
        with self._lock:
            return token in self._access

    def check_assertion(self, assertion):
        """The account's email; a ValueError says what is wrong with the statement."""
        parts = assertion.split(".")
        if len(parts) != 3:
            raise ValueError("an assertion has three parts")
        header, claims = (json.loads(unbase64url(part)) for part in parts[:2])
        if header.get("alg") != "RS256" or header.get("typ") != "JWT":
            raise ValueError("wrong header")
        with self._lock:
            self._key = self._key or Key()
        if not self._key.verifies(f"{parts[0]}.{parts[1]}".encode(), unbase64url(parts[2])):
            raise ValueError("wrong signature")
        if claims.get("aud") != self.url + "/token" or claims.get("scope") != SCOPE:
            raise ValueError("wrong audience or scope")
        issued, ends, now = claims["iat"], claims["exp"], time.time()
        if not (isinstance(issued, int) and isinstance(ends, int) and issued < ends <= issued + 3600):
            raise ValueError("wrong times")
        if abs(now - issued) > 300:
            raise ValueError("not of now")
        return claims["iss"]


def address(token):
    """A webhook is known by its path, everything else by itself."""
    return urlsplit(token).path if re.match("https?://", token) else token


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 600
    provider = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        self._serve({})

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self._serve({"raw": raw})

    def _serve(self, request):
        self.entry = {"time": int(time.time() * 1000), "path": self.path, "peer": self.client_address[1],
                      "headers": {name.lower(): value for name, value in self.headers.items()},
                      "provider": None, "token": None, "body": None, "problem": None, "status": None,
                      "id": None}
        try:
            answer = self._route(request.get("raw", b""))
        except Refusal as refusal:
            answer = refusal.answer
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self.entry["problem"] = self.entry["problem"] or repr(error)
            answer = Answer(400, "cannot be read")
        self.entry["status"] = answer.status if answer else None
        if answer is None:
            self.close_connection = True
            return
        self._write(answer)

    def _write(self, answer):
        # In one write, as one packet: a head that waits for its body costs 40 ms.
        head = [f"HTTP/1.1 {answer.status} Said", f"Content-Length: {len(answer.body)}"]
        head += [f"{name}: {value}" for name, value in answer.headers.items()]
        try:
            self.wfile.write("\r\n".join(head + ["", ""]).encode() + answer.body)
            self.wfile.flush()
        except OSError:
            self.close_connection = True

    def _route(self, raw):
        target = urlsplit(self.path)
        path = target.path
        if path == "/control":
            self.provider.control(json.loads(raw))
            return Answer(200, {})
        if path == "/received":
            return Answer(200, self.provider.received(json.loads(raw).get("token") if raw else None))
        if path == "/service-account":
            query = parse_qs(target.query)
            name, known = query.get("name", ["sender"])[0], query.get("key") != ["other"]
            return Answer(200, self.provider.service_account(name, known))
        if self.command != "POST":
            return Answer(405, "POST only")
        if path == "/--/api/v2/push/send":
            return self._expo_send(raw)
        if path == "/--/api/v2/push/getReceipts":
            return self._expo_receipts(raw)
        if path == "/token":
            return self._token(raw)
        if re.fullmatch(r"/v1/projects/[^/]+/messages:send", path):
            return self._fcm(raw)
        if path == "/":
            return self._ntfy(raw)
        if path.startswith("/hooks/"):
            return self._webhook(path, raw)
        return Answer(404, "nothing here")

    def _took(self, provider, token, body):
        # Seen at once, also when the answer takes its time.
        if not self.entry["provider"]:
            self.provider.record(self.entry)
        self.entry.update(provider=provider, token=address(token), body=body)

    def _refuse(self, problem, answer):
        self.entry["problem"] = problem
        raise Refusal(answer)

    def _told(self, token, named):
        """The answer that the test wants; None for "ok". Raises Refusal for a connection to be dropped."""
        wanted = self.provider.next_answer(token)
        if wanted == "drop":
            raise Refusal(None)
        if isinstance(wanted, dict) and "wait" in wanted:
            time.sleep(wanted["wait"])
            return None
        if isinstance(wanted, dict):
            return Answer(wanted.get("status", 200), wanted.get("body"), wanted.get("headers"))
        if isinstance(wanted, int):
            return Answer(wanted)
        return None if wanted == "ok" else named(wanted)

    # Expo

    def _expo_access(self):
        wanted = self.provider.setting("expo_access_token")
        if wanted and self.headers.get("Authorization") != "Bearer " + wanted:
            self._refuse("wrong access token", expo_error("UNAUTHORIZED"))

    def _expo_send(self, raw):
        document = json.loads(raw)
        messages = document if isinstance(document, list) else [document]
        self._took("expo", messages[0]["to"], document)
        self._expo_access()
        if len(messages) > 100:
            return expo_error("PUSH_TOO_MANY_NOTIFICATIONS")
        tickets = [self._expo_ticket(message) for message in messages]
        return Answer(200, {"data": tickets if isinstance(document, list) else tickets[0]})

    def _expo_ticket(self, message):
        token = message["to"]
        if not re.fullmatch(r"Expo(nent)?PushToken\[[^\]]+\]", token) or not isinstance(message.get("data"), dict):
            self._refuse("not a message", expo_error("VALIDATION_ERROR"))
        if len(json.dumps(message, ensure_ascii=False).encode()) > 5000:
            return expo_ticket_error("MessageTooBig", token)
        told = self._told(token, lambda name: name)
        if isinstance(told, Answer):
            raise Refusal(told)
        if told in EXPO_ERRORS:
            raise Refusal(expo_error(told))
        if told:
            return expo_ticket_error(told, token)
        ticket = f"{secrets.token_hex(4)}-{secrets.token_hex(8)}"
        self.entry["id"] = ticket
        return {"status": "ok", "id": ticket}

    def _expo_receipts(self, raw):
        ids = json.loads(raw)["ids"]
        self._took("expo-receipts", "receipts", {"ids": ids})
        self._expo_access()
        if len(ids) > 1000:
            self._refuse("too many ids", Answer(400, {"errors": [{"code": "PUSH_TOO_MANY_RECEIPTS"}]}))
        receipts = {}
        for name in ids:
            told = self._told(name, lambda error: error)
            if told is None:
                receipts[name] = {"status": "ok"}
            elif isinstance(told, Answer):
                return told
            elif told != "pending":
                receipts[name] = expo_ticket_error(told, "ExponentPushToken[secret]")
        return Answer(200, {"data": receipts})

    # FCM

    def _token(self, raw):
        form = parse_qs(raw.decode())
        self._took("google", "unknown", {})
        if self.headers.get("Content-Type") != "application/x-www-form-urlencoded":
            self._refuse("not a form", Answer(400, {"error": "invalid_request"}))
        if form.get("grant_type") != ["urn:ietf:params:oauth:grant-type:jwt-bearer"]:
            self._refuse("wrong grant", Answer(400, {"error": "unsupported_grant_type"}))
        try:
            email = self.provider.check_assertion(form["assertion"][0])
        except (ValueError, KeyError) as error:
            self._refuse(str(error), Answer(400, {"error": "invalid_grant", "error_description": "Invalid JWT"}))
        self._took("google", email, {})
        told = self._told(email, lambda name: Answer(400, {"error": name}))
        return told or Answer(200, {"access_token": self.provider.give_access(email), "expires_in": 3599,
                                    "token_type": "Bearer"})

    def _fcm(self, raw):
        message = json.loads(raw)["message"]
        self._took("fcm", message["token"], {"message": message})
        bearer = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        if not self.provider.has_access(bearer):
            self._refuse("wrong access token", fcm_error("UNAUTHENTICATED"))
        if not all(isinstance(value, str) for value in message.get("data", {}).values()):
            self._refuse("data that is no text", fcm_error("INVALID_ARGUMENT"))
        if not re.fullmatch(r"\d+s", message["android"]["ttl"]):
            self._refuse("wrong ttl", fcm_error("INVALID_ARGUMENT"))
        told = self._told(message["token"], fcm_error)
        return told or Answer(200, {"name": f"projects/test-project/messages/{secrets.token_hex(8)}"})

    # ntfy

    def _ntfy(self, raw):
        message = json.loads(raw)
        self._took("ntfy", message["topic"], message)
        wanted = self.provider.setting("ntfy_token")
        if wanted and self.headers.get("Authorization") != "Bearer " + wanted:
            self._refuse("wrong access token", ntfy_error("unauthorized"))
        if not re.fullmatch(r"[-_A-Za-z0-9]{1,64}", message["topic"]) or message["priority"] not in range(1, 6):
            self._refuse("wrong topic or priority", ntfy_error("bad_request"))
        if len(message.get("actions", [])) > 3 or len(raw) > 2 * 4096:
            self._refuse("too much", ntfy_error("bad_request"))
        now = int(time.time())
        return self._told(message["topic"], ntfy_error) or Answer(200, {
            "id": secrets.token_urlsafe(9), "time": now, "expires": now + 43200, "event": "message",
            "topic": message["topic"], "title": message.get("title"), "message": message.get("message")})

    # Webhook

    def _webhook(self, path, raw):
        self._took("webhook", path, json.loads(raw))
        known = self.provider.setting("webhook_secrets")
        if known and not signature_is_right(known, self.headers, raw):
            self._refuse("wrong signature", Answer(401))
        return self._told(path, lambda name: Answer(int(name))) or Answer(204)


def signature_is_right(known, headers, body):
    """Standard Webhooks: any of the signatures, by any of the secrets, not older than five minutes."""
    name, stamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not name or not stamp.isdigit() or abs(time.time() - int(stamp)) > 300:
        return False
    signed = f"{name}.{stamp}.".encode() + body
    given = headers.get("webhook-signature", "").split(" ")
    for secret in known:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        right = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(right, signature) for signature in given):
            return True
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--port-file", help="where the port is written when we listen")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--until-stdin-ends", action="store_true", help="end with whoever started us")
    options = parser.parse_args()
    provider = Provider(options.port).start()
    if options.port_file:
        with open(options.port_file + ".new", "w") as file:
            file.write(str(provider.port))
        os.replace(options.port_file + ".new", options.port_file)
    if options.until_stdin_ends:
        sys.stdin.buffer.read()
    else:
        threading.Event().wait()


if __name__ == "__main__":
    main()
