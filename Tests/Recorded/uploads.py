"""What phones send: the cases of the contract, apps that are not made for Rollcall, and people who move and fall silent."""
import json
import pathlib
import sys

TESTS = pathlib.Path(__file__).parents[1]
sys.path.insert(0, str(TESTS / "EndToEnd"))
from apps import APPS  # noqa: E402
from golden import Filling, body_of  # noqa: E402
from machine import Client  # noqa: E402
from world import PLACE  # noqa: E402

CASES = [json.loads(file.read_text()) for file in sorted((TESTS / "Contract/cases").glob("*.json"))]


def contract(world):
    """Each case as a responder of its own, in a workspace of its own."""
    machine, slug = world.machine, "contract"
    machine.cli("workspace", "add", slug, "--name", "Contract", "--time-zone", "UTC")
    file = machine.folder / "cases.csv"
    file.write_text("name,phone,profile,region,external_id\nRevoked,,responder,,\nExpired,,responder,,\n" + "".join(
        f"\"{case['name']}\",,responder,,\n" for case in CASES))
    machine.cli("responder", "import", slug, file)
    issued = machine.cli("token", "issue", slug, "--all", "--device-prefix", "case-")["tokens"]
    tokens = {one["responder_id"]: one["access_token"] for one in issued}
    people = {one["name"]: one["id"] for one in machine.cli("responder", "list", slug)["responders"]}

    def token(name, *more):
        return machine.cli("token", "issue", slug, people[name], "--device-id", "device-1", *more)["access_token"]

    over = {"<revoked token>": token("Revoked"), "<expired token>": token("Expired", "--expires-in", "1s")}
    token("Revoked")
    world.clock.advance(2)
    nobody = Client(machine, "nobody")
    for case in CASES[::10] if world.is_short else CASES:
        filling = Filling({"<token>": tokens[people[case["name"]]], **over})
        filling.now, filling.texts["<unique>"] = world.clock.now, f"unique-{people[case['name']]}"
        for step in [*case.get("before", []), case]:
            request = step["request"]
            headers = {name: filling.text(value) for name, value in request.get("headers", {}).items()}
            world.act(f"contract, {case['name']}", nobody, request["method"], request["path"], wait=0,
                      body=body_of(request, filling), **headers)
    world.clock.advance(1)


def foreign_apps(world):
    """Three positions from each kind of app, by both of its ways in."""
    person = world.phones["acme", "Gal Mlakar"].id
    now = world.clock.milliseconds // 1000
    for app in APPS:
        for in_path in (True, False):
            made = world.machine.cli("app", "issue", "acme", person, "--adapter", app.adapter,
                                     "--name", f"{app.adapter} {in_path}", "--on-duty", 60, "--on-mission", 30)
            secret = next(value for name, value in made.items() if name in ("secret", "token", "app_secret"))
            world.apps[app.adapter] = secret
            queue = app(world.machine, secret, [])
            path = f"/ingest/t/{secret}/{app.adapter}" if in_path else f"/ingest/{app.adapter}"
            nobody = Client(world.machine, app.adapter, None if in_path else secret)
            for index in range(3):
                method, query, body, fields = queue.request([(index, now - 600 + 60 * index + (0 if in_path else 5))])
                world.act(f"an app, {app.adapter}", nobody, method, path + query, wait=0, body=body, **fields)
    world.clock.advance(1)


def ping(world, north=0.0, age=0, **more):
    return {"lat": round(PLACE[0] + north, 6), "lng": PLACE[1], "is_mock": False, "accuracy_m": 8,
            "recorded_at": world.ago(age), **more}


def report(world, name, north=0.0, more=None, slug="acme", **telemetry):
    """One batch of three positions."""
    phone = world.phones[slug, name]
    phone.sequence = getattr(phone, "sequence", 0) + 3
    pings = [ping(world, north + 0.0001 * number, 20 - 10 * number, sequence=phone.sequence + number, **(more or {}))
             for number in range(3)]
    return world.act(
        f"a batch of {name}", phone, "POST", "/app/v1/locations/batch", X_Idempotency_Key=f"{name[:3]}-{phone.sequence}",
        document={"pings": pings, "queue_id": f"queue-{phone.id}", "telemetry": {
            "permission_status": "granted", "location_services": True, "power_mode": "normal", "app_state": "foreground",
            "queue_depth": 3, "network_type": "cellular", **telemetry}})


ON_DUTY = ["Ana Novak", "Bor Žagar", "Cene <b>Kos</b>", "Dana \"D\" Hribar", "Eva Kralj", "Filip Zupan", "Gal Mlakar",
           "Hana Golob", "Kaja Turk", "Leon Bizjak", "Maja Oblak", "Nik Vidmar"]


def come_on_duty(world):
    for number, name in enumerate(ON_DUTY):
        phone = world.phones["acme", name]
        world.act(f"duty of {name}", phone, "PUT", "/app/v1/duty",
                  document={"state": "on_duty", "id": f"shift-{number}", "at": world.ago(0)})
        provider, token = [("expo", f"ExponentPushToken[{number}]"), ("ntfy", f"rc-{number}"),
                           ("fcm", f"fcm-{number}"), ("webhook", f"{world.provider.url}/hooks/{number}")][number % 4]
        world.act(f"push token of {name}", phone, "PUT", "/app/v1/push-token",
                  document={"provider": provider, "token": token})
        report(world, name, 0.001 * number)
    for path in ("me", "config", "offers", "assignment", "visits", "me/locations"):
        for (slug, name), phone in world.phones.items():
            if slug == "acme":
                world.act(f"{name} asks for {path}", phone, "GET", f"/app/v1/{path}", wait=0)


def move_and_fall_silent(world):
    """Some go on, some report oddly, five of one region fall silent together and come back."""
    going = ["Ana Novak", "Bor Žagar", "Dana \"D\" Hribar", "Eva Kralj", "Filip Zupan", "Hana Golob"]
    for turn in range(8):
        for number, name in enumerate(going):
            report(world, name, 0.001 * number + 0.002 * turn)
        world.clock.advance(24, by=4)
    nik = world.phones["acme", "Nik Vidmar"]
    odd = {"made up": {"is_mock": True}, "too fast": {"lat": 47.5}, "in the future": {"recorded_at": world.ago(-600)},
           "from long ago": {"recorded_at": world.ago(86_400 * 200)}, "a nearly empty battery": {"battery_level": 0.03}}
    for name, values in odd.items():
        world.act(f"a position, {name}", nik, "POST", "/app/v1/locations", document=ping(world, 0.03) | values)
    late = [ping(world, 0.05, 300 - 10 * number, sequence=900 + number) for number in range(20)]
    world.act("a queue that comes late", world.phones["acme", "Kaja Turk"], "POST", "/app/v1/locations/batch",
              document={"pings": late, "queue_id": "late"}, X_Idempotency_Key="late")
    events = [{"id": f"e-{number}", "type": kind, "value": value, "at": world.ago(120 - number)} for number, (kind, value) in
              enumerate([("permission", "denied"), ("location_services", False), ("power", "low_power"), ("network", "none"),
                         ("battery", 0.04), ("lifecycle", "boot")])]
    world.act("events of a phone", world.phones["acme", "Leon Bizjak"], "POST", "/app/v1/device-events",
              document={"events": events})
    world.clock.advance(60, by=4)
    for name in ("Maja Oblak", "Leon Bizjak"):
        report(world, name, 0.02)
    for name in going:
        report(world, name, 0.02)
