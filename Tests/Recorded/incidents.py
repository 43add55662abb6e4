"""Incidents from their opening to their end, drills, alerts, visits and an event."""
import json
import re

from machine import Client
from uploads import ping, report
from world import PLACE, hidden


def incidents(world):
    desk, room = world.key("dispatcher"), world.dispatcher
    ana, bor, cene = (world.phones["acme", name] for name in ("Ana Novak", "Bor Žagar", "Cene <b>Kos</b>"))
    report(world, "Cene <b>Kos</b>", 0.004)

    def opened(title, key, **asking):
        answer = world.act(f"opens {title}", desk, "POST", "/w/acme/incidents", Idempotency_Key=key, document={
            "title": title, "severity": "high", "lat": PLACE[0], "lng": PLACE[1], "notes": "Second floor", "region": "Center",
            "asking": {"answer_s": 60, **asking}})
        return answer.json().get("id", 0)

    def told(phone):
        offers = phone.send("GET", "/app/v1/offers").json()["data"]["offers"]
        world.clock.quiet()
        return offers[0]["id"] if offers else 0

    def answer(phone, word, **body):
        return world.act(f"{phone.name} {word}", phone, "POST", f"/app/v1/offers/{told(phone)}/{word}", document=body)

    # One that is taken, arrived at and completed.
    fall = opened("Fall from a ladder", "k-1", mode="parallel", picks=[ana.id, bor.id])
    opened("Fall from a ladder", "k-1", mode="parallel", picks=[ana.id, bor.id])
    answer(ana, "seen")
    answer(ana, "accept", at=world.ago(1))
    held = ana.send("GET", "/app/v1/assignment").json()["data"]
    for step in ("arrived", "complete"):
        report(world, "Ana Novak", 0.0005)
        world.act(f"assignment {step}", ana, "POST", f"/app/v1/assignments/{held['id']}/{step}", document={})
    world.act("resolved", desk, "POST", f"/w/acme/incidents/{fall}/resolve.json", document={})
    world.act("reopened", desk, "POST", f"/w/acme/incidents/{fall}/reopen.json", document={})
    world.act("noted", desk, "POST", f"/w/acme/incidents/{fall}/notes.json", document={"note": "The <i>family</i> called"})
    world.act("resolved again", desk, "POST", f"/w/acme/incidents/{fall}/resolve.json", document={})

    # Declined, then nobody answers, then withdrawn and offered by hand.
    fire = opened("Fire", "k-2", mode="parallel", picks=[bor.id, cene.id])
    answer(bor, "decline", reason="no vehicle")
    world.clock.advance(70, by=4)
    world.act("a late answer", cene, "POST", f"/app/v1/offers/{told(cene) or 1}/accept", document={})
    page = f"/w/acme/incidents/{fire}"
    report(world, "Ana Novak", 0.001)
    report(world, "Bor Žagar", 0.002)
    world.submit("offered by hand", room, page, f"incidents/{fire}/offers", offer=bor.id)
    offers = desk.send("GET", f"{page}.json").json()["offers"]
    world.clock.quiet()
    world.submit("withdrawn", room, page, f"incidents/{fire}/withdraw", offer=max(one["id"] for one in offers))
    report(world, "Ana Novak", 0.0011)
    report(world, "Bor Žagar", 0.0021)
    world.act("asked in parallel", desk, "POST", f"{page}/offers.json", document={"mode": "parallel", "picks": [ana.id, bor.id]})
    answer(bor, "accept")
    world.submit("noted on the page", room, page, f"incidents/{fire}/notes", note="Keys at the porter")
    # The assignee is lost, and another one is asked.
    world.clock.advance(150, by=4)
    report(world, "Ana Novak", 0.001)
    report(world, "Cene <b>Kos</b>", 0.002)
    world.act("reassigned", desk, "POST", f"{page}/reassign.json", document={"mode": "parallel", "picks": [ana.id]})
    answer(ana, "accept")
    world.submit("resolved on the page", room, page, f"incidents/{fire}/resolve")
    world.submit("reopened on the page", room, page, f"incidents/{fire}/reopen")

    # By the form, with nobody asked; then cancelled.
    world.act("candidates shown", room, "POST", "/w/acme/incidents/new", form={
        **hidden(room.send("GET", "/w/acme/incidents/new")), "title": "Flood", "place": f"{PLACE[0]}, {PLACE[1]}", "do": "rank"})
    for mode in ("automatic", "nobody"):
        made = world.submit(f"opened by the form, {mode}", room, "/w/acme/incidents/new?title=Flood", "acme/incidents",
                            title=f"Flood {mode}", place=f"{PLACE[0]}, {PLACE[1]}", severity="critical", mode=mode)
        number = made.header("Location").rsplit("/", 1)[-1].split("?")[0]
        world.submit("cancelled", room, f"/w/acme/incidents/{number}", f"incidents/{number}/cancel")
    world.act("cancelled at last", desk, "POST", f"{page}/cancel.json", document={})
    for name, document in {"without a title": {"lat": 46, "lng": 14}, "at no place": {"title": "x"},
                           "far off": {"title": "x", "lat": 91, "lng": 14}}.items():
        world.act(f"refused, {name}", desk, "POST", "/w/acme/incidents", Idempotency_Key=f"bad {name[:3]}".replace(" ", "-"),
                  document=document)
    world.ids |= {"incident": fire, "offer": max(one["id"] for one in offers), "assignment": held["id"]}


