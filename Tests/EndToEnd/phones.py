"""Phones that upload, remember what was acknowledged, and try again what was not."""
import http.client
import json
import random
import threading
import time
import uuid


class Phone(threading.Thread):
    """Uploads batches on a connection of its own until told to stop.

    `acknowledged` and `unanswered` hold sequences. A batch without a final answer is sent again, unchanged and under
    its key, unless `retries` is off; then the phone stops at the first one.
    """

    def __init__(self, port, token, responder, largest=20, pause=0.0, retries=True, seed=0):
        super().__init__(daemon=True)
        self.port, self.token, self.responder = port, token, responder
        self.largest, self.pause, self.retries = largest, pause, retries
        self.random = random.Random(seed)
        self.stopped = threading.Event()
        self.acknowledged, self.unanswered = [], []
        self.next = 0
        self.retried = 0
        self.refusals = {}
        self.broken = []
        self.connection = None

    def run(self):
        while not self.stopped.is_set():
            if not self.upload(self.batch()):
                return
            time.sleep(self.pause)

    def stop(self):
        """Lets the batch at hand come to its end."""
        self.stopped.set()
        self.join(60)
        assert not self.is_alive(), "a phone is still waiting for an answer"

    def batch(self):
        size = self.random.randint(1, self.largest)
        sequences = list(range(self.next, self.next + size))
        self.next += size
        now = int(time.time() * 1000)
        return [
            {"lat": 46 + n % 10_000 / 1e5, "lng": 14.5, "is_mock": False, "sequence": n, "recorded_at": now - size + i}
            for i, n in enumerate(sequences)
        ]

    def upload(self, pings):
        """Sends until there is a final answer; whether to go on."""
        body = json.dumps({"pings": pings, "queue_id": "q"})
        headers = {
            "Authorization": f"Bearer {self.token}", "Content-Type": "application/json",
            "X-Idempotency-Key": str(uuid.uuid4()),
        }
        sequences = [ping["sequence"] for ping in pings]
        began = time.monotonic()
        while time.monotonic() - began < 40:
            status, answer = self.post(body, headers)
            if status == 201:
                data = json.loads(answer)["data"]
                if data["count"] != len(pings):
                    self.broken.append(answer)
                self.acknowledged += sequences
                return True
            self.refusals[status] = self.refusals.get(status, 0) + 1
            if status not in (None, 429, 503):
                self.broken.append(f"{status} {answer}")
                break
            if status != 429 and not self.retries:
                break
            self.retried += 1
            time.sleep(0.05)
        self.unanswered += sequences
        return False

    def post(self, body, headers):
        """The status and the body; `None` when the connection broke."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
            self.connection.request("POST", "/app/v1/locations/batch", body, headers)
            answer = self.connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            return None, ""


def start_phones(rollcall, slug, count, **options):
    """Starts `count` phones, each of a responder of its own."""
    phones = []
    for index in range(count):
        responder = rollcall.responder(slug, f"Phone {index}")
        phones.append(Phone(rollcall.port, rollcall.token(slug, responder), responder, seed=index, **options))
    for phone in phones:
        phone.start()
    return phones


def stored(rows):
    """How often each (responder, sequence) is in the history."""
    count = {}
    for row in rows:
        key = int(row["responder_id"]), int(row["sequence"])
        count[key] = count.get(key, 0) + 1
    return count


def acknowledged(phones):
    return {(phone.responder, n) for phone in phones for n in phone.acknowledged}


def upload_whole_batches(session, url, count, **options):
    """Sends so many full batches of 50 as one phone would; each must be stored."""
    for batch in range(count):
        pings = [{"lat": 46, "lng": 14, "is_mock": False, "sequence": batch * 50 + one} for one in range(50)]
        answer = session.post(f"{url}/app/v1/locations/batch", json={"pings": pings},
                              headers={"X-Idempotency-Key": f"batch-{batch}"}, **options)
        assert answer.status_code == 201, answer.text
