"""Every route, asked for by everybody. Nothing is changed by it: forms lack their token, and what keys name is not there."""
import re
import urllib.parse

from machine import Client
from routetable import NOBODY, ROUTES
from world import ROLES


# Who asks in a short record.
FEW = ("login owner", "key owner", "phone", "stranger")


def askers(world):
    """Whoever may ask, by name."""
    found = {f"login {role}": world.browser(f"{role}@acme.example", role) for role in ROLES}
    found |= {f"key {role}": world.key(role) for role in ROLES}
    found["login elsewhere"] = world.browser("owner@globex.example", "owner elsewhere")
    found["key elsewhere"] = world.key("owner", "globex")
    found["screen"] = world.screen
    found["phone"] = world.phones["acme", "Ana Novak"]
    found["phone elsewhere"] = world.phones["globex", "Ana Novak"]
    found["stranger"] = Client(world.machine, "a stranger")
    return {who: client for who, client in found.items() if not world.is_short or who in FEW}


def path_of(route, world, is_named):
    """The route's path with what is there in its place, or with nothing that is."""
    named = world.ids.get(route.id, NOBODY) if is_named else NOBODY
    values = {"ws": "acme", "adapter": "flat", "file": "none.json", "slug": "river-run" if is_named else "nowhere",
              "name": "quick", "provider": "webhook", "secret": world.apps.get("flat", "x")}
    values["token"] = world.links.get(route.pattern.split("/")[1], "x" * 43)
    if route.pattern.startswith("/account/invitations/"):
        named = world.ids.get("invitation of an account", named) if is_named else named
    if route.pattern.startswith("/connect/"):
        values |= world.connected
    return re.sub(r"\{(\w+)\}", lambda match: urllib.parse.quote(str(values.get(match[1], named))), route.pattern)


def everybody(world):
    asking = askers(world)
    world.ids |= {"region": "Center", "name": "Ana", "profile": "quick", "accepted": world.ids["offer"], "cursor": f"{2**42}.1"}
    for route in ROUTES:
        name = f"routes/{route.method} {route.pattern.strip('/') or 'root'}"
        named = path_of(route, world, route.method == "GET")
        for who, client in asking.items():
            if not concerns(route, who):
                continue
            world.clock.step(f"{route} {who}")
            cookies = dict(client.cookies)
            how = {} if route.method in ("GET", "OPTIONS", "DELETE") else body_for(route)
            world.record.answer(f"{name}/{who}", client.send(route.method, named, **how))
            client.cookies = cookies
            world.clock.quiet()
        for number, attempt in enumerate(route.attempts if route.method == "GET" else [], 1):
            if attempt.kind == "query":
                query = urllib.parse.urlencode(attempt.fields(world.ids))
                world.record.answer(f"{name}/asked {number}", asking["key owner"].send("GET", f"{named}?{query}"))
                world.clock.quiet()
        world.record.routes.add(str(route))


def concerns(route, who):
    """Links are the same for everybody, and would be used up: one of each kind of asker is enough there."""
    if route.audience == "anyone" and route.pattern not in ("/", "/login", "/login/code"):
        return who in ("login owner", "key owner", "phone", "stranger")
    # Which would end it for all that follows.
    return not (route.method == "POST" and route.pattern == "/app/v1/auth/logout" and who.startswith("phone"))


def body_for(route):
    if route.takes_file:
        return {"form": {"x": ""}, "files": {"track": ("track", "x")}}
    return {"document": {}} if route.takes_json else {"form": {"x": ""}}
