"""What people do in the console: settings, channels, people, devices, files and holds."""
import html
import json
import re

from machine import Client
from uploads import ping
from world import PLACE, square

GPX = """<?xml version="1.0"?><gpx version="1.1" creator="x"><trk><trkseg>{}</trkseg></trk></gpx>"""


def settings(world):
    owner, where = world.owner, "/w/acme/settings"
    page = f"{where}/workspace"
    world.submit("workspace, previewed", owner, page, "settings/workspace", do="preview", name="Acme & Sons", retention_days="60")
    world.submit("workspace, saved", owner, page, "settings/workspace", do="save", name="Acme & Sons")
    world.submit("workspace, refused", owner, page, "settings/workspace", do="save", name="")
    world.submit("dispatch", owner, f"{where}/dispatch", "settings/dispatch")
    world.submit("dispatch, refused", owner, f"{where}/dispatch", "settings/dispatch", grace="99999", grace_s="99999")
    world.submit("flags", owner, f"{where}/flags", "settings/flags")
    for name in ("quick", "responder"):
        world.submit(f"profile {name}", owner, f"{where}/profiles/{name}", f"profiles/{name}", do="save")
    world.submit("profile, previewed", owner, f"{where}/profiles/family", "profiles/family", do="preview")
    harbour = json.dumps({"type": "FeatureCollection", "features": [square("Harbour", PLACE[0] - 0.3, PLACE[1], 0.02)]})
    for _ in range(2):
        world.submit("regions", owner, f"{where}/regions", "settings/regions", files={"file": ("r.geojson", harbour)}, text="")
    world.submit("regions as text", owner, f"{where}/regions", "settings/regions", files={"file": ("", "")}, text=harbour)
    world.submit("regions, refused", owner, f"{where}/regions", "settings/regions", files={"file": ("r.geojson", "x")}, text="")
    for region in ("Harbour", "Center"):
        world.submit("region removed", owner, f"{where}/regions", "regions/remove", region=region)
    world.submit("outlets", owner, f"{where}/outlets", "settings/outlets", files={"file": ("", "")},
                 outlets=f"name,lat,lng,external_id\nTržnica,{PLACE[0]},{PLACE[1] + 0.02},O-9\n")
    world.submit("outlets, refused", owner, f"{where}/outlets", "settings/outlets", files={"file": ("", "")},
                 outlets="name,lat\nx,1\n")
    number = world.number(owner, f"{where}/outlets", r"outlets/(\d+)/remove")
    world.submit("outlet removed", owner, f"{where}/outlets", f"outlets/{number}/remove")


def channels(world):
    owner, page = world.owner, "/w/acme/settings/channels"
    for kind, address in (("webhook", f"{world.provider.url}/hooks/pager"), ("ntfy", f"{world.provider.url}/rc-desk"),
                          ("mail", "ana@example.org, bor@example.org"), ("webhook", "ftp://x"), ("mail", "nobody")):
        world.submit(f"channel {kind} {address[:4]}", owner, page, "settings/channels", name=f"{kind} desk", kind=kind,
                     address=address)
    numbers = sorted(set(map(int, re.findall(r"settings/channels/(\d+)", owner.send("GET", page).text))))
    world.clock.quiet()
    for number in numbers:
        one = f"{page}/{number}"
        world.submit("channel tried", owner, one, f"channels/{number}/test")
        world.submit("channel changed", owner, one, f"channels/{number}", reports="on")
    for number in numbers[:1]:
        world.submit("secret renewed", owner, f"{page}/{number}", f"channels/{number}/secret")
    for number in numbers[1:2]:
        world.submit("channel removed", owner, f"{page}/{number}", f"channels/{number}/remove")
    world.ids["channel"] = numbers[-1] if numbers else 0