def by_link(world):
    """An offer that is read and taken by the link of its message, without a login."""
    bor = world.phones["acme", "Bor Žagar"]
    report(world, "Bor Žagar", 0.001)
    answer = world.act("opens a leak", world.key("dispatcher"), "POST", "/w/acme/incidents", Idempotency_Key="leak", document={
        "title": "Leak", "severity": "low", "lat": PLACE[0], "lng": PLACE[1],
        "asking": {"mode": "parallel", "picks": [bor.id], "answer_s": 60}})
    found = [secret for entry in world.provider.received("rc-1")
             for secret in re.findall(r"/a/([\w.~-]{16,})", json.dumps(entry["body"]))]
    path, nobody = f"/a/{found[-1] if found else 'x' * 22}", Client(world.machine, "a link")
    for name, form in (("opened", None), ("taken", {"do": "accept", "answer": "accept"}), ("taken again", {"do": "accept"})):
        world.act(f"a link {name}", nobody, *(("GET", path) if form is None else ("POST", path)),
                  **({} if form is None else {"form": form}))
    world.submit("answered by the link's form", nobody, path, path)
    world.act("a leak cancelled", world.key(), "POST", f"/w/acme/incidents/{answer.json().get('id')}/cancel.json", document={})
    world.links["a"] = path.rsplit("/", 1)[1]


def drill(world):
    desk = world.key("dispatcher")
    for name in ("Ana Novak", "Bor Žagar", "Eva Kralj"):
        report(world, name, 0.003)
    answer = world.act("a drill", desk, "POST", "/w/acme/drills", document={"title": "Evening drill", "answer_s": 60},
                       Idempotency_Key="drill-1")
    number = answer.json()["id"]
    for name, word in (("Ana Novak", "accept"), ("Bor Žagar", "decline"), ("Eva Kralj", "seen")):
        phone = world.phones["acme", name]
        offers = phone.send("GET", "/app/v1/offers").json()["data"]["offers"]
        if offers:
            number_of_offer = max(offer["id"] for offer in offers)
            world.act(f"{name} in the drill", phone, "POST", f"/app/v1/offers/{number_of_offer}/{word}", document={})
    world.clock.advance(30, by=4)
    world.act("the drill's end", desk, "POST", f"/w/acme/drills/{number}/end.json", document={})
    world.ids["drill"] = number


def alerts(world):
    desk, room = world.key("dispatcher"), world.dispatcher
    found = desk.send("GET", "/w/acme/alerts.json").json()["alerts"]
    world.clock.quiet()
    for alert in found[:3]:
        page = f"/w/acme/alerts/{alert['id']}"
        world.submit("acknowledges an alert", room, page, f"alerts/{alert['id']}/acknowledge", note="I call them")
        world.submit("snoozes it", room, page, f"alerts/{alert['id']}/snooze", **{"for": "2h"})
        world.submit("wakes it", room, page, f"alerts/{alert['id']}/wake")
    world.ids["alert"] = found[0]["id"] if found else 0


def visits_and_event(world):
    hana, ivo, jan = (world.phones["acme", name] for name in ("Hana Golob", "Ivo Potočnik", "Jan Kolar"))
    outlets = world.machine.cli("outlet", "list", "acme")["outlets"]
    planned = [world.machine.cli("visit", "plan", "acme", hana.id, outlet["id"])["id"] for outlet in outlets]
    path = f"/app/v1/visits/{planned[0]}"
    world.act("checks in", hana, "POST", f"{path}/check-in", document=ping(world, 0.0002))
    world.act("checks out", hana, "POST", f"{path}/check-out", document=ping(world, 0.0002))
    for name, values in {"somewhere else": {"lat": 47}, "made up": {"is_mock": True}, "in between": {"lat": PLACE[0] + 0.012}}.items():
        world.act(f"checks in {name}", hana, "POST", f"/app/v1/visits/{planned[1]}/check-in", document=ping(world) | values)
    world.machine.cli("event", "join", "acme", "river-run", ivo.id, jan.id)

    def activity(name, kind, age=0, **data):
        return {"id": name, "type": kind, "timestamp": world.clock.milliseconds - age * 1000, **({"data": data} if data else {})}

    one = "/api/events/river-run/activity"
    world.act("starts", ivo, "POST", one, document=activity("a-0", "start", 5))
    world.act("runs", ivo, "POST", one, document=activity("a-1", "location", lat=PLACE[0], lng=PLACE[1], accuracy_m=8))
    world.act("runs in a heap", jan, "POST", f"{one}/batch", document=[
        activity("b-9", "stop"), *(activity(f"b-{n}", "location", 600 - 60 * n, lat=PLACE[0] + n / 1000, lng=PLACE[1], sequence=n)
                                   for n in (1, 2, 5)),
        activity("b-0", "start", 600), activity("b-p", "photo", 300, url="x"), activity("b-l", "location", lat=91, lng=0), 7])
    world.ids |= {"visit": planned[0], "outlet": outlets[0]["id"], "event": "river-run"}