def people(world):
    owner = world.owner
    olga, jan = (world.phones["acme", name] for name in ("Olga Rozman", "Jan Kolar"))
    page = f"/w/acme/responders/{olga.id}"
    gal, dana = (world.phones["acme", name].id for name in ("Gal Mlakar", "Dana \"D\" Hribar"))
    for _ in range(2):
        world.submit("duty by the desk", owner, f"/w/acme/responders/{gal}/connect", f"{gal}/duty")
    world.submit("a push for a test", owner, f"/w/acme/responders/{dana}", f"{dana}/push-test")
    world.submit("let in", owner, f"/w/acme/responders/{dana}/connect", f"{dana}/let-in")
    world.submit("session ended", owner, page, f"{olga.id}/end-session")
    for _ in range(2):
        world.submit("active or not", owner, page, f"{olga.id}/active")
    made = world.submit("a link of their own", owner, f"{page}/connect", f"{olga.id}/own-link", do="make", days="9")
    link = re.search(r"/me/([\w.~-]+)", html.unescape(made.text))
    world.links["me"] = link[1] if link else "x" * 43
    own, nobody = f"/me/{world.links['me']}", Client(world.machine, "Olga's browser")
    for name, path, form in (("on duty", "duty", {"duty": "on"}), ("off duty", "duty", {"duty": "off"}),
                             ("a copy", "requests", {"kind": "export"}), ("an erasure", "requests", {"kind": "erase"}),
                             ("no offer", "offers", {"offer": "1", "answer": "accept"}),
                             ("no assignment", "assignment", {"assignment": "1", "report": "arrived"})):
        world.act(f"their own page, {name}", nobody, "POST", f"{own}/{path}", form=form)
    world.act("a request by phone", jan, "POST", "/app/v1/me/requests", document={"kind": "export"})
    world.ids["request"] = world.number(owner, "/w/acme/requests", r"requests/(\d+)/done")
    world.submit("request done", owner, "/w/acme/requests", f"requests/{world.ids['request']}/done", note="Sent by post")
    connect(world, owner, olga, page)
    track = GPX.format("".join(
        f'<trkpt lat="{PLACE[0] + number / 1000}" lon="{PLACE[1]}"><time>{world.ago(90_000 - 60 * number)}</time></trkpt>'
        for number in range(30)))
    world.submit("a track", owner, f"{page}/import", f"{olga.id}/import", files={"track": ("a.gpx", track)})
    world.submit("no track", owner, f"{page}/import", f"{olga.id}/import", files={"track": ("a.gpx", "<gpx")})
    doubted = owner.send("GET", "/w/acme/flags").text
    world.clock.quiet()
    picks = re.findall(r'name="pick" value="([^"]+)"', doubted)
    for verdict, pick in zip(("confirmed", "dismissed"), picks):
        world.submit(f"a doubt {verdict}", owner, "/w/acme/flags", "acme/flags", verdict=verdict, pick=html.unescape(pick))
    world.submit("an event", owner, "/w/acme/events", "acme/events", slug="night-run", name="Night run")
    world.submit("joins", owner, "/w/acme/events/night-run", "night-run/participants", who=str(jan.id))
    world.submit("leaves", owner, "/w/acme/events/night-run", "participants/remove", leave=str(jan.id))
    for outlet in (world.ids["outlet"], 999):
        world.submit("a visit planned", owner, "/w/acme/visits", "acme/visits", responder=str(olga.id), outlet=str(outlet),
                     day="2026-03-03")
    number = world.number(owner, "/w/acme/visits?day=2026-03-03", r"visits/(\d+)/remove")
    world.submit("a visit removed", owner, "/w/acme/visits?day=2026-03-03", f"visits/{number}/remove")
    world.ids["responder"] = world.phones["acme", "Ana Novak"].id


def connect(world, owner, person, page):
    """A code for a phone, and the device that it made."""
    for app in ("owntracks", "colota", "traccar", "none"):
        made = world.submit(f"connects {app}", owner, f"{page}/connect", f"{person.id}/connect", app=app, name=f"{app} phone",
                            on_duty="60", on_mission="30")
        link = re.search(r"/connect/([\w.~-]+)(?:/([\w.-]+))?", html.unescape(made.text))
        if link:
            world.connected = {"secret": link[1], "file": link[2] or "x.otrc"}
    cards = world.act("cards", world.key(), "POST", "/w/acme/connect", form={
        "app": "colota", "on_duty": "60", "on_mission": "60", "pick": str(world.phones["acme", "Kaja Turk"].id)})
    for which, actions in ((-1, ("", "/replace", "/revoke")), (0, ("",))):
        number = world.ids["device"] = world.number(owner, f"{page}/connect", r"/w/acme/devices/(\d+)", which)
        for action in actions:
            world.submit(f"a device {action or 'changed'}", owner, f"/w/acme/devices/{number}", f"devices/{number}{action}")
    return cards


def papers(world):
    """Schedules, holds and a phone's login by its number."""
    owner, key = world.owner, world.key()
    for kind, rhythm in (("gaps", "day"), ("availability", "week"), ("none", "day")):
        world.act(f"schedules {kind}", key, "POST", "/w/acme/reports/schedules", form={
            "kind": kind, "rhythm": rhythm, "hour": "3", "region": "Center"})
    number = world.number(owner, "/w/acme/reports/schedules", r"schedules/(\d+)")
    world.submit("a schedule paused", owner, "/w/acme/reports/schedules", f"schedules/{number}", do="off")
    world.ids["schedule"] = number
    person = world.phones["acme", "Bor Žagar"].id
    world.submit("a hold", owner, "/w/acme/holds", "acme/holds", responder=str(person), **{"from": "2026-03-01", "to": "2026-03-04"},
                 reason="Complaint 17")
    world.act("a hold of an incident", key, "POST", "/w/acme/holds", form={"incident": world.ids["incident"], "reason": "Court"})
    world.act("a hold, refused", key, "POST", "/w/acme/holds", form={"incident": world.ids["incident"]})
    number = world.number(owner, "/w/acme/holds", r"holds/(\d+)/release")
    world.submit("a hold released", owner, "/w/acme/holds", f"holds/{number}/release", note="Settled")
    world.ids["hold"] = number
    phone = Client(world.machine, "Dana's new phone")
    number = "+38640100004"
    for name in (number, "+38640999999", "x"):
        world.act(f"asks for a code {name}", phone, "POST", "/app/v1/auth/otp", document={"phone": name, "device_id": "new-1"})
    sent = [text for to, text in world.gateway.messages if to == number]
    digits = re.search(r"\b(\d{6})\b", sent[-1])[1] if sent else "000000"
    for otp in ("000000", digits):
        answer = world.act("logs in by number", phone, "POST", "/app/v1/auth/token", document={
            "phone": number, "otp": otp, "device_id": "new-1", "device_name": "Pixel", "platform": "android"})
    pair = answer.json().get("data") or {}
    phone.headers["Authorization"] = f"Bearer {pair.get('access_token', 'x')}"
    world.act("reports", phone, "POST", "/app/v1/locations", document=ping(world))
    world.act("takes a push token back", phone, "DELETE", "/app/v1/push-token/webhook")
    for _ in range(2):
        answer = world.act("refreshes", phone, "POST", "/app/v1/auth/refresh", document={
            "refresh_token": pair.get("refresh_token", "x"), "device_id": "new-1"})
        phone.headers["Authorization"] = f"Bearer {(answer.json().get('data') or {}).get('access_token', 'x')}"
    world.act("a phone logs out", phone, "POST", "/app/v1/auth/logout")


def erase(world):
    """Somebody is forgotten, twice asked."""
    owner = world.owner
    number = world.phones["acme", "Cene <b>Kos</b>"].id
    page = f"/w/acme/responders/{number}/erase"
    world.submit("erasure, refused", owner, page, f"{number}/erase", confirm="erase")
    world.submit("erased", owner, page, f"{number}/erase", confirm=f"erase {number}")
    for path in ("board.json", "history.json", "audit.json", "audit.csv", "incidents.json", "requests"):
        world.act(f"after the erasure, {path}", world.key(), "GET", f"/w/acme/{path}", wait=0)
